// Stage: path. Input: a path's polygons, flattened and stroked once. Output: their lines again, for as many tiles as
// they reach.
//
// The lines lie in runs of up to sixteen that follow each other, each with the box that they span:
//
//     minX, minY, maxX, maxY    in subpixels
//     count                     of points, 2...17
//     x, y                      of each point; the first is the last of the run before, unless a polygon begins
//
// A tile passes over the runs that cannot touch it by their boxes, of a chart nine in ten. To the left of the tile a
// run covers, in all, as much as one upright line between the heights of its ends.

/// The polygons of a path that is drawn in several tiles, in memory that the caller owns: made by
/// ``Canvas/retainPolygons(_:mapping:rule:in:memory:byteCount:)``.
///
/// Drawing gives the path's own pixels, byte for byte. For a path that changes each time it is shown; one that does not
/// is better kept as ``RetainedShape``.
@safe
public struct RetainedPolygons {
  /// The device pixels outside which nothing of them is seen.
  public let bounds: PixelRect
  /// The bytes that they take of the memory.
  public let byteCount: Int
  let rule: FillRule
  private let words: UnsafePointer<Int32>

  /// Lines in a run.
  static var runLength: Int { 16 }
  static var headerWords: Int { 5 }

  /// The recorded polygons; `nil` if there was too little room.
  init?(_ recorder: inout PolygonRecorder, _ bounds: PixelRect, _ rule: FillRule) {
    guard let count = recorder.finish() else { return nil }
    (self.bounds, self.rule, byteCount) = (bounds, rule, count &* 4)
    unsafe words = UnsafePointer(recorder.words)
  }

  /// Adds the lines that cover something of the accumulator's clip.
  func add(to accumulator: inout CoverageAccumulator) {
    let clip = accumulator.clip
    let (left, right) = (clip.minX &* 256, clip.maxX &* 256)
    let (top, bottom) = (clip.minY &* 256, clip.maxY &* 256)
    var run = unsafe words
    let end = unsafe words + byteCount / 4
    while unsafe run < end {
      let count = unsafe Int(run[4])
      let points = unsafe run + Self.headerWords
      if unsafe run[1] < bottom && run[3] > top && run[0] < right {
        if unsafe run[2] < left {
          let (first, last) = unsafe (points[1], points[2 &* count &- 1])
          accumulator.addUpright(x: left &- 1, from: first, to: last)
        } else {
          unsafe accumulator.addLines(points, count: count)
        }
      }
      unsafe run = points + 2 &* count
    }
  }
}

/// Writes polygons as runs; once there is no room it writes nothing more.
@safe
struct PolygonRecorder {
  let words: UnsafeMutablePointer<Int32>
  /// Words that there is room for, and how many are taken.
  private let capacity: Int
  private var count = 0
  private var isComplete = true
  /// Where the run begins that is being written; −1 if there is none.
  private var run = -1
  private var start = SubpixelPoint(x: .zero, y: .zero)
  private var pen = SubpixelPoint(x: .zero, y: .zero)
  // The run's box.
  private var low = SubpixelPoint(x: .zero, y: .zero)
  private var high = SubpixelPoint(x: .zero, y: .zero)

  /// - Parameter memory: aligned to four bytes.
  @unsafe
  init(memory: UnsafeMutableRawPointer, byteCount: Int) {
    capacity = Swift.max(0, byteCount / 4)
    unsafe words = memory.bindMemory(to: Int32.self, capacity: capacity)
  }

  /// How many words the runs take, once all polygons were emitted; `nil` if they found too little room.
  mutating func finish() -> Int? {
    close()
    endRun()
    return isComplete ? count : nil
  }

  @inline(never)
  mutating func move(to point: SubpixelPoint) {
    close()
    endRun()
    (start, pen) = (point, point)
  }

  @inline(never)
  mutating func line(to point: SubpixelPoint) {
    if point == pen { return }
    if run < 0 { beginRun() }
    append(point)
    low = SubpixelPoint(x: Swift.min(low.x, point.x), y: Swift.min(low.y, point.y))
    high = SubpixelPoint(x: Swift.max(high.x, point.x), y: Swift.max(high.y, point.y))
    pen = point
    if count &- run >= RetainedPolygons.headerWords &+ 2 &* (RetainedPolygons.runLength &+ 1) { endRun() }
  }

  private mutating func close() { line(to: start) }

  private mutating func beginRun() {
    run = count
    count &+= RetainedPolygons.headerWords
    (low, high) = (pen, pen)
    append(pen)
  }

  private mutating func append(_ point: SubpixelPoint) {
    if count &+ 2 > capacity { isComplete = false }
    if !isComplete { return }
    unsafe words[count] = point.x.rawValue
    unsafe words[count &+ 1] = point.y.rawValue
    count &+= 2
  }

  private mutating func endRun() {
    if run < 0 { return }
    if isComplete {
      unsafe words[run] = low.x.rawValue
      unsafe words[run &+ 1] = low.y.rawValue
      unsafe words[run &+ 2] = high.x.rawValue
      unsafe words[run &+ 3] = high.y.rawValue
      let points = (count &- run &- RetainedPolygons.headerWords) / 2
      unsafe words[run &+ 4] = Int32(truncatingIfNeeded: points)
    }
    run = -1
  }
}
