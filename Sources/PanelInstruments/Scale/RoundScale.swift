// Stage: instruments. Values become angles, and angles places.
import FixedRaster
import LayerRuntime
import PanelSignals

/// A degree in radians.
var degree: Fixed { Fixed(rawValue: 1144) }

/// A scale on a circle. Angles are degrees, clockwise from twelve o'clock.
struct RoundScale {
  var center: Point
  var diameter: Fixed
  var start, sweep: Fixed

  /// The angle of a value. Values beyond the range lie beyond the scale.
  func angle(of value: Fixed64, in range: ClosedRange<Fixed64>) -> Fixed {
    guard let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound) else { return start }
    return start + Fixed(share * Fixed64(rawValue: Int64(sweep.rawValue) << 16))
  }

  func point(angle: Fixed, radius: Fixed) -> Point {
    let turn = sineCosine(angle * degree)
    let (dx, dy) = (turn.sine * Coefficient(radius), turn.cosine * Coefficient(radius))
    return Point(x: center.x + dx.fixed, y: center.y - dy.fixed)
  }

  /// Adds a bar that points to the centre.
  func addMark(to path: inout Path, angle: Fixed, outer: Fixed, length: Fixed, width: Fixed) {
    let turn = sineCosine(angle * degree)
    let (dx, dy) = ((turn.cosine * Coefficient(half(width))).fixed, (turn.sine * Coefficient(half(width))).fixed)
    let (far, near) = (point(angle: angle, radius: outer), point(angle: angle, radius: outer - length))
    path.move(to: Point(x: far.x - dx, y: far.y - dy))
    path.addLine(to: Point(x: far.x + dx, y: far.y + dy))
    path.addLine(to: Point(x: near.x + dx, y: near.y + dy))
    path.addLine(to: Point(x: near.x - dx, y: near.y - dy))
    path.closeSubpath()
  }
}
