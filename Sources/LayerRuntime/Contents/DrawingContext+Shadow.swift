// Stage: contents. Shadows of drawings in contents. The calls are Core Graphics'.

import FixedRaster

/// The settings of ``DrawingContext/setShadow(offset:blur:color:)``, on the bitmap.
struct ContextShadow {
  /// In pixels.
  let offset: Vector
  let sigma: Fixed
  let color: Color

  /// From coordinates to the place of the shadow of a drawing there.
  func fall(_ transform: AffineTransform) -> AffineTransform {
    transform.concatenating(AffineTransform(translationX: offset.dx, y: offset.dy))
  }
}

extension DrawingContext {
  /// Has everything that is filled, stroked, and drawn as an image or a text from now on throw a shadow, until the
  /// state is restored. Gradients, drawings of ``Layer/render(in:)`` and clearing throw none. A shadow is as strong as
  /// its drawing, and is combined with the pixels under it by the blend mode. A text throws one shadow for the letters
  /// of a line that look alike. The first shadow takes half a megabyte, which is kept.
  ///
  /// - Parameters:
  ///   - offset: in points of the layer, y downwards; the current transform plays no part.
  ///   - blur: how wide it is blurred in points of the layer: twice the standard deviation; 0 is a sharp shadow. More
  ///     than 64 pixels count as 64.
  ///   - color: `nil` for no shadow.
  public func setShadow(offset: Size, blur: Fixed, color: Color?) {
    guard let color, color.alpha > 0 else {
      state.shadow = nil
      return
    }
    let radius = Fixed(rawValue: Swift.max(0, blur).rawValue / 2) * base.scale
    let place = Point(x: offset.width, y: offset.height).applying(base)
    let origin = Point.zero.applying(base)
    state.shadow = ContextShadow(
      offset: Vector(dx: place.x - origin.x, dy: place.y - origin.y),
      sigma: Swift.min(radius, ContentsShadows.maximumSigma), color: color)
  }

  /// Sets a shadow in black with an alpha of a third.
  public func setShadow(offset: Size, blur: Fixed) {
    setShadow(offset: offset, blur: blur, color: Color.black.withAlpha(85))
  }

  /// Draws the shadow of the next drawing.
  ///
  /// - Parameters:
  ///   - silhouette: where it would be drawn; moved to where the shadow falls.
  ///   - alpha: that of the drawing, without the state's.
  func castShadow(_ path: Span<PathElement>, alpha: UInt8, _ silhouette: (ContextShadow) -> DrawnShadow.Silhouette) {
    guard let shadow = state.shadow else { return }
    let strength = scaled255(UInt32(shadow.color.alpha), by: UInt32(alpha))
    let color = shadow.color.withAlpha(UInt8(truncatingIfNeeded: strength)).faded(by: state.alpha)
    if color.alpha == 0 { return }
    let drawn = DrawnShadow(silhouette: silhouette(shadow), sigma: shadow.sigma, color: color, mode: state.mode)
    perform(.shadow(drawn), path)
  }
}

/// A shadow, ready to be drawn.
struct DrawnShadow {
  /// The drawing that throws it, at the shadow's place.
  enum Silhouette {
    case fill(Mapping, FillRule)
    case stroke(Mapping, StrokeStyle)
    case image(Image, AffineTransform)
  }

  let silhouette: Silhouette
  /// In pixels.
  let sigma: Fixed
  let color: Color
  let mode: BlendMode

  /// The pixels that it would darken without a blur.
  func bounds(_ path: Span<PathElement>) -> PixelRect {
    switch silhouette {
    case .fill(let mapping, _): mapping.bounds(of: path)
    case .stroke(let mapping, let style): mapping.bounds(of: path, style: style)
    case .image(let image, let transform):
      PreciseBox(minX: 0, minY: 0, maxX: Coefficient(image.width), maxY: Coefficient(image.height))
        .applying(transform).enclosingPixels
    }
  }
}

