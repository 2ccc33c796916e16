// Stage: display. Input: a path, where its shadow falls, how wide it is blurred. Output: coverage in the pool's memory.

import FixedRaster

/// What a shadow's coverage was made from: as long as it is the same, so is the coverage.
struct ShadowShape: Equatable {
  /// The path's memory, by identity; the outline where there is none.
  let path: PathStorage?
  let outline: LayerOutline
  let rule: FillRule
  /// From the layer's coordinates to the device pixels where the shadow falls.
  let toDevice: AffineTransform
  /// The same of a layer that is tilted.
  let homography: Homography?
  /// In device pixels.
  let sigma: Fixed
  /// Device pixels that are of interest.
  let visible: PixelRect

  static func == (a: ShadowShape, b: ShadowShape) -> Bool {
    a.path === b.path && a.outline == b.outline && a.rule == b.rule && a.toDevice == b.toDevice
      && a.homography == b.homography && a.sigma == b.sigma && a.visible == b.visible
  }

  /// What holds the shape, in the layer's coordinates.
  private var bounds: Rect { path.map { $0.bounds ?? .zero } ?? outline.rect }

  /// Device pixels that it touches.
  var pixels: PixelRect {
    guard let homography else { return bounds.applying(toDevice).enclosingPixels }
    return PlaneProjection(homography)?.bounds(of: bounds) ?? .empty
  }
}

/// Rasterizes and blurs shadows. Its memory is taken once.
@safe
final class ShadowMaker {
  /// In device pixels.
  static var maximumSigma: Fixed { 32 }

  private let memory: UnsafeMutableRawPointer
  private var canvas: Canvas<ARGB8888>
  private var blur: GaussianBlur
  /// Shadows blurred since the start.
  private(set) var made = 0

  init() {
    let coverage = CoverageWorkspace(width: 1024, rows: 8)
    let workspace = BlurWorkspace(width: 256, height: 64, maximumSigma: Self.maximumSigma)
    let blurStart = (coverage.byteCount + 63) & ~63
    unsafe memory = .allocate(byteCount: blurStart + workspace.byteCount, alignment: 64)
    let nowhere = unsafe Surface<ARGB8888>(base: memory, width: 0, height: 0, bytesPerRow: 0)
    unsafe canvas = Canvas(nowhere, memory: memory, workspace: coverage)
    unsafe blur = GaussianBlur(memory: memory + blurStart, workspace: workspace)
  }

  deinit { unsafe memory.deallocate() }

  /// Device pixels that a shadow may darken.
  func bounds(of shape: ShadowShape) -> PixelRect {
    let reach = Int32(truncatingIfNeeded: blur.reach(sigma: shape.sigma))
    let box = shape.pixels
    return box.grown(by: reach).intersection(shape.visible)
  }

  /// Fills `target` with the shadow's coverage. False if the pool has no room for the shape before it is blurred.
  func make(_ shape: ShadowShape, into target: Mask, using pool: BitmapPool) -> Bool {
    let reach = Int32(truncatingIfNeeded: blur.reach(sigma: shape.sigma))
    let box = shape.pixels.intersection(target.bounds.grown(by: reach))
    let byteCount = box.width * box.height
    guard !box.isEmpty, let start = pool.take(byteCount) else { return false }
    let source = pool.mask(at: start, bounds: box)
    if let path = shape.path {
      rasterize(path.span, shape, into: source)
    } else {
      var outline = OutlineBuffer()
      shape.outline.append(to: &outline)
      rasterize(outline.span, shape, into: source)
    }
    blur.blur(source, sigma: shape.sigma, into: target)
    pool.release(start: start, byteCount: byteCount)
    made += 1
    return true
  }
  private func rasterize(_ path: Span<PathElement>, _ shape: ShadowShape, into source: Mask) {
    if let projection = shape.homography.flatMap({ PlaneProjection($0) }) {
      canvas.rasterize(path, projection: projection, rule: shape.rule, into: source)
    } else {
      canvas.rasterize(path, transform: DeviceTransform(shape.toDevice), rule: shape.rule, into: source)
    }
  }
}
