import FixedRaster

/// The looks of one layer for the compositor: plain memory, read in every tile without touching the model. Where the
/// layer lies among the others is in the ``SiblingIndex``, at the same index.
struct RenderNode {
  // Other nodes that belong to this one.

  /// The layer whose alpha this one is shown through.
  var mask = NodeIndex.none
  /// The node that shows this one's offscreen surface; none if the layer is drawn directly.
  var proxy = NodeIndex.none
  /// The node that shows the picture behind this one, filtered.
  var backdrop = NodeIndex.none
  /// The proxy of the offscreen surface that this node is drawn to; none for the display.
  var surface = NodeIndex.none

  /// The planes that are drawn in place of sublayers; none where there are none.
  var firstPlane = PlaneIndex.none

  /// Whether this is a backdrop.
  var isBackdrop = false
  /// Whether sublayers are drawn as planes: in space, or as copies.
  var showsPlanes = false
  /// Whether some of the planes are copies: nodes below are then drawn in several places.
  var showsCopies = false
  /// Whether the planes are composed pixel by pixel: see ``PlaneList/isCrossing``.
  var isCrossing = false

  // Where it lies.

  /// From the layer's coordinates to device pixels. Where ``isProjective``, the closest about the middle of the bounds.
  var toDevice = AffineTransform.identity
  var bounds = Rect.zero

  /// Device pixels outside which nothing of the layer, or of those below it, has to be drawn: the seen pixels, and
  /// those that shadows are made from.
  var cullRect = PixelRect.empty
  /// Device pixels the layer itself may draw to, clipped by the layers above that mask.
  var extent = PixelRect.empty
  /// The extent of the layer itself, or of all of it where it masks, wherever the layers above are moved.
  var reach = Reach.anywhere
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
  /// The blend mode over the pixels behind.
  var mode = BlendMode.sourceOver
  var masksToBounds = false
  /// Whether the layer's anchor, too, decides where its sublayers lie.
  var transformsSublayers = false
  /// Whether the bounds without their corners are exactly the pixels of ``box``: no rotation, no part of a pixel.
  var isWholePixels = false
  /// Whether there is no rounded corner either.
  var isPixelAligned: Bool { isWholePixels && !outline.isRounded }
  /// Whether the layer must be composed apart and then blended as a whole.
  var isGroup = false
  /// Whether there are contents, and a drawing of a subclass, in the render tree's arrays beside this one.
  var hasContents = false
  var hasDrawing = false
  /// Whether the layer's properties ask for a shadow, and whether there is one.
  var castsShadow = false
  var hasShadow = false
  /// Whether this is a proxy or a backdrop, and there are pixels to show.
  var hasBitmap = false
  /// Whether this is the proxy of a layer that shows a transition.
  var isInTransition = false
  /// Whether there is a pattern in place of ``background``.
  var hasPattern = false

  var background = Color.clear
  var border = Color.clear
  var borderWidth = Fixed.zero
  /// The outline of ``bounds`` and the corners.
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

  /// Whether the bounds cover the pixels of ``box`` within `area`, whole: no corner that is rounded lies there.
  func isStraight(in area: PixelRect) -> Bool {
    if !isWholePixels || toDevice.a <= 0 || toDevice.d <= 0 { return false }
    // Of a continuous corner the curve is longer than the radius, and shorter than two.
    let reach = (Coefficient(outline.largestRadius) * Swift.max(toDevice.a, toDevice.d) * 2).fixed.ceil
    let area = area.intersection(box)
    let isLeft = Int(area.minX) < Int(box.minX) + reach, isRight = Int(area.maxX) > Int(box.maxX) - reach
    let isTop = Int(area.minY) < Int(box.minY) + reach, isBottom = Int(area.maxY) > Int(box.maxY) - reach
    let radii = outline.radii
    return !(isLeft && isTop && radii.topLeft > 0) && !(isRight && isTop && radii.topRight > 0)
      && !(isLeft && isBottom && radii.bottomLeft > 0) && !(isRight && isBottom && radii.bottomRight > 0)
  }

  /// Whether it is seen and drawn where it lies, flat, without a group and without other nodes.
  var isDrawnAtOnce: Bool {
    !castsShadow && !hasShadow && !isHidden && !isProjective && !isGroup && !showsPlanes && mode == .sourceOver
      && mask.isNone && proxy.isNone && backdrop.isNone
  }

  var hasBackground: Bool { hasPattern || background.alpha > 0 }
  var drawsSomething: Bool { hasBackground || border.alpha > 0 || hasContents || hasDrawing || hasShadow }

  /// Whether sublayers are clipped to something other than whole pixels.
  var clipsToShape: Bool { masksToBounds && !isPixelAligned }

  /// The node as images and text are drawn in it: upright, the bounds reflected in themselves.
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

  /// Reflects the bounds in themselves.
  private var reflection: AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Coefficient(bounds.minY) + Coefficient(bounds.maxY))
  }

  /// Returns ``uprightToDevice`` of a layer in perspective.
  func upright(_ homography: Homography) -> Homography {
    isFlipped ? Homography(reflection).concatenating(homography) : homography
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