/// The working memory of shadows in contents. Their area is blurred in parts, each at a cost that its size says.
@safe
final class ContentsShadows {
  /// In pixels.
  static var maximumSigma: Fixed { ShadowMaker.maximumSigma }
  /// The sides of the area that is rasterized at once, for a part and as much around it as its blur looks at.
  private static var side: Int { 384 }
  /// Rows of an image that are drawn at once.
  private static var imageRows: Int { 16 }
  private static var maskBytes: Int { side * side }

  private let memory: CanvasMemory
  private var canvas: Canvas
  private var blur: GaussianBlur
  private let masks: UnsafeMutablePointer<UInt8>
  private let pixels: UnsafeMutableRawPointer

  init() {
    let side = Self.side
    let workspace = BlurWorkspace(width: side, height: 1, maximumSigma: Self.maximumSigma)
    let blurBytes = CanvasMemory.aligned(workspace.byteCount)
    memory = CanvasMemory(
      coverage: CoverageWorkspace(width: side, rows: 8),
      more: blurBytes + 2 * Self.maskBytes + side * Self.imageRows * 4)
    canvas = memory.makeCanvas()
    unsafe blur = GaussianBlur(memory: memory.more, workspace: workspace)
    unsafe masks = (memory.more + blurBytes).bindMemory(to: UInt8.self, capacity: 2 * Self.maskBytes)
    unsafe pixels = memory.more + blurBytes + 2 * Self.maskBytes
  }

  func draw(_ shadow: DrawnShadow, _ path: Span<PathElement>, on target: inout Canvas) {
    let reach = Int32(truncatingIfNeeded: blur.reach(sigma: shadow.sigma))
    let box = shadow.bounds(path)
    if box.isEmpty { return }
    let area = box.grown(by: reach).intersection(target.clip)
    let length = Int32(truncatingIfNeeded: Self.side) - 2 * reach
    var y = area.minY
    while y < area.maxY {
      var x = area.minX
      while x < area.maxX {
        let part = PixelRect(
          minX: x, minY: y, maxX: Swift.min(area.maxX, x + length), maxY: Swift.min(area.maxY, y + length))
        let looked = part.grown(by: reach).intersection(box).intersection(Inherited.plane)
        let source = unsafe Mask(base: masks, bounds: looked, bytesPerRow: Self.side)
        let blurred = unsafe Mask(base: masks + Self.maskBytes, bounds: part, bytesPerRow: Self.side)
        if !looked.isEmpty {
          fill(source, shadow, path)
          blur.blur(source, sigma: shadow.sigma, into: blurred)
          target.draw(blurred, color: shadow.color, mode: shadow.mode)
        }
        x = part.maxX
      }
      y = Swift.min(area.maxY, y + length)
    }
  }

  private func fill(_ mask: Mask, _ shadow: DrawnShadow, _ path: Span<PathElement>) {
    switch shadow.silhouette {
    case .fill(let mapping, let rule): canvas.rasterize(path, mapping: mapping, rule: rule, into: mask)
    case .stroke(let mapping, let style): canvas.rasterize(path, style: style, mapping: mapping, into: mask)
    case .image(let image, let transform): fill(mask, image, transform)
    }
  }

  /// The image's alpha, some rows at a time.
  private func fill(_ mask: Mask, _ image: Image, _ transform: AffineTransform) {
    let bounds = mask.bounds
    var y = bounds.minY
    while y < bounds.maxY {
      var rows = bounds
      (rows.minY, rows.maxY) = (y, Swift.min(bounds.maxY, y + Int32(truncatingIfNeeded: Self.imageRows)))
      let surface = unsafe Surface(
        base: pixels, width: rows.width, height: rows.height, bytesPerRow: Self.side * 4)
      canvas.draw(into: surface)
      canvas.clear(PixelRect(width: rows.width, height: rows.height), to: .clear)
      let move = AffineTransform(translationX: Fixed(Int(-rows.minX)), y: Fixed(Int(-rows.minY)))
      canvas.draw(image, mapping: .affine(transform.concatenating(move)))
      mask.copyAlpha(of: surface, at: rows)
      y = rows.maxY
    }
  }
}
