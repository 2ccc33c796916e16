// Stage: coverage, first half. Input: lines in device subpixels. Output: cells.
//
// A line is cut where it leaves a pixel, through its bottom or through a side. Both sequences of crossings are walked
// at once, each by adding a slope in fixed point:
//
//     the x of row boundaries:     x0 + dx · (y − y0) / dy, rounded to the left
//     the y of column boundaries:  y0 + dy · (x − x0) / dx, rounded downwards
//
// The slope has so many bits (``Slope``) that the exact quotient is rounded, as if each crossing had a division of its
// own; so a line costs at most two divisions, however many pixels it crosses. Which boundary comes first is decided by
// comparing the column crossing's y with the row's bottom; that is exact, because the bottom is a whole number.
//
// All lines round to the same side, whichever way they run: an outline is moved by a part of 1/256 pixel rather than
// made wider or narrower. It is the side that FreeType rounds to, whose y axis grows upwards.

extension CoverageAccumulator {
  /// A line of at most ``Slope/reach`` between points within ±2^21 subpixels; `top < bottom`.
  mutating func addDownward(_ left: Int32, _ top: Int32, _ right: Int32, _ bottom: Int32, _ sign: Int32) {
    // Relative to the clip's corner: within ±2^22 subpixels, and |dx|, dy ≤ 2^20.
    let (x0, x1) = (left &- clip.minX &* 256, right &- clip.minX &* 256)
    let (y0, y1) = (top &- clip.minY &* 256, bottom &- clip.minY &* 256)
    if (x0 | x1 | y0) >= 0 && Swift.max(x0, x1) <= clipWidth && y1 <= clipHeight {
      firstRow = Swift.min(firstRow, y0 &>> 8)
      lastRow = Swift.max(lastRow, (y1 &- 1) &>> 8)
      if x0 < x1 {
        walk(SlantedLine(x0: x0, y0: y0, x1: x1, y1: y1, sign: sign), step: 1)
      } else if x0 > x1 {
        walk(SlantedLine(x0: 0 &- x0, y0: y0, x1: 0 &- x1, y1: y1, sign: sign), step: -1)
      } else {
        addVertical(x0, y0, y1, sign)
      }
    } else {
      addClipped(SlantedLine(x0: x0, y0: y0, x1: x1, y1: y1, sign: sign))
    }
  }

  /// A line of which only a part lies within the clip, or none.
  @inline(never)
  private mutating func addClipped(_ line: SlantedLine) {
    let (x0, y0, x1, y1, sign) = (line.x0, line.y0, line.x1, line.y1, line.sign)
    if y1 <= 0 || y0 >= clipHeight { return }
    if x0 >= clipWidth && x1 >= clipWidth { return }  // nothing to the right shows
    firstRow = Swift.min(firstRow, Swift.max(y0, 0) &>> 8)
    lastRow = Swift.max(lastRow, (Swift.min(y1, clipHeight) &- 1) &>> 8)
    if x0 == x1 {
      addVertical(x0, y0, y1, sign)
    } else if x0 < 0 && x1 < 0 {
      addVertical(-1, y0, y1, sign)
    } else if x0 < x1 {
      addClipped(line, step: 1)
    } else {
      addClipped(SlantedLine(x0: 0 &- x0, y0: y0, x1: 0 &- x1, y1: y1, sign: sign), step: -1)
    }
  }

  /// A vertical line, or one wholly left of the clip (`x < 0`), which covers whole pixels from the clip's left side on.
  mutating func addVertical(_ x: Int32, _ y0: Int32, _ y1: Int32, _ sign: Int32) {
    let (top, bottom) = (Swift.max(y0, 0), Swift.min(y1, clipHeight))
    if x >= clipWidth || top >= bottom { return }
    let column = Swift.max(x, 0) &>> 8
    let twiceX = x < 0 ? 0 : (x & 255) &* 2
    var row = top &>> 8
    var y = top
    // The rows it crosses from top to bottom.
    let (whole, end) = ((top &+ 255) &>> 8, bottom &>> 8)
    let cover = 256 &* sign
    let run = VerticalRun(
      top: whole, bottom: end, column: column, near: cover &* (512 &- twiceX), far: cover &* twiceX)
    let isKept = end &- whole >= 4 && keepVertical(run)
    while y < bottom {
      if isKept && row == whole {
        row = end
        y = end &* 256
        continue
      }
      let end = Swift.min(bottom, (row &+ 1) &* 256)
      let cover = (end &- y) &* sign
      let cell = unsafe cells + (Int(row) &* cellsPerRow &+ Int(column))
      unsafe cell[0] &+= cover &* (512 &- twiceX)
      unsafe cell[1] &+= cover &* twiceX
      unsafe mark(touched + Int(row) &* wordsPerRow, Int(column), Int(column &+ 1))
      y = end
      row &+= 1
    }
  }

