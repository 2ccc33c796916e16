import FixedRaster
import Testing

@testable import LayerRuntime

@Suite struct VerticalAlignmentTests {
  /// Baselines of the lines from the top: 8 points below a line's top in the ruler font, 11 from one to the next.
  private func baselines(
    _ text: String, _ mode: TextLayer.VerticalAlignmentMode, height: Fixed = 60, width: Fixed = 1000,
    isWrapped: Bool = false, _ truncation: TextLayer.TruncationMode = .none
  ) -> [Fixed] {
    let layer = TextLayer()
    layer.bounds = Rect(x: 7, y: 9, width: width, height: height)
    (layer.font, layer.fontSize, layer.string) = (RulerFont.font, 10, text)
    (layer.isWrapped, layer.truncationMode, layer.verticalAlignmentMode) = (isWrapped, truncation, mode)
    var heights: [Fixed] = []
    for glyph in layer.textLayout.listedGlyphs where heights.last != glyph.y { heights.append(glyph.y) }
    return heights
  }

  @Test("L40 lines lie at the top if nothing is said, in the middle, or at the bottom, without the gap below the last")
  func oneLine() {
    #expect(TextLayer().verticalAlignmentMode == .top)
    #expect(baselines("abc", .top) == [8] && baselines("abc", .center) == [33] && baselines("abc", .bottom) == [58])
    #expect(baselines("abc", .center, height: 15) == [10.5])
    #expect(baselines("a\nb", .bottom) == [47, 58] && baselines("a\nb", .center) == [27.5, 38.5])
  }

  @Test("L40 wrapped lines are aligned together, as many as find room, and those that are cut off with an ellipsis")
  func manyLines() {
    let text = "aaaa bbbb cccc"
    #expect(baselines(text, .bottom, width: 20, isWrapped: true) == [36, 47, 58])
    #expect(baselines(text, .center, width: 20, isWrapped: true) == [22, 33, 44])
    // Two lines are 21 high.
    #expect(baselines(text, .bottom, height: 25, width: 20, isWrapped: true) == [12, 23])
    #expect(baselines(text, .bottom, height: 25, width: 20, isWrapped: true, .end) == [12, 23])
    #expect(baselines(text, .center, height: 25, width: 20, isWrapped: true, .middle) == [10, 21])
    #expect(baselines(text, .bottom, height: 25, width: 20, .start) == [23])
  }

  @Test("L40 a line that is higher than the bounds stands out at the other end, or at both alike")
  func tooHigh() {
    #expect(baselines("a", .top, height: 4) == [8])
    #expect(baselines("a", .center, height: 4) == [5] && baselines("a", .bottom, height: 4) == [2])
  }

  @Test("L40 aligning otherwise, or another height, lays the text out again; the same mode is no change")
  func changes() {
    let layer = TextLayer()
    layer.bounds = Rect(x: 0, y: 0, width: 50, height: 60)
    (layer.font, layer.fontSize, layer.string) = (RulerFont.font, 10, "a")
    layer.verticalAlignmentMode = .bottom
    #expect(layer.textLayout.listedGlyphs.map(\.y) == [58])
    layer.changes = []
    layer.verticalAlignmentMode = .bottom
    #expect(layer.changes.isEmpty)
    layer.bounds.size.height = 40
    #expect(layer.textLayout.listedGlyphs.map(\.y) == [38])
    layer.verticalAlignmentMode = .center
    #expect(layer.changes.contains(.drawing) && layer.textLayout.listedGlyphs.map(\.y) == [23])
  }
}
