// Stage: instruments. How full a vessel is.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals
import SystemFiles

/// A tank (P45): a vessel with its contents, a scale with zones beside it, the level and the volume below.
public final class TankInstrument: Instrument {
  /// The colour of the contents.
  public var role = Role.accent { didSet { if role != oldValue { appearanceChanged() } } }
  /// How much a full vessel holds, in ``volumeUnit``; 0 for nobody knows, and no volume is written.
  public var capacity = Fixed64.zero { didSet { if capacity != oldValue { setNeedsLayout() } } }
  public var volumeUnit = "l" { didSet { if !haveSameBytes(volumeUnit, oldValue) { setNeedsLayout() } } }
  public var volumeFormat = NumberFormat() { didSet { if volumeFormat != oldValue { valueChanged() } } }
  public var showsValue = true { didSet { if showsValue != oldValue { setNeedsLayout() } } }
  public var showsScale = true { didSet { if showsScale != oldValue { setNeedsLayout() } } }
  public var scaleOptions = ScaleOptions() { didSet { if scaleOptions != oldValue { setNeedsLayout() } } }

  private let vessel = ShapeLayer()
  private let inside = Layer()
  private let fill = LevelFill()
  private let surface = Layer()
  /// At the end of the tank that the level lies beyond.
  let beyondMark = ShapeLayer()
  private let scaleLayer: LinearScale
  private let readout: ValueReadout
  private let volumeText: Caption
  private let cross = FailureCross()
  private var place = LinearPlace()

  public override init(_ style: InstrumentStyle) {
    scaleLayer = LinearScale(style.fonts.text)
    readout = ValueReadout(style.fonts.text, unit: .beside)
    volumeText = Caption(style.fonts.text)
    super.init(style)
    failureCross = cross
    scaleOptions.numbers = style.numbers
    vessel.strokeColor = nil
    vessel.fillRule = .evenOdd
    inside.masksToBounds = true
    for layer in [inside, vessel, scaleLayer, readout, volumeText, cross] as [Layer] { addSublayer(layer) }
    inside.addSublayer(fill)
    inside.addSublayer(surface)
    inside.addSublayer(beyondMark)
  }

  // MARK: Layout

  public override func layOut(in content: Rect) {
    for layer in [vessel, scaleLayer, readout, cross] as [Layer] { layer.frame = bounds }
    let side = Swift.min(content.width, content.height)
    let hasNumerals = showsScale && content.width >= 60
    var measures = LinearMeasures(
      side: side, measure: measure, hasZones: showsZones && !zones.isEmpty, hasNumerals: hasNumerals,
      isRead: !showsValue)
    if !showsScale { measures.markLength = 0 }
    let room = layOutReadout(content)
    let inset = Swift.max(3, hasNumerals ? half(measures.capHeight) + 1 : 3)
    let length = Swift.max(0, room.height - inset * 2)
    var options = scaleOptions
    if format.isDuration { options.numbers = format }
    let division = scaleLayer.division(range, along: length, isUpright: true, &measures, options)
    if hasNumerals { measures.numeralWidth = scaleLayer.numeralWidth(division, capHeight: measures.capHeight) }
    let scaleWidth = measures.width(isUpright: true) + 2
    let width = Swift.max(4, Swift.min(content.width - scaleWidth, length * 1.5) - 4).whole
    let left = (room.midX - half(width + scaleWidth) + scaleWidth).whole
    place = LinearPlace(
      track: Rect(x: left, y: (room.minY + inset).whole, width: width, height: length.whole), isUpright: true)
    scaleLayer.layOut(offset(place), division, measures, zones: showsZones ? zones : [], isShown: showsScale)
    layOutVessel(side)
  }

  /// The scale stands off by the vessel's wall.
  private func offset(_ place: LinearPlace) -> LinearPlace {
    var place = place
    place.track.origin.x -= 3
    return place
  }

  private func layOutVessel(_ side: Fixed) {
    let wall: Fixed = 2
    let radius = Swift.min((side * 0.06).held(3, 12), half(place.track.width))
    let outer = place.track.insetBy(dx: -wall, dy: -wall)
    var path = Path(roundedRect: outer, cornerRadius: radius + wall)
    path.addRoundedRect(in: place.track, cornerRadius: radius)
    vessel.path = path
    inside.frame = place.track
    inside.bounds = place.track
    inside.cornerRadius = radius
    fill.layOut(place, segments: 0)
    beyondMark.layOutEdgeMark(size: (place.track.width * 0.12).held(3, 10))
    let reach = Swift.min(half(place.track.width), half(place.track.height)) * 0.8
    cross.layOut(
      in: Rect(x: place.track.midX - reach, y: place.track.midY - reach, width: reach * 2, height: reach * 2), width: 3)
  }

