// Stage: instruments. A round scale with a needle.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A round gauge (P41): a scale that fits range and size, zones as arcs outside it, a needle, and the value in the gap
/// at six o'clock. Measures are parts of the diameter D.
public final class GaugeInstrument: Instrument {
  /// The angle of the whole scale, in degrees, 60...360.
  public var sweep: Fixed = 270 { didSet { if sweep != oldValue { setNeedsLayout() } } }
  /// Where the scale begins, in degrees clockwise from twelve o'clock; `nil` leaves the gap at six o'clock.
  public var start: Fixed? { didSet { if start != oldValue { setNeedsLayout() } } }
  /// Whether the value is written in the gap.
  public var showsValue = true { didSet { if showsValue != oldValue { setNeedsLayout() } } }
  /// What numerals are divided by: 1000 writes 4000 as 4.
  public var factor: Fixed64 = 1 { didSet { if factor != oldValue { setNeedsLayout() } } }

  private let face = ShapeLayer()
  private let marks = ShapeLayer()
  private var bands: [ShapeLayer] = []
  private var numerals: [Caption] = []
  private let needle = ShapeLayer()
  private let hub = ShapeLayer()
  private let titleText: Caption
  private let valueText: Caption
  private let unitText: Caption
  private var dial = RoundScale(center: .zero, diameter: 0, start: 0, sweep: 0)

  public override init(_ style: InstrumentStyle) {
    titleText = Caption(style.fonts[.text])
    valueText = Caption(style.fonts[.text])
    unitText = Caption(style.fonts[.text])
    super.init(style)
    for layer in [face, marks, titleText, unitText, valueText, needle, hub] { addSublayer(layer) }
    colorsChanged()
  }

  // MARK: Layout

  public override func layoutSublayers() {
    let area = bounds
    let hasTitle = title != nil && area.height >= 60
    let titleHeight = hasTitle ? Swift.max(8, Swift.min(area.height / 14, 18)) : 0
    let top = hasTitle ? titleHeight * 2 : 0
    let diameter = Swift.min(area.width, area.height - top)
    dial = RoundScale(
      center: Point(x: Fixed(area.midX.rounded), y: Fixed((top + half(area.height - top)).rounded)),
      diameter: Swift.max(0, diameter), start: start ?? -half(sweep), sweep: sweep)
    titleText.isHidden = !hasTitle
    if hasTitle {
      titleText.show(title ?? "")
      titleText.place(x: area.midX, middle: titleHeight, capHeight: titleHeight)
    }
    layOutFace()
    layOutMarks()
    layOutBands()
    layOutNeedle()
    let d = dial.diameter
    valueText.isHidden = !showsValue
    unitText.isHidden = !showsValue || unit == nil
    valueText.place(x: dial.center.x, middle: dial.center.y + d * 0.33, capHeight: d * 0.11)
    unitText.show(unit ?? "")
    unitText.place(x: dial.center.x, middle: dial.center.y + d * 0.44, capHeight: d * 0.045)
    valueChanged()
  }

  private func layOutFace() {
    let side = dial.diameter
    face.frame = Rect(x: dial.center.x - half(side), y: dial.center.y - half(side), width: side, height: side)
    var circle = Path(capacity: 10)
    circle.addEllipse(in: face.bounds.insetBy(dx: 1, dy: 1))
    face.path = circle
  }

  private func layOutMarks() {
    let d = dial.diameter
    marks.frame = bounds
    // A numeral takes about 0.2 D of the arc, a mark 4 points.
    let arc = d * 0.0080 * sweep
    let isSmall = d < 100
    let room = Swift.max(2, (arc / Swift.max(1, d * 0.24)).floor)
    let division = ScaleDivision(range, numerals: room, marks: (arc / 5).floor, resolution: resolution)
    var path = Path(capacity: 400)
    var used = 0
    division.forEachMark { mark, value in
      let angle = dial.angle(of: value, in: range)
      let length = mark == .major ? d * 0.075 : mark == .medium ? d * 0.05 : d * 0.03
      let width = Swift.max(1.5, mark == .major ? d * 0.012 : mark == .medium ? d * 0.008 : d * 0.005)
      dial.addMark(to: &path, angle: angle, outer: d * 0.46, length: length, width: width)
      if mark == .major && !isSmall {
        placeNumeral(used, value, division, angle)
        used += 1
      }
    }
    marks.path = path
    for index in numerals.indices { numerals[index].isHidden = index >= used }
  }

