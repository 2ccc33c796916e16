/// Draws into a surface: a tile, a group, a whole picture. Input: paths in points, colours. Output: premultiplied ARGB;
/// ``DisplayMemory/store(_:at:dithers:)`` converts it to a display's format. All memory is the caller's.
///
/// Coordinates are device pixels, half open, y downwards, pixel centres at halves. ``draw(into:x:y:)`` says which
/// device pixel the surface shows first, so that the same drawing calls compose each tile of a picture. The pixels do
/// not depend on the clip or on the places of tiles: byte for byte the same pixels.
@safe
public struct Canvas: ~Copyable {
  var accumulator: CoverageAccumulator
  private(set) var surface: Surface
  /// The device pixel that the surface shows first.
  private(set) var originX: Int32 = 0
  private(set) var originY: Int32 = 0
  /// Whether ``store(to:dithers:)`` reads the surface and nobody else: Canvas+Tile.swift.
  var isTile = false
  /// The content of the tile's rows that its memory does not hold; `nil` if it holds all: TileGround.swift.
  var ground: TileGround?
  /// The picture that covers the tile, where the ground is one; apart from it, for it is large.
  var picture: TilePicture?
  /// The limits of drawing: Canvas+Clip.swift.
  var clips: ClipStack

  /// - Parameters:
  ///   - surface: the target.
  ///   - memory: `workspace.byteCount` bytes aligned to `CoverageWorkspace.alignment`, the canvas's alone while it
  ///     lives.
  ///   - workspace: how much is covered at once. A shape larger than that is drawn in bands, each from the whole path.
  ///   - clips: room for nested clips; none if not given.
  @unsafe
  @export(interface)
  public init(
    _ surface: Surface, memory: UnsafeMutableRawPointer, workspace: CoverageWorkspace,
    clips: consuming ClipStack = ClipStack()
  ) {
    unsafe accumulator = CoverageAccumulator(memory: memory, workspace: workspace)
    self.surface = surface
    self.clips = clips
    self.clips.reset(to: surface.bounds)
  }

  /// Goes on drawing into another surface, whose first pixel is the device's (`x`, `y`), each 0...8191; the whole of it
  /// is open to drawing, and no clip is left.
  @export(interface)
  public mutating func draw(into surface: Surface, x: Int32 = 0, y: Int32 = 0) {
    (self.surface, isTile, ground) = (surface, false, nil)
    (originX, originY) = (x, y)
    clips.reset(to: extent)
  }

  /// Where drawing goes: kept while a group is drawn in its place.
  struct Target {
    var surface: Surface
    var isTile: Bool
    var ground: TileGround?
    /// The device pixel that the surface shows first.
    var x, y: Int32
    var clips: ClipState
  }

  var target: Target {
    get { Target(surface: surface, isTile: isTile, ground: ground, x: originX, y: originY, clips: clips.current) }
    set {
      (surface, isTile, ground) = (newValue.surface, newValue.isTile, newValue.ground)
      (originX, originY) = (newValue.x, newValue.y)
      clips.current = newValue.clips
    }
  }

  /// The device pixels that the surface shows.
  var extent: PixelRect {
    PixelRect(
      minX: originX, minY: originY, maxX: originX &+ Int32(clamping: surface.width),
      maxY: originY &+ Int32(clamping: surface.height))
  }

  /// The address of the first pixel of an area within the clip, to draw there.
  // Not inlined: each kind of coverage and painter asks.
  @inline(never)
  mutating func address(of area: PixelRect) -> UnsafeMutableRawPointer {
    finishRows(of: area)
    return unsafe address(area.minX, area.minY)
  }

  /// The address of a device pixel that the surface shows.
  @inline(__always)
  func address(_ x: Int32, _ y: Int32) -> UnsafeMutableRawPointer {
    unsafe surface.base + (Int(y &- originY) &* surface.bytesPerRow) + (Int(x &- originX) &* 4)
  }
}
