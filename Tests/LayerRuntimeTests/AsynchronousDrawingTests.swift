import FixedRaster
import Glibc
import TestSupport
import Testing

@testable import LayerRuntime

/// Draws by a closure.
private final class Sketch: Layer {
  var drawing: (DrawingContext) -> Void = { _ in }
  override func draw(in context: DrawingContext) { drawing(context) }
}

@Suite struct AsynchronousDrawingTests {
  private let stage = Stage(width: 64, height: 48)
  private let first = Sketch()
  private let second = Sketch()
  private let gradient = Gradient(colors: [Color(argb: 0xFFFF_0000), Color(argb: 0xFF00_00FF)])
  private let flag = TestImage(width: 5, height: 3, isOpaque: false) { x, y in UInt32(x * 0x1000 + y) | 0x8000_4000 }

  init() {
    for layer in [first, second] {
      layer.frame = stage.root.bounds
      stage.root.addSublayer(layer)
    }
  }

  private var thread: DrawingThread { stage.compositor.drawing!.thread }

  private func pixels() -> [UInt32] {
    stage.show()
    return (0..<64 * 48).map { stage.display.pixel($0 % 64, $0 / 64) }
  }

  /// The picture of both layers drawn at once, and by the other thread.
  private func both(_ prepare: () -> Void) -> (atOnce: [UInt32], later: [UInt32]) {
    func draw(_ isAsynchronous: Bool) -> [UInt32] {
      for layer in [first, second] {
        layer.drawsAsynchronously = isAsynchronous
        layer.setNeedsDisplay()
      }
      prepare()
      return pixels()
    }
    return (draw(false), draw(true))
  }

  /// One of every call.
  private func drawAll(_ context: DrawingContext) {
    context.setFillColor(Color(argb: 0xFF20_4060))
    context.fill(Rect(x: 1.5, y: 2.25, width: 40, height: 30))
    context.saveGState()
    context.clip(to: Rect(x: 4, y: 4, width: 30.5, height: 20))
    context.translateBy(x: 6, y: 3)
    context.rotate(by: 0.25)
    context.drawLinearGradient(gradient, start: .zero, end: Point(x: 20, y: 5), options: .drawsAfterEndLocation)
    // The same gradient with other colours at its ends, before the first has been drawn.
    context.setAlpha(0.5)
    context.drawRadialGradient(
      gradient, startCenter: Point(x: 9, y: 9), startRadius: 2, endCenter: Point(x: 10, y: 9), endRadius: 9)
    context.restoreGState()
    context.setLineWidth(3)
    context.setLineDash(DashPattern(dash: 4, gap: 2, phase: 1))
    context.setLineCap(.round)
    context.setStrokeColor(Color(argb: 0xC0FF_FF00))
    context.strokeEllipse(in: Rect(x: 10, y: 8, width: 40, height: 30))
    context.setBlendMode(.multiply)
    var path = Path()
    path.move(to: Point(x: 2, y: 40))
    path.addLine(to: Point(x: 60, y: 20))
    path.addLine(to: Point(x: 50, y: 47))
    path.closeSubpath()
    context.setFillColor(Color(argb: 0xFF80_FF80))
    context.fill(path, using: .evenOdd)
    context.saveGState()
    context.clip(to: path)
    context.draw(flag.image, in: Rect(x: 20, y: 20, width: 33, height: 21))
    context.restoreGState()
    context.clear(Rect(x: 30, y: 30, width: 5, height: 5))
  }

  @Test("L65 what is drawn asynchronously is the same, and the other thread drew it")
  func samePicture() {
    first.drawing = { context in drawAll(context) }
    second.drawing = { context in
      context.scaleBy(x: 0.5, y: 0.5)
      drawAll(context)
    }
    let (atOnce, later) = both {}
    #expect(haveSamePixels(later, atOnce))
    #expect(Set(atOnce).count > 100)
    #expect(thread.replayed == 2)
  }

  @Test("L65 drawing is recorded: the other thread draws while this one goes on")
  func inBackground() {
    var hasEnded = false
    first.drawsAsynchronously = true
    first.drawing = { context in
      context.fill(Rect(x: 0, y: 0, width: 64, height: 48))
      hasEnded = thread.replayed == 0
    }
    first.setNeedsDisplay()
    first.displayIfNeeded()
    // Up to ten seconds, on a machine that has other things to do.
    for _ in 0..<10_000 where thread.replayed == 0 { usleep(1000) }
    #expect(hasEnded && thread.replayed == 1)
    #expect(Set(pixels().map { $0 & 0xFF_FFFF }) == [0] && thread.replayed == 1)
  }

