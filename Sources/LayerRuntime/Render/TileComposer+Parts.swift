import FixedRaster

// Stage: render. What one layer draws itself.

extension TileComposer {
  mutating func drawShadow(_ shadow: RenderShadow, _ pool: BitmapPool, _ alpha: UInt8) {
    let color = shadow.color.withAlpha(scaled(shadow.color.alpha, by: alpha))
    canvas.draw(pool.mask(at: shadow.start, bounds: shadow.bounds), color: color)
  }

  mutating func drawPicture(_ picture: RenderPicture, _ pool: BitmapPool, _ alpha: UInt8) {
    let image = pool.image(at: picture.start, bounds: picture.bounds)
    let corner = AffineTransform(
      translationX: Fixed(Int(picture.bounds.minX)), y: Fixed(Int(picture.bounds.minY)))
    let transform = corner.concatenating(picture.toDevice)
    if let place = transform.wholeTranslation {
      return canvas.draw(image, x: place.x, y: place.y, opacity: alpha)
    }
    let sampling = transform.sampling(picture.minification, picture.magnification)
    canvas.draw(image, transform: transform, sampling: sampling, opacity: alpha)
  }

  /// Within the layer's outline.
  mutating func drawBackdrop(_ picture: RenderPicture, _ node: RenderNode, _ pool: BitmapPool, _ alpha: UInt8) {
    var outline = OutlineBuffer()
    node.outline.append(to: &outline)
    canvas.pushClip(outline.span, transform: node.transform)
    let image = pool.image(at: picture.start, bounds: picture.bounds)
    canvas.draw(image, x: picture.bounds.minX, y: picture.bounds.minY, opacity: alpha)
    canvas.popClip()
  }

  mutating func drawBackground(_ node: RenderNode, _ alpha: UInt8) {
    let color = node.background.withAlpha(scaled(node.background.alpha, by: alpha))
    if color.alpha == 0 { return }
    if node.isPixelAligned {
      canvas.fill(node.box, color: color)
    } else {
      var outline = OutlineBuffer()
      node.outline.append(to: &outline)
      canvas.fill(outline.span, transform: node.transform, color: color)
    }
  }

  mutating func drawBorder(_ node: RenderNode, _ alpha: UInt8) {
    let width = node.borderWidth
    var outline = OutlineBuffer()
    node.outline.append(to: &outline)
    // A border wider than half the layer leaves no middle.
    if width + width < node.bounds.width && width + width < node.bounds.height {
      node.outline.inset(by: width).append(to: &outline)
    }
    let color = node.border.withAlpha(scaled(node.border.alpha, by: alpha))
    canvas.fill(outline.span, transform: node.transform, rule: .evenOdd, color: color)
  }

  mutating func drawDrawing(_ drawing: RenderDrawing, _ node: RenderNode, _ alpha: UInt8) {
    switch drawing {
    case .none: break
    case .shape(let shape): drawShape(shape, node, alpha)
    case .gradient(let gradient): drawGradient(gradient, node)
    case .text(let text): drawText(text, node, alpha)
    }
  }

  private mutating func drawShape(_ shape: RenderShape, _ node: RenderNode, _ alpha: UInt8) {
    let fill = shape.fill.withAlpha(scaled(shape.fill.alpha, by: alpha))
    canvas.fill(shape.path, transform: node.transform, rule: shape.rule, color: fill)
    let stroke = shape.stroke.withAlpha(scaled(shape.stroke.alpha, by: alpha))
    canvas.stroke(shape.path, style: shape.style, transform: node.transform, color: stroke)
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
    // Upright parts meet at whole pixels: edges that are smoothed twice would let the background through.
    let isUpright = node.toDevice.keepsRectsUpright
    for row in 0..<3 {
      for column in 0..<3 {
        let (x, y) = (contents.columns.edges, contents.rows.edges)
        let part = Rect(
          x: x[column], y: y[row], width: x[column + 1] - x[column], height: y[row + 1] - y[row])
        if isUpright {
          canvas.setClip(own.intersection(part.applying(node.toDevice).roundedPixels))
          drawPart(contents, column, row, contents.target, node, alpha)
        } else {
          drawPart(contents, column, row, part, node, alpha)
        }
      }
    }
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
    if alpha == 255 && node.toDevice.keepsRectsUpright && box.enclosedPixels == box.enclosingPixels {
      canvas.fill(box.enclosedPixels, paint: .image(paint))
    } else {
      var outline = PathBuffer<8>()
      outline.addRect(target)
      canvas.fill(outline.span, transform: node.transform, paint: paint, opacity: alpha)
    }
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
