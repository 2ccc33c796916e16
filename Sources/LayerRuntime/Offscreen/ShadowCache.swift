import FixedRaster

// Stage: offscreen. The memory of layers' shadows.

/// A shadow as the composer draws it.
struct RenderShadow {
  /// Where the coverage lies in the pool; `nil` for no shadow.
  var start: Int?
  /// Device pixels of the coverage, each a byte.
  var bounds = PixelRect.empty
  var color = Color.clear

  var byteCount: Int { bounds.width * bounds.height }
}

/// Shadows, by the nodes of the layers that throw them, and their sources.
struct ShadowCache {
  private var shadows: [RenderShadow] = []
  /// Keep their memory alive.
  private var shapes: [ShadowShape?] = []
  private let pool: BitmapPool
  let maker: ShadowMaker

  /// - Parameter capacity: nodes.
  init(capacity: Int, _ pool: BitmapPool, _ maker: ShadowMaker) {
    shadows.reserveCapacity(capacity)
    shapes.reserveCapacity(capacity)
    (self.pool, self.maker) = (pool, maker)
  }

  /// Has a place for the shadow of one more node.
  mutating func addNode() {
    shadows.append(RenderShadow())
    shapes.append(nil)
  }

  subscript(_ i: NodeIndex) -> RenderShadow { shadows[i.offset] }

  var span: Span<RenderShadow> {
    @_lifetime(borrow self) get { shadows.span }
  }

  /// Copies the sources of all shadows: for tests.
  var copyOfShapes: [ShadowShape?] { shapes }

  /// The source of a layer's shadow; `nil` for no shadow.
  func shape(of i: NodeIndex) -> ShadowShape? { shapes[i.offset] }

  /// The coverage of a shadow, to be drawn to.
  func mask(of i: NodeIndex) -> Mask? {
    let bounds = shadows[i.offset].bounds
    return shadows[i.offset].start.map { pool.mask(at: $0, bounds: bounds) }
  }

  /// Sets the source and the colour of a layer's shadow. ``move(_:to:holding:)`` or ``take(_:_:)`` has found its place.
  mutating func set(_ shape: ShadowShape, _ color: Color, of i: NodeIndex) {
    shapes[i.offset] = shape
    shadows[i.offset].color = color
  }

  /// Moves a shadow to where its shape is now, if that is all the difference. Returns false where the coverage has to be
  /// drawn again.
  ///
  /// - Parameter needed: device pixels that the coverage has to hold.
  mutating func move(_ i: NodeIndex, to shape: ShadowShape, holding needed: PixelRect) -> Bool {
    if shadows[i.offset].start == nil { return false }
    guard let distance = shapes[i.offset].flatMap(shape.distance(from:)) else { return false }
    let moved = shadows[i.offset].bounds.offsetBy(distance)
    if !moved.contains(needed) { return false }
    shadows[i.offset].bounds = moved
    return true
  }

  /// Takes memory for coverage that is yet to be drawn. Returns whether there is any.
  mutating func take(_ i: NodeIndex, _ bounds: PixelRect) -> Bool {
    drop(i)
    if bounds.isEmpty { return false }
    guard let start = pool.take(width: bounds.width, height: bounds.height, bytesPerPixel: 1) else { return false }
    (shadows[i.offset].start, shadows[i.offset].bounds) = (start, bounds)
    return true
  }

  /// Gives a shadow's memory back.
  mutating func drop(_ i: NodeIndex) {
    // Most layers have none, and a shape is only there with its coverage.
    guard let start = shadows[i.offset].start else { return }
    pool.release(start: start, byteCount: shadows[i.offset].byteCount)
    shadows[i.offset] = RenderShadow()
    shapes[i.offset] = nil
  }
}
