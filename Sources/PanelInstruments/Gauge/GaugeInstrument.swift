// Stage: instruments. A round scale with a needle.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals
import SystemFiles

/// A round gauge (P41): a scale that fits range and size, zones as arcs outside it, a needle or a filled arc, and the
/// value in the gap at six o'clock. Measures are parts of the diameter D.
public final class GaugeInstrument: Instrument {
  /// The part that shows the value.
  public enum Pointer: Int, CaseIterable, Sendable { case needle, arc, both }
  /// Where the numerals of a scale with a needle stand: outside of the marks, where no needle covers them, or inside, where the dial is larger.
  public enum NumeralPlace: Int, CaseIterable, Sendable { case outside, inside }
  /// The way in which values grow.
  public enum Direction: Int, CaseIterable, Sendable { case clockwise, counter }

  static let sweepLimits = 60...360
  static let standardSweep = 270

  // MARK: Options

  /// The angle of the whole scale, in degrees, 60...360.
  public var sweep = Fixed(standardSweep) { didSet { if sweep != oldValue { setNeedsLayout() } } }
  /// Where the scale begins, in degrees clockwise from twelve o'clock; `nil` leaves the gap at six o'clock.
  public var start: Fixed? { didSet { if start != oldValue { setNeedsLayout() } } }
  public var direction = Direction.clockwise { didSet { if direction != oldValue { setNeedsLayout() } } }
  /// Whether left and right change places: of the second of a pair of dials.
  public var isMirrored = false { didSet { if isMirrored != oldValue { setNeedsLayout() } } }
  /// How many parts a filled arc is cut into; 0 for none. Parts are not finer than 6 points.
  public var segments = 0 { didSet { if segments != oldValue { setNeedsLayout() } } }
  /// The outer radius of a filled arc, in points: its centre is that of its place then, as that of other rings there. `nil`
  /// for as large as there is room.
  public var trackRadius: Fixed? { didSet { if trackRadius != oldValue { setNeedsLayout() } } }
  /// The width of a filled arc, in points; `nil` for a twelfth of the dial.
  public var trackWidth: Fixed? { didSet { if trackWidth != oldValue { setNeedsLayout() } } }
  /// Where the zero of a scale from below zero to above it lies, unless ``start`` says otherwise.
  public var zeroPlace = ZeroPlace.automatic { didSet { if zeroPlace != oldValue { setNeedsLayout() } } }
  /// The scale's exceptions from the rules; the resolution is the instrument's.
  public var scaleOptions = ScaleOptions() { didSet { if scaleOptions != oldValue { setNeedsLayout() } } }
  public var pointer = Pointer.needle { didSet { if pointer != oldValue { setNeedsLayout() } } }
  /// Where the filled arc begins; `nil` for the scale's lower end, or its zero where it has one.
  public var arcOrigin: Fixed64? { didSet { if arcOrigin != oldValue { setNeedsLayout() } } }
  /// Whether the value is written in the gap.
  public var showsValue = true { didSet { if showsValue != oldValue { setNeedsLayout() } } }
  public var numeralPlace = NumeralPlace.outside { didSet { if numeralPlace != oldValue { setNeedsLayout() } } }
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
  private let filling = ArcFill()
  let marks = ShapeLayer()
  let setpointMark = ShapeLayer()
  let peakMark = ShapeLayer()
  let lowMark = ShapeLayer()
  let readout: ValueReadout
  /// `×1000`, where numerals are divided.
  let factorText: Caption
  private let secondNeedle = Needle()
  /// At the end of the scale that the value lies beyond.
  let beyondMark = BeyondMark()
  private let needle = Needle()
  private let hub = ShapeLayer()
  private let cross = FailureCross()
  var numerals: [Caption] = []
  /// Where the widest value of the range lies.
  private(set) var valueBox = Rect.zero
  /// Of the numerals' capitals.
  var numeralHeight: Fixed = 0
  private(set) var numeralsAreOutside = false

