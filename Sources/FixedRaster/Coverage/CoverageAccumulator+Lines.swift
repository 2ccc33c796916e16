// Stage: coverage, first half. Input: lines in device subpixels. Output: cells.
//
// A line is cut where it leaves a pixel, through its bottom or through a side. Both sequences of crossings are walked at
// once, each by adding a quotient and a remainder, as Bresenham walks a line:
//
//     the x of row boundaries:     x0 + ⌊dx · (y − y0) / dy⌋
//     the y of column boundaries:  y0 + ⌊dy · (x − x0) / dx⌋
//
// so that a line costs at most four divisions, however many pixels it crosses. Which boundary comes first is decided by
// comparing the column crossing's y with the row's bottom; that is exact, because the bottom is a whole number.

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
    } else {
      var walk = LineWalk(x0, y0, x1, y1, sign)
      if x0 < x1 { walkRight(&walk) } else { walkLeft(&walk) }
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
    while y < bottom {
      let end = Swift.min(bottom, (row &+ 1) &* 256)
      let cover = (end &- y) &* sign
      addCell(row, column, cover, cover &* twiceX)
      mark(row, column)
      y = end
      row &+= 1
    }
  }

  /// Adds a crossing of height `cover` (−256...256) whose area left of the line, doubled, is `area` (cover · 0...512).
  @inline(__always)
  private func addCell(_ row: Int32, _ column: Int32, _ cover: Int32, _ area: Int32) {
    let cell = unsafe cells + (Int(row) &* cellsPerRow &+ Int(column))
    unsafe cell[0] &+= cover &* 512 &- area
    unsafe cell[1] &+= area
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

extension CoverageAccumulator {
  /// `x0 < x1`.
  private mutating func walkRight(_ line: inout LineWalk) {
    var (x, y) = (line.x0, line.y0)
    if y < 0 { (x, y) = (line.x(atRow: 0), 0) }
    if x < 0 {
      // Up to the clip's left side it covers whole pixels.
      let side = line.y(rightOf: 0)
      addVertical(-1, y, side, line.sign)
      if side > y { y = side }
      x = 0
    }
    let bottom = Swift.min(line.y1, clipHeight)
    if x >= clipWidth || y >= bottom { return }
    var row = y &>> 8
    var column = x &>> 8
    let lastColumn = (Swift.min(line.x1, clipWidth) &- 1) &>> 8
    // A column that is not the last is left through its right side at `side`, the last one through the bottom.
    var side = column < lastColumn || line.x1 > clipWidth ? line.firstSide(rightOf: column) : .max
    var rowX = line.y1 > (row &+ 1) &* 256 ? line.firstRow(after: row) : line.x1
    while true {
      let rowEnd = (row &+ 1) &* 256
      let end = Swift.min(rowEnd, line.y1)
      let rowColumn = column
      while side < end {
        let cover = (side &- y) &* line.sign
        addCell(row, column, cover, cover &* (x &- column &* 256 &+ 256))
        y = side
        column &+= 1
        x = column &* 256
        if column > lastColumn {
          mark(row, rowColumn, lastColumn)
          return
        }
        side = column < lastColumn || line.x1 > clipWidth ? line.nextSide() : .max
      }
      let cover = (end &- y) &* line.sign
      addCell(row, column, cover, cover &* (x &+ rowX &- column &* 512))
      if rowColumn == column { mark(row, column) } else { mark(row, rowColumn, column) }
      if end >= bottom { return }
      (x, y) = (rowX, end)
      row &+= 1
      rowX = line.y1 > (row &+ 1) &* 256 ? line.nextRow() : line.x1
    }
  }

  /// `x0 > x1`.
  private mutating func walkLeft(_ line: inout LineWalk) {
    var (x, y) = (line.x0, line.y0)
    if y < 0 { (x, y) = (line.x(atRow: 0), 0) }
    // The x at a row's boundary is floored: a line that seems to be on a pixel's left side may still lie to the right of
    // it. It goes on in the pixel to the left only from where it crosses that side.
    var column: Int32
    if x >= clipWidth {
      // Right of the clip nothing shows.
      y = Swift.max(y, line.y(leftOf: clipWidth))
      x = clipWidth
      column = (clipWidth &>> 8) &- 1
    } else {
      column = x &>> 8
    }
    let bottom = Swift.min(line.y1, clipHeight)
    if y >= bottom { return }
    if x < 0 {
      addVertical(-1, y, bottom, line.sign)
      return
    }
    var row = y &>> 8
    let lastColumn = Swift.max(line.x1, 0) &>> 8
    var side = column > lastColumn || line.x1 < 0 ? line.firstSide(leftOf: column) : .max
    var rowX = line.y1 > (row &+ 1) &* 256 ? line.firstRow(after: row) : line.x1
    while true {
      let rowEnd = (row &+ 1) &* 256
      let end = Swift.min(rowEnd, line.y1)
      let rowColumn = column
      while side < end {
        let cover = (side &- y) &* line.sign
        addCell(row, column, cover, cover &* (x &- column &* 256))
        y = side
        x = column &* 256
        column &-= 1
        if column < 0 {
          mark(row, 0, rowColumn)
          // From here on it lies left of the clip.
          addVertical(-1, y, bottom, line.sign)
          return
        }
        side = column > lastColumn || line.x1 < 0 ? line.nextSide() : .max
      }
      let cover = (end &- y) &* line.sign
      addCell(row, column, cover, cover &* (x &+ rowX &- column &* 512))
      if rowColumn == column { mark(row, column) } else { mark(row, column, rowColumn) }
      if end >= bottom { return }
      (x, y) = (rowX, end)
      row &+= 1
      rowX = line.y1 > (row &+ 1) &* 256 ? line.nextRow() : line.x1
    }
  }
}

/// The crossings of a line with the sides of pixels, in subpixels relative to the clip's corner.
///
/// Coordinates lie within ±2^22; |dx| and dy are at most 2^22, so that 256 times either is below 2^31.
private struct LineWalk {
  let x0, y0, x1, y1, sign: Int32
  private let dx, dy, width: Int32
  /// The crossing of the next row boundary, as quotient and rest, and what a row adds.
  private var rowX: Int32 = 0
  private var rowRest: Int32 = 0
  private var rowLift: Int32 = 0
  private var rowLiftRest: Int32 = -1  // −1: not divided yet
  /// The same for column boundaries; the rest is of a division by `width`.
  private var sideY: Int32 = 0
  private var sideRest: Int32 = 0
  private var sideLift: Int32 = 0
  private var sideLiftRest: Int32 = -1

  @inline(__always)
  init(_ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, _ sign: Int32) {
    (self.x0, self.y0, self.x1, self.y1, self.sign) = (x0, y0, x1, y1, sign)
    dx = x1 &- x0
    dy = y1 &- y0
    width = dx < 0 ? 0 &- dx : dx
  }

  /// Where the line crosses the upper boundary of row `row`, which it does.
  func x(atRow row: Int32) -> Int32 { x0 &+ floorDivide(dx, row &* 256 &- y0, dy).quotient }

  /// Where the line crosses `x` on its way right, or left.
  func y(rightOf x: Int32) -> Int32 { x <= x0 ? y0 : x > x1 ? y1 : y0 &+ floorDivide(dy, x &- x0, width).quotient }
  func y(leftOf x: Int32) -> Int32 { x >= x0 ? y0 : x < x1 ? y1 : y0 &+ floorDivide(dy, x0 &- x, width).quotient }

  /// The x at the lower boundary of `row`.
  @inline(__always)
  mutating func firstRow(after row: Int32) -> Int32 {
    let (quotient, rest) = floorDivide(dx, (row &+ 1) &* 256 &- y0, dy)
    (rowX, rowRest) = (x0 &+ quotient, rest)
    return rowX
  }

  /// The x one row further down.
  @inline(__always)
  mutating func nextRow() -> Int32 {
    if rowLiftRest < 0 { (rowLift, rowLiftRest) = floorDivide(dx, 256, dy) }
    rowX &+= rowLift
    rowRest &+= rowLiftRest
    if rowRest >= dy {
      rowRest &-= dy
      rowX &+= 1
    }
    return rowX
  }

  /// The y at the right side of `column`.
  @inline(__always)
  mutating func firstSide(rightOf column: Int32) -> Int32 { startSides((column &+ 1) &* 256 &- x0) }

  /// The y at the left side of `column`.
  @inline(__always)
  mutating func firstSide(leftOf column: Int32) -> Int32 { startSides(x0 &- column &* 256) }

  @inline(__always)
  private mutating func startSides(_ distance: Int32) -> Int32 {
    let (quotient, rest) = floorDivide(dy, distance, width)
    (sideY, sideRest) = (y0 &+ quotient, rest)
    return sideY
  }

  /// The y one column further on.
  @inline(__always)
  mutating func nextSide() -> Int32 {
    if sideLiftRest < 0 { (sideLift, sideLiftRest) = floorDivide(dy, 256, width) }
    sideY &+= sideLift
    sideRest &+= sideLiftRest
    if sideRest >= width {
      sideRest &-= width
      sideY &+= 1
    }
    return sideY
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
