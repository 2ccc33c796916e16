import FixedRaster

// Stage: render. The data of a tile's composer, on the loop's thread or on another.

/// The render tree as a tile's composer reads it, with the layers that are visible. The arrays have the nodes' indices.
struct RenderScene: ~Escapable {
  let nodes: Span<RenderNode>
  /// Where projective layers lie: from their coordinates to device pixels.
  let homographies: Span<Homography>
  let contents: Span<RenderContents>
  let drawings: Span<RenderDrawing>
  let patterns: Span<Pattern?>
  let shadows: Span<RenderShadow>
  let coverages: Span<CachedCoverage>
  let surfaces: Span<OffscreenSurface>
  let planes: Span<RenderPlane>
  let planeRenderer: PlaneRenderer?
  /// Links of the layers that reach into the area that is drawn, and of no others.
  let visible: Span<VisibleNodes.Links>
  /// The layer that is drawn with those below it; none for nothing.
  let root: NodeIndex
  /// Where the coverage of shadows and the pixels of offscreen surfaces lie.
  let pool: BitmapPool
  /// Where the coverage of paths lies, and their polygons.
  let coveragePool: CoveragePool
  let polygonPool: PolygonPool

  @_lifetime(
    copy nodes, copy homographies, copy contents, copy drawings, copy patterns, copy shadows, copy coverages,
    copy surfaces, copy planes, copy visible)
  init(
    nodes: Span<RenderNode>, homographies: Span<Homography>, contents: Span<RenderContents>,
    drawings: Span<RenderDrawing>, patterns: Span<Pattern?>, shadows: Span<RenderShadow>,
    coverages: Span<CachedCoverage>, surfaces: Span<OffscreenSurface>, planes: Span<RenderPlane>,
    visible: Span<VisibleNodes.Links>, root: NodeIndex, _ planeRenderer: PlaneRenderer?, _ pool: BitmapPool,
    _ coveragePool: CoveragePool, _ polygonPool: PolygonPool
  ) {
    (self.nodes, self.homographies, self.contents) = (nodes, homographies, contents)
    (self.drawings, self.patterns, self.shadows) = (drawings, patterns, shadows)
    (self.coverages, self.surfaces, self.planes) = (coverages, surfaces, planes)
    (self.visible, self.root, self.planeRenderer) = (visible, root, planeRenderer)
    (self.pool, self.coveragePool, self.polygonPool) = (pool, coveragePool, polygonPool)
  }

  /// From a layer's coordinates to device pixels.
  ///
  /// - Parameter isUpright: as ``RenderNode/upright``.
  @inline(never)
  func mapping(of i: Int, isUpright: Bool = false) -> Mapping {
    if !nodes[i].isProjective { return .affine(isUpright ? nodes[i].uprightToDevice : nodes[i].toDevice) }
    return .projective(isUpright ? nodes[i].upright(homographies[i]) : homographies[i])
  }
}

/// A scene for threads that nobody checks the lifetime of: whoever makes one keeps the render tree as it is until all of
/// them are through.
struct UnownedScene {
  private let nodes: UnownedSpan<RenderNode>
  private let homographies: UnownedSpan<Homography>
  private let contents: UnownedSpan<RenderContents>
  private let drawings: UnownedSpan<RenderDrawing>
  private let patterns: UnownedSpan<Pattern?>
  private let shadows: UnownedSpan<RenderShadow>
  private let coverages: UnownedSpan<CachedCoverage>
  private let surfaces: UnownedSpan<OffscreenSurface>
  private let planes: UnownedSpan<RenderPlane>
  private let planeRenderer: PlaneRenderer?
  private let visible: UnownedSpan<VisibleNodes.Links>
  private let root: NodeIndex
  private let pool: BitmapPool
  private let coveragePool: CoveragePool
  private let polygonPool: PolygonPool

  @unsafe
  init(_ scene: borrowing RenderScene) {
    unsafe nodes = UnownedSpan(scene.nodes)
    unsafe homographies = UnownedSpan(scene.homographies)
    unsafe contents = UnownedSpan(scene.contents)
    unsafe drawings = UnownedSpan(scene.drawings)
    unsafe patterns = UnownedSpan(scene.patterns)
    unsafe shadows = UnownedSpan(scene.shadows)
    unsafe coverages = UnownedSpan(scene.coverages)
    unsafe surfaces = UnownedSpan(scene.surfaces)
    unsafe planes = UnownedSpan(scene.planes)
    unsafe visible = UnownedSpan(scene.visible)
    (root, planeRenderer) = (scene.root, scene.planeRenderer)
    (pool, coveragePool, polygonPool) = (scene.pool, scene.coveragePool, scene.polygonPool)
  }

  var scene: RenderScene {
    @_lifetime(borrow self)
    get {
      RenderScene(
        nodes: nodes.span, homographies: homographies.span, contents: contents.span, drawings: drawings.span,
        patterns: patterns.span, shadows: shadows.span, coverages: coverages.span, surfaces: surfaces.span,
        planes: planes.span, visible: visible.span, root: root, planeRenderer, pool, coveragePool, polygonPool)
    }
  }
}
