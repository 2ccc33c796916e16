// Which characters a font pack holds: `--characters`.
import SystemFiles

/// Characters that were asked for by name, as a range, or one by one.
public struct CharacterList {
  /// All of them.
  public private(set) var characters: Set<Unicode.Scalar> = []
  /// Those asked for one by one: a font that lacks one of these is refused; of sets and ranges the ones it has are
  /// taken.
  public private(set) var required: Set<Unicode.Scalar> = []

  /// The sets by name. docs/packs.md lists the same.
  static let sets: [String: [ClosedRange<UInt32>]] = [
    "ascii": ascii, "latin1": latin1, "latin-extended": latinExtended,
  ]
  private static let ascii: [ClosedRange<UInt32>] = [0x20...0x7E]
  private static let latin1 = ascii + [0xA0...0xFF]
  private static let latinExtended =
    latin1 + [
      0x100...0x17F, 0x218...0x21B, 0x1E9E...0x1E9E, 0x2010...0x2015, 0x2018...0x201E, 0x2020...0x2022, 0x2026...0x2026,
      0x2030...0x2030, 0x2032...0x2033, 0x2039...0x203A, 0x20AC...0x20AC, 0x2122...0x2122, 0x2190...0x2193,
      0x2212...0x2212, 0x2248...0x2248, 0x2260...0x2260, 0x2264...0x2265,
    ]

  /// - Parameter text: items with commas between: a set's name, `U+0020-007E`, `U+20AC`, or a character itself. A comma
  ///   is `U+002C`.
  public init(_ text: String) throws(AssetError) {
    var ranges: [ClosedRange<UInt32>] = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      if let set = Self.sets[item] {
        ranges += set
      } else if item.unicodeScalars.count == 1, let character = item.unicodeScalars.first {
        ranges.append(character.value...character.value)
        required.insert(character)
      } else if let range = Self.range(item) {
        ranges.append(range)
        if range.count == 1, let character = Unicode.Scalar(range.lowerBound) { required.insert(character) }
      } else {
        throw .usage(
          "--characters: '\(printable(item))' is not understood; expected ascii, latin1, latin-extended, U+0020-007E, U+20AC or one "
            + "character, with commas between")
      }
    }
    insert(ranges)
  }

  /// Each value once, however often the ranges name it.
  private mutating func insert(_ ranges: [ClosedRange<UInt32>]) {
    var next: UInt32 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound >= next {
      for value in Swift.max(next, range.lowerBound)...range.upperBound {
        if let character = Unicode.Scalar(value) { characters.insert(character) }
      }
      next = range.upperBound + 1
    }
  }

  /// `U+XXXX` or `U+XXXX-YYYY`.
  private static func range(_ item: String) -> ClosedRange<UInt32>? {
    guard item.hasPrefix("U+") || item.hasPrefix("u+") else { return nil }
    let ends = item.dropFirst(2).split(separator: "-", omittingEmptySubsequences: false)
    let numbers = ends.compactMap { $0.hasPrefix("+") ? nil : UInt32($0, radix: 16) }
    guard numbers.count == ends.count, ends.count <= 2, let low = numbers.first, let high = numbers.last,
      low <= high, high <= 0x10FFFF
    else { return nil }
    return low...high
  }
}

extension Unicode.Scalar {
  /// `U+0041`.
  public var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
