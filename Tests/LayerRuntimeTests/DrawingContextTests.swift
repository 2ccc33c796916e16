import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct DrawingContextTests {
  private let stage = Stage()
  private let layer = Obedient(0, 0, 8, 8)
  private let other = Obedient(8, 0, 8, 8)
  private let red = Color(argb: 0xFFFF_0000)
  private let blue = Color(argb: 0xFF00_00FF)
  private var root: Layer { stage.root }

  init() { root.sublayers = [layer, other] }

  @Test(
    "L31 a context that is kept after its drawing does nothing, also while other layers are drawn",
    arguments: [false, true])
  func keptContexts(_ isAsynchronous: Bool) {
    var kept: [DrawingContext] = []
    layer.drawsAsynchronously = isAsynchronous
    layer.onDraw = { context in
      fill(context, red, layer.bounds)
      context.saveGState()
      kept.append(context)
    }
    layer.setNeedsDisplay()
    stage.show()
    func misuse() {
      for context in kept {
        context.saveGState()
        fill(context, .white, Rect(x: -50, y: -50, width: 100, height: 100))
        context.clip(to: Rect(x: 0, y: 0, width: 1, height: 1))
        context.clear(layer.bounds)
        for _ in 0..<4 { context.restoreGState() }
        context.stroke(layer.bounds)
        context.draw(AttributedString(string: "8"), in: layer.bounds)
        context.drawLinearGradient(Gradient(colors: [.white, .black]), start: .zero, end: Point(x: 4, y: 4))
        other.render(in: context)
      }
    }
    misuse()
    other.drawsAsynchronously = isAsynchronous
    other.onDraw = { context in
      misuse()
      fill(context, blue, other.bounds)
      misuse()
    }
    other.setNeedsDisplay()
    layer.setNeedsDisplay(Rect(x: 0, y: 0, width: 1, height: 1))
    stage.show()
    misuse()
    layer.contents = nil
    layer.setNeedsDisplay()
    #expect(stage.color(4, 4) == 0xFF_0000 && stage.color(12, 4) == 0xFF && stage.color(4, 12) == 0)
    #expect(kept.count == 3 && Set(kept.map { ObjectIdentifier($0) }).count == 3)
  }

  @Test("L32 L65 displayIfNeeded() of another layer inside draw(in:) draws each into its own", arguments: 0..<4)
  func nestedDrawings(_ asynchronous: Int) {
    (layer.drawsAsynchronously, other.drawsAsynchronously) = (asynchronous & 1 != 0, asynchronous & 2 != 0)
    let inner = Obedient(16, 0, 8, 8)
    root.addSublayer(inner)
    inner.onDraw = { context in
      context.clip(to: Rect(x: 0, y: 0, width: 8, height: 4))
      fill(context, .white, inner.bounds)
    }
    other.onDraw = { context in
      context.setAlpha(0.5)
      fill(context, blue, other.bounds)
      inner.setNeedsDisplay()
      inner.displayIfNeeded()
      fill(context, red, Rect(x: 0, y: 4, width: 8, height: 4))
    }
    layer.onDraw = { context in
      context.translateBy(x: 4, y: 0)
      context.saveGState()
      context.clip(to: Rect(x: 0, y: 0, width: 4, height: 6))
      fill(context, red, layer.bounds)
      other.setNeedsDisplay()
      other.displayIfNeeded()
      // Itself waits.
      layer.setNeedsDisplay()
      layer.displayIfNeeded()
      fill(context, blue, Rect(x: 0, y: 2, width: 8, height: 8))
      context.restoreGState()
      fill(context, .white, Rect(x: 0, y: 7, width: 1, height: 1))
    }
    layer.setNeedsDisplay()
    #expect(stage.color(3, 1) == 0)
    #expect(
      [(4, 1), (4, 5), (4, 6), (4, 7)].map { stage.display.pixel($0.0, $0.1) & 0xFF_FFFF } == [
        0xFF_0000, 0xFF, 0, 0xFF_FFFF,
      ])
    #expect(stage.display.pixel(9, 1) & 0xFF_FFFF == 0x80 && stage.display.pixel(9, 5) & 0xFF_FFFF == 0x80_0040)
    #expect(stage.display.pixel(17, 3) & 0xFF_FFFF == 0xFF_FFFF && stage.display.pixel(17, 4) & 0xFF_FFFF == 0)
    #expect(layer.draws == 1 && other.draws == 1 && inner.draws == 1 && stage.compositor.needsFrame)
  }

  @Test("L31 what draw(in:) does to its own layer is safe: other contents, another size, another drawing, no tree")
  func changesOfItself() {
    let image = TestImage(width: 1, height: 1, isOpaque: true) { _, _ in 0xFFFF_FFFF }
    let changes: [() -> Void] = [
      { layer.contents = nil }, { layer.setContents(image.image, owner: image) },
      { layer.bounds.size = Size(width: 20, height: 12) }, { layer.display() },
      { layer.removeFromSuperlayer() },
      {
        layer.bounds.size = Size(width: 3, height: 3)
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        layer.drawContents()
      },
    ]
    for (i, change) in changes.enumerated() {
      layer.frame = Rect(x: 0, y: 0, width: 8, height: 8)
      root.sublayers = [layer]
      for isSecond in [false, true] {
        layer.onDraw = { context in
          fill(context, blue, Rect(x: 0, y: 0, width: 40, height: 40))
          if isSecond { change() }
          fill(context, red, Rect(x: 0, y: 0, width: 40, height: 40))
        }
        layer.setNeedsDisplay()
        stage.show()
      }
      layer.onDraw = { fill($0, red, Rect(x: 0, y: 0, width: 40, height: 40)) }
      #expect(stage.color(4, 4) == (i == 4 ? 0 : 0xFF_0000), "change \(i)")
      stage.show()
    }
  }
}
