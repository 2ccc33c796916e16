import CFreeType
import FixedRaster

/// FreeType asked directly: what a glyph should look like, in ems, y downwards.
@safe
final class FreeTypeOutlines {
  private let library: FT_Library
  private let face: FT_Face

  init?(path: String) {
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0, let library = unsafe library else { return nil }
    var face: FT_Face?
    guard unsafe FT_New_Face(library, path, 0, &face) == 0, let face = unsafe face else { return nil }
    unsafe (self.library, self.face) = (library, face)
  }

  deinit {
    unsafe FT_Done_Face(face)
    unsafe FT_Done_FreeType(library)
  }

  var unitsPerEm: Int { unsafe Int(face.pointee.units_per_EM) }
  var ascender: Int { unsafe Int(face.pointee.ascender) }
  var descender: Int { unsafe Int(face.pointee.descender) }
  var height: Int { unsafe Int(face.pointee.height) }
  var underline: (position: Int, thickness: Int) {
    unsafe (Int(face.pointee.underline_position), Int(face.pointee.underline_thickness))
  }

  func number(of character: Unicode.Scalar) -> UInt32 { unsafe FT_Get_Char_Index(face, FT_ULong(character.value)) }

  func advance(_ glyph: UInt32) -> Int {
    precondition(unsafe FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0)
    return unsafe Int(face.pointee.glyph.pointee.advance.x)
  }

  /// Each subpath closed, and without a last line to where it began.
  func elements(_ glyph: UInt32) -> [PathElement] {
    precondition(unsafe FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0)
    var collector = Collector(unitsPerEm: unitsPerEm)
    let functions = unsafe FT_Outline_Funcs(
      move_to: { end, user in
        unsafe collecting(user).pointee.move(end!.pointee)
        return 0
      },
      line_to: { end, user in
        unsafe collecting(user).pointee.line(end!.pointee)
        return 0
      },
      conic_to: { control, end, user in
        unsafe collecting(user).pointee.quadratic(control!.pointee, end!.pointee)
        return 0
      },
      cubic_to: { control1, control2, end, user in
        unsafe collecting(user).pointee.cubic(control1!.pointee, control2!.pointee, end!.pointee)
        return 0
      }, shift: 0, delta: 0)
    let error = unsafe withUnsafePointer(to: functions) { functions in
      unsafe withUnsafeMutablePointer(to: &collector) {
        unsafe FT_Outline_Decompose(&face.pointee.glyph.pointee.outline, functions, $0)
      }
    }
    precondition(error == 0)
    collector.close()
    return collector.elements
  }
}

private func collecting(_ user: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Collector> {
  unsafe user!.assumingMemoryBound(to: Collector.self)
}

private struct Collector {
  let unitsPerEm: Int
  var elements: [PathElement] = []
  private var start: Point?

  init(unitsPerEm: Int) { self.unitsPerEm = unitsPerEm }

  /// Rounded to the nearest 65536th of an em, by floating point.
  private func point(_ vector: FT_Vector) -> Point {
    func part(_ value: Int) -> Fixed {
      Fixed(rawValue: Int32((Double(value) * 65536 / Double(unitsPerEm) + 0.5).rounded(.down)))
    }
    return Point(x: part(vector.x), y: part(-vector.y))
  }

  mutating func move(_ end: FT_Vector) {
    close()
    start = point(end)
    elements.append(.move(point(end)))
  }

  mutating func line(_ end: FT_Vector) { elements.append(.line(point(end))) }

  mutating func quadratic(_ control: FT_Vector, _ end: FT_Vector) {
    elements.append(.quadratic(control: point(control), end: point(end)))
  }

  mutating func cubic(_ control1: FT_Vector, _ control2: FT_Vector, _ end: FT_Vector) {
    elements.append(.cubic(control1: point(control1), control2: point(control2), end: point(end)))
  }

  mutating func close() {
    guard let start else { return }
    if elements.last == .line(start) { elements.removeLast() }
    elements.append(.close)
    self.start = nil
  }
}
