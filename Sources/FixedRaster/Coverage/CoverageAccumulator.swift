// Stage: coverage. Input: polygons in device coordinates (24.8). Output: for each pixel of a clip rectangle how much of
// it the polygon covers, in 1/255, emitted as spans of one coverage and masks of varying coverage.
//
// Exact area coverage, by the signed-area method of libart and FreeType, over a dense band of cells as Blend2D keeps
// it: a line adds to the two cells beside its crossing of a pixel row
//
//     cells[x]     += cover − area        cover: the height it crosses, area: the part of it that lies left of the line
//     cells[x + 1] += area
//
// so that the running sum of a row's cells is each pixel's coverage. One bit for four cells says where a row was
// touched; untouched runs have the coverage of the cell before them. No sorting, no lists; cells are cleared while they
// are read.
//
// A line is always walked from its upper end, and where it crosses a pixel's side is the floor of the exact quotient
// along the whole line, whatever the clip: the same line gives the same cells in every tile, and two polygons that
// share an edge cancel exactly.

/// Accumulates polygons over a clip and emits their coverage.
@safe
struct CoverageAccumulator: ~Copyable, PolygonSink {
  let workspace: CoverageWorkspace
  let cells: UnsafeMutablePointer<Int32>
  let touched: UnsafeMutablePointer<UInt>
  let mask: UnsafeMutablePointer<UInt32>
  /// Room for a row of pixels, for whoever paints.
  let scratch: UnsafeMutablePointer<UInt32>

  /// Vertical lines that are kept aside, and the steps of those that cover a row.
  let verticals: UnsafeMutablePointer<VerticalRun>
  let steps: UnsafeMutablePointer<CoverStep>
  var verticalCount = 0
  var stepCount = 0

  /// The clip in device pixels, no larger than fits the workspace. Rows lie as close together as its width allows: a
  /// small shape's cells stay in the first-level cache.
  var clip = PixelRect.empty
  var cellsPerRow = 0
  var wordsPerRow = 0
  /// The clip's extent in subpixels: a line within it takes the short way.
  var clipWidth: Int32 = 0
  var clipHeight: Int32 = 0
  /// Rows of the clip that were touched, from `firstRow` to `lastRow`; none if the first is greater.
  var firstRow: Int32 = .max
  var lastRow: Int32 = -1
  /// Takes the polygons in the accumulator's stead while ``isRecording``. Here, and not a sink of its own, so that
  /// flattening and stroking are compiled once.
  var recorder: PolygonRecorder
  var isRecording = false
  /// Start of the subpath and where the pen is, in device subpixels.
  private var start = SubpixelPoint(x: .zero, y: .zero)
  private var pen = SubpixelPoint(x: .zero, y: .zero)

  /// - Parameter memory: `workspace.byteCount` bytes, aligned to ``CoverageWorkspace/alignment``, the accumulator's
  ///   alone while it lives. They are cleared here and are clear again after each ``sweep(_:into:)``.
  @unsafe
  init(memory: UnsafeMutableRawPointer, workspace: CoverageWorkspace) {
    self.workspace = workspace
    unsafe recorder = PolygonRecorder(memory: memory, byteCount: 0)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: workspace.byteCount)
    unsafe mask = memory.bindMemory(to: UInt32.self, capacity: workspace.rowBytes / 4)
    unsafe scratch = (memory + workspace.rowBytes).bindMemory(to: UInt32.self, capacity: workspace.rowBytes / 4)
    let cellMemory = unsafe memory + 2 &* workspace.rowBytes
    unsafe cells = cellMemory.bindMemory(to: Int32.self, capacity: workspace.cellCount)
    let wordMemory = unsafe cellMemory + workspace.cellCount &* 4
    unsafe touched = wordMemory.bindMemory(to: UInt.self, capacity: workspace.wordCount)
    let verticalMemory = unsafe wordMemory + workspace.wordCount &* (UInt.bitWidth / 8)
    unsafe verticals = verticalMemory.bindMemory(to: VerticalRun.self, capacity: CoverageWorkspace.verticalCapacity)
    let stepMemory = unsafe verticalMemory + CoverageWorkspace.verticalBytes
    unsafe steps = stepMemory.bindMemory(to: CoverStep.self, capacity: 2 &* CoverageWorkspace.verticalCapacity)
  }

  /// Starts a shape. `clip` is in device pixels, within ±8191, no wider than the workspace, and no higher than its
  /// ``CoverageWorkspace/rows(width:)``.
  mutating func begin(clip: PixelRect) {
    self.clip = clip
    cellsPerRow = CoverageWorkspace.cells(width: clip.width)
    wordsPerRow = CoverageWorkspace.words(width: clip.width)
    clipWidth = Int32(truncatingIfNeeded: clip.width &* 256)
    clipHeight = Int32(truncatingIfNeeded: clip.height &* 256)
    firstRow = .max
    lastRow = -1
    verticalCount = 0
    start = SubpixelPoint(x: .zero, y: .zero)
    pen = start
  }

  mutating func move(to point: SubpixelPoint) {
    if isRecording { return recorder.move(to: point) }
    closeSubpath()
    start = point
    pen = point
  }

  mutating func line(to point: SubpixelPoint) {
    if isRecording { return recorder.line(to: point) }
    addLine(to: point)
    pen = point
  }

  /// Draws the line back to the subpath's start, if the pen is not there.
  @inline(__always)
  mutating func closeSubpath() {
    if pen != start { addLine(to: start) }
    pen = start
  }
}