  var dial = RoundScale(0...100)
  var scale = ScaleLayout(
    0...100, room: ScaleRoom(.round, numeralLength: 0, markLength: 0, digitWidth: 0, capHeight: 0))
  /// Of a filled arc, in points.
  private var ringWidth: Fixed = 0
  /// Where a filled arc begins, as a share of the scale.
  private var arcOriginShare = Fixed64.zero
  /// The same two of a panel's file.
  private var radiusLength: PanelProperty?, widthLength: PanelProperty?
  /// Where the value and its unit stand: their middles, and how large they may be.
  private struct ReadoutPlace {
    var value = Point.zero
    var cap: Fixed = 0, room: Fixed = 0
    var unit = Point.zero
    var unitCap: Fixed = 0
  }
  private var readoutPlace = ReadoutPlace()
  /// Whether the unit stands below the value.
  private var hasUnitBelow = false
  /// Whether there is room for the value.
  private(set) var showsReadout = true

  public override init(_ style: InstrumentStyle) {
    readout = ValueReadout(style.fonts.text, unit: .below)
    factorText = Caption(style.fonts.text)
    super.init(style)
    failureCross = cross
    scaleOptions.numbers = style.numbers
    for layer in [zoneLayers, filling, marks, setpointMark, peakMark, lowMark] as [Layer] { addSublayer(layer) }
    addSublayer(factorText)
    for layer in [secondNeedle, needle, hub, beyondMark, readout, cross] as [Layer] { addSublayer(layer) }
    for mark in [setpointMark, peakMark, lowMark] { mark.isHidden = true }
  }

  // MARK: Layout

  public override func layOut(in content: Rect) {
    for layer in [zoneLayers, filling, marks, readout, secondNeedle, needle, cross] as [Layer] {
      layer.frame = bounds
    }
    dial = RoundScale(
      range, sweep: sweep, start: start, zero: zeroPlace, isCounter: direction == .counter, isMirrored: isMirrored)
    showsReadout = showsValue && Swift.min(content.width, content.height) >= 52
    layOutDial(in: content)
    layOutScale()
    partFromNumerals()
    layOutPointers()
    secondChanged()
    setpointChanged()
    extremesChanged()
  }

  /// Numerals outside of the marks take some of the room on the sides that they lie on.
  private func fit(_ frame: DialFrame, in content: Rect) -> RoundScale {
    let inner = frame.fit(dial, in: content)
    numeralsAreOutside = numeralPlace == .outside && pointer != .arc && showsNumerals
    if !numeralsAreOutside { return inner }
    dial = inner
    // Numerals and dial depend on each other's size.
    for _ in 0..<4 {
      scale = fittingScale()
      let whole = frame.area(of: dial).union(numeralArea)
      let share = Swift.min(
        1.1, Swift.min(content.width / Swift.max(1, whole.width), content.height / Swift.max(1, whole.height)))
      let radius = half(Fixed(Swift.min(dial.diameter * share, inner.diameter).floor & ~1))
      let factor = radius / Swift.max(1, dial.radius)
      dial.center = Point(
        x: (content.midX - (whole.midX - dial.center.x) * factor).whole,
        y: (content.midY - (whole.midY - dial.center.y) * factor).whole)
      dial.radius = radius
    }
    // A dial whose numerals would be small, or take much of its size, has them inside: most of those that are not wider than
    // high.
    if numeralCap >= Swift.max(7, measure * 8) && dial.diameter * 20 >= inner.diameter * 17 { return dial }
    numeralsAreOutside = false
    return inner
  }

