import Glibc
import TestSupport
import Testing

@testable import FixedRaster

@Suite struct PathTransformTests {
  @Test("R10 a prepared transform is within 1/256 pixel to 4096 points, scale 64 and 2^22 pixels of translation")
  func accuracy() {
    var random = SplitMix(seed: 101)
    var (worst, rotated, far) = (0.0, 0, 0)
    for round in 0..<3000 {
      let scale = pow(2, random.real(-10...6))
      let move = round % 4 == 0 ? pow(2, 21.9) : 2000
      if round % 4 == 0 { far += 1 }
      func coefficient() -> Coefficient { Coefficient(nearest: random.real(-scale...scale)) }
      var transform = AffineTransform(
        a: coefficient(), b: coefficient(), c: coefficient(), d: coefficient(),
        tx: Coefficient(nearest: random.real(-move...move)), ty: Coefficient(nearest: random.real(-move...move)))
      if round % 3 == 0 { (transform.b, transform.c) = (.zero, .zero) } else { rotated += 1 }
      let (prepared, matrix) = (DeviceMatrix(transform), Matrix(transform))
      for _ in 0..<10 {
        let point = random.point(4096)
        let (got, expected) = (Vec(point.applying(prepared)), matrix.apply(Vec(point)))
        if abs(expected.x) > 4_194_303 || abs(expected.y) > 4_194_303 { continue }
        worst = max(worst, abs(got.x - expected.x), abs(got.y - expected.y))
      }
    }
    print("R10: a prepared transform is at most 1/\(1 / worst) pixel off")
    #expect(worst < 1.0 / 256 && rotated > 100 && far > 100)
  }

  @Test("R10 an upright transform by whole pixels is exact")
  func exact() {
    let transform = DeviceMatrix(AffineTransform(a: 2, b: 0, c: 0, d: -3, tx: 5, ty: -7))
    for i in -4096...4096 {
      let point = Point(x: Fixed(i), y: Fixed(rawValue: Int32(i) * 256))
      #expect(
        point.applying(transform)
          == SubpixelPoint(
            x: Subpixel(pixels: 2 * i + 5), y: Subpixel(rawValue: Int32(-3 * i - 7 * 256))))
    }
  }

  @Test("R10 a prepared transform saturates at 2^22 pixels on the right side")
  func saturation() {
    var random = SplitMix(seed: 102)
    let limit = 4_194_304.0
    var (held, free) = (0, 0)
    for _ in 0..<20_000 {
      func coefficient() -> Coefficient {
        Coefficient(rawValue: Int64(bitPattern: random.next()) >> Int64(random.next(in: 0...50)))
      }
      let transform = AffineTransform(
        a: coefficient(), b: coefficient(), c: coefficient(), d: coefficient(), tx: coefficient(), ty: coefficient())
      let point = random.extreme()
      let (got, expected) = (Vec(point.applying(DeviceMatrix(transform))), Matrix(transform).apply(Vec(point)))
      for (g, e) in [(got.x, expected.x), (got.y, expected.y)] {
        #expect(abs(g) <= limit)
        // The larger the terms of either row, the coarser both: 2^-28 of them.
        let terms = 32768 * (Matrix(transform).linear(Vec(1, 0)).length + Matrix(transform).linear(Vec(0, 1)).length)
        // Coefficients of more than 2^29 count as 2^29.
        if terms >= 0x1p44 { continue }
        let moves = abs(Matrix(transform).tx) + abs(Matrix(transform).ty)
        let slack = 1 / 256.0 + (terms + moves) * 0x1p-28
        if e > limit + slack { if g == limit { held += 1 } else { Issue.record("\(g) for \(e)") } }
        if e < -limit - slack { if g == -limit { held += 1 } else { Issue.record("\(g) for \(e)") } }
        if abs(e) < limit - slack {
          free += 1
          if abs(g - e) > slack { Issue.record("\(g) for \(e)") }
        }
      }
    }
    print("R10: \(held) held, \(free) free")
    #expect(held > 5000 && free > 2000)
  }
}

@Test("R30 the matrix of a move is what the general case makes of it")
func movesAreLikeOtherTransforms() {
  var random = SplitMix(seed: 30)
  let limit = Int64(1) << 47
  var moves: [Int64] = [0, 1, -1, limit - 1, 1 - limit, limit, -limit, limit + 1]
  for _ in 0..<2000 { moves.append(Int64(bitPattern: random.next()) >> Int64(random.next(in: 10...60))) }
  for (x, y) in zip(moves, moves.reversed()) {
    var transform = AffineTransform.identity
    (transform.tx, transform.ty) = (Coefficient(rawValue: x), Coefficient(rawValue: y))
    #expect(DeviceMatrix(transform) == DeviceMatrix(transform, largestMove: max(x.magnitude, y.magnitude)))
  }
}
