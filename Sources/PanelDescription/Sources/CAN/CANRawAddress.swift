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
    switch place(rest, limit: 64) {
    case .wrong(let found, let expected): return .wrong(found: found.isEmpty ? address : found, expected: expected)
    case .right(let place):
      guard
        let bits = CANBits(start: place.start, count: place.count, isBigEndian: place.isBigEndian, kind: place.kind)
      else { return .wrong(found: "bits from \(place.start) on", expected: "bits within 64 bytes, from 0 to 511") }
      guard let field = CANField(id: id, bits: bits, scale: place.scale) else {
        return .wrong(found: address, expected: expected)
      }
      return .right(CANAddress(fields: [field], unit: "", range: nil, values: []))
    }
  }

  /// Bits of a message, and their scale.
  struct Place {
    let start, count: Int
    let isBigEndian: Bool
    let kind: CANBits.Kind
    let scale: CANScale
  }

  enum PlaceResult {
    case right(Place)
    /// - Parameter found: empty for the whole address.
    case wrong(found: String, expected: String)
  }

  /// Reads `0:16le*0.1-40`.
  /// - Parameter limit: the bytes of the longest message.
  static func place(_ text: Substring, limit: Int) -> PlaceResult {
    var rest = text
    let start = take(&rest) { isDigit($0) }
    guard let start = Int(start), rest.first == ":" else { return .wrong(found: "", expected: expected) }
    rest.removeFirst()
    let count = take(&rest) { isDigit($0) }
    guard let count = Int(count), count >= 1, count <= 64 else {
      return .wrong(found: String(count), expected: "a length of 1 to 64 bits")
    }
    let letters = take(&rest) { $0.isASCII && $0.isLetter }
    guard let (isBigEndian, kind) = readLetters(letters) else {
      return .wrong(found: String(letters), expected: "le or be, and u, s or f behind it")
    }
    if kind == .float && count != 32 && count != 64 {
      return .wrong(found: "a float of \(count) bits", expected: "32 or 64 bits")
    }
    if start >= limit << 3 {
      return .wrong(found: "bits from \(start) on", expected: "bits within \(limit) bytes, from 0 to \(limit * 8 - 1)")
    }
    if limit == 64, CANBits(start: start, count: count, isBigEndian: isBigEndian, kind: kind) == nil {
      return .wrong(found: "bits from \(start) on", expected: "bits within 64 bytes, from 0 to 511")
    }
    guard let scale = readScale(rest) else {
      return .wrong(found: String(rest), expected: "*FACTOR and +OFFSET or -OFFSET: " + CANScale.expected)
    }
    return .right(Place(start: start, count: count, isBigEndian: isBigEndian, kind: kind, scale: scale))
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
