// A font's glyphs for neighbouring characters, by HarfBuzz: GSUB, GPOS and `kern` alike, with the rules by which they
// go before each other.
import CHarfBuzz

/// A glyph at its place, in font units, y upwards.
struct ShapedGlyph: Equatable {
  /// The font's.
  var number: UInt32
  /// From the pen to the glyph's origin.
  var x = 0, y = 0
  /// How far the pen moves.
  var advance: Int
}

/// A font that characters are shaped in, left to right.
@safe
final class FontShaper {
  private let font: OpaquePointer
  private let buffer: OpaquePointer

  init(path: String) throws(AssetError) {
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

  func shape(_ text: [Unicode.Scalar]) -> [ShapedGlyph] {
    unsafe hb_buffer_clear_contents(buffer)
    for (i, character) in text.enumerated() { unsafe hb_buffer_add(buffer, character.value, UInt32(i)) }
    unsafe hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE)
    unsafe hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
    // Of a fixed language: guessing would ask for this machine's.
    unsafe hb_buffer_set_language(buffer, hb_language_from_string("en", -1))
    unsafe hb_buffer_guess_segment_properties(buffer)
    // A soft hyphen stays a glyph: whether it is shown is the text's matter.
    unsafe hb_buffer_set_flags(buffer, HB_BUFFER_FLAG_PRESERVE_DEFAULT_IGNORABLES)
    unsafe hb_shape(font, buffer, withoutContext, UInt32(withoutContext.count))
    var count: UInt32 = 0
    guard let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count),
      let places = unsafe hb_buffer_get_glyph_positions(buffer, &count)
    else { return [] }
    var glyphs: [ShapedGlyph] = []
    for i in 0..<Int(count) {
      let place = unsafe places[i]
      unsafe glyphs.append(
        ShapedGlyph(
          number: infos[i].codepoint, x: Int(place.x_offset), y: Int(place.y_offset), advance: Int(place.x_advance)))
    }
    return glyphs
  }
}

/// HarfBuzz makes usual ligatures, compositions and marks by itself. A pack holds nothing that depends on more than a
/// few neighbours, on the language or on the reader's taste.
private let withoutContext: [hb_feature_t] = ["calt", "rlig", "dlig", "locl"].map { (name: String) in
  unsafe hb_feature_t(tag: hb_tag_from_string(name, -1), value: 0, start: 0, end: .max)
}

/// The kerning of the first part of a text, if the font only kerns each part with the next; `nil` if it does anything
/// else.
func kerning(of shaped: [ShapedGlyph], madeOf parts: [[ShapedGlyph]]) -> Int? {
  var (kerning, place) = (0, 0)
  for (number, part) in parts.enumerated() {
    if shaped.count - place < part.count { return nil }
    for (i, glyph) in part.enumerated() {
      var found = shaped[place]
      place += 1
      if i == part.count - 1 && number < parts.count - 1 {
        if number == 0 { kerning = found.advance - glyph.advance }
        found.advance = glyph.advance
      }
      if found != glyph { return nil }
    }
  }
  return place == shaped.count ? kerning : nil
}
