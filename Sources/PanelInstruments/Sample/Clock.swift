// Stage: instruments. Input: a time of day. Output: three turned layers. Built as the document builds it: each hand is
// a layer with its anchor at (0.5, 0.9), and a time is an affine rotation of each.
import FixedRaster
import LayerRuntime

/// An analog clock. Touching the face switches between marks of 12 and of 24 hours; the hour hand goes by the marks.
final class Clock: Dial {
  private(set) var is24Hours = false
  /// Shown in the corner of the clock's card: which marks there are.
  let note12, note24: Label

  let hourHand: ShapeLayer
  let minuteHand: ShapeLayer
  let secondHand: ShapeLayer
  let marks12 = Layer()
  let marks24 = Layer()
  private var time = TimeOfDay(hour: 0, minute: 0, second: 0)

  /// - Parameter diameter: in points.
  init(diameter: Fixed, noteHeight: Fixed) {
    let scale = Scale(unit: Fixed(rawValue: Int32(truncatingIfNeeded: Int64(diameter.rawValue) / 336)))
    let middle = Point(x: half(diameter), y: half(diameter))
    hourHand = Clock.hand(width: scale(10), length: scale(100), at: middle, color: Palette.ink)
    minuteHand = Clock.hand(width: scale(7), length: scale(152), at: middle, color: Palette.ink)
    secondHand = Clock.hand(width: Swift.max(1.5, scale(3)), length: scale(164), at: middle, color: Palette.red)
    note12 = Label("12H", capHeight: noteHeight, color: Palette.label)
    note24 = Label("24H", capHeight: noteHeight, color: Palette.label)
    super.init(diameter: diameter, inset: scale(3), lineWidth: scale(2))
    addMarks(scale)
    for hand in [hourHand, minuteHand, secondHand] { addSublayer(hand) }
    addSublayer(.disc(radius: scale(8), at: middle, color: Palette.red))
    addSublayer(.disc(radius: scale(2.5), at: middle, color: Palette.face))
    showMarks()
  }

  func show(_ time: TimeOfDay) {
    self.time = time
    turnHands()
  }

  func toggleMarks() {
    is24Hours.toggle()
    showMarks()
    turnHands()
  }

  override func touchesBegan(_ touch: Touch) {}

  override func touchesEnded(_ touch: Touch) { if contains(touch.location(in: self)) { toggleMarks() } }

  private func turnHands() {
    hourHand.rotate(to: time.hourAngle(is24Hours: is24Hours))
    minuteHand.rotate(to: time.minuteAngle)
    secondHand.rotate(to: time.secondAngle)
  }

  private func showMarks() {
    (marks12.isHidden, marks24.isHidden) = (is24Hours, !is24Hours)
    (note12.isHidden, note24.isHidden) = (is24Hours, !is24Hours)
  }
}
