// Stage: sources. A compiled address of OBD-II: the host makes it of a name, the device asks for it.
//
//     01 0C U7:10 *1>2 @E8 ~64 =EngineSpeed
//
// All numbers are hexadecimal. Mode and PID have two digits each. The bits of the data behind the PID and their scale follow as
// in an address of CAN; `t` is a text, `n` a count of codes. Behind `@` stands the ECU whose answers count, behind `~` the
// wanted interval in milliseconds, and behind `=` the name for a person.

/// A value that is asked for.
public struct OBDAddress: Sendable {
  public enum Value: Sendable {
    /// Bits of the data behind mode and PID.
    case number(CANBits, CANScale)
    /// A text of mode 09, or the codes of modes 03, 07 and 0A.
    case text
    /// The number of codes.
    case count
  }

  /// 01, 03, 07, 09 or 0A.
  public let mode: UInt8
  /// 0 in a mode without PIDs.
  public let pid: UInt8
  public let value: Value
  /// The last byte of the id that an ECU answers with, as E8 of 7E8; −1 for any.
  public let ecu: Int
  /// The wanted time between two values in milliseconds: 10...3,600,000; `nil` where nobody said one.
  public let interval: Int?
  /// In UTF-8.
  public let name: [UInt8]

  public static var intervals: ClosedRange<Int> { 10...3_600_000 }

  /// - Returns: `nil` where mode, ECU or interval are none, or the value is none of the mode.
  public init?(mode: UInt8, pid: UInt8, _ value: Value, ecu: Int = -1, interval: Int? = nil, name: [UInt8] = []) {
    switch (mode, value) {
    case (1, .number), (9, .text): break
    case (3, .text), (7, .text), (10, .text), (3, .count), (7, .count), (10, .count): if pid != 0 { return nil }
    default: return nil
    }
    if ecu < -1 || ecu > 255 { return nil }
    if let interval, !Self.intervals.contains(interval) { return nil }
    (self.mode, self.pid, self.value, self.ecu) = (mode, pid, value, ecu)
    (self.interval, self.name) = (interval, name)
  }

  /// Reads the text of an address.
  public init?(_ text: String) {
    var reader = CANTextReader(bytes: Array(text.utf8))
    guard let mode = reader.readByte(), reader.skip(32), let pid = reader.readByte(), reader.skip(32) else {
      return nil
    }
    var value: Value
    if reader.skip(UInt8(ascii: "t")) {
      value = .text
    } else if reader.skip(UInt8(ascii: "n")) {
      value = .count
    } else {
      guard let bits = reader.readBits() else { return nil }
      value = .number(bits, .one)
    }
    var (ecu, interval, name): (Int, Int?, [UInt8]) = (-1, nil, [])
    while !reader.isAtEnd {
      if !reader.skip(32) { return nil }
      if case .number(let bits, _) = value, reader.skip(UInt8(ascii: "*")) {
        guard let scale = reader.readScale() else { return nil }
        value = .number(bits, scale)
      } else if reader.skip(UInt8(ascii: "@")) {
        guard let byte = reader.readByte() else { return nil }
        ecu = Int(byte)
      } else if reader.skip(UInt8(ascii: "~")) {
        guard let number = reader.readNumber(), number <= UInt64(Self.intervals.upperBound) else { return nil }
        interval = Int(number)
      } else {
        if !reader.skip(UInt8(ascii: "=")) { return nil }
        name = reader.takeRest()
      }
    }
    self.init(mode: mode, pid: pid, value, ecu: ecu, interval: interval, name: name)
  }

  #if !hasFeature(Embedded)
  public var text: String {
    func byte(_ number: Int) -> String {
      (number < 16 ? "0" : "") + String(number, radix: 16, uppercase: true)
    }
    var text = byte(Int(mode)) + " " + byte(Int(pid)) + " "
    switch value {
    case .number(let bits, let scale): text += bits.text + (scale == .one ? "" : " *" + scale.text)
    case .text: text += "t"
    case .count: text += "n"
    }
    if ecu >= 0 { text += " @" + byte(ecu) }
    if let interval { text += " ~" + String(interval, radix: 16, uppercase: true) }
    return text + (name.isEmpty ? "" : " =" + String(decoding: name, as: UTF8.self))
  }
  #endif
}

extension CANTextReader {
  /// A number of two digits.
  fileprivate mutating func readByte() -> UInt8? {
    guard let (_, low, count) = readWide(), count == 2 else { return nil }
    return UInt8(low)
  }

  fileprivate mutating func takeRest() -> [UInt8] {
    let rest = Array(bytes[place...])
    place = bytes.count
    return rest
  }
}
