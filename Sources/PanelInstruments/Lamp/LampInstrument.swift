// Stage: instruments. A state that is on or off.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals
import SystemFiles

/// A lamp (P43): a word in an outline, with a disc that is filled when it is on. An urgent one is filled as a whole, and its shape
/// says how urgent it is: with corners cut for a caution, with a triangle for a warning. It is on where its value is not 0.
public final class LampInstrument: Instrument {
  /// Its text; while it is off, ``offLegend`` where there is one.
  public var legend = "" { didSet { if !haveSameBytes(legend, oldValue) { setNeedsLayout() } } }
  public var offLegend: String? { didSet { setNeedsLayout() } }
  /// The meanings of the value's codes; where there are some the lamp says which holds, below its legend. They are left
  /// out where `take(_:_:)` got a text of the lamp's own.
  public var entries: [StateEntry] = [] { didSet { setNeedsLayout() } }
  /// Which of the icons' font stands in front of it.
  public var icon: Unicode.Scalar? { didSet { if icon != oldValue { setNeedsLayout() } } }
  /// The urgency of being on.
  public var urgency = ZoneState.caution { didSet { if urgency != oldValue { setNeedsLayout() } } }
  /// Whether it flashes while it is on, until it is acknowledged; see ``Instrument/isFlashOn``.
  public var flashes = false { didSet { if flashes != oldValue { setNeedsLayout() } } }

  /// Whether it is on whatever its value is: pressed to test.
  public var isTesting = false { didSet { if isTesting != oldValue { appearanceChanged() } } }

  /// Whether it shows that it is on, in the lit part of a flash or not.
  public var isOn: Bool { isTesting || (quality == .fresh && value.value != .zero) }

  private let field = ShapeLayer()
  private let outline = ShapeLayer()
  private let disc = ShapeLayer()
  private let triangle = ShapeLayer()
  private let exclamation = ShapeLayer()
  private let iconText: Caption
  private let text: Caption
  private let legendText: Caption
  private var stateIcons: [String] = []
  /// The middles of a state's word beside its sign, and of one that has none.
  private var besideIcon: Fixed = 0, alone: Fixed = 0
  private var hasOwnText = false
  private var saysState: Bool { !entries.isEmpty && !hasOwnText }

  public override init(_ style: InstrumentStyle) {
    iconText = Caption(style.fonts.icons)
    text = Caption(style.fonts.text)
    legendText = Caption(style.fonts.text)
    super.init(style)
    card = .none
    outline.fillColor = nil
    for layer in [field, outline, disc, triangle, exclamation, iconText, text, legendText] as [Layer] {
      addSublayer(layer)
    }
  }

  // MARK: Layout

  public override func layOut(in content: Rect) {
    for layer in [field, outline, disc, triangle, exclamation] { layer.frame = bounds }
    // No lamp is as high as a button.
    let most = measure * (saysState ? 56 : 36)
    let height = Swift.min(Swift.max(0, content.height - 2), most.whole)
    let area = Rect(
      x: content.minX + Swift.min(1, half(content.width)), y: (content.midY - half(height)).whole,
      width: Swift.max(0, content.width - 2), height: height)
    let side = Swift.min(area.width, area.height)
    field.path = Self.shape(area, urgency, side)
    let thin: Fixed = side < 24 ? 1 : 2
    outline.path = Self.shape(area.insetBy(dx: half(thin), dy: half(thin)), urgency, side)
    outline.lineWidth = thin
    legendText.isHidden = !saysState || legend.isEmpty || area.height < 24
    if legendText.isHidden { return layOutLegend(area) }
    let cap = scaled(area.height * 0.16, 5, 13)
    legendText.show(legend)
    legendText.place(
      x: area.midX, middle: area.minY + area.height * 0.3, capHeight: cap, width: area.width * 0.84)
    layOutLegend(
      Rect(x: area.minX, y: area.minY + area.height * 0.4, width: area.width, height: area.height * 0.5))
  }

  private static func shape(_ area: Rect, _ urgency: ZoneState, _ side: Fixed) -> Path {
    if urgency != .caution { return Path(roundedRect: area, cornerRadius: (side / 10).held(2, 6)) }
    return FrameLayer.cutRect(area, (side * 0.22).held(4, 16).whole)
  }

