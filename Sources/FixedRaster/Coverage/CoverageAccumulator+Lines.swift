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

  /// The x at the height `y`, which the line reaches: floored, and the rest of the division by `dy`.
  @inline(__always)
  func x(at y: Int32) -> (x: Int32, rest: Int32) {
    let (quotient, rest) = divide(dx, y &- y0, dy)
    return (x0 &+ quotient, rest)
  }

  /// The y at `x`, which the line reaches: rounded up, and the rest of a number `dx − 1` greater that was floored.
  @inline(__always)
  func y(at x: Int32) -> (y: Int32, rest: Int32) {
    let (quotient, rest) = divide(dy, x &- x0, dx)
    return rest == 0 ? (y0 &+ quotient, dx &- 1) : (y0 &+ quotient &+ 1, rest &- 1)
  }
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
    var bottom = Swift.min(line.y1, clipHeight)
    var (x, y) = (line.x0, line.y0)
    var roundsUp = false  // a mirrored line's x that is not a whole number: its left is where x grows
    if y < 0 {
      let crossing = line.x(at: 0)
      (x, y, roundsUp) = (crossing.x, 0, step < 0 && crossing.rest > 0)
    }
    var top = y
    if x < enter {
      let entry = line.x1 > enter ? line.y(at: enter).y : line.y1
      if step > 0 { addVertical(-1, y, entry, line.sign) }
      // Rounded to a row's bottom it still belongs to that row.
      (x, y, top, roundsUp) = (enter, entry, entry &- 1, false)
    }
    if y >= bottom { return }
    if x >= leave {
      if step < 0 { addVertical(-1, y, bottom, line.sign) }
      return
    }
    if line.x1 > leave {
      let exit = line.y(at: leave).y
      if exit < bottom {
        if step < 0 { addVertical(-1, exit, bottom, line.sign) }
        bottom = exit
        if y >= bottom { return }
      }
    }
    let start = (x: x, g: x & 255 &+ (roundsUp ? 1 : 0), y: y, top: top)
    walk(line, start, bottom, Swift.min(line.x1, leave), step)
  }

  /// The part of a line from its start down to `bottom`, all of it within the clip. It ends at `bottom` in its last column
  /// or in the last row of the clip.
  ///
  /// - Parameter start: `x` lies in the first column, `g` from its side, 0...256; `y` is where it begins, in the row of `top`
  ///   or on its bottom.
  @inline(__always)
  private mutating func walk(
    _ line: SlantedLine, _ start: (x: Int32, g: Int32, y: Int32, top: Int32), _ bottom: Int32, _ endX: Int32,
    _ step: Int
  ) {
    let (dx, dy, sign) = (line.dx, line.dy, line.sign)
    let x = start.x
    var y = start.y
    var (g, columnEnd) = (start.g, (x | 255) &+ 1)
    // The cell at the side the line comes from, and at the same place of the row's first piece.
    var first = Int(step > 0 ? x &>> 8 : 0 &- (x &>> 8))
    let row = Int(start.top &>> 8)
    var cells = unsafe cells + row &* cellsPerRow
    var words = unsafe touched + row &* wordsPerRow
    let (cellsPerRow, wordsPerRow) = (cellsPerRow, wordsPerRow)

    // The y of the next column boundary, none after the last; most chords of a curve cross one or none, and need no steps.
    let beyond: Int32 = 1 &<< 29
    var (side, sideRest): (Int32, Int32) = (beyond, 0)
    var (sideLift, sideLiftRest): (Int32, Int32) = (beyond, 0)
    if columnEnd < line.x1 {
      (side, sideRest) = line.y(at: columnEnd)
      if columnEnd &+ 256 < line.x1 && side < bottom { (sideLift, sideLiftRest) = divide(dy, 256, dx) }
    }
    // The x of the next row boundary.
    var rowEnd = (start.top | 255) &+ 1
    var (rowX, rowRest): (Int32, Int32) = (endX, 0)
    var (rowLift, rowLiftRest): (Int32, Int32) = (0, 0)
    if rowEnd < line.y1 {
      (rowX, rowRest) = line.x(at: rowEnd)
      if step < 0 { (rowX, rowRest) = rowRest == 0 ? (rowX, dy &- 1) : (rowX &+ 1, rowRest &- 1) }
      if rowEnd &+ 256 < line.y1 && rowEnd < bottom { (rowLift, rowLiftRest) = divide(dx, 256, dy) }
    }

    while true {
      let firstOfRow = first
      // A side that is met just at the row's bottom, or was rounded to it, belongs to the row; but at the line's end, or the
      // clip's, there is nothing beyond it.
      let (end, sides) = rowEnd < bottom ? (rowEnd, rowEnd &+ 1) : (bottom, bottom)
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
      let exitX = rowEnd < line.y1 && rowEnd <= bottom ? rowX : endX
      let exit = Swift.min(exitX, columnEnd) &- columnEnd &+ 256
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

/// `a · b / c` rounded down, and what is left; all of it positive, the quotient within 32 bits.
@inline(__always)
private func divide(_ a: Int32, _ b: Int32, _ c: Int32) -> (quotient: Int32, rest: Int32) {
  if b <= 256 {
    // a ≤ 2^22: the product fits 32 bits (2^30 at the most).
    let (quotient, rest) = UInt32(bitPattern: a &* b).quotientAndRemainder(dividingBy: UInt32(bitPattern: c))
    return (Int32(bitPattern: quotient), Int32(bitPattern: rest))
  }
  let product = UInt64(UInt32(bitPattern: a)) &* UInt64(UInt32(bitPattern: b))
  let (quotient, rest) = product.quotientAndRemainder(dividingBy: UInt64(UInt32(bitPattern: c)))
  return (Int32(truncatingIfNeeded: quotient), Int32(truncatingIfNeeded: rest))
}
