import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// Draws a square of its upper left corner, and notes how often and where.
private class DrawingLayer: Layer {
  var draws: [Rect] = []
  override func draw(in context: DrawingContext) {
    draws.append(context.dirtyRect)
    context.setFillColor(.white)
    context.fill(Rect(x: bounds.minX, y: bounds.minY, width: 4, height: 4))
  }
}

private final class Displaying: Layer {
  let image: Image
  init(_ image: Image) { self.image = image }
  override func display() { contents = image }
  override func draw(in context: DrawingContext) { Issue.record("asked to draw although it displays") }
}

private final class DrawingDelegate: LayerDelegate {
  var drawn = 0
  override func draw(_ layer: Layer, in context: DrawingContext) {
    drawn += 1
    context.setFillColor(Color(argb: 0xFF00_FF00))
    context.fill(layer.bounds)
  }
}

private final class DisplayingDelegate: LayerDelegate {
  let image: Image
  init(_ image: Image) { self.image = image }
  override func display(_ layer: Layer) { layer.contents = image }
  override func draw(_ layer: Layer, in context: DrawingContext) { Issue.record("asked to draw after it displayed") }
}

@Suite struct DisplayTests {
  private let stage = Stage()
  private let blue = TestImage(width: 1, height: 1, isOpaque: true) { _, _ in 0xFF00_00FF }

  private func show<Shown: Layer>(_ layer: Shown) -> Shown {
    layer.frame = Rect(x: 4, y: 4, width: 8, height: 8)
    stage.root.addSublayer(layer)
    layer.setNeedsDisplay()
    return layer
  }