  /// Mark, icon and legend in a row, as large as the field lets them be.
  private func layOutLegend(_ area: Rect) {
    let hasMark = urgency == .warning
    let shown = saysState ? entries.map { $0.text } : [legend, offLegend ?? ""]
    stateIcons = saysState ? entries.map { $0.icon.map { String(Character($0)) } ?? "" } : []
    let hasIcon = icon != nil || stateIcons.contains { !$0.isEmpty }
    var width: Fixed = 0
    for words in shown { width = Swift.max(width, text.width(of: words, capHeight: 100)) }
    let hasDisc = urgency < .caution && !hasIcon && width > 0
    let markWidth: Fixed = hasMark ? 190 : hasDisc ? 130 : 0
    let iconWidth: Fixed = !hasIcon ? 0 : width == 0 && !hasMark ? 150 : 190
    let whole = Swift.max(1, width + markWidth + iconWidth)
    let most = scaled(area.height * (saysState ? 0.5 : 0.4), 0, 28)
    var cap = Swift.min(most, area.width * 0.84 / whole * 100)
    var shortened: Fixed?
    // The words of a state are shortened before they are too small to be read.
    if saysState && cap < 9 && cap < most {
      cap = Swift.min(9, most)
      let room = Swift.max(0, area.width * 0.84 - (markWidth + iconWidth) * cap / 100)
      (shortened, width) = (room, Swift.min(width, room * 100 / Swift.max(1, cap)))
    }
    let share = cap / 100
    var x = area.midX - half((width + markWidth + iconWidth) * share)
    let middle = area.midY.whole
    (triangle.path, exclamation.path) = hasMark ? Self.mark(x: x, middle: middle, cap: cap) : (nil, nil)
    let radius = 40 * share
    disc.path =
      hasDisc
      ? Path(ellipseIn: Rect(x: x, y: middle - radius, width: radius * 2, height: radius * 2).insetBy(dx: 1, dy: 1))
      : nil
    x += markWidth * share
    iconText.isHidden = !hasIcon
    if hasIcon {
      if let icon { iconText.show(String(Character(icon))) }
      iconText.placeIcon(x: x + 75 * share, middle: middle, size: cap * 1.6)
    }
    x += iconWidth * share
    text.alignmentMode = .center
    (besideIcon, alone) = (x + half(width * share), area.midX + half(markWidth * share))
    text.place(x: besideIcon, middle: middle, capHeight: cap, width: shortened)
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

  // MARK: Changes

  private var wasOn = false

  public override func valueChanged() {
    if isOn != wasOn { appearanceChanged() } else if saysState { showText() }
  }

  /// The name of the state where its signal has one, or the legend.
  private func showText() {
    if !saysState { return text.show(isOn ? legend : offLegend ?? legend) }
    let entry = entries.index(of: value)
    text.show(entry.map { entries[$0].text } ?? self.text(of: value))
    if icon != nil { return }
    let sign = entry.flatMap { $0 < stateIcons.count ? stateIcons[$0] : nil } ?? ""
    iconText.show(sign)
    text.position.x = sign.isEmpty ? alone : besideIcon
  }

  public override var isFlashingLight: Bool { flashes && isOn && !isAcknowledged }

  public override func appearanceChanged() {
    wasOn = isOn
    showText()
    let isShining = isOn && (!isFlashingLight || isFlashOn)
    // Only an urgent one is filled.
    let isLight = isShining && urgency >= .caution
    let color = tinted(urgency.role)
    field.fillColor = isLight ? color : theme[.surface]
    outline.strokeColor =
      isOn ? color : theme[.surface].mixed(quality == .fresh ? 150 : 190, with: theme[.dim])
    outline.lineDashPattern = quality == .fresh ? nil : [4, 4]
    let ink = isLight ? theme[.surface] : isOn ? color : quality == .fresh ? theme[.dim] : theme[.stale]
    text.foregroundColor = ink
    legendText.foregroundColor = ink
    iconText.foregroundColor = ink
    disc.fillColor = isShining ? color : nil
    (disc.strokeColor, disc.lineWidth) = (isOn ? color : outline.strokeColor, 2)
    triangle.fillColor = ink
    exclamation.fillColor = isLight ? color : theme[.surface]
  }

  public override var followsValue: Bool { false }

  override func describe(by signal: PanelRecord, _ shown: ShownUnit, _ builder: PanelBuilder) {
    super.describe(by: signal, shown, builder)
    // Its name is written on it, and not above it.
    (legend, title) = (title ?? "", nil)
  }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    icon = record.text(.icon)?.unicodeScalars.first
    if let signal = builder.signal(record.signal(.value)) { entries = builder.states(signal) }
  }

  override var needsTitle: Bool { false }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .flashes: flashes = reading.isTrue
    case .state: urgency = ZoneState(rawValue: reading.value.rounded) ?? .normal
    default: super.take(key, reading)
    }
  }

  public override func take(_ key: PropertyKey, _ text: String) {
    if key == .text { hasOwnText = true }
    if key == .text || key == .title { legend = text } else { super.take(key, text) }
  }
}
