import FixedRaster
import Testing

@testable import LayerRuntime

@Suite struct ValueTests {
  @Test("L70 a value answers for its own kind only, and for kinds that say the same")
  func accessors() {
    let rect = Rect(x: 1, y: 2, width: 3, height: 4)
    var path = Path()
    path.move(to: .zero)
    let affine = AffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    let layer = Layer()
    let values: [Value] = [
      .fixed(0.5), .integer(3), .bool(true), .point(rect.origin), .size(rect.size), .rect(rect), .color(.white),
      .string("name"), .path(path), .object(layer), .array([1, 2]), .affineTransform(affine),
      .transform(Transform3D(scaleX: 1, y: 1, z: 2)),
    ]
    func kinds(_ value: Value) -> [Bool] {
      [
        value.fixed == 0.5, value.integer == 3, value.bool == true, value.point == rect.origin, value.size == rect.size,
        value.rect == rect, value.color == .white, value.string == "name", value.path == path, value.object === layer,
        value.array == [1, 2], value.affineTransform == affine, value.transform == Transform3D(scaleX: 1, y: 1, z: 2),
      ]
    }
    for (i, value) in values.enumerated() {
      #expect(kinds(value) == values.indices.map { $0 == i }, "\(value)")
      for (j, other) in values.enumerated() { #expect((value == other) == (i == j), "\(value) \(other)") }
    }
    #expect(Value.affineTransform(affine).transform == Transform3D(affine))
    #expect(Value.transform(Transform3D(affine)).affineTransform == affine)
  }

  @Test("L70 whole numbers and numbers stand for each other where they can, and are equal then")
  func numbers() {
    #expect(Value.integer(3).fixed == 3 && Value.fixed(3).integer == 3 && Value.fixed(-2).integer == -2)
    #expect(Value.fixed(0.5).integer == nil && Value.fixed(-0.5).integer == nil)
    #expect(Value.integer(-32768).fixed == -32768 && Value.integer(32767).fixed == 32767)
    #expect(
      Value.integer(32768).fixed == nil && Value.integer(-32769).fixed == nil && Value.integer(40000).integer == 40000)
    #expect(Value.integer(3) == .fixed(3) && Value.fixed(3) == .integer(3) && Value.fixed(3.25) != .integer(3))
    #expect(Value.integer(32768) != .fixed(.max) && Value.bool(true) != .integer(1))
  }

  @Test("L70 objects are equal if they are the same, strings and arrays if they say the same")
  func equality() {
    let layer = Layer()
    #expect(Value.object(layer) == .object(layer) && Value.object(layer) != .object(Layer()))
    #expect(Value.string("a") == "a" && Value.string("a") != "b")
    #expect(Value.array([1, "a"]) == [1, "a"] && Value.array([1]) != [1, 2])
  }

  @Test("L70 literals are values")
  func literals() {
    let values: [Value] = [1, 2.5, true, "x", [1.5, "y"]]
    #expect(values == [.integer(1), .fixed(2.5), .bool(true), .string("x"), .array([.fixed(1.5), .string("y")])])
  }

  @Test("L70 the parts of points, sizes and rectangles are read and replaced by path")
  func structureParts() {
    let rect = Value.rect(Rect(x: 1, y: 2, width: 3, height: 4))
    let parts: [(String, Value, Value, Value)] = [
      ("origin.x", 1, 9, .rect(Rect(x: 9, y: 2, width: 3, height: 4))),
      ("origin.y", 2, 9, .rect(Rect(x: 1, y: 9, width: 3, height: 4))),
      ("size.width", 3, 9, .rect(Rect(x: 1, y: 2, width: 9, height: 4))),
      ("size.height", 4, 9, .rect(Rect(x: 1, y: 2, width: 3, height: 9))),
      ("origin", .point(Point(x: 1, y: 2)), .point(.zero), .rect(Rect(x: 0, y: 0, width: 3, height: 4))),
      ("size", .size(Size(width: 3, height: 4)), .size(.zero), .rect(Rect(x: 1, y: 2, width: 0, height: 0))),
    ]
    for (path, part, new, whole) in parts {
      #expect(rect.part(ValueKey(path)) == part, "\(path)")
      #expect(rect.replacing(ValueKey(path), with: new) == whole, "\(path)")
    }
  }

  @Test("L70 a part that there is not, or of another kind, is neither read nor replaced")
  func noSuchPart() {
    let values: [(Value, [String])] = [
      (.rect(.zero), ["x", "width", "origin.z", "size.x", "origin.x.y", "", ".", "origin.", ".x", "Origin", "origi"]),
      (.point(.zero), ["width", "z", "origin", "x.x", "xx"]), (.size(.zero), ["x", "w", "width.width"]),
      (.fixed(1), ["x", ""]), (.string("x"), ["x"]), (.color(.white), ["red"]),
      (
        .transform(.identity), ["x", "rotation.w", "rotation.z.z", "scale.", "translation.width", "m34", "rotatio", ""]
      ),
      (.affineTransform(.identity), ["a", "tx", "rotations"]),
    ]
    for (value, paths) in values {
      for path in paths {
        #expect(value.part(ValueKey(path)) == nil, "\(path)")
        #expect(value.replacing(ValueKey(path), with: 1) == nil, "\(path)")
      }
    }
    #expect(Value.point(.zero).replacing(ValueKey("x"), with: "1") == nil)
    #expect(Value.rect(.zero).replacing(ValueKey("origin"), with: .size(.zero)) == nil)
    #expect(Value.rect(.zero).replacing(ValueKey("size"), with: .point(.zero)) == nil)
    #expect(Value.transform(.identity).replacing(ValueKey("rotation.z"), with: .point(.zero)) == nil)
    #expect(Value.transform(.identity).replacing(ValueKey("translation"), with: 1) == nil)
    #expect(Value.transform(.identity).replacing(ValueKey("translation"), with: .point(.zero)) == nil)
  }
}
