// Stage: controls. A wheel of choices.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A picker (P48): a wheel that a finger turns; the choice in its window is sent when it is let go. A tap above or below the
/// window goes there.
public final class PickerInstrument: ChoiceControl {
  private let window = ShapeLayer()
  private let clip = Layer()
  private let wheel = Layer()
  /// In the window where nothing is known.
  private let dashes: Caption
  /// The room of the wheel.
  private var room = Rect.zero
  private var rowHeight: Fixed = 1
  /// How far the wheel is turned, in points from the first choice.
  private var turn: Fixed = 0
  private var start: Fixed = 0, startTurn: Fixed = 0
  /// Whether the finger has not turned it yet.
  private var isTap = false

  public override init(_ style: InstrumentStyle) {
    dashes = Caption(style.fonts.text)
    super.init(style)
    addSublayer(dashes)
    dashes.show(noValueText)
    clip.masksToBounds = true
    for layer in [window, clip] as [Layer] { addSublayer(layer) }
    clip.addSublayer(wheel)
  }

  override var captionLayer: Layer? { wheel }

  // MARK: Layout

  override func layOutParts(in field: Rect) {
    window.frame = bounds
    let cap = labelCap
    room = layOutLabel(in: field, least: 6).insetBy(dx: 2, dy: 2)
    rowHeight = Swift.max(cap * 2, Swift.min(density * 8, room.height / 3)).whole
    clip.frame = room
    var path = Path(capacity: 12)
    let place = Rect(x: room.minX, y: (room.midY - half(rowHeight)).whole, width: room.width, height: rowHeight)
    path.addRect(Rect(x: place.minX + cap * 0.5, y: place.minY, width: Swift.max(0, place.width - cap), height: 1))
    path.addRect(Rect(x: place.minX + cap * 0.5, y: place.maxY, width: Swift.max(0, place.width - cap), height: 1))
    window.path = path
    var widest: Fixed = 1
    for (index, caption) in captions.enumerated() {
      widest = Swift.max(widest, caption.width(of: choices[index].text, capHeight: 100))
    }
    let most = Swift.max(0, room.width - cap * 1.6)
    let size = Swift.min(cap * 1.2, Swift.max(Swift.min(cap, 7), most * 100 / widest))
    wheel.bounds = Rect(x: 0, y: 0, width: room.width, height: rowHeight * Fixed(Swift.max(1, choices.count)))
    wheel.anchorPoint = Point(x: 0, y: 0)
    dashes.place(x: room.midX.whole, middle: room.midY.whole, capHeight: cap * 1.2)
    for (index, caption) in captions.enumerated() {
      caption.show(choices[index].text)
      caption.place(
        x: half(room.width).whole, middle: (rowHeight * Fixed(index) + half(rowHeight)).whole, capHeight: size,
        width: Swift.max(0, room.width - cap))
    }
  }

  private func showTurn() {
    wheel.position = Point(x: 0, y: (half(room.height) - half(rowHeight) - turn).whole)
  }

  // MARK: Look

  override func showChoice() {
    let field = groundColor
    window.fillColor = stateColor
    let current = touched ?? wantedChoice ?? reportedChoice
    if !isHeld || isHeldByKey { turn = rowHeight * Fixed(current ?? 0) }
    for (index, caption) in captions.enumerated() {
      let ink = inkColor(on: field)
      caption.foregroundColor = index == current ? stateInk(on: field) : ink.mixed(140, with: field)
    }
    wheel.isHidden = current == nil
    dashes.isHidden = current != nil
    dashes.foregroundColor = inkColor(on: field)
    showTurn()
  }

  // MARK: Fingers

  public override func keepsDrag(isVertical: Bool) -> Bool { isUsable && isVertical }

  override func pressBegan(_ touch: Touch) {
    (start, startTurn, isTap) = (touch.location(in: self).y, turn, true)
    touched = nearest(turn)
    showChoice()
  }

  override func pressMoved(_ touch: Touch) {
    let way = start - touch.location(in: self).y
    if isTap && way.magnitude < density * 2 { return }
    isTap = false
    let last = rowHeight * Fixed(Swift.max(0, choices.count - 1))
    turn = (startTurn + way).held(-half(rowHeight), last + half(rowHeight))
    touched = nearest(turn)
    showChoice()
  }

  private func nearest(_ turn: Fixed) -> Int {
    Swift.max(0, Swift.min((turn / rowHeight).rounded, choices.count - 1))
  }

  /// A wheel that was turned is meant wherever the finger has gone meanwhile.
  override func pressEnded(isInside: Bool) {
    if isTap { touched = nearest(startTurn + start - room.midY) }
    let isMeant = isInside || !isTap
    isTap = false
    super.pressEnded(isInside: isMeant)
  }
}
