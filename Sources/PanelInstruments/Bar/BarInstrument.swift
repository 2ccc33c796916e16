// Stage: instruments. A value as a length beside a scale.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A bar (P42), upright or lying: scale and zones on one side, a pointer on the other, so that bars in a row are read by
/// where their pointers stand. Bars of one size and one range line up.
public final class BarInstrument: Instrument {
  // MARK: Options

  public var isUpright = false { didSet { if isUpright != oldValue { setNeedsLayout() } } }
  /// The scale's exceptions from the rules; the resolution is the instrument's.
  public var scaleOptions = ScaleOptions() { didSet { if scaleOptions != oldValue { setNeedsLayout() } } }
  /// Where the fill begins; `nil` for the lower end, or zero where the range has it inside.
  public var origin: Fixed64? { didSet { if origin != oldValue { setNeedsLayout() } } }
  /// Whether the fill begins in the middle of the range, whatever ``origin`` is.
  public var beginsInMiddle = false { didSet { if beginsInMiddle != oldValue { setNeedsLayout() } } }
  /// Parts that light up one after the other; 0 for a fill in one piece.
  public var segments = 0 { didSet { if segments != oldValue { setNeedsLayout() } } }
  public var showsValue = true { didSet { if showsValue != oldValue { setNeedsLayout() } } }
  public var showsScale = true { didSet { if showsScale != oldValue { setNeedsLayout() } } }

  // MARK: Told while it is shown

  /// The wanted value.
  public var setpoint = Reading.none { didSet { if setpoint != oldValue { placeMark(setpointMark, setpoint) } } }
  /// The highest and the lowest value so far, or of some time; none is marked without them.
  public var peak = Reading.none { didSet { if peak != oldValue { placeMark(peakMark, peak) } } }
  public var low = Reading.none { didSet { if low != oldValue { placeMark(lowMark, low) } } }

  // MARK: Layers, from back to front

  private let track = Layer()
  private let unlit = ShapeLayer()
  private let fill = LevelFill()
  let scaleLayer: LinearScale
  private let peakMark = ShapeLayer()
  private let lowMark = ShapeLayer()
  private let setpointMark = ShapeLayer()
  private let pointer = ShapeLayer()
  private let readout: ValueReadout
  private let cross = FailureCross()

  private var place = LinearPlace()
  private var scale: ScaleLayout { scaleLayer.scale }
  private var originShare = Fixed64.zero
  /// Whether there is room for the pointer beside the track.
  private var hasPointer = true

  public override init(_ style: InstrumentStyle) {
    scaleLayer = LinearScale(style.fonts.text)
    readout = ValueReadout(style.fonts.text, unit: .beside)
    super.init(style)
    failureCross = cross
    scaleOptions.numbers = style.numbers
    for layer in [track, unlit, fill, scaleLayer, peakMark, lowMark] as [Layer] { addSublayer(layer) }
    for layer in [setpointMark, pointer, readout, cross] as [Layer] { addSublayer(layer) }
    for mark in [setpointMark, peakMark, lowMark] { mark.isHidden = true }
  }

  // MARK: Layout

  override var untitledHeading: String? { showsValue && scaleOptions.factor <= 1 ? nil : unit ?? "" }

