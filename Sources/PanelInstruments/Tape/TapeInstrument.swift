// Stage: instruments. A scale that moves behind a mark.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A tape (P45): a scale that is too long to be seen at once, moved so that the value stands at its mark; upright, or
/// lying as a tape of headings.
public class TapeInstrument: Instrument {
  public enum Side: Int, CaseIterable, Sendable { case left, right }

  /// How much of the scale is seen; 0 leaves it to the instrument.
  public final var span = Fixed64.zero { didSet { if span != oldValue { setNeedsLayout() } } }
  /// The side on which an upright tape has its numerals.
  public final var side: Side {
    get { form.numeralsAtRight ? .right : .left }
    set { form.numeralsAtRight = newValue == .right }
  }
  /// The wanted value: a mark at the tape's edge.
  public final var setpoint = Reading.none { didSet { if setpoint != oldValue { setpointChanged() } } }
  final var form = TapeForm() { didSet { if form != oldValue { setNeedsLayout() } } }
  /// Whether the value's tens roll, as an altimeter's do.
  final var hasDrums = false { didSet { if hasDrums != oldValue { setNeedsLayout() } } }

  final let strip: TapeStrip
  final let box: TapeValueBox
  private let bug = ShapeLayer()
  private var bugSize: Fixed = 4
  private let cross = FailureCross()

  public override init(_ style: InstrumentStyle) {
    strip = TapeStrip(style.fonts.text)
    box = TapeValueBox(style.fonts.text)
    super.init(style)
    failureCross = cross
    for layer in [strip, bug, box, cross] as [Layer] { addSublayer(layer) }
  }

  // MARK: Layout

  override var untitledHeading: String? { unit }
  /// Whether nothing says the unit, after the layout.
  private var hidesUnit = false
  package override var missingPart: String? { hidesUnit ? "unit" : nil }

  public override func layOut(in content: Rect) {
    cross.frame = bounds
    box.frame = bounds
    // Beside a low tape the title has no line of its own.
    hidesUnit = unit?.isEmpty == false && title != nil && form.isUpright
    if form.isUpright && titleText.frame.maxY <= content.minY { hidesUnit = hidesUnit && !addUnitToTitle(least: 7) }
    var format = format
    if form.hasLetters { format.goRound(360, 0...360) } else { form.wraps = format.turn }
    var top: Fixed = 0
    var tape = Rect(
      x: content.minX.whole, y: content.minY.whole, width: content.width.whole, height: content.height.whole)
    if !form.isUpright {
      // The value's box stands above the middle, beside the title where that ends before it.
      let title = titleText.frame
      if !titleText.isHidden, title.minX + titleText.textWidth + tape.height < tape.midX, title.minY < tape.minY {
        tape.size.height += tape.minY - title.minY.whole
        tape.origin.y = title.minY.whole
      }
      top = (tape.height * 0.42).whole
      tape = Rect(x: tape.minX, y: tape.minY + top, width: tape.width, height: tape.height - top)
    }
    tape.size.height = Swift.max(0, tape.height - layOutFootnote(below: tape))
    var options = ScaleOptions(numbers: format)
    (options.resolution, options.division) = (resolution, division)
    strip.layOut(in: tape, form, options, seen: span > .zero ? span : defaultSpan, range: range)
    let cap = strip.capHeight
    box.layOut(
      at: tape, form, format, widest: form.hasLetters ? format.text(of: 359) : format.text(of: widestValue),
      capHeight: form.isUpright ? cap * 1.35 : Swift.min(cap * 1.5, top / 2.5), wantsDrum: hasDrums)
    let reach = Swift.min(tape.width, tape.height) * 0.4
    cross.layOut(in: Rect(x: tape.midX - reach, y: tape.midY - reach, width: reach * 2, height: reach * 2), width: 3)
    layOutBug(form.across(tape.size))
    setpointChanged()
  }

  /// Lays out what stands below the scale.
  /// - Returns: how high it is.
  func layOutFootnote(below tape: Rect) -> Fixed { 0 }

  private var defaultSpan: Fixed64 {
    if form.hasLetters { return 120 }
    return Swift.max(Fixed64(rawValue: (range.upperBound - range.lowerBound).rawValue / 4), Fixed64(rawValue: 1 << 16))
  }

  private func layOutBug(_ across: Fixed) {
    bug.bounds = .zero
    let size = (across * 0.1).held(4, 9)
    bugSize = size
    var path = Path(capacity: 8)
    for index in 0..<7 {
      let (outwards, along): (Fixed, Fixed) = [
        (0, 0), (size, -size), (size, -size * 1.7), (-size * 0.6, -size * 1.7), (-size * 0.6, size * 1.7),
        (size, size * 1.7), (size, size),
      ][index]
      let direction: Fixed = form.numeralsAtRight ? 1 : -1
      let point = form.isUpright ? Point(x: outwards * direction, y: along) : Point(x: along, y: -outwards)
      if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.closeSubpath()
    bug.path = path
  }

  // MARK: Moving parts

  private var shownValue: Fixed64? { value.hasValue ? value.value : nil }

  public override func valueChanged() {
    strip.show(shownValue)
    box.show(shownValue)
    hideCovered()
    placeZones()
    setpointChanged()
  }

  private func hideCovered() {
    let age = frameLayer.ageText
    strip.hideCovered(boxReach: box.reach, ageEnd: age.isHidden ? nil : age.frame.maxY)
  }

  override func ageWasPlaced() { hideCovered() }

  private func placeZones() { strip.show(showsZones ? zones : [], shownValue, theme) }

  private func setpointChanged() {
    bug.isHidden = !setpoint.hasValue || !value.hasValue
    if bug.isHidden { return }
    // Beyond the tape it waits at the end, hollow.
    let tape = strip.frame
    let most = Swift.max(0, half(form.along(tape.size)) - bugSize * 1.7)
    let offset = strip.offset(of: setpoint.value, from: value.value)
    let along = offset.held(-most, most)
    bug.fillColor = offset == along ? theme[.accent] : nil
    bug.position =
      form.isUpright
      ? Point(x: form.numeralsAtRight ? tape.minX : tape.maxX, y: tape.midY - along)
      : Point(x: tape.midX + along, y: tape.minY)
  }

  // MARK: Colours

  public override func appearanceChanged() {
    strip.show(quality, theme)
    box.show(quality, zoneState, isLit: isLit, theme)
    bug.strokeColor = theme[.accent]
    placeZones()
    setpointChanged()
  }

  /// A quarter of a pixel of the tape, and of the drum.
  public override var valueTolerance: Fixed64 {
    let tape = ((strip.step / Fixed64(Swift.max(1, strip.pointsPerStep))) ?? .zero) * Fixed64(1, over: 4)
    return box.valueTolerance.map { Swift.min(tape, $0) } ?? tape
  }

  public override func take(_ key: PropertyKey, _ reading: Reading) {
    switch key {
    case .span: span = reading.hasValue ? reading.value : .zero
    case .side: side = Side(rawValue: reading.value.rounded) ?? .left
    case .setpoint: setpoint = reading
    default: super.take(key, reading)
    }
  }
}
