// Stage: instruments. A round scale with a needle.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A round gauge (P41): a scale that fits range and size, zones as arcs outside it, a needle or a filled arc, and the
/// value in the gap at six o'clock. Measures are parts of the diameter D.
public final class GaugeInstrument: Instrument {
  /// The part that shows the value.
  public enum Pointer: Int, CaseIterable, Sendable { case needle, arc, both }

  static let sweepLimits = 60...360
  static let standardSweep = 270

  // MARK: Options

  /// The angle of the whole scale, in degrees, 60...360.
  public var sweep = Fixed(standardSweep) { didSet { if sweep != oldValue { setNeedsLayout() } } }
  /// Where the scale begins, in degrees clockwise from twelve o'clock; `nil` leaves the gap at six o'clock.
  public var start: Fixed? { didSet { if start != oldValue { setNeedsLayout() } } }
  /// Where the zero of a scale from below zero to above it lies, unless ``start`` says otherwise.
  public var zeroPlace = ZeroPlace.automatic { didSet { if zeroPlace != oldValue { setNeedsLayout() } } }
  /// The scale's exceptions from the rules; the resolution is the instrument's.
  public var scaleOptions = ScaleOptions() { didSet { if scaleOptions != oldValue { setNeedsLayout() } } }
  public var pointer = Pointer.needle { didSet { if pointer != oldValue { setNeedsLayout() } } }
  /// Where the filled arc begins; `nil` for the scale's lower end, or its zero where it has one.
  public var arcOrigin: Fixed64? { didSet { if arcOrigin != oldValue { setNeedsLayout() } } }
  /// Whether the value is written in the gap.
  public var showsValue = true { didSet { if showsValue != oldValue { setNeedsLayout() } } }
  public var showsNumerals = true { didSet { if showsNumerals != oldValue { setNeedsLayout() } } }

  // MARK: Told while it is shown

  /// A second value on the same scale, with a needle of its own.
  public var secondValue = Reading.none { didSet { if secondValue != oldValue { secondChanged() } } }
  /// The wanted value.
  public var setpoint = Reading.none { didSet { if setpoint != oldValue { setpointChanged() } } }
  /// The highest and the lowest value so far, or of some time; none is marked without them.
  public var peak = Reading.none { didSet { if peak != oldValue { extremesChanged() } } }
  public var low = Reading.none { didSet { if low != oldValue { extremesChanged() } } }

  // MARK: Layers, from back to front

  let zoneLayers = ZoneLayers()
  let track = ShapeLayer()
  private let arc = ShapeLayer()
  let marks = ShapeLayer()
  let setpointMark = ShapeLayer()
  let peakMark = ShapeLayer()
  let lowMark = ShapeLayer()
  let readout: ValueReadout
  /// `×1000`, where numerals are divided.
  let factorText: Caption
  private let secondNeedle = Needle()
  private let needle = Needle()
  private let hub = ShapeLayer()
  private let cross = FailureCross()
  var numerals: [Caption] = []
  /// Where the widest value of the range lies.
  private(set) var valueBox = Rect.zero
  /// Of the numerals' capitals.
  var numeralHeight: Fixed = 0

  var dial = RoundScale(0...100)
  var scale = ScaleLayout(
    0...100, room: ScaleRoom(.round, numeralLength: 0, markLength: 0, digitWidth: 0, capHeight: 0))
  private var arcPath = Path(capacity: 64)
  /// Whether there is room for the value.
  private(set) var showsReadout = true

  public override init(_ style: InstrumentStyle) {
    readout = ValueReadout(style.fonts.text, unit: .below)
    factorText = Caption(style.fonts.text)
    super.init(style)
    failureCross = cross
    scaleOptions.numbers = style.numbers
    for layer in [zoneLayers, track, arc, marks, setpointMark, peakMark, lowMark] as [Layer] { addSublayer(layer) }
    addSublayer(factorText)
    for layer in [secondNeedle, needle, hub, readout, cross] as [Layer] { addSublayer(layer) }
    for mark in [setpointMark, peakMark, lowMark] { mark.isHidden = true }
  }

  // MARK: Layout

