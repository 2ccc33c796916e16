// Stage: coverage. The shadow of a rounded rectangle without blurring its area.
//
// A blur is linear, and the rectangle without rounding blurs to a product of two edges' profiles. What is missing from
// it are the four corners: small pieces, each blurred on its own and subtracted.
//
//     shadow(x, y) = across(x) · down(y) − corner pieces
//
// holds for any size, also where the corners' surroundings overlap. Beyond the corners' surroundings nothing changes
// along an edge, so that a patch with one column and one row for all the middle ones holds the whole shadow. Corners
// that are alike share their blurred rows, and a patch that is its own mirror image is computed by half.
//
//     +------+--+------+
//     |      |  |      |   left · middle · right columns
//     +------+--+------+   top · middle · bottom rows
//     |      |  |      |
//     +------+--+------+
//
// The corner pieces are convolved with the sampled gaussian itself, weight by weight.

/// Bytes and alignment of the memory for shadows of rounded rectangles.
public struct RoundedShadowWorkspace: Hashable, Sendable {
  /// The largest corner in pixels, 0...1024.
  public let maximumRadius: Int
  /// The largest standard deviation in pixels, 0...64.
  public let maximumSigma: Fixed

  public init(maximumRadius: Int, maximumSigma: Fixed) {
    self.maximumRadius = Swift.max(0, Swift.min(1024, maximumRadius))
    self.maximumSigma = Swift.max(0, Swift.min(64, maximumSigma))
  }

  /// Pixels on each side of an edge to which its blur reaches: three standard deviations.
  var reach: Int { 3 &* maximumSigma.ceil &+ 1 }
  /// A side of the square of pixels that a corner lies in: one more where it does not begin with a pixel.
  var corner: Int { maximumRadius &+ 2 }
  /// Columns or rows that a corner has to do with.
  var zone: Int { corner &+ 2 &* reach }
  /// The longest side of a patch: two zones and the middle.
  var side: Int { 2 &* zone &+ 1 }
  var coverage: CoverageWorkspace { CoverageWorkspace(width: corner, rows: corner) }

  // All in bytes, and rounded up so that the next begins aligned.
  var coverageBytes: Int { (coverage.byteCount &+ 31) & ~31 }
  var kernelBytes: Int { (2 &* (2 &* reach &+ 1) &+ 31) & ~31 }
  var lineBytes: Int { (2 &* side &+ 31) & ~31 }
  var sumBytes: Int { (4 &* zone &+ 31) & ~31 }
  var pieceBytes: Int { (corner &* corner &+ 31) & ~31 }
  var rowsBytes: Int { (2 &* corner &* zone &+ 31) & ~31 }
  var patchBytes: Int { (side &* side &+ 31) & ~31 }

  public var byteCount: Int {
    coverageBytes &+ kernelBytes &+ 4 &* lineBytes &+ sumBytes &+ pieceBytes &+ 4 &* rowsBytes &+ patchBytes
  }
  public static var alignment: Int { 32 }
}

/// The shadow of a rounded rectangle, ready to be drawn into any tile.
@safe
public struct RoundedShadow: ~Copyable {
  public let workspace: RoundedShadowWorkspace
  var accumulator: CoverageAccumulator
  /// The gaussian in 1/65536, from −reach to reach; its sum is 1.
  let kernel: UnsafeMutablePointer<UInt16>
  /// What the rectangle without rounding blurs to along the patch's columns, and its rows; ``one`` is all.
  let across: UnsafeMutablePointer<UInt16>
  let down: UnsafeMutablePointer<UInt16>
  /// A row of the patch before it becomes bytes, and one of a blurred corner.
  let line: UnsafeMutablePointer<UInt16>
  let cornerLine: UnsafeMutablePointer<UInt16>
  /// Sums while a corner's row is blurred, in 1/2^24 of 1.
  let sums: UnsafeMutablePointer<UInt32>
  /// What is missing in a corner: coverage.
  let piece: UnsafeMutablePointer<UInt8>
  /// Four corners' rows, blurred along themselves, in units of ``one``.
  let cornerRows: UnsafeMutablePointer<UInt16>
  /// The shadow's coverage, `columns.count` bytes a row.
  let patch: UnsafeMutablePointer<UInt8>

