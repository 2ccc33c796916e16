// Stage: instruments. The mark of a value beyond a round scale.
import FixedRaster
import LayerRuntime

/// A double chevron at the end of the scale that the value lies beyond. It points away from the scale.
final class BeyondMark: ShapeLayer {
  private var dial = RoundScale(0...1)
  /// Of the scale's middle line.
  private var radius: Fixed = 0

  override init() {
    super.init()
    fillColor = nil
  }

  /// - Parameter size: half of the chevron's height.
  func layOut(on dial: RoundScale, radius: Fixed, size: Fixed) {
    (self.dial, self.radius) = (dial, radius)
    bounds = .zero
    position = dial.center
    // At the upper end, at twelve o'clock.
    var path = Path(capacity: 8)
    for offset in [0, size * 1.2] { addChevron(to: &path, Point(x: offset, y: -radius), size: size, step: size) }
    self.path = path
  }

  /// Marks an end: so many degrees beyond it where that place lies within `room`, else as far before it.
  func show(isAbove: Bool, away: Fixed, room: Rect?) {
    let isClockwise = isAbove != dial.isReversed
    let (end, beyond) = isClockwise ? (dial.start + dial.sweep, away) : (dial.start, -away)
    let hasRoom = room?.contains(dial.point(end + beyond, radius)) ?? false
    let angle = hasRoom ? end + beyond : end - beyond
    setAffineTransform(isClockwise ? turn(angle) : AffineTransform(scaleX: -1, y: 1).concatenating(turn(angle)))
  }
}

/// Adds two strokes that meet beside a place.
/// - Parameters:
///   - size: half of their height.
///   - step: how far to the right they meet.
@inline(never)
func addChevron(to path: inout Path, _ place: Point, size: Fixed, step: Fixed) {
  path.move(to: Point(x: place.x, y: place.y - size))
  path.addLine(to: Point(x: place.x + step, y: place.y))
  path.addLine(to: Point(x: place.x, y: place.y + size))
}
