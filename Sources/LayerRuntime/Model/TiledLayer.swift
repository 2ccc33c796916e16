// Stage: model. A layer that is too large to be drawn at once: a map, a long chart, a plan.

import FixedRaster

/// Draws its contents in tiles: those that show, when they show, with as many pixels as the display has for them.
///
/// Override ``Layer/draw(in:)``, or set a delegate that draws: it is called once for each tile, with a context whose
/// clip is the tile (``DrawingContext/boundingBoxOfClipPath``, in the layer's own coordinates) and whose
/// ``DrawingContext/ctm`` is scaled for the level of detail. ``Layer/display()`` and the delegate's `display(_:)` are
/// not asked. There is no need to call ``Layer/setNeedsDisplay()`` for the first tiles; later it throws tiles away, all
/// of them or those that a rectangle touches.
///
/// Each level of detail has half as many pixels in a point as the next finer one. With ``Layer/contentsScale`` 1:
///
/// | ``levelsOfDetail`` | ``levelsOfDetailBias`` | pixels in a point |
/// | --- | --- | --- |
/// | 1 | 0 | 1 |
/// | 3 | 0 | 1, 1/2, 1/4 |
/// | 3 | 2 | 4, 2, 1 |
/// | 7 | 2 | 4, 2, 1, 1/2, 1/4, 1/8, 1/16 |
///
/// Tiles are of the coarsest level that has as many pixels as the layer takes on the display, in its middle where it is
/// seen in perspective; else of the finest.
///
/// They lie in a cache of a fixed size, which is taken when the first tile is drawn. Where it is full the tiles that were
/// needed the longest ago go. Tiles that are needed now stay; where more are needed than it holds, the first rows are
/// drawn, the others show ``placeholderColor``, which then lies below all, and ``Overflow/tiles`` counts them.
///
/// Only tiles on the display itself are drawn: shadows, and filters of layers above, are made of no tile that lies
/// beside it. ``Layer/contents`` are not shown.
///
/// A missing tile shows its area at another level, or else ``placeholderColor``. Frames follow until none is missing.
open class TiledLayer: Layer {
  public override init() {
    super.init()
    content.isTiled = true
    note(.display)
  }

  deinit { shownBy?.remove(self) }

  /// Pixels of a tile: whole ones, each side held to 16...2048. 256 × 256 if not said.
  public final var tileSize = Size(width: 256, height: 256) {
    didSet {
      tileSize = Size(width: TiledLayer.side(tileSize.width), height: TiledLayer.side(tileSize.height))
      if tileSize != oldValue { dropTiles() }
    }
  }

  /// How many levels of detail there are, 1...16; held to that, 1 if not said.
  public final var levelsOfDetail = 1 {
    didSet {
      levelsOfDetail = Swift.min(Swift.max(levelsOfDetail, 1), 16)
      if levelsOfDetail != oldValue { mark(.drawing) }
    }
  }

  /// How many of the levels have more pixels in a point than the contents' scale says, 0...15; held to that, 0 if not
  /// said. More than there are levels leave none but those.
  public final var levelsOfDetailBias = 0 {
    didSet {
      levelsOfDetailBias = Swift.min(Swift.max(levelsOfDetailBias, 0), 15)
      if levelsOfDetailBias != oldValue { mark(.drawing) }
    }
  }

  /// Tiles that there is memory for, 1...1024; held to that, 64 if not said. Each takes four bytes a pixel: 64 of
  /// 256 × 256 are 16 MB, as much as shows on 800 × 480 pixels at any place and scale. Of larger ones there are no more than
  /// 1 GB holds.
  public final var cacheCapacity = 64 {
    didSet {
      cacheCapacity = Swift.min(Swift.max(cacheCapacity, 1), 1024)
      if cacheCapacity != oldValue { dropTiles() }
    }
  }

  /// How long a frame goes on drawing tiles of this layer; 8 ms if not said. It draws at least one, so that a budget of
  /// zero is one tile a frame, and begins none when the time is over.
  public final var drawingBudget = Duration.milliseconds(8)

