// Stage: controls. A stepper.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A stepper (P48): − and + beside the value. Held, it repeats after 400 ms, eight times a second, by ten steps after 3 s; what
/// it has come to is sent when it is let go.
public final class StepperInstrument: ValueControl {
  private let keys = ShapeLayer()
  private let signs = ShapeLayer()
  private let pressed = ShapeLayer()
  private var minus = Rect.zero, plus = Rect.zero
  private var minusPath = Path(), plusPath = Path()
  /// −1, 1, or 0 beside both.
  private var direction = 0
  private var repeatedAt: Int64?

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    for layer in [keys, pressed, signs] as [Layer] { insertSublayer(layer, below: valueText) }
  }

  override func layOutParts(in field: Rect) {
    for layer in [keys, signs, pressed] { layer.frame = bounds }
    let cap = labelCap
    let hasLabel = !text.isEmpty && field.height >= cap * 5
    let top = hasLabel ? (cap * 2).whole : 0
    label.isHidden = !hasLabel
    label.alignmentMode = .left
    fitLabel(
      x: field.minX + labelInset, middle: field.minY + cap * 1.2, cap: cap * 0.85,
      width: Swift.max(0, field.width - labelInset * 2))
    let row = Rect(x: field.minX, y: field.minY + top, width: field.width, height: Swift.max(0, field.height - top))
    let width = Swift.min(row.width * 0.3, Swift.max(row.height, density * 9)).whole
    let gap = (measure * 4).held(2, 8).whole
    minus = Rect(x: row.minX, y: row.minY, width: width, height: row.height).insetBy(dx: gap, dy: gap)
    plus = Rect(x: row.maxX - width, y: row.minY, width: width, height: row.height).insetBy(dx: gap, dy: gap)
    let radius = (measure * 4).held(2, 10)
    (minusPath, plusPath) = (
      Path(roundedRect: minus, cornerRadius: radius), Path(roundedRect: plus, cornerRadius: radius)
    )
    var path = minusPath
    path.addPath(plusPath)
    keys.path = path
    var lines = Path(capacity: 16)
    let (reach, line) = (
      Swift.max(cap * 0.7, Swift.min(row.height, width) * 0.14).whole, (measure * 2.5).held(2, 6).whole
    )
    for key in [minus, plus] {
      lines.addRect(Rect(x: key.midX.whole - reach, y: key.midY.whole - half(line), width: reach * 2, height: line))
    }
    lines.addRect(
      Rect(x: plus.midX.whole - half(line), y: plus.midY.whole - reach, width: line, height: reach - half(line)))
    lines.addRect(
      Rect(x: plus.midX.whole - half(line), y: plus.midY.whole + half(line), width: line, height: reach - half(line)))
    signs.path = lines
    let room = Swift.max(0, plus.minX - minus.maxX - cap * 1.2)
    let big = Swift.min(Swift.max(cap * 1.5, measure * 32), row.height * 0.4)
    let whole = Swift.max(1, valueText.width(of: words(range.upperBound), capHeight: 100))
    valueText.alignmentMode = .center
    valueText.place(
      x: half(minus.maxX + plus.minX), middle: row.midY.whole, capHeight: Swift.min(big, room * 100 / whole).whole)
    sign.place(x: plus.minX - cap * 0.8, middle: row.minY + cap, capHeight: cap * 0.8)
  }

  override func showPosition() {
    let ink = inkColor(on: groundColor)
    keys.fillColor = groundColor.mixed(225, with: theme[.ink])
    signs.fillColor = ink
    pressed.path = direction == 0 ? nil : direction < 0 ? minusPath : plusPath
    pressed.fillColor = groundColor.mixed(195, with: theme[.accent])
  }

  override func pressBegan(_ touch: Touch) {
    let x = touch.location(in: self).x
    direction = x < half(minus.maxX + minus.maxX) + 2 ? -1 : x > plus.minX - 2 ? 1 : 0
    repeatedAt = nil
    if direction != 0 { go(by: direction) }
  }

  override func pressEnded(isInside: Bool) { end() }

  private func end() {
    direction = 0
    if held != nil { release() }
    showState()
  }

  override func pressCancelled() {
    direction = 0
    super.pressCancelled()
  }

  override func advancePress(to time: Int64) -> Int64? {
    let due = super.advancePress(to: time)
    if direction == 0 || !isPressed { return due }
    let duration = pressDuration(at: time)
    let next = (repeatedAt ?? time - duration) + (repeatedAt == nil ? 400_000_000 : 125_000_000)
    if time >= next {
      repeatedAt = time
      go(by: duration >= 3_000_000_000 ? direction * 10 : direction)
      return Swift.min(due ?? .max, time + 125_000_000)
    }
    return Swift.min(due ?? .max, next)
  }
}
