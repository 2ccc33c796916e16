@testable import FixedRaster

/// The exact projection of the plane z = 0.
struct TrueProjection {
  private let x, y, w: (Double, Double, Double)

  init(_ m: Transform3D) {
    func value(_ c: Coefficient) -> Double { Double(c.rawValue) / 4_294_967_296 }
    x = (value(m.m11), value(m.m21), value(m.m41))
    y = (value(m.m12), value(m.m22), value(m.m42))
    w = (value(m.m14), value(m.m24), value(m.m44))
  }

  func depth(_ p: Vec) -> Double { w.0 * p.x + w.1 * p.y + w.2 }
  func apply(_ p: Vec) -> Vec {
    1 / depth(p) * Vec(x.0 * p.x + x.1 * p.y + x.2, y.0 * p.x + y.1 * p.y + y.2)
  }

  /// The plane's place at a device place; `nil` beyond the horizon.
  func undo(_ q: Vec) -> Vec? {
    let (a, b, e) = (x.0 - q.x * w.0, x.1 - q.x * w.1, q.x * w.2 - x.2)
    let (c, d, f) = (y.0 - q.y * w.0, y.1 - q.y * w.1, q.y * w.2 - y.2)
    let p = 1 / (a * d - b * c) * Vec(e * d - b * f, a * f - e * c)
    return depth(p) > 0 ? p : nil
  }

  /// A polygon on the device, without what lies behind the viewer.
  func project(_ polygon: [Vec]) -> [Vec] {
    let near = cut(polygon) { depth($0) - 1e-5 }
    return near.map(apply)
  }
}

/// Sutherland and Hodgman's cut in floating point.
func cut(_ polygon: [Vec], _ distance: (Vec) -> Double) -> [Vec] {
  var kept: [Vec] = []
  for (i, to) in polygon.enumerated() {
    let from = polygon[(i + polygon.count - 1) % polygon.count]
    let (a, b) = (distance(from), distance(to))
    if (a >= 0) != (b >= 0) { kept.append(from + a / (a - b) * (to - from)) }
    if b >= 0 { kept.append(to) }
  }
  return kept
}

/// The signed area of polygons in each pixel, in 1/255: their coverage, where they overlap nowhere.
func areas(_ polygons: [[Vec]], width: Int, height: Int) -> [Double] {
  var areas = Array(repeating: 0.0, count: width * height)
  for polygon in polygons {
    for y in 0..<height {
      let row = cut(cut(polygon) { $0.y - Double(y) }) { Double(y + 1) - $0.y }
      for x in 0..<width {
        let piece = cut(cut(row) { $0.x - Double(x) }) { Double(x + 1) - $0.x }
        for (i, p) in piece.enumerated() { areas[y * width + x] += 127.5 * piece[(i + 1) % piece.count].cross(p) }
      }
    }
  }
  return areas.map(abs)
}

/// A path's polygons in its own plane, curves as very many chords.
func polygons(_ path: [PathElement], steps: Int = 96) -> [[Vec]] {
  var found: [[Vec]] = []
  func curve(_ points: [Vec], weight: Double = 1) {
    for i in 1...steps {
      let t = Double(i) / Double(steps)
      if points.count == 4 {
        found[found.count - 1].append(Bezier(points: points).point(t))
      } else {
        let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t) * weight, t * t)
        found[found.count - 1].append(1 / (a + b + c) * (a * points[0] + b * points[1] + c * points[2]))
      }
    }
  }
  for element in path {
    let last = found.last?.last ?? Vec(0, 0)
    switch element {
    case .move(let p): found.append([Vec(p)])
    case .line(let p): found[found.count - 1].append(Vec(p))
    case .quadratic(let c, let p): curve([last, Vec(c), Vec(p)])
    case .conic(let c, let p, let weight): curve([last, Vec(c), Vec(p)], weight: number(weight))
    case .cubic(let c, let d, let p): curve([last, Vec(c), Vec(d), Vec(p)])
    case .close: break
    }
  }
  return found
}

/// A square of 48 points about its middle in the middle of 48 × 40 pixels, turned, from 60 points away.
func projective(_ angle: Fixed, x: Fixed, y: Fixed, z: Fixed = 0) -> Transform3D {
  var distance = Transform3D()
  distance.m34 = -1 / 60
  return Transform3D(translationX: -24, y: -20, z: 0)
    .concatenating(Transform3D(rotationAngle: angle, x: x, y: y, z: z))
    .concatenating(distance).concatenating(Transform3D(translationX: 24, y: 20, z: 0))
}

/// Each kind of element, in two figures that overlap nowhere.
func sampleFigures() -> [PathElement] {
  [
    .move(Point(x: 4, y: 6)), .line(Point(x: 20, y: 2.5)),
    .cubic(control1: Point(x: 44, y: -8), control2: Point(x: 30, y: 18), end: Point(x: 42, y: 22)),
    .conic(control: Point(x: 40, y: 40), end: Point(x: 22, y: 37), weight: 0.7),
    .quadratic(control: Point(x: 10, y: 42), end: Point(x: 4, y: 30)), .close,
    .move(Point(x: 14, y: 14)), .conic(control: Point(x: 10, y: 24), end: Point(x: 18, y: 30), weight: 3),
    .line(Point(x: 28, y: 22)), .close,
  ]
}

/// What `draw` covers in white on black, 48 × 40 pixels.
func coverage(
  rows: Int? = nil, width: Int? = nil, _ draw: (inout Canvas) -> Void
) -> [Int] {
  let memory = TestMemory(ARGB8888.self, width: 48, height: 40, padding: 0)
  withCanvas(memory.surface, rows: rows, width: width) { draw(&$0) }
  return (0..<40).flatMap { y in (0..<48).map { Int(memory[$0, y] & 255) } }
}
