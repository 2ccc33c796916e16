// Stage: coverage. Input: polygons in device coordinates (24.8). Output: for each pixel of a clip rectangle how much of
// it the polygon covers, in 1/255, handed on as spans of one coverage and masks of varying coverage.
//
// Exact area coverage, by the signed-area method of libart and FreeType, over a dense band of cells as Blend2D keeps it:
// a line adds to the two cells beside its crossing of a pixel row
//
//     cells[x]     += cover − area        cover: the height it crosses, area: the part of it that lies left of the line
//     cells[x + 1] += area
//
// so that the running sum of a row's cells is each pixel's coverage. One bit for four cells says where a row was touched;
// untouched runs have the coverage of the cell before them. No sorting, no lists; cells are cleared while they are read.
//
// A line is always walked from its upper end and each crossing is the floor of the exact quotient, whatever the clip: the
// same line gives the same cells in every tile, and two polygons that share an edge cancel exactly.

/// Bytes, alignment and rows of the memory that coverage is accumulated in.
public struct CoverageWorkspace: Hashable, Sendable {
  /// The widest clip in pixels, 1...8191.
  public let width: Int
  /// How many rows are accumulated at once; a higher clip is drawn in bands of so many rows.
  public let rows: Int

  public init(width: Int, rows: Int) {
    self.width = Swift.max(1, Swift.min(8191, width))
    self.rows = Swift.max(1, rows)
  }

  /// Cells in a row: the clip's, one that takes what falls to the right of it, and room to read four at once.
  @inlinable var cellsPerRow: Int { (width &+ 1 &+ 7) & ~7 }
  @inlinable var wordsPerRow: Int { (cellsPerRow / 4 &+ UInt.bitWidth &- 1) / UInt.bitWidth }
  @inlinable var cellBytes: Int { rows &* cellsPerRow &* 4 }
  @inlinable var wordBytes: Int { rows &* wordsPerRow &* (UInt.bitWidth / 8) }
  @inlinable var maskBytes: Int { cellsPerRow &* 4 }

  /// How many bytes the workspace takes.
  @inlinable public var byteCount: Int { wordBytes &+ cellBytes &+ 2 &* maskBytes }
  /// What the memory must be aligned to.
  public static var alignment: Int { 32 }
}

/// Accumulates polygons over a clip and hands on their coverage.
@safe
struct CoverageAccumulator: ~Copyable, PolygonConsumer {
  let workspace: CoverageWorkspace
  private let cells: UnsafeMutablePointer<Int32>
  private let touched: UnsafeMutablePointer<UInt>
  private let mask: UnsafeMutablePointer<UInt32>
  /// Room for a row of pixels, for whoever paints.
  let scratch: UnsafeMutablePointer<UInt32>
  private let cellsPerRow: Int
  private let wordsPerRow: Int

  /// The clip in device pixels; no wider or higher than the workspace.
  private var clip = PixelRect.empty
  /// The clip's extent in subpixels: a line within it takes the short way.
  private var clipWidth: Int32 = 0
  private var clipHeight: Int32 = 0
  /// Rows of the clip that were touched, from `firstRow` to `lastRow`; none if the first is greater.
  private var firstRow: Int32 = .max
  private var lastRow: Int32 = -1
  /// Start of the subpath and where the pen is, in device subpixels.
  private var start = SubpixelPoint(x: .zero, y: .zero)
  private var pen = SubpixelPoint(x: .zero, y: .zero)

  /// - Parameter memory: `workspace.byteCount` bytes, aligned to ``CoverageWorkspace/alignment``, the accumulator's alone
  ///   while it lives. They are cleared here and are clear again after each ``sweep(_:into:)``.
  @unsafe
  init(memory: UnsafeMutableRawPointer, workspace: CoverageWorkspace) {
    self.workspace = workspace
    cellsPerRow = workspace.cellsPerRow
    wordsPerRow = workspace.wordsPerRow
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: workspace.byteCount)
    unsafe mask = memory.bindMemory(to: UInt32.self, capacity: workspace.maskBytes / 4)
    unsafe scratch = (memory + workspace.maskBytes).bindMemory(to: UInt32.self, capacity: workspace.maskBytes / 4)
    let cellMemory = unsafe memory + 2 &* workspace.maskBytes
    unsafe cells = cellMemory.bindMemory(to: Int32.self, capacity: workspace.cellBytes / 4)
    let wordMemory = unsafe cellMemory + workspace.cellBytes
    unsafe touched = wordMemory.bindMemory(to: UInt.self, capacity: workspace.wordBytes / (UInt.bitWidth / 8))
  }

  /// Starts a shape. `clip` is in device pixels, within ±8191, at most as large as the workspace.
  mutating func begin(clip: PixelRect) {
    self.clip = clip
    clipWidth = Int32(truncatingIfNeeded: clip.width &* 256)
    clipHeight = Int32(truncatingIfNeeded: clip.height &* 256)
    firstRow = .max
    lastRow = -1
    start = SubpixelPoint(x: .zero, y: .zero)
    pen = start
  }

  mutating func move(to point: SubpixelPoint) {
    if pen != start { addLine(to: start) }
    start = point
    pen = point
  }

  mutating func line(to point: SubpixelPoint) {
    addLine(to: point)
    pen = point
  }
}

