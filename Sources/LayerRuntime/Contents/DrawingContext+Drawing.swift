import FixedRaster

// MARK: - Shapes

extension DrawingContext {
  public func fill(_ rect: Rect) { fill(rect, state.fill) }

  func fill(_ rect: Rect, _ color: Color) {
    var outline = PathBuffer<8>()
    outline.addRect(rect)
    fill(outline.span, .nonZero, color)
  }

  public func fill(_ path: Path, using rule: FillRule = .nonZero) { path.withElements { fill($0, rule, state.fill) } }

  public func fillEllipse(in rect: Rect) {
    var outline = PathBuffer<16>()
    outline.addEllipse(in: rect)
    fill(outline.span, .nonZero, state.fill)
  }

  public func stroke(_ rect: Rect) {
    var outline = PathBuffer<8>()
    outline.addRect(rect)
    stroke(outline.span)
  }

  public func stroke(_ path: Path) { path.withElements { stroke($0) } }

  public func strokeEllipse(in rect: Rect) {
    var outline = PathBuffer<16>()
    outline.addEllipse(in: rect)
    stroke(outline.span)
  }

  /// Makes a rectangle clear; black in an opaque layer.
  public func clear(_ rect: Rect) {
    hasDrawn = true
    var outline = PathBuffer<8>()
    outline.addRect(rect)
    let color = isOpaque ? Color.black : .clear
    perform(.fill(.affine(state.transform), .nonZero, color, .copy), outline.span)
  }

  /// - Parameter transform: from the path's coordinates to the bitmap's pixels; the current ones if not said.
  func fill(_ path: Span<PathElement>, _ rule: FillRule, _ color: Color, through transform: AffineTransform? = nil) {
    hasDrawn = true
    let transform = transform ?? state.transform
    castShadow(path, alpha: color.alpha) { .fill(.affine($0.fall(transform)), rule) }
    perform(.fill(.affine(transform), rule, color.faded(by: state.alpha), state.mode), path)
  }

  func stroke(_ path: Span<PathElement>, through transform: AffineTransform? = nil) {
    hasDrawn = true
    let (transform, style) = (transform ?? state.transform, state.style)
    castShadow(path, alpha: state.stroke.alpha) { .stroke(.affine($0.fall(transform)), style) }
    perform(.stroke(.affine(transform), style, state.stroke.faded(by: state.alpha), state.mode), path)
  }

  func clip(to path: Span<PathElement>, _ rule: FillRule, through transform: AffineTransform) {
    limitClipBox(path, transform)
    perform(.clip(.affine(transform), rule), path)
    state.clips += 1
  }
}

extension Color {
  /// - Parameter alpha: 0…1.
  func faded(by alpha: Fixed) -> Color {
    if alpha == 1 { return self }
    return withAlpha(UInt8(truncatingIfNeeded: (alpha * Fixed(Int(self.alpha))).rounded))
  }
}

// MARK: - Clips, images

extension DrawingContext {
  /// Limits drawing to a rectangle, until the state is restored.
  public func clip(to rect: Rect) {
    var outline = PathBuffer<8>()
    outline.addRect(rect)
    clip(to: outline.span, .nonZero, through: state.transform)
  }

  /// Limits drawing to the inside of a path, until the state is restored.
  public func clip(to path: Path, using rule: FillRule = .nonZero) {
    path.withElements { clip(to: $0, rule, through: state.transform) }
  }

  /// Draws an image stretched to a rectangle.
  public func draw(_ image: Image, in rect: Rect) {
    if image.isEmpty || rect.isEmpty { return }
    hasDrawn = true
    let place = AffineTransform(
      a: Coefficient(rect.width) / Coefficient(image.width), b: 0, c: 0,
      d: Coefficient(rect.height) / Coefficient(image.height), tx: Coefficient(rect.minX), ty: Coefficient(rect.minY))
    let nothing = PathBuffer<0>()
    castShadow(nothing.span, alpha: 255) { .image(image, place.concatenating($0.fall(state.transform))) }
    let opacity = UInt8(truncatingIfNeeded: (state.alpha * 255).rounded)
    perform(.image(image, .affine(place.concatenating(state.transform)), opacity: opacity, state.mode))
  }
}