  public override func layOut(in content: Rect) {
    for layer in [scaleLayer, readout, unlit, cross] as [Layer] { layer.frame = bounds }
    var options = scaleOptions
    if format.isDuration { options.numbers = format }
    options.division = self.division
    if resolution > options.resolution { options.resolution = resolution }
    let side = Swift.min(content.width, content.height)
    let across = isUpright ? content.width : content.height
    let hasNumerals = showsScale && across >= (isUpright ? 56 : 34)
    var measures = LinearMeasures(
      side: side * (isUpright ? 1 : 1.4), measure: measure, hasZones: showsZones && !zones.isEmpty,
      hasNumerals: hasNumerals, isRead: !showsValue)
    if !showsScale { measures.markLength = 0 }
    // Below the track, or beside one that lies in a wide room.
    let isBelow = isUpright || content.height >= 60 && content.width < content.height * 2
    let hasValue = showsValue && (isBelow ? content.height >= 60 && content.width >= 40 : content.width >= 120)
    let room = layOutReadout(content, isShown: hasValue, isBelow: isBelow)
    let margin = hasNumerals ? half(measures.capHeight) + 1 : 2
    var length = (isUpright ? room.height : room.width) - margin * 2
    var division = scaleLayer.division(range, along: Swift.max(0, length), isUpright: isUpright, &measures, options)
    var inset = margin
    if hasNumerals {
      measures.numeralWidth = scaleLayer.numeralWidth(division, capHeight: measures.capHeight)
      // Numerals that leave no room for the bar are left out.
      let hasRoom =
        isUpright
        ? measures.width(isUpright: true) <= content.width * 0.8 : measures.numeralWidth <= room.width * 0.4
      if !hasRoom { (measures.capHeight, measures.numeralWidth) = (0, 0) }
      if !isUpright {
        // The numerals at the ends need half of their width beyond the track.
        inset = Swift.max(margin, half(measures.numeralWidth)).ceilWhole
        length = room.width - inset * 2
        division = scaleLayer.division(range, along: Swift.max(0, length), isUpright: false, &measures, options)
      }
    }
    makeRoomForTrack(&measures, isUpright ? room.width : room.height)
    place = layOutTrack(room, inset: inset, measures)
    scaleLayer.layOut(place, division, measures, zones: showsZones ? zones : [], isShown: showsScale)
    layOutFill()
    layOutMarks()
    let isDivided = scale.factor != 1 && measures.capHeight > 0
    if isDivided || !showsValue { _ = addUnitToTitle(isDivided ? scale.factorWords : "") }
  }

  /// The filling makes the bar: in few pixels the marks are shorter or left out, then the pointer, and then the zones.
  private func makeRoomForTrack(_ measures: inout LinearMeasures, _ across: Fixed) {
    hasPointer = true
    let pointer = pointerSize(across)
    let missing = measures.width(isUpright: isUpright) + pointer + 4 - across
    if missing <= 0 { return }
    let rest = measures.markLength - missing
    measures.markLength = rest < 3 ? 0 : rest
    hasPointer = rest >= 0
    if rest + pointer < 0 { measures.zoneWidth = 0 }
  }

  /// Track, scale and pointer as a group in the middle of the room.
  private func layOutTrack(_ room: Rect, inset: Fixed, _ measures: LinearMeasures) -> LinearPlace {
    let across = isUpright ? room.width : room.height
    let scaleWidth = measures.width(isUpright: isUpright)
    let pointerSize = hasPointer ? pointerSize(across) : 0
    let free = Swift.max(0, across - scaleWidth - pointerSize)
    let thickness = Swift.max(Swift.min(4, free), Swift.min(free, scaled(across * (isUpright ? 0.22 : 0.42), 6, 48)))
      .whole
    let whole = scaleWidth + thickness + pointerSize
    if isUpright {
      let left = (room.midX - half(whole)).whole
      return LinearPlace(
        track: Rect(
          x: left + scaleWidth, y: (room.minY + inset).whole, width: thickness,
          height: Swift.max(0, (room.height - inset * 2)).whole), isUpright: true)
    }
    let top = (room.midY - half(whole)).whole
    return LinearPlace(
      track: Rect(
        x: (room.minX + inset).whole, y: top + pointerSize, width: Swift.max(0, room.width - inset * 2).whole,
        height: thickness), isUpright: false)
  }

  /// As many segments as there is room for, after the layout.
  private var shownSegments = 0
  private var hidesUnit: Bool { unit?.isEmpty == false && readout.unitText.isHidden }

  package override var missingPart: String? {
    if showsValue && readout.isHidden { return "value" }
    if showsValue && hidesUnit { return "unit" }
    return segments > Swift.max(1, shownSegments) ? "segments" : nil
  }

  private func pointerSize(_ across: Fixed) -> Fixed { scaled(across * 0.09, 5, 14).whole + 2 }

