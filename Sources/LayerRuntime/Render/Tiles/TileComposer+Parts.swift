import FixedRaster

// Stage: render. One layer's own drawing.

extension TileComposer {
  mutating func drawShadow(_ shadow: RenderShadow, _ pool: BitmapPool, _ alpha: UInt8) {
    guard let start = shadow.start else { return }
    let color = shadow.color.withAlpha(scaled(shadow.color.alpha, by: alpha))
    switch placement {
    case .same: canvas.draw(pool.mask(at: start, bounds: shadow.bounds), color: color)
    case .moved(let x, let y): canvas.draw(pool.mask(at: start, bounds: shadow.bounds.moved(x, y)), color: color)
    case .mapped(let mapping): drawShadow(pool.mask(at: start, bounds: shadow.bounds), mapping, color)
    }
  }

  /// Draws a shadow elsewhere than where it was made, sampled as an image of its colour.
  private mutating func drawShadow(_ mask: Mask, _ mapping: Mapping, _ color: Color) {
    let corner = AffineTransform(translationX: Fixed(Int(mask.bounds.minX)), y: Fixed(Int(mask.bounds.minY)))
    canvas.draw(mask.image(color), mapping: mapping.preceded(by: corner))
  }

  mutating func compositeSurface(_ surface: OffscreenSurface, _ pool: BitmapPool, _ alpha: UInt8) {
    guard let picture = surface.latestPicture(pool) else { return }
    composite(picture, 0, 0, surface, alpha)
  }

  /// Draws pixels that lie in a surface's plane, or are brought there.
  ///
  /// - Parameters:
  ///   - x: how far they are moved in the plane.
  ///   - y: likewise.
  mutating func composite(
    _ picture: SurfacePicture, _ x: Int32, _ y: Int32, _ surface: OffscreenSurface, _ alpha: UInt8,
    _ mode: BlendMode = .sourceOver
  ) {
    let bounds = picture.bounds
    let shown = isPlaced ? surface.mapping.concatenating(placement.mapping) : surface.mapping
    let moved = AffineTransform(translationX: Fixed(Int(x)), y: Fixed(Int(y)))
    let mapping = picture.toPlane.concatenating(.affine(moved)).concatenating(shown)
    let corner = AffineTransform(translationX: Fixed(Int(bounds.minX)), y: Fixed(Int(bounds.minY)))
    let transform = corner.concatenating(mapping.affine ?? surface.toDevice)
    let sampling = transform.sampling(surface.minification, surface.magnification)
    if mapping.affine == nil {
      var outline = PathBuffer<8>()
      outline.addRect(bounds.rect)
      let paint = ImagePaint(picture.image, mapping: mapping.preceded(by: corner), sampling: sampling)
      canvas.fill(outline.span, mapping: mapping, paint: .image(paint), opacity: alpha, mode: mode)
    } else if let place = transform.wholeTranslation {
      canvas.draw(picture.image, x: place.x, y: place.y, opacity: alpha, mode: mode)
    } else {
      canvas.draw(picture.image, mapping: .affine(transform), sampling: sampling, opacity: alpha, mode: mode)
    }
  }

  /// Within the layer's outline.
  mutating func compositeBackdrop(_ scene: RenderScene, _ i: Int, _ alpha: UInt8) {
    let bounds = scene.surfaces[i].bounds
    guard let start = scene.surfaces[i].start else { return }
    var outline = OutlineBuffer()
    scene.nodes[i].outline.append(to: &outline)
    canvas.pushClip(outline.span, mapping: mapping(scene, i))
    canvas.draw(scene.pool.image(at: start, bounds: bounds), x: bounds.minX, y: bounds.minY, opacity: alpha)
    canvas.popClip()
  }

  mutating func drawBackground(_ scene: RenderScene, _ i: Int, _ alpha: UInt8) {
    let color = scene.nodes[i].background.withAlpha(scaled(scene.nodes[i].background.alpha, by: alpha))
    if let pattern = scene.patterns[i] { return drawPattern(pattern, scene, i, alpha) }
    if color.alpha == 0 { return }
    if isPixelAligned(scene, i) {
      canvas.fill(placed(scene.nodes[i].box), color: color)
    } else if !isPlaced && scene.nodes[i].isStraight(in: canvas.clip) {
      canvas.fill(scene.nodes[i].box, color: color)
    } else if !fillCached(scene, i, scene.coverages[i].background, color) {
      var outline = OutlineBuffer()
      scene.nodes[i].outline.append(to: &outline)
      canvas.fill(outline.span, mapping: mapping(scene, i), color: color)
    }
  }