// MARK: - Lines into cells

extension CoverageAccumulator {
  /// Adds the line from the pen; downward lines count +1, upward lines −1.
  @inline(__always)
  private mutating func addLine(to point: SubpixelPoint) {
    if pen.y == point.y { return }
    let (top, bottom, sign): (SubpixelPoint, SubpixelPoint, Int32) =
      pen.y < point.y ? (pen, point, 1) : (point, pen, -1)
    if Self.isDistant(top) || Self.isDistant(bottom) {
      addDistant(top, bottom, sign)
    } else {
      addDownward(top.x.rawValue, top.y.rawValue, bottom.x.rawValue, bottom.y.rawValue, sign)
    }
  }

  /// Lines stay exact in 32 bits while their ends lie within 8192 pixels of the device's corner.
  private static var reach: Int32 { 1 &<< 21 }

  @inline(__always)
  private static func isDistant(_ point: SubpixelPoint) -> Bool {
    point.x.rawValue.magnitude > reach.magnitude || point.y.rawValue.magnitude > reach.magnitude
  }

  /// A line with a distant end, cut at the reach: beyond its sides it goes on as a vertical line, so that it still covers
  /// what lies to the right of it. The cut is made in device coordinates and so is the same for every clip.
  @inline(never)
  private mutating func addDistant(_ top: SubpixelPoint, _ bottom: SubpixelPoint, _ sign: Int32) {
    let reach = Int64(truncatingIfNeeded: Self.reach)
    let (ax, ay) = (Int64(truncatingIfNeeded: top.x.rawValue), Int64(truncatingIfNeeded: top.y.rawValue))
    // |dx| and dy are at most 2^31, so that their product stays below 2^63.
    let (dx, dy) = (
      Int64(truncatingIfNeeded: bottom.x.rawValue) &- ax, Int64(truncatingIfNeeded: bottom.y.rawValue) &- ay
    )
    let (first, last) = (Swift.max(ay, 0 &- reach), Swift.min(ay &+ dy, reach))
    if first >= last { return }
    func crossing(_ x: Int64) -> Int64 {
      dx == 0 ? first : Swift.max(first, Swift.min(last, ay &+ dy &* (x &- ax) / dx))
    }
    func held(_ y: Int64) -> Int32 {
      Int32(truncatingIfNeeded: Swift.max(0 &- reach, Swift.min(reach, ax &+ dx &* (y &- ay) / dy)))
    }
    let (left, right) = (crossing(0 &- reach), crossing(reach))
    let (near, far) = (Swift.min(left, right), Swift.max(left, right))
    func addPiece(_ from: Int64, _ to: Int64) {
      if from >= to { return }
      addDownward(
        held(from), Int32(truncatingIfNeeded: from), held(to), Int32(truncatingIfNeeded: to), sign)
    }
    addPiece(first, near)
    addPiece(near, far)
    addPiece(far, last)
  }