  public override func layOut(in content: Rect) {
    for layer in [zoneLayers, track, arc, marks, readout, secondNeedle, needle, cross] as [Layer] {
      layer.frame = bounds
    }
    let hasUnit = unit != nil
    let isRing = pointer == .arc
    var base = RoundScale(range, sweep: sweep, start: start, zero: zeroPlace)
    showsReadout = showsValue && Swift.min(content.width, content.height) >= 52
    let frame = DialFrame(base, hasValue: showsReadout, hasUnit: hasUnit, isRing: isRing)
    base = frame.fit(base, in: content)
    dial = base
    layOutReadout(frame)
    layOutScale()
    layOutPointers()
    secondChanged()
    setpointChanged()
    extremesChanged()
  }

  /// The outer end of the marks, in parts of D.
  var markRadius: Fixed { pointer == .needle ? 0.455 : 0.398 }

  private func layOutReadout(_ frame: DialFrame) {
    readout.isHidden = !showsReadout
    let d = dial.diameter
    let widest = format.text(of: widestValue)
    let caption = readout.valueText
    var cap = d * frame.valueCap
    let width = caption.width(of: widest, capHeight: 100)
    // A sign hangs out to the left of digits that stay where they are.
    let hanging = range.lowerBound < .zero ? caption.width(of: "-", capHeight: 100) : 0
    cap = Swift.min(cap, width > 0 ? d * frame.valueWidth / (width + hanging) * 100 : cap)
    let whole = width * cap / 100
    let middle = dial.center.y + d * frame.valueOffset
    let field = Rect(
      x: dial.center.x - half(whole) - cap * 0.2, y: middle - cap * 0.6, width: whole + cap * 0.4, height: cap * 1.2)
    readout.place(
      x: dial.center.x, middle: middle, capHeight: cap, width: whole,
      room: Swift.max(d * frame.valueWidth, whole + 1), field: field)
    valueBox = Rect(x: dial.center.x - half(whole), y: middle - half(cap), width: whole, height: cap)
    readout.unitText.isHidden = unit == nil || d * frame.unitCap < 4.5
    readout.unitText.show(unit ?? "")
    readout.unitText.place(
      x: dial.center.x, middle: dial.center.y + d * frame.unitOffset, capHeight: Swift.max(5.5, d * frame.unitCap))
  }

  private func layOutPointers() {
    let d = dial.diameter
    let tip = Swift.max(1.5, d * 0.006)
    needle.layOut(
      center: dial.center, length: d * (markRadius - (pointer == .needle ? 0.03 : 0.01)), tail: d * 0.12,
      width: Swift.max(3, d * 0.036), tip: tip,
      drop: d * 0.01)
    secondNeedle.layOut(
      center: dial.center, length: d * 0.30, tail: d * 0.08, width: Swift.max(2, d * 0.026), tip: tip, drop: 0)
    let radius = Swift.max(2, d * 0.0425)
    hub.frame = Rect(x: dial.center.x - radius, y: dial.center.y - radius, width: radius * 2, height: radius * 2)
    hub.path = Path(ellipseIn: hub.bounds)
    let reach = d * 0.3
    cross.layOut(
      in: Rect(x: dial.center.x - reach, y: dial.center.y - reach, width: reach * 2, height: reach * 2),
      width: Swift.max(2, d * 0.022))
    var trackPath = Path(capacity: 40)
    if pointer != .needle {
      dial.addBand(
        to: &trackPath, from: dial.start, to: dial.start + dial.sweep, outer: d * ringOuter, inner: d * ringInner)
    }
    track.path = trackPath
  }

  private var ringOuter: Fixed { 0.49 }
  private var ringInner: Fixed { 0.405 }

  // MARK: Moving parts

  public override func valueChanged() {
    let angle = dial.angle(scale.share(of: scale.held(value.value)))
    if value.hasValue {
      if pointer != .arc { needle.point(angle) }
      if pointer != .needle { showArc(angle) }
    }
  }

  public override func digitsChanged() { if showsReadout { readout.show(digitsText) } }