  /// Fills the bounds, rounded as they are; the image is upright.
  private mutating func drawPattern(_ pattern: Pattern, _ scene: RenderScene, _ i: Int, _ alpha: UInt8) {
    let upright = mapping(scene, i, isUpright: true).preceded(by: pattern.transform(in: scene.nodes[i].bounds))
    let paint = ImagePaint(pattern.drawn.image, mapping: upright, wrap: .repeat)
    var outline = OutlineBuffer()
    scene.nodes[i].outline.append(to: &outline)
    let box = isPixelAligned(scene, i) ? placed(scene.nodes[i].box) : nil
    fill(outline.span, box, paint, mapping(scene, i), alpha)
  }

  /// Fills an outline with an image; at once where it is a box of whole pixels.
  @inline(never)
  private mutating func fill(
    _ outline: Span<PathElement>, _ box: PixelRect?, _ paint: ImagePaint, _ mapping: Mapping, _ alpha: UInt8
  ) {
    if let box {
      canvas.fill(box, paint: .image(paint), opacity: alpha)
    } else {
      canvas.fill(outline, mapping: mapping, paint: .image(paint), opacity: alpha)
    }
  }

  mutating func drawBorder(_ scene: RenderScene, _ i: Int, _ alpha: UInt8) {
    let color = scene.nodes[i].border.withAlpha(scaled(scene.nodes[i].border.alpha, by: alpha))
    if fillCached(scene, i, scene.coverages[i].border, color) { return }
    var outline = OutlineBuffer()
    scene.nodes[i].appendBorder(to: &outline)
    canvas.fill(outline.span, mapping: mapping(scene, i), rule: .evenOdd, color: color)
  }

  mutating func drawDrawing(_ scene: RenderScene, _ i: Int, _ alpha: UInt8) {
    switch scene.drawings[i] {
    case .none: break
    case .shape(let shape): drawShape(shape, scene, i, alpha)
    case .gradient(let gradient): drawGradient(gradient, scene, i)
    case .text(let text): drawText(text, in: scene.nodes[i].bounds, mapping(scene, i, isUpright: true), alpha)
    case .tiles(let map): drawMapTiles(map, scene.nodes[i].bounds, mapping(scene, i, isUpright: true), alpha)
    case .particles(let particles): drawParticles(particles, scene, i, alpha)
    }
  }

  private mutating func drawShape(_ shape: RenderShape, _ scene: RenderScene, _ i: Int, _ alpha: UInt8) {
    // Most shapes are either filled or stroked. The clip is the layer's own: the path's bounds need not be found again.
    let fillColor = shape.fill.withAlpha(scaled(shape.fill.alpha, by: alpha))
    if fillColor.alpha > 0 && !fillCached(scene, i, scene.coverages[i].fill, fillColor)
      && !fillPolygons(scene, i, scene.coverages[i].fillPolygons, fillColor)
    {
      canvas.fill(
        shape.path.span, mapping: mapping(scene, i), rule: shape.rule, color: fillColor, bounds: canvas.clip)
    }
    let strokeColor = shape.stroke.withAlpha(scaled(shape.stroke.alpha, by: alpha))
    if strokeColor.alpha > 0 && !fillCached(scene, i, scene.coverages[i].stroke, strokeColor)
      && !fillPolygons(scene, i, scene.coverages[i].strokePolygons, strokeColor)
    {
      canvas.stroke(
        shape.path.span, style: shape.style, mapping: mapping(scene, i), color: strokeColor, bounds: canvas.clip)
    }
  }

  /// Fills the cached part of a path's coverage. Returns false if there is none.
  private mutating func fillCached(_ scene: RenderScene, _ i: Int, _ index: CoverageIndex, _ color: Color) -> Bool {
    guard let shape = scene.coveragePool[index] else { return false }
    var (x, y) = (scene.coverages[i].x, scene.coverages[i].y)
    switch placement {
    case .same: break
    case .moved(let dx, let dy): (x, y) = (x &+ dx, y &+ dy)
    case .mapped: return false
    }
    canvas.fill(shape, x: x, y: y, color: color)
    return true
  }

  /// Fills the polygons that a path was flattened or stroked to for all tiles. Returns false if it was not.
  private mutating func fillPolygons(_ scene: RenderScene, _ i: Int, _ index: PolygonIndex, _ color: Color) -> Bool {
    guard !isPlaced, let polygons = scene.polygonPool[index], scene.coverages[i].polygonArea.contains(canvas.clip)
    else {
      return false
    }
    canvas.fill(polygons, color: color)
    return true
  }

  /// Fills the bounds, rounded as they are.
  private mutating func drawGradient(_ gradient: RenderGradient, _ scene: RenderScene, _ i: Int) {
    let mapping = mapping(scene, i)
    let paint = gradient.paint(in: scene.nodes[i].bounds, mapping)
    if isPixelAligned(scene, i) {
      canvas.fill(placed(scene.nodes[i].box), paint: paint)
    } else {
      var outline = OutlineBuffer()
      scene.nodes[i].outline.append(to: &outline)
      canvas.fill(outline.span, mapping: mapping, paint: paint)
    }
  }
}

// MARK: - Contents

