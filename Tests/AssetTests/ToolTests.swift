import Foundation
import LayerRuntime
import PanelAssets
import TestSupport
import Testing
import pack_fuzz

@testable import panel_assets

@Suite struct ToolTests {
  @Test("P02 panel-assets font makes a pack and says what is in it")
  func font() throws {
    let folder = TemporaryFolder()
    let result = runTool(["font", dejaVuSans, folder.file("f.pack"), "--characters", "ascii,U+00B0,µ"])
    #expect(result.status == 0 && result.errors.isEmpty)
    let size = try readFile(folder.file("f.pack")).count
    #expect(
      result.output.first?.hasPrefix("\(folder.file("f.pack")): DejaVu Sans Book: 97 characters, 103 glyphs, kerning ")
        == true)
    #expect(result.output.first?.hasSuffix(" classes, 5 sequences, \(size) bytes") == true)
    let font = try FontPack(path: folder.file("f.pack"))
    #expect(font.hasGlyph(for: "°") && font.hasGlyph(for: "µ") && !font.hasGlyph(for: "±"))
    #expect(folder.names == ["f.pack"])
    let check = runTool(["check", folder.file("f.pack")])
    #expect(check.output == ["\(folder.file("f.pack")): a font, DejaVu Sans Book, 103 glyphs"] && check.status == 0)
  }

  @Test("P02 panel-assets image makes a pack of the format asked for")
  func image() throws {
    let folder = TemporaryFolder()
    let png = folder.write(PNGEncoder(colorType: 2, depth: 8, width: 5, height: 4) { x, y in [x, y, 7] }.file, "p.png")
    let out = folder.file("i.pack")
    for (arguments, name) in [
      ([], "xrgb8888"), (["--format", "rgb565"], "rgb565"), (["--format", "rgb565a8"], "rgb565Alpha8"),
    ] {
      let result = runTool(["image", png, out] + arguments)
      #expect(result.status == 0 && result.output.first?.hasPrefix("\(out): 5 × 4, \(name), 0 mip levels, ") == true)
      #expect(runTool(["check", out]).output == ["\(out): an image, 5 × 4, \(name)"])
    }
    let levels = runTool(["image", "--mip-levels", png, "--format", "argb8888", out])
    #expect(levels.output.first?.contains("5 × 4, argb8888, 2 mip levels, ") == true)
    #expect(try ImagePack(path: out).levelCount == 3)
    #expect(runTool(["image", png, out, "--format", "a8", "--color", "FF0000"]).status == 1)
  }

  @Test("P02 sets of characters are what docs/packs.md lists; what was asked for by itself must be in the font")
  func characters() throws {
    func characters(_ text: String) throws -> [UInt32] { try CharacterList(text).characters.map(\.value).sorted() }
    #expect(try characters("ascii") == Array(0x20...0x7E))
    #expect(try characters("latin1") == Array(0x20...0x7E) + Array(0xA0...0xFF))
    #expect(try characters("latin-extended").count == 357 && Set(characters("latin-extended")).contains(0x20AC))
    #expect(try characters("U+0041-43,u+0061,é,U+D7FF-E000") == [0x41, 0x42, 0x43, 0x61, 0xE9, 0xD7FF, 0xE000])
    #expect(try CharacterList("ascii,é,U+20AC").required.map(\.value).sorted() == [0xE9, 0x20AC])
    for text in ["", "ascii,", "latin2", "U+", "U+G", "U+41-40", "U+110000", "U+41-42-43", "U++41", "ab"] {
      #expect { try CharacterList(text) } throws: { ($0 as? AssetError)?.status == 2 }
    }
    #expect { try compiledFont("ascii,\u{5D0}\u{FFFF}") } throws: { ($0 as? AssetError)?.status == 2 }
    #expect { try compiledFont("ascii,U+FFFF") } throws: {
      ($0 as? AssetError)?.message == "\(dejaVuSans): no glyph for U+FFFF; expected a font that has the character"
    }
    #expect { try compiledFont("U+FFF0-FFF1") } throws: {
      ($0 as? AssetError)?.message == "\(dejaVuSans): none of the characters is in the font; expected at least one"
    }
  }

  @Test("P02 what was not understood is status 2, what failed is status 1, and both say what was expected")
  func errors() throws {
    let folder = TemporaryFolder()
    let text = folder.write(Array("no font, no picture".utf8), "text")
    let usage = [
      [], ["fonts"], ["font"], ["font", "a"], ["font", "a", "b", "c"], ["font", "a", "b", "--characters"],
      ["font", "a", "b", "--mip-levels"], ["image", "a", "b", "--format", "jpeg"],
      ["image", "a", "b", "--color", "red"],
      ["check"], ["check", "a", "--all"],
    ]
    for arguments in usage {
      let result = runTool(arguments)
      #expect(result.status == 2 && result.output.isEmpty, "\(arguments)")
      #expect(result.errors.first?.hasPrefix("panel-assets: ") == true && result.errors.count == 2)
    }
    let failures = [
      (
        ["font", text, folder.file("x")],
        "panel-assets: \(text): FreeType cannot read it; expected a TrueType or OpenType font"
      ),
      (
        ["font", folder.file("none"), folder.file("x")],
        "panel-assets: \(folder.file("none")): there is no such file; expected the name of a file"
      ),
      (["image", text, folder.file("x")], "panel-assets: \(text): libpng: Not a PNG file; expected a PNG file"),
      (["check", text], "\(text): byte 0: 19 bytes; expected at least 20, as every pack has"),
    ]
    for (arguments, message) in failures + [
      (
        ["check", folder.file("d.yaml")],
        "panel-assets: \(folder.file("d.yaml")): a description, which is not what a device loads; expected lamina check "
          + "\(folder.file("d.yaml")) -o \(folder.file("d.panel"))"
      )
    ] {
      _ = folder.write("panel: 1", "d.yaml")
      let result = runTool(arguments)
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(result.errors == [message])
    }
    #expect(folder.names == ["d.yaml", "text"])
    for option in ["--help", "-h"] {
      #expect(runTool([option]).status == 0 && runTool([option]).output[0].contains("usage:"))
    }
  }

  @Test("P02 a file is written in one step, or not at all and nothing is left behind")
  func atomic() throws {
    let folder = TemporaryFolder()
    try writeFile(folder.file("a"), [1, 2, 3])
    try writeFile(folder.file("a"), [4])
    #expect(try readFile(folder.file("a")) == [4] && folder.names == ["a"])
    #expect { try writeFile(folder.file("none/a"), [1]) } throws: {
      ($0 as? AssetError)?.message
        == "\(folder.file("none/a")): cannot be written: No such file or directory; "
        + "expected a folder that this user may write to"
    }
    try FileManager.default.createDirectory(atPath: folder.file("b"), withIntermediateDirectories: false)
    #expect { try writeFile(folder.file("b"), [1]) } throws: { ($0 as? AssetError)?.status == 1 }
    #expect(folder.names == ["a", "b"])
  }

  @Test("P02 a picture or a font is not replaced by the pack that is made of it, by whatever name")
  func outputIsInput() throws {
    let folder = TemporaryFolder()
    let picture = folder.write([1, 2, 3], "a.png")
    try #require(unsafe symlink(picture, folder.file("link")) == 0)
    for (command, out) in [("image", picture), ("font", folder.file("link"))] {
      let result = runTool([command, picture, out])
      #expect(result.status == 2 && result.errors[0].contains("is the file that is read; expected another name"))
    }
    #expect(try readFile(picture) == [1, 2, 3] && runTool(["image", picture, ""]).status == 1)
  }

  @Test("P02 OUT may be a file or a new name: a device, a pipe and a folder stay what they are")
  func outputKinds() throws {
    let folder = TemporaryFolder()
    for (name, kind) in [("pipe", "a pipe"), ("null", "a device")] {
      let out = folder.file(name)
      try #require(name == "pipe" ? unsafe mkfifo(out, 0o600) == 0 : unsafe symlink("/dev/null", out) == 0)
      let result = runTool(["font", dejaVuSans, out, "--characters", "A"])
      #expect(result.status == 1 && result.errors.count == 1)
      #expect(
        result.errors[0].hasPrefix("panel-assets: \(out): cannot be written: it is \(kind), not a file; expected"))
    }
    #expect(folder.names == ["null", "pipe"])
    let type = try FileManager.default.attributesOfItem(atPath: folder.file("pipe"))[.type] as? FileAttributeType
    #expect(type != .typeRegular)
  }

  @Test("P02 pictures and lists of characters beyond what a pack may hold are refused before they take memory")
  func tooLarge() throws {
    let folder = TemporaryFolder()
    // Only the header says so: the pixels are those of one row.
    var png = PNGEncoder(colorType: 0, depth: 8, width: 32767, height: 1) { _, _ in [0] }.file
    png.replaceSubrange(20..<24, with: [0, 0, 0x7F, 0xFF])
    let checksum = crc32(png[12..<29])
    png.replaceSubrange(29..<33, with: (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * $0)) })
    let result = runTool(["image", folder.write(png, "huge.png"), folder.file("x")])
    #expect(
      result.errors == [
        "panel-assets: \(folder.file("huge.png")): 32767 × 32767 pixels; expected at most 16777216 pixels"
      ])
    let all = runTool(["font", dejaVuSans, folder.file("x"), "--characters", "U+0-10FFFF"])
    #expect(
      all.errors == [
        "panel-assets: \(dejaVuSans): more than 4096 characters; expected at most 4096: name fewer sets or ranges"
      ])
    // Ranges that overlap are gone through once.
    let many = [String](repeating: "U+0-10FFFF", count: 2000).joined(separator: ",")
    #expect(try CharacterList(many).characters.count == 0x110000 - 0x800)
    for path in ["/dev/zero", folder.path] {
      for command in ["font", "image", "check"] {
        let refusal = runTool([command, path] + (command == "check" ? [] : [folder.file("x")]))
        #expect(refusal.status == 1 && refusal.errors.count == 1, "\(command) \(path)")
      }
    }
  }

  @Test("P02 a font that is cut off anywhere is refused with a line, or makes a pack that is accepted")
  func cutFonts() throws {
    let folder = TemporaryFolder()
    let font = try readFile(dejaVuSans)
    var (made, refused) = (0, 0)
    // Within the list of tables every few bytes, then over the whole file.
    let places = Array(stride(from: 0, to: 400, by: 7)) + Array(stride(from: 400, to: font.count, by: 9973))
    for place in places {
      let path = folder.write(Array(font[..<place]), "cut.ttf")
      let result = runTool(["font", path, folder.file("x"), "--characters", "A,V,é"])
      if result.status == 0 {
        made += 1
        #expect(runTool(["check", folder.file("x")]).status == 0)
      } else {
        refused += 1
        #expect(result.status == 1 && result.errors.count == 1 && !result.errors[0].contains("\n"))
      }
    }
    #expect(made + refused == places.count && refused > 60 && places.count > 100, "\(made) made, \(refused) refused")
  }

  @Test("P02 control characters of names and arguments are shown escaped")
  func hostileNames() {
    let folder = TemporaryFolder()
    let name = folder.file("a\u{1B}[2J\nb")
    for arguments in [
      ["\u{1B}"], ["font", name, name], ["image", name, name], ["check", name], ["font", "-\u{7}", "b"],
    ] {
      let result = runTool(arguments)
      #expect(result.status > 0 && !result.errors.isEmpty)
      #expect(result.errors.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 } })
    }
  }

  @Test("P03 the checksum is CRC-32: 123456789 gives 0xCBF43926")
  func checksum() { #expect(crc32(Array("123456789".utf8)[...]) == 0xCBF4_3926) }

  @Test("P13 an option of panel-assets that is said twice is not understood")
  func options() {
    for option in [["--characters", "ascii", "--characters", "latin1"], ["--mip-levels", "--mip-levels"]] {
      let result = runTool([option[0] == "--mip-levels" ? "image" : "font", "in", "out"] + option)
      #expect(result.status == 2 && result.errors.first == "panel-assets: \(option[0]) a second time")
    }
  }
}