  /// A path in memory that it had before.
  private func showArc(_ angle: Fixed) {
    arcPath.removeAll(keepingCapacity: true)
    let d = dial.diameter
    let origin = dial.angle(scale.share(of: scale.held(arcOrigin ?? .zero)))
    dial.addRoundedBand(
      to: &arcPath, from: origin, to: angle, outer: d * ringOuter, inner: d * ringInner, radius: d * 0.02)
    arc.path = arcPath
  }

  private func secondChanged() {
    secondNeedle.isHidden = !secondValue.hasValue || pointer == .arc
    if secondValue.hasValue { secondNeedle.point(angle(of: secondValue)) }
    secondNeedle.show(secondValue.quality, theme[secondValue.quality == .old ? .stale : .accent])
  }

  private func setpointChanged() { turnMark(setpointMark, setpoint) }

  private func extremesChanged() {
    turnMark(peakMark, peak)
    turnMark(lowMark, low)
  }

  private func turnMark(_ mark: ShapeLayer, _ reading: Reading) {
    mark.isHidden = !reading.hasValue
    if reading.hasValue { mark.setAffineTransform(turn(angle(of: reading))) }
  }

  private func angle(of reading: Reading) -> Fixed { dial.angle(scale.share(of: scale.held(reading.value))) }

  // MARK: Colours

  public override func appearanceChanged() {
    marks.fillColor = theme[.mark]
    for numeral in numerals { numeral.foregroundColor = theme[.ink] }
    factorText.foregroundColor = theme[.dim]
    zoneLayers.show(theme)
    let isGone = quality > .old
    needle.show(pointer == .arc ? .none : quality, color(.needle))
    hub.isHidden = pointer == .arc
    hub.fillColor = theme[.surface].mixed(150, with: theme[.ink])
    track.isHidden = pointer == .needle
    track.fillColor = theme[.surface].mixed(225, with: theme[.ink])
    arc.isHidden = pointer == .needle || isGone
    let solid = pointer == .arc ? fillColor(.accent) : color(.needle)
    (arc.fillColor, arc.strokeColor) = quality == .old ? (nil, solid) : (solid, nil)
    (arc.lineWidth, arc.lineDashPattern) = (2, quality == .old ? [4, 3] : nil)
    setpointMark.fillColor = theme[.accent]
    peakMark.fillColor = theme[.ink]
    lowMark.fillColor = theme[.dim]
    secondNeedle.show(secondValue.quality, theme[secondValue.quality == .old ? .stale : .accent])
    readout.show(quality, zoneState, isLit: isLit, color: theme[.ink], theme)
  }

  override var scaleHeight: Fixed { 92 }
  override var saysNone: Bool { showsReadout }

  /// A quarter of a pixel at the needle's tip.
  public override var valueTolerance: Fixed64 {
    let arc = Fixed64(Swift.max(1, dial.radius * radians(dial.sweep)))
    guard let share = Fixed64(rawValue: 1 << 30) / arc else { return .zero }
    return scale.difference(ofShare: share)
  }

  package override var smallTexts: [SmallText] {
    numerals.contains { !$0.isHidden } ? [.numerals(numeralHeight)] : []
  }

  package override var crowdedStep: Fixed64? { showsNumerals && scale.numeralEvery > 1 ? scale.step : nil }

  public override func writesDigits(_ key: PropertyKey) -> Bool { key == .value }

  private static func sweep(_ reading: Reading) -> Fixed {
    reading.hasValue
      ? Fixed(reading.value).held(Fixed(sweepLimits.lowerBound), Fixed(sweepLimits.upperBound)) : Fixed(standardSweep)
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .sweep: sweep = Self.sweep(reading)
    case .start: start = reading.hasValue ? Fixed(reading.value) : nil
    case .factor: if reading.value > .zero { scaleOptions.factor = reading.value } else { showsNumerals = false }
    case .isLogarithmic: scaleOptions.isLogarithmic = reading.isTrue
    case .step: scaleOptions.step = Swift.max(.zero, reading.value)
    case .pointer: pointer = Pointer(rawValue: reading.value.rounded) ?? .needle
    case .from: arcOrigin = reading.hasValue ? reading.value : nil
    case .showsValue: showsValue = reading.isTrue
    case .setpoint: setpoint = reading
    case .second: secondValue = reading
    case .peak: peak = reading
    case .low: low = reading
    default: super.take(key, reading)
    }
  }
}
