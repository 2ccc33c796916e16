// Stage: coverage, second half. Input: the cells of a shape. Output: its spans and masks, row by row; the cells are
// clear again.

extension CoverageAccumulator {
  /// Emits the coverage of all that was added since ``begin(clip:)``, row by row from left to right, and clears it.
  /// Coordinates are relative to the clip's corner.
  mutating func sweep<Sink: SpanSink>(_ rule: FillRule, into sink: inout Sink) {
    closeSubpath()
    if firstRow > lastRow { return }
    if !Sink.isSweptByRule {
      sweepRows(rule, &sink)
    } else if rule == .nonZero {
      sweepRows(NonZero(), &sink)
    } else {
      sweepRows(EvenOdd(), &sink)
    }
    firstRow = .max
    lastRow = -1
    verticalCount = 0
    stepCount = 0
  }

  private mutating func sweepRows<Rule: WindingRule, Sink: SpanSink>(_ rule: Rule, _ sink: inout Sink) {
    if Sink.takesQuads { sweepRowsByQuads(rule, &sink) } else { sweepRowsByRuns(rule, &sink) }
  }

  /// Group by group of four touched pixels. Fewer branches than by runs: how many groups follow each other is hard to
  /// foretell, and a branch foretold wrong costs as much as a group. All rows in one function, as short rows are many.
  private mutating func sweepRowsByQuads<Rule: WindingRule, Sink: SpanSink>(_ rule: Rule, _ sink: inout Sink) {
    // The loop's own copy: the sink's values stay in registers while pixels are written.
    var copy = sink
    let (width, wordsPerRow, mask) = unsafe (clip.width, self.wordsPerRow, self.mask)
    var row = Int(firstRow)
    var nextChange = verticalCount == 0 ? Int.max : row
    while row <= Int(lastRow) {
      if emitsSteps(rule, &row, &nextChange, &copy) { continue }
      let words = unsafe touched + row &* wordsPerRow
      let line = unsafe cells + row &* cellsPerRow
      var sums = SIMD4<Int32>(repeating: 0)  // in each lane the sum of all cells before x: 2^17 is one winding
      var x = 0  // everything before it is emitted
      var word = 0
      while word < wordsPerRow {
        var bits = unsafe words[word]
        if bits != 0 { unsafe words[word] = 0 }
        while bits != 0 {
          let start = (word &* UInt.bitWidth &+ bits.trailingZeroBitCount) &* 4
          bits &= bits &- 1
          emitRun(rule, sums[0], row, x, start, &copy)
          let coverage = unsafe rule.coverage(takeQuad(line + start, &sums))
          if start &+ 4 <= width {
            copy.quad(x: start, y: row, coverage: coverage)
          } else if start < width {
            // The last group reaches over the clip's right side.
            unsafe UnsafeMutableRawPointer(mask).storeBytes(of: coverage | coverage &<< 16, as: SIMD4<UInt32>.self)
            unsafe copy.mask(x: start, y: row, count: width &- start, coverage: UnsafePointer(mask))
          }
          x = start &+ 4
        }
        word &+= 1
      }
      emitRun(rule, sums[0], row, x, width, &copy)
      row &+= 1
    }
    sink = copy
  }

  private mutating func sweepRowsByRuns<Rule: WindingRule, Sink: SpanSink>(_ rule: Rule, _ sink: inout Sink) {
    var copy = sink
    var row = Int(firstRow)
    var nextChange = verticalCount == 0 ? Int.max : row
    while row <= Int(lastRow) {
      if emitsSteps(rule, &row, &nextChange, &copy) { continue }
      sweepRuns(rule, row, &copy)
      row &+= 1
    }
    sink = copy
  }