  /// - Returns: the room that level and volume leave.
  private func layOutReadout(_ content: Rect) -> Rect {
    readout.isHidden = !showsValue || content.height < 60 || content.width < 44
    volumeText.isHidden = readout.isHidden || capacity <= .zero
    if readout.isHidden { return content }
    let text = readout.valueText
    let digits = text.width(of: format.text(of: widestValue), capHeight: 100)
    let (fitting, _, whole) = readout.fit(
      unit, digits: digits, most: scaled(content.height * 0.15, 8, 32), width: content.width * 0.8,
      least: leastUnitCap)
    let cap = pageSize(fitting)
    let unitShare = ValueReadout.unitShare(cap, least: leastUnitCap)
    let share = cap / 100
    let small = volumeText.isHidden ? 0 : scaled(cap * 0.55, 6, 14)
    let middle = (content.maxY - cap * 0.85 - small * 1.8).whole
    let left = content.midX - half(whole * share)
    readout.place(
      x: left + digits * share, middle: middle, capHeight: cap, width: digits * share,
      room: Swift.max(digits * share + 1, left + digits * share - content.minX),
      field: Rect(x: left - cap * 0.3, y: middle - cap * 0.8, width: whole * share + cap * 0.6, height: cap * 1.6))
    readout.unitText.isHidden = unit == nil
    readout.unitText.show(unit ?? "")
    readout.placeUnit(x: left + (digits + 22) * share, middle: middle, cap: cap, unitCap: cap * unitShare)
    volumeText.place(x: content.midX, middle: content.maxY - small * 0.9, capHeight: small)
    let taken = (cap * 2 + small * 1.8).whole
    return Rect(
      x: content.minX, y: content.minY, width: content.width, height: Swift.max(0, content.height - taken))
  }

  // MARK: Moving parts

  package override var missingPart: String? { showsValue && readout.isHidden ? "value" : nil }

  public override func valueChanged() {
    if value.hasValue {
      let share = scaleLayer.scale.share(of: scaleLayer.scale.held(value.value))
      fill.show(from: .zero, to: share)
      surface.frame = Rect(
        x: place.track.minX, y: place.coordinate(share).whole, width: place.track.width, height: 2)
    }
    showBeyond()
  }

  /// A level beyond the scale has a chevron at that end.
  private func showBeyond() {
    let isShown = value.hasValue && place.track.height >= 40
    beyondMark.showEdgeMark(isShown ? beyondRange : 0, in: place.track, isUpright: true)
  }

  public override func digitsChanged() {
    if readout.isHidden { return }
    readout.show(digitsText)
    if !volumeText.isHidden { volumeText.show(volume) }
  }

  /// `124 l`: up to fifteen bytes take no memory.
  private var volume: String {
    let (span, level) = (range.upperBound - range.lowerBound, slowValue ?? value)
    guard value.hasValue, level.hasValue, let share = (level.value - range.lowerBound) / span else { return "" }
    return joined(volumeFormat, share.held(.zero, .one) * capacity, volumeUnit)
  }

  public override func appearanceChanged() {
    vessel.fillColor = theme[.surface].mixed(110, with: theme[.dim])
    scaleLayer.show(theme)
    let color = fillColor(role)
    fill.show(quality, color)
    surface.isHidden = quality > .fresh
    surface.backgroundColor = color.mixed(140, with: theme[.ink])
    beyondMark.strokeColor = theme[.ink]
    showBeyond()
    volumeText.foregroundColor = quality == .fresh ? theme[.dim] : theme[.stale]
    readout.show(quality, zoneState, isLit: isLit, color: theme[.ink], theme)
  }

  override var scaleHeight: Fixed { 90 }
  override var saysNone: Bool { !readout.isHidden }

  package override var crowdedStep: Fixed64? {
    showsScale && scaleLayer.scale.numeralEvery > 1 ? scaleLayer.scale.step : nil
  }

  public override func writesDigits(_ key: PropertyKey) -> Bool { key == .value }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    if key == .showsValue { showsValue = reading.isTrue } else { super.take(key, reading) }
  }

  /// A quarter of a pixel of the level.
  public override var valueTolerance: Fixed64 {
    guard let share = Fixed64(rawValue: 1 << 30) / Fixed64(Swift.max(1, place.length)) else { return .zero }
    return scaleLayer.scale.difference(ofShare: share)
  }
}

/// A number and its unit. Takes no memory for up to ten bytes, fifteen on 64-bit processors.
func joined(_ format: NumberFormat, _ value: Fixed64, _ unit: String) -> String {
  let (bytes, count) = format.bytes(of: value)
  let units = unit.utf8
  return unsafe String(unsafeUninitializedCapacity: count + 1 + units.count) { room in
    for index in 0..<count { unsafe room[index] = bytes[index] }
    if units.isEmpty { return count }
    unsafe room[count] = 32
    var length = count + 1
    for byte in units {
      unsafe room[length] = byte
      length += 1
    }
    return length
  }
}
