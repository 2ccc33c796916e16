import DefaultFont
import FixedRaster
import Testing

@testable import LayerRuntime

private final class TextDrawing: Layer {
  var text: AttributedString = ""
  override func draw(in context: DrawingContext) {
    context.setFillColor(.white)
    context.draw(text, in: bounds, font: .dejaVuSans, fontSize: 16)
  }
}

@Suite struct DrawnTextTests {
  /// The sum of all pixels' green, and the box of those that are not black.
  private func ink(_ layer: Layer) -> (sum: Int, box: PixelRect) {
    let screen = TestScreen(width: 160, height: 80)
    let root = makeRoot(160, 80)
    root.addSublayer(layer)
    screen.draw(root)
    var (sum, box) = (0, PixelRect(minX: 160, minY: 80, maxX: 0, maxY: 0))
    for (i, pixel) in screen.pixels.enumerated() where pixel != 0 {
      let (x, y) = (Int32(i % 160), Int32(i / 160))
      sum += Int(pixel >> 8 & 0xFF)
      box = PixelRect(
        minX: min(box.minX, x), minY: min(box.minY, y), maxX: max(box.maxX, x + 1), maxY: max(box.maxY, y + 1))
    }
    return (sum, box)
  }

  @Test("L31 L40 text in contents lies where a text layer has it, in its attributes, on as many lines")
  func sameAsLayer() {
    var text = AttributedString("Wind 12 kn, gusts ")
    text += AttributedString("27", attributes: .init(fontSize: 24, isUnderlined: true))
    text += AttributedString(" kn")
    let frame = Rect(x: 8, y: 4, width: 100, height: 72)
    let layer = makeText(text, frame)
    layer.isWrapped = true
    let drawing = TextDrawing()
    (drawing.text, drawing.frame) = (text, frame)
    drawing.setNeedsDisplay()
    let (wanted, found) = (ink(layer), ink(drawing))
    #expect(wanted.sum > 20_000 && wanted.box.height > 40)
    // A layer's glyphs are rounded to quarters of a pixel, and to whole rows.
    #expect(abs(found.sum - wanted.sum) * 50 < wanted.sum, "\(found.sum) against \(wanted.sum)")
    let (a, b) = (found.box, wanted.box)
    for (a, b) in [(a.minX, b.minX), (a.minY, b.minY), (a.maxX, b.maxX), (a.maxY, b.maxY)] { #expect(abs(a - b) <= 1) }
  }
}
