// Stage: text. The part of a character in line breaking. A few ranges instead of Unicode's tables, which would be
// larger than the rest of the text's code together.

enum CharacterKind: UInt8 {
  case other
  case digit
  /// A line may end behind it, and it does not count there.
  case space
  case tab
  /// A line may end behind it, inside a word.
  case hyphen
  /// Shown only where a line ends behind it.
  case softHyphen
  case newline
  /// Neither shown nor of any width: controls, joiners, marks of direction, variation selectors.
  case nothing
  /// No character's own: a glyph that stays with the one before it, as a mark or the rest of a composition.
  case joined

  init(_ character: Unicode.Scalar) {
    let value = character.value
    self = value < 0x80 ? Self.ascii(value) : Self.beyond(value)
  }

  private static func ascii(_ value: UInt32) -> CharacterKind {
    switch value {
    case 0x20: .space
    case 0x09: .tab
    case 0x0A...0x0D: .newline
    case 0x2D: .hyphen
    case 0x30...0x39: .digit
    case ..<0x20, 0x7F: .nothing
    default: .other
    }
  }

  /// The no-break space U+00A0 and the no-break hyphen U+2011 are letters like any other.
  private static func beyond(_ value: UInt32) -> CharacterKind {
    switch value {
    case 0x85, 0x2028, 0x2029: .newline
    case 0xAD: .softHyphen
    case 0x2007: .other
    case 0x1680, 0x2000...0x200B, 0x205F, 0x3000: .space
    case 0x2010, 0x2012...0x2014: .hyphen
    case 0x80...0x9F, 0x200C...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF: .nothing
    default: .other
    }
  }

  var isSpace: Bool { self == .space || self == .tab }
  var isWord: Bool { self == .other || self == .digit || self == .joined }
  /// Whether a font may draw it together with its neighbours.
  var isJoinable: Bool { isWord || self == .hyphen }
}
