import FixedRaster
import Testing

@testable import LayerRuntime

/// Counts its layouts, and does something at each.
private final class CountingLayer: Layer {
  var layouts = 0
  var body: ((CountingLayer) -> Void)?

  override func layoutSublayers() {
    layouts += 1
    body?(self)
    super.layoutSublayers()
  }
}

private final class CountingDelegate: LayerDelegate {
  var asked: [Layer] = []
  override func layoutSublayers(of layer: Layer) { asked.append(layer) }
}

private final class CountingManager: LayoutManager {
  var asked: [Layer] = []
  func layoutSublayers(of layer: Layer) { asked.append(layer) }
}

@Suite struct LayoutTests {
  private func withFrames(_ root: Layer, _ body: (() -> Void) -> Void) {
    let display = TestDisplay(width: 64, height: 48)
    let compositor = Compositor(root: root, width: 64, height: 48)
    compositor.drawFrame(into: display.memory)
    withExtendedLifetime(compositor) { body { compositor.drawFrame(into: display.memory) } }
  }

  @Test(
    "L20 a change of the bounds' size lays a layer out once before the next frame; moving it or its origin does not")
  func sizeMarks() {
    let root = CountingLayer()
    root.bounds = Rect(x: 0, y: 0, width: 64, height: 48)
    let layer = CountingLayer()
    root.addSublayer(layer)
    withFrames(root) { frame in
      #expect(root.layouts == 1, "a size given before the first frame")
      layer.bounds = Rect(x: 0, y: 0, width: 20, height: 10)
      layer.bounds = Rect(x: 0, y: 0, width: 30, height: 10)
      #expect(layer.layouts == 0)
      let before = layer.layouts
      frame()
      #expect(layer.layouts == before + 1)
      layer.bounds.origin = Point(x: 5, y: 5)
      layer.position = Point(x: 9, y: 9)
      layer.transform = Transform3D(scaleX: 2, y: 2, z: 1)
      frame()
      #expect(layer.layouts == before + 1 && root.layouts == 1)
    }
  }

  @Test("L20 setNeedsLayout asks for one layout and for a frame, however often it is called")
  func asked() {
    let root = CountingLayer()
    let layer = CountingLayer()
    root.addSublayer(layer)
    let display = TestDisplay(width: 64, height: 48)
    let compositor = Compositor(root: root, width: 64, height: 48)
    compositor.drawFrame(into: display.memory)
    let before = layer.layouts
    var asks = 0
    compositor.onNeedsFrame = { asks += 1 }
    for _ in 0..<3 { layer.setNeedsLayout() }
    #expect(compositor.needsFrame && asks == 1)
    compositor.drawFrame(into: display.memory)
    #expect(layer.layouts == before + 1 && !compositor.needsFrame)
    compositor.drawFrame(into: display.memory)
    #expect(layer.layouts == before + 1)
  }

  @Test("L20 what a layout changes is drawn in the same frame, and laid out in it if it lies below")
  func sameFrame() {
    let root = CountingLayer()
    let (middle, leaf) = (CountingLayer(), CountingLayer())
    root.addSublayer(middle)
    middle.addSublayer(leaf)
    leaf.backgroundColor = .white
    root.body = { _ in middle.bounds.size.width += 4 }
    middle.body = { middle in leaf.frame = Rect(x: 0, y: 0, width: middle.bounds.size.width, height: 4) }
    let display = TestDisplay(width: 64, height: 48)
    let compositor = Compositor(root: root, width: 64, height: 48)
    compositor.drawFrame(into: display.memory)
    root.setNeedsLayout()
    middle.layouts = 0
    compositor.drawFrame(into: display.memory)
    #expect(middle.layouts == 1 && leaf.layouts > 0)
    #expect(leaf.frame.size.width == middle.bounds.size.width && leaf.frame.size.width > 0)
    #expect(compositor.statistics.pixels > 0)
  }

  @Test("L20 a layout that resizes layers above and beside is followed by theirs; two that resize each other end")
  func mutual() {
    let root = CountingLayer()
    let (first, second) = (CountingLayer(), CountingLayer())
    root.addSublayer(first)
    root.addSublayer(second)
    withFrames(root) { frame in
      for layer in [root, first, second] { layer.layouts = 0 }
      second.body = { _ in first.bounds.size.width = 30 }
      second.setNeedsLayout()
      frame()
      #expect(first.layouts == 1 && second.layouts == 1 && root.layouts == 0)
      first.body = { _ in second.bounds.size.width += 1 }
      second.body = { _ in first.bounds.size.width += 1 }
      first.setNeedsLayout()
      frame()
      #expect(first.layouts > 2 && first.layouts < 20)
    }
  }

  @Test("L20 layoutIfNeeded lays out at once, from the topmost layer that waits down to everything below")
  func atOnce() {
    let root = CountingLayer()
    let (middle, leaf, other) = (CountingLayer(), CountingLayer(), CountingLayer())
    root.addSublayer(middle)
    root.addSublayer(other)
    middle.addSublayer(leaf)
    root.layoutIfNeeded()
    for layer in [root, middle, leaf, other] { layer.layouts = 0 }
    leaf.layoutIfNeeded()
    #expect(leaf.layouts == 0 && root.layouts == 0)
    middle.setNeedsLayout()
    leaf.setNeedsLayout()
    leaf.layoutIfNeeded()
    #expect(middle.layouts == 1 && leaf.layouts == 1 && root.layouts == 0 && other.layouts == 0)
  }

