import TestSupport
import Testing

@testable import FixedRaster

/// Each channel of a premultiplied pixel times the tint's, both as they are blended.
private func tinted(_ pixel: UInt32, _ tint: Color) -> UInt32 {
  var result: UInt32 = 0
  for shift: UInt32 in [0, 8, 16, 24] {
    let product = ((pixel >> shift) & 255) * ((tint.premultiplied.argb >> shift) & 255)
    result |= ((product * 2 + 255) / 510) << shift
  }
  return result
}

/// A canvas's pixels, and how many of them differ from what lay there.
private func draw(_ body: (inout Canvas) -> Void) -> [UInt32] {
  let target = TestMemory(ARGB8888.self, width: 48, height: 40)
  for y in 0..<40 { for x in 0..<48 { target[x, y] = 0xFF20_4060 } }
  withCanvas(target.surface, body)
  return (0..<40 * 48).map { target[$0 % 48, $0 / 48] }
}

@Test("R36 L44 a tint multiplies every channel of an image by its own, alpha by alpha, correctly rounded")
func tintsMultiply() {
  var random = SplitMix(seed: 44)
  for format in allImageFormats {
    for argb: UInt32 in [0xFFFF_FFFF, 0xFF80_40C0, 0x7FFF_FFFF, 0x01FF_0080, 0x00FF_FFFF] {
      let image = TestImage(format, 37, 11, &random)
      let pixels = draw {
        $0.draw(image.image, tint: Color(argb: argb), mapping: Mapping(AffineTransform(translationX: 5, y: 3)))
      }
      for y in 0..<40 {
        for x in 0..<48 {
          let (u, v) = (x - 5, y - 3)
          let isInside = u >= 0 && u < 37 && v >= 0 && v < 11
          let source = isInside ? tinted(image[u, v], Color(argb: argb)) : 0
          #expect(pixels[y * 48 + x] == over(source, 0xFF20_4060), "\(format) \(u) \(v)")
        }
      }
    }
  }
}

@Test("R36 L44 all products of two channels are correctly rounded, in rows of any length")
func tintProducts() {
  for factor in UInt32(0)...255 {
    let tint = factor << 24 | factor << 16 | factor << 8 | factor
    var row = (UInt32(0)...255).map { $0 << 24 | $0 << 16 | $0 << 8 | $0 }
    let count = 255 - Int(factor % 9)
    unsafe row.withUnsafeMutableBufferPointer { unsafe multiplyPixels($0.baseAddress!, count, tint) }
    for value in UInt32(0)..<UInt32(count) { #expect(row[Int(value)] & 255 == (value * factor * 2 + 255) / 510) }
    for value in UInt32(0)..<UInt32(count) { #expect(row[Int(value)] == (row[Int(value)] & 255) * 0x0101_0101) }
    for value in count..<256 { #expect(row[value] & 255 == value) }
  }
}

@Test("R36 L44 an upright tinted image, small, shrunk, mirrored or cut off, is byte for byte what its path makes of it")
func uprightIsThePath() {
  var random = SplitMix(seed: 445)
  let image = TestImage(.argb8888, 9, 7, &random)
  var changed = 0
  for round in 0..<400 {
    func part(_ range: ClosedRange<Int>) -> Coefficient {
      Coefficient(Fixed(rawValue: Int32(truncatingIfNeeded: random.next(in: range))))
    }
    let scale = round % 3 == 0 ? 0...20_000 : -200_000...200_000
    let move = AffineTransform(
      a: part(scale), b: 0, c: 0, d: part(scale), tx: part(-500_000...3_000_000), ty: part(-400_000...2_600_000))
    let tint = Color(argb: round % 2 == 0 ? 0xFFFF_FFFF : 0xA0FF_8040)
    let mode = round % 5 == 0 ? BlendMode.plusLighter : .sourceOver
    let clip = round % 4 == 0 ? PixelRect(minX: 11, minY: 7, maxX: 33, maxY: 29) : PixelRect(width: 48, height: 40)
    let fast = draw {
      $0.setClip(clip)
      $0.draw(image.image, tint: tint, mapping: .affine(move), mode: mode)
    }
    let slow = draw {
      $0.setClip(clip)
      let shader = TintedShader(image.image.levels, .affine(move), sampling: .bilinear, tint: tint)
      var path = PathBuffer<8>()
      path.addRect(Rect(x: 0, y: 0, width: 9, height: 7))
      $0.drawFill(path.span, PathMapping(.affine(move)), .nonZero, nil, shader, 255, mode)
    }
    #expect(fast == slow, "\(move)")
    if fast.contains(where: { $0 != 0xFF20_4060 }) { changed += 1 }
  }
  #expect(changed > 200)
}

@Test("R36 L44 a white tint draws a turned image, and one in perspective, as it is drawn without one")
func whiteTint() {
  var random = SplitMix(seed: 446)
  let image = TestImage(.argb8888, 21, 17, &random)
  let turned = Mapping(AffineTransform(rotationAngle: 0.6).translatedBy(x: 20, y: 2))
  var transform = Transform3D()
  (transform.m14, transform.m24, transform.m41) = (0.01, 0.008, 4)
  for mapping in [turned, Mapping(transform)] {
    for mode in [BlendMode.sourceOver, .plusLighter] {
      let plain = draw { $0.draw(image.image, mapping: mapping, mode: mode) }
      #expect(plain == draw { $0.draw(image.image, tint: .white, mapping: mapping, mode: mode) })
      #expect(plain != draw { $0.draw(image.image, tint: Color(argb: 0xFFFF_0000), mapping: mapping, mode: mode) })
    }
  }
}

@Test("R36 L44 a cropped image is the part of the image, of every format; what lies beyond is left out")
func cropsImages() {
  var random = SplitMix(seed: 447)
  for format in allImageFormats {
    let image = TestImage(format, 23, 9, &random)
    let part = image.image.cropped(to: PixelRect(minX: 4, minY: 2, maxX: 40, maxY: 8))
    #expect(part.width == 19 && part.height == 6 && part.format == format)
    let pixels = draw { $0.draw(part, x: 0, y: 0) }
    for y in 0..<6 {
      for x in 0..<19 { #expect(pixels[y * 48 + x] == over(image[x + 4, y + 2], 0xFF20_4060), "\(format)") }
    }
    #expect(image.image.cropped(to: PixelRect(minX: 30, minY: 0, maxX: 40, maxY: 9)).isEmpty)
  }
}
