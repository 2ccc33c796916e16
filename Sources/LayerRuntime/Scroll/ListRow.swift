import FixedRaster

/// A row of a ``ListView``, which shows one row after another: inherit from it and add the content.
///
/// A finger on it highlights it at once. The highlight goes when a drag begins, and while the finger is outside. A finger
/// that is lifted on it selects the row.
open class ListRow: View {
  /// The name by which rows of a kind are used again; empty if not said.
  public final let reuseIdentifier: String

  /// - Parameter reuseIdentifier: of rows of its kind: see ``ListView/dequeueReusableRow(withIdentifier:)``.
  public init(reuseIdentifier: String) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
    highlight.showsChangesAtOnce = true
    highlight.isHidden = true
    layer.insertSublayer(highlight, at: 0)
  }

  public convenience init() { self.init(reuseIdentifier: "") }

  /// The row's number in the list; `nil` while it is not shown.
  public internal(set) final var index: Int?
  /// The list that shows the row.
  public final var list: ListView? { superview as? ListView }

  // MARK: State

  /// Whether a finger presses the row.
  public final var isHighlighted = false { didSet { if isHighlighted != oldValue { updateState() } } }
  /// Whether the row is selected.
  public final var isSelected = false { didSet { if isSelected != oldValue { updateState() } } }
  /// Behind the content of a row that is pressed; `nil` for none. A translucent grey if not said.
  public final var highlightColor: Color? = Color(red: 128, green: 128, blue: 128, alpha: 110) {
    didSet { updateState() }
  }
  /// Behind the content of a row that is selected; `nil` for none. A translucent grey if not said.
  public final var selectionColor: Color? = Color(red: 128, green: 128, blue: 128, alpha: 60) {
    didSet { updateState() }
  }

  /// Shows ``isHighlighted`` and ``isSelected``. The default shows the colours behind the content. Override it for
  /// another look.
  open func updateState() {
    let color = isHighlighted ? highlightColor : isSelected ? selectionColor : nil
    highlight.backgroundColor = color
    highlight.isHidden = color == nil
  }

  /// The row is about to show another one: forget what belongs to the former. The default does nothing.
  open func prepareForReuse() {}

  private final let highlight = Layer()

  open override func layoutSublayers(of layer: Layer) {
    highlight.frame = bounds
    super.layoutSublayers(of: layer)
  }

  // MARK: Touches

  /// The finger that presses the row.
  private final var finger: Int?

  open override func touchesBegan(_ touch: Touch) {
    guard let list, let index, finger == nil else { return super.touchesBegan(touch) }
    finger = touch.finger
    let mayPress = list.mayPress(self, index)
    // The delegate may have cancelled the touch.
    if finger != touch.finger { return }
    if !mayPress || list.pressedRow != nil {
      finger = nil
      return super.touchesBegan(touch)
    }
    list.pressedRow = self
    isHighlighted = true
  }

  open override func touchesMoved(_ touch: Touch) {
    if touch.finger == finger { isHighlighted = bounds.contains(touch.location(in: self)) }
  }

  open override func touchesEnded(_ touch: Touch) {
    if touch.finger != finger { return }
    let isInside = bounds.contains(touch.location(in: self))
    release()
    if isInside, let list, let index { list.press(index) }
  }

  open override func touchesCancelled(_ touch: Touch) { if touch.finger == finger { release() } }

  private final func release() {
    finger = nil
    if list?.pressedRow === self { list?.pressedRow = nil }
    isHighlighted = false
  }

  /// Makes the row ready for another place in the list.
  final func leave() {
    isHidden = true  // cancels a touch
    release()
    index = nil
    isSelected = false
  }
}
