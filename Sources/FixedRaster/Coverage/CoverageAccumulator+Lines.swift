// Stage: coverage, first half. Input: lines in device subpixels. Output: cells.
//
// A line is cut where it leaves a pixel, through its bottom or through a side. Both sequences of crossings are walked at
// once, each by adding a quotient and a remainder, as Bresenham walks a line:
//
//     the x of row boundaries:     x0 + dx · (y − y0) / dy, rounded to the left
//     the y of column boundaries:  y0 + dy · (x − x0) / dx, rounded downwards
//
// so that a line costs at most four divisions, however many pixels it crosses. Which boundary comes first is decided by
// comparing the column crossing's y with the row's bottom; that is exact, because the bottom is a whole number.
//
// All lines round to the same side, whichever way they run: an outline is moved by a part of 1/256 pixel rather than made
// wider or narrower. It is the side that FreeType rounds to, whose y axis grows upwards.

extension CoverageAccumulator {
  /// A line between points within the reach; `top < bottom`.
  mutating func addDownward(_ left: Int32, _ top: Int32, _ right: Int32, _ bottom: Int32, _ sign: Int32) {
    // Relative to the clip's corner: within ±2^22 subpixels, and |dx|, dy ≤ 2^22, so that 256 times either fits 32 bits.
    let (x0, x1) = (left &- clip.minX &* 256, right &- clip.minX &* 256)
    let (y0, y1) = (top &- clip.minY &* 256, bottom &- clip.minY &* 256)
    if y1 <= 0 || y0 >= clipHeight { return }
    if x0 >= clipWidth && x1 >= clipWidth { return }  // nothing to the right shows
    let last = (Swift.min(y1, clipHeight) &- 1) &>> 8
    firstRow = Swift.min(firstRow, Swift.max(y0, 0) &>> 8)
    lastRow = Swift.max(lastRow, last)
    if x0 == x1 {
      addVertical(x0, y0, y1, sign)
    } else if x0 < 0 && x1 < 0 {
      addVertical(-1, y0, y1, sign)
    } else if x0 < x1 {
      addSlanted(SlantedLine(x0: x0, y0: y0, x1: x1, y1: y1, sign: sign), step: 1)
    } else {
      addSlanted(SlantedLine(x0: 0 &- x0, y0: y0, x1: 0 &- x1, y1: y1, sign: sign), step: -1)
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

/// A line with `x0 < x1` and `y0 < y1`, in subpixels relative to the clip's corner; one that falls to the left is mirrored
/// about x = 0. Coordinates lie within ±2^22; dx and dy are at most 2^22, so that 256 times either is below 2^31.
private struct SlantedLine {
  let x0, y0, x1, y1, sign: Int32

  var dx: Int32 { x1 &- x0 }
  var dy: Int32 { y1 &- y0 }

  /// The x at the height `y`, which the line reaches: floored, or rounded up likewise, and the rest.
  @inline(__always)
  func x(at y: Int32, roundingUp: Bool = false) -> (x: Int32, rest: Int32) {
    let (quotient, rest) = divide(dx, y &- y0, dy, plus: roundingUp ? dy &- 1 : 0)
    return (x0 &+ quotient, rest)
  }

  /// The y at `x`, which the line reaches, rounded up: the floor, and the rest, of a place (dx − 1) / dx below.
  @inline(__always)
  func y(at x: Int32) -> (y: Int32, rest: Int32) {
    let (quotient, rest) = divide(dy, x &- x0, dx, plus: dx &- 1)
    return (y0 &+ quotient, rest)
  }
}

/// Where the walk of a line begins: in the pixel row of `top`, perhaps on its bottom, and the pixel column of `x`, `g` from
/// its side, 0...256.
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
  /// A piece of a line in one pixel touches two cells, the one at the side it comes from and the one behind it. With g, its
  /// distances from that side, the first takes cover · (512 − g − g') and the second cover · (g + g'): for either direction.
  @inline(__always)
  private mutating func addSlanted(_ line: SlantedLine, step: Int) {
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
      let entry = line.x1 > enter ? line.y(at: enter).y : line.y1
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
      let exit = line.y(at: leave).y
      if step < 0 { addVertical(-1, exit, bottom, line.sign) }
      if y < exit { walk(line, start, LineEnd(x: leave, y: exit), Swift.min(exit, bottom), step) }
    } else {
      walk(line, start, LineEnd(x: line.x1, y: line.y1), bottom, step)
    }
  }

  /// The part of a line from its start down to `bottom`, or to its end, all of it within the clip's columns.
  @inline(__always)
  private mutating func walk(
    _ line: SlantedLine, _ start: LineStart, _ lineEnd: LineEnd, _ bottom: Int32, _ step: Int
  ) {
    let (dx, dy, sign) = (line.dx, line.dy, line.sign)
    var y = start.y
    var (g, columnEnd) = (start.g, (start.x | 255) &+ 1)
    // The cell at the side the line comes from, and at the same place of the row's first piece.
    var first = Int(step > 0 ? start.x &>> 8 : 0 &- (start.x &>> 8))
    let row = Int(start.top &>> 8)
    var cells = unsafe cells + row &* cellsPerRow
    var words = unsafe touched + row &* wordsPerRow
    let (cellsPerRow, wordsPerRow) = (cellsPerRow, wordsPerRow)

    // The y of the next column boundary, none after the last; most chords of a curve cross one or none, and need no steps.
    let beyond: Int32 = 1 &<< 29
    var (side, sideRest): (Int32, Int32) = (beyond, 0)
    var (sideLift, sideLiftRest): (Int32, Int32) = (beyond, 0)
    if columnEnd < lineEnd.x {
      (side, sideRest) = line.y(at: columnEnd)
      if columnEnd &+ 256 < lineEnd.x && side < bottom { (sideLift, sideLiftRest) = divide(dy, 256, dx) }
    }
    // The x of the next row boundary.
    var rowEnd = (start.top | 255) &+ 1
    var (rowX, rowRest): (Int32, Int32) = (0, 0)
    var (rowLift, rowLiftRest): (Int32, Int32) = (0, 0)
    if rowEnd < lineEnd.y {
      (rowX, rowRest) = line.x(at: rowEnd, roundingUp: step < 0)
      if rowEnd &+ 256 < lineEnd.y && rowEnd < bottom { (rowLift, rowLiftRest) = divide(dx, 256, dy) }
    }

    while true {
      let firstOfRow = first
      // A side that is met at the row's bottom, or was rounded to it, belongs to the row; but not one at the line's end.
      let (end, sides) = (Swift.min(rowEnd, lineEnd.y), Swift.min(rowEnd &+ 1, lineEnd.y))
      while side < sides {
        let cover = (side &- y) &* sign
        let area = cover &* (g &+ 256)
        unsafe cells[first] &+= cover &* 512 &- area
        unsafe cells[first &+ step] &+= area
        (y, g) = (side, 0)
        columnEnd &+= 256
        first &+= step
        side &+= sideLift
        sideRest &+= sideLiftRest
        if sideRest >= dx {
          sideRest &-= dx
          side &+= 1
        }
      }
      // The last piece ends where the line does, or where it leaves the clip: at its column's side.
      let exit = (rowEnd < lineEnd.y ? rowX : Swift.min(lineEnd.x, columnEnd)) &- columnEnd &+ 256
      let cover = (end &- y) &* sign
      let area = cover &* (g &+ exit)
      unsafe cells[first] &+= cover &* 512 &- area
      unsafe cells[first &+ step] &+= area
      // A piece's cells are `first` and the one a step on.
      if step > 0 {
        unsafe mark(words, firstOfRow, first &+ 1)
      } else {
        unsafe mark(words, first &- 1, firstOfRow)
      }
      if rowEnd >= bottom { return }
      (y, g) = (end, exit)
      rowEnd &+= 256
      unsafe cells += cellsPerRow
      unsafe words += wordsPerRow
      rowX &+= rowLift
      rowRest &+= rowLiftRest
      if rowRest >= dy {
        rowRest &-= dy
        rowX &+= 1
      }
    }
  }
}

/// `(a · b + plus) / c` rounded down, and what is left; all of it positive, `plus` below `c`, the quotient within 32 bits.
@inline(__always)
private func divide(_ a: Int32, _ b: Int32, _ c: Int32, plus: Int32 = 0) -> (quotient: Int32, rest: Int32) {
  if b <= 256 {
    // a, c ≤ 2^22: the sum fits 32 bits (2^30 + 2^22 at the most).
    let sum = UInt32(bitPattern: a &* b &+ plus)
    let (quotient, rest) = sum.quotientAndRemainder(dividingBy: UInt32(bitPattern: c))
    return (Int32(bitPattern: quotient), Int32(bitPattern: rest))
  }
  let sum = UInt64(UInt32(bitPattern: a)) &* UInt64(UInt32(bitPattern: b)) &+ UInt64(UInt32(bitPattern: plus))
  let (quotient, rest) = sum.quotientAndRemainder(dividingBy: UInt64(UInt32(bitPattern: c)))
  return (Int32(truncatingIfNeeded: quotient), Int32(truncatingIfNeeded: rest))
}
