import LayerRuntime
import PanelAssets
import Testing
import pack_fuzz

private func pack(_ format: ImageChoice, mipLevels: Bool = false) throws -> PackEditor {
  var options = ImageOptions()
  (options.format, options.hasMipLevels) = (format, mipLevels)
  let picture = samplePicture(width: 7, height: 6, isOpaque: format == .rgb565 || format == .xrgb8888)
  return PackEditor(try compileImage(picture, options, name: "sample").bytes)
}

private func expectRefusal(
  _ pack: PackEditor, _ reason: PackError.Reason, at offset: Int, found: Int64, limit: Int64,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var pack = pack
  pack.seal()
  let error = imageRefusal(pack.bytes)
  #expect(error?.reason == reason, sourceLocation: sourceLocation)
  #expect(error?.offset == offset, sourceLocation: sourceLocation)
  #expect(error?.found == found, sourceLocation: sourceLocation)
  #expect(error?.limit == limit, sourceLocation: sourceLocation)
  #expect(error?.file == "an image", sourceLocation: sourceLocation)
}

@Suite struct ImageRefusalTests {
  @Test("P03 an image of a format there is not is refused", arguments: [7, 255, 256, 65535])
  func format(number: Int) throws {
    var pack = try pack(.argb8888)
    let header = try #require(pack.section("IMAG")).offset
    pack.set(header, number, bytes: 2)
    expectRefusal(pack, .imageFormat, at: header, found: Int64(number), limit: 6)
  }

  @Test("P03 an image of no pixels, or of more than 32767 a side, is refused", arguments: [4, 6])
  func size(field: Int) throws {
    for side in [0, 32768, 65535] {
      var pack = try pack(.rgb565)
      let at = try #require(pack.section("IMAG")).offset + field
      pack.set(at, side, bytes: 2)
      expectRefusal(pack, .imageSize, at: at, found: Int64(side), limit: 32767)
    }
  }

  @Test("P03 rows, planes, palettes and mip levels that are longer or shorter than the size says are refused")
  func lengths() throws {
    let cases: [(ImageChoice, String)] = [
      (.argb8888, "PIXL"), (.a8, "PIXL"), (.palette4, "PIXL"), (.rgb565a8, "ALPH"), (.palette8, "PALT"),
      (.palette4, "PALT"),
      (.xrgb8888, "MIPS"), (.a8, "MIPS"), (.rgb565, "IMAG"),
    ]
    for (format, tag) in cases {
      var pack = try pack(format, mipLevels: tag == "MIPS")
      let section = try #require(pack.section(tag))
      pack.set(section.entry + 8, section.length - 4, bytes: 4)
      expectRefusal(
        pack, .sectionLength, at: section.entry + 8, found: Int64(section.length - 4), limit: Int64(section.length))
    }
    // 32767 rows of 32767 pixels: more than 32 bits count.
    var huge = try pack(.argb8888)
    let (header, rows) = try (#require(huge.section("IMAG")), #require(huge.section("PIXL")))
    huge.set(header.offset + 4, 0x7FFF_7FFF, bytes: 4)
    expectRefusal(huge, .sectionLength, at: rows.entry + 8, found: 168, limit: 32767 * 32767 * 4)
  }

  @Test("P03 a plane or palette that the format needs is missed, and one that it does not need is refused")
  func planes() throws {
    func tag(_ letters: String) -> Int64 { letters.utf8.reversed().reduce(0) { $0 << 8 | Int64($1) } }
    for (format, other, missing) in [(ImageChoice.rgb565, 2, "ALPH"), (.a8, 5, "PALT")] {
      var pack = try pack(format)
      pack.set(try #require(pack.section("IMAG")).offset, other, bytes: 2)
      expectRefusal(pack, .missingSection, at: 16, found: 0, limit: tag(missing))
    }
    for (format, other, needless) in [(ImageChoice.rgb565a8, 1, "ALPH"), (.palette8, 0, "PALT")] {
      var pack = try pack(format)
      pack.set(try #require(pack.section("IMAG")).offset, other, bytes: 2)
      let entry = try #require(pack.section(needless)).entry
      expectRefusal(pack, .needlessSection, at: entry, found: tag(needless), limit: 0)
    }
    var unsaid = try pack(.argb8888, mipLevels: true)
    unsaid.set(try #require(unsaid.section("IMAG")).offset + 2, 0, bytes: 2)
    expectRefusal(
      unsaid, .needlessSection, at: try #require(unsaid.section("MIPS")).entry, found: tag("MIPS"), limit: 0)
  }

  @Test("P03 mip levels that are not all there are, or that are not half of the one before, are refused")
  func mipLevels() throws {
    for count in [1, 3, 65535] {
      var pack = try pack(.argb8888, mipLevels: true)
      let at = try #require(pack.section("IMAG")).offset + 2
      pack.set(at, count, bytes: 2)
      expectRefusal(pack, .mipLevelCount, at: at, found: Int64(count), limit: 2)
    }
    for (index, expected) in [3, 3, 1, 1].enumerated() {
      var pack = try pack(.argb8888, mipLevels: true)
      let at = try #require(pack.section("MIPS")).offset + index * 2
      pack.set(at, expected + 1, bytes: 2)
      expectRefusal(pack, .mipLevelSize, at: at, found: Int64(expected + 1), limit: Int64(expected))
    }
  }

  @Test("P03 a colour above its alpha is refused in pixels, palettes and mip levels")
  func premultiplied() throws {
    for (format, tag, offset) in [
      (ImageChoice.argb8888, "PIXL", 41 * 4), (.palette8, "PALT", 255 * 4), (.argb8888, "MIPS", 8),
    ] {
      for (word, most, alpha) in [(0x7F00_0080, 0x80, 0x7F), (0x0000_0100, 1, 0), (0xFE_FF_00_00, 0xFF, 0xFE)] {
        var pack = try pack(format, mipLevels: tag == "MIPS")
        let at = try #require(pack.section(tag)).offset + offset
        pack.set(at, word, bytes: 4)
        expectRefusal(pack, .premultiplied, at: at, found: Int64(most), limit: Int64(alpha))
      }
    }
  }
}
