// Stage: sources. The short text of a compiled address of CAN, as it stands in a panel's file.
//
//     1A0 u0:10 *1-190/5>1 ?U7:8=1,3-5
//     P1F211+@23>FF^6 u8:10 !n *1/5>1 ?u0:4=1
//
// All numbers are hexadecimal. The id has three digits, an extended one eight. `u`, `s` and `f` are a number without sign,
// with sign and a float, in capital letters big-endian; behind it stand start and length in bits. Behind `*` stand numerator,
// offset, denominator and shift of the scale, behind `?` a switch and its values. Several fields have `;` between them.
//
// Behind `P` stands the number of a parameter group, then `+` for fast packets and `=` for the transport protocol, `@` and its
// source, `>` and its destination, `^` and its priority. `d1` to `d5` are parts of the trouble codes. Behind `!` stand the numbers that are no values.

extension CANField {
  /// Reads the text of one field.
  public init?(_ text: String) {
    guard let fields = CANField.fields(text), fields.count == 1 else { return nil }
    self = fields[0]
  }

  /// Reads the text of an address: the fields of one or several messages.
  public static func fields(_ text: String) -> [CANField]? {
    var reader = CANTextReader(bytes: Array(text.utf8))
    var fields: [CANField] = []
    repeat {
      guard let field = reader.readField(), fields.count < fieldLimit else { return nil }
      fields.append(field)
    } while reader.skip(UInt8(ascii: ";"))
    return reader.isAtEnd ? fields : nil
  }
}

