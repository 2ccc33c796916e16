import FixedRaster
import Testing

@testable import LayerRuntime

/// Draws by a closure.
private final class Drawn: Layer {
  var drawing: (DrawingContext) -> Void = { _ in }
  override func draw(in context: DrawingContext) { drawing(context) }
}

@Suite struct DrawingTests {
  private let stage = Stage()
  private let layer = Drawn()
  private let redToBlue = Gradient(colors: [Color(argb: 0xFFFF_0000), Color(argb: 0xFF00_00FF)])

  init() {
    layer.frame = stage.root.bounds
    stage.root.addSublayer(layer)
  }

  private func draw(_ drawing: @escaping (DrawingContext) -> Void) -> [UInt32] {
    layer.drawing = drawing
    layer.setNeedsDisplay()
    stage.compositor.drawFrame(into: stage.display.memory)
    return (0..<24 * 16).map { stage.display.pixel($0 % 24, $0 / 24) & 0xFF_FFFF }
  }

  @Test("L31 a linear gradient runs from start to end, and beyond them only where the options say so")
  func linear() {
    let (start, end) = (Point(x: 8, y: 0), Point(x: 16, y: 0))
    let all: [(Gradient.DrawingOptions, UInt32, UInt32)] = [
      ([], 0, 0), (.drawsBeforeStartLocation, 0xFF_0000, 0), (.drawsAfterEndLocation, 0, 0xFF),
      ([.drawsBeforeStartLocation, .drawsAfterEndLocation], 0xFF_0000, 0xFF),
    ]
    for (options, before, after) in all {
      let pixels = draw { $0.drawLinearGradient(redToBlue, start: start, end: end, options: options) }
      for y in [0, 15] {
        #expect(pixels[y * 24] == before && pixels[y * 24 + 7] == before)
        #expect(pixels[y * 24 + 16] == after && pixels[y * 24 + 23] == after)
        // The middle of the first pixel of eight is a sixteenth of the way.
        #expect(pixels[y * 24 + 8] == 0xEF_0010 && pixels[y * 24 + 15] == 0x10_00EF)
      }
    }
    #expect(draw { $0.drawLinearGradient(redToBlue, start: start, end: start) }.allSatisfy { $0 == 0 })
    #expect(layer.contents == nil)
  }

  @Test("L31 a gradient's locations are kept, and alpha, the transform and the clip count for it")
  func state() {
    let hard = Gradient(colors: [.white, .white, .black, .black], locations: [0.25, 0.5, 0.5, 1])
    let pixels = draw { context in
      context.clip(to: Rect(x: 4, y: 4, width: 16, height: 4))
      context.translateBy(x: 4, y: 0)
      context.setAlpha(0.5)
      context.drawLinearGradient(hard, start: .zero, end: Point(x: 16, y: 0))
    }
    #expect(pixels[3 * 24 + 6] == 0 && pixels[8 * 24 + 6] == 0 && pixels[5 * 24 + 3] == 0)
    #expect(pixels[5 * 24 + 4] == 0x80_8080 && pixels[5 * 24 + 11] == 0x80_8080 && pixels[5 * 24 + 12] == 0)
    // The same gradient at full strength afterwards.
    let full = draw { $0.drawLinearGradient(hard, start: .zero, end: Point(x: 16, y: 0)) }
    #expect(full[0] == 0xFF_FFFF && full[8] == 0 && full[20] == 0)
    #expect(draw { $0.drawLinearGradient(Gradient(colors: []), start: .zero, end: Point(x: 9, y: 0)) }[0] == 0)
    let one = Gradient(colors: [.white])
    #expect(draw { $0.drawLinearGradient(one, start: .zero, end: Point(x: 9, y: 0)) }[4] == 0xFF_FFFF)
  }

