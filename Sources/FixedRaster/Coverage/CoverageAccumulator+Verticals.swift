// Stage: coverage. Input: vertical lines. Output: rows that look alike are summed once and emitted as spans.
//
// Panels are made of rectangles. The sides of one cover the same cells in every whole row, so they are not added row by
// row but kept aside; between a rectangle's corners nothing else touches a row, and its spans are known. A row that
// other lines touch too gets their cells before it is summed. There is room for a few verticals; others are added row
// by row.

/// A vertical line's whole rows, and its contribution to two cells of each.
struct VerticalRun {
  /// The first row, and the first one that is not covered.
  var top, bottom: Int32
  var column: Int32
  /// The contribution to the column's cell, and to the one behind it.
  var near, far: Int32
}

/// The growth of a row's sum at a cell.
struct CoverStep {
  var column: Int32
  var cover: Int32
}

extension CoverageAccumulator {
  /// Keeps the rows from `top` to `bottom` aside; false if there is no room.
  @inline(__always)
  mutating func keepVertical(_ run: VerticalRun) -> Bool {
    if verticalCount == CoverageWorkspace.verticalCapacity { return false }
    unsafe verticals[verticalCount] = run
    verticalCount &+= 1
    return true
  }

  /// Collects the steps of the verticals that cover a row, from left to right.
  ///
  /// - Returns: the next row that other verticals cover.
  mutating func collectSteps(_ row: Int32) -> Int32 {
    stepCount = 0
    var next = Int32.max
    var i = 0
    while i < verticalCount {
      let run = unsafe verticals[i]
      if row < run.top {
        next = Swift.min(next, run.top)
      } else if row < run.bottom {
        next = Swift.min(next, run.bottom)
        addStep(run.column, run.near)
        if run.far != 0 { addStep(run.column &+ 1, run.far) }
      }
      i &+= 1
    }
    return next
  }

  /// Insertion, as there are few.
  private mutating func addStep(_ column: Int32, _ cover: Int32) {
    var i = stepCount
    while i > 0, unsafe steps[i &- 1].column > column { i &-= 1 }
    if i > 0, unsafe steps[i &- 1].column == column {
      // Not in place: the compiler crashes on that with the thread sanitizer.
      let sum = unsafe steps[i &- 1].cover &+ cover
      unsafe steps[i &- 1].cover = sum
      return
    }
    var last = stepCount
    while last > i {
      unsafe steps[last] = steps[last &- 1]
      last &-= 1
    }
    unsafe steps[i] = CoverStep(column: column, cover: cover)
    stepCount &+= 1
  }

  /// Whether nothing but the verticals touches a row.
  @inline(__always)
  func isUntouched(_ row: Int) -> Bool {
    let words = unsafe touched + row &* wordsPerRow
    var bits = unsafe words[0]
    var word = 1
    while word < wordsPerRow {
      unsafe bits |= words[word]
      word &+= 1
    }
    return bits == 0
  }

  /// Adds the steps to a row's cells.
  func applySteps(_ row: Int) {
    let words = unsafe touched + row &* wordsPerRow
    let line = unsafe cells + row &* cellsPerRow
    var i = 0
    while i < stepCount {
      let step = unsafe steps[i]
      unsafe line[Int(step.column)] &+= step.cover
      unsafe mark(words, Int(step.column), Int(step.column))
      i &+= 1
    }
  }

  /// Emits rows of the steps alone.
  @inline(__always)
  func emitSteps<Rule: WindingRule, Sink: SpanSink>(
    _ rule: Rule, _ rows: Range<Int>, _ sink: inout Sink
  ) {
    let width = clip.width
    var (x, sum) = (0, 0 as Int32)
    var i = 0
    while x < width {
      let end = i < stepCount ? unsafe Swift.min(Int(steps[i].column), width) : width
      let coverage = rule.coverage(sum)
      if x < end && coverage != 0 { sink.spans(x: x, rows: rows, count: end &- x, coverage: coverage) }
      x = end
      if i < stepCount { unsafe sum &+= steps[i].cover }
      i &+= 1
    }
  }
}
