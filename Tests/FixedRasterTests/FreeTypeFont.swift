import CFreeType

/// A polygon of several contours in 26.6, y upwards as fonts have it.
struct LinePolygon {
  var contours: [[FT_Vector]] = []
  var isEvenOdd = false

  var pointCount: Int { contours.reduce(0) { $0 + $1.count } }
}

/// A font's outlines and FreeType's smooth rasterizer.
@safe
final class FreeTypeFont {
  private let library: FT_Library
  private let face: FT_Face

  /// The file of fonts-dejavu-core.
  static let dejaVuSans = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

  /// `nil` if there is no such font.
  init?(file: String) {
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0, let library = unsafe library else { return nil }
    var face: FT_Face?
    guard unsafe FT_New_Face(library, file, 0, &face) == 0, let face = unsafe face else {
      unsafe FT_Done_FreeType(library)
      return nil
    }
    unsafe (self.library, self.face) = (library, face)
  }

  deinit {
    unsafe FT_Done_Face(face)
    unsafe FT_Done_FreeType(library)
  }

  var glyphCount: Int { unsafe face.pointee.num_glyphs }

  /// The number of the glyph that a character is drawn with.
  func glyph(of character: Unicode.Scalar) -> Int { Int(unsafe FT_Get_Char_Index(face, FT_ULong(character.value))) }

  /// - Parameter pixels: of an em.
  func setSize(pixels: Int) { precondition(unsafe FT_Set_Pixel_Sizes(face, 0, UInt32(pixels)) == 0) }

  /// A glyph's unhinted outline at the size set, its curves replaced by lines between points in 1/64 pixel.
  func polygon(_ glyph: Int) -> LinePolygon {
    let flags = FT_Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)
    precondition(unsafe FT_Load_Glyph(face, FT_UInt(glyph), flags) == 0, "glyph \(glyph) cannot be read")
    var polygon = LinePolygon()
    polygon.isEvenOdd = unsafe face.pointee.glyph.pointee.outline.flags & FT_OUTLINE_EVEN_ODD_FILL != 0
    let functions = unsafe FT_Outline_Funcs(
      move_to: { to, user in
        unsafe user!.assumingMemoryBound(to: LinePolygon.self).pointee.contours.append([to!.pointee])
        return 0
      },
      line_to: { to, user in
        unsafe user!.assumingMemoryBound(to: LinePolygon.self).pointee.addLine(to: to!.pointee)
        return 0
      },
      conic_to: { control, to, user in
        unsafe user!.assumingMemoryBound(to: LinePolygon.self).pointee.addQuadratic(control!.pointee, to!.pointee)
        return 0
      },
      cubic_to: { _, _, _, _ in 1 },  // a TrueType font has none
      shift: 0, delta: 0)
    let error = unsafe withUnsafePointer(to: functions) { functions in
      unsafe withUnsafeMutablePointer(to: &polygon) { polygon in
        unsafe FT_Outline_Decompose(&face.pointee.glyph.pointee.outline, functions, polygon)
      }
    }
    precondition(error == 0, "the outline of glyph \(glyph) has something other than lines and quadratics")
    // Contours come with their first point at the end again.
    for c in polygon.contours.indices where polygon.contours[c].last == polygon.contours[c].first {
      polygon.contours[c].removeLast()
    }
    return polygon
  }

  /// Draws a polygon with the smooth rasterizer, 256 levels, into rows of bytes that are zero. (0, 0) is the lower left
  /// corner of the last row's first pixel.
  func draw(_ polygon: LinePolygon, into bytes: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int) {
    var points = polygon.contours.flatMap { $0 }
    var tags = [UInt8](repeating: UInt8(FT_CURVE_TAG_ON), count: points.count)
    var ends: [Int16] = []
    for contour in polygon.contours { ends.append((ends.last ?? -1) + Int16(contour.count)) }
    var bitmap = unsafe FT_Bitmap()
    unsafe (bitmap.rows, bitmap.width, bitmap.pitch) = (UInt32(height), UInt32(width), Int32(stride))
    unsafe (bitmap.buffer, bitmap.num_grays) = (bytes, 256)
    unsafe bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
    let (contourCount, flags) = (Int16(ends.count), polygon.isEvenOdd ? FT_OUTLINE_EVEN_ODD_FILL : FT_OUTLINE_NONE)
    let error = unsafe points.withUnsafeMutableBufferPointer { points in
      unsafe tags.withUnsafeMutableBufferPointer { tags in
        unsafe ends.withUnsafeMutableBufferPointer { ends in
          var outline = unsafe FT_Outline(
            n_contours: contourCount, n_points: Int16(points.count), points: points.baseAddress,
            tags: UnsafeMutableRawPointer(tags.baseAddress)?.assumingMemoryBound(to: CChar.self),
            contours: ends.baseAddress, flags: Int32(flags))
          return unsafe FT_Outline_Get_Bitmap(library, &outline, &bitmap)
        }
      }
    }
    precondition(error == 0, "FreeType does not draw this polygon: \(error)")
  }
}

extension FT_Vector: @retroactive Equatable {
  public static func == (a: FT_Vector, b: FT_Vector) -> Bool { a.x == b.x && a.y == b.y }
}

extension LinePolygon {
  mutating func addLine(to end: FT_Vector) { contours[contours.count - 1].append(end) }

  /// A quadratic from the last point: points on it, near enough that the chords lie within 1/32 pixel.
  mutating func addQuadratic(_ control: FT_Vector, _ end: FT_Vector) {
    let last = contours.count - 1
    let start = contours[last][contours[last].count - 1]
    let (x, y) = (start.x - 2 * control.x + end.x, start.y - 2 * control.y + end.y)
    // n chords are at most |(x, y)| / 4n² away.
    var n = 1
    while max(abs(x), abs(y)) * 3 / 2 > 4 * n * n * 2 { n += 1 }
    for k in 1...n {
      func place(_ a: Int, _ b: Int, _ c: Int) -> Int {
        let sum = a * (n - k) * (n - k) + 2 * b * k * (n - k) + c * k * k
        return Int((Double(sum) / Double(n * n)).rounded())
      }
      addLine(to: FT_Vector(x: place(start.x, control.x, end.x), y: place(start.y, control.y, end.y)))
    }
  }
}
