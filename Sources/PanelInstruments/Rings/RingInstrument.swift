// Stage: instruments. A ring that is filled up to its value, with its name and number where it begins.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// One of several rings about one centre (P4B). Its frame is the line of its name and its number; the ring reaches beyond.
public final class RingInstrument: Instrument {
  /// The ring, in the instrument's coordinates.
  var center = Point.zero { didSet { if center != oldValue { setNeedsLayout() } } }
  var outer: Fixed = 0 { didSet { if outer != oldValue { setNeedsLayout() } } }
  var inner: Fixed = 0 { didSet { if inner != oldValue { setNeedsLayout() } } }
  var segments = 0 { didSet { if segments != oldValue { setNeedsLayout() } } }
  /// Whether name and number are written.
  var showsLine = true { didSet { if showsLine != oldValue { setNeedsLayout() } } }
  /// How wide the widest number of all rings is, in points.
  var numberWidth: Fixed = 0 { didSet { if numberWidth != oldValue { setNeedsLayout() } } }
  /// Of the scale, in degrees clockwise from twelve o'clock.
  var start: Fixed = 0 { didSet { if start != oldValue { setNeedsLayout() } } }
  var sweep: Fixed = 270 { didSet { if sweep != oldValue { setNeedsLayout() } } }
  var label = "" { didSet { setNeedsLayout() } }

  private let filling = ArcFill()
  /// A cross at the ring's beginning, where the value has failed; a hollow mark where there never was one.
  private let cross = FailureCross()
  private let noneMark = ShapeLayer()
  /// At the end of the scale that the value lies beyond.
  private let beyondMark = BeyondMark()
  private let nameText: Caption
  private let readout: ValueReadout

  public override init(_ style: InstrumentStyle) {
    nameText = Caption(style.fonts.text, alignment: .right)
    readout = ValueReadout(style.fonts.text, unit: .beside)
    super.init(style)
    card = .none
    // Ring, digits and dashes show the state: a frame would cover the line.
    frameLayer.isHidden = true
    failureCross = cross
    for layer in [filling, beyondMark, noneMark, cross, nameText, readout] as [Layer] { addSublayer(layer) }
    noneMark.fillColor = nil
  }

  private var dial: RoundScale {
    var dial = RoundScale(0...1, sweep: sweep, start: start)
    dial.center = center
    dial.radius = outer
    return dial
  }

  /// Of capitals: more than half of the line's height.
  static func capHeight(_ line: Fixed) -> Fixed { Swift.min(line * 0.62, 40).whole }

  /// The widest number with its unit, for capitals of a height.
  func widestNumber(_ cap: Fixed) -> Fixed {
    let text = readout.valueText.width(of: format.text(of: widestValue), capHeight: cap)
    return text + (unit.map { readout.unitText.width(of: $0, capHeight: ValueReadout.unitCap(cap)) + cap * 0.4 } ?? 0)
  }

  public override var showsAge: Bool { false }
  override var needsTitle: Bool { false }
  override var saysNone: Bool { showsLine }

  public override func layOut(in content: Rect) {
    for layer in [filling, cross, readout] as [Layer] { layer.frame = bounds }
    filling.layOut(dial, outer: outer, inner: inner, segments: segments)
    let (width, radius) = (outer - inner, half(outer + inner))
    let mark = cross.layOut(on: dial, outer: outer, inner: inner)
    var ring = Path(capacity: 16)
    ring.addRoundedRect(in: mark, cornerRadius: half(mark.height))
    (noneMark.path, noneMark.lineWidth) = (ring, Swift.max(1.5, width * 0.1))
    beyondMark.layOut(on: dial, radius: radius, size: Swift.max(3, width * 0.25))
    beyondMark.lineWidth = Swift.max(1.5, width * 0.1)
    let cap = Self.capHeight(bounds.height)
    let middle = bounds.midY.whole
    readout.isHidden = !showsLine
    nameText.isHidden = !showsLine
    let unitWidth = unit.map { readout.unitText.width(of: $0, capHeight: ValueReadout.unitCap(cap)) + cap * 0.4 } ?? 0
    let right = bounds.maxX - half(cap) - unitWidth
    let widest = readout.valueText.width(of: format.text(of: widestValue), capHeight: cap)
    readout.place(
      x: right, middle: middle, capHeight: cap, width: widest, room: widest + 1,
      field: Rect(x: right - widest - half(cap), y: 1, width: widest + unitWidth + cap, height: bounds.height - 2))
    readout.unitText.isHidden = unit == nil
    readout.unitText.show(unit ?? "")
    readout.placeUnit(x: right + cap * 0.4, middle: middle, cap: cap, unitCap: ValueReadout.unitCap(cap))
    nameText.show(label)
    let end = bounds.maxX - half(cap) - numberWidth - cap
    // Smaller letters before some are cut.
    let room = Swift.max(0, end - bounds.minX)
    let whole = nameText.width(of: label, capHeight: cap * 0.9)
    let size = whole > room ? Swift.max(Swift.min(cap * 0.9, 7), half(cap), cap * 0.9 * room / whole * 0.98) : cap * 0.9
    nameText.place(x: end, middle: middle, capHeight: size, width: room)
  }

  public override func valueChanged() {
    let (from, to) = (range.lowerBound, range.upperBound)
    func share(_ value: Fixed64) -> Fixed64 { ((value.held(from, to) - from) / (to - from)) ?? .zero }
    if value.hasValue { filling.show(from: share(range.fillingStart(division)), to: share(value.value)) }
    beyondMark.isHidden = !value.hasValue || beyondRange == 0 || sweep >= 360
    if !beyondMark.isHidden {
      beyondMark.show(isAbove: beyondRange > 0, away: (outer - inner) / Swift.max(1, outer) * 45, room: nil)
    }
  }

  public override func digitsChanged() { if showsLine { readout.show(digitsText) } }
  public override func writesDigits(_ key: PropertyKey) -> Bool { key == .value }

  public override func appearanceChanged() {
    filling.show(quality, fillColor(.accent), zoneState, theme)
    // With a line its dashes say it.
    noneMark.isHidden = quality != .none || showsLine
    noneMark.strokeColor = theme[.dim]
    nameText.foregroundColor = theme[.dim]
    beyondMark.strokeColor = theme[.ink]
    readout.show(quality, zoneState, isLit: isLit, color: theme[.ink], theme)
  }

  /// A quarter of a pixel at the outer edge.
  public override var valueTolerance: Fixed64 {
    let arc = Fixed64(Swift.max(1, outer * radians(sweep)))
    return (range.upperBound - range.lowerBound) * ((Fixed64(rawValue: 1 << 30) / arc) ?? .zero)
  }
}
