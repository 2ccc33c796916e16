// Stage: instruments. A state that is on or off.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A lamp (P43): a labelled field, outlined when off and filled when on. The field's shape says how urgent it is: plain,
/// with corners cut for a caution, with a triangle for a warning. It is on where its value is not 0.
public final class LampInstrument: Instrument {
  /// What it says; where it says something else when it is off, ``offLegend`` does.
  public var legend = "" { didSet { if !haveSameBytes(legend, oldValue) { setNeedsLayout() } } }
  public var offLegend: String? { didSet { setNeedsLayout() } }
  /// Which of the icons' font stands in front of it.
  public var icon: Unicode.Scalar? { didSet { if icon != oldValue { setNeedsLayout() } } }
  /// What being on means.
  public var urgency = ZoneState.normal { didSet { if urgency != oldValue { setNeedsLayout() } } }
  /// Whether it flashes while it is on, until it is acknowledged; see ``Instrument/isFlashOn``.
  public var flashes = false { didSet { if flashes != oldValue { setNeedsLayout() } } }

  /// Whether it is on whatever its value is: pressed to test.
  public var isTesting = false { didSet { if isTesting != oldValue { lightChanged() } } }

  /// Whether it shows that it is on, in the lit part of a flash or not.
  public var isOn: Bool { isTesting || (quality == .fresh && value.value != .zero) }

  private let field = ShapeLayer()
  private let outline = ShapeLayer()
  private let triangle = ShapeLayer()
  private let exclamation = ShapeLayer()
  private let iconText: Caption
  private let text: Caption

  public override init(_ style: InstrumentStyle) {
    iconText = Caption(style.fonts.icons)
    text = Caption(style.fonts.text)
    super.init(style)
    showsCard = false
    outline.fillColor = nil
    for layer in [field, outline, triangle, exclamation, iconText, text] as [Layer] { addSublayer(layer) }
  }

  // MARK: Layout

  public override func layOut(in content: Rect) {
    for layer in [field, outline, triangle, exclamation] { layer.frame = bounds }
    let area = content.insetBy(dx: Swift.min(1, half(content.width)), dy: Swift.min(1, half(content.height)))
    let side = Swift.min(area.width, area.height)
    field.path = Self.shape(area, urgency, side)
    let thin = (side / 40).held(1, 2).whole
    outline.path = Self.shape(area.insetBy(dx: half(thin), dy: half(thin)), urgency, side)
    outline.lineWidth = thin
    layOutLegend(area)
  }

  private static func shape(_ area: Rect, _ urgency: ZoneState, _ side: Fixed) -> Path {
    if urgency != .caution { return Path(roundedRect: area, cornerRadius: (side / 10).held(2, 6)) }
    return FrameLayer.cutRect(area, (side * 0.22).held(4, 16).whole)
  }

  /// Mark, icon and legend in a row, as large as the field lets them be.
  private func layOutLegend(_ area: Rect) {
    let hasMark = urgency == .warning
    let shown = [legend, offLegend ?? ""]
    let width = Swift.max(text.width(of: shown[0], capHeight: 100), text.width(of: shown[1], capHeight: 100))
    let markWidth: Fixed = hasMark ? 190 : 0
    let iconWidth: Fixed = icon == nil ? 0 : width == 0 && !hasMark ? 150 : 190
    let whole = Swift.max(1, width + markWidth + iconWidth)
    let cap = Swift.min(Swift.min(area.height * 0.3, 28), area.width * 0.84 / whole * 100)
    let share = cap / 100
    var x = area.midX - half(whole * share)
    let middle = area.midY.whole
    (triangle.path, exclamation.path) = hasMark ? Self.mark(x: x, middle: middle, cap: cap) : (nil, nil)
    x += markWidth * share
    iconText.isHidden = icon == nil
    if let icon {
      iconText.show(String(Character(icon)))
      iconText.placeIcon(x: x + 75 * share, middle: middle, size: cap * 1.6)
    }
    x += iconWidth * share
    text.alignmentMode = .center
    text.place(x: x + half(width * share), middle: middle, capHeight: cap)
  }

  /// A triangle and the sign in it.
  private static func mark(x: Fixed, middle: Fixed, cap: Fixed) -> (Path, Path) {
    let (w, top, bottom) = (cap * 1.6, middle - cap * 0.75, middle + cap * 0.65)
    var path = Path(capacity: 4)
    path.move(to: Point(x: x + half(w), y: top))
    path.addLine(to: Point(x: x + w, y: bottom))
    path.addLine(to: Point(x: x, y: bottom))
    path.closeSubpath()
    var sign = Path(capacity: 12)
    let (thickness, center) = (Swift.max(1.5, cap * 0.16), x + half(w))
    sign.addRect(Rect(x: center - half(thickness), y: top + cap * 0.45, width: thickness, height: cap * 0.48))
    sign.addRect(Rect(x: center - half(thickness), y: top + cap * 1.05, width: thickness, height: thickness))
    return (path, sign)
  }

  // MARK: What changes

  private var wasOn = false

  public override func valueChanged() {
    if isOn != wasOn { lightChanged() }
  }

  private func lightChanged() {
    wasOn = isOn
    text.show(isOn ? legend : offLegend ?? legend)
    appearanceChanged()
  }

  public override var isFlashingLight: Bool { flashes && isOn && !isAcknowledged }

  public override func appearanceChanged() {
    wasOn = isOn
    text.show(isOn ? legend : offLegend ?? legend)
    let isLight = isOn && (!isFlashingLight || isFlashOn)
    let color = tinted(urgency.role)
    field.fillColor = isLight ? color : theme[.surface]
    outline.strokeColor =
      isOn ? color : theme[.surface].mixed(quality == .fresh ? 150 : 190, with: theme[.dim])
    outline.lineDashPattern = quality == .fresh ? nil : [4, 4]
    let ink = isLight ? theme[.surface] : isOn ? color : quality == .fresh ? theme[.dim] : theme[.stale]
    text.foregroundColor = ink
    iconText.foregroundColor = ink
    triangle.fillColor = ink
    exclamation.fillColor = isLight ? color : theme[.surface]
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .flashes: flashes = reading.value != .zero
    case .state: urgency = ZoneState(rawValue: reading.value.rounded) ?? .normal
    default: super.take(key, reading)
    }
  }

  public override func take(_ key: PropertyKey, _ text: String) {
    if key == .text || key == .title { legend = text } else { super.take(key, text) }
  }
}
