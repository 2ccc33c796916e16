// Stage: contents. Tiles that another thread draws while frames go on. Recordings in, pixels in the caches' places out, in
// a later frame.

/// A tile that is to be drawn elsewhere.
final class MapTileJob {
  let recording = DrawingRecording()
  /// Which has the place that is drawn to.
  var cache: MapTileCache?
  var place = 0
  /// Called on the other thread when the tile is drawn.
  var handler: (@Sendable () -> Void)?

  func removeAll() {
    recording.removeAll()
    (cache, handler) = (nil, nil)
  }
}

/// A thread that draws tiles in the order in which they come; made when the first of them comes.
final class MapTileThread {
  private let queue = MapTileQueue()
  private var pool: WorkerPool?
  private var spare: [MapTileJob] = []

  deinit {
    queue.removeWaiting()
    pool = nil  // ends when the tile at hand is drawn
  }

  /// A job to be given back by ``submit(_:)`` or ``discard(_:)``.
  func takeJob() -> MapTileJob { spare.popLast() ?? MapTileJob() }

  /// Lets go of a job's objects: may call the program.
  func discard(_ job: MapTileJob) {
    job.removeAll()
    spare.append(job)
  }

  /// Has a tile drawn. Where the system had no room for a thread it is drawn now.
  func submit(_ job: MapTileJob) {
    queue.add(job)
    if pool == nil { pool = makePool() }
    pool?.begin()
    if pool?.count == 0 {
      var canvas = DrawingCanvas()
      while queue.drawNext(on: &canvas) {}
    }
  }

  /// A job whose tile is drawn, to be given back by ``discard(_:)``. Nothing of it is used by the thread any more.
  func takeDone() -> MapTileJob? { queue.takeDone() }

  private func makePool() -> WorkerPool {
    let (queue, drawing) = (queue, MapTileDrawing())
    return WorkerPool(count: 1) { _ in while queue.drawNext(on: &drawing.canvas) {} }
  }
}

/// The drawing tools of the thread.
private final class MapTileDrawing {
  var canvas = DrawingCanvas()
}

/// Jobs on their way there and back.
private final class MapTileQueue {
  private let lock = Lock()
  private var waiting: [MapTileJob] = []
  private var current: MapTileJob?
  private var done: [MapTileJob] = []

  func add(_ job: MapTileJob) { lock.withLock { waiting.append(job) } }

  /// Draws the next tile, if there is one.
  func drawNext(on canvas: inout DrawingCanvas) -> Bool {
    finishCurrent()?()
    guard let job = takeNext() else { return false }
    job.recording.replay(on: &canvas)
    return true
  }

  /// Hands over a finished drawing: when the function that drew it has returned, so that the thread holds nothing that
  /// the program would be called for when it goes.
  private func finishCurrent() -> (@Sendable () -> Void)? {
    lock.withLock {
      guard let job = exchange(&current, with: nil) else { return nil }
      done.append(job)
      return job.handler
    }
  }

  private func takeNext() -> MapTileJob? {
    lock.withLock {
      if waiting.isEmpty { return nil }
      current = waiting.removeFirst()
      return current
    }
  }

  func takeDone() -> MapTileJob? { lock.withLock { done.popLast() } }

  func removeWaiting() {
    let former = lock.withLock { exchange(&waiting, with: []) }
    withExtendedLifetime(former) {}
  }
}
