import FixedRaster
import Glibc
import TestSupport
import Testing

@testable import LayerRuntime

private let white: UInt32 = 0xFF_FFFF

/// What is nearer, what is behind, what is turned away: on the stage of the pictures.
extension PerspectiveDrawingTests {
  @Test(
    "L50 L53 a layer is turned about anchorPoint and anchorPointZ, and seen through two perspectives, one in the other")
  func anchors() {
    layer.anchorPoint = Point(x: 0.2, y: 0.7)
    layer.anchorPointZ = 12
    layer.transform.m34 = -1 / 300
    layer.sublayerTransform.m34 = 1 / 150
    let inner = makeLayer(4, 4, 40, 30)
    inner.transform = Transform3D(rotationAngle: -0.6, x: 1, y: 0.2, z: 0)
    inner.backgroundColor = .white
    layer.addSublayer(inner)
    layer.backgroundColor = Color(argb: 0xFF30_40A0)
    expect(
      [
        Seen(layer) { isInside($0, layer.bounds) ? 0x30_40A0 : nil },
        Seen(inner) { isInside($0, inner.bounds) ? white : nil },
      ], edge: 10)
  }

  @Test("L53 zPosition with m34 changes the size that is seen; what is nearer than the eye is not seen")
  func depth() {
    layer.transform = .identity
    layer.position = Point(x: 48, y: 36)
    layer.backgroundColor = .white
    for (z, scale) in [(Fixed(-120), 0.5), (0, 1), (24, 1.25), (40, 1.5)] {
      layer.zPosition = z
      let (w, h) = (30 * scale, 20 * scale)
      let box = PixelRect(
        minX: Int32(48 - w), minY: Int32(36 - h), maxX: Int32(48 + w.rounded(.up)), maxY: Int32(36 + h.rounded(.up)))
      #expect(shown() == box, "\(z)")
    }
    for z in [Fixed(121), 130, 5000] {
      layer.zPosition = z
      #expect(shown() == nil && root.hitTest(Point(x: 48, y: 36), order: .drawing) === root)
    }
    // Without a perspective depth changes nothing.
    root.sublayerTransform = .identity
    #expect(shown() == PixelRect(minX: 18, minY: 16, maxX: 78, maxY: 56))
  }

  /// The box of what is not black.
  private func shown() -> PixelRect? {
    let display = TestDisplay(width: 96, height: 72)
    Compositor(root: root, width: 96, height: 72).drawFrame(into: display.memory)
    var box = PixelRect.empty
    for y in 0..<Int32(72) {
      for x in 0..<Int32(96) where display.pixel(Int(x), Int(y)) & white != 0 {
        box = box.union(PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1))
      }
    }
    return box.isEmpty ? nil : box
  }

  @Test(
    "R3A L55 a layer that goes on behind the eye is drawn up to its horizon; one that is seen from its edge not at all")
  func horizon() {
    layer.bounds.size = Size(width: 4000, height: 4000)
    layer.position = Point(x: 48, y: 60)
    layer.anchorPoint = Point(x: 0.5, y: 0.1)
    layer.transform = Transform3D(rotationAngle: -1.3, x: 1, y: 0, z: 0)
    layer.backgroundColor = .white
    let seen = compare(root, width: 96, height: 72, [Seen(layer) { isInside($0, layer.bounds) ? white : nil }])
    #expect(seen.whole > 6000 && seen.wholeError <= 6 && seen.edgeError <= 16, "\(seen)")
    layer.transform = Transform3D(rotationAngle: 1.3, x: 1, y: 0, z: 0)
    expect([Seen(layer) { isInside($0, layer.bounds) ? white : nil }])
    // Its middle lies under the eye: no thickness is left of it, nor of what lies in it.
    let inner = makeLayer(100, 100, 500, 500)
    inner.backgroundColor = .white
    layer.addSublayer(inner)
    layer.position = Point(x: 48, y: 36)
    layer.transform = Transform3D(rotationAngle: .pi / 2, x: 1, y: 0, z: 0)
    layer.transform.m22 = 0
    #expect(shown() == nil)
  }

  @Test("L52 in perspective the back is what is seen from behind, not what is turned by more than a quarter")
  func backs() {
    layer.isDoubleSided = false
    layer.backgroundColor = .white
    let inner = makeLayer(10, 10, 20, 20)
    inner.backgroundColor = Color(argb: 0xFF00_FF00)
    layer.addSublayer(inner)
    var (fronts, backs, beyond) = (0, 0, 0)
    for x in [Fixed(8), 48, 88] {
      for step in -31...31 where step % 5 != 0 {
        layer.position = Point(x: x, y: 36)
        let angle = Double(step) / 10
        layer.transform = Transform3D(rotationAngle: Fixed(step, over: 10), x: 0, y: 1, z: 0)
        // The eye is at (48, 36, 120); the front's normal is (sin, 0, cos).
        let front = (48 - x.double) * sin(angle) + 120 * cos(angle)
        if abs(front) < 2 { continue }
        #expect((shown() != nil) == (front > 0), "\(x) \(angle)")
        if (front > 0) != (cos(angle) > 0) { beyond += 1 }
        if front > 0 { fronts += 1 } else { backs += 1 }
        // Where the layer's own middle is seen.
        let hit = root.hitTest(layer.position, order: .drawing)
        #expect((hit === inner || hit === layer) == (front > 0))
      }
    }
    #expect(fronts > 40 && backs > 40 && beyond > 3)
  }

  @Test("L105 a projective layer is never taken for one that covers what lies behind")
  func covers() {
    layer.backgroundColor = .white
    // About its middle it looks like an upright one.
    layer.position = Point(x: 48, y: 36)
    layer.transform = Transform3D(rotationAngle: 0.3, x: 0, y: 1, z: 0)
    layer.bounds.size = Size(width: 250, height: 250)
    root.backgroundColor = Color(argb: 0xFF00_00FF)
    let compositor = Compositor(root: root, width: 96, height: 72)
    let display = TestDisplay(width: 96, height: 72)
    compositor.drawFrame(into: display.memory)
    #expect(compositor.renderNodes[1].isProjective && compositor.renderNodes[1].opaque.isEmpty)
    #expect(compositor.statistics.hiddenLayers == 0 && display.pixel(48, 36) & white == white)
  }
}
