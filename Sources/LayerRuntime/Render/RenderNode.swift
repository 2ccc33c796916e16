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

  /// From the layer's coordinates to device pixels. Where ``isTilted``, what comes closest about the middle of the bounds.
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
  /// Whether the layer is seen in perspective: the way to the device is in ``RenderScene/homographies`` then.
  var isTilted = false
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

  var background = Color.clear
  var border = Color.clear
  var borderWidth = Fixed.zero
  /// What ``bounds`` and the corners make.
  var outline = LayerOutline.none

  /// Whether sublayers are clipped to something other than whole pixels.
  var clipsToShape: Bool { masksToBounds && !isPixelAligned }

  /// The node as pictures and text are drawn in it: upright, the bounds reflected in themselves.
  var upright: RenderNode {
    if !isFlipped { return self }
    var node = self
    node.toDevice = reflection.concatenating(toDevice)
    node.transform = DeviceTransform(node.toDevice)
    return node
  }

  /// Of the bounds in themselves.
  private var reflection: AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Coefficient(bounds.minY) + Coefficient(bounds.maxY))
  }

  /// The same of where the layer is seen in perspective.
  func upright(_ homography: Homography) -> Homography {
    isFlipped ? Homography(reflection).concatenating(homography) : homography
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
  /// Where tilted layers lie: from their coordinates to device pixels.
  let homographies: Span<Homography>
  let contents: Span<RenderContents>
  let drawings: Span<RenderDrawing>
  let shadows: Span<RenderShadow>
  /// Of the layers that reach into the rectangle that is drawn, and of no others.
  let shown: Span<ShownLinks>
  /// Where the shadows' coverage lies.
  let pool: BitmapPool

  @_lifetime(copy nodes, copy homographies, copy contents, copy drawings, copy shadows, copy shown)
  init(
    nodes: Span<RenderNode>, homographies: Span<Homography>, contents: Span<RenderContents>,
    drawings: Span<RenderDrawing>, shadows: Span<RenderShadow>, shown: Span<ShownLinks>, pool: BitmapPool
  ) {
    (self.nodes, self.homographies, self.contents, self.drawings) = (nodes, homographies, contents, drawings)
    (self.shadows, self.shown, self.pool) = (shadows, shown, pool)
  }
}

extension RenderScene {
  /// How what lies in a layer's plane is seen in perspective; `nil` of a layer that is not tilted.
  ///
  /// - Parameter isUpright: as ``RenderNode/upright``.
  @inline(never)
  func projection(of i: Int, isUpright: Bool = false) -> PlaneProjection? {
    if !nodes[i].isTilted { return nil }
    return PlaneProjection(isUpright ? nodes[i].upright(homographies[i]) : homographies[i])
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
  /// Whether upright rectangles stay upright.
  var keepsRectsUpright: Bool { (b == .zero && c == .zero) || (a == .zero && d == .zero) }
}