  /// Finds the dial's size, and the places of the value and the failure's cross.
  private func layOutDial(in content: Rect) {
    hasUnitBelow = unit != nil && !isInDegrees
    let whole = half(Swift.min(bounds.width, bounds.height))
    let (radius, width) = (points(radiusLength, of: whole) ?? trackRadius, points(widthLength, of: whole) ?? trackWidth)
    let isRing = pointer == .arc
    // A frame about the place says nothing of one ring of several in it: its track has the edge.
    frameLayer.hasEdge = radius == nil || !isRing
    var frame = DialFrame(dial, hasValue: showsReadout, hasUnit: hasUnitBelow, isRing: isRing)
    var fitted = fit(frame, in: content)
    // A unit too small to be read stands behind the title.
    let isTiny = fitted.diameter * frame.unitCap < leastUnitCap * 0.7
    if showsReadout && hasUnitBelow && isTiny && addUnitToTitle() {
      hasUnitBelow = false
      frame = DialFrame(dial, hasValue: true, hasUnit: false, isRing: isRing)
      fitted = fit(frame, in: content)
    }
    // Where the value would cost the piece of a ring some of its size, and where it would be too small, it stands below.
    let strip = (Swift.min(content.height * 0.2, content.width * 0.4)).held(22, 80).whole
    let bare = DialFrame(dial, hasValue: false, hasUnit: false, isRing: isRing)
    let large = bare.fit(
      dial, in: Rect(x: content.minX, y: content.minY, width: content.width, height: content.height - strip))
    let isApart = isRing && showsReadout && DialFrame.isSide(dial) && radius == nil && large.radius > fitted.radius
    dial = isApart ? large : fitted
    if isApart { frame = bare }
    if let radius, isRing {
      // Several rings have the place's centre, and none reaches beyond the place.
      dial.radius = radius.held(2, Swift.max(2, whole)) / (ringOuter * 2)
      dial.center = Point(x: bounds.midX.whole, y: bounds.midY.whole)
    }
    let d = dial.diameter
    ringWidth = isRing || pointer == .both ? (width ?? d * 0.085).held(1, d * 0.4) : 0
    if isApart {
      let middle = content.maxY - half(strip)
      readoutPlace = ReadoutPlace(
        value: Point(x: content.midX, y: hasUnitBelow ? middle - strip * 0.16 : middle),
        cap: strip * (hasUnitBelow ? 0.5 : 0.7), room: content.width * 0.9,
        unit: Point(x: content.midX, y: middle + strip * 0.32), unitCap: strip * 0.24)
    } else {
      readoutPlace = ReadoutPlace(
        value: Point(x: dial.center.x + d * frame.value.x, y: dial.center.y + d * frame.value.y),
        cap: d * frame.valueCap, room: d * frame.valueWidth,
        unit: Point(x: dial.center.x + d * frame.unit.x, y: dial.center.y + d * frame.unit.y),
        unitCap: d * frame.unitCap)
    }
    layOutReadout()
    layOutCross(bare, isOneOfSeveral: isRing && radius != nil)
  }

  /// - Parameter isOneOfSeveral: whether other rings may lie over its middle.
  private func layOutCross(_ bare: DialFrame, isOneOfSeveral: Bool) {
    let d = dial.diameter
    if isOneOfSeveral {
      cross.layOut(on: dial, outer: d * ringOuter, inner: d * ringInner)
      return
    }
    // The cross of a piece of a dial lies over the piece.
    let isPiece = dial.sweep <= 210
    let place = isPiece ? bare.area(of: dial) : Rect(origin: dial.center, size: .zero)
    let size = isPiece ? Swift.min(d * 0.3, half(Swift.min(place.width, place.height)) * 0.9) : d * 0.3
    cross.layOut(
      in: Rect(x: place.midX - size, y: place.midY - size, width: size * 2, height: size * 2),
      width: Swift.max(2, d * 0.022))
  }

  /// The outer end of the marks, in parts of D.
  var markRadius: Fixed { pointer == .needle ? 0.455 : ringInner - 0.007 }

  /// Within an arc the value gets smaller where a numeral is so near that both would be read as one number.
  private func partFromNumerals() {
    if pointer != .arc || !showsReadout || valueBox.isEmpty { return }
    let missing = half(numeralHeight) - spaceBesideValue
    if missing <= 0 { return }
    readoutPlace.cap = valueBox.height * Swift.max(0.6, 1 - missing * 2 / valueBox.width)
    layOutReadout()
  }

