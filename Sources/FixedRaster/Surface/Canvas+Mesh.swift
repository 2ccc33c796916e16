// Stage: surface. Input: meshes and planes in space, a depth buffer. Output: pixels of a surface. What is drawn at a
// pixel depends on its place and on what was drawn there before: clip, bands and tiles change no byte.

extension Canvas {
  /// Draws a mesh in the colours of its vertices, in perspective.
  ///
  /// - Parameters:
  ///   - mesh: triangles on the device.
  ///   - opacity: 0...255, for all pixels.
  ///   - depth: tested and written, if there is one; of the surface's extent.
  public mutating func draw(_ mesh: Mesh, opacity: UInt8 = 255, depth: DepthBuffer? = nil) {
    if opacity == 0 { return }
    eachTriangle(mesh, depth) { canvas, triangle, band in
      let painter = canvas.painter(triangle.source, band, opacity)
      canvas.sweep(triangle, band, painter, depth)
    }
  }

  /// Draws an image on a mesh, in perspective, as its vertices' ``MeshVertex/u`` and ``MeshVertex/v`` say.
  public mutating func draw(
    _ mesh: Mesh, image: Image, sampling: ImageSampling = .bilinear, wrap: ImageWrap = .clamp, opacity: UInt8 = 255,
    depth: DepthBuffer? = nil
  ) {
    if opacity == 0 || image.isEmpty { return }
    eachTriangle(mesh, depth) { canvas, triangle, band in
      let source = ImageSource(image.levels, projection: triangle.image, sampling: sampling, wrap: wrap)
      let painter = canvas.painter(source, band, opacity)
      canvas.sweep(triangle, band, painter, depth)
    }
  }

  /// Fills a mesh with a paint, which lies in the display's plane.
  public mutating func fill(_ mesh: Mesh, paint: Paint, depth: DepthBuffer? = nil) {
    if paint.isEmpty { return }
    eachTriangle(mesh, depth) { canvas, triangle, band in
      switch paint {
      case .color(let color): canvas.sweep(triangle, band, canvas.painter(color, band), depth)
      case .linear(let gradient): canvas.sweep(triangle, band, canvas.painter(.linear(gradient), band), depth)
      case .radial(let gradient): canvas.sweep(triangle, band, canvas.painter(.radial(gradient), band), depth)
      case .conic(let gradient): canvas.sweep(triangle, band, canvas.painter(.conic(gradient), band), depth)
      case .image(let image): canvas.sweep(triangle, band, canvas.painter(image.source, band, 255), depth)
      }
    }
  }

  /// Draws an image in perspective, as ``draw(_:transform:sampling:wrap:opacity:)-(_,Transform3D,_,_,_)`` does, where
  /// it is in front.
  ///
  /// - Parameters:
  ///   - image: what is drawn.
  ///   - transform: from the image's plane, and the space about it, to device pixels; greater z is nearer.
  ///   - sampling: how pixels between those of the image are made.
  ///   - wrap: what lies beyond the image.
  ///   - opacity: 0...255, for all pixels.
  ///   - depth: tested and written; of the surface's extent.
  public mutating func draw(
    _ image: Image, transform: Transform3D, sampling: ImageSampling = .bilinear, wrap: ImageWrap = .clamp,
    opacity: UInt8 = 255, depth: DepthBuffer
  ) {
    let source = ImageSource(image.levels, transform: transform, sampling: sampling, wrap: wrap)
    guard opacity > 0, !source.isEmpty, let plane = DepthPlane(transform) else { return }
    let outline = ProjectedOutline(width: image.width, height: image.height, transform: transform)
    sweep(outline, plane, depth) { canvas, band in canvas.painter(source, band, opacity) }
  }

  /// Fills a rectangle of the plane z = 0 with a colour, in perspective, with smooth edges, where it is in front.
  public mutating func fill(_ rect: Rect, transform: Transform3D, color: Color, depth: DepthBuffer) {
    guard color.alpha > 0, let plane = DepthPlane(transform) else { return }
    let outline = ProjectedOutline(rect, transform: transform)
    sweep(outline, plane, depth) { canvas, band in canvas.painter(color, band) }
  }
}

// MARK: - Painters

extension Canvas {
  /// The pixels that the surface and the buffer have in common, of `bounds`.
  private func area(_ bounds: PixelRect, _ depth: DepthBuffer?) -> PixelRect {
    guard let depth else { return bounds }
    let extent = PixelRect(width: depth.width, height: depth.height)
    return bounds.intersection(
      PixelRect(
        minX: originX, minY: originY, maxX: saturating32(Int64(originX) &+ Int64(extent.maxX)),
        maxY: saturating32(Int64(originY) &+ Int64(extent.maxY))))
  }

  @inline(__always)
  private mutating func eachTriangle(
    _ mesh: Mesh, _ depth: DepthBuffer?, _ body: (inout Canvas, MeshTriangle, PixelRect) -> Void
  ) {
    eachBand(area(mesh.bounds, depth)) { canvas, band in
      for i in 0..<mesh.count where mesh[i].bounds.intersects(band) { body(&canvas, mesh[i], band) }
    }
  }

  private mutating func sweep<Painter: CoverageConsumer>(
    _ triangle: MeshTriangle, _ band: PixelRect, _ painter: Painter, _ depth: DepthBuffer?
  ) {
    var painter = DepthPainter(painter, triangle.depth, depth, band, originX: originX, originY: originY)
    cover(triangle, band, &painter)
  }

  @inline(__always)
  private mutating func sweep<Painter: CoverageConsumer>(
    _ outline: ProjectedOutline, _ plane: DepthPlane, _ depth: DepthBuffer,
    _ painter: (inout Canvas, PixelRect) -> Painter
  ) {
    eachBand(area(outline.bounds, depth)) { canvas, band in
      outline.add(to: &canvas.accumulator)
      var painter = DepthPainter(
        painter(&canvas, band), plane, depth, band, originX: canvas.originX, originY: canvas.originY)
      canvas.cover(AccumulatedShape(rule: .nonZero), band, &painter)
    }
  }
}
