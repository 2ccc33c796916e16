// Stage: coverage. Input: a shape's coverage. Output: the same times a clip's mask, for a painter.
//
//     shape:   ....##########....      clip:   ..:#####:....      painter:   ....#####:....
//
// c = round(shape · clip / 255). Where the clip is full, coverage is emitted as it comes; where it is empty, nothing
// is.

/// A clip's mask from the corner of a band on.
@safe
struct ClipRows {
  /// The byte of the band's corner.
  let base: UnsafePointer<UInt8>
  let bytesPerRow: Int
  /// The covered part of the band's first row, in pixels that begin `left` before the band.
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

/// Part of a run of pixels.
struct ClipPiece {
  var start, end: Int
  /// Whether the mask covers it fully.
  var isFull: Bool
}

extension ClipRows {
  /// The first piece of the pixels `x..<end` of row `y` that is not empty; a run of eight empty pixels ends it.
  @inline(never)
  func piece(_ x: Int, _ end: Int, _ y: Int) -> ClipPiece? {
    let extent = unsafe extents[y]
    let (full, fullEnd) = (Int(extent.fullStart) &- left, Int(extent.fullEnd) &- left)
    let last = Swift.min(end, Int(extent.end) &- left)
    let first = Swift.max(x, Int(extent.start) &- left)
    if first >= last { return nil }
    if first >= full && first < fullEnd {
      return ClipPiece(start: first, end: Swift.min(last, fullEnd), isFull: true)
    }
    // Up to the full run if that lies ahead; the rest before it is not empty at its end.
    let limit = first < full ? Swift.min(last, full) : last
    let bytes = unsafe base + y &* bytesPerRow
    let start = unsafe runEnd(bytes, first, limit, of: 0)
    if start == limit { return limit == last ? nil : piece(limit, end, y) }
    var stop = start
    while unsafe stop &+ 8 <= limit && UnsafeRawPointer(bytes + stop).loadUnaligned(as: UInt64.self) != 0 { stop &+= 8 }
    return ClipPiece(start: start, end: stop &+ 8 <= limit ? stop : limit, isFull: false)
  }

  /// ``row``: the mask of `count` pixels times one coverage.
  @inline(never)
  func multiply(_ x: Int, _ y: Int, _ count: Int, by coverage: UInt32) {
    for i in 0..<count { unsafe row[i] = coverage &* 0x1_0001 }
    unsafe multiply(x, y, count, by: row)
  }

  /// ``row``: the mask of `count` pixels times as many coverages, given twice in each word, as are the products. The
  /// coverages may lie in the row.
  @inline(never)
  func multiply(_ x: Int, _ y: Int, _ count: Int, by coverage: UnsafePointer<UInt32>) {
    let bytes = unsafe base + (y &* bytesPerRow &+ x)
    let (factors, out) = unsafe (UnsafeRawPointer(coverage), UnsafeMutableRawPointer(row))
    var i = 0
    // Lanes of 16 bits, eight pixels a step: on x86-64 `pmullw`, on arm64 `zip`, `ushll`, `mla`, `usra`.
    while i &+ 8 <= count {
      let factor = lanes(unsafe (factors + i &* 4).loadUnaligned(as: Pixels8.self))
      let product = unsafe dividedBy255(widened8(bytes + i) &* factor)
      unsafe (out + i &* 4).storeBytes(of: pixels(product), as: Pixels8.self)
      i &+= 8
    }
    while i < count {
      let (factor, byte) = unsafe (coverage[i] & 0xFF, UInt32(bytes[i]))
      unsafe row[i] = scaled255(byte, by: factor) &* 0x1_0001
      i &+= 1
    }
  }
}

/// Emits the part of a shape's coverage that a clip leaves.
@safe
struct ClippedPainter<Painter: SpanSink>: SpanSink {
  let clip: ClipRows
  var painter: Painter

  // Not inlined: a span or a mask is long compared with a call, and coverage is swept by two rules into each painter.
  @inline(never)
  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    let end = x &+ count
    var x = x
    while let piece = clip.piece(x, end, y) {
      let length = piece.end &- piece.start
      if piece.isFull {
        painter.span(x: piece.start, y: y, count: length, coverage: coverage)
      } else {
        clip.multiply(piece.start, y, length, by: coverage)
        unsafe painter.mask(x: piece.start, y: y, count: length, coverage: clip.row)
      }
      x = piece.end
    }
  }

  @inline(never)
  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    guard let first = clip.piece(x, x &+ count, y) else { return }
    if first.isFull && first.end &- first.start == count {
      unsafe painter.mask(x: x, y: y, count: count, coverage: coverage)
      return
    }
    // To the end of the covered part, in one: masks are short.
    let length = Swift.min(x &+ count, unsafe Int(clip.extents[y].end) &- clip.left) &- first.start
    unsafe clip.multiply(first.start, y, length, by: coverage + (first.start &- x))
    unsafe painter.mask(x: first.start, y: y, count: length, coverage: clip.row)
  }
}
