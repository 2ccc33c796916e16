// Stage: model. The place of a layer on a display, by the model: for needs before a commit.

import FixedRaster

/// Where a layer lies on a display.
struct DisplayPlace {
  /// From the layer's coordinates to device pixels.
  var mapping: Mapping
  /// Device pixels that the layers above leave.
  var clip: PixelRect
}

extension Layer {
  /// Where the layer is seen; `nil` where it is hidden, by itself or by a layer above, or lies too deep.
  ///
  /// - Parameters:
  ///   - scale: from the root's superspace to device pixels.
  ///   - display: device pixels.
  final func place(onDisplay display: PixelRect, scale: AffineTransform, _ level: Int = 0) -> DisplayPlace? {
    if isHidden || opacity == 0 || level >= Layer.depthLimit { return nil }
    var above = DisplayPlace(mapping: .affine(scale), clip: display)
    if let superlayer {
      guard let place = superlayer.place(onDisplay: display, scale: scale, level + 1) else { return nil }
      above = place
      if superlayer.masksToBounds && !superlayer.keepsDepth {
        above.clip = above.clip.intersection(place.mapping.bounds(of: superlayer.bounds.standardized))
      }
    }
    // A copied layer may be seen anywhere.
    let isCopied = superlayer?.replicator != nil
    if isCopied { above.clip = Inherited.plane }
    if above.clip.isEmpty { return nil }
    // A layer in space is seen on the plane of the nearest layer above that has one.
    if keepsDepth { return above }
    let mapping = Inherited.place(mappingToSuperlayer(), above.mapping)
    let isSeen = mapping.showsPlane && mapping.inverse != nil
    return DisplayPlace(mapping: isCopied && !isSeen ? .identity : mapping, clip: above.clip)
  }
}
