import Glibc
import TestSupport

@testable import FixedRaster

/// A stroke by its definition, in floating point: a place is inside if one of the parts it is made of holds it. The
/// parts are those of SVG 2, 13.5, in the path's own space: a rectangle for each straight piece, corners, caps.
struct StrokeReference {
  private enum Part {
    case rectangle(from: Vec, to: Vec)
    case sector(center: Vec, from: Vec, to: Vec)
    case polygon([Vec])
    case circle(Vec)
  }

  private var parts: [Part] = []
  private let half: Double
  private let style: StrokeStyle
  private let matrix: Matrix

  /// A straight piece or a densely divided curve; its corners are those of `style` only at the ends.
  typealias Piece = [Vec]

  init(_ path: [PathElement], style: StrokeStyle, transform: AffineTransform) {
    half = Double(style.width.rawValue) / 131072
    self.style = style
    matrix = Matrix(transform)
    var subpaths: [ReferenceSubpath] = []
    var (pieces, start, current, isOpen): ([Piece], Vec, Vec, Bool) = ([], Vec(0, 0), Vec(0, 0), false)
    // Close to the ends too, where the pieces' directions are those of caps and corners.
    let count = style.isWhole ? 160 : 300
    let steps = [0, 1e-5] + (1...count - 1).map { Double($0) / Double(count) } + [1 - 1e-5, 1]
    func curve(_ points: [Vec]) -> Piece {
      let bezier = Bezier(points: points)
      return steps.map { bezier.point($0) }
    }
    for element in path {
      switch element {
      case .move(let p):
        if isOpen { subpaths.append(ReferenceSubpath(pieces: pieces, isClosed: false, start: start)) }
        (pieces, isOpen, start, current) = ([], false, Vec(p), Vec(p))
      case .line(let p):
        pieces.append([current, Vec(p)])
        current = Vec(p)
        isOpen = true
      case .quadratic(let c, let p):
        pieces.append(curve([current, Vec(c), Vec(p)]))
        current = Vec(p)
        isOpen = true
      case .cubic(let c1, let c2, let p):
        pieces.append(curve([current, Vec(c1), Vec(c2), Vec(p)]))
        current = Vec(p)
        isOpen = true
      case .conic(let c, let p, let weight):
        let conic = Conic(
          start: current, control: Vec(c), end: Vec(p), weight: max(0, Double(weight.rawValue) / 65536))
        pieces.append(steps.map { conic.point($0) })
        current = Vec(p)
        isOpen = true
      case .close:
        pieces.append([current, start])
        subpaths.append(ReferenceSubpath(pieces: pieces, isClosed: true, start: start))
        (pieces, isOpen, current) = ([], false, start)
      }
    }
    if isOpen { subpaths.append(ReferenceSubpath(pieces: pieces, isClosed: false, start: start)) }
    for subpath in style.isWhole ? subpaths : dashed(subpaths, style) {
      add(subpath.pieces, isClosed: subpath.isClosed, at: subpath.start, along: subpath.direction)
    }
  }

  private mutating func add(_ all: [Piece], isClosed: Bool, at start: Vec, along direction: Vec?) {
    let pieces = all.map { piece in
      piece.dropFirst().reduce(into: [piece[0]]) { if ($1 - $0[$0.count - 1]).length > 1e-6 { $0.append($1) } }
    }.filter { $0.count > 1 }
    if pieces.isEmpty {
      if let direction {
        cap(at: start, towards: direction)
        cap(at: start, towards: -1 * direction)
      } else {
        dot(at: start)
      }
      return
    }
    for piece in pieces {
      for i in 1..<piece.count {
        parts.append(.rectangle(from: piece[i - 1], to: piece[i]))
        if i > 1 { corner(piece[i - 2], piece[i - 1], piece[i], .round) }
      }
    }
    for i in 1..<pieces.count + (isClosed ? 1 : 0) where i > 0 {
      let (before, after) = (pieces[i - 1], pieces[i % pieces.count])
      corner(before[before.count - 2], after[0], after[1], style.join)
    }
    if !isClosed {
      let (first, last) = (pieces[0], pieces[pieces.count - 1])
      cap(at: first[0], towards: (first[0] - first[1]).unit)
      cap(at: last[last.count - 1], towards: (last[last.count - 1] - last[last.count - 2]).unit)
    }
  }

