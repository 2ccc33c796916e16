import FixedRaster

/// What the compositor knows of one layer: plain memory, walked every frame without touching the model.
///
/// Invariants, kept by the commit: links are indices into the same array or −1; a node's `subtree` holds its `extent` and
/// the `subtree` of every node below it; siblings are linked in drawing order.
struct RenderNode {
  // Links.
  var parent: Int32 = -1
  var firstChild: Int32 = -1
  var nextSibling: Int32 = -1

  /// From the layer's coordinates to device pixels.
  var toDevice = AffineTransform.identity
  /// The same, prepared for drawing.
  var transform = DeviceTransform(.identity)
  var bounds = Rect.zero
  var zPosition = Fixed.zero

  /// Device pixels the layer itself may draw to, clipped by the layers above that mask.
  var extent = PixelRect.empty
  /// Device pixels the layer and all below it may draw to.
  var subtree = PixelRect.empty
  /// What masks above leave of the device.
  var visible = PixelRect.empty
  /// Device pixels this layer certainly covers with opaque colour, whatever lies behind; possibly empty.
  var opaque = PixelRect.empty

  var isHidden = false
  /// Its own opacity, 0...255.
  var opacity: UInt8 = 255
  var masksToBounds = false
  /// Device pixels that the bounds touch, not clipped.
  var box = PixelRect.empty
  /// Whether the bounds are exactly the pixels of ``box``: no rounded corner, no turn, no part of a pixel.
  var isPixelAligned = false
  /// Whether the layer must be composed apart and then blended as a whole.
  var isGroup = false

  var background = Color.clear
  var border = Color.clear
  var borderWidth = Fixed.zero
  var cornerRadius = Fixed.zero
  var shape = RenderShape()
}

/// A shape layer's drawing. The elements belong to a path that the render tree holds on to.
@safe
struct RenderShape {
  var elements: UnsafePointer<PathElement>?
  var count = 0
  var fill = Color.clear
  var rule = FillRule.nonZero
  var stroke = Color.clear
  var style = StrokeStyle()
  /// What holds the path's points, in the layer's coordinates.
  var bounds = Rect.zero

  var isEmpty: Bool { count == 0 || (fill.alpha == 0 && stroke.alpha == 0) }
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
