import TestSupport

@testable import FixedRaster

/// A depth buffer in memory of its own, cleared.
@safe
final class TestDepth {
  let buffer: DepthBuffer
  private let memory: UnsafeMutableRawPointer

  init(_ width: Int, _ height: Int) {
    unsafe memory = .allocate(byteCount: DepthBuffer.byteCount(width: width, height: height), alignment: 4)
    unsafe buffer = DepthBuffer(memory: memory, width: width, height: height)
    buffer.clear()
  }

  deinit { unsafe memory.deallocate() }

  subscript(x: Int, y: Int) -> Int32 { unsafe buffer.base[y * buffer.width + x] }
}

/// A mesh in memory of its own.
@safe
final class TestMesh {
  var mesh: Mesh
  private let memory: UnsafeMutableRawPointer

  init(capacity: Int = 1024) {
    unsafe memory = .allocate(byteCount: Mesh.byteCount(capacity: capacity) + 1, alignment: Mesh.alignment)
    unsafe mesh = Mesh(memory: memory, capacity: capacity)
  }

  deinit { unsafe memory.deallocate() }
}

/// Counts how often each pixel is covered.
struct PixelCounter: SpanSink {
  let band: PixelRect
  var counts: [Int]

  init(_ band: PixelRect) {
    self.band = band
    counts = Array(repeating: 0, count: band.width * band.height)
  }

  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    precondition(coverage == 255 && x >= 0 && x + count <= band.width && y >= 0 && y < band.height)
    for k in x..<x + count { counts[y * band.width + k] += 1 }
  }

  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) { preconditionFailure() }
}

/// Where a triangle covers pixel centres, by the top-left rule in whole numbers of 1/256 pixel: inside all edges, or on
/// one that leads up or, level, to the right, when it is gone around clockwise on the display.
func isCovered(_ x: Int, _ y: Int, _ corners: [(x: Int, y: Int)]) -> Bool {
  var corners = corners
  func side(_ a: (x: Int, y: Int), _ b: (x: Int, y: Int), _ p: (x: Int, y: Int)) -> Int {
    (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
  }
  let area = side(corners[0], corners[1], corners[2])
  if area == 0 { return false }
  if area < 0 { corners.swapAt(1, 2) }
  for k in 0..<3 {
    let (a, b) = (corners[k], corners[(k + 1) % 3])
    let distance = side(a, b, (x: x * 256 + 128, y: y * 256 + 128))
    let isTopLeft = b.y < a.y || (b.y == a.y && b.x > a.x)
    if distance < 0 || (distance == 0 && !isTopLeft) { return false }
  }
  return true
}

/// A triangle in space with small whole numbers as coordinates, seen from 512 points in front of the origin of (48,
/// 40), and what is exact about it.
struct ExactTriangle {
  var points: [(x: Int, y: Int, z: Int)]

  static var transform: Transform3D {
    var transform = Transform3D()
    (transform.m34, transform.m41, transform.m42) = (-0.001953125, 48, 40)
    // The eye is in the middle: x and y of a place are those of (48, 40) times w.
    (transform.m31, transform.m32) = (-0.09375, -0.078125)
    return transform
  }

  var vertices: [MeshVertex] { points.map { MeshVertex(x: Fixed($0.x), y: Fixed($0.y), z: Fixed($0.z)) } }

  /// The points' (x, y, z, w), times 512.
  private var rows: [[Int128]] {
    points.map {
      [Int128(512 * $0.x - 48 * $0.z + 512 * 48), Int128(512 * $0.y - 40 * $0.z + 512 * 40), Int128(512 * $0.z)]
        + [Int128(512 - $0.z)]
    }
  }

  /// Twice the barycentric coordinates over w at a pixel's centre, times the determinant, and that, by Cramer's rule.
  private func parts(_ x: Int, _ y: Int) -> (parts: [Int128], determinant: Int128) {
    func determinant(_ a: [Int128], _ b: [Int128], _ c: [Int128]) -> Int128 {
      a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    }
    let m = rows.map { [$0[0], $0[1], $0[3]] }
    let pixel: [Int128] = [Int128(2 * x + 1), Int128(2 * y + 1), 2]
    return (
      [determinant(pixel, m[1], m[2]), determinant(m[0], pixel, m[2]), determinant(m[0], m[1], pixel)],
      determinant(m[0], m[1], m[2])
    )
  }

  /// An attribute, given at the points, at a pixel's centre: numerator and positive denominator.
  func value(_ attribute: [Int], _ x: Int, _ y: Int) -> (numerator: Int128, denominator: Int128)? {
    let parts = parts(x, y).parts
    let sum = parts[0] + parts[1] + parts[2]
    if sum == 0 { return nil }
    let numerator = (0..<3).reduce(Int128(0)) { $0 + parts[$1] * Int128(attribute[$1]) }
    return sum < 0 ? (-numerator, -sum) : (numerator, sum)
  }

  /// z / w at a pixel's centre.
  func depth(_ x: Int, _ y: Int) -> (numerator: Int128, denominator: Int128)? {
    let (parts, determinant) = parts(x, y)
    if determinant == 0 { return nil }
    let numerator = (0..<3).reduce(Int128(0)) { $0 + parts[$1] * rows[$1][2] }
    return determinant < 0 ? (-numerator, -2 * determinant) : (numerator, 2 * determinant)
  }

  /// Whether a pixel's centre is covered; `nil` within 1/128 pixel of an edge, where rounding decides.
  func covers(_ x: Int, _ y: Int) -> Bool? {
    let corners = rows.map { row -> (x: Double, y: Double) in
      (x: Double(row[0]) / Double(row[3]), y: Double(row[1]) / Double(row[3]))
    }
    let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
    var signs: [Bool] = []
    for k in 0..<3 {
      let (a, b) = (corners[k], corners[(k + 1) % 3])
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let distance = (dx * (py - a.y) - dy * (px - a.x)) / (dx * dx + dy * dy).squareRoot()
      if distance.isNaN || distance.magnitude < 1.0 / 128 { return nil }
      signs.append(distance > 0)
    }
    return signs[0] == signs[1] && signs[1] == signs[2]
  }
}

extension SplitMix {
  /// Before the eye; near it now and then.
  mutating func exactTriangle() -> ExactTriangle {
    ExactTriangle(
      points: (0..<3).map { _ in (x: next(in: -70...70), y: next(in: -60...60), z: next(in: -200...300)) })
  }

  /// Any vertex at all.
  mutating func extremeVertex() -> MeshVertex {
    let (p, q, r) = (extreme(), extreme(), extreme())
    return MeshVertex(x: p.x, y: p.y, z: q.x, u: q.y, v: r.x, color: Color(argb: UInt32(truncatingIfNeeded: next())))
  }
}
