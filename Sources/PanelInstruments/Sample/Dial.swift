import FixedRaster
import LayerRuntime

/// A round face as the document's compass has it: an ellipse 3 points inside the bounds, 2 points wide. Touched only
/// where it is round.
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
  /// A layer that is nothing but a rectangle, round where its radius says so.
  @inline(never)
  static func box(_ frame: Rect, color: Color?, cornerRadius: Fixed = 0) -> Layer {
    let box = Layer()
    box.frame = frame
    box.backgroundColor = color
    box.cornerRadius = cornerRadius
    return box
  }

  /// A disc about a centre.
  static func disc(radius: Fixed, at center: Point, color: Color) -> Layer {
    box(
      Rect(x: center.x - radius, y: center.y - radius, width: radius + radius, height: radius + radius), color: color,
      cornerRadius: radius)
  }

  /// Pins the layer: which place in it, in units of its bounds, and where that lies in the superlayer.
  @inline(never)
  final func pin(_ anchorPoint: Point, at position: Point) {
    self.anchorPoint = anchorPoint
    self.position = position
  }

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
    let mark = Layer.box(Rect(x: 0, y: 0, width: width, height: length), color: color, cornerRadius: half(width))
    mark.pin(Point(x: 0.5, y: outer / length), at: Point(x: bounds.midX, y: bounds.midY))
    mark.rotate(to: angle)
    addSublayer(mark)
  }
}
