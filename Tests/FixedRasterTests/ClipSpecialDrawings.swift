@testable import FixedRaster

extension Surface {
  var image: Image {
    unsafe Image(.xrgb8888, pixels: base, width: width, height: height, bytesPerRow: bytesPerRow)
  }
}

/// Glyphs side by side, one of them too large for the cache.
func drawTestGlyphs(_ canvas: inout Canvas, _ color: Color, _ mode: BlendMode = .sourceOver) {
  let workspace = GlyphCacheWorkspace(glyphs: 8, bytesPerGlyph: 416)
  let memory = UnsafeMutableRawPointer.allocate(
    byteCount: workspace.byteCount, alignment: GlyphCacheWorkspace.alignment)
  defer { unsafe memory.deallocate() }
  var cache = unsafe GlyphCache(memory: memory, workspace: workspace)
  for (size, x, y) in [(20, 2, 24), (20, 23, 24), (20, 44, 25), (11, 66, 25), (33, 20, 60), (12, 60, 44)] {
    let glyph = [PlacedGlyph(id: UInt32(x), x: Subpixel(rawValue: Int32(x * 256 + 77)), y: Subpixel(pixels: y))]
    canvas.drawGlyphs(
      glyph.span, face: GlyphFace(font: 1, size: Fixed(size)), color: color, mode: mode,
      cache: &cache,
      outline: { id, path in
        path.addEllipse(in: Rect(x: 0.0625, y: -0.875, width: 0.875, height: 0.875))
        path.addRect(Rect(x: 0.25, y: -0.5, width: 0.125, height: id % 2 == 0 ? 0.5 : 0.25))
      })
  }
}
