// Stage: instruments. The field that an instrument lies on, and its frame: how far the value can be believed and how
// urgent it is, told by shape before colour.
import FixedRaster
import LayerRuntime
import PanelSignals

/// The field that an instrument lies on.
public enum Card: Int, CaseIterable, Sendable {
  /// None: whatever lies below shows through.
  case none
  case filled
  /// Its edge alone.
  case outline
}

/// The frame in front of an instrument; its ``card`` lies behind.
///
/// | state | mark |
/// | --- | --- |
/// | old | a corner filled, and the age beside it |
/// | failed | a cross in the corner |
/// | none | a hollow corner |
/// | caution | corners cut, a thin frame |
/// | warning | a heavy frame |
final class FrameLayer: Layer {
  /// The filling of the field.
  let card = ShapeLayer()
  private let line = ShapeLayer()
  private let corner = ShapeLayer()
  let ageText: Caption
  /// Whether the edge shows how urgent the value is.
  var hasEdge = true
  /// Where the age begins beside the corner's mark.
  private var ageTop: Fixed = 0
  // Made once for a size.
  private var cutCard = Path(), cardEdge = Path(), cutLine = Path(), heavyLine = Path()
  private var triangle = Path(), cross = Path(), hollowTriangle = Path()

  init(_ font: FontPack) {
    ageText = Caption(font, alignment: .right)
    super.init()
    (line.fillColor, line.fillRule) = (nil, .evenOdd)
    corner.isHidden = true
    ageText.isHidden = true
    for layer in [line, corner, ageText] { addSublayer(layer) }
  }

  /// - Parameter measure: a 480th of the panel's shorter side, in points.
  func layOut(_ bounds: Rect, capHeight: Fixed, measure: Fixed) {
    (frame, card.frame, line.frame, corner.frame) = (bounds, bounds, bounds, bounds)
    let area = Rect(origin: .zero, size: bounds.size)
    let side = Swift.min(area.width, area.height)
    let radius = Swift.min(side / 8, measure * 4).held(2, 8)
    card.cornerRadius = radius
    cardEdge = Path(roundedRect: area.insetBy(dx: 0.5, dy: 0.5), cornerRadius: radius)
    let cut = Swift.min(side / 5, measure * 10).held(4, 24).whole
    cutCard = Self.cutRect(area, cut)
    let (thin, heavy) = ((measure * 2).held(2, 6).whole, (measure * 3).held(3, 9).whole)
    cutLine = Self.cutRect(area, cut)
    // Parallel to the outer edge: a cut at 45° moves by (2 − √2) of the width.
    cutLine.addPath(Self.cutRect(area.insetBy(dx: thin, dy: thin), cut - thin * 0.586))
    heavyLine = Path(roundedRect: area, cornerRadius: radius)
    heavyLine.addRoundedRect(in: area.insetBy(dx: heavy, dy: heavy), cornerRadius: Swift.max(0, radius - half(heavy)))
    let mark = (side / 11).held(7, 18).whole
    layOutCorner(area, mark)
    ageText.place(
      x: area.maxX - mark - 3, middle: half(mark) + 2, capHeight: Swift.min(capHeight, mark * 0.8))
    ageTop = ageText.frame.minY
  }

  private func layOutCorner(_ area: Rect, _ mark: Fixed) {
    triangle = Path(capacity: 4)
    triangle.move(to: Point(x: area.maxX - mark, y: 0))
    triangle.addLine(to: Point(x: area.maxX, y: 0))
    triangle.addLine(to: Point(x: area.maxX, y: mark))
    triangle.closeSubpath()
    hollowTriangle = triangle
    let inner = mark - 3.5
    hollowTriangle.move(to: Point(x: area.maxX - inner + 0.5, y: 1))
    hollowTriangle.addLine(to: Point(x: area.maxX - 1, y: inner - 0.5))
    hollowTriangle.addLine(to: Point(x: area.maxX - 1, y: 1))
    hollowTriangle.closeSubpath()
    let inset = (mark * 0.3).whole
    let box = Rect(x: area.maxX - mark - inset, y: inset, width: mark, height: mark)
    cross = Path(capacity: 16)
    addCross(to: &cross, in: box, width: (mark / 4).held(2, 4))
  }

  static func cutRect(_ rect: Rect, _ cut: Fixed) -> Path {
    var path = Path(capacity: 10)
    let cut = Swift.min(cut, half(Swift.min(rect.width, rect.height)))
    path.move(to: Point(x: rect.minX + cut, y: rect.minY))
    path.addLine(to: Point(x: rect.maxX - cut, y: rect.minY))
    path.addLine(to: Point(x: rect.maxX, y: rect.minY + cut))
    path.addLine(to: Point(x: rect.maxX, y: rect.maxY - cut))
    path.addLine(to: Point(x: rect.maxX - cut, y: rect.maxY))
    path.addLine(to: Point(x: rect.minX + cut, y: rect.maxY))
    path.addLine(to: Point(x: rect.minX, y: rect.maxY - cut))
    path.addLine(to: Point(x: rect.minX, y: rect.minY + cut))
    path.closeSubpath()
    return path
  }

