import FixedRaster
import Testing

@testable import LayerRuntime

@Suite struct MovedMaskTests {
  private let stage = Stage()
  private var root: Layer { stage.root }
  private let a = named("a")
  private let b = named("b")
  private let mask = named("m")

  init() {
    root.sublayers = [a, b]
    root.mask = mask
    mask.frame = Rect(x: 0, y: 0, width: 4, height: 4)
    mask.backgroundColor = .white
    root.backgroundColor = .white
    stage.show()
  }

  @Test("L02 a layer's own mask is moved among its sublayers, whatever puts it there", arguments: 0..<8)
  func ownMask(_ operation: Int) {
    let expected: [[String]] = [
      ["a", "b", "m"], ["m", "a", "b"], ["a", "m", "b"], ["a", "m", "b"], ["m", "b"], ["b", "m", "a"], ["m"],
      ["a", "b", "m"],
    ]
    switch operation {
    case 0: root.addSublayer(mask)
    case 1: root.insertSublayer(mask, at: 0)
    case 2: root.insertSublayer(mask, above: a)
    case 3: root.insertSublayer(mask, below: b)
    case 4: root.replaceSublayer(a, with: mask)
    case 5: root.sublayers = [b, mask, a]
    case 6: root.sublayers = [mask]
    default: root.setValue(.array([.object(a), .object(b), .object(mask)]), forKey: "sublayers")
    }
    #expect(names(root.sublayers) == expected[operation] && root.mask == nil && mask.superlayer === root)
    #expect(stage.color(20, 12) == 0xFF_FFFF)
    root.mask = mask
    #expect(root.mask === mask && !root.children.contains { $0 === mask })
    #expect(stage.shown() == PixelRect(minX: 0, minY: 0, maxX: 4, maxY: 4))
  }

  @Test("L02 another layer's mask is moved to be a sublayer or a mask, and leaves that one whole", arguments: 0..<6)
  func othersMask(_ operation: Int) {
    let (other, its) = (named("o"), named("i"))
    other.mask = its
    if operation % 2 == 0 { root.addSublayer(other) }
    switch operation {
    case 0, 1: root.insertSublayer(its, below: b)
    case 2, 3: root.sublayers = [a, its, b]
    default: root.mask = its
    }
    #expect(other.mask == nil && its.superlayer === root)
    #expect(names(root.sublayers?.filter { $0 !== other }) == (operation < 4 ? ["a", "i", "b"] : ["a", "b"]))
    #expect(root.mask?.name == (operation < 4 ? "m" : "i") && (mask.superlayer == nil) == (operation >= 4))
    stage.show()
    #expect(!root.isMarked)
  }

  @Test("L02 a layer put next to itself, or in place of itself, stays; one below the layer it replaces is moved up")
  func itself() {
    root.insertSublayer(a, above: a)
    root.insertSublayer(b, below: b)
    root.replaceSublayer(a, with: a)
    #expect(names(root.sublayers) == ["a", "b"])
    let inner = named("inner")
    a.addSublayer(inner)
    root.replaceSublayer(a, with: inner)
    #expect(names(root.sublayers) == ["inner", "b"] && a.superlayer == nil && a.sublayers == nil)
    root.replaceSublayer(inner, with: b)
    #expect(names(root.sublayers) == ["b"] && inner.superlayer == nil)
    root.sublayers = [a, inner, b]
    root.replaceSublayer(b, with: a)
    #expect(names(root.sublayers) == ["inner", "a"])
  }

  @Test("L02 a list of layers that lie below those they replace, or are ancestors of each other, is taken as it is")
  func nestedLists() {
    let (inner, deep) = (named("inner"), named("deep"))
    for layer in [inner, deep] {
      layer.frame = Rect(x: 8, y: 8, width: 4, height: 4)
      layer.backgroundColor = .black
    }
    root.mask = nil
    a.addSublayer(inner)
    inner.addSublayer(deep)
    #expect(stage.color(9, 9) == 0)
    root.sublayers = [deep, b, inner]
    #expect(names(root.sublayers) == ["deep", "b", "inner"] && a.superlayer == nil && a.sublayers == nil)
    #expect(inner.sublayers == nil && stage.color(9, 9) == 0)
    root.sublayers = [a]
    a.addSublayer(inner)
    stage.show()
    // Its place in the compositor is given back too: no ghost stays.
    root.sublayers = [inner]
    inner.removeFromSuperlayer()
    #expect(stage.color(9, 9) == 0xFF_FFFF && stage.color(17, 12) == 0xFF_FFFF)
  }

  @Test("L36 a mask that changes just before the sublayers are assigned is shown as it is")
  func markedMask() {
    mask.frame = Rect(x: 8, y: 4, width: 4, height: 4)
    root.sublayers = [b]
    #expect(stage.shown() == PixelRect(minX: 8, minY: 4, maxX: 12, maxY: 8))
  }
}