  /// The device pixels that the shadow reaches; empty if nothing is prepared.
  public internal(set) var bounds = PixelRect.empty
  /// How far the blur in use reaches.
  var reach = 0
  var columns = PatchAxis()
  var rows = PatchAxis()

  /// How many shadows were refused for a corner or a deviation that the workspace does not hold.
  public internal(set) var refused: UInt64 = 0

  /// What stands for full coverage between the passes: 255 in 1/256.
  static var one: UInt16 { 65280 }

  /// - Parameters:
  ///   - memory: `workspace.byteCount` bytes aligned to `RoundedShadowWorkspace.alignment`, the shadow's alone while it
  ///     lives.
  ///   - workspace: says how much there is room for.
  @unsafe
  public init(memory: UnsafeMutableRawPointer, workspace: RoundedShadowWorkspace) {
    self.workspace = workspace
    unsafe accumulator = CoverageAccumulator(memory: memory, workspace: workspace.coverage)
    var at = unsafe memory + workspace.coverageBytes
    func take(_ bytes: Int) -> UnsafeMutablePointer<UInt16> {
      let start = unsafe at.bindMemory(to: UInt16.self, capacity: bytes / 2)
      unsafe at += bytes
      return unsafe start
    }
    unsafe kernel = take(workspace.kernelBytes)
    unsafe across = take(workspace.lineBytes)
    unsafe down = take(workspace.lineBytes)
    unsafe line = take(workspace.lineBytes)
    unsafe cornerLine = take(workspace.lineBytes)
    unsafe cornerRows = take(4 &* workspace.rowsBytes)
    unsafe sums = at.bindMemory(to: UInt32.self, capacity: workspace.sumBytes / 4)
    unsafe at += workspace.sumBytes
    unsafe piece = at.bindMemory(to: UInt8.self, capacity: workspace.pieceBytes)
    unsafe at += workspace.pieceBytes
    unsafe patch = at.bindMemory(to: UInt8.self, capacity: workspace.patchBytes)
  }

  /// Blurs another rounded rectangle; until the next call that is what is drawn.
  ///
  /// - Parameters:
  ///   - rect: in device pixels, where the shadow falls: the shape's own place, moved by the shadow's offset. Rounded
  ///     to 1/256 pixel.
  ///   - cornerRadii: in pixels; those that do not fit are reduced as ``CornerRadii`` says.
  ///   - sigma: the standard deviation in pixels; half of what CSS and Core Graphics call the blur's radius.
  /// - Returns: false if a radius or the deviation exceeds the workspace. Nothing is drawn then; ``PathShadow`` takes
  ///   any.
  @export(interface)
  public mutating func prepare(_ rect: Rect, cornerRadii: CornerRadii, sigma: Fixed) -> Bool {
    bounds = .empty
    let radii = cornerRadii.fitted(width: rect.width, height: rect.height)
    let largest = Swift.max(
      Swift.max(radii.topLeft, radii.topRight), Swift.max(radii.bottomLeft, radii.bottomRight))
    if largest.ceil > workspace.maximumRadius || sigma > workspace.maximumSigma {
      refused &+= 1
      return false
    }
    let (horizontal, vertical) = (
      Extent(rect.minX.rawValue, rect.maxX.rawValue), Extent(rect.minY.rawValue, rect.maxY.rawValue)
    )
    if horizontal.isEmpty || vertical.isEmpty { return true }
    loadKernel(sigma)
    var corners = Corners(
      topLeft: Corner(horizontal.lead, vertical.lead, radii.topLeft),
      topRight: Corner(horizontal.trail, vertical.lead, radii.topRight),
      bottomLeft: Corner(horizontal.lead, vertical.trail, radii.bottomLeft),
      bottomRight: Corner(horizontal.trail, vertical.trail, radii.bottomRight))
    columns = PatchAxis(
      horizontal.count, reach: reach, lead: Swift.max(corners.topLeft.size, corners.bottomLeft.size),
      trail: Swift.max(corners.topRight.size, corners.bottomRight.size))
    rows = PatchAxis(
      vertical.count, reach: reach, lead: Swift.max(corners.topLeft.size, corners.topRight.size),
      trail: Swift.max(corners.bottomLeft.size, corners.bottomRight.size))
    unsafe loadProfile(horizontal, columns, into: across)
    unsafe loadProfile(vertical, rows, into: down)
    blurCorners(&corners)
    fillPatch(corners)
    let margin = Int32(truncatingIfNeeded: reach)
    bounds = PixelRect(
      minX: horizontal.first &- margin, minY: vertical.first &- margin, maxX: horizontal.end &+ margin,
      maxY: vertical.end &+ margin)
    return true
  }
}

