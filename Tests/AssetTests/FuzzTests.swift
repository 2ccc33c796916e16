import PanelAssets
import Testing
import pack_fuzz

@Suite struct FuzzTests {
  @Test("P03 of many damaged packs every one is refused for a reason or can be read to its end; every reason comes up")
  func damaged() throws {
    let packs = 20_000
    let font = try compileFont(path: dejaVuSans, characters: CharacterList("U+0041-005A,U+20AC")).bytes
    let report = fuzzPacks(fonts: [font], count: packs, seed: 1)
    print(report.lines.joined(separator: "\n"))
    #expect(report.walked.allSatisfy { $0 > 0 })
    #expect(report.accepted.fonts > packs / 50 && report.accepted.images > packs / 50)
    #expect(report.untried.isEmpty)
  }
}