  @Test("L31 a radial gradient runs from one circle to the other, and beyond them only where the options say so")
  func radial() {
    let center = Point(x: 12.5, y: 8.5)
    func pixels(_ options: Gradient.DrawingOptions) -> [UInt32] {
      draw {
        $0.drawRadialGradient(
          redToBlue, startCenter: center, startRadius: 2, endCenter: center, endRadius: 6, options: options)
      }
    }
    let (middle, corner) = (8 * 24 + 12, 0)
    let neither = pixels([])
    #expect(neither[middle] == 0 && neither[corner] == 0)
    // Four points from the centre is half of the way.
    let half = neither[8 * 24 + 16]
    #expect((0x7F...0x80).contains(half >> 16) && (0x7F...0x80).contains(half & 0xFFFF))
    let both = pixels([.drawsBeforeStartLocation, .drawsAfterEndLocation])
    #expect(both[middle] == 0xFF_0000 && both[corner] == 0xFF && both[8 * 24 + 16] == neither[8 * 24 + 16])
    #expect(pixels(.drawsBeforeStartLocation)[middle] == 0xFF_0000 && pixels(.drawsBeforeStartLocation)[corner] == 0)
    #expect(pixels(.drawsAfterEndLocation)[middle] == 0 && pixels(.drawsAfterEndLocation)[corner] == 0xFF)
  }

  @Test("L31 text is drawn from a rectangle's top left, broken at its width, in the colour of fills")
  func text() {
    // Boxes for letters: the font without glyphs.
    func ink(_ text: String, _ rect: Rect) -> PixelRect? {
      _ = draw { context in
        context.setFillColor(.white)
        context.draw(AttributedString(string: text), in: rect, fontSize: 5)
      }
      return stage.shown()
    }
    let one = ink("a", Rect(x: 2, y: 1, width: 20, height: 14)) ?? .empty
    let two = ink("aa", Rect(x: 2, y: 1, width: 20, height: 14)) ?? .empty
    let moved = ink("a", Rect(x: 8, y: 6, width: 12, height: 9)) ?? .empty
    #expect(!one.isEmpty)
    #expect(one.minX >= 2 && one.minY >= 1 && two.maxX > one.maxX && two.maxY == one.maxY)
    #expect(moved.minX == one.minX + 6 && moved.minY == one.minY + 5)
    let broken = ink("a a", Rect(x: 2, y: 1, width: 5, height: 14))
    #expect(broken?.maxX == one.maxX && broken?.maxY ?? 0 > one.maxY + 3)
    #expect(ink("a", Rect(x: 2, y: 1, width: 0, height: 9)) == nil)
    // Attributes come before the context's colour, and its alpha fades both.
    let blue = draw { context in
      context.setFillColor(.white)
      context.setAlpha(0.5)
      context.draw(
        AttributedString(string: "a", attributes: .init(foregroundColor: Color(argb: 0xFF00_00FF))),
        in: Rect(x: 2, y: 1, width: 20, height: 14), fontSize: 16)
    }
    #expect((0x40...0x80).contains(blue.max() ?? 0), "\(blue.max() ?? 0)")
  }

  @Test("L31 L32 a whole redraw that draws nothing leaves the layer without contents, one of a part keeps the rest")
  func empty() {
    _ = draw { $0.fill(Rect(x: 0, y: 0, width: 24, height: 16)) }
    #expect(layer.contents != nil && stage.compositor.bitmapBytesUsed > 0)
    layer.drawing = { _ in }
    layer.setNeedsDisplay(Rect(x: 0, y: 0, width: 4, height: 4))
    stage.compositor.drawFrame(into: stage.display.memory)
    #expect(layer.contents != nil)
    layer.setNeedsDisplay()
    stage.compositor.drawFrame(into: stage.display.memory)
    #expect(layer.contents == nil && stage.compositor.bitmapBytesUsed == 0)
    #expect(draw { $0.fill(Rect(x: 0, y: 0, width: 1, height: 1)) }.count == 24 * 16 && layer.contents != nil)
  }
}
