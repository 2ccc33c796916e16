// Stage: group. Input: planes of a space that pass through each other, each with everything on it as a group of pixels, and
// their depths. Output: the pixels of the space, at each of them the nearer plane over the farther one.
//
// Where two planes cross within a pixel the order differs within it: such a pixel is composed sixteen times, on a grid
// of four by four places, each in the order there, and the mean of that is its colour. Contents are the same at all
// sixteen: they are smooth already. No pixel depends on the places of tiles.

/// Memory for the planes that are composed together.
public struct PlaneWorkspace: Hashable, Sendable {
  /// Pixels of all planes together.
  public let pixels: Int
  /// Planes at a time, 1...1024.
  public let planes: Int

  public init(pixels: Int, planes: Int) {
    self.pixels = Swift.max(1, Swift.min(1 << 24, pixels))
    self.planes = Swift.max(1, Swift.min(1024, planes))
  }

  var pixelBytes: Int { (pixels &* 4 &+ 63) & ~63 }
  public var byteCount: Int { pixelBytes &+ planes &* (MemoryLayout<PlaneStack.Plane>.stride &+ 16) }
  public static var alignment: Int { 64 }
}

/// The planes of a space, of one part of the display, while they are drawn and composed.
@safe
public struct PlaneStack: ~Copyable {
  struct Plane {
    let depth: DepthPlane
    /// How much nearer the next pixel to the right lies, and the next one below, in 16.16 points.
    let slopeX, slopeY: Int64
  }

  private let pixels: UnsafeMutablePointer<UInt32>
  private let planes: UnsafeMutablePointer<Plane>
  /// Of a pixel: the planes that show something there, the farthest first, and their depths; then the same of a place
  /// within the pixel.
  private let order, placeOrder: UnsafeMutablePointer<Int32>
  private let depths, placeDepths: UnsafeMutablePointer<Int32>
  private var level = Level()

  /// A space that is composed, which may lie in a plane of another one.
  public struct Level {
    fileprivate var area = PixelRect.empty
    /// Pixels of the area.
    fileprivate var size = 0
    /// Planes so far.
    fileprivate var count = 0
    // Where its memory begins, and how much of it there is.
    fileprivate var firstPixel = 0
    fileprivate var firstPlane = 0
    fileprivate var pixels = 0
    fileprivate var planes = 0

    /// A space in one of this one's planes, which has half the memory.
    fileprivate func inner(_ area: PixelRect) -> Level {
      Level(
        area: area, size: area.width &* area.height, count: 0, firstPixel: firstPixel &+ pixels,
        firstPlane: firstPlane &+ planes, pixels: pixels &>> 1, planes: planes &>> 1)
    }
  }

  /// - Parameters:
  ///   - memory: `workspace.byteCount` bytes aligned to `PlaneWorkspace.alignment`, the stack's alone while it lives.
  ///   - workspace: says how much there is room for.
  @unsafe
  public init(memory: UnsafeMutableRawPointer, workspace: PlaneWorkspace) {
    // The first space begins where this level ends, and has half of it; a space within that half of the rest.
    (level.firstPixel, level.pixels) = (0 &- workspace.pixels, workspace.pixels)
    (level.firstPlane, level.planes) = (0 &- workspace.planes, workspace.planes)
    unsafe pixels = memory.bindMemory(to: UInt32.self, capacity: workspace.pixels)
    let start = unsafe memory + workspace.pixelBytes
    unsafe planes = start.bindMemory(to: Plane.self, capacity: workspace.planes)
    let lists = unsafe (start + workspace.planes &* MemoryLayout<Plane>.stride)
      .bindMemory(to: Int32.self, capacity: 4 &* workspace.planes)
    unsafe order = lists
    unsafe placeOrder = lists + workspace.planes
    unsafe depths = lists + 2 &* workspace.planes
    unsafe placeDepths = lists + 3 &* workspace.planes
  }

  /// How many planes of an area can be composed at a time in the space that begins next.
  public func capacity(of area: PixelRect) -> Int {
    Swift.min(level.planes &>> 1, (level.pixels &>> 1) / Swift.max(1, area.width &* area.height))
  }

  /// Planes that were added since the space began.
  public var count: Int { level.count }

  /// Begins a space with no planes. Returns the level around it, which ``end(_:)`` takes.
  public mutating func begin(_ area: PixelRect) -> Level {
    let outer = level
    level = outer.inner(area)
    return outer
  }

  public mutating func end(_ outer: Level) { level = outer }

  /// Adds a plane in front of those that lie in the same place, and returns where its pixels go: all of the area's. There must
  /// be room for it, or it traps.
  mutating func add(_ depth: DepthPlane) -> UnsafeMutablePointer<UInt32> {
    precondition(level.count < level.planes && (level.count &+ 1) &* level.size <= level.pixels)
    let slopes = depth.slopes
    unsafe (planes + (level.firstPlane &+ level.count)).initialize(
      to: Plane(depth: depth, slopeX: Int64(slopes.x), slopeY: Int64(slopes.y)))
    defer { level.count &+= 1 }
    return unsafe pixels + (level.firstPixel &+ level.count &* level.size)
  }