  @Test("L65 a part is drawn into what was there, also if nothing is drawn to it")
  func parts() {
    var color = Color(argb: 0xFF40_8020)
    first.drawing = { context in
      context.setFillColor(color)
      if color.alpha > 0 { context.fill(Rect(x: 0, y: 0, width: 64, height: 48)) }
    }
    let part = Rect(x: 8, y: 8, width: 16, height: 8)
    for next in [Color(argb: 0xFFFF_0000), .clear] {
      let (atOnce, later) = both {
        color = Color(argb: 0xFF40_8020)
        _ = pixels()
        color = next
        first.setNeedsDisplay(part)
      }
      #expect(haveSamePixels(later, atOnce))
      #expect(later[9 * 64 + 9] & 0xFF_FFFF == (next.alpha > 0 ? 0xFF_0000 : 0))
      #expect(later[0] & 0xFF_FFFF == 0x40_8020)
    }
  }

  @Test("L65 a layer that draws nothing has no contents")
  func nothing() {
    first.drawsAsynchronously = true
    first.setNeedsDisplay()
    _ = pixels()
    #expect(first.contents == nil && thread.replayed == 0 && stage.compositor.bitmapBytesUsed == 0)
  }

  @Test("L65 a layer that is drawn again before the frame shows what was drawn last")
  func twice() {
    var color = Color(argb: 0xFF00_00FF)
    first.drawing = { context in
      context.setFillColor(color)
      context.fill(Rect(x: 0, y: 0, width: 64, height: 48))
    }
    _ = pixels()
    for (former, last) in [(true, true), (true, false), (false, true)] {
      first.drawsAsynchronously = former
      color = Color(argb: 0xFFFF_0000)
      first.setNeedsDisplay()
      first.displayIfNeeded()
      first.drawsAsynchronously = last
      color = Color(argb: 0xFF00_FF00)
      first.setNeedsDisplay(Rect(x: 0, y: 0, width: 32, height: 48))
      let shown = pixels()
      #expect(shown[0] & 0xFF_FFFF == 0xFF00 && shown[40] & 0xFF_FFFF == 0xFF_0000)
    }
  }

  @Test("L65 memory that is being drawn to goes to no other layer, whatever happens to the first")
  func removal() {
    func fill(_ color: Color) -> (DrawingContext) -> Void {
      { context in
        context.setFillColor(color)
        for _ in 0..<50 { context.fillEllipse(in: Rect(x: -40, y: -40, width: 150, height: 130)) }
      }
    }
    first.drawing = fill(Color(argb: 0xFFFF_0000))
    second.drawing = fill(Color(argb: 0xFF00_FF00))
    for _ in 0..<20 {
      first.drawsAsynchronously = true
      stage.root.insertSublayer(first, at: 0)
      first.setNeedsDisplay()
      first.displayIfNeeded()
      first.removeFromSuperlayer()
      first.contents = nil
      second.setNeedsDisplay()
      let shown = pixels()
      #expect(shown[24 * 64 + 32] & 0xFF_FFFF == 0xFF00 && Set(shown).count == 1)
      second.contents = nil
      _ = pixels()
      #expect(stage.compositor.bitmapBytesUsed == 0)
    }
  }

  @Test("L65 a layer rendered into the contents is drawn at once, after what was drawn before it")
  func rendering() {
    let stamp = Layer()
    stamp.bounds = Rect(x: 0, y: 0, width: 10, height: 10)
    stamp.backgroundColor = Color(argb: 0xFFFF_0000)
    first.drawing = { context in
      context.clip(to: Rect(x: 0, y: 0, width: 20, height: 20))
      context.setFillColor(.white)
      context.fill(Rect(x: 0, y: 0, width: 64, height: 48))
      context.translateBy(x: 15, y: 5)
      stamp.render(in: context)
      context.setFillColor(Color(argb: 0xFF00_00FF))
      context.fill(Rect(x: 0, y: 5, width: 10, height: 10))
    }
    let (atOnce, later) = both {}
    #expect(haveSamePixels(later, atOnce))
    let places = [(0, 0), (16, 6), (16, 12), (22, 6)]
    let colors: [UInt32] = places.map { x, y in later[y * 64 + x] & 0xFF_FFFF }
    #expect(colors == [0xFF_FFFF, 0xFF_0000, 0xFF, 0])
  }

  @Test("L65 what was to be drawn is drawn, also if the display goes before its frame")
  func displayGoes() {
    let layer = Sketch()
    let root = makeLayer(0, 0, 64, 48)
    layer.frame = root.bounds
    layer.drawsAsynchronously = true
    layer.drawing = { context in
      context.setFillColor(.white)
      for _ in 0..<50 { context.fill(Rect(x: 0, y: 0, width: 64, height: 48)) }
    }
    root.addSublayer(layer)
    for _ in 0..<20 {
      do {
        let compositor = Compositor(root: root, width: 64, height: 48)
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        #expect(compositor.drawing?.thread.replayed ?? 0 < 2)
      }
      let (compositor, display) = (Compositor(root: root, width: 64, height: 48), TestDisplay(width: 64, height: 48))
      compositor.drawFrame(into: display.memory)
      #expect(display.pixel(5, 5) & 0xFF_FFFF == 0xFF_FFFF && display.pixel(63, 47) & 0xFF_FFFF == 0xFF_FFFF)
      layer.contents = nil
    }
  }
}
