import FixedRaster
import LayerRuntime
import PanelAssets
import TestSupport
import Testing
import pack_fuzz

/// 8 bits as 5 or 6 and back, the nearest there are.
private func through565(_ r: Int, _ g: Int, _ b: Int) -> (Int, Int, Int) {
  func part(_ value: Int, _ most: Int) -> Int { Int((Double(value * most) / 255).rounded()) }
  let (r5, g6, b5) = (part(r, 31), part(g, 63), part(b, 31))
  return (r5 << 3 | r5 >> 2, g6 << 2 | g6 >> 4, b5 << 3 | b5 >> 2)
}

private func channels(_ picture: Picture, _ index: Int) -> (r: Int, g: Int, b: Int, a: Int) {
  let c = picture.rgba[index * 4..<index * 4 + 4].map { Int($0) }
  return (c[0], c[1], c[2], c[3])
}

@Suite struct ImageTests {
  private let sizes = [(1, 1), (2, 1), (5, 3), (7, 6), (33, 9)]

  @Test("L30 an opaque picture is kept exactly in xrgb8888, argb8888 and palettes, and calls itself opaque")
  func opaque() throws {
    for (width, height) in sizes {
      let picture = samplePicture(width: width, height: height, isOpaque: true)
      for format in [ImageChoice.auto, .xrgb8888, .argb8888, .palette8, .palette4] {
        let pack = try compiledImage(picture, format)
        let found = pixels(pack)
        #expect(pack.image.isOpaque && pack.image.width == width && pack.image.height == height)
        for i in 0..<width * height {
          let c = channels(picture, i)
          #expect(found[i] == premultiplied(c.r, c.g, c.b, 255))
        }
      }
      #expect(try compiledImage(picture, .auto).image.format == .xrgb8888)
    }
  }

  @Test("L30 a picture with alpha is kept multiplied in argb8888 and palettes, and does not call itself opaque")
  func transparent() throws {
    for (width, height) in sizes {
      let picture = samplePicture(width: width, height: height, isOpaque: false)
      for format in [ImageChoice.auto, .argb8888, .palette8] {
        let pack = try compiledImage(picture, format)
        let found = pixels(pack)
        #expect(!pack.image.isOpaque)
        for i in 0..<width * height {
          let c = channels(picture, i)
          #expect(found[i] == premultiplied(c.r, c.g, c.b, c.a))
        }
      }
      #expect(try compiledImage(picture, .auto).image.format == .argb8888)
    }
  }

  @Test("L30 rgb565 is the nearest colour of 5, 6 and 5 bits; with a plane of alpha it is multiplied when it is drawn")
  func rgb565() throws {
    for (width, height) in sizes {
      for isOpaque in [true, false] {
        let picture = samplePicture(width: width, height: height, isOpaque: isOpaque)
        for format in isOpaque ? [ImageChoice.rgb565, .rgb565a8] : [.rgb565a8] {
          let pack = try compiledImage(picture, format)
          #expect(pack.image.isOpaque == isOpaque)
          let found = pixels(pack)
          for i in 0..<width * height {
            let c = channels(picture, i)
            let (r, g, b) = through565(c.r, c.g, c.b)
            #expect(found[i] == premultiplied(r, g, b, c.a))
          }
        }
      }
    }
  }

  @Test("L30 a8 is the picture's alpha, or its gray if it is opaque, and shows the pack's colour or the one asked for")
  func alpha8() throws {
    let picture = samplePicture(width: 7, height: 5, isOpaque: false)
    let pack = try compiledImage(picture, .a8, color: 0xFF20_40FF)
    let (own, red) = (pixels(pack), pixels(pack, color: Color(argb: 0xFFFF_0000)))
    for i in 0..<35 {
      #expect(own[i] == premultiplied(0x20, 0x40, 0xFF, channels(picture, i).a))
      #expect(red[i] == premultiplied(0xFF, 0, 0, channels(picture, i).a))
    }
    let gray = Picture(width: 3, height: 1, rgba: [0, 0, 0, 255, 100, 100, 100, 255, 255, 255, 255, 255])
    #expect(pixels(try compiledImage(gray, .a8)) == [0, 0x6400_0000, 0xFF00_0000])
  }

