// Stage: controls. A question above everything.

import FixedRaster

/// A card in the middle with a question and its answers, over a shade: nothing behind it is touched, and keys stay in it.
///
/// ```swift
/// let dialog = Dialog(title: "Stop pump?", message: "Zone 2 runs dry in 4 minutes.")
/// dialog.addButton("Keep running", role: .cancel)
/// dialog.addButton("Stop pump", role: .destructive) { pump.stop() }
/// dialog.show(above: page)
/// ```
///
/// The answer that leaves everything as it is stands at the left, and Escape gives it. An answer closes the dialog, and calls its
/// action then.
open class Dialog: View {
  /// - Parameters:
  ///   - title: the question.
  ///   - message: below it, on as many lines as it takes; `nil` for none.
  public init(title: String, message: String? = nil) {
    super.init(frame: .zero)
    for part in [card, messageText, titleText] as [Layer] {
      part.showsChangesAtOnce = true
      layer.addSublayer(part)
    }
    titleText.show(title)
    messageText.string = message
    messageText.isWrapped = true
  }

  /// An answer, and the program's action.
  private struct Answer {
    let button: Button
    let action: (() -> Void)?
  }

  private final var answers: [Answer] = []
  private let card = Layer()
  private let titleText = ControlText(.left)
  private let messageText = TextLayer()
  private final var style = ControlStyle.dark

  /// A view between the message and the answers, as high as it is: a ``Keypad``, a ``PickerWheel``.
  public final var contentView: View? {
    didSet {
      if contentView === oldValue { return }
      oldValue?.removeFromSuperview()
      if let contentView { addSubview(contentView) }
      setNeedsLayout()
    }
  }

  /// - Parameters:
  ///   - title: names its effect, "Stop pump" rather than "OK".
  ///   - role: `cancel` stands at the left.
  ///   - action: called when the dialog is closed by it.
  /// - Returns: the button.
  @discardableResult
  public final func addButton(_ title: String, role: Button.Role = .normal, action: (() -> Void)? = nil) -> Button {
    let button = Button(title: title)
    button.role = role
    button.on(.primaryActionTriggered) { [unowned(unsafe) self] button in unsafe answer(button) }
    let place = role == .cancel ? 0 : answers.count
    answers.insert(Answer(button: button, action: action), at: place)
    addSubview(button)
    setNeedsLayout()
    return button
  }

  private final func answer(_ button: Button) {
    guard let answer = answers.first(where: { $0.button === button }) else { return }
    dismiss()
    answer.action?()
  }

  // MARK: Showing

  public final var isShown: Bool { superview != nil }
  private final var outerScope: Layer?
  private final var focusRouter: FocusRouter?

  /// Shows it above all that lies in the outermost view about a view, whose style it takes. Touches behind it are cancelled.
  ///
  /// - Parameter view: a view that is shown.
  public final func show(above view: View) {
    if isShown { return }
    var outermost = view
    while let above = outermost.superview { outermost = above }
    for view in outermost.subviews { view.layer.cancelTouches() }
    if controlStyle == nil { takeStyle(of: view) }
    autoresizingMask = [.widthSizable, .heightSizable]
    frame = outermost.bounds
    outermost.addSubview(self)
    layoutIfNeeded()
    if let router = layer.root.touchRouter?.focusRouter {
      (focusRouter, outerScope) = (router, router.scope)
      router.scope = layer
    }
  }

  private final func takeStyle(of view: View) {
    var next: View? = view
    while let here = next {
      if let style = here.controlStyle { return controlStyle = style }
      next = here.superview
    }
  }

  /// Takes it away without an answer.
  public final func dismiss() {
    if !isShown { return }
    let dialog = self
    if let router = focusRouter, router.scope === layer { router.scope = outerScope }
    (focusRouter, outerScope) = (nil, nil)
    dialog.removeFromSuperview()
  }

