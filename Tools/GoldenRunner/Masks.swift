import FixedRaster

/// Masks made of fills and strokes; colours, every paint and groups through them.
func hashMasks(_ ground: Ground, _ hash: inout Hash) {
  let bounds = PixelRect(minX: 2, minY: -3, maxX: 95, maxY: 77)
  let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: (bounds.width + 3) * bounds.height)
  let ramps = UnsafeMutableRawPointer.allocate(byteCount: GradientRamp.byteCount, alignment: GradientRamp.alignment)
  defer {
    unsafe memory.deallocate()
    unsafe ramps.deallocate()
  }
  unsafe memory.initialize(repeating: 0, count: (bounds.width + 3) * bounds.height)
  let mask = unsafe Mask(base: memory, bounds: bounds, bytesPerRow: bounds.width + 3)
  let stops = [
    GradientStop(location: 0, color: Color(argb: 0xFFE0_F040)),
    GradientStop(location: 1, color: Color(argb: 0x6020_40C0)),
  ]
  let ramp = unsafe GradientRamp(stops.span, memory: ramps)
  let (p, q) = (Point(x: 20, y: 12.5), Point(x: 76, y: 60))
  let paints: [Paint] = [
    .color(Color(argb: 0xFFD0_3050)), .color(Color(argb: 0x8010_F0A0)),
    .linear(LinearGradient(from: p, to: q, ramp: ramp)),
    .radial(RadialGradient(startCenter: p, startRadius: 3, endCenter: q, endRadius: 40, ramp: ramp, spread: .reflect)),
    .conic(ConicGradient(center: Point(x: 48, y: 40), startAngle: 0.5, ramp: ramp)),
  ]
  for (number, paint) in paints.enumerated() {
    hashPicture(ground, &hash) {
      rasterize(number, into: mask, &$0); $0.draw(mask, paint: paint)
    }
  }
  withGoldenImage(.argb8888) { image in
    hashPicture(ground, &hash) {
      rasterize(0, into: mask, &$0)
      let paint = ImagePaint(image, mapping: Mapping(AffineTransform(rotationAngle: 0.2)), wrap: .repeat)
      $0.draw(mask, paint: .image(paint))
    }
  }
  withGoldenGroup { group in
    hashPicture(ground, &hash) {
      rasterize(1, into: mask, &$0)
      $0.draw(group, opacity: 210, through: mask.offsetBy(x: -2, y: 3))
    }
  }
}

private func rasterize(_ kind: Int, into mask: Mask, _ canvas: inout Canvas) {
  let identity = Mapping.identity
  switch kind % 3 {
  case 0: canvas.rasterize(ringPath().span, mapping: identity, into: mask)
  case 1: canvas.rasterize(ringPath().span, mapping: identity, rule: .evenOdd, into: mask)
  default: canvas.rasterize(ringPath().span, style: StrokeStyle(width: 7, cap: .round), mapping: identity, into: mask)
  }
}

/// A group of a picture's size, of colours of every alpha.
func withGoldenGroup(_ body: (Surface) -> Void) {
  let pixels = UnsafeMutableRawPointer.allocate(byteCount: pictureWidth * pictureHeight * 4, alignment: 64)
  defer { unsafe pixels.deallocate() }
  for i in 0..<pictureWidth * pictureHeight {
    let (x, y) = (i % pictureWidth, i / pictureWidth)
    let argb = (255 - y * 3) << 24 | (x * 2) << 16 | (y * 3) << 8 | (x ^ y) & 255
    unsafe pixels.storeBytes(
      of: Color(argb: UInt32(truncatingIfNeeded: argb)).premultiplied.argb, toByteOffset: i * 4, as: UInt32.self)
  }
  body(
    unsafe Surface(
      base: pixels, width: pictureWidth, height: pictureHeight, bytesPerRow: pictureWidth * 4))
}

