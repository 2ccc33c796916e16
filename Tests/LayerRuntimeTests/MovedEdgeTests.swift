import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// Coloured layers of which an edge moves: only the pixels about it are drawn again, and the picture is that of a full redraw.
@Suite struct MovedEdgeTests {
  /// A layer in another one that lies somewhere, is a little transparent, flipped, or larger.
  private func stage(_ round: Int, _ random: inout SplitMix) -> (root: Layer, layer: Layer) {
    let (root, field, layer) = (makeLayer(0, 0, 160, 120), Layer(), Layer())
    root.backgroundColor = .white
    field.frame = Rect(x: random.fixed(0...4), y: random.fixed(0...4), width: 110, height: 100)
    field.isGeometryFlipped = round % 3 == 1
    if round % 5 == 1 { field.setAffineTransform(AffineTransform(scaleX: 2, y: 1)) }
    if round % 5 == 2 { field.setAffineTransform(AffineTransform(scaleX: 1.3, y: 1)) }
    if round % 11 == 3 { field.setAffineTransform(AffineTransform(rotationAngle: 0.2)) }
    layer.backgroundColor = Color(argb: round % 2 == 0 ? 0xFF20_60C0 : 0x9020_60C0)
    layer.cornerRadius = round % 4 == 0 ? 0 : random.fixed(1...9)
    if round % 6 == 2 { layer.cornerCurve = .continuous }
    if round % 7 == 6 { (layer.borderWidth, layer.borderColor) = (1, .black) }
    if round % 8 == 5 { layer.opacity = 0.6 }
    root.addSublayer(field)
    field.addSublayer(layer)
    return (root, layer)
  }

  /// Moves one edge, now and then another one too, by whole points or parts of one.
  private func move(_ box: inout (x0: Fixed, y0: Fixed, x1: Fixed, y1: Fixed), _ random: inout SplitMix) {
    repeat {
      let way = random.fixed(-7...7)
      let step = Bool.random(using: &random) ? Fixed(way.rounded) : way
      switch Int.random(in: 0..<4, using: &random) {
      case 0: box.x0 = max(5, min(box.x0 + step, box.x1))
      case 1: box.y0 = max(5, min(box.y0 + step, box.y1))
      case 2: box.x1 = max(box.x0, min(box.x1 + step, 105))
      default: box.y1 = max(box.y0, min(box.y1 + step, 95))
      }
    } while Int.random(in: 0..<8, using: &random) == 0
  }

  @Test(
    "L41 L100 of a coloured layer of which an edge moves only that is drawn again: the picture is that of a full redraw"
  )
  func randomEdges() {
    var random = SplitMix(seed: 7)
    var (partial, whole) = (0, 0)
    for round in 0..<120 {
      var sameNumbers = random
      let (root, layer) = stage(round, &random), (twinRoot, twin) = stage(round, &sameNumbers)
      var box: (x0: Fixed, y0: Fixed, x1: Fixed, y1: Fixed) = (20, 20, 80, 70)
      layer.frame = Rect(x: box.x0, y: box.y0, width: box.x1 - box.x0, height: box.y1 - box.y0)
      let compositor = Compositor(root: root, width: 160, height: 120)
      let (display, full) = (TestDisplay(width: 160, height: 120), TestDisplay(width: 160, height: 120))
      compositor.drawFrame(into: display.memory)
      for step in 0..<25 {
        move(&box, &random)
        let former = layer.frame
        layer.frame = Rect(x: box.x0, y: box.y0, width: box.x1 - box.x0, height: box.y1 - box.y0)
        if layer.frame == former { continue }
        compositor.drawFrame(into: display.memory)
        if let drawn = compositor.drawnBox, drawn.width * drawn.height < layer.frame.area.floor * 2 / 3 {
          partial += 1
        } else {
          whole += 1
        }
        twin.frame = layer.frame
        Compositor(root: twinRoot, width: 160, height: 120).drawFrame(into: full.memory)
        if let place = display.firstDifference(from: full) {
          Issue.record("round \(round), step \(step): another pixel at \(place)")
          return
        }
      }
    }
    // Both ways were gone.
    #expect(partial > 500 && whole > 500, "\(partial) small, \(whole) large")
  }

  @Test("L41 a filling that grows has the pixels about its end drawn again, not all of it")
  func growing() {
    let root = makeLayer(0, 0, 200, 40), filling = Layer()
    filling.backgroundColor = .black
    (filling.frame, filling.cornerRadius) = (Rect(x: 10, y: 10, width: 100, height: 8), 4)
    root.addSublayer(filling)
    let compositor = Compositor(root: root, width: 200, height: 40)
    let display = TestDisplay(width: 200, height: 40)
    compositor.drawFrame(into: display.memory)
    filling.frame = Rect(x: 10, y: 10, width: 104, height: 8)
    compositor.drawFrame(into: display.memory)
    #expect(compositor.drawnBox == PixelRect(minX: 102, minY: 10, maxX: 114, maxY: 18))
    // With another colour all of it is.
    filling.backgroundColor = .white
    filling.frame = Rect(x: 10, y: 10, width: 90, height: 8)
    compositor.drawFrame(into: display.memory)
    #expect(compositor.drawnBox == PixelRect(minX: 10, minY: 10, maxX: 114, maxY: 18))
  }
}

extension Rect {
  fileprivate var area: Fixed { width * height }
}
