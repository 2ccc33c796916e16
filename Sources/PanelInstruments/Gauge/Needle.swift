// Stage: instruments. The pointer on a round scale.
import FixedRaster
import LayerRuntime
import PanelSignals

/// A needle: one layer that is turned, and a shadow that is turned with it but falls straight down.
final class Needle: Layer {
  private let shadow = ShapeLayer()
  private let body = ShapeLayer()
  private var solid = Path(), hatched = Path()

  override init() {
    super.init()
    addSublayer(shadow)
    addSublayer(body)
  }

  /// - Parameters:
  ///   - center: the centre of its rotation.
  ///   - length: from there to the tip.
  ///   - tail: from there to the other end.
  ///   - width: at the centre; it tapers to `tip` there and a little less towards the tail.
  ///   - begin: how far from the centre it begins; 0 for one that goes through it.
  func layOut(
    center: Point, length: Fixed, tail: Fixed, width: Fixed, tip: Fixed, drop: Fixed, from begin: Fixed = 0
  ) {
    if begin > 0 {
      var mark = Path(capacity: 4)
      mark.addRect(Rect(x: -half(width), y: -length, width: width, height: length - begin))
      (solid, hatched) = (mark, mark)
    } else {
      solid = Self.outline(length, tail, half(width), half(tip))
      hatched = .slices(length: length, tail: tail, middle: half(width), tip: half(tip))
    }
    for layer in [shadow, body] { layer.bounds = .zero }
    body.position = center
    shadow.position = Point(x: center.x, y: center.y + drop)
    shadow.path = solid
    shadow.isHidden = drop <= 0
  }

  private static func outline(_ length: Fixed, _ tail: Fixed, _ w: Fixed, _ tip: Fixed) -> Path {
    var path = Path(capacity: 8)
    path.move(to: Point(x: -tip, y: -length))
    path.addLine(to: Point(x: tip, y: -length))
    path.addLine(to: Point(x: w, y: 0))
    path.addLine(to: Point(x: w * 0.8, y: tail))
    path.addLine(to: Point(x: -w * 0.8, y: tail))
    path.addLine(to: Point(x: -w, y: 0))
    path.closeSubpath()
    return path
  }

  func point(_ angle: Fixed) {
    let turn = turn(angle)
    body.setAffineTransform(turn)
    shadow.setAffineTransform(turn)
  }

  func show(_ quality: Quality, _ color: Color) {
    isHidden = quality > .old
    body.path = quality == .old ? hatched : solid
    body.fillColor = color
    shadow.opacity = quality == .old ? 0 : 1
    shadow.fillColor = Color(red: 0, green: 0, blue: 0, alpha: 70)
  }
}
