// Stage: sources. One sentence: its fields, its checksum, its conditions.
import PanelSignals

/// A sentence between its `$` and its end.
struct Sentence: ~Copyable, ~Escapable {
  /// The longest sentence, in bytes, with its `$` and without its end. The standard has 80; some devices do not keep it.
  static var limit: Int { 256 }

  /// Without its `$` and its end, below ``limit``.
  let bytes: Span<UInt8>
  /// Whether the sign of an end, or of a beginning, follows.
  let isEnded: Bool
  /// Where the fields begin.
  private var starts = InlineArray<256, UInt8>(repeating: 0)
  /// How many fields there are, with the tag.
  private(set) var count = 1
  /// Where the last field ends: at the star, or at the end of all.
  private let end: Int
  /// All bytes before the star, one over the other.
  private let sum: UInt8

  /// - Parameter bytes: from the sentence's tag on, and up to any place behind its end.
  @_lifetime(copy bytes)
  @inline(never)
  @_optimize(speed)
  init(_ bytes: Span<UInt8>) {
    var (place, sum, fields) = (0, UInt32(0), 1)
    let limit = Swift.min(bytes.count, Self.limit - 1)
    while place < limit {
      let byte = unsafe bytes[unchecked: place]
      if byte <= 44 {
        if byte == UInt8(ascii: "*") || Self.isSign(byte) { break }
        // One field a byte at most, and the last comma before the last byte that counts.
        if byte == UInt8(ascii: ",") {
          starts[fields] = UInt8(truncatingIfNeeded: place &+ 1)
          fields &+= 1
        }
      } else if byte == UInt8(ascii: "\\") {
        break
      }
      sum ^= UInt32(byte)
      place &+= 1
    }
    (end, self.sum, count) = (place, UInt8(truncatingIfNeeded: sum), fields)
    while place < limit, !Self.isSign(unsafe bytes[unchecked: place]) { place &+= 1 }
    self.bytes = bytes.extracting(0..<place)
    isEnded = place < bytes.count && Self.isSign(bytes[place])
  }

  /// Whether a byte ends a sentence or begins something: the end of a line, `!`, `$` or a backslash.
  @inline(__always)
  static func isSign(_ byte: UInt8) -> Bool {
    // Most are digits, commas, points and capital letters: from % to [.
    if byte &- 37 <= 54 { return false }
    return byte == 36 || byte == 33 || byte == UInt8(ascii: "\\") || isLineEnd(byte)
  }

  @inline(__always)
  static func isLineEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }

  enum Checksum { case right, wrong, missing }

  /// Two hexadecimal digits behind a star, and nothing but blanks behind them.
  var checksum: Checksum {
    if end + 2 >= bytes.count { return end >= bytes.count ? .missing : .wrong }
    let (high, low) = (Self.digit(bytes[end + 1]), Self.digit(bytes[end + 2]))
    if high > 15 || low > 15 || high << 4 | low != sum { return .wrong }
    for place in end + 3..<bytes.count where !Self.isBlank(bytes[place]) { return .wrong }
    return .right
  }

  /// The value of a hexadecimal digit; 255 for anything else.
  static func digit(_ byte: UInt8) -> UInt8 {
    if byte &- 48 <= 9 { return byte &- 48 }
    let letter = byte | 32
    return letter &- 97 <= 5 ? letter &- 87 : 255
  }

  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool { byte <= 32 && (byte == 32 || byte == 9 || byte == 0) }

  /// A field without blanks at its ends; empty behind the last one.
  @_lifetime(copy self)
  @_optimize(speed)
  func field(_ number: Int) -> Span<UInt8> {
    if number >= count { return bytes.extracting(0..<0) }
    var start = start(number)
    var end = number &+ 1 < count ? self.start(number &+ 1) &- 1 : end
    // Both are within the sentence: init(_:) wrote them.
    while start < end, Self.isBlank(unsafe bytes[unchecked: start]) { start &+= 1 }
    while end > start, Self.isBlank(unsafe bytes[unchecked: end &- 1]) { end &-= 1 }
    return unsafe bytes.extracting(unchecked: start..<end)
  }

  /// - Parameter number: below ``count``.
  @inline(__always)
  private func start(_ number: Int) -> Int {
    // A subscript of the array would copy all of it.
    Int(unsafe starts[unchecked: number])
  }

  /// A field's first byte, a letter as a capital one; 0 where it is empty.
  func letter(_ number: Int) -> UInt8 {
    let field = field(number)
    return field.isEmpty ? 0 : Self.capital(field[0])
  }

  static func capital(_ byte: UInt8) -> UInt8 { byte &- 97 <= 25 ? byte &- 32 : byte }

  // MARK: Conditions

  enum Verdict { case valid, failed, other }

  /// Looks whether a sentence has a value at all, and whether its talker believes it.
  @_optimize(speed)
  func verdict(_ conditions: Span<SentenceAddress.Condition>) -> Verdict {
    var (isFailed, isUnknown) = (false, false)
    for index in conditions.indices {
      let condition = conditions[index]
      let field = field(Int(condition.field))
      if field.isEmpty {
        // A talker without a value often leaves out its reference too.
        if condition.test == .picks || condition.test == .counts { isUnknown = true }
        continue
      }
      switch condition.test {
      case .fails: if Self.consists(field, of: condition.value) { isFailed = true }
      case .picks, .unit: if Self.capital(field[0]) != condition.value { return .other }
      case .counts: if Self.wholeNumber(field) != Int(condition.value) { return .other }
      }
    }
    return isFailed ? .failed : isUnknown ? .other : .valid
  }

  private static func consists(_ field: Span<UInt8>, of letter: UInt8) -> Bool {
    for index in field.indices where capital(field[index]) != letter { return false }
    return true
  }

  /// A number of one to nine digits; −1 for anything else.
  static func wholeNumber(_ field: Span<UInt8>) -> Int {
    if field.isEmpty || field.count > 9 { return -1 }
    var number = 0
    for index in field.indices {
      if field[index] &- 48 > 9 { return -1 }
      number = number &* 10 &+ Int(field[index] &- 48)
    }
    return number
  }
}