  /// - Returns: the room that the value leaves.
  private func layOutReadout(_ content: Rect, isShown: Bool, isBelow: Bool) -> Rect {
    readout.isHidden = !isShown
    if !isShown { return content }
    let text = readout.valueText
    let digits = text.width(of: format.text(of: widestValue), capHeight: 100)
    let most: Fixed =
      isBelow ? scaled(content.height * (isUpright ? 0.11 : 0.16), 8, 30) : scaled(content.height * 0.42, 8, 36)
    var width = isBelow ? content.width : content.width * 0.34
    var (cap, unitShare, whole) = readout.fit(
      unit, digits: digits, spare: 40, most: most, width: width, least: leastUnitCap)
    // Long numbers take more of a lying bar, or nobody could read them.
    if !isBelow && cap < 7.5 {
      (cap, unitShare, whole) = readout.fit(
        unit, digits: digits, spare: 40, most: 7.5, width: half(content.width), least: leastUnitCap)
      width = whole * cap / 100
    }
    cap = pageSize(cap)
    unitShare = ValueReadout.unitShare(cap, least: leastUnitCap)
    let share = cap / 100
    let middle = isBelow ? (content.maxY - cap * 0.95).whole : content.midY.whole
    let left = isBelow ? content.midX - half((whole - 40) * share) : content.maxX - (whole - 20) * share
    let right = left + digits * share
    readout.place(
      x: right, middle: middle, capHeight: cap, width: digits * share,
      room: Swift.max(digits * share + 1, right - (isBelow ? content.minX : content.maxX - width)),
      field: Rect(
        x: left - cap * 0.2, y: middle - cap * 0.8, width: (whole - 40) * share + cap * 0.4, height: cap * 1.6))
    // A unit that cannot be read looks like a decimal point.
    readout.unitText.isHidden = unit == nil || cap < 8
    readout.unitText.show(unit ?? "")
    readout.placeUnit(x: right + 22 * share, middle: middle, cap: cap, unitCap: cap * unitShare)
    if isBelow {
      return Rect(
        x: content.minX, y: content.minY, width: content.width, height: Swift.max(0, content.height - (cap * 2.1).whole)
      )
    }
    return Rect(
      x: content.minX, y: content.minY, width: Swift.max(0, left - cap * 0.6 - content.minX), height: content.height)
  }

  private func layOutFill() {
    track.frame = place.track
    track.cornerRadius = 2
    let count = Swift.min(segments, (place.length / LevelFill.leastPitch).floor)
    shownSegments = count
    fill.layOut(place, segments: count)
    unlit.path = LevelFill.segments(count, place)
    (track.isHidden, unlit.isHidden) = (count > 0, count == 0)
    originShare =
      beginsInMiddle ? Fixed64(1, over: 2) : scale.share(of: scale.held(origin ?? range.fillingStart(division)))
    let across = isUpright ? place.track.width : place.track.height
    let reach = Swift.min(half(place.length), Swift.max(across, 14) * 1.2)
    cross.layOut(
      in: Rect(x: place.track.midX - reach, y: place.track.midY - reach, width: reach * 2, height: reach * 2), width: 3)
  }

