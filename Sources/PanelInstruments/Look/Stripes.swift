// Stage: instruments. The stripes of an old value.
import FixedRaster
import LayerRuntime

extension Path {
  /// Diagonal lines across a rectangle and about its edge, to be stroked.
  static func hatching(_ rect: Rect) -> Path {
    var path = Path(capacity: 128)
    path.addRect(rect.insetBy(dx: 1, dy: 1))
    let pitch = Swift.max(6, (rect.width + rect.height) / 50)
    var offset = pitch - rect.height
    while offset < rect.width && path.count < 124 {
      path.move(to: Point(x: rect.minX + offset, y: rect.maxY))
      path.addLine(to: Point(x: rect.minX + offset + rect.height, y: rect.minY))
      offset += pitch
    }
    return path
  }

  /// Every second of the slices that a needle is cut into, aslant.
  /// - Parameters:
  ///   - length: from the centre of rotation to the tip.
  ///   - tail: from there to the other end.
  ///   - middle, tip: half the width at the centre and at the tip.
  static func slices(length: Fixed, tail: Fixed, middle: Fixed, tip: Fixed) -> Path {
    var path = Path(capacity: 64)
    let pitch = Swift.max(5, length / 12)
    func halfWidth(_ y: Fixed) -> Fixed {
      y < 0 ? middle + (tip - middle) * (-y / Swift.max(1, length)) : middle * 0.9
    }
    var y = -length
    while y < tail && path.count < 60 {
      let end = Swift.min(y + pitch * 0.55, tail)
      let (a, b) = (halfWidth(y), halfWidth(end))
      path.move(to: Point(x: -a, y: y + a))
      path.addLine(to: Point(x: a, y: y - a))
      path.addLine(to: Point(x: b, y: end - b))
      path.addLine(to: Point(x: -b, y: end + b))
      path.closeSubpath()
      y += pitch
    }
    return path
  }
}
