// Stage: controls. A choice from a list above the page.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals
import SystemFiles

/// A menu (P49): a field with the choice that came back; a touch shows all of them above the page.
public final class MenuInstrument: ChoiceControl {
  private let chosenText: Caption
  private let arrow = ShapeLayer()

  public override init(_ style: InstrumentStyle) {
    chosenText = Caption(style.fonts.text, alignment: .left)
    super.init(style)
    for layer in [chosenText, arrow] as [Layer] { addSublayer(layer) }
  }

  override func layOutParts(in field: Rect) {
    arrow.frame = bounds
    let cap = labelCap
    let size = (cap * 0.5).held(3, 12).whole
    let middle = layOutLabel(in: field, least: 4.5).midY.whole
    var path = Path(capacity: 4)
    let x = field.maxX - cap - size
    path.move(to: Point(x: x - size, y: middle - half(size)))
    path.addLine(to: Point(x: x + size, y: middle - half(size)))
    path.addLine(to: Point(x: x, y: middle + half(size)))
    path.closeSubpath()
    arrow.path = path
    chosenText.place(
      x: field.minX + labelInset, middle: middle, capHeight: cap,
      width: Swift.max(0, field.width - cap * 2.6 - size * 2))
  }

  override var captionLayer: Layer? { nil }
  override var isSetByKeys: Bool { false }
  override var fillsWhenPressed: Bool { true }

  override func showChoice() {
    let current = wantedChoice ?? reportedChoice
    // A state that is none of the choices is told by its number.
    let words = current.map { choices[$0].text } ?? text(of: reported)
    chosenText.show(label.isHidden && !haveSameBytes(labelWords, text) ? labelWords : words)
    chosenText.foregroundColor = stateInk(on: groundColor)
    arrow.fillColor = inkColor(on: groundColor)
  }

  override var needsSheet: Bool { true }

  override func pressEnded(isInside: Bool) {
    if isInside { send(.ask(self, .choice(choices.map { $0.text }, wantedChoice ?? reportedChoice))) }
    showState()
  }

  /// Takes the place of what was chosen.
  override func answered(_ value: Fixed64) {
    if choices.indices.contains(value.rounded) { act(choices[value.rounded].value) }
  }
}
