import FixedRaster

// Stage: render. What one layer draws itself.

extension TileComposer {
  mutating func drawShadow(_ shadow: RenderShadow, _ pool: BitmapPool, _ alpha: UInt8) {
    let color = shadow.color.withAlpha(scaled(shadow.color.alpha, by: alpha))
    canvas.draw(pool.mask(at: shadow.start, bounds: shadow.bounds), color: color)
  }

  mutating func drawBackground(_ scene: RenderScene, _ i: Int, _ alpha: UInt8) {
    let color = scene.nodes[i].background.withAlpha(scaled(scene.nodes[i].background.alpha, by: alpha))
    if color.alpha == 0 { return }
    if scene.nodes[i].isPixelAligned {
      canvas.fill(scene.nodes[i].box, color: color)
    } else if !fillKept(scene, i, scene.coverages[i].background, color) {
      var outline = OutlineBuffer()
      scene.nodes[i].outline.append(to: &outline)
      canvas.fill(outline.span, transform: scene.nodes[i].transform, color: color)
    }
  }

  /// Fills the bounds, rounded as they are; the image is upright.
  mutating func drawPattern(_ pattern: Pattern, _ node: RenderNode, _ alpha: UInt8) {
    let transform = pattern.transform(in: node.bounds).concatenating(node.upright.toDevice)
    let paint = ImagePaint(pattern.image, transform: transform, wrap: .repeat)
    var outline = OutlineBuffer()
    node.outline.append(to: &outline)
    fill(outline.span, isBox: node.isPixelAligned, node.box, paint, node, alpha)
  }

  /// Fills an outline with an image, at once where it is a box of whole pixels.
  @inline(never)
  private mutating func fill(
    _ outline: Span<PathElement>, isBox: Bool, _ box: PixelRect, _ paint: ImagePaint, _ node: RenderNode, _ alpha: UInt8
  ) {
    if isBox && alpha == 255 {
      canvas.fill(box, paint: .image(paint))
    } else {
      canvas.fill(outline, transform: node.transform, paint: paint, opacity: alpha)
    }
  }

  mutating func drawBorder(_ scene: RenderScene, _ i: Int, _ alpha: UInt8) {
    let color = scene.nodes[i].border.withAlpha(scaled(scene.nodes[i].border.alpha, by: alpha))
    if fillKept(scene, i, scene.coverages[i].border, color) { return }
    var outline = OutlineBuffer()
    scene.nodes[i].appendBorder(to: &outline)
    canvas.fill(outline.span, transform: scene.nodes[i].transform, rule: .evenOdd, color: color)
  }

  mutating func drawDrawing(_ scene: RenderScene, _ i: Int, _ alpha: UInt8) {
    switch scene.drawings[i] {
    case .none: break
    case .shape(let shape): drawShape(shape, scene, i, alpha)
    case .gradient(let gradient): drawGradient(gradient, scene.nodes[i])
    case .text(let text): drawText(text, scene.nodes[i].upright, alpha)
    }
  }

  private mutating func drawShape(_ shape: RenderShape, _ scene: RenderScene, _ i: Int, _ alpha: UInt8) {
    let fill = shape.fill.withAlpha(scaled(shape.fill.alpha, by: alpha))
    if !fillKept(scene, i, scene.coverages[i].fill, fill) {
      canvas.fill(shape.path, transform: scene.nodes[i].transform, rule: shape.rule, color: fill)
    }
    let stroke = shape.stroke.withAlpha(scaled(shape.stroke.alpha, by: alpha))
    if !fillKept(scene, i, scene.coverages[i].stroke, stroke) {
      canvas.stroke(shape.path, style: shape.style, transform: scene.nodes[i].transform, color: stroke)
    }
  }

  /// Fills what is kept of a path's coverage; false if nothing is.
  private mutating func fillKept(_ scene: RenderScene, _ i: Int, _ number: Int32, _ color: Color) -> Bool {
    guard let shape = scene.coveragePool[number] else { return false }
    canvas.fill(shape, x: scene.coverages[i].x, y: scene.coverages[i].y, color: color)
    return true
  }

  /// Fills the bounds, rounded as they are.
  private mutating func drawGradient(_ gradient: RenderGradient, _ node: RenderNode) {
    let paint = gradient.paint(in: node.bounds, transform: node.toDevice)
    if node.isPixelAligned {
      canvas.fill(node.box, paint: paint)
    } else {
      var outline = OutlineBuffer()
      node.outline.append(to: &outline)
      canvas.fill(outline.span, transform: node.transform, paint: paint)
    }
  }
}

// MARK: - Contents

extension TileComposer {
  /// - Parameter own: what the layer may draw to, which is the clip.
  mutating func drawContents(_ contents: RenderContents, _ node: RenderNode, _ own: PixelRect, _ alpha: UInt8) {
    if !contents.isStretchedInParts { return drawPart(contents, 1, 1, contents.target, node, alpha) }
    if !node.toDevice.keepsRectsUpright { return drawTurnedParts(contents, node, own, alpha) }
    // Upright parts meet at whole pixels: edges that are smoothed twice would let the background through.
    for row in 0..<3 {
      for column in 0..<3 {
        canvas.setClip(own.intersection(contents.part(column, row).applying(node.toDevice).roundedPixels))
        drawPart(contents, column, row, contents.target, node, alpha)
      }
    }
    canvas.setClip(own)
  }

  /// Where turned parts meet, each covers a share of a pixel: the shares are added up in a group.
  private mutating func drawTurnedParts(
    _ contents: RenderContents, _ node: RenderNode, _ own: PixelRect, _ alpha: UInt8
  ) {
    let isApart = groups.begin(own, on: &canvas)
    for row in 0..<3 {
      for column in 0..<3 {
        let isAdded = isApart && groups.begin(own, on: &canvas)
        drawPart(contents, column, row, contents.part(column, row), node, isApart ? 255 : alpha)
        if isAdded { groups.end(on: &canvas, mode: .plusLighter) }
      }
    }
    if isApart { groups.end(on: &canvas, opacity: alpha) }
  }

  /// Draws to `target`, in the layer's coordinates, what one of the nine parts makes of the image.
  private mutating func drawPart(
    _ contents: RenderContents, _ column: Int, _ row: Int, _ target: Rect, _ node: RenderNode, _ alpha: UInt8
  ) {
    if canvas.clip.isEmpty { return }
    guard let transform = contents.transform(column: column, row: row)?.concatenating(node.toDevice) else { return }
    let box = target.applying(node.toDevice)
    if let place = transform.wholeTranslation, box.enclosedPixels == contents.image.pixels(at: place) {
      canvas.draw(contents.image, x: place.x, y: place.y, opacity: alpha)
      return
    }
    let paint = ImagePaint(contents.image, transform: transform, sampling: contents.sampling(transform))
    var outline = PathBuffer<8>()
    outline.addRect(target)
    let isBox = node.toDevice.keepsRectsUpright && box.enclosedPixels == box.enclosingPixels
    fill(outline.span, isBox: isBox, box.enclosedPixels, paint, node, alpha)
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

extension Rect {
  /// The pixels between the sides, each rounded to the nearest.
  fileprivate var roundedPixels: PixelRect {
    PixelRect(
      minX: Int32(truncatingIfNeeded: minX.rounded), minY: Int32(truncatingIfNeeded: minY.rounded),
      maxX: Int32(truncatingIfNeeded: maxX.rounded), maxY: Int32(truncatingIfNeeded: maxY.rounded))
  }
}

extension Color {
  func withAlpha(_ alpha: UInt8) -> Color { Color(red: red, green: green, blue: blue, alpha: alpha) }
}
