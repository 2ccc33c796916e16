import FixedRaster
import LayerRuntime
import PanelAssets
import Testing

/// A picture of one kind of PNG and what its pixels are: red, green, blue, alpha of 0...255, not premultiplied.
private struct PNGKind: CustomTestStringConvertible {
  let colorType, depth: Int
  var isTransparent = false

  var testDescription: String { "colour type \(colorType), \(depth) bits\(isTransparent ? ", tRNS" : "")" }

  static let all: [PNGKind] =
    [
      (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8), (4, 8), (4, 16), (6, 8),
      (6, 16),
    ]
    .flatMap { (type, depth) -> [PNGKind] in
      let plain = PNGKind(colorType: type, depth: depth)
      return type < 4 ? [plain, PNGKind(colorType: type, depth: depth, isTransparent: true)] : [plain]
    }

  private var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1 }
  private var most: Int { 1 << depth - 1 }
  private static func paletteColor(_ index: Int) -> [UInt8] {
    [UInt8(index * 37 % 256), UInt8(255 - index), UInt8(index)]
  }
  private static func paletteAlpha(_ index: Int) -> UInt8 { UInt8(index * 85 % 256) }

  /// Samples all over the range. Those of 16 bits are whole steps of 8, or libpng would round by its own gamma tables.
  func samples(_ x: Int, _ y: Int) -> [Int] {
    (0..<channels).map { channel in
      let value = (x * 31 + y * 57 + channel * 101) % 256
      return depth == 16 ? value * 257 : depth == 8 ? value : value & most
    }
  }

  /// The sample that is transparent: the one of the first pixel.
  private var transparency: [UInt8]? {
    if !isTransparent { return nil }
    if colorType == 3 { return (0..<1 << depth).map(Self.paletteAlpha) }
    return samples(0, 0).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  }

  func file(_ width: Int, _ height: Int, isInterlaced: Bool) -> [UInt8] {
    var encoder = PNGEncoder(colorType: colorType, depth: depth, width: width, height: height, samples: samples)
    encoder.isInterlaced = isInterlaced
    if colorType == 3 { encoder.palette = (0..<1 << depth).map(Self.paletteColor) }
    encoder.transparency = transparency
    return encoder.file
  }

  func rgba(_ x: Int, _ y: Int) -> [UInt8] {
    let samples = self.samples(x, y)
    if colorType == 3 {
      return Self.paletteColor(samples[0]) + [isTransparent ? Self.paletteAlpha(samples[0]) : 255]
    }
    let bytes = samples.map { UInt8($0 * 255 / most) }
    let isHidden = isTransparent && samples == self.samples(0, 0)
    switch colorType {
    case 0: return [bytes[0], bytes[0], bytes[0], isHidden ? 0 : 255]
    case 2: return bytes + [isHidden ? 0 : 255]
    case 4: return [bytes[0], bytes[0], bytes[0], bytes[1]]
    default: return bytes
    }
  }
}

@Suite struct PNGTests {
  @Test(
    "L30 a PNG of every colour type and depth, interlaced or not, becomes the same pixels multiplied by alpha",
    arguments: PNGKind.all, [false, true])
  fileprivate func kinds(kind: PNGKind, isInterlaced: Bool) throws {
    for (width, height) in [(1, 1), (5, 3), (19, 17)] {
      let file = kind.file(width, height, isInterlaced: isInterlaced)
      let picture = try decodePNG(file, name: "a.png")
      #expect(picture.width == width && picture.height == height)
      let found = pixels(try compiledImage(picture, .argb8888))
      var wrong = 0
      for y in 0..<height {
        for x in 0..<width {
          let c = kind.rgba(x, y).map { Int($0) }
          if found[y * width + x] != premultiplied(c[0], c[1], c[2], c[3]) { wrong += 1 }
        }
      }
      #expect(wrong == 0)
    }
  }

  @Test("L30 a file that is no PNG, is cut short or is damaged is refused with its name")
  func damaged() {
    let kind = PNGKind(colorType: 6, depth: 8)
    let file = kind.file(19, 17, isInterlaced: false)
    var flipped = file
    flipped[60] ^= 1
    for bytes in [[], Array("GIF89a, which is no PNG".utf8), Array(file.prefix(200)), Array(file.prefix(20)), flipped] {
      #expect { try decodePNG(bytes, name: "dir/a.png") } throws: { error in
        let message = (error as? AssetError)?.message ?? ""
        return message.hasPrefix("dir/a.png: libpng: ") && message.hasSuffix("; expected a PNG file")
      }
    }
  }

  @Test("L30 a PNG of more than 32767 pixels a side is refused before its pixels are read")
  func tooLarge() {
    let kind = PNGEncoder(colorType: 0, depth: 1, width: 32768, height: 1) { _, _ in [1] }
    #expect { try decodePNG(kind.file, name: "a.png") } throws: { error in
      (error as? AssetError)?.message == "a.png: 32768 × 1 pixels; expected at most 32767 either way"
    }
  }
}
