// Stage: controls. A keypad for numbers.

import FixedRaster
import SystemFiles

/// Keys for a number or a PIN, with the typed digits, their unit and their limits above them. OK is taken within the limits
/// alone: outside of them the limits flash once.
///
/// OK sends ``Control/Event/primaryActionTriggered``, Cancel ``Control/Event/editingDidCancel``, each digit
/// ``Control/Event/editingChanged``. With the focus digits are typed by a keyboard, and Enter is OK; Enter before a digit
/// shows a cursor for arrows and an encoder, and then types the key under it, until OK or Cancel.
open class Keypad: KeyControl {
  public override init(frame: Rect) {
    super.init(frame: frame)
    typed.reserveCapacity(16)
    for part in [entry, unitText, limits] as [Layer] { addPart(part) }
    layOutRows()
  }

  public convenience init() { self.init(frame: .zero) }

  /// The least number that is taken; 0 if not said. Below 0 there is a key for the sign.
  public final var minimumValue: Fixed = 0 { didSet { if minimumValue != oldValue { layOutRows() } } }
  /// The greatest; 9999 if not said.
  public final var maximumValue: Fixed = 9999 { didSet { if maximumValue != oldValue { setNeedsLayout() } } }
  /// Whether there is a key for the point. False if not said.
  public final var allowsDecimals = false { didSet { if allowsDecimals != oldValue { layOutRows() } } }
  /// Whether it is a PIN: dots stand for its digits, and there are no limits. False if not said.
  public final var isSecure = false { didSet { if isSecure != oldValue { layOutRows() } } }
  /// Behind the number.
  public final var unit = "" { didSet { setNeedsLayout() } }
  /// How many digits are taken, 1...9 and held to that; 6 if not said.
  public final var maximumLength = 6 { didSet { maximumLength = Swift.max(1, Swift.min(maximumLength, 9)) } }

  /// The typed characters: digits, a point, and a minus (U+002D) in front. Setting it calls no action; others than these
  /// are left out.
  public final var text: String {
    get { String(decoding: typed, as: UTF8.self) }
    set {
      typed.removeAll(keepingCapacity: true)
      for byte in newValue.utf8 where typed.count < 12 && (isDigit(byte) || byte == 46 || byte == 45 && typed.isEmpty) {
        typed.append(byte)
      }
      showEntry()
    }
  }

  /// The typed number; `nil` where there are no digits, or the number is beyond those of its type. One that is set is written
  /// with three decimals at most.
  public final var value: Fixed? {
    get {
      var (whole, fraction, unit, hasDigits, hasPoint): (Int64, Int64, Int64, Bool, Bool) = (0, 0, 1, false, false)
      for byte in typed {
        if byte == 46 { hasPoint = true }
        guard isDigit(byte) else { continue }
        hasDigits = true
        if !hasPoint {
          whole = whole * 10 + Int64(byte - 48)
        } else if unit < 1_000_000 {
          (fraction, unit) = (fraction * 10 + Int64(byte - 48), unit * 10)
        }
      }
      if !hasDigits || whole > 32768 { return nil }
      let number = whole * 65536 + (fraction * 65536 + unit / 2) / unit
      let signed = typed.first == 45 ? -number : number
      return Int32(exactly: signed).map { Fixed(rawValue: $0) }
    }
    set {
      typed.removeAll(keepingCapacity: true)
      if let newValue {
        if newValue < 0 { typed.append(45) }
        // U+2212 is three bytes, none of them a digit or a point.
        for byte in newValue.text(decimals: 3).utf8 where isDigit(byte) || byte == 46 { typed.append(byte) }
        // Zeros behind the last digit say nothing.
        while typed.last == 48 { typed.removeLast() }
        if typed.last == 46 { typed.removeLast() }
      }
      showEntry()
    }
  }

  private final var typed: [UInt8] = []
  private final var isRefusing = false
  private let entry = ControlText(.right), unitText = ControlText(.left), limits = ControlText(.right)

  private final func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

  // MARK: Look

  private final func layOutRows() {
    func digits(_ first: UInt8) -> [Cap] {
      (first..<first + 3).map { Cap(use: .character($0 + 48), title: String(UnicodeScalar($0 + 48))) }
    }
    setRows([
      digits(7) + [Cap(use: .backspace, title: "")],
      digits(4) + [Cap(use: .sign, title: "\u{00B1}")],
      digits(1) + [Cap(use: .character(46), title: ".")],
      [
        Cap(use: .cancel, title: cancelTitle), Cap(use: .character(48), title: "0"),
        Cap(use: .enter, title: "OK", width: 2),
      ],
    ])
  }

  /// The word of the key that leaves all as it was.
  public final var cancelTitle = "Esc" { didSet { if !haveSameBytes(cancelTitle, oldValue) { layOutRows() } } }

  /// Four keys of 11 by 9 mm with 1 mm between them, and the number above them.
  open override func sizeThatFits(_ size: Size) -> Size {
    Size(width: millimetres(47), height: millimetres(39) + headHeight)
  }

