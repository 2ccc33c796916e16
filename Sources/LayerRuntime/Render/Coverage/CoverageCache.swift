import FixedRaster

// Stage: render. Input: outlines and shapes that did not change since they were last shown. Output: their coverage, cached
// in a pool, so that the many tiles a path reaches need not each find it again.
//
// A layer is drawn from its paths the first time it is shown after a change, and from their coverage from the second
// time on: a needle that turns in every frame costs nothing extra. A layer without room is drawn from its path.
//
// A shape that is drawn from its path in several tiles, as a chart is that changes in every frame, is flattened and
// stroked once before them, and its polygons are drawn in each.

/// The cached coverage of one layer's paths.
struct CachedCoverage {
  enum State: UInt8 {
    /// Not shown since the last change.
    case changed
    /// Shown in one frame, from the paths.
    case shown
    /// Cached, as far as there was room.
    case cached
  }

  var state = State.changed
  /// The frame in which it was first shown; meaningless while ``state`` is `changed`.
  var frame: UInt32 = 0
  /// From the layer to the device pixels of the coverage.
  var toDevice = AffineTransform.identity
  /// How many device pixels the layer has moved since.
  var x: Int32 = 0
  var y: Int32 = 0
  // Places in the coverage pool.
  var background = CoverageIndex.none
  var border = CoverageIndex.none
  var fill = CoverageIndex.none
  var stroke = CoverageIndex.none

  /// The device pixels for which there are polygons, of the area that is drawn now.
  var polygonArea = PixelRect.empty
  // Places in the polygon pool.
  var fillPolygons = PolygonIndex.none
  var strokePolygons = PolygonIndex.none
}

/// The coverage of layers' paths, by their nodes.
struct CoverageCache {
  private var coverages: [CachedCoverage] = []
  /// Counts the frames; wraps.
  private var frame: UInt32 = 0
  let pool: CoveragePool
  let polygons: PolygonPool

  /// - Parameter capacity: nodes.
  init(capacity: Int, _ pool: CoveragePool, _ polygons: PolygonPool) {
    coverages.reserveCapacity(capacity)
    (self.pool, self.polygons) = (pool, polygons)
  }

  /// Has a place for the coverage of one more node.
  mutating func addNode() { coverages.append(CachedCoverage()) }

  var span: Span<CachedCoverage> {
    @_lifetime(borrow self) get { coverages.span }
  }

  /// Lets go of the last frame's polygons; a path that was shown in it, unchanged, is cached when it is shown next.
  mutating func beginFrame() {
    frame &+= 1
    polygons.removeAll()
  }

  /// Caches the paths of visible layers that were shown in an earlier frame, and makes polygons of shapes that several
  /// tiles draw from their paths.
  mutating func prepare(_ visible: borrowing VisibleNodes, _ nodes: NodeStore, _ parts: PartStore) {
    let drawings = parts.drawingSpan
    let tile = TileSize(for: visible.area)
    for i in visible.nodes {
      if nodes[i].hasPaths { cache(i, nodes, drawings) }
      if nodes[i].hasDrawing { retainPolygons(i, nodes, drawings, visible.area, tile) }
    }
  }

  /// Notes that a layer is shown in this frame, and caches its paths' coverage if it was in an earlier one, unchanged.
  private mutating func cache(_ i: NodeIndex, _ nodes: NodeStore, _ drawings: Span<RenderDrawing>) {
    switch coverages[i.offset].state {
    case .changed:
      coverages[i.offset].state = .shown
      coverages[i.offset].toDevice = nodes[i].toDevice
      coverages[i.offset].frame = frame
    case .shown where coverages[i.offset].frame != frame:
      coverages[i.offset] = coverage(nodes[i], drawings[i.offset])
    case .shown, .cached: break
    }
  }

  private func coverage(_ node: RenderNode, _ drawing: RenderDrawing) -> CachedCoverage {
    var coverage = CachedCoverage(state: .cached, toDevice: node.toDevice)
    if node.background.alpha > 0 && !node.isPixelAligned {
      var outline = OutlineBuffer()
      node.outline.append(to: &outline)
      coverage.background = pool.add(outline.span, .affine(node.toDevice), .nonZero)
    }
    if node.border.alpha > 0 {
      var outline = OutlineBuffer()
      node.appendBorder(to: &outline)
      coverage.border = pool.add(outline.span, .affine(node.toDevice), .evenOdd)
    }
    if case .shape(let shape) = drawing {
      if shape.fill.alpha > 0 { coverage.fill = pool.add(shape.path.span, .affine(node.toDevice), shape.rule) }
      if shape.stroke.alpha > 0 { coverage.stroke = pool.add(shape.path.span, .affine(node.toDevice), shape.style) }
    }
    return coverage
  }

