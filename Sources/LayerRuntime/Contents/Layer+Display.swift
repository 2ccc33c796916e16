// Stage: contents. Input: layers that were marked. Output: their contents, redrawn before anything is committed.

import FixedRaster

extension Layer {
  /// Has the layer's contents redrawn before the next frame. A layer that never asks for it, or whose bounds change
  /// without ``needsDisplayOnBoundsChange``, is not drawn.
  public final func setNeedsDisplay() { noteDisplay(nil)?.layerTreeChanged() }

  /// Whether ``display()`` will be called before the next frame, if the layer is in a tree that a display shows.
  public final func needsDisplay() -> Bool { changes.contains(.display) }

  /// Has a part of the contents redrawn, in the layer's coordinates; the rest of them stays.
  public final func setNeedsDisplay(_ rect: Rect) { noteDisplay(rect.standardized)?.layerTreeChanged() }

  /// Notes that a part of the contents is to be redrawn. Returns the host that has yet to be told.
  ///
  /// - Parameter part: in the layer's coordinates; `nil` for all that the bounds hold when it is drawn, which an animation may
  ///   have moved by then.
  @discardableResult
  final func noteDisplay(_ part: Rect?) -> (any LayerHost)? {
    if let part {
      let sum = content.dirty.map { $0.union(part) } ?? part
      // Parts so far from each other that no rectangle holds both are all of the layer.
      if !sum.holds(part) || !sum.holds(content.dirty ?? part) { content.isAllDirty = true }
      content.dirty = sum
    } else {
      content.isAllDirty = true
    }
    return note(.display)
  }

  /// The area to redraw: `nil` for all.
  final func takeDirty() -> Rect? {
    let part = exchange(&content.dirty, with: nil)
    return exchange(&content.isAllDirty, with: false) ? nil : part
  }

  /// Draws the contents now if that was asked for. A layer that no display shows has nowhere to draw to: it waits. So
  /// does one that asks while it is drawn: until the next frame.
  public final func displayIfNeeded() {
    guard changes.contains(.display), !content.isDisplaying, root.host?.drawing != nil else { return }
    changes.remove(.display)
    content.isDisplaying = true
    if firstAnimation != nil, let host = root.host {
      host.animator.whileShown(self) { display() }
    } else {
      display()
    }
    content.isDisplaying = false
  }

  /// Whether a change of the bounds' size has the contents redrawn; false by default.
  public final var needsDisplayOnBoundsChange: Bool {
    get { content.redrawsOnResize }
    set { content.redrawsOnResize = newValue }
  }

  /// Whether ``draw(in:)`` and a delegate's drawing are only recorded, and drawn by another thread while this one goes
  /// on with other layers; not if not said. The frame waits for it: the picture is the same. Worth it for contents that
  /// take longer to draw than to describe, on machines with several processors.
  ///
  /// Images that are drawn must stay as they are until the frame is drawn, which keeps their memory. Drawings of
  /// ``render(in:)`` into the contents, and all before them, are drawn at once.
  public final var drawsAsynchronously: Bool {
    get { content.isAsynchronous }
    set { content.isAsynchronous = newValue }
  }

  /// Calls ``draw(in:)`` with a context for the contents, and shows the result. If nothing was, the layer has no
  /// contents. Does nothing while that goes on already.
  final func drawContents() {
    if content.isDrawing { return }
    content.isDrawing = true
    if let rendition = openRendition {
      draw(rendition)
    } else if let space = root.host?.drawing {
      drawContents(in: space)
    }
    content.isDrawing = false
  }

  private final func drawContents(in space: DrawingSpace) {
    let (dirty, isOpaque) = (takeDirty(), isOpaque)
    let grid = ContentsGrid(bounds.standardized, scale: content.scale)
    if grid.isEmpty { return setContents(nil, owner: nil) }
    var former = content.drawn
    if let bitmap = former, bitmap.width != grid.width || bitmap.height != grid.height || content.drawnSize != grid.size
    {
      releaseDrawn()
      former = nil
    }
    if let bitmap = former, bitmap.isRead {
      if bitmap.isPending { space.thread.finish() }
      former = space.pool.copy(of: bitmap)
      if former == nil { releaseDrawn() }
    }
    guard let bitmap = former ?? space.pool.bitmap(width: grid.width, height: grid.height) else {
      return setContents(nil, owner: nil)
    }
    let part = former == nil ? grid.box : dirty ?? grid.box
    if bitmap.isPending { space.thread.finish() }
    let recorded = drawsAsynchronously ? space.thread.takeRecording() : nil
    let (hasDrawn, recording) = draw(part, of: grid, into: bitmap, with: space.contexts, recorded)
    let isWhole = former == nil || part.union(grid.box) == part
    if isWhole && !hasDrawn {
      if let recording { space.thread.discard(recording) }
      return setContents(nil, owner: nil)
    }
    if let recording { space.thread.submit(recording, into: bitmap) }
    (content.drawn, content.drawnSize) = (bitmap, grid.size)
    setContents(bitmap.image(isOpaque: isOpaque), owner: bitmap)
  }

  /// Draws a layer's contents where it is rendered elsewhere.
  private final func draw(_ rendition: Rendition) {
    let grid = ContentsGrid(bounds.standardized, scale: rendition.scale)
    let former = (rendition.image, rendition.owner)
    (rendition.image, rendition.owner, rendition.drawn) = (nil, nil, nil)
    withExtendedLifetime(former) {}  // their release may change the layer
    // Up to 2^17 bytes by 2^15 rows would be more than 32 bits hold: larger than a display is left out.
    if grid.isEmpty || grid.width > 8191 || grid.height > 8191 { return }
    let pool = BitmapPool(capacity: grid.width * grid.height * 4 + 64, places: 1)
    guard let bitmap = pool.bitmap(width: grid.width, height: grid.height) else { return }
    let isOpaque = isOpaque
    if !draw(grid.box, of: grid, into: bitmap, with: rendition.contexts, nil).hasDrawn { return }
    (rendition.drawn, rendition.drawnSize) = (bitmap, grid.size)
    (rendition.image, rendition.owner) = (bitmap.image(isOpaque: isOpaque), bitmap)
  }

