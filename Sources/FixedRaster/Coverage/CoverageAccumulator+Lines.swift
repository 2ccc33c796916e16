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
  func addVertical(_ x: Int32, _ y0: Int32, _ y1: Int32, _ sign: Int32) {
    let (top, bottom) = (Swift.max(y0, 0), Swift.min(y1, clipHeight))
    if x >= clipWidth || top >= bottom { return }
    let column = Swift.max(x, 0) &>> 8
    let twiceX = x < 0 ? 0 : (x & 255) &* 2
    var row = top &>> 8
    var y = top
    while y < bottom {
      let end = Swift.min(bottom, (row &+ 1) &* 256)
      let cover = (end &- y) &* sign
      let cell = unsafe cells + (Int(row) &* cellsPerRow &+ Int(column))
      unsafe cell[0] &+= cover &* (512 &- twiceX)
      unsafe cell[1] &+= cover &* twiceX
      mark(row, column)
      y = end
      row &+= 1
    }
  }

  /// Sets the bits of one cell and the one after it.
  @inline(__always)
  private func mark(_ row: Int32, _ column: Int32) {
    let words = unsafe touched + Int(row) &* wordsPerRow
    let (bit, next) = (Int(column &>> 2), Int((column &+ 1) &>> 2))
    let shift = UInt.bitWidth == 64 ? 6 : 5
    unsafe words[bit &>> shift] |= 1 &<< UInt(bit)
    unsafe words[next &>> shift] |= 1 &<< UInt(next)
  }

  /// Sets the bits of the cells from `first` to one past `last`, which were or will be added to.
  @inline(__always)
  private func mark(_ row: Int32, _ first: Int32, _ last: Int32) {
    let words = unsafe touched + Int(row) &* wordsPerRow
    let firstBit = Int(first &>> 2)
    let lastBit = Int((last &+ 1) &>> 2)
    let shift = UInt.bitWidth == 64 ? 6 : 5
    let firstWord = firstBit &>> shift
    let lastWord = lastBit &>> shift
    let low = UInt.max &<< UInt(firstBit)
    let high = UInt.max &>> UInt(UInt.bitWidth &- 1 &- (lastBit & (UInt.bitWidth &- 1)))
    if firstWord == lastWord {
      unsafe words[firstWord] |= low & high
    } else {
      unsafe words[firstWord] |= low
      var word = firstWord &+ 1
      while word < lastWord {
        unsafe words[word] = .max
        word &+= 1
      }
      unsafe words[lastWord] |= high
    }
  }
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
    let (quotient, rest) = floorDivide(dx, y &- y0, dy)
    return (x0 &+ quotient, rest)
  }

  /// The y at `x`, which the line reaches, rounded up: the floor and the rest of the division by `dx` of a number that is
  /// `dx − 1` more.
  @inline(__always)
  func y(at x: Int32) -> (y: Int32, rest: Int32) {
    let (quotient, rest) = floorDivide(dy, x &- x0, dx)
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
  private func addSlanted(_ line: SlantedLine, step: Int) {
    // Where the line comes into the clip and leaves it. Left of the clip it covers whole pixels, right of it nothing.
    let (enter, leave) = step > 0 ? (0, clipWidth) : (0 &- clipWidth, 0)
    let bottom = Swift.min(line.y1, clipHeight)
    var (x, y) = (line.x0, line.y0)
    var row = y &>> 8
    var roundsUp: Int32 = 0  // 1 where x is not the mirrored line's floor but one more
    if y < 0 {
      let crossing = line.x(at: 0)
      (x, y, row) = (crossing.x, 0, 0)
      roundsUp = step < 0 && crossing.rest > 0 ? 1 : 0
    }
    if x < enter {
      let entry = line.x1 > enter ? line.y(at: enter).y : line.y1
      if step > 0 { addVertical(-1, y, entry, line.sign) }
      // A crossing belongs to the row above it: in this one nothing is left to cover if it was rounded to its bottom.
      (x, y, row, roundsUp) = (enter, entry, (entry &- 1) &>> 8, 0)
    }
    if y >= bottom { return }
    if x >= leave {
      if step < 0 { addVertical(-1, y, bottom, line.sign) }
      return
    }

    var column = x &>> 8
    let lastColumn = (line.x1 &- 1) &>> 8
    let lastVisible = (leave &- 1) &>> 8
    var g = x & 255 &+ roundsUp
    var first = Int(step > 0 ? column : 0 &- column)  // the cell at the side it comes from, in its row
    var cells = unsafe cells + Int(row) &* cellsPerRow

    // The y of the next column boundary, none after the last; the x of the next row boundary, the line's end in the last.
    let (dx, dy) = (line.dx, line.dy)
    var (side, sideRest): (Int32, Int32) = (.max, 0)
    var (sideLift, sideLiftRest): (Int32, Int32) = (0, 0)
    if column < lastColumn {
      (side, sideRest) = line.y(at: (column &+ 1) &* 256)
      if column &+ 1 < lastColumn { (sideLift, sideLiftRest) = floorDivide(dy, 256, dx) }
    }
    let lastRow = (line.y1 &- 1) &>> 8
    var (rowX, rowRest) = (line.x1, 0 as Int32)
    var (rowLift, rowLiftRest): (Int32, Int32) = (0, 0)
    if row < lastRow {
      (rowX, rowRest) = line.x(at: (row &+ 1) &* 256)
      if step < 0 { (rowX, rowRest) = rowRest == 0 ? (rowX, dy &- 1) : (rowX &+ 1, rowRest &- 1) }
      if row &+ 1 < lastRow { (rowLift, rowLiftRest) = floorDivide(dx, 256, dy) }
    }

    while true {
      let end = Swift.min((row &+ 1) &* 256, line.y1)
      let firstOfRow = first
      while side <= end {
        let cover = (side &- y) &* line.sign
        let area = cover &* (g &+ 256)
        unsafe cells[first] &+= cover &* 512 &- area
        unsafe cells[first &+ step] &+= area
        (y, g) = (side, 0)
        if column == lastVisible {
          mark(row, from: firstOfRow, to: first, step)
          if step < 0 { addVertical(-1, y, bottom, line.sign) }
          return
        }
        column &+= 1
        first &+= step
        if column == lastColumn {
          side = .max
        } else {
          side &+= sideLift
          sideRest &+= sideLiftRest
          if sideRest >= dx {
            sideRest &-= dx
            side &+= 1
          }
        }
      }
      let cover = (end &- y) &* line.sign
      let exit = rowX &- column &* 256
      let area = cover &* (g &+ exit)
      unsafe cells[first] &+= cover &* 512 &- area
      unsafe cells[first &+ step] &+= area
      mark(row, from: firstOfRow, to: first, step)
      if end >= bottom { return }
      (y, g) = (end, exit)
      row &+= 1
      unsafe cells += cellsPerRow
      if row == lastRow {
        rowX = line.x1
      } else {
        rowX &+= rowLift
        rowRest &+= rowLiftRest
        if rowRest >= dy {
          rowRest &-= dy
          rowX &+= 1
        }
      }
    }
  }

  /// Sets the bits of the cells between those of the pieces that began at `from` and at `to`.
  @inline(__always)
  private func mark(_ row: Int32, from: Int, to: Int, _ step: Int) {
    // A piece's cells are `first` and the one a step on; the left one of the two is its column.
    let (a, b) = step > 0 ? (from, to) : (to &- 1, from &- 1)
    if a == b {
      mark(row, Int32(truncatingIfNeeded: a))
    } else {
      mark(row, Int32(truncatingIfNeeded: a), Int32(truncatingIfNeeded: b))
    }
  }
}

/// `a · b / c` rounded towards minus infinity, and what is left; `b ≥ 0`, `c > 0`, the quotient within 32 bits.
@inline(__always)
private func floorDivide(_ a: Int32, _ b: Int32, _ c: Int32) -> (quotient: Int32, rest: Int32) {
  if b <= 256 {
    // |a| ≤ 2^22: the product fits 32 bits (2^30 at the most).
    let product = a &* b
    var quotient = product / c
    var rest = product &- quotient &* c
    if rest < 0 {
      quotient &-= 1
      rest &+= c
    }
    return (quotient, rest)
  }
  let product = Int64(truncatingIfNeeded: a) &* Int64(truncatingIfNeeded: b)
  let divisor = Int64(truncatingIfNeeded: c)
  var quotient = product / divisor
  var rest = product &- quotient &* divisor
  if rest < 0 {
    quotient &-= 1
    rest &+= divisor
  }
  return (Int32(truncatingIfNeeded: quotient), Int32(truncatingIfNeeded: rest))
}
