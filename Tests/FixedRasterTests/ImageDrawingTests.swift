import TestSupport
import Testing

@testable import FixedRaster

private func drawsOneToOne(_ random: inout SplitMix) {
  var (drawn, kept) = (0, 0)
  for imageFormat in allImageFormats {
    for (x, y) in [(0, 0), (5, 3), (-9, -4), (30, 2), (-40, 0)] {
      for opacity in [255, 90] as [UInt8] {
        let image = TestImage(imageFormat, 37, 11, &random)
        let target = TestMemory(ARGB8888.self, width: 48, height: 13)
        for row in 0..<13 {
          for column in 0..<48 {
            target[column, row] = UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000
          }
        }
        let before = (0..<13 * 48).map { target[$0 % 48, $0 / 48] }
        withCanvas(target.surface) {
          $0.setClip(PixelRect(minX: 1, minY: 1, maxX: 47, maxY: 12))
          $0.draw(image.image, x: Int32(x), y: Int32(y), opacity: opacity)
        }
        for row in 0..<13 {
          for column in 0..<48 {
            let (u, v) = (column - x, row - y)
            let old = before[row * 48 + column]
            let isInClip = column >= 1 && column < 47 && row >= 1 && row < 12
            if isInClip && u >= 0 && u < 37 && v >= 0 && v < 11 {
              let source = product(image[u, v], UInt32(opacity))
              #expect(target[column, row] == over(source, old), "\(imageFormat) \(u) \(v)")
              drawn += 1
            } else {
              #expect(target[column, row] == old)
              kept += 1
            }
          }
        }
      }
    }
  }
  #expect(drawn > 5000 && kept > 5000)
}

@Test(
  "R36 one to one: every source format gives the image's own pixels, clipped, with opacity")
func imagesAreDrawnOneToOne() {
  var random = SplitMix(seed: 36)
  drawsOneToOne(&random)
}

