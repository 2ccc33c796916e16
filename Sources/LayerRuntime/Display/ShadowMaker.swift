// Stage: display. Input: a path, or coverage, where its shadow falls, how wide it is blurred. Output: coverage in the
// pool's memory.

import FixedRaster

/// What throws a shadow.
enum Silhouette {
  /// Held by identity.
  case path(PathStorage, FillRule)
  case outline(LayerOutline)
  /// All that the layer, of these bounds, and those below it show, on these device pixels.
  case shown(PixelRect, Rect)
}

/// What a shadow's coverage was made from.
struct ShadowShape {
  let silhouette: Silhouette
  /// From the layer's coordinates to device pixels.
  let toDevice: AffineTransform
  /// Of a layer in perspective.
  let homography: Homography?
  /// How far the shadow falls from its layer, in points of the layer.
  let offset: Size
  /// In device pixels.
  let sigma: Fixed

  /// How many whole pixels this shape lies from another that is the same otherwise; `nil` if it is not.
  func distance(from other: ShadowShape) -> (x: Int32, y: Int32)? {
    if sigma != other.sigma || offset != other.offset || homography != other.homography { return nil }
    switch (silhouette, other.silhouette) {
    case (.path(let a, let rule), .path(let b, let otherRule)): if a !== b || rule != otherRule { return nil }
    case (.outline(let a), .outline(let b)): if a != b { return nil }
    case (.shown(_, let a), .shown(_, let b)): if a != b { return nil }
    default: return nil
    }
    return toDevice.wholePixels(from: other.toDevice)
  }

  /// From the layer's coordinates to where the shadow falls.
  var fall: AffineTransform {
    AffineTransform(translationX: offset.width, y: offset.height).concatenating(toDevice)
  }

  /// From the layer's coordinates to where the shadow falls, in perspective too.
  var mapping: Mapping {
    let move = AffineTransform(translationX: offset.width, y: offset.height)
    return homography.map { .projective(Homography(move).concatenating($0)) } ?? .affine(fall)
  }

  /// How far the shadow of what is shown falls, in whole device pixels.
  var fallInPixels: (x: Int32, y: Int32) { toDevice.pixels(of: offset) }

  /// Device pixels that the shadow would darken without a blur.
  var box: PixelRect {
    switch silhouette {
    case .path(let path, _): mapping.bounds(of: path.box ?? .zero)
    case .outline(let outline): mapping.bounds(of: outline.rect)
    case .shown(let pixels, _): pixels.offsetBy(fallInPixels)
    }
  }
}

extension AffineTransform {
  /// A distance in whole device pixels.
  func pixels(of distance: Size) -> (x: Int32, y: Int32) {
    let (width, height) = (Coefficient(distance.width), Coefficient(distance.height))
    let (x, y) = (a * width + c * height, b * width + d * height)
    return (Int32(truncatingIfNeeded: x.fixed.rounded), Int32(truncatingIfNeeded: y.fixed.rounded))
  }
}

extension PixelRect {
  /// Not for rectangles near the ends of their numbers.
  func offsetBy(_ distance: (x: Int32, y: Int32)) -> PixelRect {
    PixelRect(
      minX: minX &+ distance.x, minY: minY &+ distance.y, maxX: maxX &+ distance.x, maxY: maxY &+ distance.y)
  }
}

/// Rasterizes and blurs shadows, and blurs pictures. Its memory is taken once.
@safe
final class ShadowMaker {
  /// In device pixels.
  static var maximumSigma: Fixed { 32 }

  private let memory: CanvasMemory
  private var canvas: Canvas
  private var blur: GaussianBlur
  /// Shadows blurred since the start.
  private(set) var made = 0
  /// Pixels of shadows that were blurred, since the start.
  private(set) var blurred = 0

  init() {
    let workspace = BlurWorkspace(width: 64, height: 1, maximumSigma: Self.maximumSigma, channels: 4)
    memory = CanvasMemory(coverage: CoverageWorkspace(width: 1024, rows: 8), more: workspace.byteCount)
    canvas = memory.makeCanvas()
    unsafe blur = GaussianBlur(memory: memory.more, workspace: workspace)
  }

