// Stage: focus. Input: a key of a keyboard, a panel of buttons or an encoder.

/// A key. The numbers are the kernel's: `KEY_ESC` is 1, see `input-event-codes.h`.
public struct Key: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static var escape: Key { Key(rawValue: 1) }
  public static var minus: Key { Key(rawValue: 12) }
  public static var backspace: Key { Key(rawValue: 14) }
  public static var tab: Key { Key(rawValue: 15) }
  public static var enter: Key { Key(rawValue: 28) }
  public static var comma: Key { Key(rawValue: 51) }
  public static var period: Key { Key(rawValue: 52) }
  public static var space: Key { Key(rawValue: 57) }
  public static var home: Key { Key(rawValue: 102) }
  public static var up: Key { Key(rawValue: 103) }
  public static var pageUp: Key { Key(rawValue: 104) }
  public static var left: Key { Key(rawValue: 105) }
  public static var right: Key { Key(rawValue: 106) }
  public static var end: Key { Key(rawValue: 107) }
  public static var down: Key { Key(rawValue: 108) }
  public static var pageDown: Key { Key(rawValue: 109) }
  public static var delete: Key { Key(rawValue: 111) }

  /// The key of a digit, 0...9 and held to that, in the row above the letters.
  public static func digit(_ digit: Int) -> Key {
    let digit = Swift.max(0, Swift.min(digit, 9))
    return Key(rawValue: UInt16(digit == 0 ? 11 : digit + 1))
  }

  /// A key of the number pad or of a remote control as the one that means the same; others are themselves.
  var plain: Key {
    switch rawValue {
    // KEY_KPENTER, KEY_OK, KEY_SELECT, BTN_0: the button of an encoder.
    case 96, 352, 353, 256: .enter
    // KEY_KP7 and its like, by rows of three.
    case 71...73: .digit(Int(rawValue) - 64)
    case 75...77: .digit(Int(rawValue) - 71)
    case 79...81: .digit(Int(rawValue) - 78)
    case 82: .digit(0)
    case 83, 121: .period
    case 74: .minus
    // KEY_EXIT, KEY_CANCEL.
    case 174, 223: .escape
    default: self
    }
  }

  /// Whether it goes from layer to layer, or presses the one that has the focus.
  var isNavigation: Bool {
    switch self {
    case .tab, .enter, .space, .up, .down, .left, .right: true
    default: false
    }
  }

  /// Which modifier it is, if it is one.
  var modifier: KeyPress.Modifiers? {
    switch rawValue {
    case 42, 54: .shift
    case 29, 97: .control
    case 56, 100: .alternate
    default: nil
    }
  }

  /// The rows of letters and signs of a keyboard for the United States, from `KEY_1`, `KEY_Q`, `KEY_A`, `KEY_BACKSLASH`.
  private static var signs: (plain: StaticString, shifted: StaticString) {
    (
      "  1234567890-=  qwertyuiop[]  asdfghjkl;'` \\zxcvbnm,./",
      "  !@#$%^&*()_+  QWERTYUIOP{}  ASDFGHJKL:\"~ |ZXCVBNM<>?"
    )
  }

  /// The ASCII character of the key on a keyboard for the United States; `nil` if it has none.
  func character(isShifted: Bool) -> UInt8? {
    let place = Int(rawValue)
    if self == .space { return UInt8(ascii: " ") }
    let row = isShifted ? Key.signs.shifted : Key.signs.plain
    if place >= row.utf8CodeUnitCount { return nil }
    let sign = unsafe row.utf8Start[place]
    return sign == UInt8(ascii: " ") ? nil : sign
  }
}

/// A key that went down, is repeated, or went up.
public struct KeyPress: Sendable {
  public enum Phase: UInt8, Sendable {
    case began
    /// Held down: the keyboard repeats it.
    case repeated
    case ended
    /// It is over without having been meant: the device is gone, or the layer that took it.
    case cancelled
  }

  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static var shift: Modifiers { Modifiers(rawValue: 1) }
    public static var control: Modifiers { Modifiers(rawValue: 2) }
    public static var alternate: Modifiers { Modifiers(rawValue: 4) }
  }

  /// A key of a number pad counts as the one that means the same.
  public let key: Key
  public let phase: Phase
  /// Those that are down.
  public let modifiers: Modifiers
  /// The kernel's time: nanoseconds of CLOCK_BOOTTIME, as `EventLoop.now`.
  public let timestamp: Int64

  public init(key: Key, phase: Phase, modifiers: Modifiers = [], timestamp: Int64) {
    (self.key, self.phase, self.modifiers, self.timestamp) = (key.plain, phase, modifiers, timestamp)
  }

  public var isRepeat: Bool { phase == .repeated }

  /// The ASCII character that the key writes on a keyboard for the United States; `nil` if it writes none, as with control
  /// or alternate.
  public var character: UInt8? {
    modifiers.isDisjoint(with: [.control, .alternate]) ? key.character(isShifted: modifiers.contains(.shift)) : nil
  }
}