extension TileComposer {
  /// - Parameter own: the layer's extent, which is the clip.
  mutating func drawContents(_ scene: RenderScene, _ i: Int, _ own: PixelRect, _ alpha: UInt8) {
    let mapping = mapping(scene, i, isUpright: true)
    var node = scene.nodes[i].upright
    if isPlaced { node.toDevice = mapping.affine(near: node.bounds.middle) ?? .identity }
    drawContents(scene.contents[i], node, mapping, own, alpha)
  }

  /// - Parameter contents: handed on where they lie, for copies of them are large and count references.
  private mutating func drawContents(
    _ contents: RenderContents, _ node: RenderNode, _ mapping: Mapping, _ own: PixelRect, _ alpha: UInt8
  ) {
    if !contents.isStretchedInParts { return drawPart(contents, 1, 1, contents.target, node, mapping, alpha) }
    if mapping.affine == nil || !node.toDevice.keepsRectsUpright {
      return drawStretched(contents, node, mapping, alpha)
    }
    // Upright parts meet at whole pixels: edges that are smoothed twice would let the background through.
    for row in 0..<3 {
      for column in 0..<3 {
        canvas.setClip(own.intersection(PreciseBox(contents.part(column, row)).applying(node.toDevice).roundedPixels))
        drawPart(contents, column, row, contents.target, node, mapping, alpha)
      }
    }
    canvas.setClip(own)
  }

  /// Draws one of the nine parts of the image to `target`, in the layer's coordinates.
  private mutating func drawPart(
    _ contents: RenderContents, _ column: Int, _ row: Int, _ target: Rect, _ node: RenderNode,
    _ mapping: Mapping, _ alpha: UInt8
  ) {
    guard !canvas.clip.isEmpty, let place = contents.transform(column: column, row: row) else { return }
    let transform = place.concatenating(node.toDevice)
    let sampling = contents.sampling(transform)
    if mapping.affine == nil {
      let paint = ImagePaint(contents.image.image, mapping: mapping.preceded(by: place), sampling: sampling)
      return fillPart(target, nil, paint, mapping, alpha)
    }
    let box = PreciseBox(target).applying(node.toDevice)
    let image = contents.image.image
    if let place = transform.wholeTranslation, box.enclosedPixels == image.pixels(at: place) {
      canvas.draw(image, x: place.x, y: place.y, opacity: alpha)
      return
    }
    let paint = ImagePaint(image, mapping: .affine(transform), sampling: sampling)
    let isBox = node.toDevice.keepsRectsUpright && box.enclosedPixels == box.enclosingPixels
    fillPart(target, isBox ? box.enclosedPixels : nil, paint, mapping, alpha)
  }

  /// All nine parts at once, of a layer that is rotated or in perspective: smoothed one by one, their edges would let the
  /// background through.
  private mutating func drawStretched(
    _ contents: RenderContents, _ node: RenderNode, _ mapping: Mapping, _ alpha: UInt8
  ) {
    // Their filter is that of the middle, which is the most magnified one as a rule.
    let middle = contents.transform(column: 1, row: 1)?.concatenating(node.toDevice)
    let paint = ImagePaint(
      contents.image.image, mapping: mapping, stretch: contents.stretch,
      sampling: contents.sampling(middle ?? node.toDevice))
    fillPart(contents.target, nil, paint, mapping, alpha)
  }

  private mutating func fillPart(
    _ target: Rect, _ box: PixelRect?, _ paint: ImagePaint, _ mapping: Mapping, _ alpha: UInt8
  ) {
    var outline = PathBuffer<8>()
    outline.addRect(target)
    fill(outline.span, box, paint, mapping, alpha)
  }
}

extension Mask {
  fileprivate func image(_ color: Color) -> Image {
    unsafe Image(
      .alpha8, pixels: base, width: bounds.width, height: bounds.height, bytesPerRow: bytesPerRow, color: color)
  }
}

extension Image {
  /// The pixels it covers with its first at a place.
  fileprivate func pixels(at place: (x: Int32, y: Int32)) -> PixelRect {
    PixelRect(
      minX: place.x, minY: place.y, maxX: place.x &+ Int32(truncatingIfNeeded: width),
      maxY: place.y &+ Int32(truncatingIfNeeded: height))
  }
}

extension AffineTransform {
  /// Where the origin goes, if nothing but a move by whole pixels, within ±32768, is done.
  fileprivate var wholeTranslation: (x: Int32, y: Int32)? {
    if a != 1 || d != 1 || b != 0 || c != 0 || (tx.rawValue | ty.rawValue) & 0xFFFF_FFFF != 0 { return nil }
    if Swift.max(tx.magnitude, ty.magnitude) > 32768 { return nil }
    return (Int32(truncatingIfNeeded: tx.rawValue &>> 32), Int32(truncatingIfNeeded: ty.rawValue &>> 32))
  }
}

extension Color {
  func withAlpha(_ alpha: UInt8) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }
}
