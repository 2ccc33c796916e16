// Stage: scroll. Input: the pan of a finger. Output: the place that it drags the content to, and a throw at its end.

import FixedRaster

/// A finger that drags a scroll view.
struct ScrollDrag {
  /// Where the finger would have pulled the content to without limits, at a translation of zero.
  var pull: AxisPair<Int64>
  /// The axes that it moves.
  let axes: AxisPair<Bool>
}

extension ScrollView {
  // MARK: The beginning

  /// A finger came down. Stops a movement; returns whether there was one.
  final func stopForFinger() -> Bool {
    if motion == nil || motions == nil { return false }
    isCaught = true
    stopMotion()
    indicatorPhase = .shown
    updateIndicators()
    return true
  }

  /// Whether a finger that begins to move drags this view.
  ///
  /// - Parameter movement: of the finger, in the view's own coordinates.
  final func takesDrag(_ movement: AxisPair<Int64>) -> Bool {
    let axis: ScrollAxis = movement.x.magnitude64 > movement.y.magnitude64 ? .horizontal : .vertical
    let backwards = movement[axis] > 0
    if isMovable(axis) {
      // At its end it hands the drag on to one around it that moves.
      return canMove(axis, backwards) || !isEnclosedByView(moving: axis, backwards)
    }
    if isEnclosedByView(moving: axis, nil) { return false }
    // A finger that goes aslant drags along the only axis.
    return isMovable(axis.other) && movement[axis.other].magnitude64 * 2 >= movement[axis].magnitude64
  }

  /// Whether a finger moves the view along an axis at all.
  private final func isMovable(_ axis: ScrollAxis) -> Bool {
    let limits = limits(axis)
    if limits.hasRoom || !limits.contains(place[axis]) { return true }
    return bounces && (axis == .vertical ? alwaysBounceVertical : alwaysBounceHorizontal)
  }

  /// Whether the view moves without bouncing.
  ///
  /// - Parameter backwards: towards the content's beginning.
  private final func canMove(_ axis: ScrollAxis, _ backwards: Bool) -> Bool {
    let (limits, place) = (limits(axis), place[axis])
    return backwards ? place > limits.low : place < limits.high
  }

  /// Whether one of the scroll views around this one moves along an axis.
  ///
  /// - Parameter backwards: as of ``canMove(_:_:)``; `nil`: either way.
  private final func isEnclosedByView(moving axis: ScrollAxis, _ backwards: Bool?) -> Bool {
    var view = superview
    while let here = view {
      view = here.superview
      guard let around = here as? ScrollView, around.isScrollEnabled, around.isMovable(axis) else { continue }
      if backwards.map({ around.canMove(axis, $0) }) ?? true { return true }
    }
    return false
  }

  // MARK: The drag

  final func panChanged() {
    switch pan.state {
    case .began: if !isCaught { beginDrag() }
    case .changed:
      if drag == nil { beginDrag() }
      moveDrag()
    case .ended: endDrag(pan.velocity(in: self))
    case .cancelled: endDrag(.zero)
    case .possible, .failed: return
    }
  }

  private final func beginDrag() {
    // A finger that has stopped the view drags after 1 mm, with the way until then.
    let movement = isCaught ? AxisPair(pan.translation(in: self)) : pan.direction
    if isCaught && GestureVector(x: movement.x, y: movement.y).length < pan.length(tenthsOfMillimetre: 10) { return }
    stopMotion()
    var axes = AxisPair(isMovable(.horizontal), isMovable(.vertical))
    if isDirectionalLockEnabled {
      // The tangent of 30° is 0.577.
      let (across, down) = (movement.x.magnitude64, movement.y.magnitude64)
      if down * 1000 <= across * 577 { axes.y = false } else if across * 1000 <= down * 577 { axes.x = false }
    }
    drag = ScrollDrag(pull: AxisPair(pull(.horizontal), pull(.vertical)), axes: axes)
    indicatorPhase = .shown
    updateIndicators()
    delegate?.scrollViewWillBeginDragging(self)
    moveDrag()
  }

  private final func pull(_ axis: ScrollAxis) -> Int64 {
    bounces ? limits(axis).pull(to: place[axis]) : place[axis]
  }

