import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// Draws by a closure.
private final class Sketch: Layer {
  var drawing: (DrawingContext) -> Void = { _ in }
  override func draw(in context: DrawingContext) { drawing(context) }
}

@Suite struct ContentsOwnerTests {
  private let stage = Stage(width: 40)
  private let layer = makeLayer(4, 4, 12, 8)
  private let image = TestImage(width: 12, height: 8, isOpaque: true) { _, _ in 0xFF12_3456 }

  init() { stage.root.addSublayer(layer) }

  /// The image, kept by something that tells when it goes.
  private func kept(_ gone: @escaping () -> Void) -> Image { unsafe image.image.keeping(LastWill(gone)) }

  @Test("L30 contents keep the image's owner and the one they are assigned with, as what is read of them does")
  func bothOwners() {
    var gone: [String] = []
    layer.setContents(kept { gone.append("image's") }, owner: LastWill { gone.append("contents'") })
    _ = stage.shown()
    #expect(layer.contentsOwner is LastWill)
    var read = layer.contents
    layer.contents = nil
    _ = stage.shown()
    #expect(gone.isEmpty && read != nil)
    layer.contents = read
    read = nil
    let owner = layer.contents?.owner
    // What is read back and assigned takes no more memory each time.
    for _ in 0..<3 { layer.setContents(layer.contents, owner: layer.contentsOwner) }
    #expect(stage.color(8, 8) == 0x12_3456 && gone.isEmpty && layer.contents?.owner === owner)
    withExtendedLifetime(owner) { layer.contents = nil }
    _ = stage.shown()
  }

  @Test("L30 owners go once the contents are shown no more: the image's own, too")
  func ends() {
    var gone: [String] = []
    layer.setContents(kept { gone.append("image's") }, owner: LastWill { gone.append("contents'") })
    _ = stage.shown()
    layer.contents = image.image
    _ = stage.shown()
    #expect(gone.sorted() == ["contents'", "image's"])
    gone = []
    layer.contents = kept { gone.append("image's") }
    _ = stage.shown()
    layer.setContents(nil, owner: nil)
    _ = stage.shown()
    #expect(gone == ["image's"])
  }

  @Test("L37 a pattern, and a value, keep the image's owner and their own")
  func patternsAndValues() {
    var gone = 0
    layer.backgroundPattern = Pattern(kept { gone += 1 }, owner: LastWill { gone += 1 })
    #expect(stage.color(8, 8) == 0x12_3456 && gone == 0)
    var read = layer.backgroundPattern?.image
    layer.backgroundPattern = nil
    _ = stage.shown()
    #expect(gone == 0 && read != nil)
    read = nil
    #expect(gone == 2)
    gone = 0
    read = Value.image(kept { gone += 1 }, owner: LastWill { gone += 1 }).image
    #expect(gone == 0 && read != nil)
    read = nil
    #expect(gone == 2)
  }

  @Test("L30 L31 what a layer has drawn may be read, kept and shown elsewhere; its memory goes with the last of them")
  func drawnContents() {
    let sketch = Sketch()
    sketch.frame = Rect(x: 4, y: 4, width: 12, height: 8)
    sketch.drawing = { fill($0, Color(argb: 0xFF12_3456), Rect(x: 0, y: 0, width: 12, height: 8)) }
    sketch.setNeedsDisplay()
    stage.root.addSublayer(sketch)
    #expect(stage.color(8, 8) == 0x12_3456)
    let used = stage.compositor.bitmapBytesUsed
    var read = sketch.contents
    sketch.contents = nil
    sketch.removeFromSuperlayer()
    #expect(stage.color(8, 8) == 0 && used > 0 && stage.compositor.bitmapBytesUsed == used)
    layer.contents = read
    read = nil
    #expect(stage.color(8, 8) == 0x12_3456 && stage.compositor.bitmapBytesUsed == used)
    layer.contents = nil
    #expect(stage.color(8, 8) == 0 && stage.compositor.bitmapBytesUsed == 0)
  }

  @Test("L31 the memory of what a layer has drawn is there for what it draws at another size, in the same frame")
  func redrawn() {
    var capacities = CompositorCapacities()
    capacities.bitmapBytes = 12 * 8 * 4
    let sketch = Sketch()
    let small = Compositor(root: sketch, width: 24, height: 16, capacities: capacities)
    let display = TestDisplay(width: 24, height: 16)
    sketch.drawing = { fill($0, Color(argb: 0xFF12_3456), Rect(x: 0, y: 0, width: 12, height: 12)) }
    for (width, height) in [(12, 8), (8, 12), (12, 8)] as [(Fixed, Fixed)] {
      sketch.frame = Rect(x: 0, y: 0, width: width, height: height)
      sketch.setNeedsDisplay()
      small.drawFrame(into: display.memory)
      #expect(small.overflow.bitmaps == 0 && small.bitmapBytesUsed == 12 * 8 * 4)
      #expect(display.pixel(7, 7) & 0xFF_FFFF == 0x12_3456)
    }
  }

  @Test("L65 a recorded image's owner goes once the frame is drawn, and may change the tree then")
  func recordings() {
    let (sketch, other) = (Sketch(), Sketch())
    var ends = 0
    for (drawing, x) in [(sketch, 0), (other, 24)] as [(Sketch, Fixed)] {
      drawing.frame = Rect(x: x, y: 4, width: 12, height: 8)
      drawing.drawsAsynchronously = true
      drawing.drawing = { context in
        // The memory goes with the will, which draws both layers again.
        let pixels = TestImage(width: 12, height: 8, isOpaque: true) { _, _ in 0xFF12_3456 }
        let will = LastWill {
          ends += 1
          if ends <= 2 {
            for layer in [sketch, other] { layer.setNeedsDisplay() }
            layer.backgroundColor = .white
          }
          withExtendedLifetime(pixels) {}
        }
        context.draw(unsafe pixels.image.keeping(will), in: Rect(x: 0, y: 0, width: 12, height: 8))
      }
      drawing.setNeedsDisplay()
      stage.root.addSublayer(drawing)
    }
    stage.show()
    #expect(ends == 2 && stage.compositor.needsFrame)
    stage.show()
    #expect(ends == 4 && !stage.compositor.needsFrame)
    #expect(stage.color(2, 8) == 0x12_3456 && stage.color(30, 8) == 0x12_3456 && stage.color(15, 8) == 0xFF_FFFF)
  }
}
