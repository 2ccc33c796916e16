// Stage: instruments. A value in digits.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals
import SystemFiles

/// A number (P43): title above, value, and its unit behind it on the same line.
public final class NumberInstrument: Instrument {
  public enum Digits: Int, CaseIterable, Sendable { case plain, segments }

  /// Whether digits are those of seven segments, with the unlit ones to be seen.
  public var usesSegments = false { didSet { if usesSegments != oldValue { fontChanged() } } }
  /// Whether the least and the greatest value are written below; they are ``peak`` and ``low``.
  public var showsExtremes = false { didSet { if showsExtremes != oldValue { setNeedsLayout() } } }
  /// Whether there is a place for an arrow that says where the value goes.
  public var showsTrend = false { didSet { if showsTrend != oldValue { setNeedsLayout() } } }
  /// Whether there is a second line with the wanted value.
  public var showsTarget = false { didSet { if showsTarget != oldValue { setNeedsLayout() } } }

  /// The past of the value, as a line below it.
  var history: TrendInstrument? {
    didSet {
      oldValue?.removeFromSuperlayer()
      guard let history else { return }
      history.card = .none
      (history.showsScale, history.showsValue, history.showsZones) = (false, false, false)
      history.showsGrid = false
      insertSublayer(history, below: readout)
      setNeedsLayout()
    }
  }

  // MARK: Told while it is shown

  /// How fast the value changes: the arrow shows its sign; at 0 there is none.
  public var rate = Reading.none { didSet { if rate != oldValue { trendChanged() } } }
  public var peak = Reading.none { didSet { if peak != oldValue { extremesChanged() } } }
  public var low = Reading.none { didSet { if low != oldValue { extremesChanged() } } }
  /// The wanted value.
  public var target = Reading.none { didSet { if target != oldValue { extremesChanged() } } }

  let readout: ValueReadout
  /// The value whose text there is room for, and that text's bytes: values beyond the range may need more.
  private var roomiest = Fixed64.zero
  private var roomBytes = 0
  private let unlit: Caption
  private let arrow = ShapeLayer()
  let lowText: Caption
  let peakText: Caption
  let lowMark = ShapeLayer()
  let peakMark = ShapeLayer()
  let targetText: Caption
  let targetMark = ShapeLayer()
  private let targetStrike = Strike()

  public override init(_ style: InstrumentStyle) {
    readout = ValueReadout(style.fonts.text, unit: .beside)
    unlit = Caption(style.fonts.segments, alignment: .right)
    lowText = Caption(style.fonts.text, alignment: .left)
    peakText = Caption(style.fonts.text, alignment: .left)
    targetText = Caption(style.fonts.text, alignment: .left)
    super.init(style)
    for layer in [unlit, readout, arrow, lowMark, lowText, targetMark, targetText, targetStrike, peakMark, peakText]
      as [Layer]
    {
      addSublayer(layer)
    }
  }

  private func fontChanged() {
    readout.valueText.font = usesSegments ? fonts.segments : fonts.text
    setNeedsLayout()
  }

  /// How the value is written: seven segments have a point, and no sign for groups of digits.
  private var digits: NumberFormat {
    var digits = format
    if usesSegments { (digits.groupSign, digits.decimalSign) = (0, 46) }
    return digits
  }

  // MARK: Layout

  /// The width of the widest value of one that stands in the middle with each value; `nil` for others.
  private var centredWidth: Fixed?

  package override var missingPart: String? {
    unit?.isEmpty == false && readout.unitText.isHidden && !readout.isHidden ? "unit" : nil
  }

  public override func layOut(in content: Rect) {
    readout.frame = bounds
    if digits.text(of: widestValue).utf8.count >= digits.text(of: roomiest).utf8.count { roomiest = widestValue }
    let small = smallLines(content)
    let smallHeight = (small.cap * 2.2).whole * small.lines
    var area = Rect(x: content.minX, y: content.minY, width: content.width, height: content.height - smallHeight)
    if let history {
      history.isHidden = area.height < 50
      let height = history.isHidden ? 0 : (area.height * 0.32).whole
      area.size.height -= height
      history.frame = Rect(x: area.minX, y: area.maxY, width: area.width, height: height)
    }
    layOutValue(area)
    layOutSmall(
      Rect(x: content.minX, y: content.maxY - smallHeight, width: content.width, height: smallHeight), small.cap,
      lines: small.lines)
    trendChanged()
    extremesChanged()
  }