@Test("R36 an opaque image is stored: the bytes of a copy, X of xrgb8888 made 255 and never read")
func opaqueImagesAreCopied() {
  var random = SplitMix(seed: 361)
  let image = TestImage(.xrgb8888, 64, 8, &random)
  let promised = TestImage(.argb8888, 64, 8, &random)
  #expect(image.image.isOpaque && !promised.image.isOpaque)
  let target = TestMemory(ARGB8888.self, width: 64, height: 8)
  withCanvas(target.surface) { $0.draw(image.image, x: 0, y: 0) }
  for y in 0..<8 { for x in 0..<64 { #expect(target[x, y] == image[x, y]) } }
}

@Test(
  "R36 a move by whole pixels is the same however it is drawn: at a place, transformed, as a paint, in each sampling")
func wholeMovesAreTheSame() {
  var random = SplitMix(seed: 362)
  var cases = 0
  for format in allImageFormats {
    let image = TestImage(format, 29, 10, &random)
    let expected = TestMemory(ARGB8888.self, width: 40, height: 16)
    withCanvas(expected.surface) { $0.draw(image.image, x: 4, y: 3, opacity: 200) }
    let move = AffineTransform(translationX: 4, y: 3)
    for sampling in [ImageSampling.nearest, .bilinear, .trilinear] {
      for wrap in [ImageWrap.clamp, .repeat] {
        let transformed = TestMemory(ARGB8888.self, width: 40, height: 16)
        withCanvas(transformed.surface) {
          $0.draw(image.image, mapping: Mapping(move), sampling: sampling, wrap: wrap, opacity: 200)
        }
        let projected = TestMemory(ARGB8888.self, width: 40, height: 16)
        withCanvas(projected.surface) {
          $0.draw(image.image, mapping: Mapping(Transform3D(move)), sampling: sampling, wrap: wrap, opacity: 200)
        }
        let painted = TestMemory(ARGB8888.self, width: 40, height: 16)
        let paint = ImagePaint(image.image, mapping: Mapping(move), sampling: sampling, wrap: wrap)
        withCanvas(painted.surface) {
          $0.fill(
            rectangle(4, 3, 33, 13).span, mapping: .identity, paint: .image(paint), opacity: 200)
        }
        #expect(transformed.bytes == expected.bytes && painted.bytes == expected.bytes)
        #expect(projected.bytes == expected.bytes)
        cases += 1
      }
    }
  }
  #expect(cases == 42)
}

@Test("R36 an empty image, one without its palette or plane, no inverse, opacity 0: nothing is drawn")
func nothingIsDrawn() {
  let target = TestMemory(ARGB8888.self, width: 20, height: 20)
  let before = target.bytes
  let pixels: [UInt32] = .init(repeating: 0xFFFF_FFFF, count: 64)
  unsafe pixels.withUnsafeBytes { bytes in
    let base = bytes.baseAddress!
    let images = unsafe [
      Image(.palette8, pixels: base, width: 8, height: 8, bytesPerRow: 8),
      Image(.palette4, pixels: base, width: 8, height: 8, bytesPerRow: 4),
      Image(.rgb565Alpha8, pixels: base, width: 8, height: 8, bytesPerRow: 16),
      Image(.argb8888, pixels: base, width: 0, height: 8, bytesPerRow: 32),
      Image(.argb8888, pixels: base, width: 8, height: -1, bytesPerRow: 32),
    ]
    withCanvas(target.surface) { canvas in
      for image in images {
        #expect(image.isEmpty && image.mipByteCount == 0)
        canvas.draw(image, x: 1, y: 1)
        canvas.draw(image, mapping: Mapping(AffineTransform(scaleX: 2, y: 2)))
        canvas.draw(image, mapping: Mapping(Transform3D(scaleX: 2, y: 2, z: 1)), sampling: .trilinear)
        canvas.fill(rectangle(0, 0, 9, 9).span, mapping: .identity, paint: .image(ImagePaint(image)))
      }
      let full = unsafe Image(.argb8888, pixels: base, width: 8, height: 8, bytesPerRow: 32)
      canvas.draw(full, x: 1, y: 1, opacity: 0)
      canvas.draw(full, mapping: Mapping(AffineTransform(scaleX: 0, y: 2)))
      canvas.draw(full, mapping: Mapping(Transform3D(scaleX: 2, y: 0, z: 1)))
      canvas.draw(full, mapping: Mapping(AffineTransform(scaleX: 2, y: 2)), opacity: 0)
      canvas.draw(full, x: .max, y: .min)
      let large = unsafe Image(.argb8888, pixels: base, width: 1 << 20, height: 8, bytesPerRow: 0)
      #expect(large.width == 32767)
    }
  }
  #expect(target.bytes == before)
}

@Test("R36 tiles: affine, perspective and mip-mapped images are byte for byte the same, in each surface format")
func tilesGiveTheSameImage() {
  var random = SplitMix(seed: 363)
  let image = TestImage(.argb8888, 41, 23, &random)
  let opaque = TestImage(.rgb565, 24, 30, &random)
  let levels = image.withLevels()
  let turned = AffineTransform(rotationAngle: 0.4).concatenating(AffineTransform(scaleX: 1.7, y: 1.2))
    .concatenating(AffineTransform(translationX: 12.3, y: 4.6))
  var projective = Transform3D()
  (projective.m11, projective.m22, projective.m14, projective.m24) = (1.8, 1.5, 0.004, 0.011)
  (projective.m41, projective.m42) = (3.25, 5.5)
  for wrap in [ImageWrap.clamp, .repeat] {
    for sampling in [ImageSampling.nearest, .bilinear, .trilinear] {
      expectSameInTiles(53, 31) { $0.draw(levels, mapping: Mapping(turned), sampling: sampling, wrap: wrap) }
      let paint = ImagePaint(opaque.image, mapping: Mapping(turned), sampling: sampling, wrap: wrap)
      expectSameInTiles(53, 31) {
        $0.fill(rectangle(2, 1, 88, 59).span, mapping: .identity, paint: .image(paint), opacity: 180)
      }
      let shrunk = ImagePaint(
        levels, mapping: Mapping(AffineTransform(scaleX: 0.3, y: 0.4)), sampling: sampling, wrap: wrap)
      expectSameInTiles(53, 31) {
        $0.fill(rectangle(2, 1, 88, 59).span, mapping: .identity, paint: .image(shrunk))
      }
      expectSameInTiles(53, 31) { $0.draw(levels, mapping: Mapping(projective), sampling: sampling, wrap: wrap) }
    }
  }
  expectSameInTiles(53, 31) { $0.draw(image.image, x: 11, y: 7, opacity: 99) }
}

@Test("R36 R05 an image wider than the workspace is drawn in bands: nothing beyond the row of scratch is written")
func wideImagesAreDrawnInBands() {
  var random = SplitMix(seed: 36)
  let image = TestImage(.xrgb8888, 60, 20, &random)
  var pictures: [[UInt8]] = []
  for width in [64, 5] {
    let target = TestMemory(ARGB8888.self, width: 64, height: 24)
    withCanvas(target.surface, rows: 6, width: width) { canvas in
      canvas.draw(image.image, x: 2, y: 1)
      // Cells that were written by mistake would show here.
      canvas.fill(
        [.move(Point(x: 0, y: 0)), .line(Point(x: 64, y: 12)), .line(Point(x: 3, y: 24))].span,
        mapping: .identity, color: Color(argb: 0x80FF_0000))
    }
    pictures.append(target.bytes)
  }
  let areSame = pictures[0] == pictures[1]
  #expect(areSame)
}