  /// The colour of missing tiles that are not there at another level either. `nil`, the default, shows nothing.
  public final var placeholderColor: Color? {
    didSet { if placeholderColor != oldValue { mark([.drawing, .contents]) } }
  }

  /// Called on the drawing thread after each tile that it has drawn, where ``Layer/drawsAsynchronously`` is on: has this
  /// layer's thread call ``showReadyTiles()``. `Application.follow(_:)` of PanelKit sets it. Without it frames follow one
  /// another until all tiles are there.
  public final var tilesReadyHandler: (@Sendable () -> Void)? {
    get { readyHandler }
    set {
      let former = readyHandler
      readyHandler = newValue
      withExtendedLifetime(former) {}  // its release may come back here
    }
  }
  private final var readyHandler: (@Sendable () -> Void)?

  /// Shows the tiles that the drawing thread has drawn, with the next frame. Of the layer's own thread alone.
  public final func showReadyTiles() { mark([]) }

  /// The drawn tiles; `nil` before the first.
  final var cache: MapTileCache?
  /// Where the layer is listed.
  final var shownBy: TiledLayers?

  private final func dropTiles() {
    let former = exchange(&cache, with: nil)
    mark([.drawing, .contents])
    withExtendedLifetime(former) {}
  }

  @usableFromInline
  override class var keysWithDefaults: [String] { allKeys }
  private static let allKeys =
    Layer.commonKeys + [
      "tileSize", "levelsOfDetail", "levelsOfDetailBias", "cacheCapacity", "drawingBudget", "placeholderColor",
    ]

  open override func accessProperty(_ key: ValueKey, _ access: inout PropertyAccess) {
    switch key {
    // Not animated: the tiles would have to be drawn again in each frame.
    case "tileSize" where isShowing: access.readOnly(.size(tileSize))
    case "cacheCapacity" where isShowing: access.readOnly(.integer(cacheCapacity))
    case "tileSize":
      if let new = access.exchange(tileSize, default: Size(width: 256, height: 256)) { tileSize = new }
    case "levelsOfDetail": if let new = access.exchange(levelsOfDetail, default: 1) { levelsOfDetail = new }
    case "levelsOfDetailBias": if let new = access.exchange(levelsOfDetailBias, default: 0) { levelsOfDetailBias = new }
    case "cacheCapacity": if let new = access.exchange(cacheCapacity, default: 64) { cacheCapacity = new }
    case "drawingBudget":
      if let new = access.exchange(drawingBudget, default: .milliseconds(8)) { drawingBudget = new }
    case "placeholderColor": if let new = access.exchange(placeholderColor, default: nil) { placeholderColor = new }
    default: super.accessProperty(key, &access)
    }
  }

  /// Throws away the tiles that have to be drawn again. Not to be overridden: a tiled layer draws in
  /// ``Layer/draw(in:)``.
  open override func display() {
    if let rendition = openRendition { return draw(rendition) }
    guard let list = root.host?.drawing.map({ TiledLayers.of($0.mapTiles) }) else { return }
    if content.isAllDirty || content.dirty != nil { cache?.discard(takeDirty()) }
    if shownBy !== list {
      shownBy?.remove(self)
      // Drawings of the other display's thread go to that display, which may never draw a frame again.
      if cache?.isAwaitingTiles == true { dropTiles() }
    }
    shownBy = list
    list.add(self)
  }

  @usableFromInline
  override var showsContents: Bool { false }

  @usableFromInline
  override func drawing() -> LayerDrawing {
    guard let sheet = content.renderedTiles ?? cache?.sheet else { return LayerDrawing() }
    let tiles = sheet.drawing(placeholder: placeholderColor ?? .clear, minificationFilter, magnificationFilter)
    return LayerDrawing(drawing: .tiles(tiles), bounds: PreciseBox(bounds), needsGroup: true, owner: sheet)
  }

  private static func side(_ length: Fixed) -> Fixed { Fixed(Swift.min(Swift.max(length.floor, 16), 2048)) }
}
