// Stage: scroll. Input: the time of a frame. Output: where the view is by then, and when it wants the next frame.

import FixedRaster

extension ScrollView {
  // MARK: The beginning and the end

  /// Begins to move with the next frame. A view that no compositor shows is at the end at once.
  final func begin(_ motion: ScrollMotion) {
    self.motion = motion
    guard let host = layer.root.host else { return jumpToEnd() }
    indicatorPhase = .shown
    updateIndicators()
    host.scrollMotions.add(scrolling)
    host.layerTreeChanged()
  }

  final func decelerate(_ motion: ScrollMotion) {
    delegate?.scrollViewWillBeginDecelerating(self)
    if drag != nil || self.motion != nil { return }
    begin(motion)
  }

  private final func jumpToEnd() {
    guard let motion else { return }
    show(motion.end)
    stopMotion()
  }

  /// Stops where the view is, and tells the delegate.
  final func stopMotion() {
    guard let former = motion else { return }
    motion = nil
    motions?.remove(scrolling)
    switch former.kind {
    case .deceleration: delegate?.scrollViewDidEndDecelerating(self)
    case .animation: delegate?.scrollViewDidEndScrollingAnimation(self)
    }
  }

  /// The view is no longer in the tree that its host shows.
  final func leaveHost() {
    motions?.remove(scrolling)
    indicatorPhase = .hidden
    updateIndicators()
    jumpToEnd()
  }

  /// Goes on within limits that have changed.
  final func limitMotion() {
    guard let former = motion, former.kind == .deceleration else { return }
    limit(.horizontal, former)
    limit(.vertical, former)
  }

  private final func limit(_ axis: ScrollAxis, _ former: ScrollMotion) {
    let moving = former.axes[axis]
    if !moving.isCut && limits(axis).contains(moving.end) { return }
    var new = thrown(axis, moving.place(at: former.elapsed), moving.speed(at: former.elapsed))
    new.begin = former.elapsed
    motion?.axes[axis] = new
  }

  // MARK: Frames

  final func advance(to time: Int64, _ noteDue: () -> Void) {
    if layer.root.host?.scrollMotions !== motions { return leaveHost() }
    fadeIndicators(at: time, noteDue)
    guard var moving = motion else { return }
    moving.advance(to: time)
    motion = moving
    noteDue()
    setIndicatorOpacity(moving.duration - moving.elapsed)
    if moving.isOver && moving.kind == .animation { show(moving.end) } else { showPixel(of: moving.place) }
    // The delegate may have stopped it, or have begun another movement.
    if moving.isOver, let now = motion, now.isOver, now.start == moving.start { finish() }
  }

  private final func finish() {
    indicatorPhase = .hidden
    updateIndicators()
    stopMotion()
  }

  final func nextFrame(after time: Int64, interval: Int64) -> Int64? {
    if let motion {
      guard let start = motion.start else { return time }
      return layer.isSeen ? time + interval : Swift.max(start + motion.duration, time + interval)
    }
    guard case .leaving(let hold, let start) = indicatorPhase, layer.isSeen else { return nil }
    return start.map { Swift.max($0 + hold, time + interval) } ?? time
  }
}

/// A scroll view in the list of those that move, which it owns.
final class OwnedScrollingView: ScrollingView {
  private unowned(unsafe) let view: ScrollView

  init(_ view: ScrollView) { unsafe self.view = view }

  override var host: (any LayerHost)? { unsafe view.layer.root.host }
  override func advance(to time: Int64, _ noteDue: () -> Void) {
    // The program may let go of it meanwhile.
    let view = unsafe view
    view.advance(to: time, noteDue)
    withExtendedLifetime(view) {}
  }
  override func nextFrame(after time: Int64, interval: Int64) -> Int64? {
    unsafe view.nextFrame(after: time, interval: interval)
  }
  override func leaveHost() {
    let view = unsafe view
    view.leaveHost()
    withExtendedLifetime(view) {}
  }
}
