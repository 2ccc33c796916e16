import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct DitheringTests {
  private let root = Layer()
  private let gradient = GradientLayer()
  private let corner = PixelRect(minX: 0, minY: 0, maxX: 4, maxY: 4)

  init() {
    root.bounds = Rect(x: 0, y: 0, width: 24, height: 16)
    root.position = Point(x: 12, y: 8)
    // Between two levels of five bits: dithered it is a mixture of both.
    root.backgroundColor = Color(argb: 0xFF84_8484)
    gradient.frame = Rect(x: 12, y: 0, width: 12, height: 16)
    gradient.colors = [.black, .white]
  }

  /// How many different pixels a display shows on the left, which is of one colour.
  private func colorsOnTheLeft(_ display: TestDisplay) -> Int {
    var seen: Set<UInt32> = []
    for y in 0..<16 { for x in 0..<12 { seen.insert(display.pixel(x, y)) } }
    return seen.count
  }

  @Test("R12 R20 a display of fewer bits is dithered while a gradient layer is shown, all of it, and not otherwise")
  func automatic() {
    for (layout, isDithered) in [(PixelLayout.rgb565, true), (.mono, true), (.xrgb8888, false), (.gray8, false)] {
      let display = TestDisplay(width: 24, height: 16, layout: layout)
      let compositor = Compositor(root: root, width: 24, height: 16)
      compositor.drawFrame(into: display.memory)
      #expect(colorsOnTheLeft(display) == 1)
      root.addSublayer(gradient)
      compositor.drawFrame(into: display.memory)
      #expect((colorsOnTheLeft(display) > 1) == isDithered)
      gradient.removeFromSuperlayer()
      compositor.drawFrame(into: display.memory)
      #expect(colorsOnTheLeft(display) == 1)
    }
  }

  @Test("R20 dithering is chosen: always without a gradient, never with one; choosing draws everything again")
  func chosen() {
    let display = TestDisplay(width: 24, height: 16, layout: .rgb565)
    let compositor = Compositor(root: root, width: 24, height: 16)
    compositor.dithering = .always
    compositor.drawFrame(into: display.memory)
    #expect(colorsOnTheLeft(display) > 1)
    root.addSublayer(gradient)
    compositor.dithering = .never
    #expect(compositor.drawFrame(into: display.memory) && colorsOnTheLeft(display) == 1)
    compositor.dithering = .never
    #expect(!compositor.drawFrame(into: display.memory), "the same again is no change")
  }

  @Test("L100 what is damaged in a dithered display fits what lies around it")
  func damageFits() {
    root.addSublayer(gradient)
    let display = TestDisplay(width: 24, height: 16, layout: .rgb565)
    let compositor = Compositor(root: root, width: 24, height: 16)
    compositor.drawFrame(into: display.memory)
    let before = display.bytes
    compositor.invalidate(PixelRect(minX: 3, minY: 5, maxX: 17, maxY: 9))
    #expect(compositor.drawFrame(into: display.memory) && display.bytes == before)
  }
}