  @usableFromInline
  final override func useControlStyle(_ style: SharedControlStyle?) {
    self.style = style?.style ?? .dark
    setNeedsLayout()
  }

  /// The card, in the dialog's coordinates.
  final var cardPlace: Rect { card.frame }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let density = layer.root.touchRouter?.pointsPerMillimetre ?? 5
    func millimetres(_ length: Fixed) -> Fixed { (length * density).snapped }
    let cap = Swift.max(4, (style.capHeight * density).snapped)
    let margin = Swift.max(8, millimetres(4))
    var width = Swift.min(millimetres(80), (bounds.width * 0.94).snapped)
    let gap = Swift.max(4, millimetres(2))
    // All answers are as wide as the longest of them.
    var buttonWidth = millimetres(22)
    for answer in answers { buttonWidth = Swift.max(buttonWidth, answer.button.sizeThatFits(.zero).width) }
    let count = Fixed(answers.count)
    width = Swift.max(width, buttonWidth * count + gap * (count - 1) + margin * 2)
    width = Swift.min(width, Swift.min(millimetres(120), (bounds.width * 0.94).snapped))
    let inner = width - margin * 2
    if count > 0 { buttonWidth = Swift.min(buttonWidth, ((inner - gap * (count - 1)) / count).snapped) }

    (messageText.font, messageText.fontSize) = (style.font, ControlText.fontSize(cap: cap, style.font))
    messageText.bounds = Rect(x: 0, y: 0, width: inner, height: 1)
    let messageHeight = messageText.string == nil ? 0 : messageText.preferredFrameSize().height.snapped
    let contentHeight = contentView.map { $0.bounds.height + gap } ?? 0
    let buttonHeight = answers.isEmpty ? 0 : Swift.max(millimetres(10), (cap * 2.5).snapped)
    let titleHeight = (cap * 2.4).snapped
    let height =
      margin * 2 + titleHeight + messageHeight + (messageHeight > 0 ? gap * 2 : 0) + contentHeight + buttonHeight
    let place = Rect(
      x: (bounds.midX - width.halved).snapped, y: Swift.max(0, (bounds.midY - height.halved).snapped), width: width,
      height: height)
    (card.frame, card.cornerRadius) = (place, style.cornerRadius * density * 1.5)
    titleText.place(
      x: place.minX + margin, middle: place.minY + margin + cap.halved, cap: (cap * 1.2).snapped, width: inner, style)
    var y = place.minY + margin + titleHeight
    messageText.frame = Rect(x: place.minX + margin, y: y, width: inner, height: messageHeight)
    if messageHeight > 0 { y += messageHeight + gap * 2 }
    if let contentView {
      contentView.frame.origin = Point(x: (place.midX - contentView.bounds.width.halved).snapped, y: y)
      y += contentHeight
    }
    // The safe answer at the left, the others at the right.
    let total = buttonWidth * count + gap * (count - 1)
    for (index, answer) in answers.enumerated() {
      let isSafe = index == 0 && answer.button.role == .cancel
      let x = isSafe ? place.minX + margin : place.maxX - margin - total + (buttonWidth + gap) * Fixed(index)
      answer.button.frame = Rect(x: x, y: y, width: buttonWidth, height: buttonHeight)
    }
    color()
  }

  private final func color() {
    backgroundColor = style.shade
    (card.backgroundColor, card.borderColor, card.borderWidth) = (style.surface, style.edge, style.edgeWidth)
    (titleText.foregroundColor, messageText.foregroundColor) = (style.ink, style.dim)
  }

  // MARK: Fingers and keys

  /// Nothing behind it is touched.
  open override func touchesBegan(_ touch: Touch) {}

  /// Escape gives the answer that leaves everything as it is; without one nothing.
  open override func keyDown(_ press: KeyPress) -> Bool {
    guard press.key == .escape else { return false }
    if !press.isRepeat, let safe = answers.first, safe.button.role == .cancel { answer(safe.button) }
    return true
  }
}
