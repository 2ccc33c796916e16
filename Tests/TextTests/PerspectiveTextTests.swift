import DefaultFont
import FixedRaster
import Testing

@testable import LayerRuntime

@Suite struct PerspectiveTextTests {
  let screen = TestScreen(width: 150, height: 100)
  let other = TestScreen(width: 150, height: 100)
  let root = makeRoot(150, 100)
  let text = makeText("Grad°\nAVfé", Rect(x: 20, y: 20, width: 110, height: 60), size: 24)

  init() {
    root.sublayerTransform.m34 = -1 / 150
    text.transform = Transform3D(rotationAngle: 0.8, x: 0.3, y: 1, z: 0)
    root.addSublayer(text)
  }

  /// The text's outlines as one path, in its own coordinates.
  private var outlines: Path {
    var path = Path()
    for run in text.textLayout.listedRuns {
      let font = unsafe run.font.takeUnretainedValue()
      for i in run.firstGlyph..<run.firstGlyph + run.glyphCount {
        let glyph = text.textLayout.glyphs.span[i]
        var outline = GlyphOutline()
        font.appendOutline(of: glyph.glyph, to: &outline)
        func place(_ p: Point) -> Point {
          Point(x: glyph.origin.x + p.x * run.size, y: glyph.origin.y + p.y * run.size)
        }
        for k in outline.span.indices {
          switch outline.span[k] {
          case .move(let p): path.move(to: place(p))
          case .line(let p): path.addLine(to: place(p))
          case .quadratic(let c, let p): path.addQuadCurve(to: place(p), control: place(c))
          case .cubic(let c, let d, let p): path.addCurve(to: place(p), control1: place(c), control2: place(d))
          case .conic(let c, let p, let weight): path.addConic(to: place(p), control: place(c), weight: weight)
          case .close: path.closeSubpath()
          }
        }
      }
    }
    return path
  }

  /// The largest difference of a pixel's red between the two screens, and the mean.
  private var difference: (largest: Int, mean: Double) {
    let differences = zip(screen.pixels, other.pixels).map { abs(Int($0 >> 16 & 255) - Int($1 >> 16 & 255)) }
    return (differences.max()!, Double(differences.reduce(0, +)) / Double(differences.count))
  }

  /// Draws the text, and on the other screen its outlines as a shape.
  private func drawBoth() {
    screen.draw(root)
    let shape = ShapeLayer()
    (shape.bounds, shape.position, shape.transform) = (text.bounds, text.position, text.transform)
    (shape.path, shape.fillColor) = (outlines, .white)
    shape.isGeometryFlipped = text.isGeometryFlipped
    root.replaceSublayer(text, with: shape)
    other.draw(root)
    root.replaceSublayer(shape, with: text)
  }

  @Test("L40 L55 text in perspective is what is seen of its outlines, not the picture of a flat one")
  func outlinesAreSeen() {
    drawBoth()
    // Outlines in ems are rounded once when they are placed in points.
    #expect(difference.largest <= 4 && difference.mean < 0.1, "\(difference)")
    #expect(screen.pixels.count { $0 != 0 } > 700)
    // Glyphs on the nearer side are larger: a column of ink is taller there.
    let flat = screen.pixels
    root.sublayerTransform = .identity
    screen.draw(root)
    #expect(zip(flat, screen.pixels).count { $0 != $1 } > 600)
  }

  @Test("L40 L14 text in perspective stays upright where geometry is flipped")
  func flipped() {
    text.transform = Transform3D(rotationAngle: 0.6, x: 0, y: 1, z: 0)
    screen.draw(root)
    let upright = screen.pixels
    text.isGeometryFlipped = true
    screen.draw(root)
    #expect(screen.pixels == upright && upright.contains { $0 != 0 })
  }

  @Test("L40 L55 an underline and a colour go with the text; what lies behind the eye is not drawn")
  func underlined() {
    let red = Color(red: 255, green: 0, blue: 0)
    text.attributedString = AttributedString(
      "___", attributes: .init(fontSize: 24, foregroundColor: red, isUnderlined: true))
    screen.draw(root)
    let lined = screen.pixels
    #expect(lined.allSatisfy { $0 & 0xFFFF == 0 } && lined.contains { $0 == 0xFF_0000 })
    text.attributedString = AttributedString("___", attributes: .init(fontSize: 24, foregroundColor: red))
    screen.draw(root)
    #expect(lined.count { $0 != 0 } > screen.pixels.count { $0 != 0 } + 30)
    text.zPosition = 400
    screen.draw(root)
    #expect(screen.pixels.allSatisfy { $0 == 0 })
  }

  @Test("L100 L55 damage of a text in perspective that changes equals a full redraw")
  func damage() {
    let compositor = Compositor(root: root, width: 150, height: 100)
    compositor.drawFrame(into: screen.memory)
    for (i, word) in ["12.4", "7.85 °C", "", "Øg", "Wafer"].enumerated() {
      text.string = word
      text.transform = Transform3D(rotationAngle: Fixed(i - 2, over: 3), x: 1, y: 1, z: 0)
      text.zPosition = Fixed(20 * i)
      compositor.drawFrame(into: screen.memory)
      let twin = TestScreen(width: 150, height: 100)
      let copy = makeRoot(150, 100)
      copy.sublayerTransform = root.sublayerTransform
      let same = makeText(AttributedString(word), Rect(x: 20, y: 20, width: 110, height: 60), size: 24)
      (same.transform, same.zPosition) = (text.transform, text.zPosition)
      copy.addSublayer(same)
      twin.draw(copy)
      #expect(screen.pixels == twin.pixels, "\(word)")
    }
  }
}
