import FixedRaster

// Stage: offscreen. The memory of offscreen surfaces and backdrops.

/// Offscreen surfaces, by the nodes that show them: proxies and backdrops. A surface's data of its pixels is true while
/// the node's `hasBitmap` is set.
struct OffscreenSurfaces {
  private var surfaces: [OffscreenSurface] = []
  /// The nodes of the backdrops there are.
  private(set) var backdrops: [NodeIndex] = []
  private let pool: BitmapPool
  private let shadows: ShadowMaker

  /// - Parameter capacity: nodes.
  init(capacity: Int, _ pool: BitmapPool, _ shadows: ShadowMaker) {
    surfaces.reserveCapacity(capacity)
    backdrops.reserveCapacity(capacity)
    (self.pool, self.shadows) = (pool, shadows)
  }

  /// Has a place for the surface of one more node.
  mutating func addNode() { surfaces.append(OffscreenSurface()) }

  subscript(_ index: NodeIndex) -> OffscreenSurface {
    @inline(__always) _read { yield surfaces[index.offset] }
    @inline(__always) _modify { yield &surfaces[index.offset] }
  }

  var span: Span<OffscreenSurface> {
    @_lifetime(borrow self) get { surfaces.span }
  }

  /// Copies all surfaces: for tests.
  var copy: [OffscreenSurface] { surfaces }

  /// Forgets the surface of a proxy that goes.
  mutating func remove(_ i: NodeIndex) {
    dropBitmap(of: i)
    surfaces[i.offset] = OffscreenSurface()
  }

  /// Names a transition no longer: between two frames a layer may let go of it, and the picture may be drawn for
  /// another one.
  mutating func forget(_ transition: Transition) {
    for i in surfaces.indices where surfaces[i].transition === transition { surfaces[i].transition = nil }
  }

  mutating func addBackdrop(_ i: NodeIndex) { backdrops.append(i) }

  mutating func removeBackdrop(_ i: NodeIndex) {
    for k in backdrops.indices where backdrops[k] == i {
      backdrops.remove(at: k)
      break
    }
    remove(i)
  }

  /// Takes a copy of a surface's filters. Returns whether they are others than before.
  mutating func setFilters(_ filters: [Filter], of i: NodeIndex) -> Bool {
    if surfaces[i.offset].filters == filters { return false }
    // In memory of its own: a list that the layer has as well would be copied whenever the layer changes it.
    surfaces[i.offset].filters.removeAll(keepingCapacity: true)
    for filter in filters { surfaces[i.offset].filters.append(filter.withoutLists) }
    return true
  }

  /// Has pixels of a surface's plane drawn again.
  mutating func addDirty(_ area: PixelRect, of i: NodeIndex) {
    surfaces[i.offset].dirty = surfaces[i.offset].dirty.union(area)
  }

  /// Takes memory for the pixels of a surface's bounds, all of which are then to be drawn, unless it has it. Returns
  /// whether there is any.
  mutating func takeBitmap(of i: NodeIndex) -> Bool {
    if surfaces[i.offset].start != nil { return true }
    let bounds = surfaces[i.offset].bounds
    guard let start = pool.take(width: bounds.width, height: bounds.height, bytesPerPixel: 4) else { return false }
    surfaces[i.offset].start = start
    surfaces[i.offset].dirty = bounds
    return true
  }

  /// Gives the memory of a surface's pixels back.
  @inline(never)
  mutating func dropBitmap(of i: NodeIndex) {
    if let start = surfaces[i.offset].start {
      pool.release(start: start, byteCount: surfaces[i.offset].byteCount)
    }
    surfaces[i.offset].start = nil
  }

  /// The pixels of a surface, to be drawn to.
  func bitmap(of i: NodeIndex) -> Surface? {
    let bounds = surfaces[i.offset].bounds
    return surfaces[i.offset].start.map { pool.surface(at: $0, bounds: bounds) }
  }

  /// Returns the pixels of a surface's plane that its filters may draw to.
  @inline(never)
  func filteredBounds(of i: NodeIndex) -> PixelRect {
    var box = surfaces[i.offset].source
    for filter in surfaces[i.offset].filters { box = filter.reach(of: box, surfaces[i.offset].toPlane, shadows) }
    return box.intersection(OffscreenSurface.plane)
  }

  /// Applies a surface's filters to its pixels.
  ///
  /// - Parameter box: the layer's bounds, in its coordinates.
  mutating func applyFilters(to i: NodeIndex, _ box: Rect) {
    let surface = surfaces[i.offset]
    guard !surface.filters.isEmpty, let start = surface.start else { return }
    var run = FilterRun(pool, start: start, bounds: surface.bounds, transform: surface.toPlane, box: box)
    for filter in surface.filters { run.apply(filter, shadows) }
    run.finish()
    surfaces[i.offset].start = run.start
  }
}