  /// A line between points within the reach; `top < bottom`.
  private mutating func addDownward(_ left: Int32, _ top: Int32, _ right: Int32, _ bottom: Int32, _ sign: Int32) {
    // Relative to the clip's corner: within ±2^22 subpixels, and |dx| ≤ 2^22, so that 256 · dx fits 32 bits.
    let (x0, x1) = (left &- clip.minX &* 256, right &- clip.minX &* 256)
    let (y0, y1) = (top &- clip.minY &* 256, bottom &- clip.minY &* 256)
    if y1 <= 0 || y0 >= clipHeight { return }
    if x0 >= clipWidth && x1 >= clipWidth { return }  // nothing to the right shows
    let firstLineRow = Swift.max(y0, 0) &>> 8
    let lastLineRow = (Swift.min(y1, clipHeight) &- 1) &>> 8
    firstRow = Swift.min(firstRow, firstLineRow)
    lastRow = Swift.max(lastRow, lastLineRow)
    let dx = x1 &- x0
    let dy = y1 &- y0
    if dx == 0 {
      addVertical(x0, y0, y1, firstLineRow, lastLineRow, sign)
      return
    }
    if y0 >= 0 && y1 &- firstLineRow &* 256 <= 256 {
      addRow(firstLineRow, x0, y0 & 255, x1, y1 &- firstLineRow &* 256, sign)
      return
    }
    var row = firstLineRow
    var x: Int32  // where the line crosses the bottom of the row before
    var rest: Int32  // of that division, 0..<dy
    if y0 >= 0 {
      let toBottom = 256 &- (y0 & 255)
      (x, rest) = floorDivide(dx &* toBottom, dy)
      x = x &+ x0
      addRow(row, x0, y0 & 255, x, 256, sign)
      row &+= 1
    } else {
      let (quotient, remainder) = floorDivide64(
        Int64(truncatingIfNeeded: dx) &* Int64(truncatingIfNeeded: 0 &- y0), Int64(truncatingIfNeeded: dy))
      (x, rest) = (x0 &+ quotient, remainder)
    }
    let (lift, liftRest) = floorDivide(dx &* 256, dy)
    let lastWhole = y1 &- lastLineRow &* 256 >= 256 ? lastLineRow : lastLineRow &- 1
    while row <= lastWhole {
      var next = x &+ lift
      rest &+= liftRest
      if rest >= dy {
        rest &-= dy
        next &+= 1
      }
      addRow(row, x, 0, next, 256, sign)
      x = next
      row &+= 1
    }
    if row <= lastLineRow { addRow(row, x, 0, x1, y1 &- row &* 256, sign) }
  }

  private mutating func addVertical(
    _ x: Int32, _ y0: Int32, _ y1: Int32, _ first: Int32, _ last: Int32, _ sign: Int32
  ) {
    if x >= clipWidth { return }
    let column = Swift.max(x, 0) &>> 8
    let twiceX = x < 0 ? 0 : (x & 255) &* 2
    var row = first
    while row <= last {
      let top = Swift.max(y0 &- row &* 256, 0)
      let bottom = Swift.min(y1 &- row &* 256, 256)
      let cover = (bottom &- top) &* sign
      addCell(row, column, cover, cover &* twiceX)
      mark(row, column, column)
      row &+= 1
    }
  }

  /// The part of a line within one row: from (`xa`, `ya`) down to (`xb`, `yb`), heights in 0...256 of the row.
  @inline(__always)
  private mutating func addRow(_ row: Int32, _ xa: Int32, _ ya: Int32, _ xb: Int32, _ yb: Int32, _ sign: Int32) {
    let height = yb &- ya
    let (left, right) = xa <= xb ? (xa, xb) : (xb, xa)
    if left >= clipWidth || height == 0 { return }
    let firstColumn = left &>> 8
    // A line that ends on a pixel's left edge does not reach into that pixel.
    let lastColumn = left == right ? firstColumn : (right &- 1) &>> 8
    if firstColumn == lastColumn && firstColumn >= 0 {
      let cover = height &* sign
      addCell(row, firstColumn, cover, cover &* (left &+ right &- firstColumn &* 512))
      mark(row, firstColumn, firstColumn)
    } else if lastColumn < 0 {
      addCell(row, 0, height &* sign, 0)
      mark(row, 0, 0)
    } else {
      addColumns(row, left, right, height, firstColumn, lastColumn, sign)
    }
  }

  /// The part of a line within one row that crosses several columns, of which at least one lies in the clip.
  private mutating func addColumns(
    _ row: Int32, _ left: Int32, _ right: Int32, _ height: Int32, _ firstColumn: Int32, _ lastColumn: Int32,
    _ sign: Int32
  ) {
    let width = right &- left
    var column = firstColumn
    var done: Int32  // of the height, up to the left edge of `column`
    var rest: Int32
    if column >= 0 {
      let toEdge = 256 &- (left & 255)
      (done, rest) = floorDividePositive(height &* toEdge, width)
      let cover = done &* sign
      addCell(row, column, cover, cover &* (512 &- toEdge))
      column &+= 1
    } else {
      (done, rest) = floorDividePositive(height &* (0 &- left), width)
      column = 0
      addCell(row, 0, done &* sign, 0)
    }
    let markFirst = Swift.max(firstColumn, 0)
    let lastInside = Swift.min(lastColumn, (clipWidth &>> 8) &- 1)
    mark(row, markFirst, lastInside)
    let (lift, liftRest) = column < lastColumn ? floorDividePositive(height &* 256, width) : (0, 0)
    let lastWhole = Swift.min(lastColumn &- 1, lastInside)
    while column <= lastWhole {
      var step = lift
      rest &+= liftRest
      if rest >= width {
        rest &-= width
        step &+= 1
      }
      done &+= step
      let cover = step &* sign
      addCell(row, column, cover, cover &* 256)
      column &+= 1
    }
    if column == lastColumn && column <= lastInside {
      let cover = (height &- done) &* sign
      addCell(row, column, cover, cover &* (right &- lastColumn &* 256))
    }
  }