  // MARK: State

  func show(_ quality: Quality, _ state: ZoneState, _ kind: Card, _ theme: Theme) {
    card.isHidden = kind == .none
    // Rounded, it is a background: behind it, between its corners, nothing is drawn.
    let isRounded = kind == .filled && state != .caution
    card.backgroundColor = isRounded ? theme[.surface] : nil
    card.fillColor = kind == .filled ? theme[.surface] : nil
    card.strokeColor = kind == .outline && state < .caution ? theme[.surface].mixed(150, with: theme[.dim]) : nil
    card.path = kind == .outline ? cardEdge : isRounded ? nil : cutCard
    (card.borderColor, card.borderWidth) = (theme[.advisory], state == .advisory && hasEdge ? 1 : 0)
    line.isHidden = state < .caution || !hasEdge
    line.path = state == .warning ? heavyLine : cutLine
    line.fillColor = theme[state.role]
    corner.isHidden = quality == .fresh
    corner.path = quality == .failed ? cross : quality == .none ? hollowTriangle : triangle
    corner.fillColor = theme[.stale]
    ageText.foregroundColor = theme[.stale]
    // It can be read over whatever lies there.
    ageText.backgroundColor = theme[kind == .filled ? .surface : .ground]
  }

  /// - Parameters:
  ///   - age: in seconds; below 0 for none.
  ///   - right: where something else ends that it may not cover.
  ///   - line: how far below that it may stand instead; 0 for nowhere.
  func showAge(_ age: Int, right: Fixed, line: Fixed) {
    ageText.isHidden = age < 0
    if age < 0 { return }
    ageText.show(ageName(age))
    let (frame, width) = (ageText.frame, ageText.textWidth.ceilWhole + 2)
    let isBeside = frame.maxX - ageText.textWidth >= right
    ageText.frame = Rect(
      x: frame.maxX - width, y: isBeside ? ageTop : ageTop + line, width: width, height: frame.height)
    ageText.isHidden = !isBeside && (line <= 0 || ageText.frame.minX < 0)
  }
}

/// An age in its greatest unit: `12 s`, `3 min`, `2 h`, `5 d`. Takes no memory: up to ten bytes lie in the string itself on
/// every processor.
func ageName(_ seconds: Int) -> String {
  let (count, unit): (Int, StaticString) =
    seconds < 100
    ? (seconds, "s")
    : seconds < 5970
      ? ((seconds + 30) / 60, "min")
      : seconds < 171_000 ? ((seconds + 1800) / 3600, "h") : (Swift.min((seconds + 43_200) / 86_400, 9999), "d")
  return unsafe String(unsafeUninitializedCapacity: 7) { room in
    var length = 0
    var divisor = 1000
    while divisor > 0 {
      if count >= divisor || divisor == 1 {
        unsafe room[length] = UInt8(48 + count / divisor % 10)
        length += 1
      }
      divisor /= 10
    }
    unsafe room[length] = 32
    length += 1
    for index in 0..<unit.utf8CodeUnitCount {
      unsafe room[length] = unit.utf8Start[index]
      length += 1
    }
    return length
  }
}

/// Adds the two bars of a diagonal cross, as one outline.
func addCross(to path: inout Path, in box: Rect, width: Fixed) {
  let c = Point(x: box.midX, y: box.midY)
  // Half a bar, measured along the axes: width · √2 / 2.
  let w = width * 0.7071
  let (rx, ry) = (half(box.width), half(box.height))
  path.move(to: Point(x: c.x, y: c.y - w))
  path.addLine(to: Point(x: c.x + rx - w, y: c.y - ry))
  path.addLine(to: Point(x: c.x + rx, y: c.y - ry + w))
  path.addLine(to: Point(x: c.x + w, y: c.y))
  path.addLine(to: Point(x: c.x + rx, y: c.y + ry - w))
  path.addLine(to: Point(x: c.x + rx - w, y: c.y + ry))
  path.addLine(to: Point(x: c.x, y: c.y + w))
  path.addLine(to: Point(x: c.x - rx + w, y: c.y + ry))
  path.addLine(to: Point(x: c.x - rx, y: c.y + ry - w))
  path.addLine(to: Point(x: c.x - w, y: c.y))
  path.addLine(to: Point(x: c.x - rx, y: c.y - ry + w))
  path.addLine(to: Point(x: c.x - rx + w, y: c.y - ry))
  path.closeSubpath()
}

/// After how many seconds an age has another name.
func secondsToNextAgeName(_ seconds: Int) -> Int {
  let (unit, offset) =
    seconds < 100 ? (1, 0) : seconds < 5970 ? (60, 30) : seconds < 171_000 ? (3600, 1800) : (86_400, 43_200)
  return unit - (seconds + offset) % unit
}
