// Stage: offscreen. Input: a layer with everything below it, shown or not. Output: its picture in a context of the
// caller's, at any scale: for screenshots and for print.

import FixedRaster

extension DrawingContext {
  /// A context for pixels of the caller's, which stay as they are where nothing is drawn. They must outlive it, and
  /// nothing else may write to them meanwhile. Takes 2 MB of memory of its own.
  ///
  /// - Parameters:
  ///   - surface: at most 8191 pixels each way.
  ///   - scale: pixels in a point; (0, 0) is the first pixel's corner.
  public convenience init(_ surface: Surface, scale: Fixed = 1) {
    self.init()
    target = ContextCanvas()
    let factor = Coefficient(scale)
    begin(surface, transform: AffineTransform(scaleX: factor, y: factor))
  }
}

extension Layer {
  /// Draws the layer and everything below it, down to ``depthLimit``, in the layer's own coordinates: its ``position``
  /// and ``transform`` play no part. Where geometry is flipped the picture is upright all the same, as on a display:
  /// the bounds' origin is then at the bottom left.
  ///
  /// Nothing is scaled that can be drawn: layers that draw their contents are asked to draw them again, with as many
  /// pixels as the context shows of them, and their contents on the display stay as they are. Works for layers that no
  /// display shows. Takes memory while it runs: for every layer, for those contents, which are left out where they have
  /// more than 8191 pixels either way, and 8 MB for shadows and offscreen surfaces. The context's opacity and blend
  /// mode are those of the whole, as of an image of it.
  public final func render(in context: DrawingContext) {
    layoutUntilDone()
    var area = PixelRect.empty
    context.withCanvas { area = $0.clip }
    if area.isEmpty { return }
    var rendering = Rendering(
      transform: contentsAreFlipped() ? bounds.upsideDown.concatenating(context.ctm) : context.ctm, area: area)
    rendering.draw(self)
    // From here on nothing calls the program.
    context.withCanvas { if !$0.clip.isEmpty { render(rendering, in: context, &$0) } }
    rendering.end()
  }

  private func render(_ rendering: Rendering, in context: DrawingContext, _ canvas: inout Canvas) {
    let area = canvas.clip
    let space = DrawingSpace(pool: BitmapPool(capacity: 8 << 20))
    var damage = Damage()
    let layers = rendering.putAside(self)
    // A layer may take a proxy and a backdrop.
    let capacity = 2 * layers.count
    var tree = RenderTree(
      capacity: capacity, planes: CompositorCapacities().planes, device: area, scale: rendering.transform, space: space,
      isSnapshot: true)
    Commit.run(self, isFlipped: contentsAreFlipped() != isGeometryFlipped, on: &tree, &damage)
    for layer in layers { layer.putBack() }
    var composer = TileComposer(glyphs: CompositorCapacities().glyphs)
    var visible = VisibleNodes(capacity: capacity)
    var offscreen = OffscreenPass(capacity: capacity)
    offscreen.run(&tree, &visible, with: &composer)
    let shown = tree.root.isNone ? .empty : tree.siblings[tree.root].subtree.intersection(area)
    tree.cull(&visible, root: tree.root, in: shown)
    let opacity = UInt8(truncatingIfNeeded: (context.state.alpha * 255).rounded)
    _ = composer.draw(shown, grid: shown, tree.scene(visible), over: .clear) { tile, place in
      canvas.draw(tile.finishedTile().image, x: place.minX, y: place.minY, opacity: opacity, mode: context.state.mode)
    }
    context.hasDrawn = true
  }
}

/// One rendering of a layer with everything below it. First all that draw their contents draw them, once more and into
/// bitmaps of their own: that calls the program, which may change the tree, and the display's compositor goes on as
/// ever. Then the compositor's data of layers is put aside for as long as it takes to copy them.
private struct Rendering {
  /// From the layer's coordinates to the context's pixels.
  let transform: AffineTransform
  /// The context's pixels that may be drawn to.
  private let area: PixelRect
  private let contexts = DrawingContexts()
  private var drawn: [(layer: Layer, rendition: Rendition)] = []

  /// Rounds of layout, as many as a frame takes.
  private static var rounds: Int { 8 }

  init(transform: AffineTransform, area: PixelRect) { (self.transform, self.area) = (transform, area) }

  // MARK: Drawing contents

  /// Has the layers that draw their contents draw them; and those that come meanwhile.
  mutating func draw(_ top: Layer) {
    for _ in 0..<Self.rounds {
      var due: [(layer: Layer, scale: Fixed, part: PreciseBox)] = []
      let homography = Homography(transform)
      gather(top, 0, homography, top.planeToRendering(homography), &due)
      if due.isEmpty { return }
      for (layer, scale, part) in due where layer.isDescendant(of: top) { draw(layer, scale, part) }
    }
  }

