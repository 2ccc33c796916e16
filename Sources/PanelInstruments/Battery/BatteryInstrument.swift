// Stage: instruments. How full a battery is.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A battery (P45): a cell that is filled, its level in digits, and a flash while it is charged.
public final class BatteryInstrument: Instrument {
  /// Whether it is being charged, where that is not 0.
  public var charging = Reading.none { didSet { if charging != oldValue { chargingChanged() } } }
  public var showsValue = true { didSet { if showsValue != oldValue { setNeedsLayout() } } }
  public var segments = 0 { didSet { if segments != oldValue { setNeedsLayout() } } }

  private let cell = ShapeLayer()
  private let inside = Layer()
  private let fill = LevelFill()
  /// At the end that the level lies beyond.
  let beyondMark = ShapeLayer()
  private let flashEdge = ShapeLayer()
  private let flash = ShapeLayer()
  private let readout: ValueReadout
  private let cross = FailureCross()
  private var place = LinearPlace(track: .zero, isUpright: false)

  public override init(_ style: InstrumentStyle) {
    readout = ValueReadout(style.fonts.text, unit: .beside)
    super.init(style)
    failureCross = cross
    cell.fillRule = .evenOdd
    inside.masksToBounds = true
    for layer in [inside, cell, flashEdge, flash, readout, cross] as [Layer] { addSublayer(layer) }
    inside.addSublayer(fill)
    inside.addSublayer(beyondMark)
  }

  // MARK: Layout

  public override func layOut(in content: Rect) {
    for layer in [cell, flashEdge, flash, readout, cross] as [Layer] { layer.frame = bounds }
    let room = layOutReadout(content)
    let width = Swift.min(room.width * 0.92, room.height * 2.1)
    let height = Swift.min(room.height * 0.86, width / 2)
    let wall = (height / 16).held(1.5, 3).whole
    let terminal = (width * 0.05).held(2, 8).whole
    let left = (room.midX - half(width)).whole
    let outer = Rect(
      x: left, y: (room.midY - half(height)).whole, width: (width - terminal).whole, height: height.whole)
    let radius = (height / 7).held(2, 8)
    let gap = wall + Swift.max(1, half(wall).whole)
    let track = outer.insetBy(dx: Swift.min(gap, half(outer.width)), dy: Swift.min(gap, half(outer.height)))
    var path = Path(roundedRect: outer, cornerRadius: radius)
    path.addRoundedRect(in: outer.insetBy(dx: wall, dy: wall), cornerRadius: Swift.max(0, radius - wall))
    path.addRoundedRect(
      in: Rect(
        x: outer.maxX + 1, y: (outer.midY - height * 0.18).whole, width: terminal - 1, height: (height * 0.36).whole),
      cornerRadius: 1)
    cell.path = path
    place = LinearPlace(track: track, isUpright: false)
    inside.frame = track
    inside.bounds = track
    inside.cornerRadius = Swift.max(0, radius - gap)
    fill.layOut(place, segments: Swift.min(segments, (track.width / LevelFill.leastPitch).floor))
    beyondMark.layOutEdgeMark(size: (track.height * 0.16).held(3, 10))
    layOutFlash(outer)
    let reach = half(height) * 0.7
    cross.layOut(in: Rect(x: outer.midX - reach, y: outer.midY - reach, width: reach * 2, height: reach * 2), width: 3)
    chargingChanged()
  }

