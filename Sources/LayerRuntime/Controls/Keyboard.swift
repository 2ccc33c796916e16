// Stage: controls. Keys for letters, below the text field that is edited.

import FixedRaster

/// Keys for letters, digits and signs of ASCII, with the edited text above them. A ``TextField`` shows it while it is edited; a
/// program can place one of its own and take its keys.
open class Keyboard: KeyControl {
  public override init(frame: Rect) {
    super.init(frame: frame)
    for part in [ground, edge, entry] as [Layer] { addPart(part) }
    layOutRows()
  }

  public convenience init() { self.init(frame: .zero) }

  /// Called with each character that is typed.
  public final var characterHandler: (UInt8) -> Void = { _ in }
  /// Called where the character before is to go.
  public final var backspaceHandler: () -> Void = {}
  /// Called with OK.
  public final var enterHandler: () -> Void = {}

  private let ground = Layer(), edge = Layer()
  private let entry = ControlText(.left)
  private final var isShifted = false

  /// The focus stays with the field.
  open override var canBecomeFocused: Bool { false }

  /// The edited text above the keys.
  final func show(_ text: String) { entry.show(text) }

  private static let rows: [StaticString] = ["1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm.,/"]

  private final func layOutRows() {
    var rows: [[Cap]] = []
    for row in Keyboard.rows {
      rows.append(
        (0..<row.utf8CodeUnitCount).map { place in
          let byte = unsafe row.utf8Start[place]
          return Cap(use: .character(byte), title: String(UnicodeScalar(byte)), width: 2)
        })
    }
    rows.append([
      Cap(use: .shift, title: "Shift", width: 4), Cap(use: .character(32), title: "", width: 8),
      Cap(use: .backspace, title: "", width: 4), Cap(use: .enter, title: "OK", width: 4),
    ])
    setRows(rows)
    // Behind the keys.
    for part in [edge, ground] { layer.insertSublayer(part, at: 0) }
  }

  @usableFromInline
  override func layOutParts() {
    let margin = Swift.max(4, millimetres(1.5))
    let head = (labelCap * 2.2).snapped
    ground.frame = bounds
    edge.frame = Rect(x: 0, y: 0, width: bounds.width, height: 1)
    entry.place(x: margin, middle: margin + head.halved, cap: labelCap, width: bounds.width - margin * 2, style)
    layOutKeys(
      in: Rect(
        x: margin, y: margin + head, width: bounds.width - margin * 2,
        height: Swift.max(0, bounds.height - head - margin * 2)))
  }

  open override func appearanceChanged() {
    super.appearanceChanged()
    (ground.backgroundColor, edge.backgroundColor) = (style.surface, style.edge)
    entry.foregroundColor = style.ink
  }

  @usableFromInline
  override func isOn(_ use: Use) -> Bool { use == .shift && isShifted }

  @usableFromInline
  override func type(_ use: Use) {
    switch use {
    case .character(let byte):
      characterHandler(isShifted ? Keyboard.shifted(byte) : byte)
      if isShifted { shift() }
    case .backspace: backspaceHandler()
    case .shift: shift()
    case .enter: enterHandler()
    case .sign, .cancel: break
    }
  }

  private final func shift() {
    isShifted.toggle()
    setTitles { use in
      switch use {
      case .character(32): ""
      case .character(let byte): String(UnicodeScalar(isShifted ? Keyboard.shifted(byte) : byte))
      case .shift: "Shift"
      case .backspace: ""
      default: "OK"
      }
    }
    appearanceChanged()
  }

  /// A letter as a capital; a digit, or a sign, as the one above it on a keyboard for the United States.
  private static func shifted(_ byte: UInt8) -> UInt8 {
    if byte >= 97 && byte <= 122 { return byte - 32 }
    let (plain, shifted): (StaticString, StaticString) = ("1234567890-.,/", "!@#$%^&*()_:;?")
    for place in 0..<plain.utf8CodeUnitCount where unsafe plain.utf8Start[place] == byte {
      return unsafe shifted.utf8Start[place]
    }
    return byte
  }
}
