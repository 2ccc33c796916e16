import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct TreeTests {
  let top = named("top")
  let a = named("a")
  let b = named("b")
  let c = named("c")

  @Test("L01 sublayers and superlayer are readable both ways, and a layer has one superlayer at most")
  func links() {
    #expect(top.sublayers == nil && a.superlayer == nil)
    top.addSublayer(a)
    #expect(a.superlayer === top && names(top.sublayers) == ["a"])
    let other = Layer()
    other.addSublayer(a)
    #expect(a.superlayer === other && top.sublayers == nil && names(other.sublayers) == ["a"])
  }

  @Test("L01 assigning sublayers takes over exactly those, in that order")
  func assignment() {
    let other = Layer()
    other.sublayers = [c]
    top.sublayers = [a, b]
    top.sublayers = [c, a]
    #expect(names(top.sublayers) == ["c", "a"])
    #expect(a.superlayer === top && c.superlayer === top && b.superlayer == nil)
    #expect(other.sublayers == nil)
  }

  @Test("L01 assigning nil or an empty list removes all", arguments: [true, false])
  func assignmentOfNothing(_ isNil: Bool) {
    top.sublayers = [a, b]
    top.sublayers = isNil ? nil : []
    #expect(top.sublayers == nil && a.superlayer == nil && b.superlayer == nil)
  }

  @Test("L02 addSublayer adds at the end; insertSublayer(_:at:) at the index, or at the nearest end")
  func insertion() {
    top.addSublayer(a)
    top.addSublayer(b)
    top.insertSublayer(c, at: 1)
    #expect(names(top.sublayers) == ["a", "c", "b"])
    top.insertSublayer(named("first"), at: -3)
    top.insertSublayer(named("last"), at: 99)
    #expect(names(top.sublayers) == ["first", "a", "c", "b", "last"])
  }

  @Test("L02 insertSublayer below and above put the layer next to its sibling")
  func insertionBesideSiblings() {
    top.sublayers = [a, b]
    top.insertSublayer(c, below: b)
    #expect(names(top.sublayers) == ["a", "c", "b"])
    top.insertSublayer(named("d"), above: a)
    #expect(names(top.sublayers) == ["a", "d", "c", "b"])
    top.insertSublayer(named("e"), above: b)
    #expect(names(top.sublayers) == ["a", "d", "c", "b", "e"])
  }

  @Test("L02 a sublayer moves among its siblings in every direction")
  func moves() {
    let (d, e) = (named("d"), named("e"))
    top.sublayers = [a, b, c, d, e]
    top.insertSublayer(a, above: c)
    #expect(names(top.sublayers) == ["b", "c", "a", "d", "e"])
    top.insertSublayer(e, below: b)
    #expect(names(top.sublayers) == ["e", "b", "c", "a", "d"])
    top.insertSublayer(b, below: d)
    #expect(names(top.sublayers) == ["e", "c", "a", "b", "d"])
    top.insertSublayer(b, below: b)
    #expect(names(top.sublayers) == ["e", "c", "a", "b", "d"])
    top.addSublayer(e)
    #expect(names(top.sublayers) == ["c", "a", "b", "d", "e"])
    #expect(top.sublayers?.allSatisfy { $0.superlayer === top } == true)
  }

  @Test("L02 replaceSublayer puts the new layer in the old one's place and takes it from where it was")
  func replacement() {
    let other = Layer()
    let new = named("new")
    other.addSublayer(new)
    top.sublayers = [a, b, c]
    top.replaceSublayer(b, with: new)
    #expect(names(top.sublayers) == ["a", "new", "c"])
    #expect(b.superlayer == nil && other.sublayers == nil && new.superlayer === top)
    top.replaceSublayer(a, with: c)
    #expect(names(top.sublayers) == ["c", "new"])
    top.replaceSublayer(c, with: c)
    #expect(names(top.sublayers) == ["c", "new"])
  }

  @Test("L02 removeFromSuperlayer cuts both links, and does nothing to a root")
  func removal() {
    top.sublayers = [a, b]
    a.removeFromSuperlayer()
    #expect(a.superlayer == nil && names(top.sublayers) == ["b"])
    a.removeFromSuperlayer()
    top.removeFromSuperlayer()
    #expect(names(top.sublayers) == ["b"])
  }

  @Test("L02 a layer above may become a sublayer once it is not above any more")
  func turningAround() {
    top.addSublayer(a)
    a.removeFromSuperlayer()
    a.addSublayer(top)
    #expect(top.superlayer === a && a.superlayer == nil)
  }

  @Test("L02 making a layer its own descendant ends the program with a sentence")
  func cycle() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (above, middle, below) = (Layer(), Layer(), Layer())
      above.addSublayer(middle)
      middle.addSublayer(below)
      below.addSublayer(above)
    }
    let sentence = "Layer: a layer cannot become its own descendant\n"
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self).hasPrefix(sentence))
  }

  @Test("L02 every way to put a layer into itself ends the program")
  func cycleInEveryWay() async {
    await #expect(processExitsWith: .failure) {
      let layer = Layer()
      layer.addSublayer(layer)
    }
    await #expect(processExitsWith: .failure) {
      let (above, below) = (Layer(), Layer())
      above.addSublayer(below)
      below.sublayers = [above]
    }
    await #expect(processExitsWith: .failure) {
      let (above, below, leaf) = (Layer(), Layer(), Layer())
      above.addSublayer(below)
      below.addSublayer(leaf)
      below.replaceSublayer(leaf, with: above)
    }
    await #expect(processExitsWith: .failure) {
      let (above, below, leaf) = (Layer(), Layer(), Layer())
      above.addSublayer(below)
      below.addSublayer(leaf)
      below.insertSublayer(above, above: leaf)
    }
  }

  @Test("L02 a layer that is no sibling, and a layer listed twice, end the program")
  func strangers() async {
    await #expect(processExitsWith: .failure) { Layer().insertSublayer(Layer(), below: Layer()) }
    await #expect(processExitsWith: .failure) { Layer().replaceSublayer(Layer(), with: Layer()) }
    await #expect(processExitsWith: .failure) {
      let layer = Layer()
      Layer().sublayers = [layer, layer]
    }
  }
}

