// Stage: display. Input: a layer with everything below it, shown or not. Output: its picture in a context of the
// caller's, at any scale: for screenshots and for print.

import FixedRaster

extension DrawingContext {
  /// A context for pixels of the caller's, which stay as they are where nothing is drawn. They must outlive it, and
  /// nothing else may write to them meanwhile. Takes 2 MB of memory of its own.
  ///
  /// - Parameters:
  ///   - surface: at most 8191 pixels each way.
  ///   - scale: pixels in a point; (0, 0) is the first pixel's corner.
  public convenience init(_ surface: Surface<ARGB8888>, scale: Fixed = 1) {
    self.init()
    let factor = Coefficient(scale)
    begin(surface, transform: AffineTransform(scaleX: factor, y: factor))
  }
}

extension Layer {
  /// Draws the layer and everything below it, in the layer's own coordinates: its ``position`` and ``transform`` play
  /// no part.
  ///
  /// Nothing is scaled that can be drawn: layers that draw their contents are asked to draw them anew, with as many
  /// pixels as the context shows of them, and what they are shown with stays as it is. Works for layers that no display
  /// shows. Takes memory while it runs: for every layer, for those contents, which are left out where they have more
  /// than 8191 pixels either way, and 8 MB for shadows and pictures. The context's blend mode plays no part.
  public final func render(in context: DrawingContext) {
    layoutUntilDone()
    context.withCanvas { render(in: context, &$0) }
  }

  private func render(in context: DrawingContext, _ canvas: inout Canvas<ARGB8888>) {
    let area = canvas.clip
    if area.isEmpty { return }
    var rendering = Rendering()
    rendering.gather(self, Homography(context.ctm))
    rendering.drawContents()
    let space = DrawingSpace(pool: rendering.pool)
    let places = rendering.layers.count
    var tree = RenderTree(capacity: 2 * places, device: area, scale: context.ctm, space: space, isSnapshot: true)
    var damage = Damage()
    tree.commit(self, &damage)
    var composer = TileComposer(glyphs: CompositorCapacities().glyphs)
    tree.finish(with: &composer)
    let shown = tree.root < 0 ? .empty : tree.nodes[Int(tree.root)].subtree.intersection(area)
    tree.show(shown)
    let opacity = UInt8(truncatingIfNeeded: (context.state.alpha * 255).rounded)
    _ = composer.draw(shown, grid: shown, tree.scene, root: tree.root, over: .clear) { tile, place in
      canvas.draw(tile.image, x: place.minX, y: place.minY, opacity: opacity)
    }
    context.hasDrawn = true
    rendering.restore()
  }
}

/// What layers remember for the compositor that shows them, put aside while they are rendered elsewhere.
private struct Rendering {
  struct Entry {
    let layer: Layer
    let renderIndex: Int32
    let changes: LayerChanges
    let content: ContentProperties
    /// Pixels of the context in a point of the layer.
    let scale: Fixed
  }

  private(set) var layers: [Entry] = []
  private var bytes = 8 << 20
  private(set) var pool = BitmapPool(capacity: 0)

  /// Puts the state of a layer and all below it aside.
  mutating func gather(_ layer: Layer, _ way: Homography) {
    let scale = way.affine(near: layer.bounds.middle)?.scale ?? 0
    layers.append(
      Entry(
        layer: layer, renderIndex: layer.renderIndex, changes: layer.changes, content: layer.content,
        scale: scale))
    layer.renderIndex = -1
    for child in layer.children { gather(child, child.stepToSuperlayer().homography.concatenating(way)) }
    if let mask = layer.mask { gather(mask, mask.stepToSuperlayer().homography.concatenating(way)) }
  }

  /// Has the layers that draw their contents draw them.
  mutating func drawContents() {
    func draws(_ entry: Entry) -> Bool {
      entry.scale > 0 && (entry.content.drawn != nil || entry.changes.contains(.display))
    }
    for entry in layers where draws(entry) {
      let size = entry.layer.bounds.standardized.size
      // Up to 2^17 bytes by 2^15 rows, more than 32 bits hold: what is larger than a display is refused by the pool.
      let (row, rows) = ((size.width * entry.scale).ceil * 4, (size.height * entry.scale).ceil)
      if row <= 8191 * 4 && rows <= 8191 { bytes += row * rows + 64 }
    }
    pool = BitmapPool(capacity: bytes)
    let space = DrawingSpace(pool: pool)
    for entry in layers where draws(entry) {
      let layer = entry.layer
      (layer.content.drawn, layer.content.dirty, layer.content.scale) = (nil, nil, entry.scale)
      layer.content.space = space
      layer.display()
    }
  }

  func restore() {
    for entry in layers {
      entry.layer.renderIndex = entry.renderIndex
      entry.layer.changes = entry.changes
      entry.layer.content = entry.content
    }
  }
}

extension Surface where Format == ARGB8888 {
  fileprivate var image: Image {
    unsafe Image(.argb8888, pixels: base, width: width, height: height, bytesPerRow: bytesPerRow)
  }
}
