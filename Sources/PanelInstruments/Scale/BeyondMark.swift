// Stage: instruments. The marks of a value beyond a scale.
import FixedRaster
import LayerRuntime

/// A double chevron at the end of the round scale that the value lies beyond. It points away from the scale.
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

extension ShapeLayer {
  /// Becomes the same mark of a straight scale: it lies within the end that the value lies beyond.
  /// - Parameter size: half of the chevron's width.
  @inline(never)
  func layOutEdgeMark(size: Fixed) {
    var path = Path(capacity: 8)
    for offset in [size * 1.2, size * 2.4] {
      path.move(to: Point(x: -size, y: offset + size))
      path.addLine(to: Point(x: 0, y: offset))
      path.addLine(to: Point(x: size, y: offset + size))
    }
    (self.path, lineWidth, fillColor, bounds) = (path, Swift.max(1.5, size * 0.3), nil, .zero)
  }

  /// - Parameter beyond: 1 at the upper end of the track, −1 at the lower one, 0 at none.
  @inline(never)
  func showEdgeMark(_ beyond: Int, in track: Rect, isUpright: Bool) {
    isHidden = beyond == 0
    if beyond == 0 { return }
    let isAbove = beyond > 0
    position =
      isUpright
      ? Point(x: track.midX, y: isAbove ? track.minY : track.maxY)
      : Point(x: isAbove ? track.maxX : track.minX, y: track.midY)
    setAffineTransform(turn((isUpright ? 0 : 90) + (isAbove ? 0 : 180)))
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