  /// Sets the bits of the cells from `first` to `last`, which were or will be added to.
  @inline(__always)
  func mark(_ words: UnsafeMutablePointer<UInt>, _ first: Int, _ last: Int) {
    let (low, high) = (first &>> 2, last &>> 2)
    let (firstWord, lastWord) = (low &>> Self.wordShift, high &>> Self.wordShift)
    let lowBits = UInt.max &<< UInt(bitPattern: low)
    let highBits = UInt.max &>> UInt(bitPattern: ~high)
    if firstWord == lastWord {
      unsafe words[firstWord] |= lowBits & highBits
    } else {
      unsafe words[firstWord] |= lowBits
      var word = firstWord &+ 1
      while word < lastWord {
        unsafe words[word] = .max
        word &+= 1
      }
      unsafe words[lastWord] |= highBits
    }
  }

  private static var wordShift: Int { UInt.bitWidth == 64 ? 6 : 5 }
}

// MARK: - Slanted lines

/// Where the walk of a line begins: in the pixel row of `top`, perhaps on its bottom, and the pixel column of `x`, `g`
/// from its side, 0...256.
private struct LineStart {
  let x, g, y, top: Int32
}

/// Where a line ends, or leaves the clip's last column.
private struct LineEnd {
  let x, y: Int32
}

extension CoverageAccumulator {
  /// - Parameter step: 1 for a line that falls to the right, −1 for one that falls to the left and is mirrored: its
  ///   column k is the real column −k − 1.
  ///
  /// A piece of a line in one pixel touches two cells, the one at the side it comes from and the one behind it. With g,
  /// its distances from that side, the first takes cover · (512 − g − g') and the second cover · (g + g'): for either
  /// direction.
  private mutating func addClipped(_ line: SlantedLine, step: Int) {
    // Where the line comes into the clip and leaves it. Left of the clip it covers whole pixels, right of it nothing.
    let (enter, leave) = step > 0 ? (0, clipWidth) : (0 &- clipWidth, 0)
    let bottom = Swift.min(line.y1, clipHeight)
    var (x, y) = (line.x0, line.y0)
    var roundedUp: Int32 = 0  // 1 for a mirrored line's x that is not a whole number: its left is where x grows
    if y < 0 {
      let crossing = line.x(at: 0)
      (x, y) = (crossing.x, 0)
      roundedUp = step < 0 && crossing.rest > 0 ? 1 : 0
    }
    var top = y
    if x < enter {
      let entry = line.x1 > enter ? line.y(at: enter) : line.y1
      if step > 0 { addVertical(-1, y, entry, line.sign) }
      // Rounded to a row's bottom it still belongs to that row.
      (x, y, top, roundedUp) = (enter, entry, entry &- 1, 0)
    }
    if y >= bottom { return }
    if x >= leave {
      if step < 0 { addVertical(-1, y, bottom, line.sign) }
      return
    }
    let start = LineStart(x: x, g: x & 255 &+ roundedUp, y: y, top: top)
    if line.x1 > leave {
      let exit = line.y(at: leave)
      if step < 0 { addVertical(-1, exit, bottom, line.sign) }
      if y < exit { walk(line, start, LineEnd(x: leave, y: exit), Swift.min(exit, bottom), step) }
    } else {
      walk(line, start, LineEnd(x: line.x1, y: line.y1), bottom, step)
    }
  }

  /// A line that lies within the clip.
  @inline(__always)
  private mutating func walk(_ line: SlantedLine, step: Int) {
    let start = LineStart(x: line.x0, g: line.x0 & 255, y: line.y0, top: line.y0)
    walk(line, start, LineEnd(x: line.x1, y: line.y1), line.y1, step)
  }

