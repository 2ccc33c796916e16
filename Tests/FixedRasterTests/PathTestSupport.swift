import Glibc
import TestSupport

@testable import FixedRaster

/// A place or a vector in floating point, for reference.
struct Vec: Equatable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
  init(_ p: Point) { self.init(Double(p.x.rawValue) / 65536, Double(p.y.rawValue) / 65536) }
  init(_ p: SubpixelPoint) { self.init(Double(p.x.rawValue) / 256, Double(p.y.rawValue) / 256) }

  static func + (a: Vec, b: Vec) -> Vec { Vec(a.x + b.x, a.y + b.y) }
  static func - (a: Vec, b: Vec) -> Vec { Vec(a.x - b.x, a.y - b.y) }
  static func * (a: Double, b: Vec) -> Vec { Vec(a * b.x, a * b.y) }
  func dot(_ b: Vec) -> Double { x * b.x + y * b.y }
  func cross(_ b: Vec) -> Double { x * b.y - y * b.x }
  var length: Double { (x * x + y * y).squareRoot() }
  var unit: Vec { 1 / length * self }
  /// Left of a direction as seen on the display.
  var turnedLeft: Vec { Vec(y, -x) }

  func distance(toSegment a: Vec, _ b: Vec) -> Double {
    let d = b - a
    let t = d == Vec(0, 0) ? 0 : Swift.max(0, Swift.min(1, (self - a).dot(d) / d.dot(d)))
    return (self - (a + t * d)).length
  }
}

/// The exact transform.
struct Matrix {
  var a, b, c, d, tx, ty: Double

  init(_ t: AffineTransform) {
    func value(_ c: Coefficient) -> Double { Double(c.rawValue) / 4_294_967_296 }
    (a, b, c, d) = (value(t.a), value(t.b), value(t.c), value(t.d))
    (tx, ty) = (value(t.tx), value(t.ty))
  }

  func apply(_ p: Vec) -> Vec { Vec(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty) }
  func linear(_ p: Vec) -> Vec { Vec(a * p.x + c * p.y, b * p.x + d * p.y) }
  func undo(_ p: Vec) -> Vec {
    let (x, y, det) = (p.x - tx, p.y - ty, a * d - b * c)
    return Vec((d * x - c * y) / det, (a * y - b * x) / det)
  }
}

/// A Bézier curve in floating point, evaluated by its definition.
struct Bezier {
  var points: [Vec]

  func point(_ t: Double) -> Vec {
    // Bernstein's form, written out: this is what tests spend their time on.
    let (u, n) = (1 - t, points.count - 1)
    if n == 3 {
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      return Vec(
        a * points[0].x + b * points[1].x + c * points[2].x + d * points[3].x,
        a * points[0].y + b * points[1].y + c * points[2].y + d * points[3].y)
    }
    let (a, b, c) = (u * u, 2 * u * t, t * t)
    return Vec(
      a * points[0].x + b * points[1].x + c * points[2].x, a * points[0].y + b * points[1].y + c * points[2].y)
  }

  /// The least distance to the curve: the best of equal steps, refined.
  func distance(to q: Vec, steps: Int = 200) -> Double {
    let coarse = (0...steps).map { (point(Double($0) / Double(steps)) - q).length }
    var best = Double.infinity
    for i in 0...steps
    where (i == 0 || coarse[i] <= coarse[i - 1]) && (i == steps || coarse[i] <= coarse[i + 1]) {
      var low = Double(max(i - 1, 0)) / Double(steps)
      var high = Double(min(i + 1, steps)) / Double(steps)
      for _ in 0..<50 {
        let (a, b) = (low + (high - low) / 3, high - (high - low) / 3)
        if (point(a) - q).length < (point(b) - q).length { high = b } else { low = a }
      }
      best = min(best, (point((low + high) / 2) - q).length)
    }
    return best
  }
}

/// A conic in floating point, evaluated by its definition.
struct Conic {
  var start: Vec
  var control: Vec
  var end: Vec
  var weight: Double