  private final var headHeight: Fixed { (labelCap * (isSecure ? 3 : 4.2)).snapped }

  @usableFromInline
  override func layOutParts() {
    let head = headHeight
    layOutKeys(in: Rect(x: 0, y: head, width: bounds.width, height: Swift.max(0, bounds.height - head)))
    let unitWidth = unit.isEmpty ? 0 : (ControlText.width(of: unit, cap: titleCap, style) + labelCap * 0.6).snapped
    unitText.show(unit)
    let middle = (labelCap * 1.3).snapped
    entry.place(
      x: bounds.width - unitWidth - 2, middle: middle, cap: (labelCap * 1.4).snapped,
      width: Swift.max(0, bounds.width - unitWidth - 4), style)
    unitText.place(
      x: bounds.width - unitWidth + labelCap * 0.4, middle: middle + labelCap * 0.25, cap: titleCap, width: unitWidth,
      style)
    let digits = allowsDecimals ? 1 : 0
    limits.show(
      isSecure ? "" : minimumValue.text(decimals: digits) + " \u{2026} " + maximumValue.text(decimals: digits))
    limits.place(x: bounds.width - 2, middle: (labelCap * 3.2).snapped, cap: titleCap, width: bounds.width, style)
    showEntry()
  }

  private final func showEntry() {
    if isSecure {
      var dots = ""
      for _ in typed { dots += style.font.hasGlyph(for: "\u{2022}") ? "\u{2022}" : "*" }
      entry.show(dots)
    } else {
      entry.show(String(decoding: typed, as: UTF8.self))
    }
    stateChanged()
  }

  open override func appearanceChanged() {
    super.appearanceChanged()
    let style = style
    entry.foregroundColor = isEnabled ? style.ink : style.faded(style.ink, on: style.surface)
    unitText.foregroundColor = style.dim
    limits.foregroundColor = isRefusing ? style.warning : style.dim
  }

  // MARK: Typing

  /// Whether OK takes the number.
  private final var isWithinLimits: Bool {
    if isSecure { return !typed.isEmpty }
    return value.map { $0 >= minimumValue && $0 <= maximumValue } ?? false
  }

  @usableFromInline
  override func canUse(_ use: Use) -> Bool {
    switch use {
    case .sign: !isSecure && minimumValue < 0
    case .character(46): !isSecure && allowsDecimals
    default: true
    }
  }

  @usableFromInline
  override func type(_ use: Use) {
    let former = typed.count
    switch use {
    case .character(let byte):
      let hasPoint = typed.contains(46)
      if byte == 46 ? !canUse(use) || hasPoint : typed.lazy.filter({ $0 >= 48 }).count >= maximumLength { return }
      typed.append(byte)
    case .backspace: if !typed.isEmpty { typed.removeLast() }
    case .sign: if typed.first == 45 { typed.removeFirst() } else { typed.insert(45, at: 0) }
    case .enter: return accept()
    case .cancel:
      moveCursor(to: nil)
      typed.removeAll(keepingCapacity: true)
      showEntry()
      return sendActions(for: .editingDidCancel)
    case .shift: return
    }
    if typed.count == former { return }
    showEntry()
    sendActions(for: .editingChanged)
  }

  private final func accept() {
    if isWithinLimits {
      moveCursor(to: nil)
      sendActions(for: .primaryActionTriggered)
    } else if let time = layer.root.touchRouter?.now {
      isRefusing = true
      deadline = time + 500_000_000
      stateChanged()
    }
  }

  private final func endRefusal() {
    if !isRefusing { return }
    isRefusing = false
    stateChanged()
  }

  open override func beginTracking(_ touch: Touch) -> Bool {
    endRefusal()
    return super.beginTracking(touch)
  }

  open override func deadlineReached(at time: Int64) {
    if isRefusing { endRefusal() } else { super.deadlineReached(at: time) }
  }

  /// Digits that a finger has typed are taken by Enter.
  open override var isFirstResponder: Bool { isFocused && !typed.isEmpty }

  open override func keyDown(_ press: KeyPress) -> Bool {
    switch press.key {
    case .enter:
      if press.isRepeat || typeAtCursor() { return true }
      if typed.isEmpty { moveCursor(by: 1) } else { accept() }
    case .backspace: type(.backspace)
    case .escape:
      if cursor == nil && typed.isEmpty { return false }
      type(.cancel)
    case .minus: if canUse(.sign) { type(.sign) }
    default:
      if let byte = press.character, isDigit(byte) || byte == 46 {
        moveCursor(to: nil)
        type(.character(byte))
      } else {
        return cursor != nil && moveCursor(by: press.key)
      }
    }
    return true
  }

  open override func keyUp(_ press: KeyPress) {}

  open override func turned(by steps: Int) -> Bool {
    if cursor == nil { return false }
    moveCursor(by: steps)
    return true
  }

  open override func focusChanged(_ focus: FocusState) {
    if focus == .none { moveCursor(to: nil) }
    super.focusChanged(focus)
  }
}
