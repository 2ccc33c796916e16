// Stage: controls. One of several, by a number.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A control of a choice: what can be chosen, which one came back, and the way by keys and an encoder.
public class ChoiceControl: ControlInstrument {
  private(set) final var choices: [(value: Fixed64, text: String)] = []
  /// A caption for each, where ``captionLayer`` shows them.
  private(set) final var captions: [Caption] = []
  /// The one under the finger, or that keys have come to.
  final var touched: Int?
  /// Where steps have come to that are not sent yet.
  private final var asked: Int?

  override func words(of value: Fixed64) -> String? { choices.first { $0.value == value }?.text }

  /// Holds the captions; `nil` for a control that does not show all choices.
  var captionLayer: Layer? { self }

  override var fillsWhenPressed: Bool { false }

  /// The place of the value that is reported; `nil` where none of them is.
  final var reportedChoice: Int? {
    reported.hasValue ? choices.firstIndex { $0.value == reported.value } : nil
  }

  final var wantedChoice: Int? { wanted.flatMap { value in choices.firstIndex { $0.value == value } } }

  /// Writes the label above the choices, and the sign of a command beside it, where there is room.
  /// - Parameter least: the height that a label needs, in capitals.
  /// - Returns: the rest.
  final func layOutLabel(in field: Rect, least: Fixed) -> Rect {
    let cap = labelCap
    let hasLabel = !text.isEmpty && field.height >= cap * least
    label.isHidden = !hasLabel
    label.alignmentMode = .left
    let top = hasLabel ? (cap * 2).whole : 0
    fitLabel(
      x: field.minX + labelInset, middle: field.minY + cap * 1.2, cap: cap * 0.85,
      width: Swift.max(0, field.width - cap * 4))
    sign.place(x: field.maxX - cap * 1.2, middle: field.minY + cap * 1.2, capHeight: cap * 0.85)
    return Rect(x: field.minX, y: field.minY + top, width: field.width, height: Swift.max(0, field.height - top))
  }

  override func showState() {
    asked = nil
    showChoice()
  }

  /// Shows which one came back, and which one is touched.
  func showChoice() {}

  override func pressEnded(isInside: Bool) {
    if isInside, let touched, choices.indices.contains(touched) { act(choices[touched].value) }
    touched = nil
    showState()
  }

  override func pressCancelled() {
    touched = nil
    showState()
  }

  // MARK: Keys

  final func go(by count: Int) {
    if choices.isEmpty { return }
    touched = Swift.max(0, Swift.min((touched ?? 0) + count, choices.count - 1))
    showState()
    send(.changed)
  }

  override func step(by count: Int) {
    if isHeld || choices.isEmpty || !mayBegin() { return }
    let place = (asked ?? wantedChoice ?? reportedChoice ?? -1) + count
    let next = Swift.max(0, Swift.min(place, choices.count - 1))
    asked = next
    act(choices[next].value)
    send(.changed)
  }

  /// Whether Enter begins to choose by keys or an encoder, rather than to press.
  var isSetByKeys: Bool { true }

  public override func keyDown(_ press: KeyPress) -> Bool {
    if !isSetByKeys { return super.keyDown(press) }
    if !isHeldByKey {
      if press.key != .enter && press.key != .space { return super.keyDown(press) }
      if press.isRepeat || isHeld || !mayBegin() { return true }
      holdByKey()
      touched = wantedChoice ?? reportedChoice ?? 0
      go(by: 0)
      return true
    }
    switch press.key {
    case .left, .up: go(by: -1)
    case .right, .down: go(by: 1)
    case .enter, .space:
      if !press.isRepeat { releaseByKey() }
      send(.changed)
    default: return super.keyDown(press)
    }
    return true
  }

  public override func keyUp(_ press: KeyPress) {
    if !isSetByKeys || press.phase == .cancelled { super.keyUp(press) }
  }

  public override func turned(by steps: Int) -> Bool {
    if !isHeldByKey || !isSetByKeys { return false }
    go(by: steps)
    return true
  }

  override func read(_ record: PanelRecord, _ builder: PanelBuilder) {
    super.read(record, builder)
    for entry in record.children(.entry) {
      guard let value = entry.number(.value), let text = entry.text(.text) else { continue }
      choices.append((value, text))
      guard let captionLayer else { continue }
      captions.append(Caption(builder.style.fonts.text))
      captionLayer.addSublayer(captions[captions.count - 1])
    }
  }
}
