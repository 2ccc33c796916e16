// Stage: sources. Input: the address of a control in the short form of the host. Output: its place in a message.
//
//     101 u8:8 *1/5 &8 ~64
//
// The field as ``CANField`` has it. Behind `&` stand the bytes of the message, behind `~` the milliseconds from one frame of
// it to the next, in hexadecimal digits. A `!` in place of the time marks a switch command.
import PanelSignals

/// The field of a message that a control sends.
public struct CANOutput: Sendable {
  public let field: CANField
  /// Bytes of the message: 1...8.
  public let length: Int
  /// Milliseconds from one frame to the next: 10...3600000; 0 for a message that is sent once.
  public let interval: Int
  /// Whether it is a switch command of NMEA 2000: all other bits of the message are 1, which changes no other switch, and
  /// the values are 0 and 1.
  public let isSwitch: Bool

  public static var intervals: ClosedRange<Int> { 10...3_600_000 }

  /// - Parameter isSwitch: of a message that is sent once.
  /// - Returns: `nil` where the field is one of a parameter group, does not lie within a classic frame of this length, or is
  ///   a float with a factor, and for an interval that is none.
  public init?(_ field: CANField, length: Int, interval: Int = 0, isSwitch: Bool = false) {
    if field.group != nil || length < 1 || length > 8 || field.byteCount > length { return nil }
    if field.scale.numerator >> 63 != 0 || field.bits.kind == .float && !field.scale.isOne { return nil }
    if interval != 0 && (isSwitch || !Self.intervals.contains(interval)) { return nil }
    (self.field, self.length, self.interval, self.isSwitch) = (field, length, interval, isSwitch)
  }

  /// Reads the short form; `nil` where it is none.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    var end = bytes.count
    while end > 0, bytes[end &- 1] != UInt8(ascii: "&") { end &-= 1 }
    // A blank and the sign stand behind the field.
    guard end > 2, bytes[end &- 2] == 32,
      let field = CANField(String(decoding: bytes[0..<end &- 2], as: UTF8.self))
    else { return nil }
    var reader = CANTextReader(bytes: bytes)
    reader.place = end
    guard let length = reader.readNumber(), length <= 8 else { return nil }
    var (interval, isSwitch): (UInt64, Bool) = (0, false)
    if reader.skip(32) { isSwitch = reader.skip(UInt8(ascii: "!")) }
    if !isSwitch && bytes[reader.place &- 1] == 32 {
      guard reader.skip(UInt8(ascii: "~")), let number = reader.readNumber(), number <= 3_600_000 else { return nil }
      interval = number
    }
    if !reader.isAtEnd { return nil }
    self.init(field, length: Int(length), interval: Int(interval), isSwitch: isSwitch)
  }

  #if !hasFeature(Embedded)
  /// The short form.
  package var text: String {
    field.text + " &" + String(length, radix: 16) + (interval == 0 ? "" : " ~" + String(interval, radix: 16))
      + (isSwitch ? " !" : "")
  }
  #endif

  /// The bits for a value, the nearest; `nil` where the field has none for it.
  func raw(for value: Fixed64) -> UInt64? {
    let width = UInt64(field.bits.count)
    if field.bits.kind == .float { return width == 64 ? value.bits(ofFloat: 52, 1023) : value.bits(ofFloat: 23, 127) }
    guard let (magnitude, isNegative) = field.scale.raw(of: value) else { return nil }
    if isSwitch && magnitude > 1 { return nil }
    let all = UInt64.max &>> (64 &- width)
    if field.bits.kind == .unsigned { return isNegative || magnitude > all ? nil : magnitude }
    let half = all &>> 1
    if magnitude > half &+ (isNegative ? 1 : 0) { return nil }
    return isNegative ? (0 &- magnitude) & all : magnitude
  }
}
