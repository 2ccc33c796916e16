import Glibc
import TestSupport
import Testing

@testable import FixedRaster

extension SplitMix {
  fileprivate mutating func coefficient(_ range: ClosedRange<Double>) -> Coefficient {
    Coefficient(nearest: Double.random(in: range, using: &self))
  }
}

@Suite struct GeometryTests {
  @Test("R10 scaled numbers multiply, add and divide to within 2⁻⁵⁹, and come back exactly")
  func scaledNumbers() {
    var random = SplitMix(seed: 1)
    var counts = (large: 0, small: 0, negative: 0)
    for _ in 0..<2000 {
      let bits = Int.random(in: 1...61, using: &random)
      let a = Coefficient(rawValue: Int64.random(in: -(1 << bits)...(1 << bits), using: &random))
      let b = Coefficient(rawValue: Int64.random(in: -(1 << 40)...(1 << 40), using: &random))
      if bits > 50 { counts.large += 1 }
      if bits < 10 { counts.small += 1 }
      if a < 0 { counts.negative += 1 }
      #expect(ScaledNumber(a).coefficient == a)
      #expect((ScaledNumber(a) + ScaledNumber(b)).coefficient == a + b)
      #expect((ScaledNumber(a) - ScaledNumber(b)).coefficient == a - b)
      if a.rawValue.magnitude < 1 << 40 {
        let product = Double(a.rawValue) * Double(b.rawValue) / 4_294_967_296
        #expect(
          abs(Double((ScaledNumber(a) * ScaledNumber(b)).coefficient.rawValue) - product) <= 0.51 + abs(product)
            * 0x1p-52)
      }
      // Products of 62 bits are exact: no bit of the lower half is lost.
      let (x, y) = (
        Int64.random(in: -(1 << 31)...(1 << 31), using: &random), Int64.random(in: 0...(1 << 31) - 1, using: &random)
      )
      let exact = ScaledNumber(normalizing: x, exponent: -32) * ScaledNumber(normalizing: y, exponent: 0)
      #expect(exact.coefficient.rawValue == x * y)
      if b.rawValue != 0 {
        let back = ScaledNumber(b) * ScaledNumber(b).reciprocal
        #expect(back.coefficient == 1)
        // 1 itself to the last of its bits but two.
        let one = Double(back.mantissa) * pow(2, Double(back.exponent))
        #expect(abs(one - 1) < 0x1p-50)
      }
    }
    #expect(counts.large > 100 && counts.small > 100 && counts.negative > 100)
    #expect(ScaledNumber.zero.reciprocal.isZero)
    #expect((ScaledNumber(.max) * ScaledNumber(.max)).coefficient == .max)
    #expect((ScaledNumber(.min) * ScaledNumber(.max)).coefficient == .min)
    #expect((ScaledNumber(.min) + ScaledNumber(.min)).coefficient == .min)
  }

  @Test("R10 an affine inverse is right to the last bits, for scales of a thousandth too; none for a flattening")
  func affineInverse() throws {
    var random = SplitMix(seed: 2)
    for scale in [0.001, 0.03, 1, 40] {
      for _ in 0..<200 {
        let t = AffineTransform(
          a: random.coefficient(0.5 * scale...scale), b: random.coefficient(-0.4 * scale...0.4 * scale),
          c: random.coefficient(-0.4 * scale...0.4 * scale), d: random.coefficient(0.5 * scale...scale),
          tx: random.coefficient(-1000...1000), ty: random.coefficient(-1000...1000))
        let inverse = try #require(t.inverse)
        let (a, b, c, d) = (t.a.double, t.b.double, t.c.double, t.d.double)
        let determinant = a * d - b * c
        let exact = [
          d / determinant, -b / determinant, -c / determinant, a / determinant,
          (c * t.ty.double - d * t.tx.double) / determinant, (b * t.tx.double - a * t.ty.double) / determinant,
        ]
        for (member, value) in zip([inverse.a, inverse.b, inverse.c, inverse.d, inverse.tx, inverse.ty], exact) {
          #expect(abs(member.double - value) < 0x1p-32 + abs(value) * 1e-12)
        }
        let place = PrecisePoint(x: random.coefficient(-500...500), y: random.coefficient(-500...500))
        let back = try #require(place.applying(t).unapplying(t))
        #expect(
          abs(back.x.double - place.x.double) < 0x1p-30 / scale && abs(back.y.double - place.y.double) < 0x1p-30 / scale
        )
      }
    }
    #expect(AffineTransform(scaleX: 0, y: 1).inverse == nil)
    #expect(PrecisePoint(x: 1, y: 1).unapplying(AffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0)) == nil)
  }

  @Test("R10 concatenating does the first transform first")
  func concatenation() {
    let move = AffineTransform(translationX: 10, y: 0)
    let turn = AffineTransform(rotationAngle: .pi / 2)
    #expect(Point(x: 1, y: 0).applying(move.concatenating(turn)) == Point(x: 0, y: 11))
    #expect(Point(x: 1, y: 0).applying(turn.concatenating(move)) == Point(x: 10, y: 1))
    #expect(Point(x: 1, y: 0).applying(turn.translatedBy(x: 10, y: 0)) == Point(x: 0, y: 11))
  }

  @Test("R10 a step added to a transform is the first that a point goes through, as CGAffineTransform has it")
  func steps() {
    let (turn, place) = (AffineTransform(rotationAngle: .pi / 2), Point(x: 1, y: 2))
    #expect(place.applying(turn.scaledBy(x: 3, y: 5)) == Point(x: -10, y: 3))
    #expect(place.applying(AffineTransform(scaleX: 3, y: 5).rotated(by: .pi / 2)) == Point(x: -6, y: 5))
    #expect(place.applying(AffineTransform(scaleX: 3, y: 5).translatedBy(x: 10, y: 20)) == Point(x: 33, y: 110))
    let size: Fixed = 3
    #expect(turn.scaledBy(x: size, y: size) == turn.scaledBy(x: 3, y: 3) && AffineTransform() == .identity)
    #expect(Size(width: 1, height: 2).applying(turn.translatedBy(x: 9, y: 9)) == Size(width: -2, height: 1))
    let space = Transform3D(scaleX: 2, y: 3, z: 4)
    #expect(
      space.translatedBy(x: 1, y: 2, z: 3) == Transform3D(translationX: 1, y: 2, z: 3).concatenating(space)
        && (space.translatedBy(x: 1, y: 2, z: 3).m41, space.translatedBy(x: 1, y: 2, z: 3).m43) == (2, 12))
    #expect(
      space.rotated(by: 1, x: 1, y: 2, z: 3) == Transform3D(rotationAngle: 1, x: 1, y: 2, z: 3).concatenating(space))
    let moved = Transform3D(translationX: 1, y: 2, z: 3)
    #expect(moved.scaledBy(x: 2, y: 3, z: 4) == Transform3D(scaleX: 2, y: 3, z: 4).concatenating(moved))
    #expect(moved.scaledBy(x: size, y: size, z: size) == moved.scaledBy(x: 3, y: 3, z: 3))
  }

  @Test("R10 what cannot be inverted is its own inverse, as with Core Graphics")
  func notInvertible() {
    let flat = AffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 5, ty: 6)
    #expect(flat.inverted() == flat && flat.inverse == nil)
    #expect(Transform3D(scaleX: 1, y: 1, z: 0).inverted() == Transform3D(scaleX: 1, y: 1, z: 0))
    #expect(AffineTransform(scaleX: 2, y: 4).inverted() == AffineTransform(scaleX: 0.5, y: 0.25))
    #expect(Transform3D(translationX: 1, y: 2, z: 3).inverted() == Transform3D(translationX: -1, y: -2, z: -3))
  }

  @Test("R10 a rectangle's box holds its moved corners, negative sizes and extremes included")
  func rectBox() {
    let turned = Rect(x: 10, y: 20, width: 30, height: 40).applying(AffineTransform(rotationAngle: .pi / 2))
    #expect(turned == Rect(x: -60, y: 10, width: 40, height: 30))
    let negative = Rect(x: 40, y: 60, width: -30, height: -40).applying(AffineTransform(rotationAngle: .pi / 2))
    #expect(negative == turned)
    let huge = Rect(x: 30000, y: 0, width: 10000, height: 10).applying(AffineTransform(translationX: -20000, y: 0))
    #expect(huge == Rect(x: 10000, y: 0, width: 10000, height: 10))
  }

  @Test("L51 a positive rotation is clockwise as seen from the vector's side, about each axis")
  func rotationSense() {
    let quarter: Fixed = .pi / 2
    // x right, y down, z to the viewer: clockwise about z takes right to down, about x down to near, about y near to
    // right.
    let z = Transform3D(rotationAngle: quarter, x: 0, y: 0, z: 1)
    #expect((z.m11, z.m12, z.m13) == (0, 1, 0) && (z.m21, z.m22, z.m23) == (-1, 0, 0))
    let x = Transform3D(rotationAngle: quarter, x: 1, y: 0, z: 0)
    #expect((x.m21, x.m22, x.m23) == (0, 0, 1) && (x.m31, x.m32, x.m33) == (0, -1, 0))
    let y = Transform3D(rotationAngle: quarter, x: 0, y: 1, z: 0)
    #expect((y.m31, y.m32, y.m33) == (1, 0, 0) && (y.m11, y.m12, y.m13) == (0, 0, -1))
    let behind = Transform3D(rotationAngle: quarter, x: 0, y: 0, z: -1)
    #expect((behind.m11, behind.m12) == (0, -1))
    #expect(z.affine == AffineTransform(rotationAngle: quarter))
    #expect(Transform3D(rotationAngle: 1, x: 0, y: 0, z: 0).isIdentity)
  }

  @Test("L51 the vector's length does not matter; every member is within 2⁻¹⁶ of Rodrigues' formula")
  func rotationAccuracy() {
    var random = SplitMix(seed: 3)
    for _ in 0..<300 {
      let v = (0..<3).map { _ in Int.random(in: -100...100, using: &random) }
      let length = Double(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).squareRoot()
      if length == 0 { continue }
      let angle = Fixed(rawValue: Int32.random(in: -400_000...400_000, using: &random))
      let (s, c) = (sin(angle.double), cos(angle.double))
      let (x, y, z) = (Double(v[0]) / length, Double(v[1]) / length, Double(v[2]) / length)
      let exact = [
        c + x * x * (1 - c), x * y * (1 - c) + z * s, x * z * (1 - c) - y * s,
        x * y * (1 - c) - z * s, c + y * y * (1 - c), y * z * (1 - c) + x * s,
        x * z * (1 - c) + y * s, y * z * (1 - c) - x * s, c + z * z * (1 - c),
      ]
      for scale in [Fixed(rawValue: 1), Fixed(rawValue: 655), 1, 300] {
        let t = Transform3D(
          rotationAngle: angle, x: Fixed(v[0]) * scale, y: Fixed(rawValue: Int32(v[1]) * 65536) * scale,
          z: Fixed(v[2]) * scale)
        let members = [t.m11, t.m12, t.m13, t.m21, t.m22, t.m23, t.m31, t.m32, t.m33]
        for (member, value) in zip(members, exact) { #expect(abs(member.double - value) < 0x1p-16) }
      }
    }
    let extreme = Transform3D(rotationAngle: 1, x: .min, y: .max, z: .min)
    #expect(abs(extreme.m11.double - (cos(1.0) + (1 - cos(1.0)) / 3)) < 0x1p-16)
  }

  @Test("L53 m34 = −1/1000 keeps a relative error below 10⁻⁴")
  func perspectiveCoefficient() {
    var t = Transform3D.identity
    t.m34 = -1 / 1000
    #expect(abs(t.m34.double / -0.001 - 1) < 1e-4)
    #expect(t.affine == nil)
  }

  @Test("L50 a matrix times its inverse is the identity; a product is what the two do one after the other")
  func spatialInverse() throws {
    var random = SplitMix(seed: 4)
    for scale in [0.01, 1, 20] {
      for _ in 0..<100 {
        var t = Transform3D(
          rotationAngle: random.coefficient(-3...3).fixed, x: 1, y: random.coefficient(-1...1).fixed, z: 2)
        let s = Coefficient(nearest: scale)
        t = t.concatenating(Transform3D(scaleX: s, y: s, z: s))
        (t.m41, t.m42, t.m43) = (random.coefficient(-90...90), random.coefficient(-90...90), random.coefficient(-9...9))
        t.m34 = -1 / 1000
        let inverse = try #require(t.inverse)
        let product = t.concatenating(inverse)
        let i = product
        let members = [
          i.m11 - 1, i.m12, i.m13, i.m14, i.m21, i.m22 - 1, i.m23, i.m24, i.m31, i.m32, i.m33 - 1, i.m34, i.m41, i.m42,
          i.m43, i.m44 - 1,
        ]
        for member in members { #expect(abs(member.double) < 1e-6) }
      }
    }
    #expect(Transform3D(scaleX: 1, y: 1, z: 0).inverse == nil)
    let small = try #require(Transform3D(scaleX: 1 / 1000, y: 1 / 1000, z: 1 / 1000).inverse)
    #expect(abs(small.m11.double / 1000 - 1) < 1e-6 && abs(small.m33.double / 1000 - 1) < 1e-6)
    let product = Transform3D(translationX: 1, y: 2, z: 3).concatenating(Transform3D(scaleX: 2, y: 3, z: 4))
    #expect((product.m41, product.m42, product.m43, product.m44) == (2, 6, 12, 1))
  }

  @Test("L50 two transforms are the same only if every bit of their sixteen numbers is")
  func spatialEquality() {
    let elements: [WritableKeyPath<Transform3D, Coefficient>] = [
      \.m11, \.m12, \.m13, \.m14, \.m21, \.m22, \.m23, \.m24, \.m31, \.m32, \.m33, \.m34, \.m41, \.m42, \.m43, \.m44,
    ]
    let transform = Transform3D(rotationAngle: 1, x: 1, y: 2, z: 3)
    for element in elements {
      for bit in 0..<64 {
        var other = transform
        other[keyPath: element] = Coefficient(rawValue: other[keyPath: element].rawValue ^ Int64(bitPattern: 1 << bit))
        #expect(other != transform)
      }
    }
    #expect(transform == Transform3D(rotationAngle: 1, x: 1, y: 2, z: 3))
    #expect(Transform3D().isIdentity && !transform.isIdentity)
  }

  @Test("L50 a transform of the plane goes in and out unchanged; what touches z does not come out")
  func affineRoundTrip() {
    let affine = AffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    #expect(Transform3D(affine).affine == affine)
    #expect(Transform3D(affine).plane == affine)
    #expect(Transform3D(translationX: 1, y: 2, z: 0).affine == AffineTransform(translationX: 1, y: 2))
    #expect(Transform3D(translationX: 1, y: 2, z: 3).affine == nil)
    #expect(Transform3D(scaleX: 1, y: 1, z: 2).affine == nil)
    var distant = Transform3D.identity
    distant.m44 = 2
    #expect(distant.affine == nil)
    #expect(distant.plane == AffineTransform(scaleX: 1 / 2, y: 1 / 2))
  }
}