  func point(_ t: Double) -> Vec {
    let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t) * weight, t * t)
    return 1 / (a + b + c) * (a * start + b * control + c * end)
  }
}

/// Keeps the polygons it is handed.
struct PolygonRecorder: PolygonSink {
  var polygons: [[SubpixelPoint]] = []

  mutating func move(to point: SubpixelPoint) { polygons.append([point]) }
  mutating func line(to point: SubpixelPoint) {
    precondition(!polygons.isEmpty)
    polygons[polygons.count - 1].append(point)
  }

  var pointCount: Int { polygons.reduce(0) { $0 + $1.count } }

  /// How often the polygons wind around a place, clockwise on the display; 0 rays meet a vertex if y is no multiple of
  /// 1/256.
  func winding(_ p: Vec) -> Int {
    var sum = 0
    for polygon in polygons {
      var a = Vec(polygon[polygon.count - 1])
      for point in polygon {
        let b = Vec(point)
        if (a.y <= p.y) != (b.y <= p.y) {
          let x = a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)
          if x > p.x { sum += b.y > a.y ? 1 : -1 }
        }
        a = b
      }
    }
    return sum
  }

  /// The sum of the polygons' areas in pixels, positive where they run clockwise on the display.
  var area: Double {
    polygons.reduce(0) { sum, polygon in
      var (twice, a) = (0.0, Vec(polygon[polygon.count - 1]))
      for point in polygon {
        twice += a.cross(Vec(point))
        a = Vec(point)
      }
      return sum + twice / 2
    }
  }
}

/// Keeps a path's elements.
struct PathRecorder: PathSink {
  var elements: [PathElement] = []

  mutating func move(to point: Point) { elements.append(.move(point)) }
  mutating func addLine(to point: Point) { elements.append(.line(point)) }
  mutating func addQuadCurve(to end: Point, control: Point) { elements.append(.quadratic(control: control, end: end)) }
  mutating func addCurve(to end: Point, control1: Point, control2: Point) {
    elements.append(.cubic(control1: control1, control2: control2, end: end))
  }
  mutating func addConic(to end: Point, control: Point, weight: Fixed) {
    elements.append(.conic(control: control, end: end, weight: weight))
  }
  mutating func closeSubpath() { elements.append(.close) }
}

func flattened(
  _ path: [PathElement], _ transform: AffineTransform = .identity, clip: PixelRect = .unbounded
) -> PolygonRecorder {
  var recorder = PolygonRecorder()
  flatten(path.span, mapping: Mapping(transform), clip: clip, into: &recorder)
  return recorder
}

func stroked(
  _ path: [PathElement], _ style: StrokeStyle, _ transform: AffineTransform = .identity, clip: PixelRect = .unbounded
) -> PolygonRecorder {
  var recorder = PolygonRecorder()
  stroke(path.span, style: style, mapping: Mapping(transform), clip: clip, into: &recorder)
  return recorder
}

extension Fixed {
  init(nearest value: Double) { self.init(rawValue: Int32(clamping: Int64((value * 65536).rounded()))) }
}

extension Coefficient {
  init(nearest value: Double) { self.init(rawValue: Int64((value * 4_294_967_296).rounded())) }
}

extension Point {
  init(_ x: Double, _ y: Double) { self.init(x: Fixed(nearest: x), y: Fixed(nearest: y)) }
}

extension SplitMix {
  mutating func real(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
  mutating func point(_ extent: Double) -> Point { Point(real(-extent...extent), real(-extent...extent)) }
  /// Anything at all, often at the very ends.
  mutating func extreme() -> Point {
    func raw(_ bits: UInt64) -> Fixed {
      switch bits & 7 {
      case 0: .max
      case 1: .min
      case 2: 0
      default: Fixed(rawValue: Int32(truncatingIfNeeded: bits >> 8))
      }
    }
    return Point(x: raw(next()), y: raw(next()))
  }
}
