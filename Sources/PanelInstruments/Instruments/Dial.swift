import FixedRaster
import LayerRuntime

/// A round face as the document's compass has it: an ellipse 3 points inside the bounds, 2 points wide. Touched only where
/// it is round.
class Dial: ShapeLayer {
  /// - Parameters:
  ///   - diameter: in points.
  ///   - inset: from the bounds to the circle, in points.
  init(diameter: Fixed, inset: Fixed, lineWidth: Fixed) {
    super.init()
    bounds = Rect(x: 0, y: 0, width: diameter, height: diameter)
    var circle = Path(capacity: 10)
    circle.addEllipse(in: bounds.insetBy(dx: inset, dy: inset))
    path = circle
    fillColor = Palette.face
    strokeColor = Palette.rim
    self.lineWidth = lineWidth
    lineJoin = .round
  }

  final var center: Point { Point(x: bounds.midX, y: bounds.midY) }

  override func contains(_ point: Point) -> Bool {
    let from = point - center
    return length(from.dx.rawValue, from.dy.rawValue) <= UInt32(bitPattern: half(bounds.width).rawValue)
  }
}

extension Layer {
  /// Turns the layer about its anchor, in radians clockwise, as the document's clock does.
  @inline(never)
  final func rotate(to angle: Fixed) { setAffineTransform(AffineTransform(rotationAngle: angle)) }

  /// Adds a mark that turns about the middle of the bounds: a bar whose anchor is there, as the document's letters are
  /// anchored.
  /// - Parameters:
  ///   - outer: from the middle to the mark's outer end, in points.
  ///   - length: above 0, in points.
  @inline(never)
  final func addMark(angle: Fixed, outer: Fixed, length: Fixed, width: Fixed, color: Color) {
    let mark = Layer()
    mark.bounds = Rect(x: 0, y: 0, width: width, height: length)
    mark.anchorPoint = Point(x: 0.5, y: outer / length)
    mark.position = Point(x: bounds.midX, y: bounds.midY)
    mark.cornerRadius = half(width)
    mark.backgroundColor = color
    mark.rotate(to: angle)
    addSublayer(mark)
  }
}
