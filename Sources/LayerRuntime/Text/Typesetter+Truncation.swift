// Stage: text. Input: lines that are too wide, or the last one of more than there is room for. Output: lines that fit,
// with an ellipsis for the rest.

import FixedRaster

/// The ellipsis for text that is left out.
struct TextEllipsis {
  let glyph: GlyphIndex
  /// How often the glyph is shown.
  let count: Int
  /// Advance of one glyph, in points.
  let advance: Fixed

  /// The font's ellipsis, or three of its full stops; nothing if it has neither.
  init(_ style: TextStyle) {
    let (ellipsis, stop) = (style.font.glyph(for: "\u{2026}"), style.font.glyph(for: "."))
    (glyph, count) = ellipsis != .missing ? (ellipsis, 1) : (stop, stop != .missing ? 3 : 0)
    advance = style.font.advance(of: glyph, size: style.size)
  }

  var width: Fixed { advance * Fixed(count) }
}

extension Typesetter {
  /// Answers whether any line lost something.
  /// - Parameter textEnd: behind the last item that is in a line.
  mutating func truncateLines(_ frame: TextFrame, textEnd: Int) -> Bool {
    if frame.truncation == .none { return false }
    var isTruncated = false
    let hidesWords = hasWords(textEnd..<items.count)
    for i in lines.indices {
      let isLast = i == lines.count - 1 && hidesWords
      if !isLast && (frame.isWrapped || lines[i].width <= frame.size.width) { continue }
      let rest = lines[i].start..<items.count
      let head = withoutSpaces(isLast ? rest.lowerBound..<paragraphEnd(rest) : lines[i].start..<lines[i].end)
      truncate(&lines[i], head, tail: isLast ? lastParagraph(rest) : head, frame)
      isTruncated = true
    }
    return isTruncated
  }

  /// Whether there is more than spaces and newlines.
  func hasWords(_ range: Range<Int>) -> Bool {
    for i in range where !items[i].kind.isSpace && items[i].kind != .newline { return true }
    return false
  }

  private func paragraphEnd(_ range: Range<Int>) -> Int {
    for i in range where items[i].kind == .newline { return i }
    return range.upperBound
  }

  /// The last items of a range without a newline among them, newlines and spaces at its end left out.
  private func lastParagraph(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound && (items[end - 1].kind == .newline || items[end - 1].kind.isSpace) { end -= 1 }
    var start = end
    while start > range.lowerBound && items[start - 1].kind != .newline { start -= 1 }
    return start..<end
  }

  /// Takes items from the beginning of `head` and from the end of `tail`, as the mode says, for as long as they and an
  /// ellipsis fit.
  private func truncate(_ line: inout TextLine, _ head: Range<Int>, tail: Range<Int>, _ frame: TextFrame) {
    var (first, last) = (head.lowerBound..<head.lowerBound, tail.upperBound..<tail.upperBound)
    var (firstWidth, lastWidth) = (Fixed.zero, Fixed.zero)
    line.ellipsisStyle = items[head.isEmpty ? line.start : head.lowerBound].style
    while true {
      let firstIsSpent = first.upperBound == Swift.min(head.upperBound, last.lowerBound)
      let lastIsSpent = last.lowerBound == Swift.max(tail.lowerBound, first.upperBound)
      let takesFirst: Bool
      switch frame.truncation {
      case .start: takesFirst = false
      case .middle: takesFirst = !firstIsSpent && (firstWidth <= lastWidth || lastIsSpent)
      default: takesFirst = true
      }
      if takesFirst ? firstIsSpent : lastIsSpent { break }
      let (nextFirst, nextLast) = (
        takesFirst ? first.lowerBound..<joinedEnd(first.upperBound) : first,
        takesFirst ? last : joinedStart(last.lowerBound - 1)..<last.upperBound
      )
      let style = items[nextFirst.isEmpty ? nextLast.lowerBound : nextFirst.upperBound - 1].style
      let (a, b) = (width(nextFirst), width(nextLast))
      if a + b + TextEllipsis(styles[Int(style)]).width > frame.size.width { break }
      (first, last, firstWidth, lastWidth) = (nextFirst, nextLast, a, b)
      line.ellipsisStyle = style
    }
    finish(&line, first, last)
  }

  /// Sets the shown text, without spaces next to the ellipsis.
  private func finish(_ line: inout TextLine, _ first: Range<Int>, _ last: Range<Int>) {
    var start = last.lowerBound
    while start < last.upperBound && items[start].kind.isSpace { start += 1 }
    line.end = withoutSpaces(first).upperBound
    line.tail = start..<last.upperBound
    line.isBroken = false
    (line.ascent, line.descent, line.lineGap) = (0, 0, 0)
    measureHeight(&line, line.start..<line.end)
    measureHeight(&line, line.tail)
    let ellipsis = styles[Int(line.ellipsisStyle)]
    line.ascent = Swift.max(line.ascent, ellipsis.metrics.ascent)
    line.descent = Swift.max(line.descent, ellipsis.metrics.descent)
    line.lineGap = Swift.max(line.lineGap, ellipsis.metrics.lineGap)
    line.width = width(line.start..<line.end) + TextEllipsis(ellipsis).width + width(line.tail)
  }
}
