import LayerRuntime
import Testing
import pack_fuzz

/// A font that is right but for one thing, and where that is.
struct FontDamage {
  var pack = PackEditor(SampleFont().bytes)

  init(longOutline: Int = 0) {
    var font = SampleFont()
    font.longOutline = longOutline
    pack = PackEditor(font.bytes)
  }

  func start(_ tag: String) -> Int { pack.section(tag)?.offset ?? -1 }

  /// Where a glyph's outline begins.
  func outline(_ glyph: Int) -> Int { start("OUTL") + pack.number(start("GLYF") + glyph * 4, bytes: 4) }

  mutating func set(_ offset: Int, _ value: Int, bytes: Int = 2) { pack.set(offset, value, bytes: bytes) }

  /// The refusal, once the checksum is right again, is this and none other.
  func expect(
    _ reason: PackError.Reason, at offset: Int, found: Int64, limit: Int64 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var pack = pack
    pack.seal()
    let error = fontRefusal(pack.bytes)
    #expect(error?.reason == reason, sourceLocation: sourceLocation)
    #expect(error?.offset == offset, sourceLocation: sourceLocation)
    #expect(error?.found == found, sourceLocation: sourceLocation)
    #expect(error?.limit == limit, sourceLocation: sourceLocation)
    #expect(error?.file == "a font", sourceLocation: sourceLocation)
    #expect(error?.message.hasPrefix("a font: byte \(offset): ") == true, sourceLocation: sourceLocation)
    #expect(error?.message.contains("expected") == true, sourceLocation: sourceLocation)
  }
}
