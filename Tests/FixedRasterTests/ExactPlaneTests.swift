import TestSupport
import Testing

@testable import FixedRaster

/// A plane through three points with whole numbers as coordinates, seen from 512 points before (48, 40).
private struct ExactPlane {
  let points: [(x: Int, y: Int, z: Int)]

  /// From multiples of the ways from the first point to the others to the space before the eye.
  var transform: Transform3D {
    let (p, q, r) = (points[0], points[1], points[2])
    var corners = Transform3D()
    (corners.m11, corners.m12, corners.m13) = (Coefficient(q.x - p.x), Coefficient(q.y - p.y), Coefficient(q.z - p.z))
    (corners.m21, corners.m22, corners.m23) = (Coefficient(r.x - p.x), Coefficient(r.y - p.y), Coefficient(r.z - p.z))
    (corners.m41, corners.m42, corners.m43) = (Coefficient(p.x), Coefficient(p.y), Coefficient(p.z))
    var view = Transform3D()
    (view.m34, view.m41, view.m42) = (-0.001953125, 48, 40)
    // The eye is in the middle: x and y of a place are those of (48, 40) times w.
    (view.m31, view.m32) = (-0.09375, -0.078125)
    return corners.concatenating(view)
  }

  /// z / w at a pixel's centre, and the multiples that lead to the place seen there, by Cramer's rule; `nil` where the plane is
  /// seen from its edge, or behind the eye.
  func look(_ x: Int, _ y: Int) -> (depth: Double, u: Double, v: Double)? {
    // The points' (x, y, z, w), times 512.
    let rows = points.map {
      [512 * $0.x - 48 * $0.z + 512 * 48, 512 * $0.y - 40 * $0.z + 512 * 40, 512 * $0.z, 512 - $0.z].map { Int128($0) }
    }
    func determinant(_ a: [Int128], _ b: [Int128], _ c: [Int128]) -> Int128 {
      a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    }
    let m = rows.map { [$0[0], $0[1], $0[3]] }
    let pixel: [Int128] = [Int128(2 * x + 1), Int128(2 * y + 1), 2]
    let parts = [determinant(pixel, m[1], m[2]), determinant(m[0], pixel, m[2]), determinant(m[0], m[1], pixel)]
    let (whole, weight) = (determinant(m[0], m[1], m[2]), parts[0] + parts[1] + parts[2])
    if whole == 0 || weight == 0 || (weight < 0) != (whole < 0) { return nil }
    let numerator = (0..<3).reduce(Int128(0)) { $0 + parts[$1] * rows[$1][2] }
    return (
      Double(numerator) / Double(2 * whole), Double(parts[1]) / Double(weight), Double(parts[2]) / Double(weight)
    )
  }
}

extension SplitMix {
  /// Before the eye; near it now and then.
  fileprivate mutating func exactPlane() -> ExactPlane {
    ExactPlane(points: (0..<3).map { _ in (x: next(in: -70...70), y: next(in: -60...60), z: next(in: -200...300)) })
  }
}

@Suite struct ExactPlaneTests {
  @Test("R3A the depth at each pixel's centre is that of exact rational arithmetic, within 1/32768 point")
  func exactDepth() throws {
    var random = SplitMix(seed: 3_102)
    var (compared, steep) = (0, 0)
    for _ in 0..<60 {
      let exact = random.exactPlane()
      var space = SpacePlane()
      space.apply(exact.transform)
      guard let depth = PlaneDepth(space) else { continue }
      let plane = DepthPlane(depth)
      for y in stride(from: 0, to: 80, by: 3) {
        for x in stride(from: 0, to: 96, by: 3) {
          // Beyond the horizon, and where rounding is all that there is, is no depth.
          guard let value = exact.look(x, y)?.depth, abs(value) < 2000 else { continue }
          let found = Double(plane.depth(Int32(x), Int32(y))) / 65536
          #expect(abs(found - value) < 1.0 / 32768, "\(x), \(y) of \(exact)")
          compared += 1
          if abs(value) > 300 { steep += 1 }
        }
      }
    }
    print("R3A: \(compared) depths, \(steep) of them far away or near the eye")
    #expect(compared > 20_000 && steep > 2000)
  }

  @Test("R3A R36 an image lies on its plane in perspective: within 1/2048 of its pixels of the exact place")
  func images() {
    var random = SplitMix(seed: 3_103)
    let side = 128
    let map = TestMemory(ARGB8888.self, width: side, height: side, padding: 0)
    for v in 0..<side { for u in 0..<side { map[u, v] = 0xFF00_0000 | UInt32(v) << 8 | UInt32(u) } }
    let image = map.surface.image
    // A pixel of the image is that part of the ways to the points.
    let pixel = Transform3D(scaleX: 0.0078125, y: 0.0078125, z: 1)
    var (compared, borders) = (0, 0)
    for _ in 0..<40 {
      let exact = random.exactPlane()
      let memory = TestMemory(ARGB8888.self, width: 96, height: 80)
      withCanvas(memory.surface) {
        $0.clear(PixelRect(width: 96, height: 80))
        $0.draw(image, mapping: Mapping(pixel.concatenating(exact.transform)), sampling: .nearest)
      }
      for y in 0..<80 {
        for x in 0..<96 where memory[x, y] >> 24 == 255 {
          guard let seen = exact.look(x, y) else { continue }
          /// The pixels of the image within 1/2048 of the place.
          func pixels(_ part: Double) -> ClosedRange<Int> {
            let place = part * Double(side)
            let low = Int((place - 1.0 / 2048).rounded(.down)), high = Int((place + 1.0 / 2048).rounded(.down))
            return max(0, min(side - 1, low))...max(0, min(side - 1, high))
          }
          let (us, vs) = (pixels(seen.u), pixels(seen.v))
          compared += 1
          if us.count > 1 || vs.count > 1 { borders += 1 }
          #expect(us.contains(Int(memory[x, y] & 0xFF)) && vs.contains(Int(memory[x, y] >> 8 & 0xFF)), "\(x), \(y)")
        }
      }
    }
    print("R3A: \(compared) places of an image, \(borders) on the border of a pixel")
    #expect(compared > 15_000 && borders < compared / 50)
  }
}
