import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct ContextShadowTests {
  private let blue = Color(argb: 0xFF10_40C0)

  /// As a layer's shadow is: of a path of whole pixels, the same bytes.
  private func layers(_ path: Path, _ color: Color, radius: Fixed, offset: Size, shadow: Color) -> [UInt32] {
    let stage = Stage(width: 80, height: 60)
    stage.root.backgroundColor = .white
    let shape = ShapeLayer()
    shape.frame = stage.root.bounds
    (shape.path, shape.fillColor) = (path, color)
    (shape.shadowOpacity, shape.shadowColor) = (1, shadow)
    (shape.shadowRadius, shape.shadowOffset) = (radius, offset)
    stage.root.addSublayer(shape)
    stage.show()
    return (0..<80 * 60).map { stage.display.pixel($0 % 80, $0 / 80) & 0xFF_FFFF }
  }

  private func farthest(_ a: [UInt32], _ b: [UInt32]) -> Int {
    zip(a, b).map { first, second in
      [0, 8, 16].map { abs(Int(first >> UInt32($0) & 255) - Int(second >> UInt32($0) & 255)) }.max() ?? 0
    }.max() ?? 0
  }

  @Test("L31 what is filled throws the shadow that a layer throws: its standard deviation is half the blur")
  func fills() {
    let draw = Drawings()
    var path = Path()
    path.addEllipse(in: Rect(x: 20, y: 12, width: 30, height: 24))
    for (blur, offset) in [(Fixed(0), Size(width: 6, height: 4)), (6, Size(width: -3, height: 5.5)), (13, .zero)] {
      let found = draw { context in
        context.setFillColor(blue)
        context.setShadow(offset: offset, blur: blur, color: Color(argb: 0xC020_3000))
        context.fill(path)
      }
      let expected = layers(path, blue, radius: blur / 2, offset: offset, shadow: Color(argb: 0xC020_3000))
      // Through a bitmap pixels are rounded once more.
      #expect(farthest(found, expected) <= 2, "\(farthest(found, expected))")
      #expect(found.count { $0 != 0xFF_FFFF } > 700)
    }
  }

  @Test("L31 a shadow lies on what was there, below what throws it; offset and blur do not go through the transform")
  func order() {
    let draw = Drawings()
    let pixels = draw { context in
      context.setFillColor(blue)
      context.fill(Rect(x: 0, y: 0, width: 30, height: 60))
      context.saveGState()
      context.scaleBy(x: 2, y: 2)
      context.rotate(by: 0)
      context.setShadow(offset: Size(width: 10, height: 5), blur: 0, color: .black)
      context.setFillColor(Color(argb: 0xFFFF_FF00))
      context.fill(Rect(x: 10, y: 10, width: 10, height: 10))
      context.restoreGState()
      context.fill(Rect(x: 60, y: 2, width: 10, height: 10))
    }
    func at(_ x: Int, _ y: Int) -> UInt32 { pixels[y * 80 + x] }
    #expect(at(25, 30) == 0xFF_FF00 && at(39, 39) == 0xFF_FF00)
    #expect(at(45, 30) == 0 && at(30, 44) == 0 && at(49, 44) == 0 && at(50, 44) == 0xFF_FFFF)
    #expect(at(29, 44) == 0x10_40C0 && at(29, 20) == 0xFF_FF00)
    // The state was restored, and with it no shadow.
    #expect(at(69, 11) == 0x10_40C0 && at(71, 13) == 0xFF_FFFF)
  }

  @Test("L31 strokes, images and text throw shadows of their shape; what is translucent fainter ones; a clear none")
  func kinds() {
    let draw = Drawings()
    let stroke = draw { context in
      context.setLineWidth(4)
      context.setShadow(offset: Size(width: 0, height: 20), blur: 0, color: .black)
      context.setStrokeColor(blue)
      context.stroke(Rect(x: 10, y: 10, width: 20, height: 10))
    }
    #expect(stroke[30 * 80 + 20] == 0 && stroke[35 * 80 + 20] == 0xFF_FFFF && stroke[10 * 80 + 20] == 0x10_40C0)
    // Half of it is clear.
    let picture = TestImage(width: 10, height: 10) { x, _ in x < 5 ? 0xFF00_8000 : 0 }
    let image = draw { context in
      context.setShadow(offset: Size(width: 0, height: 20), blur: 0, color: .black)
      context.draw(picture.image, in: Rect(x: 10, y: 10, width: 20, height: 10))
    }
    #expect(image[35 * 80 + 12] == 0 && image[35 * 80 + 28] == 0xFF_FFFF && image[15 * 80 + 12] == 0x8000)
    let text = draw { context in
      context.setShadow(offset: Size(width: 0, height: 30), blur: 0, color: .black)
      context.setFillColor(blue)
      context.draw("xx", in: Rect(x: 4, y: 0, width: 70, height: 24), fontSize: 20)
    }
    for y in 0..<29 {
      for x in 0..<80 {
        let (letter, shadow) = (text[y * 80 + x], text[(y + 30) * 80 + x])
        #expect((letter == 0x10_40C0) == (shadow == 0) && (letter == 0xFF_FFFF) == (shadow == 0xFF_FFFF))
      }
    }
    #expect(text.contains(0))
    let faint = draw { context in
      context.setShadow(offset: Size(width: 0, height: 30), blur: 0, color: .black)
      context.setFillColor(blue.withAlpha(128))
      context.fill(Rect(x: 0, y: 0, width: 20, height: 20))
      context.setAlpha(0.5)
      context.setFillColor(blue)
      context.fill(Rect(x: 40, y: 0, width: 20, height: 20))
      context.clear(Rect(x: 62, y: 0, width: 10, height: 10))
    }
    #expect(faint[40 * 80 + 10] == 0x7F_7F7F && abs(Int(faint[40 * 80 + 50] & 255) - 127) <= 1)
    #expect(faint[35 * 80 + 65] == 0xFF_FFFF)
    #expect(
      draw { context in
        context.setShadow(offset: Size(width: 0, height: 30), blur: 0)
        context.fill(Rect(x: 0, y: 0, width: 20, height: 20))
      }[40 * 80 + 10] == 0xAA_AAAA)
  }

  @Test("L31 L65 a shadow is the same drawn by another thread; its blur is held to 32 pixels")
  func recorded() {
    let draw = Drawings()
    func shadows(_ context: DrawingContext) {
      context.setShadow(offset: Size(width: 3, height: 4), blur: 9, color: .black)
      context.fillEllipse(in: Rect(x: 5, y: 5, width: 30, height: 40))
      context.addRect(Rect(x: 50, y: 20, width: 10, height: 20))
      context.strokePath()
    }
    #expect(draw { shadows($0) } == draw(isAsynchronous: true) { shadows($0) })
    func wide(_ blur: Fixed) -> [UInt32] {
      draw { context in
        context.setShadow(offset: .zero, blur: blur, color: .black)
        context.fill(Rect(x: 30, y: 20, width: 10, height: 10))
      }
    }
    #expect(wide(64) == wide(1000) && wide(64) != wide(40))
  }

  @Test("R38 L31 a shadow wider than what is blurred at once has no seams")
  func parts() {
    let stage = Stage(width: 900, height: 420)
    let layer = DrawnLayer()
    layer.frame = stage.root.bounds
    layer.drawing = { context in
      context.setShadow(offset: .zero, blur: 20, color: .white)
      context.setFillColor(.black)
      context.fill(Rect(x: 40, y: 40, width: 820, height: 340))
    }
    stage.root.addSublayer(layer)
    layer.setNeedsDisplay()
    stage.show()
    for x in 100..<800 {
      #expect(stage.display.pixel(x, 30) == stage.display.pixel(100, 30) && stage.display.pixel(100, 30) & 255 > 10)
    }
  }
}
