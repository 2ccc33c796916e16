// Stage: instruments. A direction on a rose.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals
import SystemFiles

/// A compass (P45): a card that turns under a fixed mark, or a needle that turns over a fixed rose, with a bug, a second
/// mark, and the heading in digits.
public final class CompassInstrument: Instrument {
  public enum Turning: Int, CaseIterable, Sendable { case card, needle }

  public var turning = Turning.card { didSet { if turning != oldValue { setNeedsLayout() } } }
  public var showsValue = true { didSet { if showsValue != oldValue { setNeedsLayout() } } }

  // MARK: Told while it is shown, in degrees

  /// The direction that is wanted: a bug at the card's edge.
  public var bug = Reading.none { didSet { if bug != oldValue { pointersChanged() } } }
  /// Another direction, as the course over ground: an arrow.
  public var course = Reading.none { didSet { if course != oldValue { pointersChanged() } } }
  /// Where the wind comes from, or a bearing: a hollow mark.
  public var secondMark = Reading.none { didSet { if secondMark != oldValue { pointersChanged() } } }

  private let ring = ShapeLayer()
  private let rose: CompassCard
  private let bugMark = ShapeLayer()
  private let courseMark = ShapeLayer()
  private let hollowMark = ShapeLayer()
  private let lubber = ShapeLayer()
  private let needle = Needle()
  private let readout: ValueReadout
  private let cross = FailureCross()
  private var center = Point.zero
  private var radius: Fixed = 0

  public override init(_ style: InstrumentStyle) {
    rose = CompassCard(style.fonts.text)
    readout = ValueReadout(style.fonts.text, unit: .below)
    super.init(style)
    failureCross = cross
    for layer in [ring, rose, hollowMark, courseMark, bugMark, needle, lubber, readout, cross] as [Layer] {
      addSublayer(layer)
    }
    format = NumberFormat(minimumDigits: 3)
    range = 0...360
    ring.fillColor = nil
    hollowMark.fillColor = nil
  }

  // MARK: Layout

  public override func layOut(in content: Rect) {
    for layer in [ring, readout, needle, cross] as [Layer] { layer.frame = bounds }
    let whole = Fixed(Swift.min(content.width, content.height).floor & ~1)
    center = Point(x: content.midX.whole, y: content.midY.whole)
    // The fixed mark and the bug have their place outside the card.
    radius = Swift.max(0, half(whole) * 0.9)
    let d = radius * 2
    rose.layOut(center: center, radius: radius)
    var circle = Path(capacity: 10)
    circle.addEllipse(
      in: Rect(x: center.x - radius - 2, y: center.y - radius - 2, width: d + 4, height: d + 4))
    ring.path = circle
    ring.lineWidth = 1
    layOutMarks(d)
    layOutReadout(d)
    let reach = radius * 0.62
    cross.layOut(
      in: Rect(x: center.x - reach, y: center.y - reach, width: reach * 2, height: reach * 2),
      width: Swift.max(2, d * 0.022))
    needle.layOut(
      center: center, length: radius * 0.86, tail: radius * 0.26, width: Swift.max(4, d * 0.05),
      tip: Swift.max(1.5, d * 0.006), drop: d * 0.01)
    pointersChanged()
  }

  /// Marks about the centre, which are turned.
  private func layOutMarks(_ d: Fixed) {
    for mark in [bugMark, courseMark, hollowMark] { (mark.bounds, mark.position) = (.zero, center) }
    let edge = radius + 2
    let w = Swift.max(4, d * 0.05)
    var path = Path(capacity: 10)
    // The bug: a block with a notch that fits the fixed mark.
    path.move(to: Point(x: -w, y: -edge - w * 0.9))
    path.addLine(to: Point(x: -w * 0.5, y: -edge - w * 0.9))
    path.addLine(to: Point(x: 0, y: -edge - w * 0.15))
    path.addLine(to: Point(x: w * 0.5, y: -edge - w * 0.9))
    path.addLine(to: Point(x: w, y: -edge - w * 0.9))
    path.addLine(to: Point(x: w, y: -edge + w * 0.3))
    path.addLine(to: Point(x: -w, y: -edge + w * 0.3))
    path.closeSubpath()
    bugMark.path = path
    path = Path(capacity: 6)
    path.move(to: Point(x: 0, y: -radius + d * 0.005))
    // Among the marks of the card, clear of its numbers.
    path.addLine(to: Point(x: w * 0.7, y: -radius + w * 1.1))
    path.addLine(to: Point(x: 0, y: -radius + w * 0.8))
    path.addLine(to: Point(x: -w * 0.7, y: -radius + w * 1.1))
    path.closeSubpath()
    courseMark.path = path
    hollowMark.path = path
    hollowMark.lineWidth = Swift.max(1.25, d * 0.009)
    path = Path(capacity: 6)
    path.move(to: Point(x: center.x - w * 0.6, y: center.y - edge - w * 1.05))
    path.addLine(to: Point(x: center.x + w * 0.6, y: center.y - edge - w * 1.05))
    path.addLine(to: Point(x: center.x, y: center.y - edge + w * 0.55))
    path.closeSubpath()
    lubber.frame = bounds
    lubber.path = path
  }

