import CHarfBuzz

/// HarfBuzz asked directly: a whole text with all that a font does by itself.
@safe
final class Shaper {
  /// In font units, y upwards.
  struct Glyph: Equatable {
    /// The font's.
    var number: UInt32
    var x, y, advance: Int
  }

  private let font: OpaquePointer

  init(path: String) {
    let blob = unsafe hb_blob_create_from_file(path)
    let face = unsafe hb_face_create(blob, 0)
    unsafe font = hb_font_create(face)
    unsafe hb_face_destroy(face)
    unsafe hb_blob_destroy(blob)
  }

  deinit { unsafe hb_font_destroy(font) }

  /// - Parameter feature: what is asked for besides, as `-liga`.
  func glyphs(_ text: String, feature: String? = nil) -> [Glyph] {
    let buffer = unsafe hb_buffer_create()
    defer { unsafe hb_buffer_destroy(buffer) }
    unsafe hb_buffer_add_utf8(buffer, text, -1, 0, -1)
    unsafe hb_buffer_set_language(buffer, hb_language_from_string("en", -1))
    unsafe hb_buffer_guess_segment_properties(buffer)
    unsafe hb_buffer_set_flags(buffer, HB_BUFFER_FLAG_PRESERVE_DEFAULT_IGNORABLES)
    var asked = hb_feature_t()
    if let feature { _ = unsafe hb_feature_from_string(feature, -1, &asked) }
    unsafe hb_shape(font, buffer, &asked, feature == nil ? 0 : 1)
    var count: UInt32 = 0
    let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count)
    let places = unsafe hb_buffer_get_glyph_positions(buffer, &count)
    return (0..<Int(count)).map { i in
      let place = unsafe places![i]
      return unsafe Glyph(
        number: infos![i].codepoint, x: Int(place.x_offset), y: Int(place.y_offset), advance: Int(place.x_advance))
    }
  }

  /// How wide each glyph is with what follows it, where nothing is joined.
  func advances(_ text: String) -> [Int] { glyphs(text, feature: "-liga").map(\.advance) }
}
