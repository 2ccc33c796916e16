// Stage: offscreen. Input: an offscreen surface's pixels, filters. Output: the pixels filtered.

import FixedRaster

extension Filter {
  /// Returns the pixels of a surface that it may draw to.
  ///
  /// - Parameter transform: from the layer's coordinates to the surface's plane.
  func reach(of box: PixelRect, _ transform: AffineTransform, _ shadows: ShadowMaker) -> PixelRect {
    if !isEnabled || box.isEmpty { return box }
    switch kind {
    case .gaussianBlur: return box.grown(by: shadows.reach(sigma: sigma(transform)))
    case .boxBlur: return box.grown(by: Int32(truncatingIfNeeded: boxRadius(transform)))
    case .pixellate: return box.grown(by: Int32(truncatingIfNeeded: size(transform) - 1))
    case .pinchDistortion:
      // Away from the centre pixels in the circle stay in there.
      let circle = circle(transform)
      return scale < 0 && circle.intersects(box) ? box.union(circle) : box
    default: return box
    }
  }

  /// Returns the pixels of a surface that those in a box are made from.
  func source(of box: PixelRect, _ transform: AffineTransform, _ shadows: ShadowMaker) -> PixelRect {
    if !isEnabled || box.isEmpty || kind != .pinchDistortion { return reach(of: box, transform, shadows) }
    let circle = circle(transform)
    return circle.intersects(box) ? box.union(circle) : box
  }

  /// The pixels in which a pinch moves something.
  private func circle(_ transform: AffineTransform) -> PixelRect {
    let (center, radius) = (PrecisePoint(center).applying(transform), Coefficient(radius * transform.scale))
    return PreciseBox(minX: center.x, minY: center.y, maxX: center.x, maxY: center.y).grown(by: radius).enclosingPixels
  }

  fileprivate func sigma(_ transform: AffineTransform) -> Fixed {
    Swift.max(0, Swift.min(radius * transform.scale, ShadowMaker.maximumSigma))
  }

  fileprivate func boxRadius(_ transform: AffineTransform) -> Int {
    Swift.max(0, Swift.min(Surface.maximumBoxRadius, (radius * transform.scale).rounded))
  }

  fileprivate func size(_ transform: AffineTransform) -> Int {
    Swift.max(1, Swift.min(255, (scale * transform.scale).rounded))
  }
}

/// An offscreen surface while filters are applied to it: the pixels, and another bitmap of the same size where one is needed.
struct FilterRun {
  let pool: BitmapPool
  /// The pixels of the plane that the bitmaps hold.
  let bounds: PixelRect
  /// From the layer's coordinates to the plane.
  let transform: AffineTransform
  /// The layer's own, in its coordinates.
  let box: Rect
  /// Where the pixels lie in the pool.
  private(set) var start: Int
  private var spare: Int?

  init(_ pool: BitmapPool, start: Int, bounds: PixelRect, transform: AffineTransform, box: Rect) {
    (self.pool, self.start, self.bounds, self.transform, self.box) = (pool, start, bounds, transform, box)
  }

  /// Gives back unneeded memory.
  func finish() { if let spare { pool.release(start: spare, byteCount: bounds.width * bounds.height * 4) } }

  mutating func apply(_ filter: Filter, _ shadows: ShadowMaker) {
    if !filter.isEnabled { return }
    let surface = pool.surface(at: start, bounds: bounds)
    switch filter.kind {
    case .gaussianBlur, .boxBlur, .pinchDistortion: applyApart(filter, surface, shadows)
    case .colorControls:
      surface.apply(
        .controls(saturation: filter.saturation, brightness: filter.brightness, contrast: filter.contrast))
    case .colorMatrix: surface.apply(filter.matrix)
    case .sepiaTone: surface.apply(.sepia(intensity: filter.intensity))
    case .colorInvert: surface.apply(.invert)
    case .pixellate:
      let corner = place(filter.center)
      surface.pixellate(size: filter.size(transform), x: corner.x.rounded, y: corner.y.rounded)
    case .vignette:
      let area = box.applying(transform)
      let origin = Point(x: area.minX - Fixed(Int(bounds.minX)), y: area.minY - Fixed(Int(bounds.minY)))
      surface.vignette(
        in: Rect(origin: origin, size: area.size), radius: filter.radius, intensity: filter.intensity)
    }
  }

  /// Those that read one bitmap and write another.
  private mutating func applyApart(_ filter: Filter, _ surface: Surface, _ shadows: ShadowMaker) {
    if spare == nil { spare = pool.take(width: bounds.width, height: bounds.height, bytesPerPixel: 4) }
    guard let other = spare else { return }
    let target = pool.surface(at: other, bounds: bounds)
    switch filter.kind {
    case .boxBlur: return surface.boxBlur(radius: filter.boxRadius(transform), scratch: target)
    case .gaussianBlur: shadows.blur(surface, sigma: filter.sigma(transform), into: target, at: bounds)
    default:
      surface.pinch(
        into: target, center: place(filter.center), radius: filter.radius * transform.scale, scale: filter.scale)
    }
    (start, spare) = (other, start)
  }

  /// A place of the layer's in the bitmap, in pixels.
  private func place(_ point: Point) -> Point {
    let place = point.applying(transform)
    return Point(x: place.x - Fixed(Int(bounds.minX)), y: place.y - Fixed(Int(bounds.minY)))
  }
}
