import FixedRaster

/// Images of every source format on a ground: one to one, turned, in perspective, shrunk; each sampling, each wrap.
func hashImages(_ ground: Ground, _ hash: inout Hash) {
  for source in everyImageFormat {
    withGoldenImage(source) { image in
      hashPlaced(ground, image, &hash)
      hashMapped(ground, image, .nearest, .clamp, &hash)
      hashMapped(ground, image, .bilinear, .clamp, &hash)
      hashMapped(ground, image, .bilinear, .repeat, &hash)
      hashMapped(ground, image, .trilinear, .repeat, &hash)
    }
  }
}

let everyImageFormat: [ImageFormat] = [.alpha8, .rgb565, .rgb565Alpha8, .argb8888, .xrgb8888, .palette8, .palette4]

/// One of the image's pixels to one of the picture's: stored, faded, cut off by the edges and the clip.
func hashPlaced(_ ground: Ground, _ image: Image, _ hash: inout Hash) {
  hashPicture(ground, &hash) {
    $0.draw(image, x: 5, y: 3)
    $0.draw(image, x: 50, y: 40, opacity: 140)
    $0.draw(image, x: -10, y: 60)
    $0.setClip(PixelRect(minX: 40, minY: 6, maxX: 91, maxY: 70))
    $0.draw(image, x: 70, y: -8)
    $0.draw(image, x: 31, y: 55, opacity: 1)
  }
}

private func hashMapped(
  _ ground: Ground, _ image: Image, _ sampling: ImageSampling, _ wrap: ImageWrap, _ hash: inout Hash
) {
  let turned = AffineTransform(rotationAngle: 0.4).concatenating(AffineTransform(scaleX: 1.7, y: 1.25))
    .translatedBy(x: 14, y: -4)
  let shrunk = AffineTransform(scaleX: 0.3125, y: 0.4).translatedBy(x: 3.5, y: 1.25)
  hashPicture(ground, &hash) {
    $0.draw(image, mapping: Mapping(turned), sampling: sampling, wrap: wrap)
    let paint = ImagePaint(image, mapping: Mapping(shrunk), sampling: sampling, wrap: wrap)
    $0.fill(ringPath().span, mapping: .identity, rule: .evenOdd, paint: .image(paint), opacity: 200)
    let whole = ImagePaint(
      image, mapping: Mapping(AffineTransform(translationX: 7, y: 50)), sampling: sampling, wrap: wrap)
    $0.fill(PixelRect(minX: 2, minY: 60, maxX: 50, maxY: 78), paint: .image(whole))
    let style = StrokeStyle(width: 4.5, join: .round)
    $0.stroke(ringPath().span, style: style, mapping: .identity, paint: .image(paint))
  }
  var projective = Transform3D()
  (projective.m11, projective.m12, projective.m22) = (2.25, 0.25, 1.75)
  (projective.m14, projective.m24) = (0.004, 0.011)
  (projective.m41, projective.m42) = (6.25, 4.5)
  hashPicture(ground, &hash) {
    $0.draw(image, mapping: Mapping(projective), sampling: sampling, wrap: wrap, opacity: 230)
    // Beyond its rectangle, to the horizon.
    let floor = ImagePaint(image, mapping: Mapping(projective), sampling: sampling, wrap: wrap)
    $0.fill(PixelRect(minX: 0, minY: 44, maxX: 96, maxY: 80), paint: .image(floor))
  }
}

/// Images of every source format times colours: upright between pixels, mirrored, turned, in perspective, added up.
func hashTinted(_ ground: Ground, _ hash: inout Hash) {
  var projective = Transform3D()
  (projective.m11, projective.m14, projective.m24, projective.m42) = (1.5, 0.004, 0.011, 9)
  for source in everyImageFormat {
    withGoldenImage(source) { image in
      hashPicture(ground, &hash) {
        let shrunk = AffineTransform(scaleX: 0.3125, y: 0.4)
        $0.draw(image, tint: Color(argb: 0xFF40_C0FF), mapping: Mapping(shrunk.translatedBy(x: 9.5, y: 31.25)))
        $0.draw(image, tint: .white, mapping: Mapping(AffineTransform(a: -1.25, b: 0, c: 0, d: 1, tx: 90.3, ty: 2.7)))
        let turned = AffineTransform(rotationAngle: 0.7).concatenating(AffineTransform(translationX: 40, y: 30))
        $0.draw(image, tint: Color(argb: 0x90FF_E080), mapping: Mapping(turned), mode: .plusLighter)
        $0.draw(image, tint: Color(argb: 0xC0FF_80FF), mapping: Mapping(projective), sampling: .nearest)
        $0.draw(
          image, tint: Color(argb: 0x40FF_FFFF), mapping: Mapping(shrunk), sampling: .trilinear, mode: .plusLighter)
      }
    }
  }
}

