import FixedRaster

// Stage: render. Input: a layer's contents and how they lie in it. Output: up to nine rectangles of the image, each
// with the rectangle of the layer that it is stretched to.

/// A layer's image as the composer draws it; the memory is kept alive beside it in the render tree.
struct RenderContents {
  var image = RenderContents.none
  /// The area of the drawing, in the layer's coordinates.
  var target = Rect.zero
  /// Where each of the three columns ends and the first begins: in the layer's points, and in the image's pixels.
  /// Without ``isStretchedInParts`` all is the middle one.
  var columns = ContentsAxis()
  var rows = ContentsAxis()
  var isStretchedInParts = false
  var minification = Layer.ContentsFilter.linear
  var magnification = Layer.ContentsFilter.linear

  init() {}

  /// `nil` where nothing would show.
  init?(_ layer: Layer, _ bounds: Rect) {
    let content = layer.content
    guard let image = content.image, !image.isEmpty, !content.rect.isEmpty else { return nil }
    let isDrawn = content.drawn != nil
    let width = isDrawn ? Coefficient(content.drawnSize.width) : Coefficient(image.width)
    let height = isDrawn ? Coefficient(content.drawnSize.height) : Coefficient(image.height)
    let part = content.rect
    let sourceWidth = Coefficient(part.width) * width
    let sourceHeight = Coefficient(part.height) * height
    let scale = Coefficient(content.scale)
    let natural = Size(width: (sourceWidth / scale).fixed, height: (sourceHeight / scale).fixed)
    target = content.gravity.place(natural, in: bounds)
    if target.isEmpty { return nil }
    unsafe self.image = UnownedImage(image)
    (minification, magnification) = (content.minification, content.magnification)
    let center = content.center
    let isResized = content.gravity.stretches
    isStretchedInParts = isResized && center != Rect(x: 0, y: 0, width: 1, height: 1)
    columns = ContentsAxis(
      start: target.minX, length: target.width, natural: natural.width, source: Coefficient(part.minX) * width,
      sourceLength: sourceWidth, center: (center.minX, center.width), isParted: isStretchedInParts)
    rows = ContentsAxis(
      start: target.minY, length: target.height, natural: natural.height, source: Coefficient(part.minY) * height,
      sourceLength: sourceHeight, center: (center.minY, center.height), isParted: isStretchedInParts)
  }

  /// An image without pixels.
  private static var none: UnownedImage {
    unsafe UnownedImage(
      Image(.alpha8, pixels: UnsafeRawPointer(bitPattern: 4).unsafelyUnwrapped, width: 0, height: 0, bytesPerRow: 0))
  }

  /// One of the nine parts, in the layer's coordinates.
  func part(_ column: Int, _ row: Int) -> Rect {
    let (x, y) = (columns.edges, rows.edges)
    return Rect(x: x[column], y: y[row], width: x[column + 1] - x[column], height: y[row + 1] - y[row])
  }

  /// From the image's pixels to the layer's coordinates, in one of three columns and rows; `nil` where it has no
  /// extent.
  func transform(column: Int, row: Int) -> AffineTransform? {
    guard let x = columns.mapping(column), let y = rows.mapping(row) else { return nil }
    return AffineTransform(a: x.scale, b: 0, c: 0, d: y.scale, tx: x.move, ty: y.move)
  }

  /// All parts at once.
  var stretch: ImageStretch { ImageStretch(columns: columns.stretch, rows: rows.stretch) }

  /// The filter for a transform from the image's pixels to the device's.
  func sampling(_ transform: AffineTransform) -> ImageSampling {
    transform.sampling(minification, magnification)
  }
}

extension AffineTransform {
  /// The filter for images that are drawn through this transform.
  func sampling(_ minification: Layer.ContentsFilter, _ magnification: Layer.ContentsFilter) -> ImageSampling {
    let area = (a * d - b * c).magnitude
    switch area < 1 ? minification : magnification {
    case .nearest: return .nearest
    case .linear: return .bilinear
    case .trilinear: return .trilinear
    }
  }
}

