import PanelAssets
import Testing
import pack_fuzz

#if DEBUG
  // A twentieth, or they would take as long as all other tests together.
  private let packs = 1000
  /// What comes up too seldom for so few.
  private let rare: Set<String> = [
    "kind", "needlessSection", "unitsPerEm", "glyphCount", "metric", "lineHeight", "kerningClasses", "sequenceEnd",
    "outlineStart", "segmentLength", "recordCount", "recordKind", "recordProperties", "recordChildren", "recordParent",
    "recordDepth", "propertyKey",
    "propertyType", "propertyOrder", "propertyValue", "textOffset", "text", "packOffset", "expression", "acceptedPanel",
  ]
#else
  private let packs = 20_000
  private let rare: Set<String> = []
#endif

@Suite struct FuzzTests {
  @Test("P03 of many damaged packs every one is refused for a reason or can be read to its end; every reason comes up")
  func damaged() throws {
    let font = try compileFont(path: dejaVuSans, characters: CharacterList("U+0041-005A,U+20AC")).bytes
    let report = fuzzPacks(fonts: [font], count: packs, seed: 1)
    print(report.lines.joined(separator: "\n"))
    #expect(report.walked.allSatisfy { $0 > 0 })
    #expect(report.accepted.fonts > packs / 50 && report.accepted.images > packs / 50)
    let missing = Set(report.untried).subtracting(rare)
    #expect(missing.isEmpty)
  }
}
