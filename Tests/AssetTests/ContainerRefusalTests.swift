import LayerRuntime
import Testing
import pack_fuzz

private func letters(_ tag: String) -> Int64 { tag.utf8.reversed().reduce(0) { $0 << 8 | Int64($1) } }

/// The sample font with one change. The checksum is made right again where nothing else is said.
private func refusal(sealed: Bool = true, _ change: (inout PackEditor) -> Void) -> PackError? {
  var pack = PackEditor(SampleFont().bytes)
  change(&pack)
  if sealed { pack.seal(length: false) }
  return fontRefusal(pack.bytes)
}

private func same(
  _ error: PackError?, _ reason: PackError.Reason, _ offset: Int, _ found: Int64, _ limit: Int64,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(error?.reason == reason, sourceLocation: sourceLocation)
  #expect(error?.offset == offset, sourceLocation: sourceLocation)
  #expect(error?.found == found, sourceLocation: sourceLocation)
  #expect(error?.limit == limit, sourceLocation: sourceLocation)
  #expect(error?.file == "a font", sourceLocation: sourceLocation)
}

@Suite struct ContainerRefusalTests {
  private let length = Int64(SampleFont().bytes.count)

  @Test("P03 what is shorter than a header is refused, down to nothing", arguments: [0, 1, 15, 19])
  func tooShort(count: Int) {
    same(fontRefusal(Array(SampleFont().bytes.prefix(count))), .tooShort, 0, Int64(count), 20)
  }

  @Test("P03 another magic number, version or kind is refused")
  func header() {
    same(refusal { $0.bytes[0] = 0x6C }, .magic, 0, letters("lPAK"), letters("LPAK"))
    same(refusal { $0.set(4, 2, bytes: 2) }, .version, 4, 2, 1)
    same(refusal { $0.set(6, 2, bytes: 2) }, .kind, 6, 2, 1)
    let image = imageRefusal(SampleFont().bytes)
    #expect(image?.reason == .kind && image?.found == 1 && image?.limit == 2 && image?.file == "an image")
  }

  @Test("P03 a length that is not the file's is refused: cut, lengthened, or said wrongly")
  func lengths() {
    same(refusal { $0.bytes.removeLast(4) }, .length, 8, length, length - 4)
    same(refusal { $0.bytes.append(0) }, .length, 8, length, length + 1)
    same(refusal { $0.set(8, 0xFFFF_FFFF, bytes: 4) }, .length, 8, 0xFFFF_FFFF, length)
  }

  @Test("P03 every bit that is turned behind the header is found by the checksum")
  func checksum() {
    let bytes = SampleFont().bytes
    let sum = Int64(PackEditor(bytes).number(12, bytes: 4))
    for place in 16..<bytes.count {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[place] ^= 1 << UInt8(bit)
        let error = fontRefusal(damaged)
        #expect(error?.reason == .checksum && error?.offset == 12 && error?.found == sum)
      }
    }
    let error = refusal(sealed: false) { $0.set(12, 0, bytes: 4) }
    same(error, .checksum, 12, 0, sum)
  }

  @Test("P03 no section, or more than there is room for, is refused")
  func sectionCount() {
    let room = (length - 20) / 12
    for count in [0, room + 1, 0xFFFF_FFFF] {
      same(refusal { $0.set(16, Int(count), bytes: 4) }, .sectionCount, 16, count, room)
    }
  }

  @Test("P03 a section that begins in the header, in the table, or between four bytes is refused")
  func sectionOffset() {
    for offset in [0, 16, 124, 0x7A, 0x101] {
      same(refusal { $0.set(20 + 4, offset, bytes: 4) }, .sectionOffset, 24, Int64(offset), 20 + 9 * 12)
    }
  }

  @Test("P03 a section that ends behind the pack is refused, also where its end does not fit 32 bits")
  func sectionEnd() throws {
    let section = try #require(PackEditor(SampleFont().bytes).section("COMP"))
    let end = Int64(section.offset)
    same(
      refusal { $0.set(section.entry + 8, section.length + 4, bytes: 4) }, .sectionEnd, section.entry + 8, length + 4,
      length)
    same(
      refusal { $0.set(section.entry + 8, 0xFFFF_FFFF, bytes: 4) }, .sectionEnd, section.entry + 8, end + 0xFFFF_FFFF,
      length)
    same(
      refusal { $0.set(section.entry + 4, 0xFFFF_FFFC, bytes: 4) }, .sectionEnd, section.entry + 8,
      0xFFFF_FFFC + Int64(section.length), length)
  }

  @Test("P03 sections of another name, twice, missing, or that nothing needs are refused")
  func tags() throws {
    let pack = PackEditor(SampleFont().bytes)
    let (names, kerning) = try (#require(pack.section("NAME")), #require(pack.section("KERN")))
    same(refusal { $0.bytes[names.entry] = 0x6E }, .unknownSection, names.entry, letters("nAME"), 0)
    let image = refusal { $0.bytes.replaceSubrange(names.entry..<names.entry + 4, with: "PIXL".utf8) }
    same(image, .unknownSection, names.entry, letters("PIXL"), 0)
    let twice = refusal { $0.bytes.replaceSubrange(kerning.entry..<kerning.entry + 4, with: "NAME".utf8) }
    same(twice, .repeatedSection, kerning.entry, letters("NAME"), 0)
    let needless = refusal { $0.set($0.section("FONT")!.offset + 28, 0, bytes: 4) }
    same(needless, .needlessSection, kerning.entry, letters("KERN"), 0)
    // The last entry is left out of the count.
    same(refusal { $0.set(16, 6, bytes: 4) }, .missingSection, 16, 0, letters("KERN"))
  }

  @Test("P03 each section that a font must have is missed")
  func missing() {
    for tag in ["FONT", "NAME", "CMAP", "ADVN", "GLYF", "OUTL"] {
      let error = refusal { pack in
        let (gone, last) = (pack.section(tag)!, pack.section("KERN")!)
        let entry = pack.bytes[last.entry..<last.entry + 12]
        pack.bytes.replaceSubrange(gone.entry..<gone.entry + 12, with: entry)
        pack.set(16, 6, bytes: 4)
      }
      same(error, .missingSection, 16, 0, letters(tag))
    }
  }

  @Test("P03 an error is one line that says file, place, what was found and what was expected")
  func message() {
    let error = refusal { $0.set(4, 2, bytes: 2) }
    #expect(
      error?.message
        == "a font: byte 4: version 2 of the format; expected 1 (make it again with this version's panel-assets)")
    let magic = refusal { $0.bytes.replaceSubrange(0..<4, with: [0x89, 0x50, 0x4E, 0x47]) }
    #expect(
      magic?.message == "a font: byte 0: begins with ?PNG; expected LPAK (is it a pack, made by panel-assets?)")
    let sides = refusal { $0.set($0.section("FONT")!.offset + 26, -200, bytes: 2) }
    #expect(
      sides?.message.hasSuffix(": a bounding box that ends at -200; expected -180 or more, where it begins") == true)
  }

}
