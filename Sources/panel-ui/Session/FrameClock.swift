// Stage: program. Times of frames.
import EventLoop

/// Calls a function at the earliest of the times that were asked for.
final class FrameClock {
  private let loop: EventLoop
  private var timer: EventLoop.Timer?
  /// When the next frame is due, in nanoseconds of the loop; `nil` for none.
  private var due: Int64?

  init(_ loop: EventLoop, tick: @escaping () -> Void) {
    self.loop = loop
    timer = loop.addTimer(at: .max, repeating: .max) { _ in tick() }
  }

  /// Begins a frame: later requests are for the next one.
  func begin() { due = nil }

  /// Asks for a frame at a time, or earlier.
  func schedule(at time: Int64) {
    if let due, due <= time { return }
    due = time
    if let timer { loop.setTimer(timer, at: time) }
  }
}