  private mutating func corner(_ a: Vec, _ p: Vec, _ b: Vec, _ join: LineJoin) {
    let (u, v) = ((p - a).unit, (b - p).unit)
    let side: Double = u.cross(v) >= 0 ? half : -half
    let (m, n) = (side * u.turnedLeft, side * v.turnedLeft)
    switch join {
    case .bevel: parts.append(.polygon([p, p + m, p + n]))
    case .round: parts.append(.sector(center: p, from: side > 0 ? m : n, to: side > 0 ? n : m))
    case .miter:
      let ratio = (2 / (1 + u.dot(v))).squareRoot()
      let limit = max(1, Double(style.miterLimit.rawValue) / 65536)
      let tip = p + 1 / (1 + u.dot(v)) * (m + n)
      parts.append(.polygon(ratio <= limit ? [p, p + m, tip, p + n] : [p, p + m, p + n]))
    }
  }

  private mutating func cap(at p: Vec, towards u: Vec) {
    switch style.cap {
    case .butt: break
    case .round: parts.append(.circle(p))
    case .square: parts.append(.rectangle(from: p, to: p + half * u))
    }
  }

  private mutating func dot(at p: Vec) {
    switch style.cap {
    case .butt: break
    case .round: parts.append(.circle(p))
    case .square: parts.append(.rectangle(from: p - Vec(half, 0), to: p + Vec(half, 0)))
    }
  }

  /// Whether the stroke covers a place on the device.
  func contains(_ place: Vec) -> Bool {
    let q = matrix.undo(place)
    return parts.contains { part in
      switch part {
      case .rectangle(let a, let b):
        let (d, r) = ((b - a), q - a)
        let along = r.dot(d)
        return along >= 0 && along <= d.dot(d) && abs(d.cross(r)) <= half * d.length
      case .circle(let p): return (q - p).length <= half
      case .sector(let p, let from, let to):
        let r = q - p
        return r.length <= half && from.cross(r) >= 0 && r.cross(to) >= 0
      case .polygon(let points):
        var (left, right) = (false, false)
        for i in points.indices {
          let a = points[i]
          let turn = (points[(i + 1) % points.count] - a).cross(q - a)
          if turn > 0 { left = true } else if turn < 0 { right = true }
        }
        return !(left && right)
      }
    }
  }
}

/// What a comparison of a stroke with its reference met.
struct StrokeComparison {
  var inside = 0
  var outside = 0
  /// Places so close to an edge that rounding decides.
  var undecided = 0
  var wrong: [Vec] = []
  /// Those of them with no edge within 1/4 pixel.
  var far: [Vec] = []
  var negative = 0

  /// Compares at `count` places spread over the stroke and as many close to its edges. A place is decided if the eight
  /// at `tolerance` pixels around it are the same.
  mutating func compare(
    _ path: [PathElement], _ style: StrokeStyle, _ transform: AffineTransform, random: inout SplitMix,
    tolerance: Double = 1.0 / 16, count: Int = 150
  ) {
    let reference = StrokeReference(path, style: style, transform: transform)
    let polygons = stroked(path, style, transform)
    let points = polygons.polygons.joined().map { Vec($0) }
    guard let first = points.first else { return }
    var (low, high) = (first, first)
    for p in points {
      low = Vec(min(low.x, p.x), min(low.y, p.y))
      high = Vec(max(high.x, p.x), max(high.y, p.y))
    }
    for i in 0..<2 * count {
      var place = Vec(random.real(low.x - 1...high.x + 1), random.real(low.y - 1...high.y + 1))
      if i & 1 == 1 {
        let near = points[random.next(in: 0...(points.count - 1))]
        place = near + Vec(random.real(-1...1), random.real(-1...1))
      }
      let expected = reference.contains(place)
      func isDecided(_ tolerance: Double) -> Bool {
        (0..<8).allSatisfy {
          let angle = Double($0) * .pi / 4
          return reference.contains(place + tolerance * Vec(cos(angle), sin(angle))) == expected
        }
      }
      let winding = polygons.winding(place)
      if winding < 0 { negative += 1 }
      if !isDecided(tolerance) {
        undecided += 1
      } else {
        if expected { inside += 1 } else { outside += 1 }
        if (winding != 0) != expected {
          wrong.append(place)
          if isDecided(1.0 / 4) { far.append(place) }
        }
      }
    }
  }
}
