import FixedRaster

// Stage: render. Input: the render tree and a rectangle of damage. Output: that rectangle's pixels, each composed in a tile
// that stays in the first-level cache and stored to the display once.

/// Composes tiles. All memory is taken at the start: a tile, one for each level of groups, room for clips, one workspace
/// for coverage, and the glyphs that are kept.
@safe
struct TileComposer: ~Copyable {
  /// Pixels of a tile: 8 kB, so that a tile and its coverage fit a first-level cache of 16 kB.
  static var tileWidth: Int { 64 }
  static var tileHeight: Int { 32 }
  private static var tileBytes: Int { tileWidth * tileHeight * 4 }

  private let memory: UnsafeMutableRawPointer
  var canvas: Canvas<ARGB8888>
  /// A group that is nested too deep is not composed apart: its opacity and its clip are applied to each of its parts.
  var groups: GroupStack
  var glyphCache: GlyphCache

  // What is being drawn.
  private var tile = PixelRect.empty
  /// The front-most layer that covers the whole tile, −1 if none does; until it is reached nothing is drawn.
  var cover: Int32 = -1
  var isStarted = true

  /// Layers in tiles that were not drawn because an opaque one covers the tile.
  var hiddenLayers = 0
  /// Layers looked at since the last call of ``takeVisits()``.
  var visits = 0

  var overlays: CompositorOverlays = []
  /// What ``CompositorOverlays/damage`` tints in this frame.
  var flash = Damage()

  init(glyphs: GlyphCacheWorkspace) {
    let (width, height) = (Self.tileWidth, Self.tileHeight)
    let workspace = CoverageWorkspace(width: width, rows: height)
    let (groupSpace, clipSpace) = (
      GroupWorkspace(width: width, height: height), ClipWorkspace(width: width, height: height)
    )
    // The tile, then the groups, the clips, the coverage, the glyphs: each a multiple of what the next must be aligned to.
    let groupEnd = Self.tileBytes + (groupSpace.byteCount + 63) & ~63
    let clipEnd = groupEnd + (clipSpace.byteCount + 63) & ~63
    let coverageEnd = clipEnd + (workspace.byteCount + 63) & ~63
    unsafe memory = UnsafeMutableRawPointer.allocate(byteCount: coverageEnd + glyphs.byteCount, alignment: 64)
    unsafe groups = GroupStack(memory: memory + Self.tileBytes, workspace: groupSpace)
    unsafe glyphCache = GlyphCache(memory: memory + coverageEnd, workspace: glyphs)
    let first = unsafe Surface<ARGB8888>(base: memory, width: width, height: height, bytesPerRow: width * 4)
    unsafe canvas = Canvas(
      first, memory: memory + clipEnd, workspace: workspace,
      clips: ClipStack(memory: memory + groupEnd, workspace: clipSpace))
  }

  /// Groups that were nested too deep, since the start, and clips likewise.
  var groupOverflow: Int { Int(truncatingIfNeeded: groups.overflow) }
  var clipOverflow: Int { Int(truncatingIfNeeded: canvas.clipOverflow) }

  deinit { unsafe memory.deallocate() }

  /// Draws the tiles of `area` and stores them. Answers their number.
  mutating func draw(_ area: PixelRect, _ scene: RenderScene, root: Int32, into display: DisplayMemory) -> Int {
    var tiles = 0
    var y = area.minY
    while y < area.maxY {
      let bottom = Swift.min(area.maxY, y + Int32(truncatingIfNeeded: Self.tileHeight))
      var x = area.minX
      while x < area.maxX {
        let right = Swift.min(area.maxX, x + Int32(truncatingIfNeeded: Self.tileWidth))
        drawTile(PixelRect(minX: x, minY: y, maxX: right, maxY: bottom), scene, root)
        display.store(surface, at: tile)
        tiles += 1
        x = right
      }
      y = bottom
    }
    return tiles
  }

  /// Layers left out, over the tiles since the last call.
  mutating func takeHiddenLayers() -> Int {
    defer { hiddenLayers = 0 }
    return hiddenLayers
  }

  mutating func takeVisits() -> Int {
    defer { visits = 0 }
    return visits
  }

  private var surface: Surface<ARGB8888> {
    unsafe Surface(base: memory, width: tile.width, height: tile.height, bytesPerRow: Self.tileWidth * 4)
  }

  private mutating func drawTile(_ area: PixelRect, _ scene: RenderScene, _ root: Int32) {
    tile = area
    cover = -1
    if root >= 0 { findCover(scene, root) }
    isStarted = cover < 0
    canvas.draw(into: surface, x: tile.minX, y: tile.minY)
    if isStarted { canvas.clear(tile, to: .black) }
    if root >= 0 { draw(scene, root, clip: tile, alpha: 255) }
    if root >= 0 && !overlays.isEmpty { drawOverlays(tile, scene, root) }
  }

  /// Walks the layers in drawing order and leaves the last one that covers the whole tile in ``cover``.
  private mutating func findCover(_ scene: RenderScene, _ index: Int32) {
    let i = Int(index)
    visits += 1
    if !scene.nodes[i].subtree.intersects(tile) { return }
    if scene.nodes[i].opaque.contains(tile) { cover = index }
    var child = scene.shown[i].firstChild
    while child >= 0 {
      findCover(scene, child)
      child = scene.shown[Int(child)].nextSibling
    }
  }
}