  private func layOutReadout() {
    let place = readoutPlace.value
    readout.isHidden = !showsReadout
    // A scale without a gap has its value on its face, where the needle passes.
    readout.coversGround = pointer != .arc && dial.sweep > 284
    // Never beyond the card, however many digits there are.
    let room = Swift.max(1, Swift.min(readoutPlace.room, Swift.min(place.x, bounds.width - place.x) * 2 - 6))
    let widest = format.text(of: widestValue)
    let caption = readout.valueText
    let width = caption.width(of: widest, capHeight: 100)
    // A sign hangs out to the left of digits that stay where they are.
    let hanging = range.lowerBound < .zero ? caption.width(of: "-", capHeight: 100) : 0
    let most = readoutPlace.cap
    let cap = Swift.min(most, width > 0 ? room / (width + hanging) * 100 : most)
    let whole = width * cap / 100
    let field = Rect(
      x: place.x - half(whole) - cap * 0.2, y: place.y - cap * 0.6, width: whole + cap * 0.4, height: cap * 1.2)
    readout.place(
      x: place.x, middle: place.y, capHeight: cap, width: whole, room: Swift.max(room, whole + 1), field: field)
    valueBox = Rect(x: place.x - half(whole), y: place.y - half(cap), width: whole, height: cap)
    readout.unitText.isHidden = !hasUnitBelow || readoutPlace.unitCap < 4.5
    readout.unitText.show(unit ?? "")
    if isInDegrees {
      // A degree sign follows the digits at once.
      let sign = readout.unitText.width(of: "°", capHeight: cap)
      readout.unitText.isHidden = false
      readout.unitText.place(x: place.x + half(whole + sign), middle: place.y, capHeight: cap)
    } else {
      readout.unitText.place(
        x: readoutPlace.unit.x, middle: readoutPlace.unit.y,
        capHeight: Swift.max(ValueReadout.leastUnit, readoutPlace.unitCap))
    }
  }

  private var isInDegrees: Bool { haveSameBytes(unit, "°") }

  private func layOutPointers() {
    let d = dial.diameter
    let tip = Swift.max(1.5, d * 0.006)
    needle.layOut(
      center: dial.center, length: d * (markRadius - (pointer == .needle ? 0.03 : 0.01)), tail: d * 0.12,
      width: Swift.max(3, d * 0.036), tip: tip,
      drop: d * 0.01)
    // Within an arc stands the value: there it is a mark on the arc.
    secondNeedle.layOut(
      center: dial.center, length: d * (pointer == .arc ? ringOuter : 0.30), tail: d * 0.08,
      width: Swift.max(2, d * 0.026), tip: tip, drop: 0, from: pointer == .arc ? d * (ringInner - 0.03) : 0)
    let radius = Swift.max(2, d * 0.0425)
    hub.frame = Rect(x: dial.center.x - radius, y: dial.center.y - radius, width: radius * 2, height: radius * 2)
    hub.path = Path(ellipseIn: hub.bounds)
    filling.layOut(dial, outer: d * ringOuter, inner: d * ringInner, segments: segments)
    arcOriginShare = scale.share(of: scale.held(arcOrigin ?? range.fillingStart(division)))
    let middle = pointer == .needle ? d * 0.455 : d * half(ringOuter + ringInner)
    beyondMark.layOut(on: dial, radius: middle, size: Swift.max(3, d * 0.022))
  }

  /// In parts of D.
  private var ringOuter: Fixed { 0.49 }
  var ringInner: Fixed { ringOuter - ringWidth / Swift.max(1, dial.diameter) }

  // MARK: Moving parts

  package override var missingPart: String? {
    if showsValue && !showsReadout { return "value" }
    if pointer != .needle && !filling.hasAllSegments { return "segments" }
    return showsNumerals && numerals.allSatisfy { $0.isHidden } ? "numerals" : nil
  }

  public override func valueChanged() {
    if value.hasValue {
      let share = scale.share(of: scale.held(value.value))
      if pointer != .arc { needle.point(dial.angle(share)) }
      if pointer != .needle { filling.show(from: arcOriginShare, to: share) }
    }
    showBeyond()
  }

  /// A value beyond the scale has its pointer at the scale's end, and a chevron there.
  private func showBeyond() {
    beyondMark.isHidden = quality > .old || beyondRange == 0 || dial.sweep >= 360 || dial.diameter < 60
    if beyondMark.isHidden { return }
    let edge = dial.diameter * 0.04
    beyondMark.show(
      isAbove: beyondRange > 0, away: pointer == .needle ? 6 : 4, room: bounds.insetBy(dx: edge, dy: edge))
  }

  public override func digitsChanged() { if showsReadout { readout.show(digitsText) } }