@Suite struct DrawingOrderTests {
  func order(_ layer: Layer) -> [String] {
    (0..<layer.sublayerCount).map { layer.sublayerInDrawingOrder($0).name ?? "?" }
  }

  @Test("L03 sublayers are drawn by ascending zPosition, and in their order in the list where that is equal")
  func depthThenOrder() {
    let top = Layer()
    let (a, b, c, d) = (named("a"), named("b"), named("c"), named("d"))
    top.sublayers = [a, b, c, d]
    #expect(order(top) == ["a", "b", "c", "d"])
    a.zPosition = 1
    #expect(order(top) == ["b", "c", "d", "a"])
    c.zPosition = 1
    #expect(order(top) == ["b", "d", "a", "c"])
    d.zPosition = Fixed(rawValue: -1)
    #expect(order(top) == ["d", "b", "a", "c"])
    top.addSublayer(a)
    #expect(order(top) == ["d", "b", "c", "a"])
    #expect(names(top.sublayers) == ["b", "c", "d", "a"])
    b.removeFromSuperlayer()
    #expect(order(top) == ["d", "c", "a"])
    for layer in [a, c, d] { layer.zPosition = 0 }
    #expect(order(top) == ["c", "d", "a"])
  }

  @Test("L03 the order equals a stable sort for any depths")
  func randomDepths() {
    var random = SplitMix(seed: 5)
    var equalNeighbours = 0
    for count in [1, 2, 3, 10, 100, 1000] {
      let top = Layer()
      top.sublayers = (0..<count).map { named(String($0)) }
      for _ in 0..<5 {
        for layer in top.children { layer.zPosition = Fixed(Int.random(in: -5...5, using: &random)) }
        let expected = top.children.enumerated().sorted {
          ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset)
        }
        equalNeighbours += zip(expected, expected.dropFirst()).count { $0.element.zPosition == $1.element.zPosition }
        #expect(order(top) == expected.map { $0.element.name })
      }
    }
    #expect(equalNeighbours > 100)
  }
}
