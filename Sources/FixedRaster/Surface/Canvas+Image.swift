// Stage: surface. Input: images, where they lie, how they are sampled. Output: pixels of a surface.

extension Canvas {
  /// Draws an image, one of its pixels to one of the device's.
  ///
  /// - Parameters:
  ///   - image: the pixels.
  ///   - x: where on the device its first pixel lies: the column.
  ///   - y: the row.
  ///   - opacity: 0...255, for all pixels.
  ///   - mode: how they are combined with the pixels under them.
  @export(interface)
  @_optimize(size)
  public mutating func draw(
    _ image: Image, x: Int32, y: Int32, opacity: UInt8 = 255, mode: BlendMode = .sourceOver
  ) {
    let (right, bottom) = (
      saturating32(Int64(x) &+ Int64(image.base.width)), saturating32(Int64(y) &+ Int64(image.base.height))
    )
    let area = PixelRect(minX: x, minY: y, maxX: right, maxY: bottom).intersection(clip)
    if area.isEmpty { return }
    if mode == .sourceOver && opacity == 255 && isStorable(image.levels) && clips.isFull(area) {
      // One with an owner is kept by whoever calls, for as long as the call.
      let isKept = image.owner == nil
      if isKept && replaceGround(area, .image(image.base, x: x, y: y)) { return }
      finishRows(of: area)
      return store(image.base, area, x, y)
    }
    let move = AffineTransform(
      a: 1, b: 0, c: 0, d: 1, tx: Coefficient(rawValue: Int64(x) &<< 32), ty: Coefficient(rawValue: Int64(y) &<< 32))
    let shader = ImageShader(image.levels, .affine(move), sampling: .nearest, wrap: .clamp)
    draw(area, shader, opacity, mode) { _, _ in WholeBand() }
  }

  /// Whether the image's pixels can be stored as they are.
  private func isStorable(_ image: ImageLevels) -> Bool {
    switch image.base.format {
    case .xrgb8888, .rgb565: true
    case .argb8888: image.isOpaque
    default: false
    }
  }

  /// Stores the image's part in `area`; its first pixel lies at (`x`, `y`).
  func store(_ image: ImageLevel, _ area: PixelRect, _ x: Int32, _ y: Int32) {
    var row = area.minY
    while row < area.maxY {
      let skipped = image.format.bytes(width: Int(area.minX &- x))
      let from = unsafe image.pixels + (Int(row &- y) &* image.bytesPerRow + skipped)
      let target = unsafe address(area.minX, row)
      switch image.format {
      case .xrgb8888: unsafe copyOpaquePixels(target, from, area.width)
      case .rgb565: unsafe unpackPixels(target, from, area.width)
      default: unsafe target.copyMemory(from: from, byteCount: area.width &* 4)
      }
      row &+= 1
    }
  }

  /// Draws an image through a mapping: its rectangle, with anti-aliased edges; in perspective as far as it lies before the
  /// viewer.
  ///
  /// - Parameters:
  ///   - image: the pixels.
  ///   - mapping: from the image's plane, one unit to its pixel, to device pixels.
  ///   - sampling: how pixels between those of the image are made.
  ///   - wrap: the pixels beyond the edges, for bilinear sampling.
  ///   - opacity: 0...255, for all pixels.
  ///   - mode: how they are combined with the pixels under them.
  @export(interface)
  @_optimize(size)
  public mutating func draw(
    _ image: Image, mapping: Mapping, sampling: ImageSampling = .bilinear, wrap: ImageWrap = .clamp,
    opacity: UInt8 = 255, mode: BlendMode = .sourceOver
  ) {
    let shader = ImageShader(image.levels, mapping, sampling: sampling, wrap: wrap)
    drawMapped(image, mapping, shader, opacity, mode)
  }

  /// Draws an image through a mapping, each of its pixels multiplied by a colour, channel by channel: alpha by alpha too.
  ///
  /// - Parameters:
  ///   - image: the pixels; beyond its edges bilinear sampling takes the pixels of the edge.
  ///   - tint: white leaves the image as it is; not premultiplied, as all colours.
  ///   - mapping: from the image's plane, one unit to its pixel, to device pixels.
  ///   - sampling: how pixels between those of the image are made.
  ///   - mode: how they are combined with the pixels under them.
  @export(interface)
  @_optimize(size)
  public mutating func draw(
    _ image: Image, tint: Color, mapping: Mapping, sampling: ImageSampling = .bilinear, mode: BlendMode = .sourceOver
  ) {
    if tint.alpha == 0 && (mode == .sourceOver || mode == .plusLighter) { return }
    // Most images that are tinted are small and many: of one that is out of reach no shader is made, and an upright one
    // is not made into a path.
    if let transform = mapping.affine, transform.b == .zero && transform.c == .zero {
      let box = UprightBox(width: image.width, height: image.height, DeviceMatrix(transform))
      let area = box.pixels.intersection(clip)
      if area.isEmpty { return }
      let shader = TintedShader(image.levels, mapping, sampling: sampling, tint: tint)
      return draw(area, shader, 255, mode) { _, _ in box }
    }
    if mapping.bounds(of: image.plane).grownByOne.intersection(clip).isEmpty { return }
    drawMapped(image, mapping, TintedShader(image.levels, mapping, sampling: sampling, tint: tint), 255, mode)
  }

  @inline(__always)
  @_optimize(size)
  private mutating func drawMapped<Source: DrawingSource>(
    _ image: Image, _ mapping: Mapping, _ shader: Source, _ opacity: UInt8, _ mode: BlendMode
  ) {
    guard case .projective(let projection) = DrawnMapping(mapping) else {
      var path = PathBuffer<8>()
      path.addRect(image.plane)
      return drawFill(path.span, PathMapping(mapping), .nonZero, nil, shader, opacity, mode)
    }
    let outline = ProjectedOutline(width: image.width, height: image.height, transform: projection.transform)
    draw(outline.bounds, shader, opacity, mode) { _, accumulator in
      outline.add(to: &accumulator)
      return AccumulatedShape(rule: .nonZero)
    }
  }
}

extension Image {
  /// The rectangle it fills.
  fileprivate var plane: Rect { Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height)) }
}

extension PixelRect {
  /// With a pixel more on each side, for rounding. Not for rectangles near the ends of their numbers.
  fileprivate var grownByOne: PixelRect {
    PixelRect(minX: minX &- 1, minY: minY &- 1, maxX: maxX &+ 1, maxY: maxY &+ 1)
  }
}
