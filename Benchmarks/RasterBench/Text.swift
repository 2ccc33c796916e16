import CBench
import FixedRaster

/// DejaVu Sans from static data, and what a program keeps to draw it: a glyph cache and room for a line.
@safe
struct Text: ~Copyable {
  private var cache: GlyphCache
  private let line: UnsafeMutablePointer<PlacedGlyph>
  private static var capacity: Int { 64 }

  init() {
    let workspace = GlyphCacheWorkspace(glyphs: 256, bytesPerGlyph: 512)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: workspace.byteCount, alignment: GlyphCacheWorkspace.alignment)
    unsafe cache = GlyphCache(memory: memory, workspace: workspace)
    unsafe line = .allocate(capacity: Self.capacity)
    unsafe line.initialize(repeating: PlacedGlyph(id: 0, x: .zero, y: .zero), count: Self.capacity)
  }

  /// Draws a line of characters 32...126, each as many whole pixels after the one before as its advance rounds to.
  mutating func draw(
    _ text: UnsafePointer<CChar>, x: Int, y: Int, size: Int, color: Color, on canvas: inout Canvas
  ) {
    var count = 0
    var pen = x
    while unsafe text[count] != 0 && count < Self.capacity {
      let id = unsafe Int(text[count])
      unsafe line[count] = PlacedGlyph(id: UInt32(id), x: Subpixel(pixels: pen), y: Subpixel(pixels: y))
      pen += unsafe (Int(glyph_advances_start()[id - 32]) * size + 1024) / 2048
      count += 1
    }
    canvas.drawGlyphs(
      unsafe Span(_unsafeStart: line, count: count), face: GlyphFace(font: 0, size: Fixed(size)), color: color,
      cache: &cache, outline: Self.outline)
  }

  /// Adds a character's outline, in ems, y downwards.
  private static func outline(_ id: UInt32, _ path: inout GlyphOutline) {
    let index = Int(id) - 32
    var at = unsafe Int(glyph_offsets_start()[index])
    let end = unsafe Int(glyph_offsets_start()[index + 1])
    func next() -> Point {
      let (x, y) = unsafe (Int32(glyph_data_start()[at]), Int32(glyph_data_start()[at + 1]))
      at += 2
      return Point(x: Fixed(rawValue: x * 16), y: Fixed(rawValue: -y * 16))
    }
    while at < end {
      at += 1
      switch unsafe glyph_data_start()[at - 1] {
      case 0: path.move(to: next())
      case 1: path.addLine(to: next())
      case 2:
        let control = next()
        path.addQuadCurve(to: next(), control: control)
      default: path.closeSubpath()
      }
    }
  }
}