  /// Marks about (0, 0), which is where the track's edge and their value meet.
  private func layOutMarks() {
    let across = isUpright ? place.track.width : place.track.height
    let size = pointerSize(isUpright ? bounds.width : bounds.height) - 2
    for mark in [pointer, setpointMark, peakMark, lowMark] { mark.bounds = .zero }
    func point(_ outwards: Fixed, _ along: Fixed) -> Point {
      isUpright ? Point(x: outwards, y: along) : Point(x: along, y: -outwards)
    }
    var triangle = Path(capacity: 4)
    triangle.move(to: point(1, 0))
    triangle.addLine(to: point(size + 1, -size * 0.6))
    triangle.addLine(to: point(size + 1, size * 0.6))
    triangle.closeSubpath()
    pointer.path = triangle
    func line(_ thickness: Fixed, beyond: Fixed) -> Path {
      var path = Path(capacity: 5)
      let (a, b) = (point(beyond, half(thickness)), point(-across - beyond, -half(thickness)))
      path.addRect(Rect(x: Swift.min(a.x, b.x), y: Swift.min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y)))
      return path
    }
    setpointMark.path = line(3, beyond: 2)
    peakMark.path = line(2, beyond: 0)
    lowMark.path = line(2, beyond: 0)
    placeMark(setpointMark, setpoint)
    placeMark(peakMark, peak)
    placeMark(lowMark, low)
  }

  // MARK: Moving parts

  public override func valueChanged() {
    if value.hasValue {
      fill.show(from: originShare, to: scale.share(of: scale.held(value.value)))
      placePointer()
    }
  }

  /// A value beyond the scale has its pointer at the end, where it points along the track.
  private func placePointer() {
    pointer.position = edge(value.value)
    let turn: Fixed = Fixed(beyondRange)
    let quarter = isUpright ? turn : -turn
    pointer.setAffineTransform(
      turn == 0
        ? .identity : AffineTransform(a: 0, b: Coefficient(quarter), c: Coefficient(-quarter), d: 0, tx: 0, ty: 0))
    if turn == 0 { return }
    // Beside the track, not on it.
    let beside = pointerSize(isUpright ? bounds.width : bounds.height) * 0.6
    if isUpright { pointer.position.x += beside } else { pointer.position.y -= beside }
  }

  public override func digitsChanged() { if !readout.isHidden { readout.show(digitsText) } }

  /// Where a value meets the track's outer edge.
  private func edge(_ value: Fixed64) -> Point {
    let along = place.coordinate(scale.share(of: scale.held(value)))
    return isUpright ? Point(x: place.track.maxX, y: along) : Point(x: along, y: place.track.minY)
  }

  override func place(onScale value: Fixed64) -> Point? { trackPlace(at: scale.share(of: scale.held(value))) }

  override func value(onScaleAt place: Point) -> Fixed64 {
    let track = self.place.track
    let along = isUpright ? track.maxY - place.y : place.x - track.minX
    return scale.value(ofShare: ((Fixed64(along) / Fixed64(Swift.max(1, self.place.length))) ?? .zero).held(0, 1))
  }

  /// The middle of the track at a share of its length.
  func trackPlace(at share: Fixed64) -> Point {
    let along = place.coordinate(share)
    return isUpright ? Point(x: place.track.midX, y: along) : Point(x: along, y: place.track.midY)
  }

  private func placeMark(_ mark: ShapeLayer, _ reading: Reading) {
    mark.isHidden = !reading.hasValue
    if !reading.hasValue { return }
    // Lines lie on whole pixels.
    let place = edge(reading.value)
    mark.position = Point(x: place.x.whole, y: place.y.whole)
  }

  // MARK: Colours

  public override func appearanceChanged() {
    let empty = theme[.surface].mixed(225, with: theme[.ink])
    track.backgroundColor = empty
    unlit.fillColor = empty
    scaleLayer.show(theme)
    fill.show(quality, fillColor(.accent))
    pointer.isHidden = quality != .fresh || !hasPointer
    pointer.fillColor = color(.needle)
    setpointMark.fillColor = theme[.ink]
    peakMark.fillColor = theme[.ink]
    lowMark.fillColor = theme[.ink]
    readout.show(quality, zoneState, isLit: isLit, color: theme[.ink], theme)
  }

  /// An age over some of the digits would make another number of them.
  override func ageWasPlaced() {
    let age = frameLayer.ageText
    if !age.isHidden && age.frame.intersects(readout.ink) { age.isHidden = true }
  }

  override var scaleHeight: Fixed { isUpright ? 90 : 34 }
  override var saysNone: Bool { !readout.isHidden }

  /// A quarter of a pixel along the track.
  public override var valueTolerance: Fixed64 {
    guard let share = Fixed64(rawValue: 1 << 30) / Fixed64(Swift.max(1, place.length)) else { return .zero }
    return scale.difference(ofShare: share)
  }

  package override var crowdedStep: Fixed64? { showsScale && scale.numeralEvery > 1 ? scale.step : nil }

  public override func writesDigits(_ key: PropertyKey) -> Bool { key == .value }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    scaleOptions.words = builder.scaleWords(of: record)
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .isUpright: isUpright = reading.isTrue
    case .beginsInMiddle: beginsInMiddle = reading.isTrue
    case .from: origin = reading.hasValue ? reading.value : nil
    case .factor:
      (showsScale, scaleOptions.numbersEnds) = (reading.value != .zero, reading.value < .zero)
      if reading.value > .zero { scaleOptions.factor = reading.value }
    case .isLogarithmic: scaleOptions.isLogarithmic = reading.isTrue
    case .step: scaleOptions.step = Swift.max(.zero, reading.value)
    case .segments: segments = reading.value.rounded
    case .showsValue: showsValue = reading.isTrue
    case .setpoint: setpoint = reading
    case .peak: peak = reading
    case .low: low = reading
    default: super.take(key, reading)
    }
  }
}
