// Stage: drawing. Input: characters. Output: paths for a round pen. Stands in for text until there are fonts.
//
// A glyph is a string: its width, then commands M, L, C and Z with pairs of coordinates. A coordinate is a letter, a = 0 …
// y = 24; the height of a capital is 24, y grows downwards, the pen's middle goes along the path.
import FixedRaster
import LayerRuntime

enum StrokeFont {
  /// The height of capitals and digits, in grid steps.
  static var capHeight: Int { 24 }
  /// From the right edge of a glyph to the left edge of the next, in grid steps.
  static var gap: Int { 6 }
  /// All digits have it, so that numbers do not dance. In grid steps.
  static var digitWidth: Int { 14 }

  /// The path of a text; its box begins at (0, 0).
  /// - Parameters:
  ///   - text: of characters that there are glyphs for; others are left out.
  ///   - capHeight: in points.
  static func path(_ text: StaticString, capHeight: Fixed) -> (path: Path, width: Fixed) {
    var path = Path(capacity: 32)
    var x = 0
    for index in 0..<text.utf8CodeUnitCount {
      guard let glyph = glyph(text.byte(index)) else { continue }
      if x > 0 { x += gap }
      append(glyph, x: x, capHeight: capHeight, to: &path)
      x += coordinate(glyph.byte(0))
    }
    return (path, Fixed(x, over: Self.capHeight) * capHeight)
  }

  /// The path of one digit.
  /// - Parameter digit: 0...9.
  static func path(digit: Int, capHeight: Fixed) -> Path {
    var path = Path(capacity: 16)
    if let glyph = glyph(UInt8(truncatingIfNeeded: 48 + digit)) { append(glyph, x: 0, capHeight: capHeight, to: &path) }
    return path
  }

  private static func append(_ glyph: StaticString, x: Int, capHeight: Fixed, to path: inout Path) {
    func point(_ index: Int) -> Point {
      // 24 · 16.16 stays far below 2^31 for capitals of up to 1,000 points.
      Point(
        x: Fixed(x + coordinate(glyph.byte(index)), over: Self.capHeight) * capHeight,
        y: Fixed(coordinate(glyph.byte(index + 1)), over: Self.capHeight) * capHeight)
    }
    var index = 1
    while index < glyph.utf8CodeUnitCount {
      switch glyph.byte(index) {
      case UInt8(ascii: "M"):
        path.move(to: point(index + 1))
        index += 3
      case UInt8(ascii: "L"):
        path.line(to: point(index + 1))
        index += 3
      case UInt8(ascii: "C"):
        path.cubic(control1: point(index + 1), control2: point(index + 3), to: point(index + 5))
        index += 7
      default:
        path.close()
        index += 1
      }
    }
  }

  private static func coordinate(_ letter: UInt8) -> Int { Int(letter) - 97 }

  private static func glyph(_ character: UInt8) -> StaticString? {
    switch character {
    case UInt8(ascii: "0"): "oMhaClaodohLorCovlyhyCdyavarLahCaddahaZ"
    case UInt8(ascii: "1"): "oMdeLiaLiy"
    case UInt8(ascii: "2"): "oMahCaddahaClaodohCokmmkoLayLoy"
    case UInt8(ascii: "3"): "oMagCbceahaClandngCnjllhlCllooorCovlyhyCeybwas"
    case UInt8(ascii: "4"): "oMlyLlaLarLor"
    case UInt8(ascii: "5"): "oMnaLcaLbkCdjfihiClioloqCovlyhyCeybwat"
    case UInt8(ascii: "6"): "oMkaCffalarCavdyhyClyovorConlkhkCdkanar"
    case UInt8(ascii: "7"): "oMaaLoaLfy"
    case UInt8(ascii: "8"): "oMhlCelbjbgCbceahaCkancngCnjklhlCllooorCovlyhyCdyavarCaodlhlZ"
    case UInt8(ascii: "9"): "oMeyCjtonohCodlahaCdaadahCaldohoClooloh"
    case UInt8(ascii: "A"): "qMayLiaLqyMdqLnq"
    case UInt8(ascii: "C"): "pMpfCnclaiaCdaafamCatdyiyClynwpt"
    case UInt8(ascii: "D"): "oMgaLaaLayLgyClyotomCoflagaZ"
    case UInt8(ascii: "E"): "mMmaLaaLayLmyMamLkm"
    case UInt8(ascii: "H"): "oMaaLayMoaLoyMamLom"
    case UInt8(ascii: "I"): "aMaaLay"
    case UInt8(ascii: "L"): "lMaaLayLly"
    case UInt8(ascii: "M"): "sMayLaaLjqLsaLsy"
    case UInt8(ascii: "N"): "oMayLaaLoyLoa"
    case UInt8(ascii: "O"): "qMiaCnaqfqmCqtnyiyCdyatamCafdaiaZ"
    case UInt8(ascii: "P"): "nMayLaaLgaCkandnhCnlkogoLao"
    case UInt8(ascii: "R"): "nMayLaaLgaCkandnhCnlkogoLaoMgoLny"
    case UInt8(ascii: "S"): "nMmfClcjagaCdaacagCakdlgmCknnonsCnwkygyCdybwat"
    case UInt8(ascii: "T"): "oMaaLoaMhaLhy"
    case UInt8(ascii: "W"): "uMaaLfyLkeLpyLua"
    case UInt8(ascii: "Y"): "oMaaLhlLoaMhlLhy"
    case UInt8(ascii: "%"):
      "uMeaCgaicifCiigkekCckaiafCaccaeaZMqoCsouqutCuwsyqyCoymwmtCmqooqoZMraLdy"
    case UInt8(ascii: "-"): "oMbmLnm"
    case 0xB0:  // the degree sign; in UTF-8 it follows a byte that has no glyph
      "iMeaCgaicieCiggieiCciagaeCaccaeaZ"
    default: nil
    }
  }
}

extension StaticString {
  /// - Parameter index: in `0..<utf8CodeUnitCount`; the string must have a pointer, as all but single characters have.
  func byte(_ index: Int) -> UInt8 { unsafe utf8Start[index] }

  func isEqual(to bytes: some Collection<UInt8>) -> Bool {
    if bytes.count != utf8CodeUnitCount { return false }
    var index = 0
    for byte in bytes {
      if byte != self.byte(index) { return false }
      index += 1
    }
    return true
  }
}