  /// The widest value with unit and arrow fills the width, or three fifths of the height.
  private func layOutValue(_ area: Rect) {
    let text = readout.valueText
    let widest = digits.text(of: roomiest)
    roomBytes = widest.utf8.count
    let digitsWidth = text.width(of: widest, capHeight: 100)
    let arrowWidth: Fixed = showsTrend ? 62 : 0
    let fitting = readout.fit(
      unit, digits: digitsWidth, spare: arrowWidth, most: area.height * 0.6, width: (area.width - 6) * 0.94,
      least: leastUnitCap)
    let cap = pageSize(Swift.max(0, fitting.cap))
    let unitShare = ValueReadout.unitShare(cap, least: leastUnitCap)
    let scale = cap / 100
    let ownUnit = unit.map { readout.unitText.width(of: $0, capHeight: unitShare * 100) + 22 } ?? 0
    roomyUnitWidth = ownUnit
    // Where units beside it are wider there is room for these, if the value leaves it.
    let unitRoom = (area.width - 6) * 0.94 * 100 / Swift.max(1, cap) - digitsWidth - arrowWidth
    let unitWidth = Swift.max(ownUnit, Swift.min(agreedUnitWidth ?? 0, unitRoom))
    let whole = Swift.max(1, digitsWidth + unitWidth + arrowWidth)
    // Stacked numbers end at one edge; in a wide field a number stands in the middle.
    let isBeside = !titleText.isHidden && titleText.frame.maxX < area.minX
    let isAlone = title == nil || card == .none || !isBeside && area.width > whole * scale * 1.8
    // In a column they end below each other there too.
    roomyDigitsWidth = isAlone ? digitsWidth : 0
    let spare = isAlone ? Swift.max(0, (agreedDigitsWidth ?? 0) - digitsWidth) : 0
    let left =
      isAlone ? area.midX + half((spare - whole) * scale) : area.maxX - (whole + 20) * scale
    let right = left + (arrowWidth + digitsWidth) * scale
    // Without a title and a field nothing is to line up with but the place's middle.
    centredWidth = title == nil && card == .none && !usesSegments ? digitsWidth * scale : nil
    // The capitals' middle is where the eye finds the middle of a line.
    let middle = area.midY.whole
    readout.place(
      x: right, middle: middle, capHeight: cap, width: digitsWidth * scale,
      field: Rect(
        x: left - cap * 0.18, y: middle - cap * 0.78, width: whole * scale + cap * 0.36, height: cap * 1.56))
    // A unit that cannot be read looks like a decimal point.
    readout.unitText.isHidden = unit == nil || cap < 8
    readout.unitText.show(unit ?? "")
    readout.placeUnit(x: right + 22 * scale, middle: middle, cap: cap, unitCap: cap * unitShare)
    unlit.isHidden = !usesSegments
    unlit.place(x: right, middle: middle, capHeight: cap)
    if usesSegments { unlit.show(unlitText(widest)) }
    // Before the digits, which end where those of its neighbours do.
    layOutArrow(x: left, middle: middle, size: 42 * scale)
  }

  /// All segments of the digits that the widest value has.
  private func unlitText(_ widest: String) -> String {
    var text = ""
    for byte in widest.utf8 { text += byte == 46 ? "." : "8" }
    return text
  }

  private func layOutArrow(x: Fixed, middle: Fixed, size: Fixed) {
    arrow.isHidden = !showsTrend
    arrow.bounds = .zero
    arrow.position = Point(x: x + half(size), y: middle)
    var path = Path(capacity: 8)
    let h = half(size)
    path.move(to: Point(x: 0, y: -h))
    path.addLine(to: Point(x: h * 0.95, y: h * 0.15))
    path.addLine(to: Point(x: h * 0.34, y: h * 0.15))
    path.addLine(to: Point(x: h * 0.34, y: h))
    path.addLine(to: Point(x: -h * 0.34, y: h))
    path.addLine(to: Point(x: -h * 0.34, y: h * 0.15))
    path.addLine(to: Point(x: -h * 0.95, y: h * 0.15))
    path.closeSubpath()
    arrow.path = path
  }

  /// The height of capitals of the extremes and of the wanted value, and their lines: beside each other, or below each
  /// other where they would be too small for that. No line where there is no room for them at all.
  private func smallLines(_ content: Rect) -> (cap: Fixed, lines: Int) {
    let count = (showsExtremes ? 2 : 0) + (showsTarget ? 1 : 0)
    if count == 0 || content.height < 40 { return (0, 0) }
    let most = scaled(content.height * 0.14, 6, 18).whole
    let width = Swift.max(1, lowText.width(of: digits.text(of: roomiest), capHeight: 100) + 135 + 60)
    let beside = content.width / Fixed(count) * 100 / width, below = content.width * 100 / width
    let lines = beside >= 6.5 ? 1 : count
    let cap = lines == 1 ? Swift.min(most, beside) : Swift.min(most, below, content.height * 0.18 / Fixed(lines))
    return cap < 5 || cap * 2.2 * lines > half(content.height) ? (0, 0) : (cap, lines)
  }