/// A rectangle's extent along one axis, in 1/256 pixel.
struct Extent {
  /// The first pixel that it touches and one past the last.
  let first, end: Int32
  /// How far it begins within the first pixel, and how far before the end of the last it ends: 0...255.
  let lead, trail: Int32
  let isEmpty: Bool

  /// From raw 16.16 numbers.
  init(_ start: Int32, _ stop: Int32) {
    let low = Int32(truncatingIfNeeded: (Int64(start) &+ 128) &>> 8)
    let high = Int32(truncatingIfNeeded: (Int64(stop) &+ 128) &>> 8)
    first = low &>> 8
    end = (high &+ 255) &>> 8
    lead = low &- first &<< 8
    trail = end &<< 8 &- high
    isEmpty = low >= high
  }

  /// Pixels that are touched.
  var count: Int { Int(end &- first) }
}

/// The columns, or the rows, of a patch: one by one up to the middle, one for all in the middle, one by one from there
/// on.
struct PatchAxis {
  /// Entries of the patch.
  private(set) var count = 0
  /// Pixels before the middle, and in it; no middle if 0.
  private(set) var before = 0
  private(set) var middle = 0

  init() {}

  /// - Parameters:
  ///   - length: pixels that the rectangle touches.
  ///   - lead, trail: pixels of the corners at either end.
  init(_ length: Int, reach: Int, lead: Int, trail: Int) {
    let whole = length &+ 2 &* reach
    // An edge's profile is complete 2 reach + 1 pixels from its start, even without a corner.
    let (first, last) = (Swift.max(1, lead) &+ 2 &* reach, Swift.max(1, trail) &+ 2 &* reach)
    if first &+ last < whole {
      (count, before, middle) = (first &+ 1 &+ last, first, whole &- first &- last)
    } else {
      (count, before, middle) = (whole, whole, 0)
    }
  }

  /// The entry for the pixel this far from the shadow's first.
  @inline(__always)
  subscript(offset: Int) -> Int {
    offset < before ? offset : offset < before &+ middle ? before : offset &- middle &+ 1
  }
}

/// A corner as if it were the top left one, in 1/256 pixel.
struct Corner: Equatable {
  /// Where the rectangle begins within the corner's first pixel: 0...255.
  let x, y: Int32
  let radius: Int32
  /// Pixels of the square it lies in; 0 without rounding.
  let size: Int
  /// Which of the four sets of blurred rows is this corner's.
  var slot = 0

  init(_ x: Int32, _ y: Int32, _ radius: Fixed) {
    (self.x, self.y) = (x, y)
    self.radius = (radius.rawValue &+ 128) &>> 8
    size = self.radius == 0 ? 0 : Int((Swift.max(x, y) &+ self.radius &+ 255) &>> 8)
  }

  /// Whether the two lack the same.
  func isAlike(_ other: Corner) -> Bool { x == other.x && y == other.y && radius == other.radius }
}

/// A rectangle's four corners.
struct Corners {
  var topLeft, topRight, bottomLeft, bottomRight: Corner

  var isMirroredAcross: Bool { topLeft.slot == topRight.slot && bottomLeft.slot == bottomRight.slot }
  var isMirroredDown: Bool { topLeft.slot == bottomLeft.slot && topRight.slot == bottomRight.slot }
}
