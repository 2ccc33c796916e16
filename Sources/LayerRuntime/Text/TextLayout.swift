// Stage: text. Input: lines that were set (Typesetter). Output: glyphs at their places in plain memory, which the
// render tree reads without touching an object.

import FixedRaster

/// A glyph and where its origin lies: on the baseline, in points from the top left corner of the layer's bounds.
struct TextGlyph {
  var glyph: GlyphIndex
  var origin: Point
}

/// Glyphs of one line that look the same.
@safe
struct TextRun {
  /// Kept alive by the layout.
  let font: Unmanaged<FontPack>
  /// Size of the font, in points.
  let size: Fixed
  let color: Color
  let firstGlyph: Int
  var glyphCount = 0
  /// The box of all ink, in points from the top left corner of the layer's bounds; larger than need be.
  var bounds = Rect.zero
  /// A line to be filled, in the same coordinates; empty if there is none.
  var underline = Rect.zero
}

/// Memory for values that need no care, kept when it is emptied.
@safe
struct PlainList<Element>: ~Copyable {
  /// The first ``count`` are initialised; valid until the next `append`.
  private var memory: UnsafeMutablePointer<Element>
  private var capacity = 0
  private(set) var count = 0

  init() { unsafe memory = .allocate(capacity: 0) }

  deinit { unsafe memory.deallocate() }

  var elements: UnownedSpan<Element> { unsafe UnownedSpan(UnsafePointer(memory), count: count) }

  mutating func removeAll() { count = 0 }

  mutating func append(_ element: Element) {
    if count == capacity {
      capacity = Swift.max(8, capacity * 2)
      let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
      unsafe larger.moveInitialize(from: memory, count: count)
      unsafe memory.deallocate()
      unsafe memory = larger
    }
    unsafe (memory + count).initialize(to: element)
    count += 1
  }
}

/// A text that was laid out. Not changed any more once something else than its maker holds it.
final class TextLayout {
  private var glyphMemory = PlainList<TextGlyph>()
  private var runMemory = PlainList<TextRun>()
  /// Each font of the runs once.
  private var fonts: [FontPack] = []
  /// The widest line and all lines together, without the gap below the last one.
  var size = Size.zero
  /// Whether something of the text is not shown.
  var isTruncated = false

  /// Valid as long as this object lives and is not laid out again, as is `runs`.
  var glyphs: UnownedSpan<TextGlyph> { glyphMemory.elements }
  var runs: UnownedSpan<TextRun> { runMemory.elements }
  var glyphCount: Int { glyphMemory.count }
  var runCount: Int { runMemory.count }
  /// The box of all ink, in points from the top left corner of the layer's bounds.
  private(set) var inkBounds = Rect.zero

  func removeAll() {
    glyphMemory.removeAll()
    runMemory.removeAll()
    fonts.removeAll(keepingCapacity: true)
    (size, inkBounds, isTruncated) = (.zero, .zero, false)
  }

  /// A run without glyphs that begins with the next glyph.
  func makeRun(_ style: TextStyle) -> TextRun {
    unsafe TextRun(
      font: Unmanaged.passUnretained(style.font), size: style.size, color: style.color, firstGlyph: glyphCount)
  }

  func append(_ glyph: TextGlyph) { glyphMemory.append(glyph) }

  /// - Parameter run: of the glyphs that were appended since it was made.
  func append(_ run: TextRun, font: FontPack) {
    if !fonts.contains(where: { $0 === font }) { fonts.append(font) }
    inkBounds = runCount == 0 ? run.bounds : inkBounds.union(run.bounds)
    runMemory.append(run)
  }
}
