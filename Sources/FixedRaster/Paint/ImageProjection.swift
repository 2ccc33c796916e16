// Stage: paint. Input: a transform of space. Output: which place of an image in its plane z = 0 each device pixel
// shows, seen in perspective, and the polygon that the image's rectangle becomes.

/// The inverse of the plane's projection: (u, v) = (U/W, V/W), where U, V and W are linear in x and y.
///
/// The three are evaluated exactly at each pixel, from coefficients of 61 bits, and divided pixel by pixel. The
/// quotient's relative error is below 2⁻²⁹: 1/65536 of a pixel in an image of 8192.
struct ImageProjection {
  private let u, v, w: ProjectionRow
  /// Binary exponents of U/W and V/W.
  private let uExponent, vExponent: Int64
  /// From the plane's places to the image's; the same without.
  var stretch: ImageStretch?

  @_optimize(size)
  init(u: ProjectionRow, v: ProjectionRow, w: ProjectionRow) {
    (self.u, self.v, self.w) = (u, v, w)
    (uExponent, vExponent) = (u.exponent &- w.exponent, v.exponent &- w.exponent)
  }

  /// `nil` where the plane is seen from its edge, or not at all.
  @_optimize(size)
  init?(_ transform: Transform3D) {
    guard let plane = ProjectedPlane(transform) else { return nil }
    self.init(u: plane.row(1, 0, 0), v: plane.row(0, 1, 0), w: plane.row(0, 0, 1))
  }

  /// The image's place at the centre of device pixel (`x`, `y`), held to ±2^29 pixels; `nil` beyond the horizon.
  @inline(__always)
  func position(_ x: Int32, _ y: Int32) -> ImagePosition? {
    guard let divisor = ProjectionDivisor(w.value(x, y)) else { return nil }
    let place = ImagePosition(
      u: divisor.quotient(u.value(x, y), uExponent), v: divisor.quotient(v.value(x, y), vExponent))
    return stretch?.place(place) ?? place
  }

  /// Calls the inlined function once, so that its code exists once.
  @inline(never)
  func place(_ x: Int32, _ y: Int32) -> ImagePosition? { position(x, y) }

  /// How much the image is shrunk about a pixel, as a level; the highest at the horizon.
  func level(_ x: Int32, _ y: Int32) -> Int {
    guard let here = place(x, y), let right = place(x &+ 1, y), let below = place(x, y &+ 1) else {
      return .max
    }
    return imageLevel(
      ImagePosition(u: right.u &- here.u, v: right.v &- here.v),
      ImagePosition(u: below.u &- here.u, v: below.v &- here.v))
  }
}

// MARK: - The image's outline

/// The corners of a rectangle in the plane z = 0, projected and cut to the part before the viewer within ±8192 pixels.
struct ProjectedOutline {
  private var points = InlineArray<8, HomogeneousPoint>(repeating: HomogeneousPoint(x: .zero, y: .zero, w: .zero))
  /// 0 where nothing is seen, else 3...8.
  private(set) var count = 0

  /// Nothing.
  @_optimize(size)
  init() {}

  /// The rectangle from the origin to (`width`, `height`) in pixels.
  @_optimize(size)
  init(width: Int, height: Int, transform: Transform3D) {
    self.init(minX: 0, minY: 0, maxX: Coefficient(width), maxY: Coefficient(height), transform)
  }

  @_optimize(size)
  init(minX: Coefficient, minY: Coefficient, maxX: Coefficient, maxY: Coefficient, _ transform: Transform3D) {
    var cut = ViewCut()
    add(HomogeneousPoint(x: minX, y: minY, transform), &cut)
    add(HomogeneousPoint(x: maxX, y: minY, transform), &cut)
    add(HomogeneousPoint(x: maxX, y: maxY, transform), &cut)
    add(HomogeneousPoint(x: minX, y: maxY, transform), &cut)
    cut.close { keep($0) }
    if count < 3 { count = 0 }
  }

  private mutating func add(_ corner: HomogeneousPoint, _ cut: inout ViewCut) { cut.add(corner) { keep($0) } }

  /// Each cut of a convex polygon adds one corner at the most: eight after four.
  private mutating func keep(_ point: HomogeneousPoint) {
    if count == 8 { return }
    points[count] = point
    count &+= 1
  }

  /// The pixels the outline spans.
  var bounds: PixelRect {
    var box = PixelRect.empty
    for k in 0..<count {
      let (x, y) = (corner(k).x.rawValue &>> 8, corner(k).y.rawValue &>> 8)
      box = box.union(PixelRect(minX: x, minY: y, maxX: x &+ 1, maxY: y &+ 1))
    }
    return box
  }

  func add(to polygon: inout some PolygonSink & ~Copyable) {
    if count == 0 { return }
    polygon.move(to: corner(0))
    for k in 1..<count { polygon.line(to: corner(k)) }
    polygon.line(to: corner(0))
  }

  subscript(_ index: Int) -> HomogeneousPoint { points[index] }

  /// Rounded to 1/256 pixel.
  func corner(_ index: Int) -> SubpixelPoint { points[index].devicePoint.subpixel }
}
