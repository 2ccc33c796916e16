import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct FrameCallbackTests {
  private let stage = Stage()
  private var root: Layer { stage.root }

  @Test("L07 a layout and a drawing may take away, move and add layers beside, above and below")
  func changesInFrames() {
    for isLayout in [true, false] {
      let (first, last) = (Obedient(0, 0, 8, 8), Obedient(8, 0, 8, 8))
      let asks = { (layer: Layer) in if isLayout { layer.setNeedsLayout() } else { layer.setNeedsDisplay() } }
      root.sublayers = [first, white(0, 8, 4, 4), last]
      let body = {
        root.sublayers = [last, first, white(16, 8, 4, 4)]
        first.addSublayer(last)
        asks(first)
        asks(last)
      }
      for layer in [first, last] {
        layer.onLayout = isLayout ? body : nil
        layer.onDraw = isLayout ? nil : { _ in body() }
        asks(layer)
      }
      for _ in 0..<3 { stage.show() }
      #expect(last.superlayer === first && root.children.count == 2)
      #expect(stage.color(17, 9) == 0xFF_FFFF && stage.color(1, 9) == 0)
      (first.onLayout, last.onLayout, first.onDraw, last.onDraw) = (nil, nil, nil, nil)
      root.sublayers = nil
      #expect(stage.shown() == nil)
    }
  }

  @Test("L07 constraints: onProblem and what a new frame calls may change the tree; problems are told at the end")
  func problemsThatChange() {
    let manager = ConstraintLayoutManager()
    root.layoutManager = manager
    let layers = (0..<4).map { i in named("\(i)") }
    for layer in layers {
      layer.addConstraint(Constraint(attribute: .minX, relativeTo: "nobody", attribute: .minX))
      layer.addConstraint(Constraint(attribute: .minY, relativeTo: "superlayer", attribute: .midY))
    }
    root.sublayers = layers
    let resized = Obedient()
    resized.name = "resized"
    resized.addConstraint(Constraint(attribute: .width, relativeTo: "superlayer", attribute: .width))
    let inside = Obedient()
    resized.addSublayer(inside)
    inside.onResize = { layers[3].removeFromSuperlayer() }
    root.insertSublayer(resized, at: 0)
    var problems = 0
    manager.onProblem = { _ in
      problems += 1
      #expect(layers[0].frame.minY == 8)
      root.sublayers = nil
      root.setNeedsLayout()
      root.layoutIfNeeded()
    }
    stage.show()
    #expect(problems >= 3 && root.sublayers == nil && layers[3].superlayer == nil)
    manager.onProblem = nil
    withExtendedLifetime(manager) { stage.show() }
  }

  @Test("L07 a delegate that is asked for its contents' scale may take layers away and set yet another scale")
  func scaleThatChanges() {
    final class Asked: LayerDelegate {
      var body: ((Fixed) -> Void)?
      override func layer(_ layer: Layer, shouldInheritContentsScale scale: Fixed) -> Bool {
        body?(scale)
        return true
      }
    }
    let delegate = Asked()
    let layers = (0..<3).map { _ in Layer() }
    for layer in layers { layer.delegate = delegate }
    root.sublayers = layers
    delegate.body = { scale in
      layers[1].removeFromSuperlayer()
      if scale == 2 { stage.compositor.scale = 3 }
    }
    stage.compositor.scale = 2
    #expect(layers[0].contentsScale == 3 && layers[2].contentsScale == 3 && layers[1].contentsScale == 1)
    delegate.body = nil
  }

  @Test("L07 a frame asked for while one is drawn is not drawn inside it; forEachDamagedRect may have one drawn")
  func framesInFrames() {
    let stage = Stage(width: 200, height: 100)
    let layer = Obedient(0, 0, 8, 8)
    stage.root.addSublayer(layer)
    layer.setNeedsDisplay()
    var inner: Bool?
    layer.onDraw = { context in
      inner = stage.compositor.drawFrame(into: stage.display.memory)
      context.fill(layer.bounds)
    }
    #expect(stage.compositor.drawFrame(into: stage.display.memory) && inner == false)
    let far = white(180, 80, 2, 2)
    stage.root.addSublayer(far)
    stage.show()
    far.opacity = 0.5
    layer.backgroundColor = .white
    stage.show()
    var rects: [PixelRect] = []
    stage.compositor.forEachDamagedRect { rect in
      rects.append(rect)
      layer.backgroundColor = nil
      stage.show()
    }
    #expect(rects.count == 2 && Set(rects).count == 2)
  }

  @Test("L100 of several compositors of a root the last draws, and the one before it when that is gone")
  func takingOver() {
    let layer = white(0, 0, 8, 8)
    let image = TestImage(width: 1, height: 1) { _, _ in 0 }
    layer.setContents(image.image, owner: image)
    (layer.shadowOpacity, layer.shouldRasterize) = (1, true)
    root.addSublayer(layer)
    stage.show()
    let other = TestDisplay(width: 24, height: 16)
    do {
      let second = Compositor(root: root, width: 24, height: 16)
      stage.compositor.invalidate()
      #expect(!stage.compositor.drawFrame(into: stage.display.memory) && stage.compositor.renderNodes.isEmpty == false)
      #expect(stage.compositor.bitmapBytesUsed == 0)
      layer.position.x += 8
      #expect(second.drawFrame(into: other.memory) && other.pixel(10, 4) & 0xFF_FFFF == 0xFF_FFFF)
      #expect(!stage.compositor.drawFrame(into: stage.display.memory))
    }
    #expect(stage.color(10, 4) == 0xFF_FFFF && stage.color(1, 4) == 0)
    layer.removeFromSuperlayer()
    #expect(stage.shown() == nil && stage.compositor.bitmapBytesUsed == 0)
    let taker = Obedient(0, 0, 4, 4)
    root.addSublayer(taker)
    taker.setNeedsDisplay()
    var third: Compositor?
    taker.onDraw = { _ in third = Compositor(root: root, width: 24, height: 16) }
    #expect(!stage.compositor.drawFrame(into: stage.display.memory))
    #expect(third?.drawFrame(into: other.memory) == true)
  }
}
