import FixedRaster

/// What the compositor knows of one layer, or of up to sixteen neighbours together: plain memory, walked every frame
/// without touching the model.
///
/// Invariants, kept by the commit: links are indices into the same array or −1; a node's `subtree` holds its `extent`
/// and the `subtree` of every node below it; siblings are linked in drawing order.
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

  /// The node that shows this one's picture; −1 if it is drawn directly.
  var front: Int32 = -1
  /// The node that shows what lies behind this one, filtered; −1 for none.
  var backdrop: Int32 = -1
  /// The front of the picture that this node is drawn to; −1 for the display.
  var picture: Int32 = -1

  /// Neighbours among the sublayers of one layer, as many as ``RenderTree/bundleSize``, so that a frame need not look
  /// at thousands one by one. Draws nothing itself.
  var isBundle = false
  /// Whether something below a bundle has changed its `subtree`.
  var isStale = false
  /// Whether this is a backdrop; `isStale` then says that it has to be made anew.
  var isBackdrop = false
  /// Whether a backdrop is being made that this is, or that lies below.
  var holdsStop = false
  /// Whether another node stands for one of the layers below than is linked.
  var isUnlinked = false
  /// Whether the children are tied into bundles by where they lie, not in drawing order.
  var isStrewn = false

  /// Device pixels the layer and all below it may draw to. Here, so that passing a node by reads one line of the cache.
  var subtree = PixelRect.empty

  // Where it lies.

  /// From the layer's coordinates to device pixels. Where ``isProjective``, what comes closest about the middle of the
  /// bounds.
  var toDevice = AffineTransform.identity
  var bounds = Rect.zero

  /// Device pixels that are of interest of the layer and those below it: what is seen, and what shadows are made from.
  var needed = PixelRect.empty
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
  /// Whether it is seen from behind.
  var showsBack = false
  /// Whether the layer is seen in perspective: its mapping is in ``RenderScene/homographies`` then.
  var isProjective = false
  /// Its own opacity, 0...255.
  var opacity: UInt8 = 255
  /// How it is combined with what lies behind.
  var mode = BlendMode.sourceOver
  var masksToBounds = false
  /// Whether the layer's anchor, too, decides where its sublayers lie.
  var turnsSublayers = false
  /// Whether the bounds are exactly the pixels of ``box``: no rounded corner, no turn, no part of a pixel.
  var isPixelAligned = false
  /// Whether the layer must be composed apart and then blended as a whole.
  var isGroup = false
  /// Whether there are contents, and a drawing of a subclass, in the render tree's arrays beside this one.
  var hasContents = false
  var hasDrawing = false
  /// Whether the layer's properties ask for a shadow, and whether there is one.
  var castsShadow = false
  var hasShadow = false
  /// Whether this is a front, and there is a picture to show.
  var hasPicture = false
  /// Whether there is a pattern, likewise, in place of ``background``.
  var hasPattern = false

  var background = Color.clear
  var border = Color.clear
  var borderWidth = Fixed.zero
  /// What ``bounds`` and the corners make.
  var outline = LayerOutline.none

  /// Whether something is drawn from paths that may be worth keeping as coverage.
  var hasPaths: Bool {
    !isProjective && (hasDrawing || border.alpha > 0 || (background.alpha > 0 && !isPixelAligned))
  }

  /// Whether background and border look the same, apart from where they lie.
  func isPainted(like other: RenderNode) -> Bool {
    background == other.background && border == other.border && borderWidth == other.borderWidth
      && outline == other.outline
  }

  var hasBackground: Bool { hasPattern || background.alpha > 0 }
  var drawsSomething: Bool { hasBackground || border.alpha > 0 || hasContents || hasDrawing || hasShadow }

  /// Whether sublayers are clipped to something other than whole pixels.
  var clipsToShape: Bool { masksToBounds && !isPixelAligned }

  /// The node as pictures and text are drawn in it: upright, the bounds reflected in themselves.
  @_optimize(speed)
  var upright: RenderNode {
    if !isFlipped { return self }
    var node = self
    node.toDevice = uprightToDevice
    return node
  }

  /// From the coordinates of pictures and text to device pixels.
  var uprightToDevice: AffineTransform { isFlipped ? reflection.concatenating(toDevice) : toDevice }

  /// From the layer's coordinates to device pixels.
  ///
  /// - Parameter homography: of a layer in perspective; else not looked at.
  @inline(__always)
  func mapping(_ homography: Homography) -> Mapping { isProjective ? .projective(homography) : .affine(toDevice) }

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
  /// Which it is among its siblings in drawing order, where they are not tied in that order.
  var rank: UInt32 = 0
}

/// The render tree as a frame reads it. The arrays have the same indices.
struct RenderScene: ~Escapable {
  let nodes: Span<RenderNode>
  /// Where layers in perspective lie: from their coordinates to device pixels.
  let homographies: Span<Homography>
  let contents: Span<RenderContents>
  let drawings: Span<RenderDrawing>
  let patterns: Span<Pattern?>
  let shadows: Span<RenderShadow>
  let coverages: Span<RenderCoverage>
  let pictures: Span<RenderPicture>
  /// Of the layers that reach into the rectangle that is drawn, and of no others.
  let shown: Span<ShownLinks>
  /// Where the shadows' coverage lies.
  let pool: BitmapPool
  /// Where that of paths lies, and their polygons.
  let coveragePool: CoveragePool
  let polygonPool: PolygonPool

  @_lifetime(
    copy nodes, copy homographies, copy contents, copy drawings, copy patterns, copy shadows, copy coverages,
    copy pictures, copy shown)
  init(
    nodes: Span<RenderNode>, homographies: Span<Homography>, contents: Span<RenderContents>,
    drawings: Span<RenderDrawing>, patterns: Span<Pattern?>, shadows: Span<RenderShadow>,
    coverages: Span<RenderCoverage>, pictures: Span<RenderPicture>, shown: Span<ShownLinks>, space: DrawingSpace
  ) {
    (self.nodes, self.homographies, self.contents) = (nodes, homographies, contents)
    (self.drawings, self.patterns, self.shadows) = (drawings, patterns, shadows)
    (self.coverages, self.pictures, self.shown) = (coverages, pictures, shown)
    (pool, coveragePool, polygonPool) = (space.pool, space.coverage, space.polygons)
  }
}

extension RenderScene {
  /// From a layer's coordinates to device pixels.
  ///
  /// - Parameter isUpright: as ``RenderNode/upright``.
  @inline(never)
  @_optimize(speed)
  func mapping(of i: Int, isUpright: Bool = false) -> Mapping {
    if !nodes[i].isProjective { return .affine(isUpright ? nodes[i].uprightToDevice : nodes[i].toDevice) }
    return .projective(isUpright ? nodes[i].upright(homographies[i]) : homographies[i])
  }
}

extension AffineTransform {
  /// How many device pixels this moves things further than `other` does, if that is all the difference: whole ones,
  /// within ±4096.
  func wholePixels(from other: AffineTransform) -> (x: Int32, y: Int32)? {
    if a != other.a || b != other.b || c != other.c || d != other.d { return nil }
    let (x, y) = (tx - other.tx, ty - other.ty)
    if (x.rawValue | y.rawValue) & 0xFFFF_FFFF != 0 || Swift.max(x.magnitude, y.magnitude) > 4096 { return nil }
    return (Int32(truncatingIfNeeded: x.rawValue &>> 32), Int32(truncatingIfNeeded: y.rawValue &>> 32))
  }

  /// Whether upright rectangles stay upright.
  var keepsRectsUpright: Bool { (b == .zero && c == .zero) || (a == .zero && d == .zero) }
}
