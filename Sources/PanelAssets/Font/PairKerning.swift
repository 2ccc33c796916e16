// What a font moves two neighbours by, found out by shaping every pair with HarfBuzz: GPOS and `kern` alike, with the
// rules by which they go before each other.
import CHarfBuzz

/// A font that pairs of characters are shaped in, left to right.
@safe
public final class PairKerning {
  private let font: OpaquePointer
  private let buffer: OpaquePointer

  public init(path: String) throws(AssetError) {
    guard let blob = unsafe hb_blob_create_from_file_or_fail(path) else {
      throw AssetError(path, "HarfBuzz cannot read it", expected: "a TrueType or OpenType font")
    }
    let face = unsafe hb_face_create(blob, 0)
    unsafe hb_blob_destroy(blob)
    // Its scale is the units of an em.
    unsafe font = hb_font_create(face)
    unsafe hb_face_destroy(face)
    unsafe buffer = hb_buffer_create()
  }

  deinit {
    unsafe hb_buffer_destroy(buffer)
    unsafe hb_font_destroy(font)
  }

  /// What two characters become.
  public enum Pair: Equatable {
    /// Two glyphs, the first `kerning` units wider or narrower than alone.
    case kerned(Int)
    /// Something that a pack does not hold: another number of glyphs, other ones, or glyphs moved off the line.
    case other
  }

  /// - Parameters:
  ///   - glyphs: the font's numbers of the two.
  ///   - advances: theirs alone, in units.
  public func shape(
    _ left: Unicode.Scalar, _ right: Unicode.Scalar, glyphs: (UInt32, UInt32), advances: (Int, Int)
  ) -> Pair {
    unsafe hb_buffer_clear_contents(buffer)
    unsafe hb_buffer_add_codepoints(buffer, [left.value, right.value], 2, 0, 2)
    unsafe hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
    // Of a fixed language: guessing would ask for this machine's.
    unsafe hb_buffer_set_language(buffer, hb_language_from_string("en", -1))
    unsafe hb_buffer_guess_segment_properties(buffer)
    // A soft hyphen stays a glyph: whether it is shown is the text's matter.
    unsafe hb_buffer_set_flags(buffer, HB_BUFFER_FLAG_PRESERVE_DEFAULT_IGNORABLES)
    unsafe hb_shape(font, buffer, withoutLigatures, UInt32(withoutLigatures.count))
    var count: UInt32 = 0
    guard let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count), count == 2,
      let places = unsafe hb_buffer_get_glyph_positions(buffer, &count)
    else { return .other }
    let (first, second) = unsafe (places[0], places[1])
    if unsafe infos[0].codepoint != glyphs.0 || infos[1].codepoint != glyphs.1 { return .other }
    if first.x_offset != 0 || first.y_offset != 0 || second.x_offset != 0 || second.y_offset != 0 { return .other }
    return Int(second.x_advance) == advances.1 ? .kerned(Int(first.x_advance) - advances.0) : .other
  }
}

/// A pack has a glyph for each character: nothing may join or replace them.
private let withoutLigatures: [hb_feature_t] = ["liga", "clig", "calt", "rlig", "dlig", "locl"].map { (name: String) in
  unsafe hb_feature_t(tag: hb_tag_from_string(name, -1), value: 0, start: 0, end: .max)
}

/// Kerning as classes: glyphs that behave alike on the left of a pair share a row, on the right a column.
struct KerningClasses {
  private(set) var left: [Int] = []
  private(set) var right: [Int] = []
  /// Row after row.
  private(set) var values: [Int] = []
  private(set) var leftCount = 0
  private(set) var rightCount = 0

  /// - Parameter pairs: a row for each left glyph, as long as there are glyphs. All zeros are no classes.
  init(_ pairs: [[Int]]) {
    if pairs.allSatisfy({ row in row.allSatisfy { $0 == 0 } }) { return }
    let rows = Self.distinct(pairs)
    let columns = Self.distinct(pairs.indices.map { column in rows.kinds.map { $0[column] } })
    (left, right) = (rows.classes, columns.classes)
    (leftCount, rightCount) = (rows.kinds.count, columns.kinds.count)
    for row in 0..<leftCount { values += columns.kinds.map { $0[row] } }
  }

  private static func distinct(_ lines: [[Int]]) -> (classes: [Int], kinds: [[Int]]) {
    var numbers: [[Int]: Int] = [:]
    var kinds: [[Int]] = []
    let classes = lines.map { line in
      if let number = numbers[line] { return number }
      numbers[line] = kinds.count
      kinds.append(line)
      return kinds.count - 1
    }
    return (classes, kinds)
  }
}
