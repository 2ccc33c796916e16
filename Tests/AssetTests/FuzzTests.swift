import PackFuzz
import PanelAssets
import Testing

#if DEBUG
  // A twentieth, or they would take as long as all other tests together.
  private let packs = 1000
#else
  private let packs = 20_000
#endif

@Suite struct FuzzTests {
  @Test("P03 of many damaged packs every one is refused for a reason or can be read to its end; every reason comes up")
  func damaged() throws {
    let font = try compileFont(path: dejaVuSans, characters: CharacterList("U+0041-005A,U+20AC")).bytes
    let report = fuzzPacks(fonts: [font], count: packs, seed: 1)
    print(report.lines.joined(separator: "\n"))
    #expect(report.runs == packs)
    // Some reasons are rare.
    #expect(report.untried.isEmpty || packs < 20_000)
  }
}
