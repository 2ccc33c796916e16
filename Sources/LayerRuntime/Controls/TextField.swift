// Stage: controls. A text that is edited.

import FixedRaster
import SystemFiles

/// A line of text that a person edits: after a tap, or Enter, by the ``Keyboard`` that it shows, or by keys.
///
/// While it is edited Enter ends that, and Escape restores the former text. Keys of a device write the ASCII characters of a
/// keyboard for the United States; the program may set any text.
open class TextField: Control {
  public override init(frame: Rect) {
    super.init(frame: frame)
    for part in [ground, clip] as [Layer] { addPart(part) }
    for part in [placeholderText, words, caret] as [Layer] { clip.addSublayer(part) }
    caret.showsChangesAtOnce = true
    clip.masksToBounds = true
  }

  public convenience init() { self.init(frame: .zero) }

  deinit { keyboard?.removeFromSuperview() }

  /// Empty at first. Setting it calls no action, and puts the caret to the end.
  public final var text: String {
    get {
      var text = ""
      for scalar in scalars { text.unicodeScalars.append(scalar) }
      return text
    }
    set {
      scalars = Array(newValue.unicodeScalars)
      caretIndex = scalars.count
      showText()
    }
  }
  /// Shown while there is no text.
  public final var placeholder = "" { didSet { setNeedsLayout() } }
  /// Whether dots stand for the characters. False if not said.
  public final var isSecureTextEntry = false { didSet { if isSecureTextEntry != oldValue { showText() } } }
  /// How many characters it takes from a person; 64 if not said.
  public final var maximumLength = 64 { didSet { maximumLength = Swift.max(0, maximumLength) } }
  /// Whether editing shows a ``Keyboard`` at the lower edge of the outermost view. True if not said.
  public final var showsKeyboard = true
  /// Whether a character is taken, asked before it is written. Every one if not said.
  public final var characterFilter: (Unicode.Scalar) -> Bool = { _ in true }

  public private(set) final var isEditing = false

  private final var scalars: [Unicode.Scalar] = []
  private final var former: [Unicode.Scalar] = []
  private final var caretIndex = 0
  private let ground = Layer(), clip = Layer(), caret = Layer()
  private let words = ControlText(.left), placeholderText = ControlText(.left)
  private(set) final var keyboard: Keyboard?

