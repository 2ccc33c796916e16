// Stage: surface. Input: an area of a display and its drawing. Output: its pixels in the display's format, each
// composed in a tile that stays in a cache and stored once.

/// The tiles of an area, row by row, from the left.
public struct Tiles: ~Copyable {
  private let area, grid: PixelRect
  private let width, height: Int32
  private var x, y: Int32

  /// - Parameters:
  ///   - area: device pixels.
  ///   - grid: holds the area; tiles are counted from its corner, the area's own if not given.
  ///   - width: of a tile, in pixels, at least 1.
  ///   - height: of a tile, likewise.
  public init(of area: PixelRect, grid: PixelRect? = nil, width: Int, height: Int) {
    self.area = area
    self.grid = grid ?? area
    self.width = Int32(clamping: Swift.max(1, width))
    self.height = Int32(clamping: Swift.max(1, height))
    (x, y) = (self.grid.minX, self.grid.minY)
  }

  /// The next tile that has pixels in the area, `nil` after the last.
  public mutating func next() -> PixelRect? {
    while y < area.maxY {
      let (right, bottom) = (saturating32(Int64(x) + Int64(width)), saturating32(Int64(y) + Int64(height)))
      let tile = PixelRect(minX: x, minY: y, maxX: right, maxY: bottom).intersection(area)
      if right < area.maxX {
        x = right
      } else {
        (x, y) = (grid.minX, bottom)
      }
      if !tile.isEmpty { return tile }
    }
    return nil
  }
}

/// How much memory a ``TileLoop`` takes.
public struct TileWorkspace: Sendable {
  /// Size of a tile in pixels: 64 × 32 are 8 kB, which stay in a first-level cache beside their coverage.
  public let width, height: Int
  let coverage: CoverageWorkspace
  let clips: ClipWorkspace

  /// - Parameters:
  ///   - width: of a tile, rounded up to a multiple of 8, so that none ends within a byte of 1-bit pixels.
  ///   - height: of a tile, likewise.
  ///   - clips: how many clips can be nested.
  public init(width: Int = 64, height: Int = 32, clips: Int = 8) {
    self.width = (Swift.max(1, Swift.min(width, 8184)) &+ 7) & ~7
    self.height = (Swift.max(1, Swift.min(height, 8184)) &+ 7) & ~7
    coverage = CoverageWorkspace(width: self.width, rows: self.height)
    self.clips = ClipWorkspace(width: self.width, height: self.height, depth: clips)
  }

  var tileByteCount: Int { (width &* height &* 4 &+ 63) & ~63 }
  var clipByteCount: Int { (clips.byteCount &+ 63) & ~63 }
  public var byteCount: Int { tileByteCount &+ clipByteCount &+ coverage.byteCount }
}

/// Draws areas of a display tile by tile: a closure draws each tile, with a canvas that shows the tile's part of the
/// picture and leaves out the rest.
///
/// ```swift
/// let workspace = TileWorkspace()
/// let memory = UnsafeMutableRawPointer.allocate(byteCount: workspace.byteCount, alignment: TileLoop.alignment)
/// var tiles = unsafe TileLoop(memory: memory, workspace: workspace)
/// tiles.draw(display.bounds, on: display, over: .white) { canvas in
///   canvas.fill(PixelRect(minX: 10, minY: 10, maxX: 90, maxY: 40), color: Color(argb: 0xFF33_6699))
/// }
/// ```
@safe
public struct TileLoop: ~Copyable {
  public static var alignment: Int { 64 }

  private var canvas: Canvas
  private let base: UnsafeMutableRawPointer
  private let width, height: Int

  /// - Parameters:
  ///   - memory: `workspace.byteCount` bytes aligned to ``alignment``, the loop's alone while it lives.
  ///   - workspace: says how much there is room for.
  @unsafe
  public init(memory: UnsafeMutableRawPointer, workspace: TileWorkspace) {
    unsafe base = memory
    (width, height) = (workspace.width, workspace.height)
    let clips = unsafe memory + workspace.tileByteCount
    let surface = unsafe Surface(base: memory, width: width, height: height, bytesPerRow: width &* 4)
    unsafe canvas = Canvas(
      surface, memory: clips + workspace.clipByteCount, workspace: workspace.coverage,
      clips: ClipStack(memory: clips, workspace: workspace.clips))
  }

  /// Draws an area of a display: all of the pixels that ``DisplayMemory/storableArea(_:)`` takes.
  ///
  /// - Parameters:
  ///   - area: device pixels.
  ///   - display: where they are stored.
  ///   - color: the first filling of each tile, opaque; `nil` where `draw` covers all of it.
  ///   - dithers: whether to round channels of fewer than 8 bits by a pixel's place.
  ///   - draw: draws everything that may lie in the tile; its canvas has the display's coordinates, and clips that it
  ///     pushes are gone in the next tile. An image without an owner must be valid until this returns: one that covers a
  ///     tile is read when the tile is stored.
  @export(interface)
  public mutating func draw(
    _ area: PixelRect, on display: DisplayMemory, over color: Color? = .black, dithers: Bool = false,
    _ draw: (inout Canvas) -> Void
  ) {
    let visible = display.storableArea(area)
    if visible.isEmpty { return }
    var tiles = Tiles(of: visible, grid: display.wholeBytes(around: visible), width: width, height: height)
    while let tile = tiles.next() {
      let surface = unsafe Surface(base: base, width: tile.width, height: tile.height, bytesPerRow: width &* 4)
      canvas.beginTile(surface, x: tile.minX, y: tile.minY, over: color)
      draw(&canvas)
      canvas.store(to: display, dithers: dithers)
    }
  }
}
