// Stage: the program. Code of the program that runs with the frames.

/// Calls a closure before frames, at a rate of its own: for motion without an animation. Made by
/// ``Application/addDisplayLink(_:)``.
///
/// The program wakes for each of its calls: pause it while nothing moves.
@safe
public final class DisplayLink {
  /// Calls a second, 1...240 and held to that; as many as the compositor asks for frames while something moves if not said.
  /// Not more than ``Application/maximumFramesPerSecond``.
  public var preferredFramesPerSecond: Int? {
    didSet {
      if let wanted = preferredFramesPerSecond { preferredFramesPerSecond = max(1, min(wanted, 240)) }
      application?.frameWishChanged()
    }
  }
  /// Whether the closure is not called; false if not said.
  public var isPaused = false {
    didSet { if isPaused != oldValue { application?.frameWishChanged() } }
  }
  /// The time of the frame that is made, or that was made last, on the clock of the loop.
  public private(set) var timestamp: Duration = .zero
  /// When the next call is due.
  public var targetTimestamp: Duration { Duration(ofLoop: due) }

  private let handler: (DisplayLink) -> Void
  /// Not owned; the application sets it to nil before it goes away, and when the link is invalidated.
  private unowned(unsafe) var applicationLink: Application?
  /// When the next call is due, in nanoseconds of the loop.
  private var due: Int64 = 0

  init(_ application: Application, _ handler: @escaping (DisplayLink) -> Void) {
    self.handler = handler
    unsafe applicationLink = application
  }

  private var application: Application? { unsafe applicationLink }

  /// Has nothing to do with the application any more.
  func detach() { unsafe applicationLink = nil }

  /// Calls the closure no more, and lets go of it. The link is of no use afterwards.
  public func invalidate() { application?.remove(self) }

  /// When the closure is to be called next; `nil` while it is paused.
  func nextTime() -> Int64? { isPaused ? nil : due }

  /// Calls the closure if its time has come. Times that were missed are left out.
  func call(at time: Int64, interval: Int64) {
    if isPaused || time < due || application == nil { return }
    let interval = preferredFramesPerSecond.map { 1_000_000_000 / Int64($0) } ?? interval
    due = time - due < interval ? due + interval : time + interval
    timestamp = Duration(ofLoop: time)
    handler(self)
  }
}
