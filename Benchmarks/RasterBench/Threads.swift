import CBench
import CLinux
import FixedRaster

/// Draws a scene with several threads side by side. Each takes every nth strip of the surface, four strips a
/// thread. The picture is the same however many there are.
final class ThreadedScenes<Format: PixelFormat> {
  private var workers: [SceneWorker<Format>] = []
  private let start: Barrier
  private let end: Barrier

  init(_ surface: Surface<Format>, is565: Bool, threads: Int) {
    (start, end) = (Barrier(threads), Barrier(threads))
    for i in 0..<threads {
      let rows = (surface.height + 4 * threads - 1) / (4 * threads)
      workers.append(SceneWorker(surface, is565, i, threads, rows, start, end))
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
private final class SceneWorker<Format: PixelFormat> {
  var scene = Scene.s1
  private var set: SceneSet<Format>
  private let strips: [PixelRect]
  private let start, end: Barrier

  init(
    _ surface: Surface<Format>, _ is565: Bool, _ index: Int, _ threads: Int, _ rows: Int, _ start: Barrier,
    _ end: Barrier
  ) {
    set = SceneSet(surface, is565: is565)
    (self.start, self.end) = (start, end)
    strips = stride(from: index * rows, to: surface.height, by: threads * rows).map { y in
      PixelRect(
        minX: 0, minY: Int32(y), maxX: Int32(surface.width), maxY: Int32(min(y + rows, surface.height)))
    }
  }

  func drawStrips() {
    for strip in strips {
      set.setClip(strip)
      set.draw(scene)
    }
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
