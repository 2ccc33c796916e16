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

func drawTestShadow(_ canvas: inout Canvas, _ color: Color, _ mode: BlendMode = .sourceOver, isPath: Bool) {
  let rect = Rect(x: 14.5, y: 12.25, width: 57, height: 30.5)
  if isPath {
    let workspace = PathShadowWorkspace(width: 40, height: 30, maximumSigma: 4)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: workspace.byteCount, alignment: PathShadowWorkspace.alignment)
    defer { unsafe memory.deallocate() }
    var shadow = unsafe PathShadow(memory: memory, workspace: workspace)
    var path = PathBuffer<16>()
    path.addEllipse(in: rect)
    canvas.drawShadow(
      of: path.span, mapping: .identity, sigma: 3.5, color: color, mode: mode, using: &shadow)
    return
  }
  let workspace = RoundedShadowWorkspace(maximumRadius: 12, maximumSigma: 4)
  let memory = UnsafeMutableRawPointer.allocate(
    byteCount: workspace.byteCount, alignment: RoundedShadowWorkspace.alignment)
  defer { unsafe memory.deallocate() }
  var shadow = unsafe RoundedShadow(memory: memory, workspace: workspace)
  _ = shadow.prepare(rect, cornerRadii: CornerRadii(9), sigma: 2.5)
  let covering = CoveringBox(PixelRect(minX: 30, minY: 22, maxX: 44, maxY: 33), cornerRadius: 3)
  canvas.draw(shadow, color: color, covering: covering, mode: mode)
}
