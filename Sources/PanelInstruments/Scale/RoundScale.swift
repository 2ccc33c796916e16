// Stage: instruments. Values become angles, and angles places.
import FixedRaster
import LayerRuntime
import PanelSignals

/// Where the zero of a scale from below zero to above it lies.
public enum ZeroPlace: Int, Sendable {
  /// At twelve or nine o'clock, whichever leaves more of the circle to the scale, if that costs less than a quarter.
  case automatic
  case top, left
  /// Wherever it falls.
  case free
}

/// A scale on a circle. Angles are degrees, clockwise from twelve o'clock.
struct RoundScale {
  var center = Point.zero
  /// Its radius: half of the dial's diameter.
  var radius: Fixed = 0
  var start: Fixed = -135
  var sweep: Fixed = 270
  /// Whether values grow counterclockwise, from the other end.
  var isReversed = false

  var diameter: Fixed { radius + radius }

  /// - Parameters:
  ///   - sweep: of the whole scale, held to 30...360.
  ///   - start: its lower end; `nil` leaves the gap at six o'clock and lets zero lie where it is looked for.
  ///   - isCounter: whether values grow counterclockwise.
  ///   - isMirrored: whether left and right change places.
  init(
    _ range: ClosedRange<Fixed64>, sweep: Fixed = 270, start: Fixed? = nil, zero: ZeroPlace = .automatic,
    isCounter: Bool = false, isMirrored: Bool = false
  ) {
    self.sweep = sweep.held(30, 360)
    if let start {
      (self.start, isReversed) = (isCounter ? start - self.sweep : start, isCounter)
    } else {
      // A whole circle has no gap: it begins at twelve o'clock, as a clock does.
      self.start = self.sweep >= 360 ? 0 : -half(self.sweep)
      placeZero(range, zero)
      if isCounter { mirror() }
    }
    if isMirrored { mirror() }
    // Its middle lies within half a turn of twelve o'clock.
    self.start -= Fixed((((self.start + half(self.sweep) + 180) / 360).ceil - 1) * 360)
  }

  private mutating func mirror() { (start, isReversed) = (-(start + sweep), !isReversed) }

  private mutating func placeZero(_ range: ClosedRange<Fixed64>, _ zero: ZeroPlace) {
    if range.lowerBound >= .zero || range.upperBound <= .zero || zero == .free { return }
    let (top, left) = (scale(range, zeroAt: 0), scale(range, zeroAt: -90))
    switch zero {
    case .top: if let top { (start, sweep) = top }
    case .left: if let left { (start, sweep) = left }
    default:
      let better = (left?.sweep ?? 0) > (top?.sweep ?? 0) ? left : top
      if let better, better.sweep >= sweep * 0.75 { (start, sweep) = better }
    }
  }

  /// The longest scale within the present one that has zero at an angle.
  private func scale(_ range: ClosedRange<Fixed64>, zeroAt angle: Fixed) -> (start: Fixed, sweep: Fixed)? {
    let (below, above) = (angle - start, start + sweep - angle)
    if below <= 0 || above <= 0 { return nil }
    let (lower, upper) = (-range.lowerBound, range.upperBound)
    // Degrees for one unit of the value, by the narrower side: as shares of the range, so that nothing is lost.
    guard let ratio = lower / upper else { return nil }
    let fits = Fixed64(above) * ratio <= Fixed64(below)
    let (lowerSweep, upperSweep): (Fixed64, Fixed64)
    if fits {
      (lowerSweep, upperSweep) = (Fixed64(above) * ratio, Fixed64(above))
    } else {
      (lowerSweep, upperSweep) = (Fixed64(below), (Fixed64(below) / ratio) ?? Fixed64(above))
    }
    return (angle - Fixed(lowerSweep), Fixed(lowerSweep + upperSweep))
  }

  /// The angle of a share of the scale.
  func angle(_ share: Fixed64) -> Fixed {
    let turn = Fixed(share * Fixed64(sweep))
    return isReversed ? start + sweep - turn : start + turn
  }

  func point(_ angle: Fixed, _ distance: Fixed) -> Point { place(from: center, angle: angle, distance: distance) }

  /// How far its places are from the centre, of a radius of 1.
  var reach: Rect {
    var reach = Rect.null
    var angle = start
    while true {
      reach = reach.union(Rect(origin: place(from: .zero, angle: angle, distance: 1), size: .zero))
      if angle >= start + sweep { return reach }
      // On to the next quarter, or the end.
      angle = Swift.min(start + sweep, Fixed(((angle / 90).floor + 1) * 90))
    }
  }

  // MARK: Shapes

  /// Adds a bar that points to the centre.
  func addMark(to path: inout Path, angle: Fixed, outer: Fixed, length: Fixed, width: Fixed) {
    let turn = sineCosine(radians(angle))
    let (dx, dy) = ((turn.cosine * Coefficient(half(width))).fixed, (turn.sine * Coefficient(half(width))).fixed)
    let (far, near) = (point(angle, outer), point(angle, outer - length))
    path.move(to: Point(x: far.x - dx, y: far.y - dy))
    path.addLine(to: Point(x: far.x + dx, y: far.y + dy))
    path.addLine(to: Point(x: near.x + dx, y: near.y + dy))
    path.addLine(to: Point(x: near.x - dx, y: near.y - dy))
    path.closeSubpath()
  }

  /// Adds a piece of a ring, between two angles.
  func addBand(to path: inout Path, from: Fixed, to end: Fixed, outer: Fixed, inner: Fixed) {
    if end == from || outer <= inner { return }
    path.move(to: point(from, outer))
    addArc(to: &path, outer, from, end)
    path.addLine(to: point(end, inner))
    addArc(to: &path, inner, end, from)
    path.closeSubpath()
  }

  /// Adds an arc to a path that has a current point, which is its start.
  func addArc(to path: inout Path, _ distance: Fixed, _ from: Fixed, _ end: Fixed) {
    path.addArc(
      center: center, radius: distance, startAngle: radians(from - 90), endAngle: radians(end - 90),
      clockwise: end >= from)
  }
}
