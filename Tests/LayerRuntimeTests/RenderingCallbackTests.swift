import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct RenderingCallbackTests {
  private let stage = Stage()
  private let layer = Obedient(0, 0, 8, 8)
  private let victim = makeLayer(8, 0, 8, 8)
  private let bitmap = BitmapPool(capacity: 24 * 16 * 4).bitmap(width: 24, height: 16)!
  private var root: Layer { stage.root }

  init() {
    victim.backgroundColor = Color(argb: 0xFF00_FF00)
    (victim.shadowOpacity, victim.shouldRasterize) = (1, true)
    (victim.shadowRadius, victim.shadowOffset) = (1, Size(width: 0, height: 4))
    root.sublayers = [layer, victim]
    layer.drawsWhite()
    layer.setNeedsDisplay()
    stage.show()
  }

  private func render() -> (Int, Int) -> UInt32 {
    root.render(in: DrawingContext(bitmap.surface))
    return { [bitmap] x, y in
      unsafe bitmap.surface.base.load(fromByteOffset: (y * bitmap.width + x) * 4, as: UInt32.self)
    }
  }

  @Test(
    "L07 L3B a drawing that removes, moves and adds layers while they are rendered leaves the display's picture right")
  func changesWhileRendering() {
    let new = makeLayer(0, 8, 8, 8)
    new.backgroundColor = .white
    let drawing = Obedient(16, 8, 8, 8)
    drawing.drawsWhite()
    drawing.setNeedsDisplay()
    layer.onDraw = { context in
      context.setFillColor(.white)
      context.fill(layer.bounds)
      victim.removeFromSuperlayer()
      new.addSublayer(layer)
      root.sublayers = [new, drawing]
    }
    let pixel = render()
    // The picture is of the tree that was left; also what came meanwhile was drawn.
    #expect(pixel(1, 9) == 0xFFFF_FFFF && pixel(9, 1) == 0 && pixel(17, 9) == 0xFFFF_FFFF && drawing.draws == 1)
    layer.onDraw = nil
    #expect(stage.color(9, 1) == 0 && stage.color(1, 1) == 0 && stage.color(1, 9) == 0xFF_FFFF)
    #expect(stage.color(17, 9) == 0xFF_FFFF)
    for i in 0..<8 { root.addSublayer(makeLayer(Fixed(i), 0, 2, 2)) }
    root.addSublayer(victim)
    #expect(stage.color(9, 1) == 0xFF00)
    (root.sublayers, layer.contents, drawing.contents) = (nil, nil, nil)
    #expect(stage.shown() == nil && stage.compositor.bitmapBytesUsed == 0 && stage.compositor.overflow.layers == 0)
  }

  @Test("L3B what a drawing sets while its layer is rendered stays: properties, and requests for the next frame")
  func settingsWhileRendering() {
    layer.onDraw = { context in
      context.setFillColor(.white)
      context.fill(layer.bounds)
      (layer.contentsGravity, layer.opacity) = (.center, 0.5)
      if layer.draws == 2 { layer.setNeedsDisplay() }
    }
    let contents = layer.content.drawn
    let pixel = render()
    #expect(pixel(1, 1) == 0x8080_8080 && layer.content.drawn === contents && layer.content.rendition == nil)
    #expect(stage.compositor.needsFrame && stage.color(1, 1) == 0x80_8080)
    #expect(layer.contentsGravity == .center && layer.draws == 3)
  }

  @Test("L3B L31 renderings in drawings, of others and of itself, and drawings in renderings go each to its own")
  func nested() {
    let other = Obedient(16, 0, 8, 8)
    root.addSublayer(other)
    other.onDraw = { context in
      context.setFillColor(Color(argb: 0xFF00_00FF))
      context.fill(other.bounds)
      context.clip(to: Rect(x: 0, y: 4, width: 8, height: 4))
      layer.render(in: context)
      // Shows it without what it is drawing.
      other.render(in: context)
      layer.setNeedsDisplay()
      layer.displayIfNeeded()
    }
    other.setNeedsDisplay()
    #expect(stage.color(17, 1) == 0xFF && stage.color(17, 5) == 0xFF_FFFF && stage.color(1, 1) == 0xFF_FFFF)
    let pixel = render()
    #expect(pixel(17, 1) == 0xFF00_00FF && pixel(17, 5) == 0xFFFF_FFFF && pixel(1, 1) == 0xFFFF_FFFF)
    #expect(stage.color(1, 1) == 0xFF_FFFF && stage.color(9, 1) == 0xFF00)
    #expect(layer.content.rendition == nil && other.content.rendition == nil)
  }

  @Test("L3B a drawing may draw with the context that its layer is rendered in: below what is rendered")
  func sameContext() {
    let context = DrawingContext(bitmap.surface)
    layer.onDraw = { _ in
      context.setFillColor(Color(argb: 0xFFFF_0000))
      context.fill(Rect(x: 0, y: 0, width: 24, height: 16))
    }
    root.render(in: context)
    let pixel = { (x: Int, y: Int) in
      unsafe bitmap.surface.base.load(fromByteOffset: (y * bitmap.width + x) * 4, as: UInt32.self)
    }
    #expect(pixel(1, 1) == 0xFFFF_0000 && pixel(9, 1) == 0xFF00_FF00)
  }

  @Test("L3B a rendering that always adds layers that draw ends")
  func endless() {
    var made = 0
    func add() {
      let new = Obedient(0, 0, 4, 4)
      new.onDisplay = {
        made += 1
        add()
      }
      new.setNeedsDisplay()
      root.addSublayer(new)
    }
    add()
    _ = render()
    #expect(made == 8)
  }
}
