// Stage: controls. Numbers that are set: the part that sliders, knobs and steppers have in common.

import FixedRaster
import SystemFiles

/// A control of a number in a range: the base of ``Slider``, ``Knob`` and ``Stepper``.
///
/// While a finger holds it, or Enter has begun its editing, it shows the held value, whatever ``value`` the program sets:
/// that is kept, and shown when it is let go. With the focus, Enter begins the editing; arrows and the steps of an encoder
/// change the value, Enter ends the editing, and Escape restores the former value.
open class RangeControl: Control {
  public override init(frame: Rect) {
    super.init(frame: frame)
    addPart(titleText)
    addPart(valueText)
  }

  public convenience init() { self.init(frame: .zero) }

  // MARK: Value

  /// The shown value. One that is set is held to the range and to the steps from ``minimumValue``. Setting it calls no action.
  public final var value: Fixed {
    get { shown }
    set {
      let value = allowed(newValue)
      if isHeld { kept = value } else { show(value) }
    }
  }
  /// 0 if not said. One above ``maximumValue`` moves that.
  public final var minimumValue: Fixed = 0 {
    didSet {
      if minimumValue == oldValue { return }
      if minimumValue > maximumValue { maximumValue = minimumValue }
      rangeChanged()
    }
  }
  /// 1 if not said. One below ``minimumValue`` moves that.
  public final var maximumValue: Fixed = 1 {
    didSet {
      if maximumValue == oldValue { return }
      if maximumValue < minimumValue { minimumValue = maximumValue }
      rangeChanged()
    }
  }
  /// From one value to the next, counted from ``minimumValue``; 0, as at first, for any value.
  public final var stepValue: Fixed = 0 {
    didSet {
      stepValue = Swift.max(0, stepValue)
      if stepValue != oldValue { rangeChanged() }
    }
  }
  /// Whether ``Control/Event/valueChanged`` is sent at each change while it is held; otherwise once, when it is let go. True
  /// if not said.
  public final var isContinuous = true

  // MARK: Texts

  /// The word beside the control; `nil` for none, and then the value has no text either.
  public final var title: String? { didSet { setNeedsLayout() } }
  /// Behind the value.
  public final var unit = "" { didSet { setNeedsLayout() } }
  /// Decimals of the value, 0...4; `nil`, as at first, for as many as the step has, or a hundredth of the range.
  public final var decimals: Int? { didSet { setNeedsLayout() } }

  let titleText = ControlText(.left)
  let valueText = ControlText(.right)

  /// The digits of a value with its unit.
  final func words(_ value: Fixed) -> String {
    let digits = value.text(decimals: decimals ?? ownDecimals)
    return unit.isEmpty ? digits : digits + " " + unit
  }

  private final var ownDecimals: Int {
    let least = keyStep
    return least >= 1 ? 0 : least >= 0.1 ? 1 : 2
  }

  // MARK: Holding

  /// Whether Enter has begun the setting of the value.
  public private(set) final var isEditing = false { didSet { if isEditing != oldValue { stateChanged() } } }
  /// Whether a person sets the value now.
  private(set) final var isHeld = false { didSet { if isHeld != oldValue { stateChanged() } } }
  private final var shown: Fixed = 0
  /// The value before it was held, and the one that the program set meanwhile.
  private final var former: Fixed = 0
  private final var kept: Fixed?

  private final func rangeChanged() {
    if isHeld { move(to: shown) } else { show(allowed(shown)) }
    setNeedsLayout()
  }

  /// The nearest value that can be set.
  final func allowed(_ value: Fixed) -> Fixed {
    let held = value.clamped(minimumValue, maximumValue)
    if stepValue <= 0 { return held }
    let step = Int64(stepValue.rawValue)
    let way = Int64(held.rawValue) - Int64(minimumValue.rawValue)
    let whole = Int64(maximumValue.rawValue) - Int64(minimumValue.rawValue)
    // A last part of a step is no value.
    let count = Swift.min((way + step / 2) / step, whole / step)
    return Fixed(rawValue: Int32(clamping: Int64(minimumValue.rawValue) + count * step))
  }

  /// How far a value lies in the range, 0...1.
  final func share(_ value: Fixed) -> Fixed {
    let whole = Int64(maximumValue.rawValue) - Int64(minimumValue.rawValue)
    if whole <= 0 { return 0 }
    let way = Int64(value.rawValue) - Int64(minimumValue.rawValue)
    return Fixed(rawValue: Int32(Swift.max(0, Swift.min(whole, way)) * 65536 / whole))
  }

