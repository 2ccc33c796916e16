import FixedRaster

// Stage: render. Input: the render tree and a rectangle of damage. Output: that rectangle's pixels, each composed in a
// tile that stays in the first-level cache and stored to the display once.

/// Composes tiles. All memory is taken at the start: a tile, one for each level of groups, room for clips, one
/// workspace for coverage, and the glyphs that are cached.
@safe
struct TileComposer: ~Copyable {
  private let memory: CanvasMemory
  var canvas: Canvas
  /// A group that is nested too deep is not composed apart: its opacity and its clip are applied to each of its parts.
  var groups: GroupStack
  /// Planes that pass through each other.
  var planes: PlaneStack
  var glyphCache: GlyphCache

  // The drawing in progress.
  /// The place of the plane whose content is drawn: see ``draw(_:_:clip:alpha:)-(RenderPlane)``.
  var placement = PlanePlacement.same
  /// Whether that is elsewhere than where the nodes lie.
  var isPlaced = false
  private var tile = PixelRect.empty
  /// The front-most layer that covers the whole tile, if one does; until it is reached nothing is drawn.
  var occluder = NodeIndex.none
  var isStarted = true
  /// Whether the backdrop was reached that is being drawn: nothing more is drawn.
  var isStopped = false
  var showsBackdrops = true

  /// Layers in tiles that were not drawn because an opaque one covers the tile.
  var hiddenLayers = 0
  /// Layers looked at since the last call of ``takeVisits()``.
  var visits = 0

  var overlays: CompositorOverlays = []
  /// The tint of ``CompositorOverlays/damage`` in this frame.
  var flash = Damage()

  init(glyphs: GlyphCacheWorkspace) {
    let longest = TileSize.longestSide
    let groupSpace = GroupWorkspace(width: longest, height: longest)
    let planeSpace = PlaneWorkspace(pixels: 8 * TileSize.pixels, planes: 256)
    // The tile, then the groups, the planes, the glyphs.
    let tileEnd = TileSize.pixels * 4
    let groupEnd = tileEnd + CanvasMemory.aligned(groupSpace.byteCount)
    let planeEnd = groupEnd + CanvasMemory.aligned(planeSpace.byteCount)
    memory = CanvasMemory(
      // Four rows more, as each row of a narrow tile has cells of its own beside its pixels.
      coverage: CoverageWorkspace(width: longest, rows: TileSize.pixels / longest + 4),
      clips: ClipWorkspace(width: longest, height: longest),
      more: planeEnd + glyphs.byteCount)
    unsafe groups = GroupStack(memory: memory.more + tileEnd, workspace: groupSpace)
    unsafe planes = PlaneStack(memory: memory.more + groupEnd, workspace: planeSpace)
    unsafe glyphCache = GlyphCache(memory: memory.more + planeEnd, workspace: glyphs)
    canvas = memory.makeCanvas()
  }

  /// Groups that were nested too deep, since the start, and clips likewise.
  var groupOverflow: Int { Int(clamping: groups.overflow) }
  var clipOverflow: Int { Int(clamping: canvas.clipOverflow) }

  /// Draws the tiles of `area` and stores them to a display. Returns their number.
  ///
  /// - Parameter grid: holds the area; tiles are counted from its corner.
  mutating func draw(
    _ area: PixelRect, grid: PixelRect, _ scene: RenderScene, into display: DisplayMemory, dithers: Bool
  ) -> Int {
    draw(area, grid: grid, scene, over: .black) { canvas, _ in canvas.store(to: display, dithers: dithers) }
  }

  /// Draws the tiles of `area`, each over a colour. Returns their number.
  ///
  /// - Parameters:
  ///   - grid: holds the area; tiles are counted from its corner.
  ///   - body: takes each tile: stores it, or reads it when it is finished.
  mutating func draw(
    _ area: PixelRect, grid: PixelRect, _ scene: RenderScene, over color: Color,
    _ body: (inout Canvas, PixelRect) -> Void
  ) -> Int {
    var tiles = 0
    forEachTile(of: area, grid: grid) { composer, tile in
      composer.drawTile(tile, on: composer.surface(of: tile), over: color, scene)
      body(&composer.canvas, tile)
      tiles += 1
    }
    return tiles
  }

