// Stage: description of sources. Input: an address of CAN without a DBC file. Output: its field, or the wrong part.
import PanelSources

/// An address as `1A0#0:16le` or `18FEF100#24:16beu*0.1-40`: `ID#START:LENGTH`, the order of bytes, the kind of number, and
/// a factor and an offset.
///
/// START is the lowest bit, in big-endian order the highest one, in DBC's numbers. Without letters it is `leu`.
enum CANRawAddress {
  static var expected: String { "ID#START:LENGTH, as 1A0#0:16le" }

  static func compile(_ address: String) -> CANAddressResult {
    var rest = address[...]
    let id = take(&rest) { $0.isASCII && $0.isHexDigit }
    guard id.count == 3 || id.count == 8, rest.first == "#" else {
      return .wrong(found: address, expected: "an id of three digits, or of eight for an extended one, before '#'")
    }
    guard let id = CANID(UInt32(id, radix: 16) ?? .max, isExtended: id.count == 8) else {
      return .wrong(found: String(id), expected: "an id up to 7FF, or 1FFFFFFF with eight digits")
    }
    rest.removeFirst()
    let start = take(&rest) { isDigit($0) }
    guard let start = Int(start), rest.first == ":" else { return .wrong(found: address, expected: expected) }
    rest.removeFirst()
    let count = take(&rest) { isDigit($0) }
    guard let count = Int(count), count >= 1, count <= 64 else {
      return .wrong(found: count.isEmpty ? address : String(count), expected: "a length of 1 to 64 bits")
    }
    let letters = take(&rest) { $0.isASCII && $0.isLetter }
    guard let (isBigEndian, kind) = readLetters(letters) else {
      return .wrong(found: String(letters), expected: "le or be, and u, s or f behind it")
    }
    if kind == .float && count != 32 && count != 64 {
      return .wrong(found: "a float of \(count) bits", expected: "32 or 64 bits")
    }
    guard let bits = CANBits(start: start, count: count, isBigEndian: isBigEndian, kind: kind) else {
      return .wrong(found: "bits from \(start) on", expected: "bits within 64 bytes, from 0 to 511")
    }
    guard let scale = readScale(rest), let field = CANField(id: id, bits: bits, scale: scale) else {
      return .wrong(found: String(rest), expected: "*FACTOR and +OFFSET or -OFFSET: " + CANScale.expected)
    }
    return .right(CANAddress(fields: [field], unit: "", range: nil, values: []))
  }

  /// Reads `le` or `be`, and `u`, `s` or `f`.
  private static func readLetters(_ letters: Substring) -> (isBigEndian: Bool, kind: CANBits.Kind)? {
    var letters = letters
    let isBigEndian = letters.hasPrefix("be")
    if isBigEndian || letters.hasPrefix("le") { letters.removeFirst(2) }
    switch letters {
    case "", "u": return (isBigEndian, .unsigned)
    case "s": return (isBigEndian, .signed)
    case "f": return (isBigEndian, .float)
    default: return nil
    }
  }

  /// Reads `*0.1-40`, one of both or nothing.
  static func readScale(_ text: Substring) -> CANScale? {
    var (rest, factor, offset) = (text, ExactDecimal.one, ExactDecimal.zero)
    if rest.first == "*" {
      rest.removeFirst()
      guard let number = takeDecimal(&rest) else { return nil }
      factor = number
    }
    if rest.first == "+" || rest.first == "-" {
      guard let number = takeDecimal(&rest) else { return nil }
      offset = number
    }
    return rest.isEmpty ? CANScale(factor: factor, offset: offset) : nil
  }

  /// Takes a number with a sign or without, up to the next sign that is not of its exponent.
  private static func takeDecimal(_ rest: inout Substring) -> ExactDecimal? {
    var last: Character = "e"
    let text = take(&rest) { letter in
      let isSign = letter == "+" || letter == "-"
      let belongs =
        isSign ? last == "e" || last == "E" : isDigit(letter) || letter == "." || letter == "e" || letter == "E"
      last = letter
      return belongs
    }
    return ExactDecimal(text)
  }

  private static func isDigit(_ letter: Character) -> Bool { letter.isASCII && letter.isNumber }

  private static func take(_ rest: inout Substring, while isPart: (Character) -> Bool) -> Substring {
    let part = rest.prefix(while: isPart)
    rest = rest[part.endIndex...]
    return part
  }
}
