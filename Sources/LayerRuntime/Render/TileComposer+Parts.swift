import FixedRaster

// Stage: render. What one layer draws itself.

extension TileComposer {
  mutating func drawShadow(_ shadow: RenderShadow, _ pool: BitmapPool, _ alpha: UInt8) {
    let color = shadow.color.withAlpha(scaled(shadow.color.alpha, by: alpha))
    canvas.draw(pool.mask(at: shadow.start, bounds: shadow.bounds), color: color)
  }

  mutating func drawBackground(_ node: RenderNode, _ projection: PlaneProjection?, _ alpha: UInt8) {
    let color = node.background.withAlpha(scaled(node.background.alpha, by: alpha))
    if color.alpha == 0 { return }
    if node.isPixelAligned {
      canvas.fill(node.box, color: color)
    } else {
      var outline = OutlineBuffer()
      node.outline.append(to: &outline)
      fill(outline.span, node, projection, color: color)
    }
  }

  mutating func drawBorder(_ node: RenderNode, _ projection: PlaneProjection?, _ alpha: UInt8) {
    let width = node.borderWidth
    var outline = OutlineBuffer()
    node.outline.append(to: &outline)
    // A border wider than half the layer leaves no middle.
    if width + width < node.bounds.width && width + width < node.bounds.height {
      node.outline.inset(by: width).append(to: &outline)
    }
    let color = node.border.withAlpha(scaled(node.border.alpha, by: alpha))
    fill(outline.span, node, projection, rule: .evenOdd, color: color)
  }

  mutating func drawDrawing(_ scene: RenderScene, _ i: Int, _ alpha: UInt8) {
    let (node, isUpright) = (scene.nodes[i], scene.drawings[i].isUpright)
    let projection = scene.projection(of: i, isUpright: isUpright)
    switch scene.drawings[i] {
    case .none: break
    case .shape(let shape): drawShape(shape, node, projection, alpha)
    case .gradient(let gradient): drawGradient(gradient, node, projection)
    case .text(let text): drawText(text, node.upright, projection, alpha)
    }
  }

  private mutating func drawShape(
    _ shape: RenderShape, _ node: RenderNode, _ projection: PlaneProjection?, _ alpha: UInt8
  ) {
    let color = shape.fill.withAlpha(scaled(shape.fill.alpha, by: alpha))
    fill(shape.path, node, projection, rule: shape.rule, color: color)
    let strokeColor = shape.stroke.withAlpha(scaled(shape.stroke.alpha, by: alpha))
    stroke(shape.path, node, projection, style: shape.style, color: strokeColor)
  }

  /// Fills the bounds, rounded as they are.
  private mutating func drawGradient(_ gradient: RenderGradient, _ node: RenderNode, _ projection: PlaneProjection?) {
    let paint = gradient.paint(in: node.bounds, transform: node.toDevice, projection)
    if node.isPixelAligned {
      canvas.fill(node.box, paint: paint)
    } else {
      var outline = OutlineBuffer()
      node.outline.append(to: &outline)
      fill(outline.span, node, projection, paint: paint)
    }
  }
}

// MARK: - Contents

extension TileComposer {
  /// - Parameter own: what the layer may draw to, which is the clip.
  mutating func drawContents(_ scene: RenderScene, _ i: Int, _ own: PixelRect, _ alpha: UInt8) {
    let (contents, node) = (scene.contents[i], scene.nodes[i].upright)
    let projection = scene.projection(of: i, isUpright: true)
    if !contents.isStretchedInParts { return drawPart(contents, 1, 1, contents.target, node, projection, alpha) }
    if let projection { return drawStretched(contents, node, projection, alpha) }
    // Upright parts meet at whole pixels: edges that are smoothed twice would let the background through.
    let isUpright = node.toDevice.keepsRectsUpright
    for row in 0..<3 {
      for column in 0..<3 {
        let (x, y) = (contents.columns.edges, contents.rows.edges)
        let part = Rect(
          x: x[column], y: y[row], width: x[column + 1] - x[column], height: y[row + 1] - y[row])
        if isUpright {
          canvas.setClip(own.intersection(part.applying(node.toDevice).roundedPixels))
          drawPart(contents, column, row, contents.target, node, nil, alpha)
        } else {
          drawPart(contents, column, row, part, node, nil, alpha)
        }
      }
    }
  }

  /// Draws to `target`, in the layer's coordinates, what one of the nine parts makes of the image.
  private mutating func drawPart(
    _ contents: RenderContents, _ column: Int, _ row: Int, _ target: Rect, _ node: RenderNode,
    _ projection: PlaneProjection?, _ alpha: UInt8
  ) {
    guard !canvas.clip.isEmpty, let place = contents.transform(column: column, row: row) else { return }
    let transform = place.concatenating(node.toDevice)
    let sampling = contents.sampling(transform)
    if let projection {
      guard let view = projection.preceded(by: place) else { return }
      return fillPart(
        target, node, projection, ImagePaint(contents.image, projection: view, sampling: sampling), alpha)
    }
    let box = target.applying(node.toDevice)
    if let place = transform.wholeTranslation, box.enclosedPixels == contents.image.pixels(at: place) {
      canvas.draw(contents.image, x: place.x, y: place.y, opacity: alpha)
      return
    }
    let paint = ImagePaint(contents.image, transform: transform, sampling: sampling)
    if alpha == 255 && node.toDevice.keepsRectsUpright && box.enclosedPixels == box.enclosingPixels {
      canvas.fill(box.enclosedPixels, paint: .image(paint))
    } else {
      fillPart(target, node, nil, paint, alpha)
    }
  }

  /// All nine parts in perspective.
  private mutating func drawStretched(
    _ contents: RenderContents, _ node: RenderNode, _ projection: PlaneProjection, _ alpha: UInt8
  ) {
    // Their filter is that of the middle, which is the most magnified one as a rule.
    let middle = contents.transform(column: 1, row: 1)?.concatenating(node.toDevice)
    let paint = ImagePaint(
      contents.image, projection: projection, stretch: contents.stretch,
      sampling: contents.sampling(middle ?? node.toDevice))
    fillPart(contents.target, node, projection, paint, alpha)
  }

  private mutating func fillPart(
    _ target: Rect, _ node: RenderNode, _ projection: PlaneProjection?, _ paint: ImagePaint, _ alpha: UInt8
  ) {
    var outline = PathBuffer<8>()
    outline.addRect(target)
    fill(outline.span, node, projection, paint: paint, opacity: alpha)
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
