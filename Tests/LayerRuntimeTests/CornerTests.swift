import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct CornerTests {
  private let stage = Stage(width: 48, height: 48)
  private let layer = makeLayer(4, 4, 40, 40)

  init() {
    layer.backgroundColor = .white
    stage.root.addSublayer(layer)
  }

  /// Which corners' pixels are black: top left, top right, bottom left, bottom right.
  private var cut: [Bool] { [(4, 4), (43, 4), (4, 43), (43, 43)].map { stage.color($0.0, $0.1) == 0 } }

  @Test("L60 the corners that the mask names are rounded, all if nothing is said, and none at radius 0")
  func masked() {
    #expect(cut == [false, false, false, false])
    layer.cornerRadius = 12
    #expect(cut == [true, true, true, true])
    layer.maskedCorners = [.minXMinYCorner, .maxXMaxYCorner]
    #expect(cut == [true, false, false, true])
    layer.maskedCorners = [.maxXMinYCorner]
    #expect(cut == [false, true, false, false])
    layer.maskedCorners = [.minXMaxYCorner]
    #expect(cut == [false, false, true, false])
  }

  @Test("L60 the border is rounded with the background, and touch follows both")
  func border() {
    layer.cornerRadius = 12
    layer.maskedCorners = [.minXMinYCorner]
    (layer.borderWidth, layer.borderColor) = (3, Color(argb: 0xFFFF_0000))
    #expect(stage.color(5, 5) == 0 && stage.color(8, 8) == 0xFF_0000 && stage.color(43, 4) == 0xFF_0000)
    #expect(stage.color(12, 12) == 0xFF_FFFF)
    #expect(layer.hitTest(Point(x: 5, y: 5), order: .drawing) == nil)
    #expect(layer.hitTest(Point(x: 43, y: 5), order: .drawing) === layer)
  }

  @Test("L60 contents and sublayers are cut by the corners only with masksToBounds")
  func inside() {
    layer.cornerRadius = 12
    let sublayer = makeLayer(0, 0, 40, 40)
    sublayer.backgroundColor = Color(argb: 0xFF00_FF00)
    layer.addSublayer(sublayer)
    #expect(stage.color(4, 4) == 0xFF00)
    layer.masksToBounds = true
    #expect(cut == [true, true, true, true] && stage.color(24, 24) == 0xFF00)
    layer.maskedCorners = [.minXMinYCorner]
    #expect(cut == [true, false, false, false])
  }

  @Test("L60 a continuous corner begins farther from it and lies within the circular one's neighbourhood")
  func continuous() {
    layer.cornerRadius = 12
    // Just past where the circle ends, the continuous corner has already left the side.
    let circular = stage.color(17, 4)
    layer.cornerCurve = .continuous
    #expect(circular == 0xFF_FFFF && stage.color(17, 4) != 0xFF_FFFF && stage.color(24, 4) == 0xFF_FFFF)
    #expect(cut == [true, true, true, true] && stage.color(9, 9) == 0xFF_FFFF)
    // Too large for the side: the radius shrinks, and the middle of each side is still reached.
    layer.cornerRadius = 40
    #expect(stage.color(4, 24) != 0 && stage.color(24, 43) != 0 && stage.color(4, 4) == 0)
  }

  @Test(
    "L60 the elements of an outline, and of the one of its border within, fit the buffer they are drawn from",
    arguments: [Layer.CornerCurve.circular, .continuous])
  func buffers(curve: Layer.CornerCurve) {
    let outline = LayerOutline(Rect(x: 0, y: 0, width: 300, height: 300), radii: CornerRadii(70), curve: curve)
    var two = OutlineBuffer()
    outline.append(to: &two)
    outline.inset(by: 4).append(to: &two)
    #expect(two.overflow == 0)
  }
}
