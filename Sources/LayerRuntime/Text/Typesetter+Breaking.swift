// Stage: text. Input: items. Output: lines, as many as there is room for.

import FixedRaster

extension Typesetter {
  /// Answers whether any of the text is not shown.
  mutating func breakLines(_ frame: TextFrame) -> Bool {
    lines.removeAll(keepingCapacity: true)
    let width: Fixed? = frame.isWrapped ? frame.size.width : nil
    var (start, bottom) = (0, Fixed.zero)
    while start < items.count {
      let line = line(from: start, width)
      bottom += line.ascent + line.descent
      // The first line is shown however low the room is.
      if !lines.isEmpty && bottom > frame.size.height { break }
      bottom += line.lineGap
      lines.append(line)
      start = line.next
    }
    return truncateLines(frame, textEnd: start) || hasWords(start..<items.count)
  }

  /// The line that begins with the item `start`, broken behind the last space or hyphen that fits into `width`, or else
  /// where the width ends. Joined glyphs stay together.
  private func line(from start: Int, _ width: Fixed?) -> TextLine {
    var end = start
    var x = Fixed.zero
    var breakPlace: Int?
    while end < items.count && items[end].kind != .newline {
      if mayBreak(before: end, in: start, x, width) { breakPlace = end }
      let item = items[end]
      if item.kind != .softHyphen { x += item.advance + (end > start ? item.kerning : 0) }
      if let width, x > width, !item.kind.isSpace, item.kind != .softHyphen {
        let place = breakPlace ?? joinedStart(end)
        return makeLine(start, next: place > start ? place : joinedEnd(start), brokenAt: width)
      }
      end += 1
    }
    return makeLine(start, next: Swift.min(end + 1, items.count))
  }

  /// The first of the items that an item is joined with.
  func joinedStart(_ index: Int) -> Int {
    var start = index
    while items[start].kind == .joined { start -= 1 }
    return start
  }

  /// Behind the last of them.
  func joinedEnd(_ index: Int) -> Int {
    var end = index + 1
    while end < items.count && items[end].kind == .joined { end += 1 }
    return end
  }

  /// - Parameter x: where the pen is in front of the item.
  private func mayBreak(before index: Int, in start: Int, _ x: Fixed, _ width: Fixed?) -> Bool {
    if index == start || items[index].kind.isSpace { return false }
    let last = items[index - 1]
    switch last.kind {
    case .space, .tab: return true
    case .softHyphen:
      if let width { return x + last.advance + last.kerning <= width }
      return true
    case .hyphen:
      // Not in "−5" and "2026-11-21", nor in "--all".
      return index - 1 > start && items[index - 2].kind.isWord && items[index].kind == .other
    default: return false
    }
  }

  /// - Parameter width: the width that the line was broken for; `nil` if it was not.
  private func makeLine(_ start: Int, next: Int, brokenAt width: Fixed? = nil) -> TextLine {
    var line = TextLine(start: start, end: next, next: next, isBroken: width != nil)
    if width == nil && items[next - 1].kind == .newline { line.end -= 1 }
    line.end = withoutSpaces(start..<line.end).upperBound
    line.width = self.width(start..<line.end, showsSoftHyphen: line.isBroken)
    if let width, line.width > width, line.end > start, items[line.end - 1].kind == .softHyphen {
      // Behind the letters of a word that is too long anyway.
      line.end -= 1
      line.width = self.width(start..<line.end)
    }
    measureHeight(&line, start..<next)
    return line
  }

  /// Without those at the end.
  func withoutSpaces(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound && items[end - 1].kind.isSpace { end -= 1 }
    return range.lowerBound..<end
  }

  /// How far the pen moves from the first item of a line or its tail to behind the last.
  /// - Parameter showsSoftHyphen: whether one at the end is seen.
  func width(_ range: Range<Int>, showsSoftHyphen: Bool = false) -> Fixed {
    var x = Fixed.zero
    for i in range where isShown(i, in: range, showsSoftHyphen) {
      x += items[i].advance + (i > range.lowerBound ? items[i].kerning : 0)
    }
    return x
  }

  func isShown(_ index: Int, in range: Range<Int>, _ showsSoftHyphen: Bool) -> Bool {
    items[index].kind != .softHyphen || (showsSoftHyphen && index == range.upperBound - 1)
  }

  /// Makes a line as high as the tallest of these items.
  func measureHeight(_ line: inout TextLine, _ range: Range<Int>) {
    var style: Int32 = -1
    for i in range where items[i].style != style {
      style = items[i].style
      let metrics = styles[Int(style)].metrics
      line.ascent = Swift.max(line.ascent, metrics.ascent)
      line.descent = Swift.max(line.descent, metrics.descent)
      line.lineGap = Swift.max(line.lineGap, metrics.lineGap)
    }
  }
}
