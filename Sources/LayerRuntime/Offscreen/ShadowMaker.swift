// Stage: offscreen. Input: a path, or coverage, where its shadow falls, how wide it is blurred. Output: coverage in the
// pool's memory.

import FixedRaster

/// Rasterizes and blurs shadows, and blurs offscreen surfaces. Its memory is taken once.
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

  /// Fills `target` with the coverage of a shadow that a path throws. Of a box only the corners are blurred, and as much
  /// between them as a blur looks at.
  ///
  /// - Returns: false if the pool has no room for the shape before it is blurred, or if nothing of it is looked at.
  func make(_ shape: ShadowShape, into target: Mask, using pool: BitmapPool) -> Bool {
    switch shape.silhouette {
    case .path(let path, let rule):
      return make(shape, path.span, rule, path.bounds ?? .zero, into: target, using: pool)
    case .outline(let outline):
      var path = OutlineBuffer()
      outline.append(to: &path)
      return make(shape, path.span, .nonZero, outline.rect, into: target, using: pool)
    case .shown: return false
    }
  }

  /// - Parameter bounds: the path's.
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
    guard let source = takeSource(box.folded(columns, rows), from: pool) else { return false }
    // The pixels before the parts that are left out, beside them, below them, and behind both.
    for part in 0..<4 {
      let (isRight, isLower) = (part & 1 != 0, part & 2 != 0)
      let area = PixelRect(
        minX: isRight ? columns.cut + columns.removed : box.minX, minY: isLower ? rows.cut + rows.removed : box.minY,
        maxX: isRight ? box.maxX : columns.cut, maxY: isLower ? box.maxY : rows.cut)
      if area.isEmpty { continue }
      let place = source.mask.part(area, x: isRight ? columns.cut : box.minX, y: isLower ? rows.cut : box.minY)
      canvas.rasterize(path, mapping: mapping, rule: rule, into: place)
    }
    blur(source, sigma: shape.sigma, into: folded)
    pool.release(source)
    target.unfold(columns, rows)
    return true
  }

  /// Takes memory for the source of a shadow, as far as the pixels of the shadow depend on it; `nil` if there is no
  /// room or nothing is looked at.
  func takeSource(of shape: ShadowShape, for target: PixelRect, from pool: BitmapPool) -> PoolMask? {
    takeSource(source(of: shape, for: target), from: pool)
  }

  private func takeSource(_ box: PixelRect, from pool: BitmapPool) -> PoolMask? {
    box.isEmpty ? nil : pool.takeMask(box)
  }

  /// Blurs the source of a shadow to the shadow.
  func blur(_ source: PoolMask, sigma: Fixed, into target: Mask) {
    blur.blur(source.mask, sigma: sigma, into: target)
    made += 1
    blurred += Int(target.bounds.area)
  }
}
