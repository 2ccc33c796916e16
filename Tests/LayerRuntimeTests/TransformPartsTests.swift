import FixedRaster
import Glibc
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct TransformPartsTests {
  private let layer = Layer()

  private func read(_ part: String) -> Double { layer.value(forKeyPath: "transform." + part)?.fixed?.double ?? .nan }

  private func set(_ part: String, _ number: Double) {
    #expect(layer.setValue(.fixed(Fixed(rawValue: Int32((number * 65536).rounded()))), forKeyPath: "transform." + part))
  }

  private func distance(_ a: Transform3D, _ b: Transform3D) -> Double {
    func members(_ t: Transform3D) -> [Double] {
      [
        t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43, t.m44,
      ].map(\.double)
    }
    return zip(members(a), members(b)).map { abs($0 - $1) }.max() ?? 0
  }

  private static let parts = [
    "translation.x", "translation.y", "translation.z", "scale.x", "scale.y", "scale.z", "rotation.x", "rotation.y",
    "rotation.z",
  ]

  /// As documented: scale, the turns about x, y and z, the translation.
  private func composed(_ v: [Double]) -> Transform3D {
    func fixed(_ i: Int) -> Fixed { Fixed(rawValue: Int32((v[i] * 65536).rounded())) }
    return Transform3D(scaleX: Coefficient(fixed(3)), y: Coefficient(fixed(4)), z: Coefficient(fixed(5)))
      .concatenating(Transform3D(rotationAngle: fixed(6), x: 1, y: 0, z: 0))
      .concatenating(Transform3D(rotationAngle: fixed(7), x: 0, y: 1, z: 0))
      .concatenating(Transform3D(rotationAngle: fixed(8), x: 0, y: 0, z: 1))
      .concatenating(Transform3D(translationX: fixed(0), y: fixed(1), z: fixed(2)))
  }

  @Test("L70 the identity has no translation and no rotation, and scale 1")
  func identity() {
    for part in TransformPartsTests.parts { #expect(read(part) == (part.hasPrefix("scale") ? 1 : 0), "\(part)") }
    #expect(layer.value(forKeyPath: "transform.translation") == .size(.zero))
    #expect(read("scale") == 1 && read("rotation") == 0)
    layer.setValue(2, forKeyPath: "sublayerTransform.scale.x")
    #expect(layer.value(forKeyPath: "sublayerTransform.scale.x") == 2 && layer.transform.isIdentity)
    #expect(layer.sublayerTransform == Transform3D(scaleX: 2, y: 1, z: 1))
  }

  @Test("L70 a part set on the identity is the transform one would write, and is read back exactly")
  func single() {
    let numbers = [0, 0.5, 1, -0.75, 1.5707963, 2, -3, 3.1415]
    for (i, part) in TransformPartsTests.parts.enumerated() {
      for number in numbers where !part.hasPrefix("scale") || number > 0 {
        layer.transform = .identity
        var values: [Double] = [0, 0, 0, 1, 1, 1, 0, 0, 0]
        values[i] = number
        set(part, number)
        #expect(distance(layer.transform, composed(values)) < 0x1p-30, "\(part) \(number)")
        for (j, other) in TransformPartsTests.parts.enumerated() {
          #expect(read(other) == (values[j] * 65536).rounded() / 65536, "\(part) \(number): \(other)")
        }
      }
    }
  }

  @Test("L70 every angle that is set about one axis is read back exactly", arguments: ["x", "y", "z"])
  func everyAngle(_ axis: String) {
    for raw in stride(from: Int32(-205886), through: 205887, by: 137) {
      layer.transform = .identity
      let angle = Value.fixed(Fixed(rawValue: raw))
      layer.setValue(angle, forKeyPath: "transform.rotation." + axis)
      #expect(layer.value(forKeyPath: "transform.rotation." + axis) == angle)
    }
  }

  @Test("L70 rotation is rotation.z, scale sets all three and reads as their mean, translation is a size of x and y")
  func short() {
    set("rotation", 0.5)
    #expect(read("rotation.z") == 0.5 && read("rotation") == 0.5 && read("rotation.x") == 0 && read("rotation.y") == 0)
    #expect(layer.affineTransform() == AffineTransform(rotationAngle: 0.5))
    set("scale", 3)
    #expect(read("scale.x") == 3 && read("scale.y") == 3 && read("scale.z") == 3 && read("scale") == 3)
    set("scale.z", 0.75)
    #expect(read("scale") == 2.25 && read("rotation") == 0.5)
    set("translation.z", 7)
    layer.setValue(.size(Size(width: 5, height: -6)), forKeyPath: "transform.translation")
    #expect(read("translation.x") == 5 && read("translation.y") == -6 && read("translation.z") == 7)
    #expect(layer.value(forKeyPath: "transform.translation") == .size(Size(width: 5, height: -6)))
    #expect(read("rotation") == 0.5 && read("scale.x") == 3)
  }

  @Test("L70 parts set one after another, in any order, compose to scale, turns about x, y, z, translation")
  func anyOrder() {
    var random = SplitMix(seed: 70)
    var worst = (members: 0.0, numbers: 0.0)
    for _ in 0..<500 {
      layer.transform = .identity
      var values: [Double] = [0, 0, 0, 1, 1, 1, 0, 0, 0]
      for i in TransformPartsTests.parts.indices.shuffled(using: &random) {
        let range = i < 3 ? -500.0...500 : i < 6 ? 0.25...4 : -1.5...1.5
        values[i] = random.fixed(range).double
        set(TransformPartsTests.parts[i], values[i])
      }
      worst.members = max(worst.members, distance(layer.transform, composed(values)))
      for (i, part) in TransformPartsTests.parts.enumerated() {
        worst.numbers = max(worst.numbers, abs(read(part) - values[i]))
      }
    }
    #expect(worst.members < 0x1p-22, "\(worst.members)")
    #expect(worst.numbers <= 0x1p-16, "\(worst.numbers)")
  }

  @Test("L70 setting one part again and again, each from what the last left, leaves the others where they were")
  func noDrift() {
    var random = SplitMix(seed: 71)
    var values: [Double] = [10, -20, 30, 1.0 / 3, 2.5, 1, 0.3, -0.4, 0.5]
    for (i, part) in TransformPartsTests.parts.enumerated() { set(part, values[i]) }
    for _ in 0..<20000 {
      values[8] = random.fixed(-1.5...1.5).double
      set("rotation.z", values[8])
    }
    for (i, part) in TransformPartsTests.parts.enumerated() {
      #expect(abs(read(part) - values[i]) <= 0x1p-15, "\(part) \(read(part)) \(values[i])")
    }
    // In the plane nothing is left at all.
    layer.transform = .identity
    set("scale.x", 1.0 / 3)
    for _ in 0..<20000 { set("rotation.z", random.fixed(-3.1...3.1).double) }
    set("rotation.z", 0)
    let third = Coefficient(Fixed(1, over: 3))
    #expect(layer.transform == Transform3D(scaleX: third, y: 1, z: 1))
  }

  @Test("L70 the documents' peg stands upright after rotation.x and rotation.z, whichever comes first")
  func peg() {
    for order in [["x", "z"], ["z", "x"]] {
      layer.transform = .identity
      for axis in order { layer.setValue(.fixed(.pi / 2), forKeyPath: "transform.rotation." + axis) }
      // Its length, along y, points at the viewer; its width lies along y, so it is seen edge on.
      let t = layer.transform
      #expect((t.m21, t.m22, t.m23) == (0, 0, 1) && (t.m11, t.m12, t.m13) == (0, 1, 0))
      #expect(read("rotation.y") == 0 && abs(read("rotation.x") - .pi / 2) < 0.0001)
    }
    layer.transform = .identity
    layer.setValue(.fixed(.pi / 4), forKeyPath: "transform.rotation.y")
    #expect(layer.transform == Transform3D(rotationAngle: .pi / 4, x: 0, y: 1, z: 0))
  }

  @Test("L70 a card turned about y by steps of a degree goes all the way round, scaled as it is")
  func wholeTurn() {
    set("scale.x", 2)
    for degree in -179...179 {
      let angle = (Double(degree) * .pi / 180 * 65536).rounded() / 65536
      set("rotation.y", angle)
      #expect(read("rotation.y") == angle && read("rotation.x") == 0 && read("rotation.z") == 0, "\(degree)")
      #expect(abs(layer.transform.m11.double - 2 * cos(angle)) < 0x1p-15 && read("scale.x") == 2, "\(degree)")
    }
  }

  @Test("L70 two angles up to 2π/3 each are read back; beyond, other angles of the same turns are")
  func twoAngles() {
    let limit = 2.094
    for (a, b) in [(limit, limit), (-limit, limit), (1.57, 3.1), (0.1, 3.1)] {
      for (first, second) in [("x", "y"), ("y", "z"), ("x", "z")] {
        layer.transform = .identity
        set("rotation." + first, a)
        set("rotation." + second, b)
        #expect(abs(read("rotation." + first) - a) < 0.0001 && abs(read("rotation." + second) - b) < 0.0001)
      }
    }
    layer.transform = .identity
    set("rotation.x", 3)
    set("rotation.z", 3)
    let (x, y, z) = (read("rotation.x"), read("rotation.y"), read("rotation.z"))
    #expect(abs(x - (3 - .pi)) < 0.0001 && abs(abs(y) - .pi) < 0.0001 && abs(z - (3 - .pi)) < 0.0001)
    let (before, again) = (layer.transform, composed([0, 0, 0, 1, 1, 1, x, y, z]))
    #expect(distance(before, again) < 0.0001)
  }

  @Test("L70 a turn of π/2 about y leaves x and z one line: all is read as x")
  func gimbal() {
    layer.setValue(.fixed(.pi / 2), forKeyPath: "transform.rotation.y")
    #expect(layer.value(forKeyPath: "transform.rotation.y") == .fixed(.pi / 2))
    set("rotation.z", 0.5)
    let before = layer.transform
    #expect(read("rotation.z") == 0 && abs(read("rotation.x") + 0.5) < 0.0001)
    #expect(layer.value(forKeyPath: "transform.rotation.y") == .fixed(.pi / 2))
    set("translation.x", 1)
    set("scale.x", 2)
    #expect(abs(layer.transform.m13.double - 2 * before.m13.double) < 0.0001)
  }

  @Test("L70 a mirror is a negative scale.x, also that of y, turned by π; two are a turn")
  func mirrors() {
    set("scale.x", -2)
    #expect(layer.transform == Transform3D(scaleX: -2, y: 1, z: 1))
    set("rotation.z", 2.5)
    #expect(read("scale.x") == -2 && read("scale.y") == 1 && read("rotation.z") == 2.5 && read("rotation.x") == 0)
    #expect(abs(layer.transform.m11.double + 2 * cos(2.5)) < 0.0001)
    layer.transform = .identity
    set("scale.y", -2)
    #expect(layer.transform == Transform3D(scaleX: 1, y: -2, z: 1))
    #expect(read("scale.x") == -1 && read("scale.y") == 2 && abs(read("rotation.z")) > 3.14)
    set("scale.x", 1)
    #expect(abs(read("rotation.z")) > 3.14 && layer.transform == Transform3D(scaleX: -1, y: -2, z: 1))
  }

  @Test("L70 a scale of zero is set and set back; the rotation is lost with the second of them")
  func zeroScale() {
    set("rotation.z", 0.7)
    let turned = layer.transform
    set("scale.x", 0)
    #expect(read("scale.x") == 0 && read("scale.y") == 1 && abs(read("rotation.z") - 0.7) < 0.0001)
    set("scale.x", 1)
    #expect(distance(layer.transform, turned) < 0x1p-28)
    for axis in ["y", "z"] {
      set("scale." + axis, 0)
      #expect(read("scale." + axis) == 0 && read("scale.x") == 1 && abs(read("rotation.z") - 0.7) < 0.0001)
      set("scale." + axis, 1)
      #expect(distance(layer.transform, turned) < 0x1p-28)
    }
    set("scale.z", 0)
    set("scale.y", 0)
    #expect(read("rotation.z") == 0)
    set("scale", 2)
    #expect(layer.transform == Transform3D(scaleX: 2, y: 2, z: 2))
    set("scale", 0)
    #expect(read("scale") == 0)
    set("scale", 1)
    #expect(layer.transform.isIdentity)
  }

  @Test("L70 a shear and a perspective stay while other parts are set")
  func shearAndPerspective() {
    let shear = AffineTransform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0)
    layer.setAffineTransform(shear)
    set("rotation.z", 1)
    set("scale.x", 2)
    set("rotation.z", 0)
    #expect(distance(layer.transform, Transform3D(AffineTransform(a: 2, b: 0, c: 0.5, d: 1, tx: 0, ty: 0))) < 0x1p-28)
    layer.transform = .identity
    layer.transform.m34 = -1 / 500
    set("rotation.y", 0.5)
    set("translation.z", 100)
    set("scale.x", 2)
    var perspective = Transform3D.identity
    perspective.m34 = -1 / 500
    let expected = composed([0, 0, 100, 2, 1, 1, 0, 0.5, 0]).concatenating(perspective)
    #expect(distance(layer.transform, expected) < 0x1p-20)
    #expect(read("rotation.y") == 0.5 && read("scale.x") == 2 && read("translation.z") == 100)
    // One that cannot be told apart from what flattens space stays as it is.
    layer.transform = Transform3D(scaleX: 1, y: 1, z: 0)
    layer.transform.m34 = -1 / 500
    set("translation.x", 3)
    #expect(layer.transform.m34 == -1 / 500 && layer.transform.m44 == 1 && read("translation.x") == 3)
  }

  @Test("L70 setting any part of any transform to what it reads as changes nothing but roundings")
  func sameAgain() {
    var random = SplitMix(seed: 72)
    var (mirrored, worst) = (0, 0.0)
    for _ in 0..<300 {
      var some = Transform3D.identity
      func number() -> Coefficient { Coefficient(random.fixed(-2...2)) }
      some.rows = (
        SpaceVector(x: number(), y: number(), z: number()), SpaceVector(x: number(), y: number(), z: number()),
        SpaceVector(x: number(), y: number(), z: number())
      )
      let (a, b, c) = some.rows
      let volume = a.cross(b).dot(c).double
      // Nearly flat, a rounded angle counts for more.
      if abs(volume) < 0.5 { continue }
      mirrored += volume < 0 ? 1 : 0
      (some.m41, some.m42, some.m43) = (number(), number(), number())
      if Bool.random(using: &random) { (some.m14, some.m24, some.m34) = (1 / 1000, -1 / 2000, 1 / 700) }
      for part in TransformPartsTests.parts {
        layer.transform = some
        set(part, read(part))
        worst = max(worst, distance(layer.transform, some))
      }
    }
    #expect(mirrored > 50 && worst < 0.0005, "\(mirrored) \(worst)")
  }

  @Test("L70 small and great scales keep their turn")
  func extremes() {
    for scale in [1.0 / 1024, 1.0 / 64, 100, 3000] {
      layer.transform = .identity
      set("scale.x", scale)
      set("scale.y", scale)
      set("rotation.z", 1)
      #expect(read("scale.x") == scale && read("scale.y") == scale && abs(read("rotation.z") - 1) < 0.0001, "\(scale)")
    }
    layer.transform = Transform3D(scaleX: .max, y: .min, z: Coefficient(rawValue: 1))
    set("rotation.z", 1)
    set("scale", 1)
    #expect(read("scale.x") == 1)
  }
}