  /// The part of a line from its start down to `bottom`, or to its end, all of it within the clip's columns.
  ///
  /// Heights are counted from the top of the pixel row, widths from the side of the pixel column that the line comes
  /// from.
  @inline(__always)
  private mutating func walk(
    _ line: SlantedLine, _ start: LineStart, _ lineEnd: LineEnd, _ bottom: Int32, _ step: Int
  ) {
    let (sign, pixel) = (line.sign, Slope.whole(256))
    let row = start.top &>> 8
    let columnEnd = (start.x | 255) &+ 1
    // Rows whose bottom the line crosses; then it ends within one, or leaves the clip.
    var rows = ((bottom &- 1) &>> 8) &- row &+ (bottom < lineEnd.y ? 1 : 0)
    var (y, g) = (start.y &- row &* 256, start.g)
    // The x of the row's bottom and the y of the column's end, none after the last.
    var (rowX, rowLift): (Int64, Int64) = (0, 0)
    var (side, sideLift): (Int64, Int64) = (1 &<< 62, 0)
    if rows > 0 {
      let slope = Slope(rise: line.dx, run: line.dy)
      let t = (row &+ 1) &* 256 &- line.y0
      rowX = Slope.whole(line.x0 &- columnEnd &+ 256) &+ (step > 0 ? slope.floored(t) : slope.roundedUp(t))
      rowLift = slope.aPixel
    }
    if columnEnd < lineEnd.x {
      let slope = Slope(rise: line.dy, run: line.dx)
      side = Slope.whole(line.y0 &- row &* 256) &+ slope.roundedUp(columnEnd &- line.x0)
      sideLift = slope.aPixel
    }

    // The cell at the side the line comes from.
    var column = Int(step > 0 ? start.x &>> 8 : 0 &- (start.x &>> 8))
    var cell = unsafe cells + (Int(row) &* cellsPerRow &+ column)
    var words = unsafe touched + Int(row) &* wordsPerRow
    let (cellsPerRow, wordsPerRow) = (cellsPerRow, wordsPerRow)
    while rows > 0 {
      let from = column
      // A side that is met at the row's bottom, or was rounded to it, belongs to the row.
      while side < Slope.whole(257) {
        let next = Slope.floor(side)
        unsafe addPiece(cell, step, (next &- y) &* sign, g &+ 256)
        (y, g) = (next, 0)
        unsafe cell += step
        column &+= step
        rowX &-= pixel
        side &+= sideLift
      }
      let exit = Slope.floor(rowX)
      unsafe addPiece(cell, step, (256 &- y) &* sign, g &+ exit)
      unsafe markPieces(words, from, column, step)
      (y, g) = (0, exit)
      unsafe cell += cellsPerRow
      unsafe words += wordsPerRow
      rowX &+= rowLift
      side &-= pixel
      rows &-= 1
    }
    if bottom < lineEnd.y { return }
    let end = (lineEnd.y &- 1) & 255 &+ 1
    let from = column
    while side < Slope.whole(end) {
      let next = Slope.floor(side)
      unsafe addPiece(cell, step, (next &- y) &* sign, g &+ 256)
      (y, g) = (next, 0)
      unsafe cell += step
      column &+= step
      side &+= sideLift
    }
    // The last piece ends where the line does, or where it leaves the clip: at its column's side.
    let width = Int32(truncatingIfNeeded: step > 0 ? column : 0 &- column) &* 256
    unsafe addPiece(cell, step, (end &- y) &* sign, g &+ Swift.min(lineEnd.x &- width, 256))
    unsafe markPieces(words, from, column, step)
  }

  /// The contribution of a piece of a line in one pixel to its cells.
  @inline(__always)
  private func addPiece(_ cell: UnsafeMutablePointer<Int32>, _ step: Int, _ cover: Int32, _ widths: Int32) {
    let area = cover &* widths
    unsafe cell[0] &+= cover &* 512 &- area
    unsafe cell[step] &+= area
  }

  /// Marks the cells of the pieces from the column `from` to `column`: theirs, and the one a step on.
  @inline(__always)
  private func markPieces(_ words: UnsafeMutablePointer<UInt>, _ from: Int, _ column: Int, _ step: Int) {
    if step > 0 { unsafe mark(words, from, column &+ 1) } else { unsafe mark(words, column &- 1, from) }
  }
}