/// Contents along one axis: three parts, of which the outer two keep their size.
struct ContentsAxis {
  /// The edges of the parts, in points.
  private(set) var edges: InlineArray<4, Fixed> = [0, 0, 0, 0]
  /// Edges of the parts, in pixels of the image.
  private var sources: InlineArray<4, Coefficient> = [0, 0, 0, 0]

  init() {}

  init(
    start: Fixed, length: Fixed, natural: Fixed, source: Coefficient, sourceLength: Coefficient,
    center: (start: Fixed, length: Fixed), isParted: Bool
  ) {
    let end = start + length
    let sourceEnd = source + sourceLength
    edges = [start, start, end, end]
    sources = [source, source, sourceEnd, sourceEnd]
    if !isParted { return }
    let (first, last) = (
      Swift.max(0, Swift.min(1, center.start)), Swift.max(0, Swift.min(1, center.start + center.length))
    )
    sources[1] = source + sourceLength * Coefficient(first)
    sources[2] = source + sourceLength * Coefficient(last)
    // Where there is less room than the outer parts take, they share it.
    let before = natural * first
    let after = natural * (1 - last)
    let outer = before + after
    let room = Swift.min(length, outer)
    edges[1] = start + (outer > 0 ? before * room / outer : 0)
    edges[2] = outer > length ? edges[1] : end - after
  }

  /// How the image's pixels become points in a part.
  func mapping(_ part: Int) -> (scale: Coefficient, move: Coefficient)? {
    let length = Coefficient(edges[part + 1] - edges[part])
    let source = sources[part + 1] - sources[part]
    if length <= 0 || source <= 0 { return nil }
    let scale = length / source
    return (scale, Coefficient(edges[part]) - sources[part] * scale)
  }

  /// How points become the image's pixels.
  var stretch: ImageStretch.Axis {
    ImageStretch.Axis(
      first: edges[1], last: edges[2], before: inverse(0), middle: inverse(1), after: inverse(2))
  }

  /// In a part; all its pixels are the first one where it has no extent.
  private func inverse(_ part: Int) -> ImageStretch.Part {
    let length = Coefficient(edges[part + 1] - edges[part])
    let scale = length > 0 ? (sources[part + 1] - sources[part]) / length : 0
    return ImageStretch.Part(scale: scale, move: sources[part] - Coefficient(edges[part]) * scale)
  }
}

extension Layer.ContentsGravity {
  /// Whether contents take another size than their own.
  var stretches: Bool { self == .resize || self == .resizeAspect || self == .resizeAspectFill }

  /// Where contents of a size lie in bounds.
  func place(_ size: Size, in bounds: Rect) -> Rect {
    let (spareX, spareY) = (bounds.width - size.width, bounds.height - size.height)
    let (middleX, middleY) = (Fixed(rawValue: spareX.rawValue / 2), Fixed(rawValue: spareY.rawValue / 2))
    func at(_ x: Fixed, _ y: Fixed) -> Rect {
      Rect(origin: Point(x: bounds.minX + x, y: bounds.minY + y), size: size)
    }
    switch self {
    case .center: return at(middleX, middleY)
    case .top: return at(middleX, 0)
    case .bottom: return at(middleX, spareY)
    case .left: return at(0, middleY)
    case .right: return at(spareX, middleY)
    case .topLeft: return at(0, 0)
    case .topRight: return at(spareX, 0)
    case .bottomLeft: return at(0, spareY)
    case .bottomRight: return at(spareX, spareY)
    case .resize: return bounds
    case .resizeAspect, .resizeAspectFill: return scaled(size, in: bounds)
    }
  }

  private func scaled(_ size: Size, in bounds: Rect) -> Rect {
    if size.width <= 0 || size.height <= 0 { return .zero }
    let (width, height) = (Coefficient(size.width), Coefficient(size.height))
    // Which side decides: products rather than quotients, so that equal proportions are seen as equal.
    let isWider = Coefficient(bounds.width) * height > Coefficient(bounds.height) * width
    let fits = isWider == (self == .resizeAspect)
    let shown =
      fits
      ? Size(width: (width * Coefficient(bounds.height) / height).fixed, height: bounds.height)
      : Size(width: bounds.width, height: (height * Coefficient(bounds.width) / width).fixed)
    return Layer.ContentsGravity.center.place(shown, in: bounds)
  }
}
