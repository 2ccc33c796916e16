import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// What a first user came across.
@Suite struct StrangerTests {
  private let stage = Stage(width: 64, height: 64)

  @Test("L01 the root of a display has no superlayer, and one that got one is not shown again")
  func rootsInTrees() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (top, root) = (Layer(), Layer())
      top.mask = root
      _ = Compositor(root: root, width: 8, height: 8)
      _ = top
    }
    let words = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(words.contains("Compositor: the root layer of a display cannot have a superlayer"))
    let root = makeLayer(0, 0, 8, 8)
    root.backgroundColor = .white
    let display = TestDisplay(width: 64, height: 64)
    let first = Compositor(root: root, width: 64, height: 64)
    do {
      let second = Compositor(root: root, width: 64, height: 64)
      second.drawFrame(into: display.memory)
    }
    stage.root.addSublayer(root)
    #expect(!first.drawFrame(into: display.memory) && stage.color(4, 4) == 0xFF_FFFF)
    root.removeFromSuperlayer()
    #expect(first.drawFrame(into: display.memory) && display.pixel(4, 4) & 0xFF_FFFF == 0xFF_FFFF)
  }

  @Test("L30 L32 contents that were read and given to another layer stay as they were when the first draws again")
  func contentsThatWereRead() {
    let (a, b) = (Obedient(0, 0, 8, 8), makeLayer(16, 0, 8, 8))
    var color = Color.white
    a.onDraw = { fill($0, color, $0.clipBounds) }
    stage.root.sublayers = [a, b]
    a.setNeedsDisplay()
    stage.show()
    b.contents = a.contents
    #expect(stage.color(20, 4) == 0xFF_FFFF)
    color = Color(argb: 0xFF00_00FF)
    a.setNeedsDisplay(Rect(x: 0, y: 0, width: 2, height: 2))
    #expect(stage.color(1, 1) == 0xFF && stage.color(4, 4) == 0xFF_FFFF && stage.color(20, 1) == 0xFF_FFFF)
    stage.compositor.invalidate()
    #expect(stage.color(20, 1) == 0xFF_FFFF)
    b.contents = nil
    stage.show()
    #expect(stage.compositor.bitmapBytesUsed == 8 * 8 * 4)
  }

  @Test("L16 a foreign layer that an override answers is not touched, and does not hide what lies behind")
  func foreignLayers() {
    final class Liar: Layer {
      var answer: Layer?
      override func hitTest(_ point: Point, order: HitTestOrder) -> Layer? { answer }
    }
    var touched = 0
    let foreign = Layer()
    foreign.touchHandler = { _ in touched += 1 }
    let (liar, behind) = (Liar(), makeLayer(0, 0, 64, 64))
    liar.frame = Rect(x: 0, y: 0, width: 64, height: 64)
    liar.answer = foreign
    stage.root.sublayers = [behind, liar]
    for order in [Layer.HitTestOrder.tree, .drawing] {
      #expect(stage.root.hitTest(Point(x: 5, y: 5), order: order) === behind)
    }
    let root = Liar()
    root.answer = foreign
    TouchRouter(root: root).handle(finger: 0, phase: .began, at: Point(x: 1, y: 1))
    #expect(touched == 0)
  }

  @Test("L15 a scroll layer reaches what lies farther away than coordinates are large")
  func farScrolling() {
    for (from, to) in [(32767, 0), (-32768, 32700), (0, 30000), (32000, -32700)] as [(Fixed, Fixed)] {
      let window = ScrollLayer()
      window.bounds = Rect(x: 0, y: from, width: 100, height: 100)
      let rect = Rect(x: 0, y: to, width: 10, height: 10)
      window.scroll(to: rect)
      #expect(window.bounds.minY <= to && window.bounds.minY + 100 >= to + 10, "\(from) \(to)")
      window.bounds.origin.y = from
      window.scrollRectToVisible(rect)
      #expect(window.bounds.minY <= to && window.bounds.minY + 100 >= to + 10, "\(from) \(to)")
    }
  }

  @Test("L22 a turned layer whose margins alone give way keeps its size")
  func turnedLayersKeepTheirSizes() {
    let needle = makeLayer(30, 30, 4, 60)
    needle.setAffineTransform(AffineTransform(rotationAngle: 0.785))
    needle.autoresizingMask = [.minXMargin, .maxXMargin, .minYMargin, .maxYMargin]
    stage.root.addSublayer(needle)
    let (box, position) = (needle.bounds, needle.position)
    for width in [100, 77, 130, 64] as [Fixed] { stage.root.bounds.size.width = width }
    #expect(needle.bounds == box && abs((needle.position.x - position.x).double) < 0.01)
    stage.root.bounds.size.width = 84
    #expect(needle.bounds == box && abs((needle.position.x - position.x).double - 10) < 0.01)
  }

  @Test("L100 capacities that no machine has are held to their limits")
  func absurdCapacities() {
    let all = CompositorCapacities(layers: .max, bitmapBytes: .max, coverageBytes: .max, polygonBytes: .max)
    #expect(all.layers == 1_000_000 && all.bitmapBytes == 1 << 30)
    #expect(all.coverageBytes == 1 << 30 && all.polygonBytes == 1 << 30)
    #expect(TouchRouter(root: Layer(), capacity: .max).capacity == 100)
  }
}