  private func layOutFlash(_ outer: Rect) {
    let (c, h) = (Point(x: outer.midX, y: outer.midY), outer.height * 0.36)
    func bolt(_ grow: Fixed) -> Path {
      var path = Path(capacity: 8)
      path.move(to: Point(x: c.x + h * 0.22 + grow, y: c.y - h - grow))
      path.addLine(to: Point(x: c.x - h * 0.55 - grow * 1.4, y: c.y + h * 0.14 + grow))
      path.addLine(to: Point(x: c.x - h * 0.03 - grow, y: c.y + h * 0.14 + grow))
      path.addLine(to: Point(x: c.x - h * 0.22 - grow, y: c.y + h + grow))
      path.addLine(to: Point(x: c.x + h * 0.55 + grow * 1.4, y: c.y - h * 0.14 - grow))
      path.addLine(to: Point(x: c.x + h * 0.03 + grow, y: c.y - h * 0.14 - grow))
      path.closeSubpath()
      return path
    }
    flash.path = bolt(0)
    flashEdge.path = bolt(1.5)
  }

  /// - Returns: the room that the number leaves.
  private func layOutReadout(_ content: Rect) -> Rect {
    readout.isHidden = !showsValue || content.height < 56 || content.width < 44
    if readout.isHidden { return content }
    let text = readout.valueText
    let digits = text.width(of: format.text(of: widestValue), capHeight: 100)
    let (fitting, _, whole) = readout.fit(
      unit, digits: digits, most: scaled(content.height * 0.2, 8, 32), width: content.width * 0.8,
      least: leastUnitCap)
    let cap = pageSize(fitting)
    let unitShare = ValueReadout.unitShare(cap, least: leastUnitCap)
    let share = cap / 100
    let left = content.midX - half(whole * share)
    let middle = (content.maxY - cap * 0.85).whole
    readout.place(
      x: left + digits * share, middle: middle, capHeight: cap, width: digits * share,
      room: Swift.max(digits * share + 1, left + digits * share - content.minX),
      field: Rect(x: left - cap * 0.3, y: middle - cap * 0.8, width: whole * share + cap * 0.6, height: cap * 1.6))
    readout.unitText.isHidden = unit == nil
    readout.unitText.show(unit ?? "")
    readout.placeUnit(x: left + (digits + 22) * share, middle: middle, cap: cap, unitCap: cap * unitShare)
    return Rect(
      x: content.minX, y: content.minY, width: content.width, height: Swift.max(0, content.height - cap * 2))
  }

  // MARK: Moving parts

  private var share: Fixed64 {
    let span = range.upperBound - range.lowerBound
    return (((value.value - range.lowerBound) / span) ?? .zero).held(.zero, .one)
  }

  package override var missingPart: String? { showsValue && readout.isHidden ? "value" : nil }

  public override func valueChanged() {
    if value.hasValue { fill.show(from: .zero, to: share) }
    showBeyond()
  }

  private func showBeyond() {
    let isShown = value.hasValue && place.track.width >= 40
    beyondMark.showEdgeMark(isShown ? beyondRange : 0, in: place.track, isUpright: false)
  }

  public override func digitsChanged() { if !readout.isHidden { readout.show(digitsText) } }

  private func chargingChanged() {
    let isCharging = charging.quality == .fresh && charging.value != .zero
    flash.isHidden = !isCharging
    flashEdge.isHidden = !isCharging
  }

  public override func appearanceChanged() {
    cell.fillColor = theme[.surface].mixed(60, with: quality == .fresh ? theme[.mark] : theme[.stale])
    fill.show(quality, fillColor(.accent))
    beyondMark.strokeColor = theme[.ink]
    showBeyond()
    flash.fillColor = theme[.ink]
    flashEdge.fillColor = theme[.surface]
    readout.show(quality, zoneState, isLit: isLit, color: theme[.ink], theme)
  }

  override var scaleHeight: Fixed { 56 }
  override var saysNone: Bool { !readout.isHidden }

  /// A quarter of a pixel of the level.
  public override var valueTolerance: Fixed64 {
    guard let share = Fixed64(rawValue: 1 << 30) / Fixed64(Swift.max(1, place.length)) else { return .zero }
    return (range.upperBound - range.lowerBound) * share
  }

  public override func writesDigits(_ key: PropertyKey) -> Bool { key == .value }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    if key == .charging { charging = reading } else { super.take(key, reading) }
  }
}
