import FixedRaster

@testable import LayerRuntime
@testable import Packs

/// A text in the ruler font at 10 points, where a character is 5 wide and a line 10 high with 1 between, laid out.
struct LaidText {
  struct Glyph: Equatable {
    var character: Character
    var x, y: Fixed
    var font: FontPack
    var size: Fixed
    var color: Color

    static func == (a: Glyph, b: Glyph) -> Bool {
      a.character == b.character && a.x == b.x && a.y == b.y && a.font === b.font && a.size == b.size
        && a.color == b.color
    }
  }

  let layout = TextLayout()
  let glyphs: [Glyph]
  let runs: [TextRun]

  init(
    _ text: AttributedString, width: Fixed = 1000, height: Fixed = 1000, wrapped: Bool = false,
    alignment: TextLayer.AlignmentMode = .natural, truncation: TextLayer.TruncationMode = .none,
    font: FontPack = RulerFont.font
  ) {
    var typesetter = Typesetter()
    typesetter.layOut(
      text, TextDefaults(font: font, size: 10, color: .white),
      in: TextFrame(
        size: Size(width: width, height: height), alignment: alignment, isWrapped: wrapped, truncation: truncation),
      into: layout)
    (glyphs, runs) = (layout.listedGlyphs, layout.listedRuns)
  }

  /// The lines from the top, each with a space wherever a glyph is five points or more from the one before.
  var lines: [String] {
    var lines: [(y: Fixed, end: Fixed, text: String)] = []
    for glyph in glyphs {
      if lines.last?.y != glyph.y { lines.append((glyph.y, 0, "")) }
      let last = lines.count - 1
      let gap = lines[last].text.isEmpty ? 0 : (glyph.x - lines[last].end).floor / 5
      lines[last].text += String(repeating: " ", count: max(gap, 0)) + String(glyph.character)
      lines[last].end = glyph.x + 5
    }
    return lines.map { $0.text }
  }

  /// Where the glyphs of a line begin, from the left.
  func x(line: Int = 0) -> [Fixed] {
    var heights: [Fixed] = []
    for glyph in glyphs where !heights.contains(glyph.y) { heights.append(glyph.y) }
    return glyphs.filter { $0.y == heights[line] }.map { $0.x }
  }
}

extension TextLayout {
  var listedRuns: [TextRun] { (0..<runCount).map { runs.span[$0] } }

  var listedGlyphs: [LaidText.Glyph] {
    var list: [LaidText.Glyph] = []
    for run in listedRuns {
      for i in run.firstGlyph..<run.firstGlyph + run.glyphCount {
        let glyph = glyphs.span[i]
        list.append(
          LaidText.Glyph(
            character: RulerFont.character(glyph.glyph), x: glyph.origin.x, y: glyph.origin.y,
            font: unsafe run.font.takeUnretainedValue(), size: run.size, color: run.color))
      }
    }
    return list
  }
}

/// Lines of a text that is broken at a width counted in characters.
func wrapped(
  _ text: AttributedString, _ characters: Int, height: Fixed = 1000, _ mode: TextLayer.TruncationMode = .none
)
  -> [String]
{
  LaidText(text, width: Fixed(characters * 5), height: height, wrapped: true, truncation: mode).lines
}