  @Test("L20 the delegate is asked before the layout manager, which is asked where neither it nor a subclass answers")
  func whoIsAsked() {
    let (layer, manager, delegate) = (Layer(), CountingManager(), CountingDelegate())
    layer.layoutManager = manager
    layer.layoutIfNeeded()
    #expect(manager.asked.count == 1 && manager.asked[0] === layer)
    layer.delegate = delegate
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
    #expect(delegate.asked.count == 1 && manager.asked.count == 1)
    let silent = LayerDelegate()
    layer.delegate = silent
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
    #expect(delegate.asked.count == 1 && manager.asked.count == 2)
    withExtendedLifetime((delegate, silent)) {}
  }

  @Test("L20 a delegate and its layers may go away in any order")
  func lifetimes() {
    var delegate: CountingDelegate? = CountingDelegate()
    let kept = Layer()
    var gone: Layer? = Layer()
    kept.delegate = delegate
    gone?.delegate = delegate
    gone = nil
    kept.setNeedsLayout()
    kept.layoutIfNeeded()
    #expect(delegate?.asked.count == 1)
    delegate = nil
    #expect(kept.delegate == nil && gone == nil)
    kept.setNeedsLayout()
    kept.layoutIfNeeded()
  }

  @Test("L22 margins and sizes that are named share a change as their lengths are to each other; the others stay")
  func autoresizing() {
    // Left margin 20, width 60, right margin 20 of 100.
    let cases: [(AutoresizingMask, Fixed, Fixed)] = [
      ([], 20, 60), (.maxXMargin, 20, 60), (.minXMargin, 70, 60), (.widthSizable, 20, 110),
      ([.minXMargin, .maxXMargin], 45, 60), ([.minXMargin, .widthSizable], 32.5, 97.5),
      ([.widthSizable, .maxXMargin], 20, 97.5), ([.minXMargin, .widthSizable, .maxXMargin], 30, 90),
    ]
    for (mask, x, width) in cases {
      let (superlayer, layer) = (Layer(), Layer())
      superlayer.bounds = Rect(x: 7, y: -3, width: 100, height: 100)
      superlayer.addSublayer(layer)
      layer.frame = Rect(x: 27, y: 17, width: 60, height: 60)
      // The same of the vertical axis.
      layer.autoresizingMask = AutoresizingMask(rawValue: mask.rawValue | mask.rawValue << 3)
      superlayer.bounds.size = Size(width: 150, height: 150)
      #expect(layer.frame == Rect(x: 7 + x, y: x - 3, width: width, height: width), "\(mask.rawValue)")
      superlayer.bounds.size = Size(width: 100, height: 100)
      let back = layer.frame
      #expect(
        (back.origin.x - 27).magnitude <= Fixed(rawValue: 1) && (back.size.width - 60).magnitude <= Fixed(rawValue: 1))
    }
  }

  @Test("L22 a change is shared evenly where nothing has a length; a size ends at zero; extremes do not trap")
  func autoresizingExtremes() {
    let (superlayer, layer) = (Layer(), Layer())
    superlayer.addSublayer(layer)
    layer.autoresizingMask = [.minXMargin, .widthSizable, .maxXMargin, .heightSizable]
    superlayer.bounds.size = Size(width: 90, height: 10)
    #expect(layer.frame == Rect(x: 30, y: 0, width: 30, height: 10))
    layer.frame = Rect(x: 10, y: 0, width: 30, height: 10)
    layer.autoresizingMask = .widthSizable
    superlayer.bounds.size.width = 20
    #expect(layer.frame == Rect(x: 10, y: 0, width: 0, height: 10))
    layer.autoresizingMask = AutoresizingMask(rawValue: 63)
    var random = SplitMix(seed: 22)
    for _ in 0..<2000 {
      func any() -> Fixed { Fixed(rawValue: Int32(truncatingIfNeeded: random.next())) }
      layer.frame = Rect(x: any(), y: any(), width: any(), height: any())
      superlayer.bounds = Rect(x: any(), y: any(), width: any(), height: any())
      #expect(layer.bounds.size.width >= 0 && layer.bounds.size.height >= 0)
    }
  }

  @Test("L22 masks are followed before the delegate lays out by hand")
  func autoresizingComesFirst() {
    final class Centering: LayerDelegate {
      var seen: Rect?
      override func layoutSublayers(of layer: Layer) { seen = layer.sublayers?[0].frame }
    }
    let (superlayer, layer, delegate) = (Layer(), Layer(), Centering())
    superlayer.bounds.size = Size(width: 10, height: 10)
    superlayer.addSublayer(layer)
    layer.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    layer.autoresizingMask = .widthSizable
    superlayer.delegate = delegate
    superlayer.bounds.size.width = 30
    superlayer.layoutIfNeeded()
    #expect(delegate.seen == Rect(x: 0, y: 0, width: 30, height: 10))
  }
}
