// Stage: controls. Input: fingers, keys, steps of an encoder, and the program's values. Output: the program's actions, and a
// look for each state.

import FixedRaster

/// A view that a person sets or presses: the base of buttons, switches, sliders and the others.
///
/// A press is a finger from its coming down to its end, or Enter or Space while the control has the focus. While a finger is
/// beside the control the press rests; it goes on where the finger comes back. A press is cancelled where the control is
/// disabled, hidden or taken away.
///
/// A subclass overrides ``beginTracking(_:)`` and its like to follow a finger, ``pressBegan(at:)`` and its like to take keys
/// too, and ``appearanceChanged()`` to show its ``state``. Its own layers lie in ``View/layer``.
open class Control: View {
  public override init(frame: Rect) {
    super.init(frame: frame)
    layer.takesTouchesOfParts = true
  }

  /// A control without a size: ``View/sizeToFit()`` gives it one.
  public convenience init() { self.init(frame: .zero) }

  deinit { unsafe waitingRouter?.removeWaiting(self) }

  /// In the order in which they were added.
  final var actions: [Action] = []

  // MARK: State

  /// All that holds now.
  public final var state: State {
    var state = State.normal
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    if isFocused { state.insert(.focused) }
    if isPending { state.insert(.pending) }
    return state
  }

  /// Whether it can be used. Setting it to false cancels its press.
  public final var isEnabled = true {
    didSet {
      if isEnabled == oldValue { return }
      if !isEnabled {
        interrupt()
        if isFocused { resignFocus() }
      }
      stateChanged()
    }
  }
  /// Whether it is on, or chosen.
  public final var isSelected = false { didSet { if isSelected != oldValue { stateChanged() } } }
  /// Whether it looks held. The control sets it; the program may too.
  public final var isHighlighted = false { didSet { if isHighlighted != oldValue { stateChanged() } } }
  /// Whether its value is on its way to a device that has not answered yet: a look alone, the control can still be used.
  public final var isPending = false { didSet { if isPending != oldValue { stateChanged() } } }
  /// Whether keys and encoders reach it.
  public private(set) final var isFocused = false
  /// Whether a ring shows the focus.
  private(set) final var isRinged = false

  /// The look that holds: the control's own ``View/controlStyle``, else that of its superviews.
  public final var style: ControlStyle { sharedStyle.style }
  private final var sharedStyle = Control.defaultStyle
  private static let defaultStyle = SharedControlStyle(.dark)

  @usableFromInline
  final override func useControlStyle(_ style: SharedControlStyle?) {
    let style = style ?? Control.defaultStyle
    if style === sharedStyle { return }
    sharedStyle = style
    setNeedsLayout()
    stateChanged()
  }

  final func stateChanged() { if isLaidOut { appearanceChanged() } }

  /// Shows ``state`` in ``style``. Called at the control's first layout, and whenever one of both has changed since.
  open func appearanceChanged() {}

  // MARK: Layout

  /// Points in a millimetre of the display; 5 where no ``TouchRouter`` says it.
  public final var pointsPerMillimetre: Fixed { layer.root.touchRouter?.pointsPerMillimetre ?? 5 }

  private final var isLaidOut = false
  private final var ring: Layer?

  /// Enlarges the touched area to ``ControlStyle/target``, places the parts of the control, and shows its state.
  open override func layoutSubviews() {
    super.layoutSubviews()
    // What is not seen is not touched.
    touchInsets =
      bounds.isEmpty ? .zero : EdgeInsets(enlarging: bounds.size, to: style.target * pointsPerMillimetre)
    isLaidOut = true
    layOutParts()
    appearanceChanged()
    showRing()
  }

  /// Places the control's own layers.
  @usableFromInline
  func layOutParts() {}

  /// Adds a layer of the control's own, whose changes show at once.
  final func addPart(_ part: Layer) {
    part.showsChangesAtOnce = true
    layer.addSublayer(part)
  }

  /// Moves a part; within 150 ms, from the place that is shown, if it is animated.
  final func slide(_ part: Layer, to place: Point, animated: Bool) {
    if part.position == place { return }
    let key = "slide"
    if animated && isLaidOut {
      let slide = BasicAnimation(keyPath: "position")
      slide.fromValue = .point(part.presentation()?.position ?? part.position)
      slide.duration = .milliseconds(150)
      slide.timingFunction = .easeOut
      part.position = place
      part.add(slide, forKey: key)
    } else {
      part.removeAnimation(forKey: key)
      part.position = place
    }
  }

