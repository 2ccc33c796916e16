import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// Paths that do not change are drawn from their coverage from the second frame on (L103, issue of caches of coverage).
@Suite struct KeptCoverageTests {
  private let root = makeLayer(0, 0, 96, 64)
  private let shape = ShapeLayer()
  private let card = makeLayer(50.25, 8, 30, 20)
  private let display = TestDisplay(width: 96, height: 64)

  init() {
    root.backgroundColor = Color(argb: 0xFF10_2030)
    var path = Path()
    path.addEllipse(in: Rect(x: 2, y: 2, width: 24, height: 18))
    shape.path = path
    shape.frame = Rect(x: 8, y: 8, width: 28, height: 22)
    shape.fillColor = Color(argb: 0xC0FF_8000)
    shape.strokeColor = .white
    shape.lineWidth = 2.5
    card.backgroundColor = Color(argb: 0xFF40_5060)
    card.cornerRadius = 6
    (card.borderWidth, card.borderColor) = (1.5, Color(argb: 0x80FF_FFFF))
    root.addSublayer(shape)
    root.addSublayer(card)
  }

  private func compositor(coverageBytes: Int = 1 << 16) -> Compositor {
    Compositor(root: root, width: 96, height: 64, capacities: CompositorCapacities(coverageBytes: coverageBytes))
  }

  /// A picture that a failure does not print in full.
  private struct Picture: Equatable, CustomStringConvertible {
    let pixels: [UInt32]
    var description: String { "a picture" }
  }

  /// Draws all and answers what the display shows.
  private func redraw(_ compositor: Compositor) -> Picture {
    compositor.invalidate()
    display.invert()
    compositor.drawFrame(into: display.memory)
    return Picture(pixels: (0..<64).flatMap { y in (0..<96).map { x in display.pixel(x, y) } })
  }

  @Test("L103 from the second frame on paths that did not change are drawn from their coverage, to the same bytes")
  func sameBytes() {
    let compositor = compositor()
    let fromPaths = redraw(compositor)
    #expect(compositor.coverageBytesUsed == 0)
    let first = redraw(compositor)
    let used = compositor.coverageBytesUsed
    #expect(used > 0 && first == fromPaths)
    #expect(redraw(compositor) == fromPaths && compositor.coverageBytesUsed == used)
    #expect(redraw(self.compositor(coverageBytes: 0)) == fromPaths)
  }

  @Test("L103 coverage is kept when colours change and when whole pixels move the layer")
  func kept() {
    let compositor = compositor()
    for _ in 0..<2 { _ = redraw(compositor) }
    let used = compositor.coverageBytesUsed
    shape.fillColor = Color(argb: 0xFF00_8040)
    shape.position = Point(x: 40, y: 17)
    card.position = Point(x: 60.25, y: 30)
    card.borderColor = .white
    let moved = redraw(compositor)
    #expect(compositor.coverageBytesUsed == used)
    #expect(moved == redraw(self.compositor()))
    root.bounds.origin = Point(x: -30, y: 12)
    #expect(redraw(compositor) == redraw(self.compositor()))
  }

  @Test("L103 beyond 2047 pixels from the display's corner nothing is kept, and all is drawn from its path each time")
  func farAway() {
    let wide = makeLayer(0, 0, 2200, 32)
    (shape.position.x, card.position.x) = (2100, 2150)
    wide.addSublayer(shape)
    wide.addSublayer(card)
    let display = TestDisplay(width: 2200, height: 32)
    let compositor = Compositor(root: wide, width: 2200, height: 32)
    for frame in 0..<3 {
      compositor.invalidate()
      display.invert()
      compositor.drawFrame(into: display.memory)
      #expect(display.pixel(2100, 19) & 0xFF_FFFF == 0xC06000, "frame \(frame)")
      #expect(display.pixel(2150, 18) & 0xFF_FFFF == 0x40_5060, "frame \(frame)")
    }
    #expect(compositor.coverageBytesUsed == 0)
  }

  private func expectDropped(_ words: String, _ change: () -> Void) {
    let compositor = compositor()
    for _ in 0..<2 { _ = redraw(compositor) }
    let used = compositor.coverageBytesUsed
    change()
    let changed = redraw(compositor)
    #expect(compositor.coverageBytesUsed < used, "\(words)")
    #expect(changed == redraw(self.compositor()), "\(words)")
    #expect(redraw(compositor) == changed, "\(words)")
  }

  @Test("L103 what covers other pixels is drawn from its path again, and its coverage is given back")
  func dropped() {
    expectDropped("path") { shape.path?.addRect(Rect(x: 20, y: 12, width: 6, height: 9)) }
    expectDropped("rule") { shape.fillRule = .evenOdd }
    expectDropped("width") { shape.lineWidth = 4 }
    expectDropped("no fill") { shape.fillColor = nil }
    expectDropped("part of a pixel") { shape.position.x += 0.25 }
    expectDropped("turned") { shape.setAffineTransform(AffineTransform(rotationAngle: 0.5)) }
    expectDropped("corners") { card.cornerRadius = 3 }
    expectDropped("border") { card.borderWidth = 3 }
    expectDropped("size") { card.bounds.size.width = 24 }
    expectDropped("far away") { shape.position.x += 4000 }
    expectDropped("removed") { card.removeFromSuperlayer() }
  }

  @Test("L103 what changes in every frame is never kept; what finds no room is drawn from its path")
  func neverKept() {
    card.removeFromSuperlayer()
    let compositor = compositor()
    for i in 0..<5 {
      shape.setAffineTransform(AffineTransform(rotationAngle: Fixed(i) * 0.1))
      _ = redraw(compositor)
      #expect(compositor.coverageBytesUsed == 0)
    }
    let small = self.compositor(coverageBytes: 512)
    for _ in 0..<3 { _ = redraw(small) }
    #expect(small.coverageBytesUsed <= 512)
    #expect(redraw(small) == redraw(self.compositor()))
  }
}
