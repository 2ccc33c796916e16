import FixedRaster

/// The values that a layer takes from those above it: handed down by the walk of a ``Commit``.
struct Inherited {
  /// Where drawing is possible.
  static var plane: PixelRect { PixelRect(minX: -8191, minY: -8191, maxX: 8191, maxY: 8191) }

  /// The origin of a layer's place.
  enum Base {
    /// From the superlayer's coordinates to device pixels: the layer's own position and transform come before that.
    case superlayer(Mapping)
    /// From the layer's coordinates to device pixels, whatever its own say.
    case layer(AffineTransform)
  }

  var base: Base
  /// Device pixels that masks above leave.
  var clip: PixelRect
  /// Device pixels that masks above leave, and those beside them that shadows above are made from.
  var cullRect: PixelRect
  /// Whether a layer above is hidden.
  var isHidden = false
  /// Whether an odd number of layers above have their geometry flipped.
  var isFlipped = false
  /// Whether a layer above is composed apart, or clips to something other than whole pixels: nothing below it is
  /// certain to be opaque on the display.
  var isGrouped = false
  /// Whether something above is drawn in several places: where a layer lies for one of them is not where it shows.
  var isCopied = false
  /// Whether a layer further up is: the picture behind a layer is then not the same for all copies, and is not shown
  /// filtered.
  var isInCopy = false
  /// How many times the layers above show it, 1...``LayerCopies/limit``.
  var copies: Int32 = 1
  /// The opacity of the layers above that keep depth, which have no group of their own.
  var fade: Fixed = 1
  /// How many layers lie above.
  var level = 0
  /// Whether a proxy stands for the layer, and is hidden, translucent or combined in its stead.
  var hasProxy = false
  /// See ``RenderNode/surface``.
  var surface = NodeIndex.none
  /// Whether it is drawn for its alpha alone.
  var isMask = false
  /// Whether the offscreen surfaces above are shown mirrored, an odd number of times.
  var isMirrored = false
}

extension Inherited {
  /// From a layer's coordinates to device pixels.
  func mapping(of layer: Layer) -> Mapping {
    switch base {
    case .layer(let transform): return .affine(transform)
    case .superlayer(let mapping):
      let placed = Inherited.place(layer.mappingToSuperlayer(), mapping)
      // One that shows nothing of itself has no way back either, from which its copies could be found.
      if isCopied && (!placed.showsPlane || placed.inverse == nil) { return .identity }
      return placed
    }
  }

  /// A mapping to the superlayer's plane, and then that one's to the device.
  static func place(_ own: Mapping, _ above: Mapping) -> Mapping {
    if let affine = own.affine, let last = above.affine { return .affine(affine.concatenating(last)) }
    return .projective(own.homography.concatenating(above.homography))
  }

  /// The opacity that a layer is drawn with, 0...255.
  func opacity(of layer: Layer) -> UInt8 { UInt8(truncatingIfNeeded: (layer.opacity * fade * 255).rounded) }

  /// Whether a layer is seen from behind.
  ///
  /// - Parameter isMirrored: whether its mapping mirrors.
  func showsBack(of layer: Layer, isMirrored: Bool) -> Bool {
    (isMirrored != self.isMirrored) != (layer.isGeometryFlipped != isFlipped)
  }
}

extension Rect {
  var middle: PrecisePoint { PrecisePoint(Point(x: midX, y: midY)) }
}
