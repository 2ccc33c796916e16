// Masks, text and shadows on a format; see Instantiations.swift.

func proveMasks<Format: PixelFormat>(
  _ canvas: inout Canvas<Format>, _ pixels: UnsafeMutablePointer<UInt32>, _ group: Surface,
  _ path: Span<PathElement>
) {
  let bytes = UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self)
  let mask = unsafe Mask(base: bytes, bounds: PixelRect(width: 8, height: 8), bytesPerRow: 8).offsetBy(x: 1, y: 1)
  let transform = DeviceTransform(.identity)
  let color = unsafe Color(argb: pixels[10])
  canvas.rasterize(path, transform: transform, rule: .evenOdd, into: mask)
  canvas.rasterize(path, style: StrokeStyle(width: 3), transform: transform, into: mask)
  canvas.draw(mask, color: color)
  canvas.draw(mask, paint: .color(color))
  canvas.draw(group, opacity: color.red, through: mask)
  proveRetained(&canvas, UnsafeMutableRawPointer(pixels), path, color)
}

private func proveRetained<Format: PixelFormat>(
  _ canvas: inout Canvas<Format>, _ memory: UnsafeMutableRawPointer, _ path: Span<PathElement>, _ color: Color
) {
  let (transform, area) = (DeviceTransform(.identity), PixelRect(width: 8, height: 8))
  let filled = unsafe canvas.retain(
    path, transform: transform, rule: .evenOdd, in: area, memory: memory, byteCount: 256)
  if let filled {
    canvas.fill(filled, x: 3, y: 4, color: color)
    canvas.fill(filled, x: 3, y: 4, paint: .color(color))
  }
  let style = StrokeStyle(width: 3)
  let stroked = unsafe canvas.retain(path, style: style, transform: transform, in: area, memory: memory, byteCount: 256)
  if let stroked {
    canvas.fill(stroked, paint: .color(color))
    canvas.fill(stroked, color: color)
  }
  let polygons = unsafe canvas.retainPolygons(
    path, transform: transform, rule: .evenOdd, in: area, memory: memory, byteCount: 256)
  if let polygons { canvas.fill(polygons, color: color) }
  let outline = unsafe canvas.retainPolygons(
    path, style: style, transform: transform, in: area, memory: memory, byteCount: 256)
  if let outline { canvas.fill(outline, color: color) }
}

func proveGlyphs<Format: PixelFormat>(_ canvas: inout Canvas<Format>, _ pixels: UnsafeMutablePointer<UInt32>) {
  let workspace = GlyphCacheWorkspace(glyphs: 8, bytesPerGlyph: 64)
  var cache = unsafe GlyphCache(memory: pixels, workspace: workspace)
  let line = InlineArray<2, PlacedGlyph>(repeating: PlacedGlyph(id: 1, x: Subpixel(pixels: 3), y: Subpixel(pixels: 5)))
  let face = unsafe GlyphFace(font: pixels[11], size: 12)
  unsafe canvas.drawGlyphs(line.span, face: face, color: Color(argb: pixels[12]), cache: &cache) { id, outline in
    outline.addEllipse(in: Rect(x: 0, y: 0, width: Fixed(Int(truncatingIfNeeded: id)), height: 1))
  }
  cache.removeAll()
}

func proveShadows<Format: PixelFormat>(
  _ canvas: inout Canvas<Format>, _ pixels: UnsafeMutablePointer<UInt32>, _ path: Span<PathElement>
) {
  let color = unsafe Color(argb: pixels[13])
  let sigma = unsafe Fixed(rawValue: Int32(bitPattern: pixels[14]))
  var shadow = unsafe RoundedShadow(
    memory: pixels, workspace: RoundedShadowWorkspace(maximumRadius: 4, maximumSigma: 2))
  if shadow.prepare(Rect(x: 1, y: 1, width: 9, height: 6), cornerRadii: CornerRadii(2), sigma: sigma) {
    canvas.draw(shadow, color: color)
    canvas.draw(shadow, color: color, covering: CoveringBox(PixelRect(width: 3, height: 3), cornerRadius: 1))
  }
  var blurred = unsafe PathShadow(memory: pixels, workspace: PathShadowWorkspace(width: 8, height: 8, maximumSigma: 2))
  canvas.drawShadow(
    of: path, transform: DeviceTransform(.identity), rule: .evenOdd, sigma: sigma, color: color, using: &blurred)
}

public func proveBlur(_ memory: UnsafeMutableRawPointer, _ group: Surface, _ sigma: Fixed) {
  let workspace = BlurWorkspace(width: 8, height: 8, maximumSigma: 3, channels: 4)
  var blur = unsafe GaussianBlur(memory: memory, workspace: workspace)
  let area = PixelRect(width: 8, height: 8)
  blur.blur(group, at: area, sigma: sigma, into: group, at: area)
  let mask = unsafe Mask(base: memory.assumingMemoryBound(to: UInt8.self), bounds: area, bytesPerRow: 8)
  blur.blur(mask, sigma: sigma, into: mask.offsetBy(x: 1, y: 2))
}
