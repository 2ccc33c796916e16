import FixedRaster

// Stage: render. How much of a picture is drawn. A layer that is much larger than the display, or has sublayers far
// away, would take more memory than there is, and more time than its blurred corner on the display is worth.

extension RenderTree {
  /// The pixels of a picture's plane that are drawn: what may be seen, as much around it as filters look at, and so much
  /// beside it that the layer can move without being drawn again. What is shown does not depend on where it ends.
  ///
  /// - Parameter former: the picture as it was; its window stays for as long as it holds what may be seen.
  func window(of f: Int, _ layer: Layer, _ above: Inherited, from former: RenderPicture) -> PixelRect {
    let (picture, plane) = (pictures[f], RenderPicture.plane)
    // Of one in perspective, and of one that is made smaller step by step, more is looked at than lies on the display.
    guard picture.homography == nil, picture.minification != .trilinear,
      let back = picture.toDevice.inverse
    else { return plane }
    let device = above.needed.intersection(Inherited.plane)
    // Neighbours are sampled too.
    var seen = device.isEmpty ? PixelRect.empty : PreciseBox(device.rect).applying(back).enclosingPixels.grown(by: 2)
    for filter in picture.filters.reversed() { seen = filter.source(of: seen, picture.toPlane, space.shadows) }
    seen = seen.intersection(plane)
    if former.toPlane == picture.toPlane, !former.window.isEmpty, seen.isEmpty || former.window.contains(seen) {
      return former.window
    }
    let box = PreciseBox(layer.bounds.standardized).applying(picture.toPlane).enclosingPixels.intersection(plane)
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
