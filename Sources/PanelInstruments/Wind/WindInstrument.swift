// Stage: instruments. Where the wind comes from.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A wind instrument (P45): the angle of the wind to a boat that stands still, bow up, its speed in the middle, and the
/// sectors that the boat cannot sail in.
///
/// ``Instrument/value`` is the angle in degrees, from −180 to 180 or from 0 to 360, starboard above 0.
public final class WindInstrument: Instrument {
  /// The wind's speed, in ``Instrument/unit``.
  public var windSpeed = Reading.none { didSet { if windSpeed != oldValue { speedChanged() } } }
  /// Whether the middle has the speed.
  public var showsSpeed = true { didSet { if showsSpeed != oldValue { setNeedsLayout() } } }
  /// Another wind, as the true one: a hollow mark.
  public var secondMark = Reading.none { didSet { if secondMark != oldValue { secondChanged() } } }
  static let standardCloseHauled = 45
  /// The angle to the wind that the boat cannot sail below, to each side; 0 for none.
  public var closeHauled = Fixed(standardCloseHauled) { didSet { if closeHauled != oldValue { setNeedsLayout() } } }

  private let port = ShapeLayer()
  private let starboard = ShapeLayer()
  private let marks = ShapeLayer()
  private let boat = ShapeLayer()
  private var numerals: [Caption] = []
  private let secondLayer = ShapeLayer()
  private let pointer = ShapeLayer()
  private let readout: ValueReadout
  private let cross = FailureCross()
  private var dial = RoundScale(0...360, sweep: 360)
  private var solid = Path(), hollow = Path()
  private var hasNumerals: Bool { dial.diameter >= 110 }

  public override init(_ style: InstrumentStyle) {
    readout = ValueReadout(style.fonts.text, unit: .below)
    super.init(style)
    failureCross = cross
    range = -180...180
    for layer in [port, starboard, marks, boat, secondLayer, pointer, readout, cross] as [Layer] { addSublayer(layer) }
    for angle in [30, 60, 90, 120, 150, 180] {
      for _ in 0..<(angle == 180 ? 1 : 2) {
        let numeral = Caption(style.fonts.text)
        numeral.show(NumberFormat().text(of: Fixed64(angle)))
        numerals.append(numeral)
        addSublayer(numeral)
      }
    }
    secondLayer.fillColor = nil
    boat.fillColor = nil
  }

  // MARK: Layout

  public override func layOut(in content: Rect) {
    for layer in [port, starboard, marks, boat, readout, cross] as [Layer] { layer.frame = bounds }
    dial.center = Point(x: content.midX.whole, y: content.midY.whole)
    dial.radius = half(Fixed(Swift.min(content.width, content.height).floor & ~1))
    let d = dial.diameter
    layOutMarks(d)
    layOutSectors(d)
    layOutBoat(d)
    layOutPointers(d)
    let cap = d * (hasNumerals ? 0.08 : 0.115)
    let width = readout.valueText.width(of: "00.0", capHeight: cap)
    readout.isHidden = d < 70 || !showsSpeed
    let middle = dial.center.y + d * 0.03
    readout.place(
      x: dial.center.x, middle: middle, capHeight: cap, width: width, room: d * 0.48,
      field: Rect(
        x: dial.center.x - half(width) - cap * 0.2, y: middle - cap * 0.75, width: width + cap * 0.4, height: cap * 1.5)
    )
    readout.unitText.isHidden = unit == nil || d < 100
    readout.unitText.show(unit ?? "")
    // Above the boat's stern.
    readout.unitText.place(
      x: dial.center.x, middle: dial.center.y + d * 0.175 - Swift.max(3.5, d * 0.025), capHeight: Swift.max(7, d * 0.05)
    )
    let reach = d * 0.3
    cross.layOut(
      in: Rect(x: dial.center.x - reach, y: dial.center.y - reach, width: reach * 2, height: reach * 2),
      width: Swift.max(2, d * 0.022))
    speedChanged()
    secondChanged()
  }

  private func layOutMarks(_ d: Fixed) {
    var path = Path(capacity: 400)
    let step = d < 90 ? 30 : 10
    for angle in stride(from: 0, to: 360, by: step) {
      let isLong = angle % 30 == 0
      dial.addMark(
        to: &path, angle: Fixed(angle), outer: d * 0.46, length: d * (isLong ? 0.06 : 0.035),
        width: Swift.max(1.25, d * (isLong ? 0.011 : 0.006)))
    }
    marks.path = path
    let cap = Swift.max(6.5, d * 0.055)
    var index = 0
    for angle in [30, 60, 90, 120, 150, 180] {
      for sign in angle == 180 ? [1] : [1, -1] {
        // As far from the marks in every direction, however wide the numeral is.
        let numeral = numerals[index]
        let direction = dial.point(Fixed(angle * sign), 100) - dial.center
        let (across, along) = (abs(direction.dx) / 100, abs(direction.dy) / 100)
        numeral.setSize(cap)
        let reach = half(numeral.textWidth) * across + half(cap) * along
        // A corner reaches a little farther than the side that is nearest.
        let place = dial.point(Fixed(angle * sign), d * 0.37 - 1.5 - reach)
        numeral.place(x: place.x, middle: place.y, capHeight: cap)
        numeral.isHidden = !hasNumerals
        index += 1
      }
    }
  }

