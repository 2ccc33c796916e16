import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// A shape that counts how often a commit copied it.
private final class CountedShape: ShapeLayer {
  var drawings = 0
  override func drawing() -> LayerDrawing {
    drawings += 1
    return super.drawing()
  }
}

/// A strip of 100 × 80 in a window of as much, with a shape, a line, a text and boxes on it.
private final class Strip {
  let root = makeLayer(0, 0, 100, 80)
  let strip = makeLayer(0, 0, 0, 0)
  let shape = CountedShape()
  let line = ShapeLayer()

  init() {
    root.backgroundColor = Color(argb: 0xFF20_3040)
    root.masksToBounds = true
    root.addSublayer(strip)
    var path = Path(capacity: 8)
    path.addEllipse(in: Rect(x: 40, y: 30, width: 21, height: 17))
    (shape.path, shape.fillColor) = (path, .white)
    line.path = path
    (line.fillColor, line.strokeColor, line.lineWidth) = (nil, Color(argb: 0x80FF_4000), 3)
    line.position = Point(x: 3, y: 5)
    let text = TextLayer()
    (text.fontSize, text.string) = (9, "moved")
    text.frame = Rect(x: 20, y: 10, width: 40, height: 12)
    let box = makeLayer(50, 50, 20, 10)
    (box.backgroundColor, box.borderWidth, box.borderColor) = (Color(argb: 0xFF70_8090), 1, .white)
    let rounded = makeLayer(20, 50, 21, 13)
    (rounded.backgroundColor, rounded.cornerRadius) = (Color(argb: 0xA070_8090), 4)
    for layer in [shape, line, text, box, rounded] { strip.addSublayer(layer) }
  }
}

@Suite("Layers that are moved with those above") struct MovedLayerTests {
  @Test("L100 a layer that is moved with those above by whole pixels, and is seen whole before, is not copied")
  func copies() throws {
    let moving = Strip()
    let compositor = Compositor(root: moving.root, width: 100, height: 80)
    let display = TestDisplay(width: 100, height: 80)
    var copied: [Int] = []
    // To the right edge and beyond it, back from there, by a half, and again.
    for (x, y) in [(0, 0), (2, 0), (38, -3), (25, 0), (-35, 3), (1, 1)] as [(Fixed, Fixed)] {
      moving.strip.position = Point(x: moving.strip.position.x + x, y: moving.strip.position.y + y)
      let former = moving.shape.drawings
      compositor.drawFrame(into: display.memory)
      copied.append(moving.shape.drawings - former)
    }
    #expect(copied == [1, 0, 0, 1, 1, 0])
    moving.strip.position.x += 0.5
    compositor.drawFrame(into: display.memory)
    #expect(moving.shape.drawings == 4)
    moving.shape.fillColor = .black
    compositor.drawFrame(into: display.memory)
    #expect(moving.shape.drawings > 4)
  }

  @Test("L100 moved layers look, and are known, as when they were copied", arguments: 0..<8)
  func pictures(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let moving = Strip()
    let compositor = Compositor(root: moving.root, width: 100, height: 80)
    let display = TestDisplay(width: 100, height: 80)
    for step in 0..<40 {
      let isHalf = random.next(in: 0...5) == 0
      let x = Fixed(random.next(in: -12...12)) + (isHalf ? 0.5 : 0)
      moving.strip.position = Point(
        x: Swift.max(-90, Swift.min(90, moving.strip.position.x + x)), y: Fixed(random.next(in: -9...9)))
      if random.next(in: 0...7) == 0 { moving.line.lineWidth = Fixed(random.next(in: 1...4)) }
      compositor.drawFrame(into: display.memory)

      let twin = Strip()
      (twin.strip.position, twin.line.lineWidth) = (moving.strip.position, moving.line.lineWidth)
      let fresh = Compositor(root: twin.root, width: 100, height: 80)
      let whole = TestDisplay(width: 100, height: 80)
      fresh.drawFrame(into: whole.memory)
      #expect(display.bytes == whole.bytes, "step \(step)")
      // Where a layer out of sight lies is worked out when it comes into sight.
      for (now, then) in zip(compositor.renderNodes, fresh.renderNodes)
      where !now.extent.isEmpty || !then.extent.isEmpty {
        #expect((now.toDevice, now.box, now.extent) == (then.toDevice, then.box, then.extent), "step \(step)")
        #expect(now.cullRect == then.cullRect)
        #expect(now.opaque == then.opaque || now.opaque.isEmpty && then.opaque.isEmpty)
      }
    }
  }
}