  @Test(
    "L3A mip levels are those FixedRaster makes, down to one pixel, for every format", arguments: ImageChoice.allCases)
  func mipLevels(format: ImageChoice) throws {
    let isOpaque = format == .xrgb8888 || format == .rgb565
    for (width, height) in [(1, 1), (7, 6), (16, 3)] {
      let picture = samplePicture(width: width, height: height, isOpaque: isOpaque)
      let (with, without) = try (compiledImage(picture, format, mipLevels: true), compiledImage(picture, format))
      #expect(without.levelCount == 1)
      #expect(with.levelCount == [1: 1, 7: 3, 16: 5][width])
      let made = without.image
      let memory = UnsafeMutableRawPointer.allocate(byteCount: made.mipByteCount + 4, alignment: 4)
      let expected = withExtendedLifetime(without) { shrunk(unsafe made.makeMipLevels(in: memory)) }
      #expect(withExtendedLifetime(with) { shrunk(with.image) } == expected)
      #expect(expected.contains { $0 != 0 } || (width == 1 && !isOpaque))
      unsafe memory.deallocate()
    }
  }

  /// Drawn at three eighths of its size, between two levels.
  private func shrunk(_ image: Image) -> [UInt32] {
    let workspace = CoverageWorkspace(width: 16, rows: 16)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: workspace.byteCount, alignment: CoverageWorkspace.alignment)
    defer { unsafe memory.deallocate() }
    var words = [UInt32](repeating: 0, count: 256)
    unsafe words.withUnsafeMutableBytes { bytes in
      let surface = unsafe Surface(base: bytes.baseAddress!, width: 16, height: 16, bytesPerRow: 64)
      var canvas = unsafe Canvas(surface, memory: memory, workspace: workspace)
      canvas.draw(
        image, mapping: Mapping(AffineTransform(a: 0.375, b: 0, c: 0, d: 0.375, tx: 3, ty: 2)), sampling: .trilinear)
    }
    return words
  }

  @Test("L30 what a format cannot hold is an error that names the pixel and what would have been right")
  func unfit() {
    let cases: [(ImageChoice, Picture, String)] = [
      (
        .rgb565, samplePicture(width: 3, height: 2, isOpaque: false),
        "p, pixel 0, 0: alpha 0; expected 255 for rgb565; argb8888 and rgb565a8 keep alpha"
      ),
      (
        .xrgb8888, Picture(width: 2, height: 2, rgba: [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9, 254]),
        "p, pixel 1, 1: alpha 254; expected 255 for xrgb8888; argb8888 and rgb565a8 keep alpha"
      ),
      (
        .a8, samplePicture(width: 3, height: 2, isOpaque: true),
        "p, pixel 0, 0: a colour; expected gray, or a picture with alpha, for a8"
      ),
      (
        .palette4, Picture(width: 17, height: 1, rgba: (0..<17).flatMap { [UInt8($0), 0, 0, 255] }),
        "p: 17 colours; expected at most 16 for palette4"
      ),
      (
        .palette8,
        Picture(width: 257, height: 1, rgba: (0..<257).flatMap { [UInt8($0 & 255), UInt8($0 >> 8), 0, 255] }),
        "p: 257 colours; expected at most 256 for palette8"
      ),
    ]
    for (format, picture, message) in cases {
      var options = ImageOptions()
      options.format = format
      #expect { try compileImage(picture, options, name: "p") } throws: { ($0 as? AssetError)?.message == message }
    }
  }

  @Test("P03 an image is mapped from its file and stays when the file is replaced; a refused one is none")
  func mapped() throws {
    let folder = TemporaryFolder()
    let bytes = sampleImages()[1]
    let path = folder.write(bytes, "image.pack")
    let pack = try ImagePack(path: path)
    let before = pixels(pack)
    try writeFile(path, Array("something else that is long enough".utf8))
    #expect(pixels(pack) == before)
    var refusals: [PackError] = []
    #expect(ImagePack.load(path: path) { refusals.append($0) } == nil)
    #expect(refusals.first?.reason == .magic && refusals.first?.file == path && refusals.first?.offset == 0)
    #expect(ImagePack.load(path: folder.file("none")) { refusals.append($0) } == nil && refusals.count == 2)
  }
}
