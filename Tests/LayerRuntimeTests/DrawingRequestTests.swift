import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct DrawingRequestTests {
  private let stage = Stage()
  private let layer = Obedient(0, 0, 8, 8)
  private let other = Obedient(8, 0, 8, 8)
  private let red = Color(argb: 0xFFFF_0000)
  private let blue = Color(argb: 0xFF00_00FF)
  private var root: Layer { stage.root }

  init() { root.sublayers = [layer, other] }

  // MARK: Requests

  @Test("L31 setNeedsDisplay() inside draw(in:) is honoured in the next frame, which is asked for")
  func requestsOfItsOwn() {
    var asked = 0
    stage.compositor.onNeedsFrame = { asked += 1 }
    layer.onDraw = { context in
      fill(context, layer.draws == 1 ? red : blue, layer.bounds)
      if layer.draws < 3 { layer.setNeedsDisplay() }
    }
    layer.setNeedsDisplay()
    #expect(stage.color(4, 4) == 0xFF_0000 && layer.draws == 1)
    #expect(stage.compositor.needsFrame && asked == 1)
    #expect(stage.color(4, 4) == 0xFF && layer.draws == 2 && stage.compositor.needsFrame && asked == 2)
    stage.show()
    #expect(layer.draws == 3 && !stage.compositor.needsFrame && asked == 2)
    stage.show()
    #expect(layer.draws == 3)
  }

  @Test("L31 a part asked for inside draw(in:) is the part that the next frame draws")
  func partsOfItsOwn() {
    var parts: [Rect] = []
    let part = Rect(x: 1, y: 2, width: 3, height: 4)
    layer.onDraw = { context in
      parts.append(context.dirtyRect)
      fill(context, red, layer.bounds)
      if parts.count == 1 { layer.setNeedsDisplay(part) }
    }
    layer.setNeedsDisplay()
    for _ in 0..<3 { stage.show() }
    #expect(parts == [layer.bounds, part])
  }

  @Test(
    "L31 a layer asked for inside another's drawing is shown: before it, after it, below it, new, drawn already")
  func requestsOfOthers() {
    for (first, second) in [(layer, other), (other, layer)] {
      first.onDraw = { context in
        fill(context, red, first.bounds)
        second.setNeedsDisplay()
      }
      second.onDraw = { fill($0, blue, second.bounds) }
      first.setNeedsDisplay()
      repeat { stage.show() } while stage.compositor.needsFrame
      #expect(second.contents != nil && stage.color(Int(second.frame.minX.floor) + 4, 4) == 0xFF)
      (first.contents, second.contents, first.onDraw, second.onDraw) = (nil, nil, nil, nil)
    }
    for isBelow in [true, false] {
      let new = Obedient(0, isBelow ? 0 : 8, 4, 4)
      new.drawsWhite()
      new.setNeedsDisplay()
      layer.onDraw = { context in
        fill(context, red, layer.bounds)
        (isBelow ? layer : root).addSublayer(new)
      }
      layer.setNeedsDisplay()
      repeat { stage.show() } while stage.compositor.needsFrame
      #expect(new.draws == 1 && stage.color(1, isBelow ? 1 : 9) == 0xFF_FFFF, "below: \(isBelow)")
    }
  }

  @Test("L20 L31 a layout asked for inside draw(in:) is done in the next frame")
  func layouts() {
    var layouts = 0
    layer.onLayout = { layouts += 1 }
    stage.show()
    let before = layouts
    layer.onDraw = { _ in if layer.draws == 1 { layer.setNeedsLayout() } }
    layer.setNeedsDisplay()
    stage.show()
    #expect(layouts == before && stage.compositor.needsFrame)
    stage.show()
    #expect(layouts == before + 1 && !stage.compositor.needsFrame)
  }

  @Test("L31 requests of layers that find no place, or that left the tree, keep no frame coming")
  func requestsOfTheUnseen() {
    let small = Compositor(root: root, width: 24, height: 16, capacities: CompositorCapacities(layers: 2))
    other.onDraw = { _ in if other.draws < 3 { other.setNeedsDisplay() } }
    other.setNeedsDisplay()
    layer.onDraw = { _ in layer.removeFromSuperlayer() }
    layer.setNeedsDisplay()
    var frames = 0
    while small.needsFrame && frames < 20 {
      small.drawFrame(into: stage.display.memory)
      frames += 1
    }
    #expect(other.draws == 3 && frames < 6)
    #expect(!root.hasChangedDescendants && root.changes.isEmpty)
  }

  // MARK: Bounds

  @Test("L07 drawings that always add a layer that draws end: a frame does eight rounds, the next one goes on")
  func endlessDrawings() {
    var made = 0
    func add(to above: Layer) {
      let new = Obedient(0, 0, 4, 4)
      new.onDisplay = {
        made += 1
        if made < 30 { add(to: made % 2 == 0 ? new : root) }
      }
      above.addSublayer(new)
      new.setNeedsDisplay()
    }
    add(to: root)
    stage.show()
    #expect(made == 8 && stage.compositor.needsFrame)
    stage.show()
    #expect(made == 16)
    for _ in 0..<2 { stage.show() }
    #expect(made == 30)
    // They have bounds, and so are laid out in the next one.
    stage.show()
    #expect(!stage.compositor.needsFrame)
    // One that replaces itself.
    var replaced = 0
    func replacing() -> Obedient {
      let new = Obedient(0, 0, 4, 4)
      new.onDisplay = { [unowned new] in
        replaced += 1
        root.replaceSublayer(new, with: replacing())
      }
      new.setNeedsDisplay()
      return new
    }
    root.sublayers = [replacing()]
    for frame in 1...3 {
      stage.show()
      #expect(replaced == 8 * frame && stage.compositor.needsFrame)
    }
  }

  @Test("L07 layouts that put each other first again and again end")
  func endlessLayouts() {
    var layouts = 0
    for (one, two) in [(layer, other), (other, layer)] {
      one.onLayout = {
        layouts += 1
        root.addSublayer(two)
        two.setNeedsLayout()
        one.setNeedsLayout()
        one.layoutIfNeeded()
      }
    }
    layer.setNeedsLayout()
    stage.show()
    #expect(layouts > 2 && layouts < 400)
    #expect(!stage.compositor.needsFrame)
  }

  @Test(
    "L22 a sublayer that resizes its superlayer while it is resized by it ends after eight rounds, each followed once")
  func endlessResizing() {
    let inside = Obedient(0, 0, 8, 8)
    let follower = makeLayer(0, 0, 8, 8)
    follower.autoresizingMask = .widthSizable
    layer.sublayers = [inside, follower]
    var resized = 0
    inside.onResize = {
      resized += 1
      if resized < 4 { layer.bounds.size.width += 4 }
    }
    layer.bounds.size.width = 12
    #expect(resized == 4 && layer.bounds.size.width == 24 && follower.frame.size.width == 24)
    inside.onResize = {
      resized += 1
      layer.bounds.size.width += 1
    }
    resized = 0
    layer.bounds.size.width = 30
    #expect(resized == 8 && layer.bounds.size.width == 38 && layer.resizing == nil)
    // It may go meanwhile.
    inside.onResize = { layer.sublayers = nil }
    layer.bounds.size.width = 10
    #expect(layer.sublayers == nil && follower.superlayer == nil)
  }
}
