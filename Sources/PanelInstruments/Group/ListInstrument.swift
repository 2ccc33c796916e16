// Stage: instruments. Rows of names and values that scroll.
import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals

/// A table whose rows keep their height: a finger, keys or an encoder move it where there is no room for all (P4A).
public final class ListInstrument: TableInstrument {
  private let scroll = ScrollView()
  private var rowHeight: Fixed = 1
  private var ring = FocusRing()

  public override init(_ style: InstrumentStyle) {
    super.init(style)
    addSublayer(scroll.layer)
  }

  override var memberLayer: Layer { scroll.layer }

  public override func layOut(in content: Rect) {
    let area = layOutHeadings(content)
    scroll.frame = area
    rowHeight = Swift.max(Self.leastRow, Swift.max(density * 6, titleCapHeight * 3.5)).whole
    let whole = Rect(x: 0, y: 0, width: content.width, height: rowHeight * Fixed(lineCount))
    align(rowHeight, in: content)
    placeLines(lineCount, step: rowHeight, in: whole)
    scroll.contentSize = whole.size
    ring.place(around: bounds.insetBy(dx: 1, dy: 1), in: bounds)
  }

  override func takeOver(_ former: Instrument) {
    guard let former = former as? ListInstrument else { return }
    scroll.contentOffset = former.scroll.contentOffset
  }

  // MARK: Fingers and keys

  /// The rows are touched by way of what scrolls them.
  public override func hitTest(_ point: Point, order: HitTestOrder) -> Layer? {
    super.hitTest(point, order: order) == nil
      ? nil : scroll.frame.contains(convert(point, from: superlayer)) ? scroll.layer : self
  }

  private var room: Fixed { Swift.max(0, scroll.contentSize.height - scroll.bounds.height) }

  public override var canBecomeFocused: Bool { room > 0 }

  public override func focusChanged(_ focus: FocusState) {
    ring.show(focus, on: self)
    send(.changed)
  }

  public override func appearanceChanged() {
    super.appearanceChanged()
    ring.color = theme[.ink]
  }

  public override func keyDown(_ press: KeyPress) -> Bool {
    let page = Swift.max(1, (scroll.bounds.height / rowHeight).floor - 1)
    switch press.key {
    case .up: return move(by: -1)
    case .down: return move(by: 1)
    case .pageUp: return move(by: -page)
    case .pageDown: return move(by: page)
    default: return false
    }
  }

  public override func keyUp(_ press: KeyPress) {}

  public override func turned(by steps: Int) -> Bool { move(by: steps) }

  /// - Returns: false at the end: the focus goes on from there.
  private func move(by rows: Int) -> Bool {
    let former = scroll.contentOffset.y
    let place = Swift.max(0, Swift.min(room, former + rowHeight * Fixed(rows)))
    if place == former { return false }
    scroll.contentOffset = Point(x: 0, y: place)
    send(.changed)
    return true
  }
}