  /// The height of capitals of labels and values, in points; of titles and units four fifths.
  final var labelCap: Fixed { Swift.max(4, (style.capHeight * pointsPerMillimetre).snapped) }
  final var titleCap: Fixed { Swift.max(4, (style.capHeight * pointsPerMillimetre * 0.8).snapped) }

  /// A length in points, whole ones.
  ///
  /// - Parameter length: in millimetres.
  final func millimetres(_ length: Fixed) -> Fixed { (length * pointsPerMillimetre).snapped }

  /// The seen part, about which the ring lies.
  @usableFromInline
  var ringPlace: Rect { bounds }

  /// How round the ring is: as the seen part.
  @usableFromInline
  var ringRadius: Fixed { style.cornerRadius * pointsPerMillimetre }

  /// A line of 2 points of ink, 2 points outside the edge.
  final func showRing() {
    guard isRinged, isEnabled else {
      ring?.isHidden = true
      return
    }
    let ring = ring ?? Layer()
    if self.ring == nil {
      self.ring = ring
      addPart(ring)
    }
    (ring.isHidden, ring.borderWidth, ring.borderColor) = (false, 2, style.ink)
    (ring.frame, ring.cornerRadius) = (ringPlace.insetBy(dx: -4, dy: -4), ringRadius + 4)
  }

  // MARK: Fingers

  /// The finger that holds it.
  private final var finger: Int?
  /// The key that holds it.
  private final var key: Key?
  /// Whether a finger is followed.
  public private(set) final var isTracking = false
  /// Whether the followed finger is on the control: 3 mm beside it are still meant.
  public private(set) final var isTouchInside = false
  /// Whether the press that ended last was a key's.
  private(set) final var wasPressedByKey = false
  /// Whether a finger or a key holds it.
  final var isPressed: Bool { finger != nil || key != nil }

  @usableFromInline
  override var isPressedByTouch: Bool { finger != nil }

  /// A finger came down.
  ///
  /// - Returns: whether the control follows it. The default does.
  open func beginTracking(_ touch: Touch) -> Bool { true }

  /// The followed finger moved, perhaps beside the control: ``isTouchInside`` says so.
  ///
  /// - Returns: whether the control goes on following it. The default does.
  open func continueTracking(_ touch: Touch) -> Bool { true }

  /// The followed finger was lifted, perhaps beside the control.
  open func endTracking(_ touch: Touch) {}

  /// The followed finger is over without having been meant.
  open func cancelTracking() {}

  /// Whether it looks held wherever the finger goes.
  @usableFromInline
  var staysHighlighted: Bool { false }

  /// Whether a finger is on the control.
  final func isInside(_ touch: Touch) -> Bool {
    let reach = pointsPerMillimetre * 3
    return bounds.inset(by: touchInsets).insetBy(dx: -reach, dy: -reach).contains(touch.location(in: self))
  }

  open override func touchesBegan(_ touch: Touch) {
    if !isEnabled || isPressed { return }
    (finger, isTouchInside) = (touch.finger, true)
    let follows = beginTracking(touch)
    // An action may have cancelled the touch.
    if finger != touch.finger { return }
    isTracking = follows
    if !isTracking { return finger = nil }
    isHighlighted = true
    sendActions(for: .touchDown)
    if finger == touch.finger { pressBegan(at: touch.timestamp) }
  }

  /// Has another finger go on with the press.
  final func follow(_ touch: Touch) { (finger, isTouchInside, isHighlighted) = (touch.finger, true, true) }

  open override func touchesMoved(_ touch: Touch) {
    if touch.finger != finger { return }
    let wasInside = isTouchInside
    isTouchInside = isInside(touch)
    if !continueTracking(touch) { return cancelPress() }
    if touch.finger != finger { return }
    isHighlighted = isTouchInside || staysHighlighted
    if isTouchInside != wasInside {
      pressCrossed(isInside: isTouchInside, at: touch.timestamp)
      sendActions(for: isTouchInside ? .touchDragEnter : .touchDragExit)
    } else {
      sendActions(for: isTouchInside ? .touchDragInside : .touchDragOutside)
    }
  }

