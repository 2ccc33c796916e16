// Stage: contents. Contents that another thread draws while the loop's goes on with other layers. Recordings in, pixels
// of their bitmaps out, before anything is drawn that shows them.

/// A thread that replays recordings in the order in which they come; made when the first of them comes.
final class DrawingThread {
  private let queue = RecordingQueue()
  private var pool: WorkerPool?
  private var spare: [DrawingRecording] = []
  /// Finished recordings, with the images that they were drawn from.
  private var done: [DrawingRecording] = []

  // A bitmap may be shown elsewhere after the display that had it drawn has gone.
  deinit { finish() }

  /// A recording that is empty, to be given back by ``submit(_:into:)`` or ``discard(_:)``.
  func takeRecording() -> DrawingRecording { spare.popLast() ?? DrawingRecording() }

  func discard(_ recording: DrawingRecording) {
    recording.removeAll()
    spare.append(recording)
  }

  /// Has a recording replayed. Where the system had no room for a thread it waits for ``finish()``.
  ///
  /// - Parameter bitmap: its target; kept alive and marked as pending until then.
  func submit(_ recording: DrawingRecording, into bitmap: Bitmap) {
    bitmap.isPending = true
    recording.bitmap = bitmap
    queue.add(recording)
    if pool == nil { pool = makePool() }
    pool?.begin()
  }

  /// Waits until all that was submitted is drawn. Does not call the program: ``letGoOfImages()`` has yet to.
  func finish() {
    if queue.isEmpty { return }
    pool?.wait()
    if let rest = queue.takeNext() {
      var canvas = DrawingCanvas()
      rest.replay(on: &canvas)
      while let next = queue.takeNext() { next.replay(on: &canvas) }
    }
    while let recording = queue.removeLast() {
      recording.bitmap?.isPending = false
      recording.bitmap = nil
      done.append(recording)
    }
  }

  /// Lets go of the images of finished drawings. May call the program, and so this again: nothing else is going on.
  func letGoOfImages() {
    while let recording = done.popLast() { discard(recording) }
  }

  /// How many recordings the thread itself has replayed since the start.
  var replayed: Int { queue.replayed }

  private func makePool() -> WorkerPool {
    let (queue, drawing) = (queue, ThreadDrawing())
    return WorkerPool(count: 1) { _ in
      while let recording = queue.takeNext() {
        recording.replay(on: &drawing.canvas)
        queue.countReplayed()
      }
    }
  }
}

/// The drawing tools of the thread.
private final class ThreadDrawing {
  var canvas = DrawingCanvas()
}

/// Recordings of one frame; those that are done are kept to the end of it.
private final class RecordingQueue {
  private let lock = Lock()
  private var recordings: [DrawingRecording] = []
  /// The first that nobody has begun with.
  private var next = 0
  private var count = 0

  var isEmpty: Bool { lock.withLock { recordings.isEmpty } }
  var replayed: Int { lock.withLock { count } }

  func countReplayed() { lock.withLock { count += 1 } }

  func add(_ recording: DrawingRecording) { lock.withLock { recordings.append(recording) } }

  func takeNext() -> DrawingRecording? {
    lock.withLock {
      if next == recordings.count { return nil }
      defer { next += 1 }
      return recordings[next]
    }
  }

  func removeLast() -> DrawingRecording? {
    lock.withLock {
      next = 0
      return recordings.popLast()
    }
  }
}
