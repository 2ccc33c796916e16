import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

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
    "L20 a change of the bounds lays a layer out once before the next frame; moving it does not")
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
      layer.position = Point(x: 9, y: 9)
      layer.transform = Transform3D(scaleX: 2, y: 2, z: 1)
      frame()
      #expect(layer.layouts == before + 1 && root.layouts == 1)
      layer.bounds.origin = Point(x: 5, y: 5)
      frame()
      #expect(layer.layouts == before + 2 && root.layouts == 1)
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

  /// The frame of a layer at (10, 20, 50, 40) in 100 × 100 when that becomes 200 × 300.
  private func resized(_ mask: AutoresizingMask, origin: Point = .zero) -> Rect {
    let (superlayer, layer) = (Layer(), Layer())
    superlayer.bounds = Rect(origin: origin, size: Size(width: 100, height: 100))
    superlayer.addSublayer(layer)
    layer.frame = Rect(x: 10 + origin.x, y: 20 + origin.y, width: 50, height: 40)
    layer.autoresizingMask = mask
    superlayer.bounds.size = Size(width: 200, height: 300)
    return layer.frame.offsetBy(dx: -origin.x, dy: -origin.y)
  }

  @Test("L22 margins and sizes that are named share a change as Core Animation has it; the others stay")
  func autoresizing() {
    let horizontal: [(AutoresizingMask, Fixed, Fixed)] = [
      ([], 10, 50), (.maxXMargin, 10, 50), (.minXMargin, 110, 50), (.widthSizable, 10, 150),
      ([.minXMargin, .maxXMargin], 60, 50), ([.minXMargin, .widthSizable, .maxXMargin], 43, 84),
      ([.minXMargin, .widthSizable], 76, 84), ([.widthSizable, .maxXMargin], 10, 84),
    ]
    for (mask, x, width) in horizontal {
      #expect(resized(mask) == Rect(x: x, y: 20, width: width, height: 40), "\(mask.rawValue)")
      #expect(resized(mask, origin: Point(x: 7, y: -3)) == resized(mask))
    }
    let vertical: [(AutoresizingMask, Fixed, Fixed)] = [
      (.maxYMargin, 20, 40), (.minYMargin, 220, 40), (.heightSizable, 20, 240),
      ([.minYMargin, .maxYMargin], 120, 40), ([.minYMargin, .heightSizable], 153, 107),
      ([.heightSizable, .maxYMargin], 20, 107), ([.minYMargin, .heightSizable, .maxYMargin], 86, 108),
    ]
    for (mask, y, height) in vertical {
      #expect(resized(mask) == Rect(x: 10, y: y, width: 50, height: height), "\(mask.rawValue)")
    }
  }

  @Test("L22 a size that would be negative is standardised; what is not shared in thirds stays exact; nothing traps")
  func autoresizingExtremes() {
    let (superlayer, layer) = (Layer(), Layer())
    superlayer.bounds.size = Size(width: 100, height: 100)
    superlayer.addSublayer(layer)
    layer.frame = Rect(x: 10, y: 0, width: 30, height: 10)
    layer.autoresizingMask = .widthSizable
    superlayer.bounds.size.width = 20
    #expect(layer.frame == Rect(x: -40, y: 0, width: 50, height: 10))
    layer.frame = Rect(x: 10.25, y: 0, width: 30.5, height: 10)
    layer.autoresizingMask = [.minXMargin, .maxXMargin, .minYMargin]
    superlayer.bounds.size = Size(width: 21, height: 100.5)
    #expect(layer.frame == Rect(x: 10.75, y: 0.5, width: 30.5, height: 10))
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
