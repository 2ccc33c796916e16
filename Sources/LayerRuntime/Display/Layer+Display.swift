// Stage: display. Input: layers that were marked. Output: their contents, drawn anew before anything is committed.

import FixedRaster

extension Layer {
  /// Has the layer's contents drawn anew before the next frame. A layer that never asks for it, or whose bounds change
  /// without ``needsDisplayOnBoundsChange``, is not drawn.
  public final func setNeedsDisplay() { setNeedsDisplay(bounds.standardized) }

  /// Has a part of the contents drawn anew, in the layer's coordinates; the rest of them stays.
  public final func setNeedsDisplay(_ rect: Rect) {
    let part = rect.standardized
    content.dirty = content.dirty.map { $0.union(part) } ?? part
    mark(.display)
  }

  /// Draws the contents now if that was asked for. A layer that no display shows has nowhere to draw to: it waits.
  public final func displayIfNeeded() {
    guard changes.contains(.display), root.host?.drawing != nil else { return }
    changes.remove(.display)
    display()
  }

  /// Whether a change of the bounds' size has the contents drawn anew; not if not said.
  public final var needsDisplayOnBoundsChange: Bool {
    get { content.redrawsOnResize }
    set { content.redrawsOnResize = newValue }
  }

  /// Whether ``draw(in:)`` and a delegate's drawing are only recorded, and drawn by another thread while this one goes
  /// on with other layers; not if not said. The frame waits for it: what is shown is the same. Worth it for contents
  /// that take longer to draw than to describe, on machines with several processors.
  ///
  /// Images that are drawn must stay as they are until the frame is drawn. What ``render(in:)`` draws into the
  /// contents, and all before it, is drawn at once.
  public final var drawsAsynchronously: Bool {
    get { content.isAsynchronous }
    set { content.isAsynchronous = newValue }
  }

  /// Calls ``draw(in:)`` with a context for the contents, and shows what was drawn. If nothing was, the layer has no
  /// contents.
  final func drawContents() {
    guard let space = content.space ?? root.host?.drawing else { return }
    let dirty = content.dirty
    content.dirty = nil
    let box = bounds.standardized
    let scale = Coefficient(content.scale)
    let size = box.applying(AffineTransform(scaleX: scale, y: scale)).size
    let (width, height) = (size.width.ceil, size.height.ceil)
    if width < 1 || height < 1 { return setContents(nil, owner: nil) }
    var former = content.drawn
    if let bitmap = former, bitmap.width != width || bitmap.height != height || content.drawnSize != size {
      releaseDrawn()
      former = nil
    }
    guard let bitmap = former ?? space.pool.bitmap(width: width, height: height) else {
      return setContents(nil, owner: nil)
    }
    let toPixels = AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: -(Coefficient(box.minX) * scale), ty: -(Coefficient(box.minY) * scale))
    let part = former == nil ? box : dirty ?? box
    if bitmap.isPending { space.thread.finish() }
    space.context.begin(
      bitmap.surface, transform: toPixels, dirtyRect: part, pixels: part.applying(toPixels).enclosingPixels,
      isOpaque: isOpaque, recording: drawsAsynchronously && content.space == nil ? space.thread.takeRecording() : nil)
    draw(in: space.context)
    let recording = space.context.end()
    let isWhole = former == nil || part.union(box) == part
    if isWhole && !space.context.hasDrawn {
      if let recording { space.thread.discard(recording) }
      return setContents(nil, owner: nil)
    }
    if let recording { space.thread.submit(recording, into: bitmap) }
    setContents(bitmap.image(isOpaque: isOpaque), owner: bitmap)
    (content.drawn, content.drawnSize) = (bitmap, size)
  }

  /// Asks the delegates of this layer and of all below it whether contents take the display's new scale; what was drawn
  /// is then drawn anew.
  final func offerContentsScale(_ scale: Fixed) {
    if delegate?.layer(self, shouldInheritContentsScale: scale) == true {
      contentsScale = scale
      if content.drawn != nil { setNeedsDisplay() }
    }
    for layer in children { layer.offerContentsScale(scale) }
    mask?.offerContentsScale(scale)
  }

  /// Draws this layer and those below it that were marked.
  final func displayMarked() {
    displayIfNeeded()
    while !forEachChanged({ $0.displayMarked() }) {}
  }
}

/// What a host lets its layers draw with.
struct DrawingSpace {
  let pool: BitmapPool
  let coverage: CoveragePool
  let context = DrawingContext()
  let thread = DrawingThread()
  let shadows = ShadowMaker()

  /// - Parameter coverage: without one, paths are drawn as paths each time.
  init(pool: BitmapPool, coverage: CoveragePool = CoveragePool(capacity: 0, width: 64)) {
    (self.pool, self.coverage) = (pool, coverage)
  }
}