  /// Courses have three digits; `unit` is still the signal's.
  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    if unit != nil && format.decimals == 0 && format.style == .decimal && !format.forcesSign {
      format.minimumDigits = 3
    }
  }

  private func layOutReadout(_ d: Fixed) {
    readout.isHidden = !showsValue || d < 60
    let isCard = turning == .card
    readout.coversGround = !isCard
    let cap = d * (isCard ? 0.15 : 0.1)
    let width = readout.valueText.width(of: format.text(of: 359), capHeight: cap)
    let middle = isCard ? center.y : center.y + d * 0.235
    readout.place(
      x: center.x, middle: middle, capHeight: cap, width: width,
      field: Rect(
        x: center.x - half(width) - cap * 0.25, y: middle - cap * 0.8, width: width + cap * 0.5, height: cap * 1.6))
    readout.unitText.isHidden = unit == nil
    readout.unitText.show(unit ?? "")
    if let unit, haveSameBytes(unit, "°") {
      // A part of the number: below it, it would be a speck.
      let sign = readout.unitText.width(of: unit, capHeight: cap) + Swift.max(2, cap * 0.12)
      readout.unitText.place(x: center.x + half(width + sign), middle: middle, capHeight: cap)
    } else {
      readout.unitText.place(x: center.x, middle: middle + cap * 1.15, capHeight: Swift.max(7, cap * 0.4))
    }
  }

  // MARK: Moving parts

  public override func valueChanged() {
    if value.hasValue {
      let angle = Fixed(value.value)
      rose.setAffineTransform(turning == .card ? turn(-angle) : .identity)
      if turning == .needle { needle.point(angle) }
    }
    pointersChanged()
  }

  public override func digitsChanged() {
    let shown = slowValue ?? value
    if !readout.isHidden {
      readout.show(value.hasValue && shown.hasValue ? format.text(of: heading(shown.value)) : nil)
    }
  }

  /// From 0 up to 359: 360 after rounding is 0.
  private func heading(_ value: Fixed64) -> Fixed64 {
    let whole = value.modulo(360) ?? value
    return format.decimals == 0 && whole.rounded == 360 ? .zero : whole
  }

  private func pointersChanged() {
    // On a card that turns all marks turn with it, and without a heading nobody knows where they are.
    let isKnown = turning == .needle || value.hasValue
    let north = turning == .card ? Fixed(value.value) : 0
    // One after the other: a list of them would take memory with every value.
    point(bugMark, bug, north, isKnown)
    point(courseMark, course, north, isKnown)
    point(hollowMark, secondMark, north, isKnown)
  }

  private func point(_ mark: ShapeLayer, _ reading: Reading, _ north: Fixed, _ isKnown: Bool) {
    mark.isHidden = !reading.hasValue || !isKnown
    if reading.hasValue { mark.setAffineTransform(turn(Fixed(reading.value) - north)) }
  }

  public override func appearanceChanged() {
    ring.strokeColor = theme[.surface].mixed(190, with: theme[.ink])
    rose.show(theme)
    // A card that stands still would be the last value.
    rose.isHidden = turning == .card && quality > .old
    rose.opacity = turning == .card && quality == .old ? 0.5 : 1
    bugMark.fillColor = theme[.accent]
    courseMark.fillColor = theme[.normal]
    hollowMark.strokeColor = theme[.advisory]
    lubber.isHidden = turning == .needle
    lubber.fillColor = theme[.needle]
    needle.show(turning == .needle ? quality : .none, color(.needle))
    readout.show(quality, zoneState, isLit: isLit, color: theme[.ink], theme)
  }

  override var saysNone: Bool { !readout.isHidden }

  /// A quarter of a pixel at the card's edge, in degrees: 360 / (8π · radius).
  public override var valueTolerance: Fixed64 {
    (Fixed64(Fixed(14.3239)) / Fixed64(Swift.max(1, radius))) ?? .zero
  }

  public override func writesDigits(_ key: PropertyKey) -> Bool { key == .value }

  /// A bug is in degrees, whatever the heading's unit.
  public override func measure(of key: PropertyKey) -> OptionMeasure { key == .bug ? .own : super.measure(of: key) }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .turningPart: turning = Turning(rawValue: reading.value.rounded) ?? .card
    case .showsValue: showsValue = reading.isTrue
    case .bug: bug = reading
    case .second: secondMark = reading
    default: super.take(key, reading)
    }
  }
}