/// Reads the parts of short texts.
struct CANTextReader {
  let bytes: [UInt8]
  var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }

  mutating func skip(_ sign: UInt8) -> Bool {
    if place >= bytes.count || bytes[place] != sign { return false }
    place += 1
    return true
  }

  /// A number of 1...32 digits, and how many there are.
  mutating func readWide() -> (high: UInt64, low: UInt64, count: Int)? {
    var (high, low, count) = (UInt64(0), UInt64(0), 0)
    while place < bytes.count, let digit = hexadecimalDigit(bytes[place]) {
      if count == 32 { return nil }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(digit)
      count += 1
      place += 1
    }
    return count == 0 ? nil : (high, low, count)
  }

  mutating func readNumber() -> UInt64? {
    guard let (high, low, _) = readWide(), high == 0 else { return nil }
    return low
  }

  /// A number below 2¹⁴.
  mutating func readSmall() -> Int? {
    guard let number = readNumber(), number < 0x4000 else { return nil }
    return Int(number)
  }

  mutating func readField() -> CANField? {
    if skip(UInt8(ascii: "P")) { return readGroupField() }
    guard let (_, id, count) = readWide(), count == 3 || count == 8,
      let id = CANID(UInt32(truncatingIfNeeded: id), isExtended: count == 8), skip(UInt8(ascii: " ")),
      let place = readPlace(), let (scale, conditions) = readRest(),
      let bits = CANBits(start: place.start, count: place.count, isBigEndian: place.isBigEndian, kind: place.kind)
    else { return nil }
    return CANField(id: id, bits: bits, scale: scale, conditions: conditions)
  }

  private mutating func readGroupField() -> CANField? {
    guard let group = readGroup(), skip(UInt8(ascii: " ")) else { return nil }
    if skip(UInt8(ascii: "d")) {
      guard let number = readSmall(), number < 256,
        let part = TroubleCodes.Part(rawValue: UInt8(truncatingIfNeeded: number))
      else {
        return nil
      }
      return CANField(group: group, part)
    }
    guard let place = readPlace() else { return nil }
    var reserved = ReservedNumbers.none
    if self.place + 1 < bytes.count, bytes[self.place] == 32, bytes[self.place + 1] == UInt8(ascii: "!") {
      self.place += 2
      if skip(UInt8(ascii: "j")) {
        reserved = .j1939
      } else if skip(UInt8(ascii: "n")) {
        reserved = .nmea2000
      } else if skip(UInt8(ascii: "l")) {
        reserved = .largest
      } else {
        return nil
      }
    }
    guard let (scale, conditions) = readRest() else { return nil }
    return CANField(
      group: group, start: place.start, count: place.count, isBigEndian: place.isBigEndian, kind: place.kind,
      reserved: reserved, scale: scale, conditions: conditions)
  }

  private mutating func readGroup() -> ParameterGroup? {
    guard let number = readNumber(), number < 1 << 18 else { return nil }
    var form = ParameterGroup.Form.frames
    if skip(UInt8(ascii: "+")) { form = .fastPackets } else if skip(UInt8(ascii: "=")) { form = .transport }
    // Source, destination and priority, in this order.
    var parts: [UInt8?] = []
    for sign in "@>^".utf8 {
      if !skip(sign) {
        parts.append(nil)
        continue
      }
      guard let part = readNumber(), part <= 255 else { return nil }
      parts.append(UInt8(part))
    }
    return ParameterGroup(
      UInt32(number), source: parts[0], destination: parts[1], priority: parts[2], form: form)
  }

  /// The scale, then the switches.
  private mutating func readRest() -> (scale: CANScale, conditions: [CANCondition])? {
    var scale = CANScale.one
    var conditions: [CANCondition] = []
    while skip(UInt8(ascii: " ")) {
      if conditions.isEmpty, skip(UInt8(ascii: "*")) {
        guard let read = readScale() else { return nil }
        scale = read
      } else {
        guard skip(UInt8(ascii: "?")), conditions.count < CANField.conditionLimit, let condition = readCondition()
        else { return nil }
        conditions.append(condition)
      }
    }
    return (scale, conditions)
  }

  private mutating func readPlace() -> (start: Int, count: Int, isBigEndian: Bool, kind: CANBits.Kind)? {
    if place >= bytes.count { return nil }
    let letter = bytes[place]
    let kind: CANBits.Kind
    switch letter | 32 {
    case UInt8(ascii: "u"): kind = .unsigned
    case UInt8(ascii: "s"): kind = .signed
    case UInt8(ascii: "f"): kind = .float
    default: return nil
    }
    place += 1
    guard let start = readSmall(), skip(UInt8(ascii: ":")), let count = readSmall() else { return nil }
    return (start, count, letter & 32 == 0, kind)
  }

  mutating func readBits() -> CANBits? {
    guard let place = readPlace() else { return nil }
    return CANBits(start: place.start, count: place.count, isBigEndian: place.isBigEndian, kind: place.kind)
  }

  mutating func readScale() -> CANScale? {
    let isNegative = skip(UInt8(ascii: "-"))
    guard let numerator = readNumber() else { return nil }
    var (offset, denominator, shift) = ((high: UInt64(0), low: UInt64(0)), UInt64(1), 0)
    let isOffsetNegative = skip(UInt8(ascii: "-"))
    if isOffsetNegative || skip(UInt8(ascii: "+")) {
      guard let (high, low, _) = readWide() else { return nil }
      offset = (high, low)
    }
    if skip(UInt8(ascii: "/")) {
      guard let number = readNumber() else { return nil }
      denominator = number
    }
    if skip(UInt8(ascii: ">")) {
      guard let number = readSmall() else { return nil }
      shift = number
    }
    return CANScale(
      numerator: numerator, isNegative: isNegative, offset: offset, isOffsetNegative: isOffsetNegative,
      denominator: denominator, shift: shift)
  }

  private mutating func readCondition() -> CANCondition? {
    guard let bits = readBits(), skip(UInt8(ascii: "=")) else { return nil }
    var ranges: [CANCondition.Values] = []
    repeat {
      guard ranges.count < CANField.rangeLimit, let first = readNumber() else { return nil }
      var last = first
      if skip(UInt8(ascii: "-")) {
        guard let number = readNumber() else { return nil }
        last = number
      }
      ranges.append(CANCondition.Values(first: first, last: last))
    } while skip(UInt8(ascii: ","))
    return CANCondition(bits: bits, ranges: ranges)
  }
}

/// The value of a hexadecimal digit in small or capital letters; `nil` for another byte.
@inline(__always)
func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 48...57: byte &- 48
  case 65...70: byte &- 55
  case 97...102: byte &- 87
  default: nil
  }
}