  private final func moveDrag() {
    guard let drag else { return }
    let moved = AxisPair(pan.translation(in: self))
    var target = place
    func follow(_ axis: ScrollAxis) {
      if !drag.axes[axis] { return }
      let pulled = drag.pull[axis] - moved[axis]
      target[axis] = bounces ? limits(axis).stretched(pulled) : limits(axis).held(pulled)
    }
    follow(.horizontal)
    follow(.vertical)
    showPixel(of: target)
  }

  // MARK: The end

  private final func endDrag(_ velocity: Point) {
    guard let axes = drag?.axes else { return settle() }
    let finger = AxisPair(velocity)
    let speed = AxisPair(axes.x ? 0 - finger.x : 0, axes.y ? 0 - finger.y : 0)
    let released = place
    var motion = decelerating(from: released, speed)
    let natural = motion.end.point
    var target = natural
    delegate?.scrollViewWillEndDragging(self, withVelocity: speed.point, targetContentOffset: &target)
    // The delegate may have moved it, or have ended the drag.
    if drag == nil { return }
    if target != natural {
      motion = spring(from: place, speed, to: held(AxisPair(target)))
    } else if !place.isEqual(to: released) {
      motion = decelerating(from: place, speed)
    }
    (drag, isCaught) = (nil, false)
    let moves = motion.duration > 0
    delegate?.scrollViewDidEndDragging(self, willDecelerate: moves)
    // Meanwhile the program may have begun something else.
    if drag != nil || self.motion != nil { return }
    if moves { decelerate(motion) } else { leaveIndicators(hold: 0) }
  }

  /// All fingers are up, whether or not the pan was recognised.
  final func fingersAreUp() { if isCaught && drag == nil { settle() } }

  /// A finger that stopped the view is up without having dragged: goes back between the limits, or to a page.
  private final func settle() {
    isCaught = false
    if drag != nil || motion != nil { return }
    let motion = decelerating(from: place, .zero)
    if motion.duration > 0 { decelerate(motion) } else { leaveIndicators(hold: 0) }
  }

  /// The movement with which a finger leaves the content.
  private final func decelerating(from place: AxisPair<Int64>, _ speed: AxisPair<Int64>) -> ScrollMotion {
    if isPagingEnabled {
      return spring(
        from: place, speed,
        to: AxisPair(page(.horizontal, place.x, speed.x), page(.vertical, place.y, speed.y)))
    }
    return ScrollMotion(
      .deceleration, AxisPair(thrown(.horizontal, place.x, speed.x), thrown(.vertical, place.y, speed.y)),
      liftTime: pan.liftTime)
  }

  final func thrown(_ axis: ScrollAxis, _ place: Int64, _ speed: Int64) -> AxisMotion {
    AxisMotion(from: place, speed: speed, limits: limits(axis), rate: decelerationRate.perSecond, bounces: bounces)
  }

  private final func spring(
    from place: AxisPair<Int64>, _ speed: AxisPair<Int64>, to target: AxisPair<Int64>
  ) -> ScrollMotion {
    func axis(_ axis: ScrollAxis) -> AxisMotion {
      if place[axis] == target[axis] { return AxisMotion(.still(at: target[axis])) }
      return AxisMotion(.spring(from: place[axis], speed: speed[axis], to: target[axis], overshoots: false))
    }
    return ScrollMotion(.deceleration, AxisPair(axis(.horizontal), axis(.vertical)), liftTime: pan.liftTime)
  }

  /// The page that a finger leaves the content for: the next one in its direction from 150 points a second on, otherwise
  /// the nearest.
  private final func page(_ axis: ScrollAxis, _ place: Int64, _ speed: Int64) -> Int64 {
    let limits = limits(axis)
    let (way, page) = (limits.held(place) - limits.low, limits.viewport)
    if page <= 0 { return limits.held(place) }
    var number = (way + page / 2) / page
    if speed > 150 << 16 { number = way / page + 1 } else if speed < -150 << 16 { number = (way + page - 1) / page - 1 }
    return limits.held(limits.low + number * page)
  }
}

extension ScrollView.DecelerationRate {
  /// The rate of the decay, in 1 / s.
  fileprivate var perSecond: Coefficient { decayExponent(Coefficient(rawValue)) * 1000 }
}
