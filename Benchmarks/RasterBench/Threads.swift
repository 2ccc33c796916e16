import CBench
import CLinux
import FixedRaster

/// Draws a scene with several threads side by side. Each takes every nth strip of the surface, four strips a
/// thread. The picture is the same however many there are.
final class ThreadedScenes {
  private var workers: [SceneWorker] = []
  private let start: Barrier
  private let end: Barrier

  init(_ display: DisplayMemory, threads: Int) {
    (start, end) = (Barrier(threads), Barrier(threads))
    for i in 0..<threads {
      let rows = (display.height + 4 * threads - 1) / (4 * threads)
      workers.append(SceneWorker(display, i, threads, rows, start, end))
    }
    for worker in workers.dropFirst() { worker.run() }
  }

  func draw(_ scene: Scene) {
    for worker in workers { worker.scene = scene }
    start.wait()
    workers[0].drawStrips()
    end.wait()
  }
}

/// One thread's part.
private final class SceneWorker {
  var scene = Scene.s1
  private var target: SceneTarget
  private let strips: [PixelRect]
  private let start, end: Barrier

  init(
    _ display: DisplayMemory, _ index: Int, _ threads: Int, _ rows: Int, _ start: Barrier, _ end: Barrier
  ) {
    target = SceneTarget(display)
    (self.start, self.end) = (start, end)
    strips = stride(from: index * rows, to: display.height, by: threads * rows).map { y in
      PixelRect(
        minX: 0, minY: Int32(y), maxX: Int32(display.width), maxY: Int32(min(y + rows, display.height)))
    }
  }

  func drawStrips() {
    for strip in strips { target.draw(scene, in: strip) }
  }

  /// Starts the thread, which draws whenever the barrier opens, until the process ends.
  func run() {
    let work = Work { [self] in
      while true {
        start.wait()
        drawStrips()
        end.wait()
      }
    }
    let context = unsafe Unmanaged.passRetained(work).toOpaque()
    let error = unsafe bench_start_thread(
      { context in
        unsafe Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, context)
    if error != 0 { fatalError("pthread_create failed") }
  }
}

private final class Work {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}

/// Where threads wait for each other.
@safe
private final class Barrier {
  private let barrier: UnsafeMutablePointer<pthread_barrier_t>

  init(_ threads: Int) {
    unsafe barrier = .allocate(capacity: 1)
    unsafe pthread_barrier_init(barrier, nil, UInt32(threads))
  }

  func wait() { unsafe pthread_barrier_wait(barrier) }
}