func ringPath() -> PathBuffer<32> {
  var path = PathBuffer<32>()
  path.addEllipse(in: Rect(x: 8.5, y: 12.25, width: 70, height: 60))
  path.addEllipse(in: Rect(x: 30, y: 30, width: 30.5, height: 20))
  return path
}

/// An image of 33×25 pixels with mip levels: a board of two ramps with a disc that shows through where the format can.
func withGoldenImage(_ format: ImageFormat, _ body: (Image) -> Void) {
  let (width, height) = (33, 25)
  let stride = (format.bytes(width: width) + 7) & ~3
  let pixels = UnsafeMutableRawPointer.allocate(byteCount: stride * height, alignment: 4)
  let alpha = UnsafeMutableRawPointer.allocate(byteCount: width * height, alignment: 4)
  let palette = UnsafeMutablePointer<UInt32>.allocate(capacity: 256)
  defer {
    unsafe pixels.deallocate()
    unsafe alpha.deallocate()
    unsafe palette.deallocate()
  }
  unsafe pixels.initializeMemory(as: UInt8.self, repeating: 0, count: stride * height)
  for i in 0..<256 { unsafe palette[i] = paletteColor(format, UInt32(i)).premultiplied.argb }
  for y in 0..<height {
    for x in 0..<width {
      let color = goldenColor(x, y)
      unsafe alpha.storeBytes(of: color.alpha, toByteOffset: y * width + x, as: UInt8.self)
      unsafe store(color, x, pixels + y * stride, format)
    }
  }
  let image = unsafe Image(
    format, pixels: pixels, width: width, height: height, bytesPerRow: stride, alpha: alpha, alphaBytesPerRow: width,
    palette: palette, color: Color(argb: 0xE0FF_9030))
  let levels = UnsafeMutableRawPointer.allocate(byteCount: image.mipByteCount, alignment: 4)
  defer { unsafe levels.deallocate() }
  body(unsafe image.makeMipLevels(in: levels))
}

private func goldenColor(_ x: Int, _ y: Int) -> Color {
  let isLight = (x / 4 + y / 4) % 2 == 0
  let (red, green, blue) = isLight ? (255 - x * 5, 220, 60 + y * 7) : (30 + x * 3, 60 + y * 4, 120)
  let isInDisc = (x - 16) * (x - 16) + (y - 12) * (y - 12) < 60
  let argb = (isInDisc ? 0x60 : 0xFF) << 24 | red << 16 | green << 8 | blue
  return Color(argb: UInt32(truncatingIfNeeded: argb))
}

/// 3 bits of red, 3 of green, 2 of blue, every fifth half clear; of a small palette the index spread over them.
private func paletteColor(_ format: ImageFormat, _ index: UInt32) -> Color {
  let bits = format == .palette4 ? (index & 15) &* 17 : index
  let alpha: UInt32 = index % 5 == 3 ? 0x80 : 0xFF
  return Color(argb: alpha &<< 24 | (bits & 0xE0) &<< 16 | (bits & 0x1C) &<< 11 | (bits & 3) &* 85)
}

private func store(_ color: Color, _ x: Int, _ row: UnsafeMutableRawPointer, _ format: ImageFormat) {
  let argb = UInt32(color.alpha) << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
  let index = RGB332.pack(argb)
  switch format {
  case .alpha8: unsafe row.storeBytes(of: color.alpha == 255 ? color.blue : 40, toByteOffset: x, as: UInt8.self)
  case .rgb565, .rgb565Alpha8: unsafe row.storeBytes(of: RGB565.pack(argb), toByteOffset: x * 2, as: UInt16.self)
  case .argb8888: unsafe row.storeBytes(of: color.premultiplied.argb, toByteOffset: x * 4, as: UInt32.self)
  case .xrgb8888: unsafe row.storeBytes(of: argb & 0x00FF_FFFF, toByteOffset: x * 4, as: UInt32.self)
  case .palette8: unsafe row.storeBytes(of: index, toByteOffset: x, as: UInt8.self)
  case .palette4:
    let there = unsafe row.load(fromByteOffset: x / 2, as: UInt8.self)
    let nibble = index >> 4
    unsafe row.storeBytes(of: x % 2 == 0 ? nibble << 4 : there | nibble, toByteOffset: x / 2, as: UInt8.self)
  }
}