  private func layOutSmall(_ area: Rect, _ cap: Fixed, lines: Int) {
    let places = [
      (lowMark, lowText, showsExtremes), (targetMark, targetText, showsTarget), (peakMark, peakText, showsExtremes),
    ]
    let size = cap * 0.9
    let count = (showsExtremes ? 2 : 0) + (showsTarget ? 1 : 0)
    let width = lowText.width(of: digits.text(of: roomiest), capHeight: cap)
    var used = 0
    for (index, (mark, text, isShown)) in places.enumerated() {
      (mark.isHidden, text.isHidden) = (!isShown || lines == 0, !isShown || lines == 0)
      if mark.isHidden { continue }
      let columns = lines == 1 ? count : 1
      let middle = area.minY + area.height * (lines == 1 ? 1 : used * 2 + 1) / (lines * 2)
      let x = area.minX + area.width * (lines == 1 ? used * 2 + 1 : 1) / (columns * 2)
      used += 1
      let left = x - half(width + size * 1.5)
      text.place(x: left + size * 1.5, middle: middle, capHeight: cap, room: width + cap * 0.2)
      mark.frame = Rect(x: left, y: middle - half(size), width: size, height: size)
      mark.path = Self.mark(size, isTarget: index == 1, isUp: index == 2)
    }
  }

  /// A triangle on the side where the extreme lies, or a triangle that points at the wanted value.
  private static func mark(_ size: Fixed, isTarget: Bool, isUp: Bool) -> Path {
    var path = Path(capacity: 6)
    if isTarget {
      path.move(to: .zero)
      path.addLine(to: Point(x: size, y: half(size)))
      path.addLine(to: Point(x: 0, y: size))
    } else {
      let (base, tip) = isUp ? (size * 0.85, size * 0.1) : (size * 0.15, size * 0.9)
      path.move(to: Point(x: 0, y: base))
      path.addLine(to: Point(x: size, y: base))
      path.addLine(to: Point(x: half(size), y: tip))
    }
    path.closeSubpath()
    return path
  }

  // MARK: Moving parts

  public override func valueChanged() {
    let text = value.hasValue ? digits.text(of: value.value) : nil
    readout.show(text)
    if let centredWidth { readout.frame.origin.x = -half(Swift.max(0, centredWidth - readout.valueText.textWidth)) }
    if let text, text.utf8.count > roomBytes {
      roomiest = value.value
      setNeedsLayout()
    }
  }

  private func trendChanged() {
    if !showsTrend { return }
    let isMoving = rate.quality == .fresh && rate.value != .zero
    arrow.opacity = isMoving ? 1 : 0
    arrow.setAffineTransform(turn(rate.value < .zero ? 180 : 0))
  }

  private func extremesChanged() {
    if showsTarget {
      targetText.show(text(of: target))
      let look = ReadoutLook(target.quality, .normal, ink: theme[.dim], theme)
      targetText.foregroundColor = look.ink
      targetStrike.show(look, theme)
      let (place, height) = (targetText.frame, targetText.capHeight * 1.1)
      let width = Swift.min(targetText.textWidth, place.width) + 4
      targetStrike.place(
        Rect(x: place.minX - 2, y: targetText.capitalsMiddle - half(height), width: width, height: height))
      targetStrike.isHidden = targetStrike.isHidden || targetText.isHidden
    }
    if showsExtremes {
      lowText.show(text(of: low))
      peakText.show(text(of: peak))
    }
  }

  public override func appearanceChanged() {
    history?.theme = theme
    readout.show(quality, zoneState, isLit: isLit, color: tinted(.ink), theme)
    let isInverted = zoneState == .warning && isLit
    unlit.foregroundColor = theme[.surface].mixed(isInverted ? 0 : 232, with: theme[.ink])
    unlit.isHidden = !usesSegments || isInverted
    arrow.fillColor = isInverted ? theme[.surface] : theme[.dim]
    lowText.foregroundColor = theme[.dim]
    peakText.foregroundColor = theme[.dim]
    extremesChanged()
    lowMark.fillColor = theme[.dim]
    peakMark.fillColor = theme[.dim]
    targetMark.fillColor = theme[.accent]
  }

  // MARK: Its record

  public override var followsValue: Bool { false }
  public override func writesDigits(_ key: PropertyKey) -> Bool { key == .value }
  override var isDigitsAlone: Bool { true }
  override var showsTime: Bool { history != nil }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    guard let last = record.duration(.last), let signal = record.signal(.value) else { return }
    let trend = TrendInstrument(builder.style)
    (trend.range, trend.format) = (range, format)
    trend.duration = Fixed64(Int(clamping: last / 1_000_000_000))
    trend.pens = [TrendPen(.dim, showsBand: false)]
    trend.feed = TrendFeed([(signal, ShownUnit(builder.signal(signal), in: record))])
    history = trend
  }

  override func takeOver(_ former: Instrument) {
    if let past = (former as? NumberInstrument)?.history { history?.takeOver(past) }
  }

  override func advance(in panel: borrowing PanelMoment) -> Int64? { history?.advance(in: panel) }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .peak: peak = reading
    case .low: low = reading
    case .setpoint: (showsTarget, target) = (true, reading)
    case .digits: usesSegments = Digits(rawValue: reading.value.rounded) == .segments
    case .extremes: showsExtremes = reading.isTrue
    case .arrow: (showsTrend, rate) = (true, reading)
    default: super.take(key, reading)
    }
  }
}
