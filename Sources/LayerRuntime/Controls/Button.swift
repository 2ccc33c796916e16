// Stage: controls. A button.

import FixedRaster
import SystemFiles

/// A field with a word, which does something when it is pressed.
///
/// ```swift
/// let start = Button(title: "Start") { button in motor.start() }
/// ```
open class Button: Control {
  public enum Kind: UInt8, Hashable, Sendable {
    /// Acts when it is let go. A motor that runs while it is held begins at ``Control/Event/touchDown`` and ends at
    /// ``Control/Event/allReleases``.
    case momentary
    /// Is on and off by turns: ``Control/isSelected``, with ``Control/Event/valueChanged``.
    case toggle
    /// Acts when it is pressed, and again and again while it is held.
    case repeating
  }

  /// The meaning of a button among others.
  public enum Role: UInt8, Hashable, Sendable {
    case normal
    /// The answer that is meant as a rule.
    case primary
    /// It leaves everything as it is.
    case cancel
    /// It destroys or stops something.
    case destructive
  }

  public override init(frame: Rect) {
    super.init(frame: frame)
    for part in [ground, bar, label, dots] as [Layer] { addPart(part) }
    dots.show("...")
  }

  public convenience init() { self.init(frame: .zero) }

  /// - Parameters:
  ///   - title: the word on it.
  ///   - kind: the effect of a press.
  ///   - action: called with the button at ``Control/Event/primaryActionTriggered``.
  public convenience init(title: String, kind: Kind = .momentary, action: ((Button) -> Void)? = nil) {
    self.init(frame: .zero)
    (self.title, self.kind) = (title, kind)
    label.show(title)
    if let action { on(.primaryActionTriggered, action) }
  }

  /// `momentary` if not said.
  public final var kind = Kind.momentary { didSet { if kind != oldValue { setNeedsLayout() } } }
  /// `normal` if not said.
  public final var role = Role.normal { didSet { if role != oldValue { stateChanged() } } }
  /// The word on it.
  public final var title = "" { didSet { if !haveSameBytes(title, oldValue) { setNeedsLayout() } } }
  /// The word while it is on; `nil` for the same.
  public final var selectedTitle: String? { didSet { setNeedsLayout() } }

  /// How long a button that repeats is held before it acts again; 400 ms if not said.
  public final var repeatDelay = Duration.milliseconds(400)
  /// From then on; 125 ms if not said, and 10 ms at least.
  public final var repeatInterval = Duration.milliseconds(125)

  let ground = Layer()
  /// At the left end of one that is on or off.
  private let bar = Layer()
  private let label = ControlText()
  private let dots = ControlText()

  /// As wide as the word wants it, 14 by 9 millimetres at least.
  open override func sizeThatFits(_ size: Size) -> Size {
    let width = Swift.max(
      ControlText.width(of: title, cap: labelCap, style),
      selectedTitle.map { ControlText.width(of: $0, cap: labelCap, style) } ?? 0)
    return Size(
      width: Swift.max(millimetres(14), width.snapped + labelCap * 3),
      height: Swift.max(millimetres(9), labelCap * 2.5))
  }

  // MARK: Look

  @usableFromInline
  override func layOutParts() {
    let mm = pointsPerMillimetre
    (ground.frame, ground.cornerRadius) = (bounds, ringRadius)
    bar.isHidden = kind != .toggle
    let inset = Swift.max(3, (mm * 0.8).snapped)
    (bar.frame, bar.cornerRadius) = (
      Rect(
        x: inset, y: (bounds.height * 0.22).snapped, width: Swift.max(3, mm.snapped),
        height: (bounds.height * 0.56).snapped), 1
    )
    showTitle()
    // Below the word, of any length.
    dots.place(
      x: bounds.midX, middle: (bounds.height * 0.76).snapped, cap: labelCap, width: bounds.width, style)
  }

  /// The middle of the title's capitals.
  @usableFromInline
  var titleMiddle: Fixed { bounds.midY }

  private final func showTitle() {
    label.show(isSelected ? selectedTitle ?? title : title)
    let margin = labelCap * (kind == .toggle ? 2.4 : 1.2)
    label.place(
      x: bounds.midX, middle: titleMiddle, cap: labelCap, width: Swift.max(0, bounds.width - margin), style)
  }

  /// Whether all of it takes on the look of a press.
  @usableFromInline
  var fillsWhenPressed: Bool { true }

  open override func appearanceChanged() {
    let style = style
    if selectedTitle != nil { showTitle() }
    let isOn = isSelected
    let field =
      !isEnabled
      ? style.surface
      : isOn
        ? isHighlighted ? style.pressedSelection : style.selection
        : isHighlighted && fillsWhenPressed ? style.pressedFill : style.fill
    let ink = isOn && isEnabled ? style.selectedInk : role == .destructive ? style.warning : style.ink
    ground.backgroundColor = field
    label.foregroundColor = isEnabled ? ink : style.faded(style.ink, on: field)
    let isStrong = isPending || role == .primary
    ground.borderWidth = isStrong || role == .destructive ? Swift.max(2, style.edgeWidth) : style.edgeWidth
    ground.borderColor =
      !isEnabled
      ? style.faded(style.edge, on: style.surface)
      : isStrong || isOn ? style.accent : role == .destructive ? style.warning : style.edge
    bar.backgroundColor = isOn && isEnabled ? style.selectedInk : nil
    (bar.borderWidth, bar.borderColor) = (isOn && isEnabled ? 0 : 1, label.foregroundColor)
    dots.isHidden = !isPending
    dots.foregroundColor = label.foregroundColor
  }

  // MARK: Presses

  open override func pressBegan(at time: Int64) {
    super.pressBegan(at: time)
    if kind != .repeating { return }
    deadline = time + Swift.max(0, repeatDelay.heldNanoseconds)
    sendActions(for: .primaryActionTriggered)
  }

  /// A button that repeats rests while the finger is beside it.
  open override func pressCrossed(isInside: Bool, at time: Int64) {
    super.pressCrossed(isInside: isInside, at: time)
    if kind == .repeating { deadline = isInside ? time + interval : nil }
  }

  open override func pressEnded(isInside: Bool, at time: Int64) {
    super.pressEnded(isInside: isInside, at: time)
    deadline = nil
  }

  open override func pressCancelled() {
    super.pressCancelled()
    deadline = nil
  }

  open override func deadlineReached(at time: Int64) {
    deadline = time + interval
    sendActions(for: .primaryActionTriggered)
  }

  private final var interval: Int64 { Swift.max(10_000_000, repeatInterval.heldNanoseconds) }

  @usableFromInline
  override func activate() {
    switch kind {
    case .momentary: break
    case .toggle:
      isSelected.toggle()
      sendActions(for: .valueChanged)
    case .repeating: return
    }
    super.activate()
  }
}