  /// Draws the tiles of `area` over clear pixels of an offscreen surface.
  ///
  /// - Parameter bounds: the pixels that the bitmap holds.
  mutating func draw(_ area: PixelRect, _ scene: RenderScene, into bitmap: Surface, at bounds: PixelRect) {
    forEachTile(of: area) { composer, tile in
      composer.drawTile(tile, on: bitmap.part(tile, of: bounds), over: .clear, scene)
      composer.canvas.finishTile()
    }
  }

  /// Draws the picture behind a backdrop on the tiles of `area`, the pixels that the bitmap holds: all before the node
  /// that holds the stop.
  mutating func drawBehind(_ area: PixelRect, _ scene: RenderScene, into bitmap: Surface, over color: Color) {
    forEachTile(of: area) { composer, tile in
      composer.begin(tile, on: bitmap.part(tile, of: area))
      composer.canvas.clear(tile, to: color)
      composer.draw(scene, scene.root, clip: tile, alpha: 255)
      composer.isStopped = false
    }
  }

  /// Fills a mask with the alpha of the scene's root and all below it, as if it were opaque and had no mask.
  mutating func drawSilhouette(_ scene: RenderScene, into mask: Mask) {
    showsBackdrops = false
    defer { showsBackdrops = true }
    forEachTile(of: mask.bounds) { composer, tile in
      composer.begin(tile, on: composer.surface(of: tile))
      composer.canvas.clear(tile)
      composer.drawParts(scene, scene.root, clip: tile, alpha: 255)
      mask.copyAlpha(of: composer.surface(of: tile), at: tile)
    }
  }

  @inline(__always)
  private mutating func forEachTile(of area: PixelRect, _ body: (inout TileComposer, PixelRect) -> Void) {
    forEachTile(of: area, grid: area, body)
  }

  @inline(__always)
  private mutating func forEachTile(
    of area: PixelRect, grid: PixelRect, _ body: (inout TileComposer, PixelRect) -> Void
  ) {
    let size = TileSize(for: grid)
    var tiles = Tiles(of: area, grid: grid, width: size.width, height: size.height)
    while let tile = tiles.next() { body(&self, tile) }
  }

  /// Shows the overlays of another composer.
  mutating func takeOverlays(of other: borrowing TileComposer) {
    (overlays, flash) = (other.overlays, other.flash)
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

  private func surface(of tile: PixelRect) -> Surface {
    unsafe Surface(
      base: memory.more, width: tile.width, height: tile.height, bytesPerRow: TileSize.wholeBlocks(tile.width) * 4)
  }

  @inline(never)
  private mutating func drawTile(
    _ area: PixelRect, on surface: Surface, over color: Color, _ scene: RenderScene
  ) {
    (tile, occluder) = (area, .none)
    if !scene.root.isNone { findOccluder(scene, scene.root) }
    isStarted = occluder.isNone
    canvas.beginTile(surface, x: tile.minX, y: tile.minY, over: isStarted ? color : nil)
    if scene.root.isNone { return }
    draw(scene, scene.root, clip: tile, alpha: 255)
    if !overlays.isEmpty { drawOverlays(tile, scene) }
  }

  private mutating func begin(_ area: PixelRect, on surface: Surface) {
    tile = area
    (occluder, isStarted) = (.none, true)
    canvas.draw(into: surface, x: tile.minX, y: tile.minY)
  }

  /// Walks the layers in drawing order and leaves the last one that covers the whole tile in ``occluder``.
  private mutating func findOccluder(_ scene: RenderScene, _ index: NodeIndex) {
    visits += 1
    if !scene.visible[index.offset].subtree.intersects(tile) { return }
    if scene.nodes[index.offset].opaque.contains(tile) { occluder = index }
    var child = scene.visible[index.offset].firstChild
    while !child.isNone {
      findOccluder(scene, child)
      child = scene.visible[child.offset].nextSibling
    }
  }
}

extension Surface {
  /// The pixels of `part`; the surface shows `bounds`, which hold it.
  fileprivate func part(_ part: PixelRect, of bounds: PixelRect) -> Surface {
    let (x, y) = (Int(part.minX - bounds.minX), Int(part.minY - bounds.minY))
    return unsafe Surface(
      base: base + y * bytesPerRow + x * 4, width: part.width, height: part.height,
      bytesPerRow: bytesPerRow)
  }
}