  private func secondChanged() {
    if secondValue.hasValue { secondNeedle.point(angle(of: secondValue)) }
    secondNeedle.show(
      secondValue.quality, theme[secondValue.quality == .old ? .stale : pointer == .arc ? .needle : .accent])
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

  override func place(onScale value: Fixed64) -> Point? {
    dial.point(dial.angle(scale.share(of: scale.held(value))), dial.diameter * handleRadius)
  }

  /// Within the gap the nearer end.
  override func value(onScaleAt place: Point) -> Fixed64 {
    let (dx, dy) = (place.x - dial.center.x, place.y - dial.center.y)
    // 180 / π, clockwise from twelve o'clock.
    let angle = arctangent(y: dx, x: -dy) * 57.29578
    var turn = angle - dial.start
    while turn < 0 { turn += 360 }
    while turn >= 360 { turn -= 360 }
    if turn > dial.sweep { turn = turn - dial.sweep < 360 - turn ? dial.sweep : 0 }
    let share = (Fixed64(turn) / Fixed64(dial.sweep)) ?? .zero
    return scale.value(ofShare: dial.isReversed ? 1 - share : share)
  }

  /// In parts of D: in the middle of a filled arc, or on the marks, off the numerals.
  private var handleRadius: Fixed { pointer == .needle ? markRadius - 0.03 : half(ringOuter + ringInner) }

  private func angle(of reading: Reading) -> Fixed { dial.angle(scale.share(of: scale.held(reading.value))) }

  // MARK: Colours

  public override func appearanceChanged() {
    marks.fillColor = theme[.mark]
    for numeral in numerals { numeral.foregroundColor = theme[.ink] }
    factorText.foregroundColor = theme[.dim]
    zoneLayers.show(theme)
    needle.show(pointer == .arc ? .none : quality, color(.needle))
    hub.isHidden = pointer == .arc
    hub.fillColor = theme[.surface].mixed(150, with: theme[.ink])
    filling.isHidden = pointer == .needle
    filling.show(
      quality, pointer == .arc ? fillColor(.accent) : color(.needle), frameLayer.hasEdge ? .normal : zoneState, theme)
    setpointMark.fillColor = theme[.accent]
    (beyondMark.strokeColor, beyondMark.lineWidth) = (theme[.ink], Swift.max(1.5, dial.diameter * 0.01))
    peakMark.fillColor = theme[.ink]
    lowMark.fillColor = theme[.dim]
    secondNeedle.show(
      secondValue.quality, theme[secondValue.quality == .old ? .stale : pointer == .arc ? .needle : .accent])
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

  override var readNumerals: [Caption] { numerals }
  package override var crowdedStep: Fixed64? { showsNumerals && scale.numeralEvery > 1 ? scale.step : nil }

  public override func writesDigits(_ key: PropertyKey) -> Bool { key == .value }

  private static func sweep(_ reading: Reading) -> Fixed {
    reading.hasValue
      ? Fixed(reading.value).held(Fixed(sweepLimits.lowerBound), Fixed(sweepLimits.upperBound)) : Fixed(standardSweep)
  }

  /// - Parameter factor: the divisor of numerals; 0 for none, below 0 for the ends alone.
  private func take(labels factor: Fixed64) {
    showsNumerals = factor != .zero
    scaleOptions.numbersEnds = factor < .zero
    if factor > .zero { scaleOptions.factor = factor }
  }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    (radiusLength, widthLength) = (record[.radius], record[.thickness])
    scaleOptions.words = builder.scaleWords(of: record)
    // Rings about one centre lie over each other, and so would their titles.
    if radiusLength != nil { (card, title) = (.none, nil) }
  }

  public override func measure(of key: PropertyKey) -> OptionMeasure {
    key == .second ? .value : super.measure(of: key)
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .sweep: sweep = Self.sweep(reading)
    case .start: start = reading.hasValue ? Fixed(reading.value) : nil
    case .factor: take(labels: reading.value)
    case .numerals: numeralPlace = NumeralPlace(rawValue: reading.value.rounded) ?? .outside
    case .direction: direction = Direction(rawValue: reading.value.rounded) ?? .clockwise
    case .isMirrored: isMirrored = reading.isTrue
    case .segments: segments = reading.value.rounded
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
