import FixedRaster

/// What a layer takes from those above it: handed down by the walk of a ``Commit``.
struct Inherited {
  /// Where drawing is possible.
  static var plane: PixelRect { PixelRect(minX: -8191, minY: -8191, maxX: 8191, maxY: 8191) }

  /// What decides where a layer lies.
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
      let own = layer.mappingToSuperlayer()
      if let affine = own.affine, let above = mapping.affine { return .affine(affine.concatenating(above)) }
      return .projective(own.homography.concatenating(mapping.homography))
    }
  }

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
