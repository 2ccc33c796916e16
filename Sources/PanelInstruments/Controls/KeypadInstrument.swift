// Stage: controls. A number that is typed.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A field with a number, which a tap asks for by a keypad above the page (P49).
public final class KeypadInstrument: ValueControl {
  private let keys = ShapeLayer()

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    addSublayer(keys)
  }

  override var fillsWhenPressed: Bool { true }

  override func layOutParts(in field: Rect) {
    keys.frame = bounds
    let cap = labelCap
    let isHigh = field.height >= cap * 4.4
    let middle = isHigh ? field.minY + cap * 1.4 : field.midY.whole
    let valueCap = cap * (isHigh ? 1.4 : 1)
    let valueWidth = Swift.max(
      valueText.width(of: words(range.upperBound), capHeight: valueCap),
      valueText.width(of: words(range.lowerBound), capHeight: valueCap))
    let room = Swift.max(0, field.width - cap * 4.4)
    fitLabel(
      x: field.minX + labelInset, middle: middle, cap: cap,
      width: Swift.max(0, field.width - cap * 2 - (isHigh ? 0 : Swift.min(valueWidth, room) + cap * 3)))
    let size = cap * 0.28
    let place = Point(x: field.maxX - cap * 1.9, y: isHigh ? (field.maxY - cap * 1.6).whole : field.midY.whole)
    var path = Path(capacity: 64)
    // Nine keys.
    for row in -1...1 {
      for column in -1...1 {
        path.addRect(
          Rect(
            x: place.x + Fixed(column) * size * Fixed(8, over: 5) - half(size),
            y: place.y + Fixed(row) * size * Fixed(8, over: 5) - half(size), width: size, height: size))
      }
    }
    keys.path = path
    valueText.place(
      x: field.maxX - cap * 3.4, middle: place.y, capHeight: valueCap.whole,
      room: isHigh ? room : Swift.min(valueWidth + 1, room))
    sign.place(x: field.maxX - cap * 1.2, middle: field.minY + cap * 1.2, capHeight: cap * 0.9)
  }

  override func showPosition() {
    keys.fillColor = inkColor(on: groundColor)
    // The padlock has its place.
    keys.isHidden = isLocked
  }

  override func pressEnded(isInside: Bool) {
    if isInside { send(.ask(self, .number(range, present: words(shownValue)))) }
  }

  override var isSetByKeys: Bool { false }

  override func answered(_ value: Fixed64) { act(allowed(value)) }

  override var needsSheet: Bool { true }
}
