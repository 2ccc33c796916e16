import FixedRaster

/// What the compositor knows of one layer, or of up to sixteen neighbours together: plain memory, walked every frame without
/// touching the model.
///
/// Invariants, kept by the commit: links are indices into the same array or −1; a node's `subtree` holds its `extent` and
/// the `subtree` of every node below it; siblings are linked in drawing order.
struct RenderNode {
  // Links.

  /// The layer above, or the bundle that the node lies in.
  var parent: Int32 = -1
  var firstChild: Int32 = -1
  var nextSibling: Int32 = -1
  /// Of a layer: the first of its bundles. Of a bundle: the layer's next.
  var bundle: Int32 = -1
  /// The layer whose alpha this one is shown through; −1 if there is none.
  var mask: Int32 = -1

  /// Neighbours among the sublayers of one layer, as many as ``RenderTree/bundleSize``, so that a frame need not look at
  /// thousands one by one. Draws nothing itself.
  var isBundle = false
  /// Whether something below a bundle has changed its `subtree`.
  var isStale = false

  /// Device pixels the layer and all below it may draw to. Here, so that passing a node by reads one line of the cache.
  var subtree = PixelRect.empty

  // Where it lies.

  /// From the layer's coordinates to device pixels.
  var toDevice = AffineTransform.identity
  /// The same, prepared for drawing.
  var transform = DeviceTransform(.identity)
  var bounds = Rect.zero

  /// Device pixels the layer itself may draw to, clipped by the layers above that mask.
  var extent = PixelRect.empty
  /// Device pixels this layer certainly covers with opaque colour, whatever lies behind; possibly empty.
  var opaque = PixelRect.empty
  /// Device pixels that the bounds touch, not clipped.
  var box = PixelRect.empty

  // How it looks.

  var isHidden = false
  /// Whether the layer's coordinates run upwards on the display, for all that its geometry says: see
  /// ``Layer/contentsAreFlipped()``.
  var isFlipped = false
  /// Its own opacity, 0...255.
  var opacity: UInt8 = 255
  var masksToBounds = false
  /// Whether the bounds are exactly the pixels of ``box``: no rounded corner, no turn, no part of a pixel.
  var isPixelAligned = false
  /// Whether the layer must be composed apart and then blended as a whole.
  var isGroup = false
  /// Whether there are contents, and a drawing of a subclass, in the render tree's arrays beside this one.
  var hasContents = false
  var hasDrawing = false
  var hasShadow = false
  /// Whether there is a pattern, likewise, in place of ``background``.
  var hasPattern = false

  var background = Color.clear
  var border = Color.clear
  var borderWidth = Fixed.zero
  /// What ``bounds`` and the corners make.
  var outline = LayerOutline.none

  var hasBackground: Bool { hasPattern || background.alpha > 0 }
  var drawsSomething: Bool { hasBackground || border.alpha > 0 || hasContents || hasDrawing || hasShadow }
  /// Whether something is drawn from paths that may be worth keeping as coverage.
  var hasPaths: Bool { hasDrawing || border.alpha > 0 || (background.alpha > 0 && !isPixelAligned) }

  /// Whether sublayers are clipped to something other than whole pixels.
  var clipsToShape: Bool { masksToBounds && !isPixelAligned }

  /// The node as pictures and text are drawn in it: upright, the bounds reflected in themselves.
  var upright: RenderNode {
    if !isFlipped { return self }
    var node = self
    let turned = AffineTransform(
      a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Coefficient(bounds.minY) + Coefficient(bounds.maxY))
    node.toDevice = turned.concatenating(toDevice)
    node.transform = DeviceTransform(node.toDevice)
    return node
  }
}

/// A layer's links to those that reach into one rectangle, in drawing order, without bundles: the tree that tiles walk.
struct ShownLinks {
  var firstChild: Int32 = -1
  var nextSibling: Int32 = -1
}

/// The render tree as a frame reads it. The arrays have the same indices.
struct RenderScene: ~Escapable {
  let nodes: Span<RenderNode>
  let contents: Span<RenderContents>
  let drawings: Span<RenderDrawing>
  let patterns: Span<Pattern?>
  let shadows: Span<RenderShadow>
  let coverages: Span<RenderCoverage>
  /// Of the layers that reach into the rectangle that is drawn, and of no others.
  let shown: Span<ShownLinks>
  /// Where the shadows' coverage lies.
  let pool: BitmapPool
  /// Where that of paths lies.
  let coveragePool: CoveragePool

  @_lifetime(copy nodes, copy contents, copy drawings, copy patterns, copy shadows, copy coverages, copy shown)
  init(
    nodes: Span<RenderNode>, contents: Span<RenderContents>, drawings: Span<RenderDrawing>, patterns: Span<Pattern?>,
    shadows: Span<RenderShadow>, coverages: Span<RenderCoverage>, shown: Span<ShownLinks>, space: DrawingSpace
  ) {
    (self.nodes, self.contents, self.drawings, self.patterns) = (nodes, contents, drawings, patterns)
    (self.shadows, self.coverages, self.shown) = (shadows, coverages, shown)
    (pool, coveragePool) = (space.pool, space.coverage)
  }
}

extension Rect {
  /// The smallest rectangle of whole pixels that holds this one, whose numbers are pixels.
  var enclosingPixels: PixelRect {
    PixelRect(
      minX: Int32(truncatingIfNeeded: minX.floor), minY: Int32(truncatingIfNeeded: minY.floor),
      maxX: Int32(truncatingIfNeeded: maxX.ceil), maxY: Int32(truncatingIfNeeded: maxY.ceil))
  }

  /// The largest rectangle of whole pixels within this one; possibly empty.
  var enclosedPixels: PixelRect {
    PixelRect(
      minX: Int32(truncatingIfNeeded: minX.ceil), minY: Int32(truncatingIfNeeded: minY.ceil),
      maxX: Int32(truncatingIfNeeded: maxX.floor), maxY: Int32(truncatingIfNeeded: maxY.floor))
  }
}

extension AffineTransform {
  /// How many device pixels this moves things further than `other` does, if that is all the difference: whole ones, within
  /// ±4096.
  func wholePixels(from other: AffineTransform) -> (x: Int32, y: Int32)? {
    if a != other.a || b != other.b || c != other.c || d != other.d { return nil }
    let (x, y) = (tx - other.tx, ty - other.ty)
    if (x.rawValue | y.rawValue) & 0xFFFF_FFFF != 0 || Swift.max(x.magnitude, y.magnitude) > 4096 { return nil }
    return (Int32(truncatingIfNeeded: x.rawValue &>> 32), Int32(truncatingIfNeeded: y.rawValue &>> 32))
  }

  /// Whether upright rectangles stay upright.
  var keepsRectsUpright: Bool { (b == .zero && c == .zero) || (a == .zero && d == .zero) }
}