  /// The value at a share of the range, to both sides of it too.
  final func value(atShare share: Fixed) -> Fixed {
    let whole = Int64(maximumValue.rawValue) - Int64(minimumValue.rawValue)
    // |whole| < 2^32 and |share| ≤ 2^31.
    let way = (whole * Int64(share.rawValue)) >> 16
    return Fixed(rawValue: Int32(clamping: Int64(minimumValue.rawValue) + way))
  }

  /// A step, or a hundredth of the range.
  final var keyStep: Fixed {
    let whole = Int64(maximumValue.rawValue) - Int64(minimumValue.rawValue)
    return stepValue > 0 ? stepValue : Fixed(rawValue: Int32(Swift.max(1, whole / 100)))
  }

  /// - Returns: whether it is another one than before.
  @discardableResult
  final func show(_ value: Fixed, animated: Bool = false) -> Bool {
    if value == shown { return false }
    shown = value
    showValue(animated: animated)
    return true
  }

  /// Moves the parts that show ``value``.
  @usableFromInline
  func showValue(animated: Bool) {}

  final func beginHold() {
    if isHeld { return }
    (former, kept, isHeld) = (shown, nil, true)
  }

  /// Shows the value under a finger, or by a key.
  final func move(to value: Fixed) { if show(allowed(value)) && isContinuous { sendActions(for: .valueChanged) } }

  /// Lets go: the held value counts.
  final func endHold() {
    if !isHeld { return }
    if !isContinuous && shown != former { sendActions(for: .valueChanged) }
    letGo()
  }

  /// Lets go: the former value counts.
  final func cancelHold() {
    if !isHeld { return }
    if show(allowed(former)) && isContinuous { sendActions(for: .valueChanged) }
    letGo()
  }

  private final func letGo() {
    isHeld = false
    if let value = kept {
      kept = nil
      show(allowed(value))
    }
  }

  // MARK: Fingers

  open override func beginTracking(_ touch: Touch) -> Bool {
    endEditing()
    beginHold()
    return true
  }

  open override func endTracking(_ touch: Touch) { endHold() }

  open override func cancelTracking() { cancelHold() }

  @usableFromInline
  final override var staysHighlighted: Bool { true }

  @usableFromInline
  override func activate() {}

  @usableFromInline
  override func interrupt() {
    super.interrupt()
    cancelEditing()
  }

  // MARK: Keys

  private final func beginEditing() {
    if isHeld || !isEnabled { return }
    isEditing = true
    beginHold()
    sendActions(for: .editingDidBegin)
  }

  private final func endEditing() {
    if !isEditing { return }
    isEditing = false
    endHold()
    sendActions(for: .editingDidEnd)
  }

  private final func cancelEditing() {
    if !isEditing { return }
    isEditing = false
    cancelHold()
    sendActions(for: .editingDidCancel)
  }

  open override func focusChanged(_ focus: FocusState) {
    // A value that nobody saw any more is not sent.
    if focus == .none { if isShown { endEditing() } else { cancelEditing() } }
    super.focusChanged(focus)
  }

  open override func keyDown(_ press: KeyPress) -> Bool {
    if press.key == .enter || press.key == .space {
      if press.isRepeat { return true }
      if isEditing { endEditing() } else { beginEditing() }
      return true
    }
    if !isEditing { return false }
    switch press.key {
    case .escape: cancelEditing()
    case .left, .down: move(bySteps: -1)
    case .right, .up: move(bySteps: 1)
    case .pageDown: move(bySteps: -10)
    case .pageUp: move(bySteps: 10)
    case .home: move(to: minimumValue)
    case .end: move(to: maximumValue)
    default: return false
    }
    return true
  }

  open override func keyUp(_ press: KeyPress) {}

  open override func turned(by steps: Int) -> Bool {
    if isEditing { move(bySteps: steps) }
    return isEditing
  }

  final func move(bySteps count: Int) { move(to: shown.moved(by: keyStep, times: count)) }
}

extension Fixed {
  /// Some steps on, held to the numbers of its type.
  func moved(by step: Fixed, times count: Int) -> Fixed {
    Fixed(
      rawValue: Int32(
        clamping: Int64(rawValue) + Int64(step.rawValue) * Int64(Swift.max(-65536, Swift.min(count, 65536)))))
  }
}

extension Control {
  /// Whether it lies in a tree that fingers reach, and is not hidden with a layer above it.
  final var isShown: Bool {
    var next: Layer? = layer
    while let here = next {
      if here.isHidden { return false }
      if here.superlayer == nil { return here.touchRouter != nil }
      next = here.superlayer
    }
    return false
  }
}