  /// - Parameters:
  ///   - homography: from the layer's coordinates to the context's pixels.
  ///   - plane: from those of the plane that it is seen on.
  ///   - due: takes the layers, the pixels of the context for a point of them, and the shown part of them.
  private func gather(
    _ layer: Layer, _ level: Int, _ homography: Homography, _ plane: Homography,
    _ due: inout [(layer: Layer, scale: Fixed, part: PreciseBox)]
  ) {
    let scale = homography.affine(near: layer.bounds.middle)?.scale ?? 0
    let draws = layer.content.drawn != nil || layer.changes.contains(.display) || layer.content.isTiled
    if scale > 0 && draws && !layer.content.isDisplaying && rendition(of: layer) == nil {
      due.append((layer, scale, part(of: layer, homography)))
    }
    if level + 1 >= Layer.depthLimit { return }
    for child in layer.children {
      // A layer in space is seen on the plane that this layer is seen on.
      let above = layer.keepsDepth ? plane : homography
      gather(child, level + 1, child.mappingToSuperlayer().homography.concatenating(above), above, &due)
    }
    if let mask = layer.mask {
      gather(mask, level + 1, mask.mappingToSuperlayer().homography.concatenating(homography), homography, &due)
    }
  }

  /// Returns the part of a layer's bounds that the context may show, in its coordinates as it draws in them.
  private func part(of layer: Layer, _ homography: Homography) -> PreciseBox {
    let bounds = PreciseBox(layer.bounds)
    guard !layer.isInCopy, var inverse = homography.affine?.inverse else { return bounds }
    if layer.contentsAreFlipped() { inverse = inverse.concatenating(layer.bounds.upsideDown) }
    return PreciseBox(area.rect).applying(inverse).intersection(bounds)
  }

  private mutating func draw(_ layer: Layer, _ scale: Fixed, _ part: PreciseBox) {
    let rendition = Rendition(contexts, scale: scale, outer: layer.content.rendition)
    rendition.part = part
    drawn.append((layer, rendition))
    layer.content.rendition = rendition
    layer.content.isDisplaying = true
    layer.display()
    layer.content.isDisplaying = false
    rendition.isOpen = false
  }

  /// A layer's drawing for this rendering.
  private func rendition(of layer: Layer) -> Rendition? {
    layer.content.rendition.flatMap { $0.contexts === contexts ? $0 : nil }
  }

  /// Leaves nothing of it behind in the layers.
  func end() {
    for (layer, rendition) in drawn { layer.content.rendition = rendition.outer }
  }

  // MARK: Copying the layers

  /// A layer's data for its display while it is copied.
  struct Entry {
    fileprivate let layer: Layer
    fileprivate let renderState: RenderState
    fileprivate let changes: LayerChanges
    fileprivate let content: ContentProperties

    func putBack() {
      layer.renderState = renderState
      layer.changes = changes
      layer.content = content
    }
  }

  /// Makes the layers as new, with their drawings. Returns their former data, to be put back when they are copied.
  func putAside(_ top: Layer) -> [Entry] {
    var layers: [Entry] = []
    putAside(top, 0, &layers)
    return layers
  }

  private func putAside(_ layer: Layer, _ level: Int, _ layers: inout [Entry]) {
    layers.append(
      Entry(layer: layer, renderState: layer.renderState, changes: layer.changes, content: layer.content))
    layer.renderState = .new
    // A picture of particles is of the shown ones: changes wait for the display's frame.
    layer.changes.remove(.drawing)
    if let rendition = rendition(of: layer) {
      (layer.content.image, layer.content.owner) = (rendition.image, rendition.owner)
      (layer.content.drawn, layer.content.drawnSize) = (rendition.drawn, rendition.drawnSize)
      layer.content.scale = rendition.scale
      layer.content.renderedTiles = rendition.tiles
    }
    if level + 1 >= Layer.depthLimit { return }
    for child in layer.children { putAside(child, level + 1, &layers) }
    if let mask = layer.mask { putAside(mask, level + 1, &layers) }
  }
}

extension Layer {
  /// From the plane that the layer is seen on to a rendering of it.
  ///
  /// - Parameter homography: from the layer's coordinates.
  fileprivate func planeToRendering(_ homography: Homography) -> Homography {
    mappingToSuperlayer().homography.inverse?.concatenating(homography) ?? homography
  }
}

extension Rect {
  /// Reflects the rectangle in itself.
  fileprivate var upsideDown: AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Coefficient(minY) + Coefficient(maxY))
  }
}

extension Surface {
  fileprivate var image: Image {
    unsafe Image(.argb8888, pixels: base, width: width, height: height, bytesPerRow: bytesPerRow)
  }
}
