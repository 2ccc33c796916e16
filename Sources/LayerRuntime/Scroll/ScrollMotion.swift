// Stage: scroll. Input: the time of a frame. Output: views that scroll by themselves are where they are then.

import FixedRaster

/// A movement of a scroll view without a finger.
struct ScrollMotion {
  enum Kind: UInt8 {
    /// After a finger, or back between the limits.
    case deceleration
    /// By ``ScrollView/setContentOffset(_:animated:)``.
    case animation
  }

  let kind: Kind
  var axes: AxisPair<AxisMotion>
  /// When the finger was lifted, in nanoseconds; `nil` without a finger.
  let liftTime: Int64?
  /// The time of the frames at the beginning, in nanoseconds; `nil` until a frame had a time.
  var start: Int64?
  /// From the start to the last frame, in nanoseconds.
  var elapsed: Int64 = 0

  init(_ kind: Kind, _ axes: AxisPair<AxisMotion>, liftTime: Int64? = nil) {
    (self.kind, self.axes, self.liftTime) = (kind, axes, liftTime)
  }

  var duration: Int64 { Swift.max(axes.x.duration, axes.y.duration) }
  var end: AxisPair<Int64> { AxisPair(axes.x.end, axes.y.end) }
  var place: AxisPair<Int64> { AxisPair(axes.x.place(at: elapsed), axes.y.place(at: elapsed)) }
  var isOver: Bool { elapsed >= duration }

  /// A throw goes on from where the finger left it, though the first frame comes later. A frame much later, or one by
  /// another clock, begins the movement.
  mutating func advance(to time: Int64) {
    let start = start ?? liftTime.flatMap { $0 <= time && time - $0 < 100_000_000 ? $0 : nil } ?? time
    self.start = start
    elapsed = Swift.max(0, time - start)
  }
}

/// A scroll view among those that move. What it does is found when it is called, so that the files of programs without scroll
/// views have no code of them.
class ScrollingView {
  /// The list that it is in; not owned: it sets the link back before it goes.
  private final unowned(unsafe) var motionsLink: ScrollMotions?
  final var motions: ScrollMotions? {
    get { unsafe motionsLink }
    set { unsafe motionsLink = newValue }
  }

  /// Who shows the view.
  var host: (any LayerHost)? { nil }
  func advance(to time: Int64, _ noteDue: () -> Void) {}
  func nextFrame(after time: Int64, interval: Int64) -> Int64? { nil }
  func leaveHost() {}
}

/// The scroll views of a display that move by themselves, or whose indicators fade.
@safe
final class ScrollMotions {
  /// Not owned: each takes itself off the list before it goes.
  private var views: [Unmanaged<ScrollingView>] = unsafe []
  private var isAdvancing = false

  init() { unsafe views.reserveCapacity(16) }

  deinit { for i in unsafe views.indices { unsafe views[i].takeUnretainedValue().motions = nil } }

  var isIdle: Bool { unsafe views.isEmpty }

  func add(_ view: ScrollingView) {
    if view.motions === self { return }
    view.motions?.remove(view)
    view.motions = self
    unsafe views.append(.passUnretained(view))
  }

  func remove(_ view: ScrollingView) {
    if view.motions !== self { return }
    view.motions = nil
    let place = unsafe Unmanaged.passUnretained(view).toOpaque()
    unsafe views.removeAll { unsafe $0.toOpaque() == place }
  }

  /// Moves all to a frame's time: before the frame's layout. Calls the program, which may change the list.
  ///
  /// - Parameter noteDue: called before each change; has the frame drawn.
  func advance(to time: Int64, _ noteDue: () -> Void) {
    if isIdle || isAdvancing { return }
    isAdvancing = true
    var i = unsafe views.count
    while i > 0 {
      i -= 1
      if unsafe i >= views.count { continue }
      let view = unsafe views[i].takeUnretainedValue()
      view.advance(to: time, noteDue)
    }
    isAdvancing = false
  }

  /// When the next frame is wanted, in nanoseconds; `nil` for none.
  ///
  /// - Parameters:
  ///   - time: of the last frame.
  ///   - interval: between two frames.
  func nextFrame(after time: Int64, interval: Int64) -> Int64? {
    var next: Int64?
    for i in unsafe views.indices {
      guard let due = unsafe views[i].takeUnretainedValue().nextFrame(after: time, interval: interval) else { continue }
      next = Swift.min(next ?? due, due)
    }
    return next
  }

  /// Ends the movements of views that a host shows no more.
  func endRemoved(from host: (any LayerHost)?) {
    if isIdle { return }
    var i = unsafe views.count
    while i > 0 {
      i -= 1
      if unsafe i >= views.count { continue }
      let view = unsafe views[i].takeUnretainedValue()
      if view.host !== host { view.leaveHost() }
    }
  }
}
