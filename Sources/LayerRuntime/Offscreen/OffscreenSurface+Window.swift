import FixedRaster

// Stage: offscreen. How much of a surface is drawn. A layer that is much larger than the display, or has sublayers far
// away, would take more memory than there is, and more time than its blurred corner on the display is worth.

extension OffscreenSurface {
  /// Returns the pixels of the plane that are drawn: those that may be seen, as much around them as filters look at,
  /// and so much beside it that the layer can move without being drawn again.
  ///
  /// It depends on where the layer lies and on nothing that was before: where a bitmap is turned its edges are rounded as
  /// their ends lie, and those are where the window ends.
  ///
  /// - Parameter cullRect: of the layers above the surface's.
  func window(of layer: Layer, cullRect: PixelRect, _ shadows: ShadowMaker) -> PixelRect {
    let plane = Self.plane
    // Of a projective one, and of one that is made smaller step by step, more is looked at than lies on the display.
    guard homography == nil, minification != .trilinear, let back = toDevice.inverse else { return plane }
    let device = cullRect.intersection(Inherited.plane)
    if device.isEmpty { return .empty }
    // Neighbours are sampled too.
    var seen = PreciseBox(device.rect).applying(back).enclosingPixels.grown(by: 2)
    for filter in filters.reversed() { seen = filter.source(of: seen, toPlane, shadows) }
    seen = seen.intersection(plane)
    let box = PreciseBox(layer.bounds.standardized).applying(toPlane).enclosingPixels.intersection(plane)
    // A layer of the display's size may be anywhere on it.
    if box.width <= seen.width && box.height <= seen.height {
      let width = Int32(truncatingIfNeeded: seen.width).inSteps
      let height = Int32(truncatingIfNeeded: seen.height).inSteps
      let around = PixelRect(
        minX: box.minX - width, minY: box.minY - height, maxX: box.maxX + width, maxY: box.maxY + height)
      if around.contains(seen) { return around.intersection(plane) }
    }
    return seen.inSteps.intersection(plane)
  }
}

extension PixelRect {
  /// The smallest rectangle that holds it and ends at multiples of 128 pixels.
  fileprivate var inSteps: PixelRect {
    PixelRect(minX: minX & ~127, minY: minY & ~127, maxX: maxX.inSteps, maxY: maxY.inSteps)
  }
}

extension Int32 {
  /// The next multiple of 128.
  fileprivate var inSteps: Int32 { (self &+ 127) & ~127 }
}