  /// 40 by 9 millimetres.
  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: Swift.max(millimetres(40), size.width), height: Swift.max(millimetres(9), labelCap * 2.5))
  }

  // MARK: Look

  @usableFromInline
  override func layOutParts() {
    (ground.frame, ground.cornerRadius) = (bounds, ringRadius)
    let margin = (labelCap * 0.8).snapped
    clip.frame = Rect(
      x: margin, y: style.edgeWidth, width: Swift.max(0, bounds.width - margin * 2),
      height: Swift.max(0, bounds.height - style.edgeWidth * 2))
    placeholderText.show(placeholder)
    placeholderText.place(x: 0, middle: clip.bounds.midY, cap: labelCap, width: clip.bounds.width, style)
    showText()
  }

  private final func advance(of scalar: Unicode.Scalar, _ size: Fixed) -> Fixed {
    style.font.advance(of: style.font.glyph(for: scalar), size: size)
  }

  private final var dot: Unicode.Scalar { style.font.hasGlyph(for: "\u{2022}") ? "\u{2022}" : "*" }

  /// Writes the text, and moves it so that the caret is in sight.
  private final func showText() {
    var shown = ""
    for scalar in scalars { shown.unicodeScalars.append(isSecureTextEntry ? dot : scalar) }
    words.show(shown)
    let size = ControlText.fontSize(cap: labelCap, style.font)
    var (whole, before) = (0 as Fixed, 0 as Fixed)
    for (index, scalar) in scalars.enumerated() {
      if index == caretIndex { before = whole }
      whole += advance(of: isSecureTextEntry ? dot : scalar, size)
    }
    if caretIndex >= scalars.count { before = whole }
    let room = clip.bounds.width
    let hidden = isEditing ? Swift.max(0, before + 2 - room) : 0
    words.place(
      x: -hidden, middle: clip.bounds.midY, cap: labelCap, width: Swift.max(room, whole + labelCap), style)
    let height = (labelCap * 1.5).snapped
    caret.frame = Rect(
      x: (before - hidden).snapped, y: (clip.bounds.midY - height.halved).snapped, width: 2, height: height)
    placeholderText.isHidden = !scalars.isEmpty
    keyboard?.show(shown)
    stateChanged()
  }

  open override func appearanceChanged() {
    let style = style
    ground.backgroundColor = isEnabled ? style.surface : style.ground
    ground.borderWidth = isEditing || isPending ? 2 : style.edgeWidth
    ground.borderColor =
      !isEnabled
      ? style.faded(style.edge, on: style.surface) : isEditing || isPending ? style.accent : style.edge
    words.foregroundColor = isEnabled ? style.ink : style.faded(style.ink, on: style.surface)
    placeholderText.foregroundColor = isEnabled ? style.dim : style.faded(style.dim, on: style.surface)
    (caret.backgroundColor, caret.isHidden) = (style.accent, !isEditing)
    if keyboard?.controlStyle != style && keyboard != nil { keyboard?.controlStyle = style }
  }

  // MARK: Editing

  /// Begins the editing, and takes the focus; nothing where it cannot have it, as behind a dialog.
  public final func beginEditing() {
    if isEditing || !isEnabled || !becomeFocused() && layer.focusRouter != nil { return }
    (isEditing, former) = (true, scalars)
    showText()
    sendActions(for: .editingDidBegin)
    // The action may have ended it.
    if isEditing && showsKeyboard { showKeyboard() }
  }

  /// Ends the editing; nothing if there is none.
  ///
  /// - Parameter isMeant: whether the text stays; otherwise the former one comes back.
  public final func endEditing(isMeant: Bool = true) {
    if !isEditing { return }
    isEditing = false
    // A keyboard that goes lets go of fingers, which may begin the editing again: it goes once the end was said.
    let gone = exchange(&keyboard, with: nil)
    if !isMeant {
      scalars = former
      caretIndex = scalars.count
    }
    showText()
    sendActions(for: isMeant ? .editingDidEnd : .editingDidCancel)
    gone?.removeFromSuperview()
  }

  private final func showKeyboard() {
    var outermost: View = self
    while let above = outermost.superview { outermost = above }
    if outermost === self { return }
    let height = Swift.min((outermost.bounds.height * 0.6).snapped, millimetres(58))
    let area = outermost.bounds
    let keyboard = Keyboard(frame: Rect(x: area.minX, y: area.maxY - height, width: area.width, height: height))
    keyboard.controlStyle = style
    keyboard.characterHandler = { [unowned(unsafe) self] byte in unsafe insert(Unicode.Scalar(byte)) }
    keyboard.backspaceHandler = { [unowned(unsafe) self] in unsafe deleteBackward() }
    keyboard.enterHandler = { [unowned(unsafe) self] in unsafe accept() }
    self.keyboard = keyboard
    outermost.addSubview(keyboard)
  }

  private final func accept() {
    endEditing()
    sendActions(for: .primaryActionTriggered)
  }

  /// Writes a character before the caret, as a person does.
  public final func insert(_ scalar: Unicode.Scalar) {
    if scalars.count >= maximumLength || !characterFilter(scalar) { return }
    scalars.insert(scalar, at: caretIndex)
    caretIndex += 1
    textChanged()
  }

  /// Takes away the character before the caret.
  public final func deleteBackward() {
    if caretIndex == 0 { return }
    caretIndex -= 1
    scalars.remove(at: caretIndex)
    textChanged()
  }

  private final func textChanged() {
    showText()
    sendActions(for: .editingChanged)
  }

  // MARK: Fingers

  /// A tap begins the editing; while it is edited it puts the caret between two characters.
  open override func endTracking(_ touch: Touch) {
    if !isTouchInside { return }
    if !isEditing { return beginEditing() }
    let place = touch.location(in: self).x - clip.frame.minX - words.frame.minX
    let size = words.fontSize
    var (index, before) = (0, 0 as Fixed)
    while index < scalars.count {
      let width = advance(of: isSecureTextEntry ? dot : scalars[index], size)
      if place < before + width.halved { break }
      (index, before) = (index + 1, before + width)
    }
    caretIndex = index
    showText()
  }

  @usableFromInline
  override func activate() {}

  @usableFromInline
  override func interrupt() {
    super.interrupt()
    endEditing(isMeant: false)
  }

  // MARK: Keys

  open override var isFirstResponder: Bool { isEditing }

  open override func focusChanged(_ focus: FocusState) {
    if focus == .none { endEditing(isMeant: isShown) }
    super.focusChanged(focus)
  }

  open override func keyDown(_ press: KeyPress) -> Bool {
    if !isEditing {
      if press.key != .enter { return false }
      if !press.isRepeat { beginEditing() }
      return true
    }
    switch press.key {
    case .enter: if !press.isRepeat && keyboard?.typeAtCursor() != true { accept() }
    case .escape: endEditing(isMeant: false)
    case .backspace: deleteBackward()
    case .delete:
      if caretIndex < scalars.count {
        caretIndex += 1
        deleteBackward()
      }
    case .home, .end:
      caretIndex = press.key == .home ? 0 : scalars.count
      showText()
    case .tab: return false
    case .left, .right, .up, .down:
      if let keyboard, keyboard.cursor != nil || press.key == .up || press.key == .down {
        return keyboard.moveCursor(by: press.key)
      }
      let way = press.key == .right ? 1 : press.key == .left ? -1 : 0
      caretIndex = Swift.max(0, Swift.min(scalars.count, caretIndex + way))
      showText()
    default:
      guard let byte = press.character else { return false }
      keyboard?.moveCursor(to: nil)
      insert(Unicode.Scalar(byte))
    }
    return true
  }

  open override func keyUp(_ press: KeyPress) {}

  open override func turned(by steps: Int) -> Bool {
    if !isEditing { return false }
    keyboard?.moveCursor(by: steps)
    return true
  }
}
