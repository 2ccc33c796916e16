// Stage: coverage. Input: a shape's coverage. Output: the same times a clip's mask, for a painter.
//
//     shape:   ....##########....      clip:   ..:#####:....      painter:   ....#####:....
//
// c = round(shape · clip / 255). Where the clip is full, coverage is handed on as it comes; where it is empty, nothing is.

/// A clip's mask from the corner of a band on.
@safe
struct ClipRows {
  /// The byte of the band's corner.
  let base: UnsafePointer<UInt8>
  let bytesPerRow: Int
  /// What is covered of the band's first row, in pixels that begin `left` before the band.
  let extents: UnsafePointer<ClipExtent>
  let left: Int
  /// Room for the coverage of a row.
  let row: UnsafeMutablePointer<UInt32>

  @unsafe
  init(
    base: UnsafePointer<UInt8>, bytesPerRow: Int, extents: UnsafePointer<ClipExtent>, left: Int,
    row: UnsafeMutablePointer<UInt32>
  ) {
    unsafe self.base = base
    self.bytesPerRow = bytesPerRow
    unsafe self.extents = extents
    self.left = left
    unsafe self.row = row
  }
}

/// Hands on what a clip leaves of a shape's coverage.
@safe
struct ClippedPainter<Painter: CoverageConsumer>: CoverageConsumer {
  let clip: ClipRows
  var painter: Painter

  // Not inlined: a span or a mask is long compared with a call, and coverage is swept by two rules into each painter.
  @inline(never)
  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    let extent = unsafe clip.extents[y]
    let (full, fullEnd) = (Int(extent.fullStart) &- clip.left, Int(extent.fullEnd) &- clip.left)
    let end = Swift.min(x &+ count, Int(extent.end) &- clip.left)
    let bytes = unsafe clip.base + y &* clip.bytesPerRow
    var x = Swift.max(x, Int(extent.start) &- clip.left)
    while x < end {
      if x >= full && x < fullEnd {
        let stop = Swift.min(end, fullEnd)
        painter.span(x: x, y: y, count: stop &- x, coverage: coverage)
        x = stop
        continue
      }
      let limit = x < full ? Swift.min(end, full) : end
      x = unsafe runEnd(bytes, x, limit, of: 0)
      let stop = unsafe mixedEnd(bytes, x, limit)
      if x < stop {
        unsafe multiply(bytes + x, stop &- x, by: coverage, into: clip.row)
        unsafe painter.mask(x: x, y: y, count: stop &- x, coverage: UnsafePointer(clip.row))
      }
      x = stop
    }
  }

  @inline(never)
  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    let extent = unsafe clip.extents[y]
    if x >= Int(extent.fullStart) &- clip.left && x &+ count <= Int(extent.fullEnd) &- clip.left {
      unsafe painter.mask(x: x, y: y, count: count, coverage: coverage)
      return
    }
    let end = Swift.min(x &+ count, Int(extent.end) &- clip.left)
    let bytes = unsafe clip.base + y &* clip.bytesPerRow
    let start = unsafe runEnd(bytes, Swift.max(x, Int(extent.start) &- clip.left), end, of: 0)
    if start >= end { return }
    unsafe multiply(bytes + start, end &- start, by: coverage + (start &- x), into: clip.row)
    unsafe painter.mask(x: start, y: y, count: end &- start, coverage: UnsafePointer(clip.row))
  }
}

/// The first place from `x` on from which eight bytes are empty; `count` if there is none.
private func mixedEnd(_ row: UnsafePointer<UInt8>, _ x: Int, _ count: Int) -> Int {
  var x = x
  while x &+ 8 <= count {
    if unsafe UnsafeRawPointer(row + x).loadUnaligned(as: UInt64.self) == 0 { return x }
    x &+= 8
  }
  return count
}

// The products, as lanes of 16 bits: on x86-64 `pmullw`, on arm64 `mul` and `usra`, eight pixels a step.

/// Bytes times one coverage, twice in each word.
private func multiply(
  _ bytes: UnsafePointer<UInt8>, _ count: Int, by coverage: UInt32, into row: UnsafeMutablePointer<UInt32>
) {
  let factor = Lanes16(repeating: UInt16(truncatingIfNeeded: coverage))
  let out = UnsafeMutableRawPointer(row)
  var i = 0
  while i &+ 8 <= count {
    let product = unsafe dividedBy255(widened8(bytes + i) &* factor)
    unsafe (out + i &* 4).storeBytes(of: pixels(product), as: Pixels8.self)
    i &+= 8
  }
  while i < count {
    unsafe row[i] = scaled255(UInt32(bytes[i]), by: coverage) &* 0x1_0001
    i &+= 1
  }
}

/// Bytes times as many coverages, given twice in each word, as are the products.
private func multiply(
  _ bytes: UnsafePointer<UInt8>, _ count: Int, by coverage: UnsafePointer<UInt32>,
  into row: UnsafeMutablePointer<UInt32>
) {
  let (mask, out) = unsafe (UnsafeRawPointer(coverage), UnsafeMutableRawPointer(row))
  var i = 0
  while i &+ 8 <= count {
    let factor = lanes(unsafe (mask + i &* 4).loadUnaligned(as: Pixels8.self))
    let product = unsafe dividedBy255(widened8(bytes + i) &* factor)
    unsafe (out + i &* 4).storeBytes(of: pixels(product), as: Pixels8.self)
    i &+= 8
  }
  while i < count {
    let factor = unsafe coverage[i] & 0xFF
    unsafe row[i] = scaled255(UInt32(bytes[i]), by: factor) &* 0x1_0001
    i &+= 1
  }
}
