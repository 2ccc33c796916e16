// Stage: controls. A button that has to be held.

import FixedRaster
import SystemFiles

/// A button that acts once it was held for a time, ``Control/Event/primaryActionTriggered``: a filling grows across it
/// meanwhile. Let go early, or left by the finger, it falls back. Enter or Space held does the same.
open class HoldButton: Button {
  public override init(frame: Rect) {
    super.init(frame: frame)
    ground.masksToBounds = true
    filling.showsChangesAtOnce = true
    ground.addSublayer(filling)
    filling.anchorPoint = Point(x: 0, y: 0)
    addPart(hintText)
  }

  public convenience init() { self.init(frame: .zero) }

  /// How long it is held; 1 s if not said.
  public final var holdDuration = Duration.seconds(1)
  /// The word below its title. `hold` if not said; an empty one takes no room.
  public final var hint = "hold" { didSet { if !haveSameBytes(hint, oldValue) { setNeedsLayout() } } }

  private let filling = Layer()
  private let hintText = ControlText()

  /// The filling shows the press.
  @usableFromInline
  override var fillsWhenPressed: Bool { false }

  @usableFromInline
  override var titleMiddle: Fixed { hint.isEmpty ? bounds.midY : (bounds.height * 0.37).snapped }

  @usableFromInline
  override func layOutParts() {
    super.layOutParts()
    hintText.show(hint)
    hintText.place(
      x: bounds.midX, middle: (bounds.height * 0.73).snapped, cap: titleCap, width: bounds.width - labelCap, style)
    filling.bounds = Rect(x: 0, y: 0, width: 0, height: bounds.height)
    filling.position = .zero
  }

  open override func appearanceChanged() {
    super.appearanceChanged()
    hintText.isHidden = isPending
    filling.backgroundColor = style.fill.mixed(180, with: style.accent)
    let fading = style.faded(style.ink, on: style.surface)
    hintText.foregroundColor = isEnabled ? isSelected ? style.selectedInk : style.dim : fading
  }

  // MARK: Presses

  private final var duration: Int64 { Swift.max(0, holdDuration.heldNanoseconds) }

  private final func begin(at time: Int64) {
    deadline = time + duration
    let grow = BasicAnimation(keyPath: "bounds.size.width")
    (grow.fromValue, grow.toValue) = (.fixed(0), .fixed(bounds.width))
    grow.duration = .nanoseconds(duration)
    filling.add(grow, forKey: "hold")
  }

  /// The filling falls back within 150 ms.
  private final func fallBack() {
    if deadline == nil { return }
    deadline = nil
    let fall = BasicAnimation(keyPath: "bounds.size.width")
    fall.fromValue = .fixed(filling.presentation()?.bounds.width ?? 0)
    fall.toValue = .fixed(0)
    fall.duration = .milliseconds(150)
    filling.add(fall, forKey: "hold")
  }

  open override func pressBegan(at time: Int64) {
    super.pressBegan(at: time)
    begin(at: time)
  }

  open override func pressCrossed(isInside: Bool, at time: Int64) {
    if isInside { begin(at: time) } else { fallBack() }
  }

  open override func pressEnded(isInside: Bool, at time: Int64) { fallBack() }

  open override func pressCancelled() { fallBack() }

  open override func deadlineReached(at time: Int64) {
    filling.removeAnimation(forKey: "hold")
    sendActions(for: .primaryActionTriggered)
  }

  @usableFromInline
  override func activate() {}
}
