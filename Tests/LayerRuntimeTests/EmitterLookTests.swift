import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct EmitterLookTests {
  /// One particle of 4 × 4 points in the middle, at (40, 30) of the display.
  private func stage(_ change: (inout EmitterCell) -> Void) -> EmitterStage {
    var cell = makeCell(0.0625, lifetime: 15)
    change(&cell)
    return EmitterStage([cell])
  }

  private func isLit(_ stage: EmitterStage, _ rect: PixelRect) -> Bool {
    stage.lit.count == Int(rect.area)
      && stage.lit.allSatisfy { rect.minX <= $0.x && $0.x < rect.maxX && rect.minY <= $0.y && $0.y < rect.maxY }
  }

  @Test("L44 a particle's image is drawn about its place, scaled, with its speed, by its contentsScale")
  func sizes() {
    let square = stage { $0.scaleSpeed = 1 }
    square.draw(at: .zero)
    #expect(isLit(square, PixelRect(minX: 38, minY: 28, maxX: 42, maxY: 32)))
    square.draw(at: .seconds(2))
    #expect(isLit(square, PixelRect(minX: 34, minY: 24, maxX: 46, maxY: 36)))
    let fine = stage { ($0.contentsScale, $0.scale) = (2, 3) }
    fine.draw(at: .zero)
    #expect(isLit(fine, PixelRect(minX: 37, minY: 27, maxX: 43, maxY: 33)))
    let gone = stage { ($0.scale, $0.scaleSpeed) = (1, -1) }
    gone.draw(at: .seconds(1))
    #expect(gone.lit.isEmpty)
    for scale in [0, -1] as [Fixed] {
      let none = stage { $0.contentsScale = scale }
      none.draw(at: .zero)
      #expect(none.lit.isEmpty)
    }
  }

  @Test("L44 a particle turns about its middle by its spin")
  func spins() {
    let bar = TestImage(width: 10, height: 2, isOpaque: true) { _, _ in ~0 }
    let turning = stage { ($0.contents, $0.spin) = (bar.image, .pi / 2) }
    turning.draw(at: .zero)
    #expect(isLit(turning, PixelRect(minX: 35, minY: 29, maxX: 45, maxY: 31)))
    turning.draw(at: .seconds(1))
    #expect(turning.color(39, 26) != 0 && turning.color(40, 33) != 0 && turning.color(36, 29) == 0)
    turning.draw(at: .seconds(2))
    #expect(turning.color(36, 29) != 0 && turning.color(39, 26) == 0)
  }

  @Test("L44 a particle's image is multiplied by its colour, which changes by its speeds and is held to its ends")
  func colors() {
    let tinted = stage {
      $0.color = Color(argb: 0xFF80_40FF)
      ($0.redSpeed, $0.greenSpeed, $0.blueSpeed, $0.alphaSpeed) = (1, 0.25, -0.5, -0.25)
    }
    tinted.draw(at: .zero)
    #expect(tinted.color(40, 30) == 0x80_40FF)
    tinted.draw(at: .seconds(1))
    // Red is held at 1, green has 0.251 + 0.25, blue 0.5; alpha 0.75 over black.
    #expect(tinted.color(40, 30) == 0xBF_6060)
    tinted.draw(at: .seconds(4))
    #expect(tinted.lit.isEmpty)
  }

  @Test("L44 contents: none draws nothing, a part of the image by contentsRect, not enabled neither shown nor born")
  func contents() {
    let none = stage { $0.contents = nil }
    none.draw(at: .zero)
    #expect(none.lit.isEmpty && none.particles.count == 1)
    let halves = TestImage(width: 8, height: 4) { x, _ in x < 4 ? 0xFFFF_0000 : 0xFF00_FF00 }
    let part = stage { ($0.contents, $0.contentsRect) = (halves.image, Rect(x: 0.5, y: 0, width: 0.5, height: 1)) }
    part.draw(at: .zero)
    #expect(isLit(part, PixelRect(minX: 38, minY: 28, maxX: 42, maxY: 32)) && part.color(38, 28) == 0x00_FF00)
    part.emitter.emitterCells?[0].isEnabled = false
    part.draw(at: .seconds(1))
    #expect(part.lit.isEmpty)
    part.draw(at: .seconds(40))
    #expect(part.particles.isEmpty)
  }

  /// Two particles at one place, the older red, the younger green, at depths of their own.
  private func pair(_ mode: EmitterLayer.RenderMode, olderIsNearer: Bool = false) -> UInt32 {
    var (older, younger) = (makeCell(0.0625, lifetime: 15), makeCell(0.0625, lifetime: 15))
    (older.color, younger.color) = (Color(argb: 0xFFFF_0000), Color(argb: 0xFF00_C000))
    younger.beginTime = .seconds(1)
    (older.emissionLatitude, older.velocity) = (.pi / 2, olderIsNearer ? 3 : -3)
    let stage = EmitterStage([younger, older])
    stage.emitter.renderMode = mode
    stage.draw(at: .seconds(2))
    return stage.color(40, 30)
  }

  @Test("L44 render modes: unordered, oldestFirst, oldestLast, backToFront, additive")
  func renderModes() {
    let (red, green): (UInt32, UInt32) = (0xFF_0000, 0x00_C000)
    #expect(pair(.unordered) == green && pair(.oldestFirst) == green && pair(.oldestLast) == red)
    #expect(pair(.backToFront, olderIsNearer: true) == red && pair(.backToFront) == green)
    #expect(pair(.additive) == red | green)
  }

  @Test("L44 opacity fades all particles as one; masks, shadows and bounds that clip apply to them")
  func effects() {
    let stage = stage { _ in }
    stage.emitter.opacity = 0.5
    stage.draw(at: .zero)
    #expect(stage.color(40, 30) == 0x80_8080)
    stage.emitter.opacity = 1
    let mask = makeLayer(0, 0, 30, 20)
    mask.backgroundColor = .white
    stage.emitter.mask = mask
    stage.draw(at: .seconds(1))
    #expect(isLit(stage, PixelRect(minX: 40, minY: 30, maxX: 42, maxY: 32)))
    stage.emitter.mask = nil
    stage.emitter.masksToBounds = true
    stage.draw(at: .seconds(2))
    #expect(isLit(stage, PixelRect(minX: 40, minY: 30, maxX: 42, maxY: 32)))
    stage.emitter.masksToBounds = false
    stage.root.backgroundColor = .white
    (stage.emitter.shadowOpacity, stage.emitter.shadowRadius) = (1, 0)
    stage.emitter.shadowOffset = Size(width: 8, height: 0)
    stage.draw(at: .seconds(3))
    #expect(stage.color(48, 30) == 0 && stage.color(40, 30) == 0xFF_FFFF && stage.color(44, 30) == 0xFF_FFFF)
  }

  @Test("L44 in flipped geometry particles move upwards, and their images stay upright")
  func flipped() {
    let halves = TestImage(width: 4, height: 4) { _, y in y < 2 ? 0xFFFF_0000 : 0xFF00_FF00 }
    let stage = stage { ($0.contents, $0.yAcceleration) = (halves.image, 2) }
    stage.emitter.isGeometryFlipped = true
    stage.draw(at: .zero)
    // The origin is at the bottom left of 30 × 20 points.
    #expect(stage.color(40, 49) == 0xFF_0000 && stage.color(40, 50) == 0x00_FF00)
    stage.draw(at: .seconds(3))
    #expect(stage.color(40, 40) == 0xFF_0000 && stage.color(40, 41) == 0x00_FF00 && stage.color(40, 49) == 0)
  }

  @Test("L44 in perspective, turned and scaled the particles lie in the layer's plane")
  func projected() {
    let stage = stage { $0.velocity = 2 }
    var seen = Transform3D.identity
    seen.m34 = -1 / Coefficient(100)
    stage.emitter.transform = Transform3D(rotationAngle: 1, x: 0, y: 1, z: 0).concatenating(seen)
    stage.draw(at: .seconds(1))
    #expect(!stage.lit.isEmpty && stage.compositor.renderNodes.contains { $0.isProjective })
    let extent = stage.compositor.renderNodes.filter { $0.isProjective }[0].extent
    #expect(stage.lit.allSatisfy { Int($0.x) >= Int(extent.minX) && Int($0.x) < Int(extent.maxX) })
  }
}
