import FixedRaster

/// The shadow of a rounded rectangle in memory taken once, blurred as that of a layer is: of its middle no more than the blur
/// looks at.
@safe
struct SceneShadow: ~Copyable {
  private let rect: PixelRect
  private let radius: Int
  private let sigma: Fixed
  private var canvas: Canvas
  private var blur: GaussianBlur
  private let columns, rows: FoldedAxis
  /// The rectangle without what is left out, and the shadow.
  private let source: Mask
  let mask: Mask

  /// - Parameters:
  ///   - rect: where the shadow falls, in device pixels.
  ///   - radius: of its corners, in pixels.
  ///   - sigma: the standard deviation in pixels.
  init(_ rect: PixelRect, radius: Int, sigma: Fixed) {
    (self.rect, self.radius, self.sigma) = (rect, radius, sigma)
    let (space, coverage) = (
      BlurWorkspace(width: 256, height: 1, maximumSigma: sigma), CoverageWorkspace(width: 256, rows: 64)
    )
    unsafe blur = GaussianBlur(
      memory: .allocate(byteCount: space.byteCount, alignment: BlurWorkspace.alignment), workspace: space)
    // It draws to masks alone.
    let pixel = unsafe Surface(base: .allocate(byteCount: 4, alignment: 4), width: 1, height: 1, bytesPerRow: 4)
    unsafe canvas = Canvas(
      pixel, memory: .allocate(byteCount: coverage.byteCount, alignment: CoverageWorkspace.alignment),
      workspace: coverage)
    let (reach, corner) = (blur.reach(sigma: sigma), Int32(radius))
    columns = FoldedAxis(alike: rect.minX + corner..<rect.maxX - corner, of: rect.minX..<rect.maxX, reach: reach)
    rows = FoldedAxis(alike: rect.minY + corner..<rect.maxY - corner, of: rect.minY..<rect.maxY, reach: reach)
    let margin = Int32(reach)
    source = Self.makeMask(rect.folded(columns, rows))
    mask = Self.makeMask(
      PixelRect(
        minX: rect.minX - margin, minY: rect.minY - margin, maxX: rect.maxX + margin, maxY: rect.maxY + margin))
  }

  private static func makeMask(_ bounds: PixelRect) -> Mask {
    unsafe Mask(base: .allocate(capacity: bounds.width * bounds.height), bounds: bounds, bytesPerRow: bounds.width)
  }

  /// Makes the shadow.
  mutating func make() {
    var path = PathBuffer<16>()
    path.addRoundedRect(
      in: Rect(
        x: Fixed(Int(rect.minX)), y: Fixed(Int(rect.minY)), width: Fixed(rect.width), height: Fixed(rect.height)),
      cornerRadius: Fixed(radius))
    // The parts before and behind those that are left out.
    for part in 0..<4 {
      let (isRight, isLower) = (part & 1 != 0, part & 2 != 0)
      let area = PixelRect(
        minX: isRight ? columns.cut + columns.removed : rect.minX, minY: isLower ? rows.cut + rows.removed : rect.minY,
        maxX: isRight ? rect.maxX : columns.cut, maxY: isLower ? rect.maxY : rows.cut)
      let place = source.part(area, x: isRight ? columns.cut : rect.minX, y: isLower ? rows.cut : rect.minY)
      canvas.rasterize(path.span, mapping: .identity, into: place)
    }
    let folded = mask.part(mask.bounds.folded(columns, rows), x: mask.bounds.minX, y: mask.bounds.minY)
    blur.blur(source, sigma: sigma, into: folded)
    mask.unfold(columns, rows)
  }
}