  /// How many device pixels a shadow reaches beyond its shape.
  func reach(sigma: Fixed) -> Int32 { Int32(truncatingIfNeeded: blur.reach(sigma: sigma)) }

  /// Blurs pixels into a bitmap of the same size.
  func blur(_ source: Surface, sigma: Fixed, into target: Surface, at bounds: PixelRect) {
    blur.blur(source, at: bounds, sigma: sigma, into: target, at: bounds)
  }

  /// Device pixels that a shadow may darken.
  func bounds(of shape: ShadowShape) -> PixelRect { shape.box.grown(by: reach(sigma: shape.sigma)) }

  /// The pixels of the shape, where the shadow falls, that the shadow's own depend on.
  func source(of shape: ShadowShape, for target: PixelRect) -> PixelRect {
    shape.box.intersection(target.grown(by: reach(sigma: shape.sigma)))
  }

  /// Fills `target` with the shadow's coverage. Of a box only the corners are blurred, and as much between them as a
  /// blur looks at.
  ///
  /// - Parameter draw: called for what is shown, with a mask that it fills.
  /// - Returns: false if the pool has no room for the shape before it is blurred.
  func make(_ shape: ShadowShape, into target: Mask, using pool: BitmapPool, _ draw: (Mask) -> Void) -> Bool {
    switch shape.silhouette {
    case .path(let path, let rule):
      return make(shape, path.span, rule, path.bounds ?? .zero, into: target, using: pool)
    case .outline(let outline):
      var path = OutlineBuffer()
      outline.append(to: &path)
      return make(shape, path.span, .nonZero, outline.rect, into: target, using: pool)
    case .shown:
      let box = source(of: shape, for: target.bounds)
      return blur(box, shape.sigma, into: target, using: pool) { source in
        let fall = shape.fallInPixels
        draw(source.offsetBy(x: -fall.x, y: -fall.y))
      }
    }
  }

  /// The same of a path with these bounds.
  private func make(
    _ shape: ShadowShape, _ path: Span<PathElement>, _ rule: FillRule, _ bounds: Rect, into target: Mask,
    using pool: BitmapPool
  ) -> Bool {
    let box = source(of: shape, for: target.bounds)
    let (alike, reach) = (shape.alike(path, bounds), blur.reach(sigma: shape.sigma))
    if box.isEmpty { return false }
    let columns = FoldedAxis(alike: alike.columns, of: box.minX..<box.maxX, reach: reach)
    let rows = FoldedAxis(alike: alike.rows, of: box.minY..<box.maxY, reach: reach)
    let folded = target.part(target.bounds.folded(columns, rows), x: target.bounds.minX, y: target.bounds.minY)
    let mapping = shape.mapping
    let isMade = blur(box.folded(columns, rows), shape.sigma, into: folded, using: pool) { source in
      // What lies before the parts that are left out, beside it, below it, and behind both.
      for part in 0..<4 {
        let (isRight, isLower) = (part & 1 != 0, part & 2 != 0)
        let area = PixelRect(
          minX: isRight ? columns.cut + columns.removed : box.minX, minY: isLower ? rows.cut + rows.removed : box.minY,
          maxX: isRight ? box.maxX : columns.cut, maxY: isLower ? box.maxY : rows.cut)
        if area.isEmpty { continue }
        let place = source.part(area, x: isRight ? columns.cut : box.minX, y: isLower ? rows.cut : box.minY)
        canvas.rasterize(path, mapping: mapping, rule: rule, into: place)
      }
    }
    if isMade { target.unfold(columns, rows) }
    return isMade
  }

  /// Blurs what is drawn to the pixels of a box.
  private func blur(
    _ box: PixelRect, _ sigma: Fixed, into target: Mask, using pool: BitmapPool, _ draw: (Mask) -> Void
  ) -> Bool {
    guard !box.isEmpty, let start = pool.take(width: box.width, height: box.height, bytesPerPixel: 1) else {
      return false
    }
    let source = pool.mask(at: start, bounds: box)
    draw(source)
    blur.blur(source, sigma: sigma, into: target)
    pool.release(start: start, byteCount: box.width * box.height)
    made += 1
    blurred += Int(target.bounds.area)
    return true
  }
}