  /// Emits the rows from `row` on that verticals alone touch, and leaves them behind. Returns false if there is none: then
  /// the verticals that pass through the row are added to its cells.
  @inline(__always)
  private mutating func emitsSteps<Rule: WindingRule, Sink: SpanSink>(
    _ rule: Rule, _ row: inout Int, _ nextChange: inout Int, _ sink: inout Sink
  ) -> Bool {
    if row >= nextChange { nextChange = Int(collectSteps(Int32(truncatingIfNeeded: row))) }
    if stepCount == 0 { return false }
    let (first, last) = (row, Sink.takesWholeRows ? row &+ 1 : Swift.min(nextChange, Int(lastRow) &+ 1))
    while row < last && isUntouched(row) { row &+= 1 }
    if row == first {
      applySteps(row)
      return false
    }
    emitSteps(rule, first..<row, &sink)
    return true
  }

  /// Run by run of touched pixels.
  @inline(__always)
  private func sweepRuns<Rule: WindingRule, Sink: SpanSink>(
    _ rule: Rule, _ row: Int, _ sink: inout Sink
  ) {
    let words = unsafe touched + row &* wordsPerRow
    let line = unsafe cells + row &* cellsPerRow
    let width = clip.width
    var sum: Int32 = 0
    var x = 0
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
        emitRun(rule, sum, row, x, start, &sink)
        unsafe sum = takeCoverage(rule, line + start, end &- start, sum)
        let count = Swift.min(end, width) &- start
        if count > 0 { unsafe sink.mask(x: start, y: row, count: count, coverage: UnsafePointer(mask)) }
        x = end
      }
      word &+= 1
    }
    emitRun(rule, sum, row, x, width, &sink)
  }

  /// Emits the pixels of a row from `x` up to `end`, before which the cells' sum does not change. Often there are
  /// none.
  @inline(__always)
  func emitRun<Rule: WindingRule, Sink: SpanSink>(
    _ rule: Rule, _ sum: Int32, _ row: Int, _ x: Int, _ end: Int, _ sink: inout Sink
  ) {
    if x >= end { return }
    let coverage = rule.coverage(sum)
    if coverage != 0 { sink.span(x: x, y: row, count: end &- x, coverage: coverage) }
  }

  /// Sums `count` cells, whole groups of four, on from `sum`, leaves their coverage in ``mask`` and clears them.
  /// Answers the new sum.
  @inline(__always)
  private func takeCoverage<Rule: WindingRule>(
    _ rule: Rule, _ cells: UnsafeMutablePointer<Int32>, _ count: Int, _ sum: Int32
  ) -> Int32 {
    var i = 0
    #if SCALAR
    var sum = sum
    while i < count {
      unsafe sum &+= cells[i]
      unsafe cells[i] = 0
      unsafe mask[i] = rule.coverage(sum) &* 0x1_0001
      i &+= 1
    }
    return sum
    #else
    var sums = SIMD4<Int32>(repeating: sum)
    let out = unsafe UnsafeMutableRawPointer(mask)
    while i < count {
      let coverage = unsafe rule.coverage(takeQuad(cells + i, &sums))
      unsafe (out + i &* 4).storeBytes(of: coverage | coverage &<< 16, as: SIMD4<UInt32>.self)
      i &+= 4
    }
    return sums[0]
    #endif
  }

  /// The sums of four cells on from those in `sums`, all of it in each lane of `sums` afterwards; the cells are
  /// cleared.
  ///
  /// Each cell is added to the one after it within its 64 bits, then the lower pair's sum to the upper pair.
  @inline(__always)
  private func takeQuad(_ cells: UnsafeMutablePointer<Int32>, _ sums: inout SIMD4<Int32>) -> SIMD4<Int32> {
    let place = UnsafeMutableRawPointer(cells)
    var v = unsafe place.loadUnaligned(as: SIMD4<Int32>.self)
    unsafe place.storeBytes(of: SIMD4<Int32>(repeating: 0), as: SIMD4<Int32>.self)
    let shifted = unsafe unsafeBitCast(v, to: SIMD2<UInt64>.self) &<< 32
    v = unsafe v &+ unsafeBitCast(shifted, to: SIMD4<Int32>.self)
    v = v &+ SIMD4(0, 0, v[1], v[1]) &+ sums
    sums = SIMD4(repeating: v[3])
    return v
  }
}