  // MARK: Composing

  /// Writes the pixels of the area that all planes show together.
  func compose(into target: UnsafeMutableRawPointer, bytesPerRow: Int) {
    for y in 0..<Int32(truncatingIfNeeded: level.area.height) {
      let row = unsafe (target + Int(y) &* bytesPerRow).assumingMemoryBound(to: UInt32.self)
      for x in 0..<Int32(truncatingIfNeeded: level.area.width) {
        unsafe row[Int(x)] = pixel(x, y)
      }
    }
  }

  /// - Parameters:
  ///   - x: from the area's left edge.
  ///   - y: from its upper one.
  private func pixel(_ x: Int32, _ y: Int32) -> UInt32 {
    let place = Int(y) &* level.area.width &+ Int(x)
    var shown = 0
    for k in 0..<level.count where color(k, place) != 0 {
      unsafe order[shown] = Int32(truncatingIfNeeded: k)
      shown &+= 1
    }
    if shown == 0 { return 0 }
    if shown == 1 { return unsafe color(Int(order[0]), place) }
    for i in 0..<shown {
      let k = unsafe Int(order[i])
      unsafe insert(k, plane(k).depth.depth(level.area.minX &+ x, level.area.minY &+ y), i, order, depths)
    }
    return unsafe crosses(shown) ? mean(place, shown) : composed(place, order, shown)
  }

  private func plane(_ k: Int) -> Plane { unsafe planes[level.firstPlane &+ k] }

  /// The colour of a plane at a place of the area.
  @inline(__always)
  private func color(_ k: Int, _ place: Int) -> UInt32 {
    unsafe pixels[level.firstPixel &+ k &* level.size &+ place]
  }

  /// Puts a plane into a list of those before it: behind none that it lies in the same place as.
  @inline(__always)
  private func insert(
    _ plane: Int, _ depth: Int32, _ count: Int, _ order: UnsafeMutablePointer<Int32>,
    _ depths: UnsafeMutablePointer<Int32>
  ) {
    var i = count
    while i > 0, unsafe Int64(depths[i &- 1]) > Int64(depth) &+ PlaneStack.tolerance {
      unsafe (order[i], depths[i]) = (order[i &- 1], depths[i &- 1])
      i &-= 1
    }
    unsafe (order[i], depths[i]) = (Int32(truncatingIfNeeded: plane), depth)
  }

  /// See ``DepthPlane/tolerance``.
  private static var tolerance: Int64 { Int64(DepthPlane.tolerance.rawValue) }

  /// Whether two planes that follow each other at the pixel's centre cross within the pixel.
  private func crosses(_ shown: Int) -> Bool {
    for i in 1..<shown {
      let (a, b) = unsafe (plane(Int(order[i &- 1])), plane(Int(order[i])))
      let turn = (a.slopeX &- b.slopeX).magnitude &+ (a.slopeY &- b.slopeY).magnitude
      let gap = unsafe (Int64(depths[i]) &- Int64(depths[i &- 1])).magnitude
      if turn > UInt64(PlaneStack.tolerance) && gap < turn &>> 1 { return true }
    }
    return false
  }

  /// The pixels at a place, one over the other.
  private func composed(_ place: Int, _ order: UnsafeMutablePointer<Int32>, _ shown: Int) -> UInt32 {
    var sum = unsafe color(Int(order[0]), place)
    for i in 1..<shown { sum = unsafe sourceOver(color(Int(order[i]), place), sum) }
    return sum
  }

  /// The mean of the pixel's sixteen places, each channel rounded to the nearest.
  private func mean(_ place: Int, _ shown: Int) -> UInt32 {
    // Two channels in each: sums of sixteen stay below 2^12.
    var (high, low) = (UInt32(0x0008_0008), UInt32(0x0008_0008))
    for part in 0..<16 {
      let (dx, dy) = (Int64(part & 3) &* 2 &- 3, Int64(part &>> 2) &* 2 &- 3)
      for i in 0..<shown {
        let k = unsafe Int(order[i])
        let plane = plane(k)
        let depth = unsafe Int64(depths[i]) &+ (plane.slopeX &* dx &+ plane.slopeY &* dy) / 8
        unsafe insert(k, saturating32(depth), i, placeOrder, placeDepths)
      }
      let color = unsafe composed(place, placeOrder, shown)
      high &+= color &>> 8 & 0x00FF_00FF
      low &+= color & 0x00FF_00FF
    }
    return (high &>> 4 & 0x00FF_00FF) &<< 8 | (low &>> 4 & 0x00FF_00FF)
  }
}
