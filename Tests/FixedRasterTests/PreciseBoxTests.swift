import TestSupport
import Testing

@testable import FixedRaster

@Suite struct PreciseBoxTests {
  private static func scale(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(scaleX: Coefficient(nearest: x), y: Coefficient(nearest: y))
  }

  @Test("R10 a box has the sides that a rectangle's saturate at, before and after a transform")
  func wide() {
    let far = PreciseBox(Rect(x: 20_000, y: -5, width: 30_000, height: 10))
    #expect(far == PreciseBox(minX: 20_000, minY: -5, maxX: 50_000, maxY: 5))
    #expect(far.enclosingPixels == PixelRect(minX: 20_000, minY: -5, maxX: 50_000, maxY: 5))
    let rect = Rect(x: -32_000, y: 0, width: 32_500, height: 2)
    #expect(rect.applying(Self.scale(2, 1)).maxX < 0)
    #expect(
      PreciseBox(rect).applying(Self.scale(2, 1)).enclosingPixels
        == PixelRect(minX: -64_000, minY: 0, maxX: 1000, maxY: 2))
    #expect(
      PreciseBox(rect).applying(Self.scale(-2, 3)).enclosingPixels
        == PixelRect(minX: -1000, minY: 0, maxX: 64_000, maxY: 6))
    // Two to the 22nd pixels is as far as the device goes.
    #expect(
      PreciseBox(rect).applying(Self.scale(30_000, 30_000)).enclosingPixels
        == PixelRect(minX: -0x40_0000, minY: 0, maxX: 0x40_0000, maxY: 60_000))
    #expect(PreciseBox(Rect(x: 3, y: 4, width: -2, height: -1)) == PreciseBox(minX: 1, minY: 3, maxX: 3, maxY: 4))
    #expect(PreciseBox.zero.enclosingPixels.isEmpty && PreciseBox.zero.grown(by: 2).enclosedPixels.width == 4)
  }

  @Test("R10 the pixels of a box are those of the rectangle where one holds it")
  func sameAsRect() {
    var random = SplitMix(seed: 101)
    for round in 0..<4000 {
      let whole = round % 3 == 0
      func side(_ range: ClosedRange<Double>) -> Fixed {
        let value = random.real(range)
        return Fixed(nearest: whole ? value.rounded() : value)
      }
      let rect = Rect(x: side(-300...300), y: side(-300...300), width: side(-200...200), height: side(0...200))
      let turn = round % 4 == 0 ? Fixed(nearest: random.real(0...6)) : 0
      let transform = AffineTransform(rotationAngle: turn).concatenating(Self.scale(whole ? 2 : 1.37, -0.5))
      let (box, expected) = (PreciseBox(rect).applying(transform), rect.applying(transform))
      func pixels(_ low: (Fixed) -> Int, _ high: (Fixed) -> Int) -> PixelRect {
        PixelRect(
          minX: Int32(low(expected.minX)), minY: Int32(low(expected.minY)), maxX: Int32(high(expected.maxX)),
          maxY: Int32(high(expected.maxY)))
      }
      #expect(box.enclosingPixels == pixels(\.floor, \.ceil))
      #expect(box.enclosedPixels == pixels(\.ceil, \.floor))
      #expect(box.roundedPixels == pixels(\.rounded, \.rounded))
    }
  }

  /// The columns of a row of 900 pixels in which something is drawn.
  private func columns(_ draw: (inout Canvas) -> Void) -> Int {
    let memory = TestMemory(ARGB8888.self, width: 900, height: 4)
    withClippedCanvas(memory.surface) { draw(&$0) }
    return (0..<900).count { memory[$0, 2] >> 24 == 255 }
  }

  @Test("R30 R33 two rectangles from −32000 to 32000, and a wide stroke across all coordinates, cover every column")
  func paths() {
    var path = PathRecorder()
    path.addRect(Rect(x: -32_000, y: 0, width: 32_000, height: 4))
    path.addRect(Rect(x: 0, y: 0, width: 32_000, height: 4))
    let line: [PathElement] = [.move(Point(x: .min, y: 2)), .line(Point(x: .max, y: 2))]
    let transform = Mapping.identity
    #expect(columns { $0.fill(path.elements.span, mapping: transform, color: .white) } == 900)
    for width in [3, 2000, 32_767] as [Fixed] {
      let style = StrokeStyle(width: width)
      #expect(columns { $0.stroke(line.span, style: style, mapping: transform, color: .white) } == 900)
    }
  }
}