/// Lines of text: upright and turned, at every quarter of a pixel, from a cache that holds all of it and from one that
/// holds three glyphs, with some too large to keep.
func hashGlyphs(_ ground: Ground, _ hash: inout Hash) {
  let turned = AffineTransform(rotationAngle: -0.35).concatenating(AffineTransform(scaleX: 15, y: 13))
  let faces = [
    GlyphFace(font: 1, size: 9.5), GlyphFace(font: 1, size: 16), GlyphFace(font: 2, transform: turned),
  ]
  for count in [64, 3] {
    let workspace = GlyphCacheWorkspace(glyphs: count, bytesPerGlyph: 512)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: workspace.byteCount, alignment: GlyphCacheWorkspace.alignment)
    defer { unsafe memory.deallocate() }
    var cache = unsafe GlyphCache(memory: memory, workspace: workspace)
    for argb in [0xFF10_1418, 0xA0F0_F0FF] as [UInt32] {
      hashPicture(ground, &hash) {
        $0.clear(PixelRect(minX: 0, minY: 20, maxX: 96, maxY: 80), to: Color(argb: 0xFF80_A0C0))
        for (row, face) in faces.enumerated() {
          let line = glyphLine(y: row * 23 + 16)
          $0.drawGlyphs(line.span, face: face, color: Color(argb: argb), cache: &cache, outline: glyphOutline)
          $0.drawGlyphs(line.span, face: face, color: Color(argb: argb), cache: &cache, outline: glyphOutline)
        }
      }
    }
    hashPicture(ground, &hash) {
      let (line, face) = (glyphLine(y: 50), GlyphFace(font: 1, size: 44))
      $0.drawGlyphs(line.span, face: face, color: Color(argb: 0x60FF_F0C0), cache: &cache, outline: glyphOutline)
    }
    hash.add(UInt32(truncatingIfNeeded: cache.hits))
    hash.add(UInt32(truncatingIfNeeded: cache.misses))
    hash.add(UInt32(truncatingIfNeeded: cache.evictions))
    hash.add(UInt32(truncatingIfNeeded: cache.oversized))
  }
}

private func glyphLine(y: Int) -> [PlacedGlyph] {
  (0..<11).map { number in
    PlacedGlyph(
      id: UInt32(truncatingIfNeeded: number % 4),
      x: Subpixel(rawValue: Int32(truncatingIfNeeded: number * 9 * 256 + number * 64 - 700)),
      y: Subpixel(rawValue: Int32(truncatingIfNeeded: y * 256 + number * 40)))
  }
}

private func glyphOutline(_ id: UInt32, _ path: inout GlyphOutline) {
  switch id {
  case 0:
    path.addEllipse(in: Rect(x: 0.05, y: -0.7, width: 0.5, height: 0.7))
    path.move(to: Point(x: 0.18, y: -0.2))
    path.addLine(to: Point(x: 0.42, y: -0.2))
    path.addLine(to: Point(x: 0.42, y: -0.5))
    path.addLine(to: Point(x: 0.18, y: -0.5))
    path.closeSubpath()
  case 1:
    path.addRect(Rect(x: 0.2, y: -0.72, width: 0.1, height: 0.72))
    path.addRect(Rect(x: 0.08, y: -0.08, width: 0.36, height: 0.08))
  case 2:
    path.move(to: Point(x: 0.02, y: 0))
    path.addQuadCurve(to: Point(x: 0.1, y: -0.7), control: Point(x: 0.9, y: -0.1))
    path.closeSubpath()
  default: path.addEllipse(in: Rect(x: 0.1, y: -0.12, width: 0.12, height: 0.12))
  }
}

/// A shape that is retained, painted where it was made and moved.
func hashRetained(_ ground: Ground, _ hash: inout Hash) {
  var path = PathBuffer<32>()
  path.addEllipse(in: Rect(x: 3, y: 2.5, width: 60, height: 40))
  path.addRect(Rect(x: 20.5, y: 10, width: 60, height: 20))
  let memory = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 4)
  defer { unsafe memory.deallocate() }
  hashPicture(ground, &hash) { canvas in
    let shape = unsafe canvas.retain(
      path.span, mapping: .identity, rule: .evenOdd, in: canvas.clip, memory: memory, byteCount: 4096
    )
    guard let shape else { return }
    canvas.fill(shape, paint: .color(Color(argb: 0xFFE0_6020)))
    canvas.fill(shape, x: 11, y: 17, paint: .color(Color(argb: 0x9020_60E0)))
  }
}
