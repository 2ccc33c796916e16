import FixedRaster

// Stage: offscreen. How much of a surface is drawn. A layer that is much larger than the display, or has sublayers far
// away, would take more memory than there is, and more time than its blurred corner on the display is worth.

extension OffscreenSurface {
  /// Returns the pixels of the plane that are drawn: what may be seen, as much around it as filters look at, and so much
  /// beside it that the layer can move without being drawn again. What is shown does not depend on where it ends.
  ///
  /// - Parameters:
  ///   - cullRect: of the layers above the surface's.
  ///   - former: the surface as it was; its window stays for as long as it holds what may be seen.
  func window(
    of layer: Layer, cullRect: PixelRect, from former: OffscreenSurface, _ shadows: ShadowMaker
  ) -> PixelRect {
    let plane = Self.plane
    // Of a projective one, and of one that is made smaller step by step, more is looked at than lies on the display.
    guard homography == nil, minification != .trilinear, let back = toDevice.inverse else { return plane }
    let device = cullRect.intersection(Inherited.plane)
    // Neighbours are sampled too.
    var seen = device.isEmpty ? PixelRect.empty : PreciseBox(device.rect).applying(back).enclosingPixels.grown(by: 2)
    for filter in filters.reversed() { seen = filter.source(of: seen, toPlane, shadows) }
    seen = seen.intersection(plane)
    if former.toPlane == toPlane, !former.window.isEmpty, seen.isEmpty || former.window.contains(seen) {
      return former.window
    }
    let box = PreciseBox(layer.bounds.standardized).applying(toPlane).enclosingPixels.intersection(plane)
    let (width, height) = (Int32(truncatingIfNeeded: seen.width), Int32(truncatingIfNeeded: seen.height))
    func grown(_ rect: PixelRect, _ x: Int32, _ y: Int32) -> PixelRect {
      PixelRect(minX: rect.minX - x, minY: rect.minY - y, maxX: rect.maxX + x, maxY: rect.maxY + y).intersection(plane)
    }
    // A layer of the display's size may be anywhere on it.
    let around = grown(box, width, height)
    if box.width <= seen.width && box.height <= seen.height && around.contains(seen) { return around }
    return grown(seen, width / 4, height / 4)
  }
}