// MARK: - Lines

extension CoverageAccumulator {
  /// Adds lines of closed polygons, each point joined to the one before; the polygons' other lines are added by other
  /// calls.
  ///
  /// - Parameter points: x and y, in turns; `count` of them, at least one.
  mutating func addLines(_ points: UnsafePointer<Int32>, count: Int) {
    unsafe pen = SubpixelPoint(x: Subpixel(rawValue: points[0]), y: Subpixel(rawValue: points[1]))
    var i = 1
    while i < count {
      let point = unsafe SubpixelPoint(
        x: Subpixel(rawValue: points[2 &* i]), y: Subpixel(rawValue: points[2 &* i &+ 1]))
      addLine(to: point)
      pen = point
      i &+= 1
    }
    start = pen
  }

  /// Adds the part within the clip of an upright line, in subpixels.
  mutating func addUpright(x: Int32, from first: Int32, to last: Int32) {
    let (top, bottom, sign): (Int32, Int32, Int32) = first < last ? (first, last, 1) : (last, first, -1)
    let (y0, y1) = (Swift.max(top &- clip.minY &* 256, 0), Swift.min(bottom &- clip.minY &* 256, clipHeight))
    if y0 >= y1 { return }
    firstRow = Swift.min(firstRow, y0 &>> 8)
    lastRow = Swift.max(lastRow, (y1 &- 1) &>> 8)
    addVertical(x &- clip.minX &* 256, y0, y1, sign)
  }
}

extension CoverageAccumulator {
  /// Adds the line from the pen; downward lines count +1, upward lines −1.
  @inline(__always)
  private mutating func addLine(to point: SubpixelPoint) {
    if pen.y == point.y { return }
    let (top, bottom, sign): (SubpixelPoint, SubpixelPoint, Int32) =
      pen.y < point.y ? (pen, point, 1) : (point, pen, -1)
    if Self.isNear(top) && Self.isNear(bottom) {
      addDownward(top.x.rawValue, top.y.rawValue, bottom.x.rawValue, bottom.y.rawValue, sign)
    } else {
      addDistant(top, bottom, sign)
    }
  }

  /// Within 2048 pixels of the device's corner: a line between two such points is short enough for a ``Slope``.
  @inline(__always)
  private static func isNear(_ point: SubpixelPoint) -> Bool {
    let (x, y) = (point.x.rawValue &+ Slope.reach / 2, point.y.rawValue &+ Slope.reach / 2)
    return UInt32(bitPattern: x | y) < UInt32(bitPattern: Slope.reach)
  }

  /// Lines are added as they are while their ends lie within 8192 pixels of the device's corner.
  private static var reach: Int32 { 1 &<< 21 }

  /// A line with a distant end, cut at the reach: beyond its sides it goes on as a vertical line, so that it still
  /// covers the pixels to the right of it. The cut is made in device coordinates and so is the same for every clip.
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
      addHalved(
        held(from), Int32(truncatingIfNeeded: from), held(to), Int32(truncatingIfNeeded: to), sign)
    }
    addPiece(first, near)
    addPiece(near, far)
    addPiece(far, last)
  }

  /// A line within the reach, halved until its parts are short enough for a ``Slope``: twice, at the most. Halves meet
  /// half a subpixel from the line at the most.
  private mutating func addHalved(_ left: Int32, _ top: Int32, _ right: Int32, _ bottom: Int32, _ sign: Int32) {
    if top >= bottom { return }
    if (right &- left).magnitude <= Slope.reach.magnitude && bottom &- top <= Slope.reach {
      return addDownward(left, top, right, bottom, sign)
    }
    let (x, y) = ((left &+ right) &>> 1, (top &+ bottom) &>> 1)
    addHalved(left, top, x, y, sign)
    addHalved(x, y, right, bottom, sign)
  }
}
