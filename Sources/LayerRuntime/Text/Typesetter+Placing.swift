// Stage: text. Input: lines. Output: glyphs with ink at their places, a run for each look in each line.

import FixedRaster

extension Typesetter {
  func placeLines(_ frame: TextFrame, into layout: TextLayout) {
    let room = frame.size.height - layout.size.height
    var top: Fixed
    switch frame.verticalAlignment {
    case .top: top = 0
    case .center: top = Fixed(rawValue: room.rawValue / 2)
    case .bottom: top = room
    }
    for line in lines {
      place(line, baseline: top + line.ascent, frame, layout)
      top += line.ascent + line.descent + line.lineGap
    }
  }

  private func place(_ line: TextLine, baseline: Fixed, _ frame: TextFrame, _ layout: TextLayout) {
    let room = frame.size.width - line.width
    var pen = TextPen(baseline: baseline, layout: layout)
    switch frame.alignment {
    case .natural, .left: break
    case .center: pen.x = Fixed(rawValue: room.rawValue / 2)
    case .right: pen.x = room
    case .justified:
      if line.isBroken { pen.share(room, among: spaces(line)) }
    }
    put(line.start..<line.end, showsSoftHyphen: line.isBroken, &pen)
    if line.ellipsisStyle >= 0 {
      let style = styles[Int(line.ellipsisStyle)]
      let ellipsis = TextEllipsis(style)
      pen.take(line.ellipsisStyle, styles)
      for _ in 0..<ellipsis.count { pen.put(ellipsis.glyph, at: .zero, advance: ellipsis.advance, style) }
      put(line.tail, showsSoftHyphen: false, &pen)
    }
    pen.endRun(styles)
  }

  /// Spaces between the words of a line: neither those that it begins with nor those of no width.
  private func spaces(_ line: TextLine) -> Int {
    var count = 0
    var hasWord = false
    for i in line.start..<line.end {
      if !items[i].kind.isSpace { hasWord = true } else if hasWord && items[i].advance != 0 { count += 1 }
    }
    return count
  }

  private func put(_ range: Range<Int>, showsSoftHyphen: Bool, _ pen: inout TextPen) {
    for i in range where isShown(i, in: range, showsSoftHyphen) {
      let item = items[i]
      if i > range.lowerBound { pen.x += item.kerning }
      pen.take(item.style, styles)
      if !item.kind.isSpace {
        pen.put(item.glyph, at: item.offset, advance: item.advance, styles[Int(item.style)])
      } else {
        pen.x += item.advance
        if pen.hasWord && item.advance != 0 { pen.widenSpace() }
      }
    }
  }
}

/// Where the next glyph of a line goes.
private struct TextPen {
  /// In points from the left of the bounds.
  var x = Fixed.zero
  let baseline: Fixed
  let layout: TextLayout
  private(set) var hasWord = false
  /// The room that the remaining spaces share.
  private var room = Fixed.zero
  private var spaces = 0
  /// The run that is being made, and its style; −1 before the first.
  private var run: TextRun?
  private var style: Int32 = -1
  /// Where the run began, and the origins of its glyphs farthest to each side.
  private var start = Fixed.zero
  private var left = Fixed.max
  private var right = Fixed.min
  private var top = Fixed.max
  private var bottom = Fixed.min

  init(baseline: Fixed, layout: TextLayout) {
    self.baseline = baseline
    self.layout = layout
  }

  mutating func share(_ room: Fixed, among spaces: Int) { (self.room, self.spaces) = (Swift.max(room, 0), spaces) }

  /// Gives a space its share: rounded down, so that the last one ends where the room does.
  mutating func widenSpace() {
    if spaces == 0 { return }
    let share = Fixed(rawValue: room.rawValue / Int32(truncatingIfNeeded: spaces))
    x += share
    room -= share
    spaces -= 1
  }

  mutating func take(_ style: Int32, _ styles: [TextStyle]) {
    if style == self.style { return }
    endRun(styles)
    self.style = style
    run = layout.makeRun(styles[Int(style)])
    (start, left, right, top, bottom) = (x, .max, .min, .max, .min)
  }

  /// - Parameter offset: from the pen to the glyph's origin.
  mutating func put(_ glyph: GlyphIndex, at offset: Point, advance: Fixed, _ style: TextStyle) {
    hasWord = true
    if style.font.hasOutline(glyph) {
      let origin = Point(x: x + offset.x, y: baseline + offset.y)
      layout.append(TextGlyph(glyph: glyph, origin: origin))
      (left, right) = (Swift.min(left, origin.x), Swift.max(right, origin.x))
      (top, bottom) = (Swift.min(top, origin.y), Swift.max(bottom, origin.y))
    }
    x += advance
  }

  mutating func endRun(_ styles: [TextStyle]) {
    guard var run else { return }
    self.run = nil
    let style = styles[Int(self.style)]
    run.glyphCount = layout.glyphCount - run.firstGlyph
    if run.glyphCount > 0 {
      let ink = style.font.boundingBox(size: style.size)
      run.bounds = Rect(
        x: left + ink.minX, y: top + ink.minY, width: right - left + ink.width, height: bottom - top + ink.height)
    }
    if style.isUnderlined {
      run.underline = underline(style)
      run.bounds = run.glyphCount > 0 ? run.bounds.union(run.underline) : run.underline
    }
    if run.glyphCount > 0 || !run.underline.isEmpty { layout.append(run, font: style.font) }
  }

  /// As the font says; one that says nothing has it a ninth of the size below the baseline, an eighteenth thick.
  private func underline(_ style: TextStyle) -> Rect {
    let (metrics, isKnown) = (style.metrics, style.metrics.underlineThickness > 0)
    let thickness = isKnown ? metrics.underlineThickness : Fixed(rawValue: style.size.rawValue / 18)
    let middle = isKnown ? metrics.underlineOffset : Fixed(rawValue: style.size.rawValue / 9)
    let top = baseline + middle - Fixed(rawValue: thickness.rawValue / 2)
    return Rect(x: start, y: top, width: x - start, height: thickness)
  }
}