  /// Adds a crossing of height `cover` (−256...256) whose area left of the line, doubled, is `area` (cover · 0...512).
  @inline(__always)
  private func addCell(_ row: Int32, _ column: Int32, _ cover: Int32, _ area: Int32) {
    let cell = unsafe cells + (Int(row) &* cellsPerRow &+ Int(column))
    unsafe cell[0] &+= cover &* 512 &- area
    unsafe cell[1] &+= area
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

/// `a / b` rounded towards minus infinity, and what is left; `b > 0`.
@inline(__always)
private func floorDivide(_ a: Int32, _ b: Int32) -> (quotient: Int32, rest: Int32) {
  var quotient = a / b
  var rest = a &- quotient &* b
  if rest < 0 {
    quotient &-= 1
    rest &+= b
  }
  return (quotient, rest)
}

/// The same for `a ≥ 0`.
@inline(__always)
private func floorDividePositive(_ a: Int32, _ b: Int32) -> (quotient: Int32, rest: Int32) {
  let quotient = Int32(bitPattern: UInt32(bitPattern: a) / UInt32(bitPattern: b))
  return (quotient, a &- quotient &* b)
}

/// The same in 64 bits, where the quotient is known to fit 32.
@inline(__always)
private func floorDivide64(_ a: Int64, _ b: Int64) -> (quotient: Int32, rest: Int32) {
  var quotient = a / b
  var rest = a &- quotient &* b
  if rest < 0 {
    quotient &-= 1
    rest &+= b
  }
  return (Int32(truncatingIfNeeded: quotient), Int32(truncatingIfNeeded: rest))
}

// MARK: - Cells into coverage

extension CoverageAccumulator {
  /// Hands on the coverage of all that was added since ``begin(clip:)``, row by row from left to right, and clears it.
  /// Coordinates are relative to the clip's corner.
  mutating func sweep<Consumer: CoverageConsumer & ~Copyable>(_ rule: FillRule, into consumer: inout Consumer) {
    if pen != start { addLine(to: start) }
    pen = start
    if firstRow > lastRow { return }
    switch rule {
    case .nonZero: sweepRows(NonZero.self, &consumer)
    case .evenOdd: sweepRows(EvenOdd.self, &consumer)
    }
    firstRow = .max
    lastRow = -1
  }

  private func sweepRows<Rule: WindingRule, Consumer: CoverageConsumer & ~Copyable>(
    _: Rule.Type, _ consumer: inout Consumer
  ) {
    var row = Int(firstRow)
    while row <= Int(lastRow) {
      sweepRow(Rule.self, row, &consumer)
      row &+= 1
    }
  }

  @inline(__always)
  private func sweepRow<Rule: WindingRule, Consumer: CoverageConsumer & ~Copyable>(
    _: Rule.Type, _ row: Int, _ consumer: inout Consumer
  ) {
    let words = unsafe touched + row &* wordsPerRow
    let line = unsafe cells + row &* cellsPerRow
    let width = clip.width
    var sum: Int32 = 0  // of all cells before x: 2^17 is one winding
    var x = 0  // everything before it is handed on
    var word = 0
    while word < wordsPerRow {
      var bits = unsafe words[word]
      if bits != 0 { unsafe words[word] = 0 }
      let wordX = word &* UInt.bitWidth &* 4
      while bits != 0 {
        let first = bits.trailingZeroBitCount
        let run = (~(bits &>> UInt(first))).trailingZeroBitCount
        let start = wordX &+ first &* 4
        let end = start &+ run &* 4
        // Bits first..<first + run are done. A run of a whole word would make the shift wrap.
        bits = first &+ run >= UInt.bitWidth ? 0 : bits & (UInt.max &<< UInt(first &+ run))
        if start > x {
          let coverage = Rule.coverage(sum)
          if coverage != 0 { consumer.span(x: x, y: row, count: start &- x, coverage: coverage) }
        }
        var i = start
        while i < end {
          unsafe sum &+= line[i]
          unsafe line[i] = 0
          let coverage = Rule.coverage(sum)
          unsafe mask[i &- start] = coverage | coverage &<< 16
          i &+= 1
        }
        let count = Swift.min(end, width) &- start
        if count > 0 { unsafe consumer.mask(x: start, y: row, count: count, coverage: UnsafePointer(mask)) }
        x = end
      }
      word &+= 1
    }
    if x < width {
      let coverage = Rule.coverage(sum)
      if coverage != 0 { consumer.span(x: x, y: row, count: width &- x, coverage: coverage) }
    }
  }
}
