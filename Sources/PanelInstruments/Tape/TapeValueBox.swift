// Stage: instruments. The box at the middle of a tape, with the value.
import FixedRaster
import LayerRuntime
import PanelSignals

/// A box with a tip that touches the marks; in it the value, of which the tens may roll. It has its instrument's coordinates.
final class TapeValueBox: Layer {
  private let box = ShapeLayer()
  private let valueText: Caption
  private let drum: TapeDrum
  private let dashes: Caption
  private let strike = Strike()

  private var format = NumberFormat()
  /// Whether the tens roll.
  private var usesDrum = false
  /// How far from its middle it covers an upright tape.
  private(set) var reach: Fixed = 0

  init(_ font: FontPack) {
    valueText = Caption(font)
    drum = TapeDrum(font)
    dashes = Caption(font)
    super.init()
    dashes.show(noValueText)
    for layer in [box, valueText, drum, dashes, strike] as [Layer] { addSublayer(layer) }
  }

  // MARK: Layout

  /// - Parameters:
  ///   - tape: the frame of the tape.
  ///   - widest: the widest value.
  ///   - capHeight: of the value's digits at the most.
  ///   - wantsDrum: whether the tens roll where there is room.
  func layOut(
    at tape: Rect, _ form: TapeForm, _ format: NumberFormat, widest: String, capHeight most: Fixed, wantsDrum: Bool
  ) {
    self.format = format
    let whole = valueText.width(of: widest, capHeight: 100)
    let cap = Swift.min(most, tape.width * (form.isUpright ? 0.66 : 0.5) / Swift.max(1, whole) * 100)
    let (width, height) = (whole * cap / 100 + cap * 0.9, cap * 2)
    let middle =
      form.isUpright
      ? drawUpright(at: tape, form, width, height, tip: cap * 0.5) : drawLying(at: tape, width, height, tip: cap * 0.5)
    usesDrum = wantsDrum && form.isUpright && format.decimals == 0 && form.wraps <= .zero && cap >= 7
    reach = usesDrum ? TapeDrum.reach(capHeight: cap) : half(height)
    placeDigits(
      middle, cap, width: whole * cap / 100, room: form.isUpright ? Swift.min(width, tape.width * 0.84) : tape.width)
    dashes.place(x: middle.x, middle: middle.y, capHeight: cap * 0.6)
    strike.place(
      Rect(x: middle.x - half(width) + 2, y: middle.y - half(height) + 2, width: width - 4, height: height - 4))
  }

  /// The box over the numerals, clear of the marks.
  /// - Returns: its middle.
  private func drawUpright(at tape: Rect, _ form: TapeForm, _ width: Fixed, _ height: Fixed, tip: Fixed) -> Point {
    let y = tape.midY.whole
    let markRoom = form.markLength(tape.width)
    let right = form.numeralsAtRight ? tape.maxX : tape.maxX - markRoom - tip
    let left = form.numeralsAtRight ? tape.minX + markRoom + tip : Swift.max(tape.minX, right - width)
    let end = form.numeralsAtRight ? Swift.min(tape.maxX, left + width) : right
    let (base, point) = form.numeralsAtRight ? (left, left - tip) : (end, end + tip)
    var path = Path(capacity: 10)
    path.addRoundedRect(in: Rect(x: left, y: y - half(height), width: end - left, height: height), cornerRadius: 2)
    path.addTriangle(Point(x: base, y: y - half(tip)), Point(x: point, y: y), Point(x: base, y: y + half(tip)))
    box.path = path
    return Point(x: half(left + end), y: y)
  }

  /// The box above the tape.
  /// - Returns: its middle.
  private func drawLying(at tape: Rect, _ width: Fixed, _ height: Fixed, tip: Fixed) -> Point {
    let bottom = tape.minY - tip
    let x = tape.midX.whole
    var path = Path(capacity: 10)
    path.addRoundedRect(in: Rect(x: x - half(width), y: bottom - height, width: width, height: height), cornerRadius: 2)
    path.addTriangle(
      Point(x: x - half(tip), y: bottom), Point(x: x, y: bottom + tip), Point(x: x + half(tip), y: bottom))
    box.path = path
    return Point(x: x, y: bottom - half(height))
  }

  /// - Parameters:
  ///   - width: of the widest value.
  ///   - room: in the box.
  private func placeDigits(_ middle: Point, _ cap: Fixed, width: Fixed, room: Fixed) {
    let right = middle.x + half(Swift.min(width, room - cap * 0.3))
    let rolling = (valueText.width(of: "00", capHeight: cap) + 2).ceilWhole
    let drumLeft = (right - rolling).whole
    drum.layOut(left: drumLeft + 1, width: rolling, middle: middle.y, capHeight: cap)
    valueText.alignmentMode = usesDrum ? .right : .center
    valueText.place(
      x: usesDrum ? drumLeft : middle.x, middle: middle.y, capHeight: cap,
      room: Swift.max(0, room - cap * 0.3 - (usesDrum ? rolling : 0)))
  }

  // MARK: The value

  /// The value without its rolling tens.
  var text: String? { valueText.string }

  /// - Parameter value: `nil` for none.
  func show(_ value: Fixed64?) {
    valueText.isHidden = value == nil
    dashes.isHidden = value != nil
    drum.isHidden = !usesDrum || value == nil
    guard let value else { return }
    if usesDrum { return roll(value) }
    valueText.show(format.text(of: value))
  }

  /// The hundreds before the drum change when half of its last step has gone by, as the drum is read.
  private func roll(_ value: Fixed64) {
    drum.show(value)
    let hundreds = ((value.magnitude + 10) / 100)?.floor ?? 0
    let sign = value < .zero
    valueText.show(
      hundreds == 0 ? (sign ? "-" : "") : NumberFormat().text(of: Fixed64(sign ? -hundreds : hundreds)))
  }

  func show(_ quality: Quality, _ state: ZoneState, isLit: Bool, _ theme: Theme) {
    // Darker than the tape in every theme: a light box would not be seen by day.
    let isLight = theme[.ground].luminance > 128
    let plain = theme[isLight ? .surface : .ink]
    let look = ReadoutLook(quality, state, isLit: isLit, ink: plain, theme)
    let ground = look.field ?? theme[isLight ? .ink : .ground]
    box.fillColor = ground
    (box.strokeColor, box.lineWidth) = (
      look.edge ?? (state >= .caution && quality == .fresh ? theme[state.role] : plain), 1.5
    )
    // On a dark box by day colours are lighter.
    let isPale = isLight && look.field == nil
    let ink = isPale ? look.ink.mixed(160, with: plain) : look.ink
    valueText.foregroundColor = ink
    drum.show(ink, on: ground)
    dashes.foregroundColor = isPale ? theme[.stale].mixed(160, with: plain) : theme[.stale]
    strike.show(look, theme)
    strike.strokeColor = plain
  }

  /// A quarter of a pixel of the drum; `nil` without one.
  var valueTolerance: Fixed64? { usesDrum ? drum.valueTolerance : nil }
}

extension Path {
  fileprivate mutating func addTriangle(_ a: Point, _ b: Point, _ c: Point) {
    move(to: a)
    addLine(to: b)
    addLine(to: c)
    closeSubpath()
  }
}