  private func layOutSectors(_ d: Fixed) {
    let angle = closeHauled.held(0, 90)
    var (left, right) = (Path(capacity: 20), Path(capacity: 20))
    dial.addBand(to: &left, from: -angle, to: 0, outer: d * 0.495, inner: d * 0.465)
    dial.addBand(to: &right, from: 0, to: angle, outer: d * 0.495, inner: d * 0.465)
    (port.path, starboard.path) = (left, right)
  }

  /// A hull from above, bow up.
  private func layOutBoat(_ d: Fixed) {
    // Between the numerals at both sides, and above those below it.
    let (w, h) = hasNumerals ? (d * 0.152, d * 0.245) : (d * 0.205, d * 0.29)
    let c = dial.center
    var path = Path(capacity: 10)
    path.move(to: Point(x: c.x, y: c.y - h))
    path.addCurve(
      to: Point(x: c.x + w * 0.72, y: c.y + h * 0.76), control1: Point(x: c.x + w * 0.95, y: c.y - h * 0.45),
      control2: Point(x: c.x + w * 1.15, y: c.y + h * 0.4))
    path.addLine(to: Point(x: c.x - w * 0.72, y: c.y + h * 0.76))
    path.addCurve(
      to: Point(x: c.x, y: c.y - h), control1: Point(x: c.x - w * 1.15, y: c.y + h * 0.4),
      control2: Point(x: c.x - w * 0.95, y: c.y - h * 0.45))
    path.closeSubpath()
    boat.path = path
    boat.lineWidth = Swift.max(1, d * 0.008)
    boat.isHidden = d < 60
  }

  /// Arrows at the rim that point inwards: that is where the wind goes. They end with the marks: no numeral is covered.
  private func layOutPointers(_ d: Fixed) {
    func arrow(_ width: Fixed, _ length: Fixed, line: Fixed = 0) -> Path {
      // A line about it reaches farther where it is pointed.
      let tip = -d * 0.385 - line * 1.3
      let base = tip - length
      var path = Path(capacity: 6)
      path.move(to: Point(x: 0, y: tip))
      path.addLine(to: Point(x: -width, y: base))
      path.addLine(to: Point(x: 0, y: base + length * 0.22))
      path.addLine(to: Point(x: width, y: base))
      path.closeSubpath()
      return path
    }
    solid = arrow(d * 0.06, d * 0.115)
    hollow = solid
    for layer in [pointer, secondLayer] { (layer.bounds, layer.position) = (.zero, dial.center) }
    let line = Swift.max(1.25, d * 0.009)
    (secondLayer.lineWidth, pointer.lineWidth) = (line, line)
    secondLayer.path = arrow(d * 0.042, d * 0.09, line: line)
    pointer.path = solid
  }

  // MARK: Moving parts

  public override func valueChanged() {
    pointer.isHidden = !value.hasValue
    if value.hasValue { pointer.setAffineTransform(turn(Fixed(value.value.held(-720, 720)))) }
  }

  private func secondChanged() {
    secondLayer.isHidden = !secondMark.hasValue
    if secondMark.hasValue { secondLayer.setAffineTransform(turn(Fixed(secondMark.value.held(-720, 720)))) }
  }

  private func speedChanged() {
    readout.show(windSpeed.hasValue ? format.text(of: windSpeed.value) : nil)
    showSpeed()
  }

  private func showSpeed() {
    readout.show(windSpeed.quality, zoneState, isLit: isLit, color: theme[.ink], theme)
  }

  public override func appearanceChanged() {
    marks.fillColor = theme[.mark]
    for numeral in numerals { numeral.foregroundColor = theme[.dim] }
    // Port is red and starboard green on every boat; muted, so that they are no alarm.
    port.fillColor = theme[.warning].mixed(170, with: theme[.surface])
    starboard.fillColor = theme[.normal].mixed(170, with: theme[.surface])
    boat.strokeColor = theme[.surface].mixed(170, with: theme[.ink])
    (pointer.fillColor, pointer.strokeColor) = quality == .old ? (nil, theme[.stale]) : (color(.needle), nil)
    pointer.lineDashPattern = quality == .old ? [4, 3] : nil
    secondLayer.strokeColor = theme[.accent]
    showSpeed()
  }

  override var saysNone: Bool { false }

  /// A quarter of a pixel at the rim, in degrees.
  public override var valueTolerance: Fixed64 {
    (Fixed64(Fixed(14.3239)) / Fixed64(Swift.max(1, dial.radius))) ?? .zero
  }

  public override func writesDigits(_ key: PropertyKey) -> Bool { key == .windSpeed }

  /// The number in the middle is the speed.
  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    showsSpeed = record[.windSpeed] != nil
    guard let speed = builder.signal(record.signal(.windSpeed)) else { return }
    (unit, format) = (speed.text(.unit), builder.format(of: speed))
  }

  /// The angle of close-hauled is in degrees, whatever the wind's unit.
  public override func measure(of key: PropertyKey) -> OptionMeasure {
    key == .closeHauled ? .own : super.measure(of: key)
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .windSpeed: windSpeed = reading
    case .secondWind: secondMark = reading
    case .closeHauled: closeHauled = reading.hasValue ? Fixed(reading.value) : 0
    default: super.take(key, reading)
    }
  }

  /// The unit of the record is the angle's; the number has the speed's.
  public override func take(_ key: PropertyKey, _ text: String) { if key != .unit { super.take(key, text) } }
}
