// Stage: sources. Input: an address of a GPIO line in its short form. Output: the line, its options and its value.

/// The options of a line. Those of all addresses of a line count together.
public struct GPIOOptions: OptionSet, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static var activeLow: GPIOOptions { GPIOOptions(rawValue: 1) }
  public static var pullUp: GPIOOptions { GPIOOptions(rawValue: 2) }
  public static var pullDown: GPIOOptions { GPIOOptions(rawValue: 4) }
  public static var noPull: GPIOOptions { GPIOOptions(rawValue: 8) }
  public static var openDrain: GPIOOptions { GPIOOptions(rawValue: 16) }
  public static var openSource: GPIOOptions { GPIOOptions(rawValue: 32) }
  static var all: UInt8 { 63 }
}

/// The value of an address.
public enum GPIOValue: UInt8, Sendable {
  /// 1 while the line is active.
  case level = 108
  /// Rising edges since the source was opened.
  case count = 99
  /// Rising edges a second.
  case frequency = 102
}

/// An address of a line: `VALUE OPTIONS DEBOUNCE LINE`, as `l 1 10000 DOOR`.
///
/// VALUE is a letter, OPTIONS a number of two digits at most, DEBOUNCE a number of microseconds. LINE is the rest: a number, or
/// a name, which may have blanks.
public struct GPIOAddress: Sendable {
  public let value: GPIOValue
  public let options: GPIOOptions
  /// Microseconds; 0 for none. 10,000,000 at most.
  public let debounce: UInt32
  /// The number of the line on its chip; `nil` where it has a name.
  public let number: UInt32?
  /// As it is written.
  public let line: String

  public static var debounceLimit: UInt32 { 10_000_000 }
  /// The kernel's names have 31 bytes.
  public static var nameLimit: Int { 31 }
  /// More than any chip has.
  public static var numberLimit: UInt32 { 65536 }

  /// - Returns: `nil` where the text is something else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count > 6, bytes[1] == 32, let value = GPIOValue(rawValue: bytes[0]) else { return nil }
    var place = 2
    guard let options = Self.number(bytes, &place), options <= UInt32(GPIOOptions.all), place < bytes.count,
      bytes[place] == 32
    else { return nil }
    place += 1
    guard let debounce = Self.number(bytes, &place), debounce <= Self.debounceLimit, place < bytes.count,
      bytes[place] == 32
    else { return nil }
    place += 1
    self.init(value, GPIOOptions(rawValue: UInt8(options)), debounce, line: Array(bytes[place...]))
  }

  /// - Parameters:
  ///   - debounce: microseconds.
  ///   - line: a number or a name.
  /// - Returns: `nil` where the line can be none.
  public init?(_ value: GPIOValue, _ options: GPIOOptions, _ debounce: UInt32, line: [UInt8]) {
    if line.isEmpty || line.count > Self.nameLimit { return nil }
    var place = 0
    number = Self.number(line, &place)
    if number != nil && place != line.count { return nil }
    if number == nil && line[0] >= 48 && line[0] <= 57 && line.allSatisfy({ $0 >= 48 && $0 <= 57 }) { return nil }
    self.line = String(decoding: line, as: UTF8.self)
    (self.value, self.options, self.debounce) = (value, options, debounce)
  }

  /// Reads digits up to the end or a blank; a name may begin with digits.
  private static func number(_ bytes: [UInt8], _ place: inout Int) -> UInt32? {
    var (end, number) = (place, UInt32(0))
    while end < bytes.count, bytes[end] >= 48, bytes[end] <= 57 {
      number = number &* 10 &+ UInt32(bytes[end] &- 48)
      // Held, so that no number of digits overflows.
      if number > 100_000_000 { return nil }
      end += 1
    }
    if end == place || end < bytes.count && bytes[end] != 32 { return nil }
    place = end
    return number
  }

  /// The short form.
  public var text: String {
    String(decoding: [value.rawValue, 32], as: UTF8.self) + String(Int(options.rawValue)) + " " + String(Int(debounce))
      + " "
      + line
  }
}
