import PackFuzz
import PanelAssets
import Testing

@Suite struct FuzzTests {
  @Test(
    "P03 of 20,000 damaged packs every one is refused for a reason or can be read to its end, and every reason comes up"
  )
  func damaged() throws {
    let font = try compileFont(path: dejaVuSans, characters: CharacterList("U+0041-005A,U+20AC")).bytes
    let report = fuzzPacks(fonts: [font], count: 20_000, seed: 1)
    print(report.lines.joined(separator: "\n"))
    #expect(report.runs == 20_000)
    #expect(report.untried.isEmpty)
  }
}