  @Test("L31 the providers are asked in their order: display, the delegate's display, draw, the delegate's draw")
  func order() {
    let delegate = DisplayingDelegate(blue.image)
    let first = show(Displaying(blue.image))
    first.delegate = delegate
    #expect(stage.color(4, 4) == 0xFF)
    first.removeFromSuperlayer()
    let second = show(DrawingLayer())
    second.delegate = delegate
    #expect(stage.color(11, 11) == 0xFF && second.draws.isEmpty)
    second.removeFromSuperlayer()
    let drawing = DrawingDelegate()
    let third = show(DrawingLayer())
    third.delegate = drawing
    #expect(
      stage.shown() == PixelRect(minX: 4, minY: 4, maxX: 8, maxY: 8) && third.draws.count == 1 && drawing.drawn == 0)
    third.removeFromSuperlayer()
    let fourth = show(Layer())
    fourth.delegate = drawing
    #expect(stage.color(11, 11) == 0xFF00 && drawing.drawn == 1)
  }

  @Test("L31 none of the four leaves the layer empty, and takes no memory")
  func noProvider() {
    let layer = show(Layer())
    #expect(stage.shown() == nil && layer.contents == nil && stage.compositor.bitmapBytesUsed == 0)
  }

  @Test("L31 assigning contents replaces what was drawn, and drawing replaces contents")
  func replacing() {
    let layer = show(DrawingLayer())
    #expect(stage.color(4, 4) == 0xFF_FFFF && stage.compositor.bitmapBytesUsed == 8 * 8 * 4)
    layer.contents = blue.image
    #expect(stage.color(4, 4) == 0xFF && stage.compositor.bitmapBytesUsed == 0)
    layer.setNeedsDisplay()
    #expect(stage.color(4, 4) == 0xFF_FFFF && stage.color(11, 11) == 0)
  }

  @Test("L32 a layer is drawn when it asks, once a frame, and never otherwise")
  func asking() {
    let layer = DrawingLayer()
    layer.frame = Rect(x: 4, y: 4, width: 8, height: 8)
    stage.root.addSublayer(layer)
    #expect(stage.shown() == nil && layer.draws.isEmpty)
    layer.setNeedsDisplay()
    layer.setNeedsDisplay()
    _ = stage.shown()
    #expect(layer.draws.count == 1)
    layer.position = Point(x: 12, y: 8)
    layer.backgroundColor = .black
    layer.bounds.size = Size(width: 12, height: 8)
    _ = stage.shown()
    #expect(layer.draws.count == 1)
    layer.needsDisplayOnBoundsChange = true
    layer.bounds.size = Size(width: 8, height: 8)
    _ = stage.shown()
    #expect(layer.draws.count == 2)
  }

  @Test("L32 displayIfNeeded draws at once what was asked for, if a display shows the layer")
  func displayNow() {
    let layer = show(DrawingLayer())
    layer.displayIfNeeded()
    layer.displayIfNeeded()
    #expect(layer.draws.count == 1)
    let free = DrawingLayer()
    free.frame = layer.frame
    free.setNeedsDisplay()
    free.displayIfNeeded()
    #expect(free.draws.isEmpty && free.changes.contains(.display))
  }

  @Test("L32 of a rectangle that is asked for only that is redrawn")
  func partial() {
    final class Filling: Layer {
      var color = Color.white
      override func draw(in context: DrawingContext) {
        context.setFillColor(color)
        context.fill(bounds)
      }
    }
    let layer = show(Filling())
    #expect(stage.color(4, 4) == 0xFF_FFFF)
    layer.color = Color(argb: 0xFFFF_0000)
    layer.setNeedsDisplay(Rect(x: 2, y: 2, width: 1, height: 1))
    layer.setNeedsDisplay(Rect(x: 3, y: 2, width: 1, height: 2))
    #expect(stage.color(6, 6) == 0xFF_0000 && stage.color(7, 7) == 0xFF_0000)
    #expect(stage.color(5, 6) == 0xFF_FFFF && stage.color(8, 6) == 0xFF_FFFF && stage.color(7, 8) == 0xFF_FFFF)
  }

  @Test("L32 a layer drawn in a size of its own is stretched by its gravity when it is not drawn again")
  func stretched() {
    let layer = show(DrawingLayer())
    _ = stage.shown()
    layer.magnificationFilter = .nearest
    layer.frame = Rect(x: 4, y: 4, width: 16, height: 8)
    #expect(stage.shown() == PixelRect(minX: 4, minY: 4, maxX: 12, maxY: 8))
    layer.contentsGravity = .topLeft
    #expect(stage.shown() == PixelRect(minX: 4, minY: 4, maxX: 8, maxY: 8))
  }

  @Test("L33 contentsScale is the number of the cache's pixels in a point, at fractions too")
  func scale() {
    let fine = Stage(width: 48, height: 32, scale: 2)
    let layer = DrawingLayer()
    layer.frame = Rect(x: 4, y: 4, width: 8.25, height: 8)
    layer.contentsScale = 2
    fine.root.addSublayer(layer)
    layer.setNeedsDisplay()
    #expect(fine.shown() == PixelRect(minX: 8, minY: 8, maxX: 16, maxY: 16))
    #expect(layer.contents?.width == 17 && layer.contents?.height == 16 && layer.draws.first?.width == 8.25)
    // Every pixel is its own: nothing is mixed.
    for x in 8..<16 { #expect(fine.color(x, 8) == 0xFF_FFFF) }
  }

  @Test(
    "L33 when the display's scale changes each delegate is asked whether its layer's contents take it, and they are redrawn"
  )
  func inheriting() {
    final class Inheriting: LayerDelegate {
      var asked: [Fixed] = []
      override func layer(_ layer: Layer, shouldInheritContentsScale scale: Fixed) -> Bool {
        asked.append(scale)
        return true
      }
    }
    let delegate = Inheriting()
    let layer = show(DrawingLayer())
    let other = show(DrawingLayer())
    other.frame = Rect(x: 0, y: 0, width: 2, height: 2)
    layer.delegate = delegate
    _ = stage.shown()
    stage.compositor.scale = 2
    #expect(stage.shown() == PixelRect(minX: 0, minY: 0, maxX: 16, maxY: 16))
    #expect(delegate.asked == [2] && layer.contentsScale == 2 && layer.contents?.width == 16)
    #expect(other.contentsScale == 1 && layer.draws.count == 2 && other.draws.count == 1)
    stage.compositor.scale = 2
    #expect(delegate.asked == [2] && !stage.compositor.needsFrame)
  }

  @Test("L37 what is cleared becomes clear, in an opaque layer black")
  func clearing() {
    final class Clearing: Layer {
      override func draw(in context: DrawingContext) {
        context.setFillColor(.white)
        context.fill(bounds)
        context.clear(Rect(x: 0, y: 0, width: 4, height: 8))
      }
    }
    let layer = show(Clearing())
    layer.backgroundColor = Color(argb: 0xFF00_00FF)
    #expect(stage.color(4, 4) == 0xFF && stage.color(8, 4) == 0xFF_FFFF)
    layer.isOpaque = true
    layer.setNeedsDisplay()
    #expect(stage.color(4, 4) == 0 && stage.color(8, 4) == 0xFF_FFFF && layer.contents?.isOpaque == true)
  }

  @Test("L32 the pool of bitmaps is accounted: what finds no room is not shown and counted, what goes is given back")
  func accounting() {
    let root = Layer()
    root.frame = Rect(x: 0, y: 0, width: 24, height: 16)
    let small = Compositor(
      root: root, width: 24, height: 16, capacities: CompositorCapacities(layers: 8, bitmapBytes: 8 * 8 * 4 * 2))
    let display = TestDisplay(width: 24, height: 16)
    let layers = (0..<3).map { i in
      let layer = DrawingLayer()
      layer.frame = Rect(x: Fixed(i * 8), y: 0, width: 8, height: 8)
      root.addSublayer(layer)
      layer.setNeedsDisplay()
      return layer
    }
    small.drawFrame(into: display.memory)
    #expect(layers.filter { $0.contents != nil }.count == 2 && small.overflow.bitmaps == 1)
    #expect(small.bitmapBytesUsed == 512)
    for layer in layers { layer.contents = nil }
    layers[0].bounds.size = Size(width: 16, height: 8)
    layers[0].setNeedsDisplay()
    small.drawFrame(into: display.memory)
    #expect(layers[0].contents?.width == 16 && small.overflow.bitmaps == 1 && small.bitmapBytesUsed == 512)
  }

  @Test(
    "L31 the context draws with its state: transforms, clips, strokes, alpha, blend modes, images, save and restore")
  func context() {
    final class Everything: Layer {
      var image: Image?
      override func draw(in context: DrawingContext) {
        context.saveGState()
        context.translateBy(x: 2, y: 1)
        context.scaleBy(x: 2, y: 1)
        context.setFillColor(.white)
        context.setAlpha(0.5)
        context.fill(Rect(x: 0, y: 0, width: 1, height: 1))  // 2…4 × 1…2, grey
        context.restoreGState()
        context.saveGState()
        context.clip(to: Rect(x: 0, y: 4, width: 1, height: 1))
        context.setFillColor(Color(argb: 0xFFFF_0000))
        context.fill(bounds)  // one pixel
        context.restoreGState()
        context.setStrokeColor(Color(argb: 0xFF00_FF00))
        context.setLineWidth(2)
        var line = Path()
        line.move(to: Point(x: 4, y: 7))
        line.addLine(to: Point(x: 8, y: 7))
        context.stroke(line)  // 4…8 × 6…8
        context.setBlendMode(.plusLighter)
        context.setFillColor(Color(argb: 0xFFFF_0000))
        context.fill(Rect(x: 6, y: 6, width: 1, height: 1))  // yellow
        context.setBlendMode(.sourceOver)
        if let image { context.draw(image, in: Rect(x: 0, y: 6, width: 2, height: 2)) }
        context.rotate(by: 3.14159265)
        context.fill(Rect(x: -8, y: -1, width: 1, height: 1))  // 7…8 × 0…1, red
      }
    }
    let layer = Everything()
    layer.image = blue.image
    _ = show(layer)
    #expect(stage.color(6, 5) == 0x80_8080 && stage.color(7, 5) == 0x80_8080 && stage.color(8, 5) == 0)
    #expect(stage.color(4, 8) == 0xFF_0000 && stage.color(5, 8) == 0 && stage.color(4, 9) == 0)
    #expect(stage.color(8, 10) == 0xFF00 && stage.color(11, 11) == 0xFF00 && stage.color(10, 10) == 0xFF_FF00)
    #expect(stage.color(4, 10) == 0xFF && stage.color(5, 11) == 0xFF)
    #expect(stage.color(11, 4) == 0xFF_0000)
  }
}
