// Stage: mesh. Input: three vertices and a transform. Output: spans of the pixels whose centres the triangle covers,
// and what it shows there.
//
// Corners are rounded to 1/256 pixel; from there on, which pixels a triangle covers is exact. A centre on an edge
// belongs to the triangle to the right of it or, if the edge is level, below: triangles that share an edge share no
// pixel along it and leave none out. The edges' crossings of a row of centres are found from the upper end to the lower
// one, whichever way a triangle goes around, so both find the same.

/// A triangle of a mesh, cut to what lies before the viewer within ±8192 pixels, ready to be drawn.
struct MeshTriangle {
  /// The pixels it spans.
  let bounds: PixelRect
  private var corners = InlineArray<8, SubpixelPoint>(repeating: SubpixelPoint(x: .zero, y: .zero))
  private let count: Int
  let depth: DepthPlane
  /// The image's place, the parts of the second and the third vertex, and one, each over w.
  private let u, v, second, third, one: ProjectionRow
  /// Colours of the vertices, premultiplied.
  private let colors: (UInt32, UInt32, UInt32)

  /// `nil` where nothing of it is seen.
  init?(_ a: MeshVertex, _ b: MeshVertex, _ c: MeshVertex, _ transform: Transform3D) {
    let (p, q, r) = (ProjectedVertex(a, transform), ProjectedVertex(b, transform), ProjectedVertex(c, transform))
    guard let plane = ProjectedPlane(p.place, q.place, r.place) else { return nil }
    let outline = ProjectedOutline(p.place, q.place, r.place)
    count = outline.count
    bounds = outline.bounds
    if count == 0 { return nil }
    depth = DepthPlane(plane.quotient(p.z, q.z, r.z))
    u = plane.row(Coefficient(a.u), Coefficient(b.u), Coefficient(c.u))
    v = plane.row(Coefficient(a.v), Coefficient(b.v), Coefficient(c.v))
    (second, third, one) = (plane.row(0, 1, 0), plane.row(0, 0, 1), plane.row(1, 1, 1))
    colors = (a.color.premultiplied.argb, b.color.premultiplied.argb, c.color.premultiplied.argb)
    for k in 0..<count { corners[k] = outline.corner(k) }
  }

  /// Which place of the image each pixel shows.
  var image: ImageProjection { ImageProjection(u: u, v: v, w: one) }

  var shader: MeshColors {
    MeshColors(colors, parts: ImageProjection(u: second, v: third, w: one))
  }

  /// Emits the pixels within `band`, whose corner is the sink's (0, 0).
  func sweep<Sink: SpanSink>(_ band: PixelRect, into sink: inout Sink) {
    let area = bounds.intersection(band)
    var y = area.minY
    while y < area.maxY {
      var crossings = InlineArray<8, Int32>(repeating: 0)
      let found = cross(y, &crossings)
      var k = 0
      while k &+ 1 < found {
        let (left, right) = (Swift.max(crossings[k], area.minX), Swift.min(crossings[k &+ 1], area.maxX))
        if left < right {
          sink.span(
            x: Int(left &- band.minX), y: Int(y &- band.minY), count: Int(right &- left), coverage: 255)
        }
        k &+= 2
      }
      y &+= 1
    }
  }

  /// Where the edges cross the row of centres: the first pixel right of each, in order. Returns how many there are.
  private func cross(_ y: Int32, _ crossings: inout InlineArray<8, Int32>) -> Int {
    let center = Int64(y) &* 256 &+ 128
    var found = 0
    for k in 0..<count {
      guard let x = crossing(corners[k], corners[k &+ 1 == count ? 0 : k &+ 1], center) else { continue }
      var place = found
      while place > 0 && crossings[place &- 1] > x {
        crossings[place] = crossings[place &- 1]
        place &-= 1
      }
      crossings[place] = x
      found &+= 1
    }
    return found
  }

  /// The first pixel whose centre lies on the edge or right of it, at a height in 1/256 pixel; `nil` where the edge
  /// does not cross it. An edge has its upper end, not its lower one.
  private func crossing(_ p: SubpixelPoint, _ q: SubpixelPoint, _ center: Int64) -> Int32? {
    let (upper, lower) = p.y.rawValue <= q.y.rawValue ? (p, q) : (q, p)
    let (top, bottom) = (Int64(upper.y.rawValue), Int64(lower.y.rawValue))
    if center < top || center >= bottom { return nil }
    let (dx, dy) = (Int64(lower.x.rawValue) &- Int64(upper.x.rawValue), bottom &- top)
    // x·256 + 128 ≥ upper.x + dx·(center − top)/dy. All below 2^22 each: 2^45.
    let above = dx &* (center &- top) &+ (Int64(upper.x.rawValue) &- 128) &* dy
    let step = dy &* 256
    let quotient = above / step
    return Int32(truncatingIfNeeded: above > quotient &* step ? quotient &+ 1 : quotient)
  }
}
