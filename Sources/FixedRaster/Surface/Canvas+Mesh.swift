// Stage: surface. Input: meshes and planes in space, a depth buffer. Output: pixels of a surface. What is drawn at a
// pixel depends on its place and on what was drawn there before: clip, bands and tiles change no byte.

extension Canvas {
  /// Draws a mesh in the colours of its vertices, in perspective.
  ///
  /// - Parameters:
  ///   - mesh: triangles on the device.
  ///   - opacity: 0...255, for all pixels.
  ///   - mode: how they are combined with what lies under them.
  ///   - depth: tested and written, if there is one; of the surface's extent.
  @export(interface)
  public mutating func draw(
    _ mesh: Mesh, opacity: UInt8 = 255, mode: BlendMode = .sourceOver, depth: DepthBuffer? = nil
  ) {
    if opacity == 0 && mode == .sourceOver || mode == .destination { return }
    eachTriangle(mesh, depth) { canvas, coverage, band in
      canvas.paint(coverage, band, coverage.shown.shader, opacity, mode)
    }
  }

  /// Draws an image on a mesh, in perspective, as its vertices' ``MeshVertex/u`` and ``MeshVertex/v`` say.
  @export(interface)
  public mutating func draw(
    _ mesh: Mesh, image: Image, sampling: ImageSampling = .bilinear, wrap: ImageWrap = .clamp, opacity: UInt8 = 255,
    mode: BlendMode = .sourceOver, depth: DepthBuffer? = nil
  ) {
    if opacity == 0 && mode == .sourceOver || mode == .destination || image.isEmpty { return }
    eachTriangle(mesh, depth) { canvas, coverage, band in
      let shader = ImageShader(image.levels, projection: coverage.shown.image, sampling: sampling, wrap: wrap)
      canvas.paint(coverage, band, shader, opacity, mode)
    }
  }

  /// Fills a mesh with a paint, which lies in the display's plane.
  @export(interface)
  public mutating func fill(
    _ mesh: Mesh, paint: Paint, opacity: UInt8 = 255, mode: BlendMode = .sourceOver, depth: DepthBuffer? = nil
  ) {
    if paint.drawsNothing || mode == .destination || mode == .sourceOver && (opacity == 0 || paint.isClear) { return }
    eachTriangle(mesh, depth) { canvas, coverage, band in canvas.paint(coverage, band, paint, opacity, mode) }
  }

  /// Draws an image in perspective, as ``draw(_:mapping:sampling:wrap:opacity:mode:)`` does,
  /// where it is in front.
  ///
  /// - Parameters:
  ///   - image: what is drawn.
  ///   - transform: from the image's plane, and the space about it, to device pixels; greater z is nearer.
  ///   - sampling: how pixels between those of the image are made.
  ///   - wrap: what lies beyond the image.
  ///   - opacity: 0...255, for all pixels.
  ///   - mode: how they are combined with what lies under them.
  ///   - depth: tested and written; of the surface's extent.
  @export(interface)
  public mutating func draw(
    _ image: Image, transform: Transform3D, sampling: ImageSampling = .bilinear, wrap: ImageWrap = .clamp,
    opacity: UInt8 = 255, mode: BlendMode = .sourceOver, depth: DepthBuffer
  ) {
    guard let plane = DepthPlane(transform) else { return }
    let shader = ImageShader(image.levels, Mapping(transform), sampling: sampling, wrap: wrap)
    let outline = ProjectedOutline(width: image.width, height: image.height, transform: transform)
    draw(outline, plane, depth, shader, opacity, mode)
  }

  /// Fills a rectangle of the plane z = 0 with a colour, in perspective, with smooth edges, where it is in front.
  @export(interface)
  public mutating func fill(
    _ rect: Rect, transform: Transform3D, color: Color, mode: BlendMode = .sourceOver, depth: DepthBuffer
  ) {
    guard let plane = DepthPlane(transform) else { return }
    draw(ProjectedOutline(rect, transform: transform), plane, depth, color, 255, mode)
  }
}

// MARK: - What is in front

extension Canvas {
  @inline(__always)
  private mutating func draw<Source: DrawingSource>(
    _ outline: ProjectedOutline, _ plane: DepthPlane, _ depth: DepthBuffer, _ source: Source, _ opacity: UInt8,
    _ mode: BlendMode
  ) {
    let (area, originX, originY) = (area(outline.bounds, depth), originX, originY)
    draw(area, source, opacity, mode) { _, accumulator in
      outline.add(to: &accumulator)
      return DepthTested(
        shown: AccumulatedShape(rule: .nonZero), plane: plane, depth: depth, originX: originX, originY: originY)
    }
  }

  /// The pixels that the surface and the buffer have in common, of `bounds`.
  private func area(_ bounds: PixelRect, _ depth: DepthBuffer?) -> PixelRect {
    guard let depth else { return bounds }
    let extent = PixelRect(width: depth.width, height: depth.height)
    return bounds.intersection(
      PixelRect(
        minX: originX, minY: originY, maxX: saturating32(Int64(originX) &+ Int64(extent.maxX)),
        maxY: saturating32(Int64(originY) &+ Int64(extent.maxY))))
  }

  /// Calls `body` with what each triangle covers of each band, and the band.
  @inline(__always)
  private mutating func eachTriangle(
    _ mesh: Mesh, _ depth: DepthBuffer?, _ body: (inout Canvas, DepthTested<MeshTriangle>, PixelRect) -> Void
  ) {
    eachBand(area(mesh.bounds, depth)) { canvas, band in
      for i in 0..<mesh.count where mesh[i].bounds.intersects(band) {
        let triangle = mesh[i]
        let coverage = DepthTested(
          shown: triangle, plane: triangle.depth, depth: depth, originX: canvas.originX, originY: canvas.originY)
        body(&canvas, coverage, band)
      }
    }
  }
}

/// Coverage that is tested against a depth buffer, if there is one. The test comes after the clip: what is clipped away
/// leaves no depth.
private struct DepthTested<Coverage: BandCoverage>: BandCoverage {
  let shown: Coverage
  let plane: DepthPlane
  let depth: DepthBuffer?
  /// The device pixel that the buffer begins with.
  let originX, originY: Int32

  static var isAccumulated: Bool { Coverage.isAccumulated }

  @inline(__always)
  func sweep<Sink: SpanSink>(
    _ band: PixelRect, _ accumulator: inout CoverageAccumulator, into sink: inout Sink
  ) {
    shown.sweep(band, &accumulator, into: &sink)
  }

  @inline(__always)
  func cover<Painter: SpanSink>(_ band: PixelRect, _ painter: inout Painter, on canvas: inout Canvas) {
    var painter = DepthPainter(painter, plane, depth, band, originX: originX, originY: originY)
    canvas.cover(shown, band, &painter)
  }
}