  private func placeNumeral(_ index: Int, _ value: Fixed64, _ division: ScaleDivision, _ angle: Fixed) {
    if index == numerals.count {
      let numeral = Caption(fonts[.text])
      numeral.foregroundColor = theme[.ink]
      insertSublayer(numeral, below: needle)
      numerals.append(numeral)
    }
    let shown = (value / factor) ?? value
    let step = (division.step / factor) ?? division.step
    numerals[index].show(NumberFormat(decimals: decimals(of: step)).text(of: shown))
    // Its box touches a circle within the marks, whatever its width: the marks keep their distance.
    let d = dial.diameter
    let capHeight = d * 0.07
    numerals[index].place(x: 0, middle: 0, capHeight: capHeight)
    let turn = sineCosine(angle * degree)
    let across = (turn.sine * Coefficient(half(numerals[index].textWidth))).fixed
    let along = (turn.cosine * Coefficient(half(capHeight))).fixed
    let place = dial.point(angle: angle, radius: d * 0.365 - abs(across) - abs(along))
    numerals[index].place(x: place.x, middle: place.y, capHeight: capHeight)
  }

  /// Digits behind the point that a step needs, up to six.
  private func decimals(of step: Fixed64) -> Int {
    for decimals in 0..<6 {
      let format = NumberFormat(decimals: decimals)
      let back = Fixed64(digits: UInt64(format.lastDigits(of: step).magnitude), exponent: -decimals)
      if (back - step).magnitude <= Fixed64(rawValue: step.rawValue >> 8) { return decimals }
    }
    return 6
  }

  private func layOutBands() {
    for band in bands { band.removeFromSuperlayer() }
    bands.removeAll()
    let d = dial.diameter
    for zone in zones where zone.state != .normal || zones.count > 1 {
      let (from, to) = (Swift.max(zone.lower, range.lowerBound), Swift.min(zone.upper, range.upperBound))
      if from >= to { continue }
      let band = ShapeLayer()
      band.frame = bounds
      (band.fillColor, band.lineWidth) = (nil, d * 0.03)
      var path = Path(capacity: 40)
      let begin = dial.angle(of: from, in: range)
      path.addArc(
        center: dial.center, radius: d * 0.478, startAngle: (begin - 90) * degree,
        endAngle: (dial.angle(of: to, in: range) - 90) * degree)
      band.path = path
      band.strokeColor = theme[zone.state.role]
      insertSublayer(band, below: marks)
      bands.append(band)
    }
  }

  private func layOutNeedle() {
    let d = dial.diameter
    let length = d * 0.43 + d * 0.12
    let width = d * 0.035
    needle.bounds = Rect(x: 0, y: 0, width: width, height: length)
    needle.anchorPoint = Point(x: 0.5, y: (d * 0.43) / Swift.max(1, length))
    needle.position = dial.center
    var path = Path(capacity: 8)
    let tip = Swift.max(0.75, d * 0.0025)
    path.move(to: Point(x: half(width) - tip, y: 0))
    path.addLine(to: Point(x: half(width) + tip, y: 0))
    path.addLine(to: Point(x: width, y: length))
    path.addLine(to: Point(x: 0, y: length))
    path.closeSubpath()
    needle.path = path
    let radius = d * 0.0425
    hub.frame = Rect(
      x: dial.center.x - radius, y: dial.center.y - radius, width: radius + radius, height: radius + radius)
    var circle = Path(capacity: 10)
    circle.addEllipse(in: hub.bounds)
    hub.path = circle
  }

  // MARK: What moves

  public override func valueChanged() {
    needle.isHidden = !value.hasValue
    if value.hasValue {
      let held = Swift.max(range.lowerBound, Swift.min(range.upperBound, value.value))
      needle.setAffineTransform(AffineTransform(rotationAngle: dial.angle(of: held, in: range) * degree))
    }
    valueText.show(value.hasValue ? format.text(of: value.value) : "– – –")
    let state = state
    valueText.foregroundColor =
      value.quality == .fresh ? (state == .normal ? theme[.ink] : theme[state.role]) : theme[.stale]
    needle.fillColor = value.quality == .fresh ? theme[.needle] : theme[.stale]
  }

  public override func colorsChanged() {
    face.fillColor = theme[.surface]
    marks.fillColor = theme[.mark]
    titleText.foregroundColor = theme[.dim]
    unitText.foregroundColor = theme[.dim]
    hub.fillColor = theme[.surface].mixed(180, with: theme[.ink])
    for numeral in numerals { numeral.foregroundColor = theme[.ink] }
    setNeedsLayout()
  }

  /// A quarter of a pixel at the needle's tip.
  public override var tolerance: Fixed64 {
    let arc = Fixed64(Swift.max(1, (dial.diameter * 0.46 * sweep * degree).floor))
    return ((range.upperBound - range.lowerBound) / arc).map { Fixed64(rawValue: $0.rawValue / 4) } ?? .zero
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .sweep: if reading.hasValue { sweep = Swift.max(60, Swift.min(360, Fixed(reading.value))) }
    case .start: start = reading.hasValue ? Fixed(reading.value) : nil
    case .factor: if reading.value > .zero { factor = reading.value }
    case .showsValue: showsValue = reading.value != .zero
    default: super.take(key, reading)
    }
  }
}
