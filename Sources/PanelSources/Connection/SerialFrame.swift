// Stage: sources. Input: the form of characters as a person writes it. Output: settings of a serial line.
import CLinux

/// The form of the characters on a serial line, and who turns its direction.
public struct SerialFrame: Equatable, Sendable {
  public enum Parity: UInt8, Sendable {
    /// The letter in capitals.
    case none = 78
    case even = 69
    case odd = 79
  }

  public var parity = Parity.none
  public var hasTwoStops = false
  /// Whether the kernel turns a driver of RS-485 to sending and back.
  public var isRS485 = false

  public init() {}

  /// Reads `8N1`, `8E1`, `8O1`, and the same with two stop bits.
  /// - Returns: `nil` where it is none of these.
  init?(_ text: [UInt8]) {
    guard text.count == 3, text[0] == 56, let parity = Parity(rawValue: text[1]), text[2] == 49 || text[2] == 50 else {
      return nil
    }
    (self.parity, hasTwoStops) = (parity, text[2] == 50)
  }

  /// The bits of a character on the line: 10...12.
  public var bitCount: Int { 10 + (parity == .none ? 0 : 1) + (hasTwoStops ? 1 : 0) }

  /// - Parameter settings: those of a raw line, without parity.
  func set(_ settings: inout termios) {
    if parity != .none {
      settings.c_cflag |= tcflag_t(PARENB)
      // A character with a wrong parity is read as 0.
      settings.c_iflag |= tcflag_t(INPCK)
    }
    if parity == .odd { settings.c_cflag |= tcflag_t(PARODD) }
    if hasTwoStops { settings.c_cflag |= tcflag_t(CSTOPB) }
  }
}