  open override func touchesEnded(_ touch: Touch) {
    if touch.finger != finger { return }
    isTouchInside = isInside(touch)
    endTracking(touch)
    if touch.finger != finger { return }
    // What the end has typed or set may have taken the control away.
    if layer.root.touchRouter != nil, layer.isInteractive(within: layer.root) {
      endPress(at: touch.timestamp)
    } else {
      cancelPress()
    }
  }

  open override func touchesCancelled(_ touch: Touch) { if touch.finger == finger { cancelPress() } }

  // MARK: Presses

  /// A press began.
  ///
  /// - Parameter time: nanoseconds on the clock of ``Touch/timestamp``.
  open func pressBegan(at time: Int64) {}

  /// The finger of a press left the control, or came back.
  ///
  /// - Parameters:
  ///   - isInside: whether it came back.
  ///   - time: as of ``pressBegan(at:)``.
  open func pressCrossed(isInside: Bool, at time: Int64) {}

  /// A press ended.
  ///
  /// - Parameters:
  ///   - isInside: whether the finger was on the control, or it was a key.
  ///   - time: as of ``pressBegan(at:)``.
  open func pressEnded(isInside: Bool, at time: Int64) {}

  /// A press is over without having been meant.
  open func pressCancelled() {}

  /// The use of a press that ended on the control.
  @usableFromInline
  func activate() { sendActions(for: .primaryActionTriggered) }

  private final func endPress(at time: Int64) {
    let isInside = isTouchInside
    wasPressedByKey = key != nil
    letGo()
    pressEnded(isInside: isInside, at: time)
    sendActions(for: isInside ? .touchUpInside : .touchUpOutside)
    if isInside && isEnabled { activate() }
  }

  /// Ends a press that was not meant, if there is one.
  final func cancelPress() {
    if !isPressed { return }
    let (hasFinger, hasBegun) = (finger != nil, isTracking || key != nil)
    letGo()
    if hasFinger { cancelTracking() }
    if !hasBegun { return }
    pressCancelled()
    sendActions(for: .touchCancel)
  }

  /// Ends all that is under way: the control can be used no more.
  @usableFromInline
  override func interrupt() { cancelPress() }

  private final func letGo() {
    (finger, key, isTracking, isTouchInside, isHighlighted) = (nil, nil, false, false, false)
  }

  // MARK: Time

  /// When ``deadlineReached(at:)`` is to be called, in nanoseconds on the clock of ``Touch/timestamp``; `nil` for never. Of use
  /// while the control lies in a tree with a ``TouchRouter``, whose ``TouchRouter/nextDeadline`` it sets.
  public final var deadline: Int64? {
    didSet {
      if deadline == nil {
        if let router = unsafe waitingRouter { router.removeWaiting(self) }
      } else if unsafe waitingRouter == nil {
        layer.root.touchRouter?.addWaiting(self)
      }
    }
  }
  /// Not owned; the router sets it to nil before it goes away.
  final unowned(unsafe) var waitingRouter: TouchRouter?

  /// The ``deadline`` has come, which is `nil` again.
  ///
  /// - Parameter time: the deadline, whenever the program came to it.
  open func deadlineReached(at time: Int64) {}

  // MARK: Focus

  open override var canBecomeFocused: Bool { isEnabled }

  open override func focusChanged(_ focus: FocusState) {
    (isFocused, isRinged) = (focus != .none, focus == .ringed)
    if !isFocused && key != nil { cancelPress() }
    stateChanged()
    showRing()
  }

  /// Enter and Space press the control, and Escape cancels that.
  open override func keyDown(_ press: KeyPress) -> Bool {
    switch press.key {
    case .enter, .space:
      if press.isRepeat || isPressed || !isEnabled { return true }
      (key, isTouchInside, isHighlighted) = (press.key, true, true)
      sendActions(for: .touchDown)
      if key == press.key { pressBegan(at: press.timestamp) }
      return true
    case .escape:
      if key == nil { return false }
      cancelPress()
      return true
    default: return false
    }
  }

  open override func keyUp(_ press: KeyPress) {
    if press.key != key { return }
    if press.phase == .cancelled { return cancelPress() }
    // Deadlines before the key went up are met first.
    unsafe waitingRouter?.advance(to: press.timestamp)
    if press.key == key { endPress(at: press.timestamp) }
  }
}