  /// Flattens and strokes a shape for all tiles of the damage that it reaches, if those are several and its coverage is not
  /// cached.
  private mutating func retainPolygons(
    _ i: NodeIndex, _ nodes: NodeStore, _ drawings: Span<RenderDrawing>, _ damage: PixelRect,
    _ tile: TileSize
  ) {
    (coverages[i.offset].fillPolygons, coverages[i.offset].strokePolygons) = (.none, .none)
    guard case .shape(let shape) = drawings[i.offset] else { return }
    let area = nodes[i].extent.intersection(damage)
    if tile.tiles(in: area) < 2 { return }
    let isFilled = shape.fill.alpha > 0 && coverages[i.offset].fill.isNone && shape.path.span.takesWork
    let isStroked = shape.stroke.alpha > 0 && coverages[i.offset].stroke.isNone
    if !isFilled && !isStroked { return }
    let mapping = nodes.mapping(of: i)
    coverages[i.offset].polygonArea = area
    if isFilled {
      coverages[i.offset].fillPolygons = polygons.add(shape.path.span, mapping, shape.rule, area)
    }
    if isStroked {
      coverages[i.offset].strokePolygons = polygons.add(shape.path.span, mapping, shape.style, area)
    }
  }

  /// Lets go of coverage that is no longer the layer's, and notes how far the layer has moved if it still is.
  ///
  /// - Parameters:
  ///   - node: as it is now; that of `nodes` is as it was.
  ///   - isSameDrawing: whether a shape has the same path as before, filled and stroked in the same way.
  mutating func refresh(_ i: NodeIndex, _ node: RenderNode, _ nodes: NodeStore, isSameDrawing: Bool) {
    if coverages[i.offset].state == .changed { return }
    if isSameDrawing && node.hasOutline(of: nodes[i]) { move(i, node.toDevice) } else { drop(i) }
  }

  /// Notes that a layer was moved by whole pixels, and nothing else.
  mutating func move(_ i: NodeIndex, _ place: AffineTransform) {
    if coverages[i.offset].state == .changed { return }
    guard let (x, y) = place.wholePixels(from: coverages[i.offset].toDevice), pool.reaches(coverages[i.offset], x, y)
    else {
      return drop(i)
    }
    (coverages[i.offset].x, coverages[i.offset].y) = (x, y)
  }

  /// Lets go of a layer's coverage.
  mutating func drop(_ i: NodeIndex) {
    pool.release(coverages[i.offset].background)
    pool.release(coverages[i.offset].border)
    pool.release(coverages[i.offset].fill)
    pool.release(coverages[i.offset].stroke)
    coverages[i.offset] = CachedCoverage()
  }
}

extension RenderNode {
  /// Whether the background and the border cover the same pixels as another's, if they lie in the same place.
  fileprivate func hasOutline(of other: RenderNode) -> Bool {
    outline == other.outline && borderWidth == other.borderWidth && isPixelAligned == other.isPixelAligned
      && isProjective == other.isProjective && (background.alpha > 0) == (other.background.alpha > 0)
      && (border.alpha > 0) == (other.border.alpha > 0)
  }

  /// Appends the area between the bounds and the border's inner edge, to be filled by the even-odd rule.
  func appendBorder(to path: inout OutlineBuffer) {
    outline.append(to: &path)
    // A border wider than half the layer leaves no middle.
    if borderWidth + borderWidth < bounds.width && borderWidth + borderWidth < bounds.height {
      outline.inset(by: borderWidth).append(to: &path)
    }
  }
}

extension Span where Element == PathElement {
  /// Whether flattening takes more work than to look at its result: not of a needle or an arrow.
  fileprivate var takesWork: Bool {
    if count >= 12 { return true }
    for i in indices {
      switch self[i] {
      case .move, .line, .close: break
      case .quadratic, .cubic, .conic: return true
      }
    }
    return false
  }
}