  /// Calls ``draw(in:)``. Returns whether anything was drawn, and its recording.
  private final func draw(
    _ part: Rect, of grid: ContentsGrid, into bitmap: Bitmap, with contexts: DrawingContexts,
    _ recording: DrawingRecording?
  ) -> (hasDrawn: Bool, recording: DrawingRecording?) {
    let context = contexts.take()
    context.begin(
      bitmap.surface, transform: grid.toPixels, dirtyRect: part,
      pixels: PreciseBox(part).applying(grid.toPixels).enclosingPixels, isOpaque: isOpaque, recording: recording)
    draw(in: context)
    let made = context.end()
    let hasDrawn = context.hasDrawn
    contexts.giveBack(context)
    return (hasDrawn, made)
  }

  /// Asks the delegates of this layer and of all below it whether contents take the display's new scale; drawn contents
  /// are then redrawn.
  ///
  /// - Parameter level: how far below the root.
  final func offerContentsScale(of compositor: Compositor, _ level: Int = 0) {
    if level >= Layer.depthLimit { return }
    let scale = compositor.scale
    let isTaken = delegate?.layer(self, shouldInheritContentsScale: scale) == true
    // A delegate may have set yet another one, which was offered to all meanwhile.
    if isTaken && compositor.scale == scale {
      contentsScale = scale
      if content.drawn != nil { setNeedsDisplay() }
    }
    for layer in children where layer.superlayer === self {
      layer.offerContentsScale(of: compositor, level + 1)
    }
    mask?.offerContentsScale(of: compositor, level + 1)
  }

  /// Draws this layer and those below it that were marked; then those that were marked meanwhile, in up to
  /// ``displayRounds``. A layer that was drawn in this frame and asks again waits for the next one, and so do the rest.
  final func displayForFrame() {
    var rounds = 0
    while markDue() && rounds < Layer.displayRounds {
      displayMarked()
      rounds += 1
    }
  }

  private static var displayRounds: Int { 8 }

  /// Notes the layers of a round: layers that come meanwhile are for the next one. Returns whether there are any.
  ///
  /// - Parameter level: how far below the root.
  private final func markDue(_ level: Int = 0) -> Bool {
    if level >= Layer.depthLimit { return false }
    var isAny = changes.contains(.display) && !changes.contains(.displayed)
    if isAny { changes.insert(.due) }
    var layer = nextChanged(after: nil)
    while let here = layer {
      if here.markDue(level + 1) { isAny = true }
      layer = nextChanged(after: here)
    }
    return isAny
  }

  private final func displayMarked(_ level: Int = 0) {
    if level >= Layer.depthLimit { return }
    if changes.contains(.due) {
      changes.remove(.due)
      changes.insert(.displayed)
      displayIfNeeded()
    }
    // Each time that a drawing ends the walk there is one less that is due.
    while !forEachChanged({ $0.displayMarked(level + 1) }) {}
  }
}

/// The drawing of a layer while it is rendered elsewhere than on its display, in place of its contents.
final class Rendition {
  let contexts: DrawingContexts
  /// Pixels in a point.
  let scale: Fixed
  /// That of a rendering around this one.
  let outer: Rendition?
  /// Whether the layer is drawing.
  var isOpen = true
  var image: Image?
  var owner: AnyObject?
  /// See ``ContentProperties``.
  var drawn: Bitmap?
  var drawnSize = Size(width: 0, height: 0)
  /// The part of the layer's bounds in the rendering, and a tiled layer's drawing of it.
  var part: PreciseBox?
  var tiles: MapTileSheet?

  init(_ contexts: DrawingContexts, scale: Fixed, outer: Rendition?) {
    (self.contexts, self.scale, self.outer) = (contexts, scale, outer)
  }
}

/// The pixels that contents are drawn to.
private struct ContentsGrid {
  let box: Rect
  /// In pixels; the bitmap is rounded up.
  let size: Size
  let toPixels: AffineTransform

  init(_ box: Rect, scale: Fixed) {
    let scale = Coefficient(scale)
    self.box = box
    size = box.applying(AffineTransform(scaleX: scale, y: scale)).size
    toPixels = AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: -(Coefficient(box.minX) * scale), ty: -(Coefficient(box.minY) * scale))
  }

  var width: Int { size.width.ceil }
  var height: Int { size.height.ceil }
  var isEmpty: Bool { width < 1 || height < 1 }
}

/// The tools with which a host's layers draw.
struct DrawingSpace {
  let pool: BitmapPool
  let coverage: CoveragePool
  let polygons: PolygonPool
  let contexts = DrawingContexts()
  let thread = DrawingThread()
  let shadows = ShadowMaker()
  let mapTiles = MapTiles()

  /// - Parameters:
  ///   - coverage: without one, paths are drawn as paths each time.
  ///   - polygons: without them, in each tile.
  init(
    pool: BitmapPool, coverage: CoveragePool = CoveragePool(capacity: 0, width: 64),
    polygons: PolygonPool = PolygonPool(capacity: 0)
  ) {
    (self.pool, self.coverage, self.polygons) = (pool, coverage, polygons)
  }
}

extension Rect {
  fileprivate func holds(_ other: Rect) -> Bool {
    other.isEmpty || minX <= other.minX && maxX >= other.maxX && minY <= other.minY && maxY >= other.maxY
  }
}
