import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// What random trees have found: pictures that were drawn in part and looked otherwise than drawn whole.
@Suite struct PartialRedrawTests {
  @Test(
    "L100 L82 what changes below a transition that stands still is drawn where the transition shows it",
    arguments: [Transition.TransitionType.fade, .moveIn, .push, .reveal])
  func standingTransition(_ type: Transition.TransitionType) {
    for subtype in [Transition.TransitionSubtype.fromLeft, .fromRight, .fromTop, .fromBottom] {
      let stage = AnimationStage(makeLayer(0, 0, 10, 10))
      let (page, lamp) = (makeLayer(20, 10, 40, 40), makeLayer(16, 16, 8, 8))
      (page.backgroundColor, lamp.backgroundColor) = (Color(argb: 0xFF00_00FF), .white)
      page.addSublayer(lamp)
      stage.root.addSublayer(page)
      stage.root.showsChangesAtOnce = true
      stage.draw(0)
      let transition = Transition()
      (transition.type, transition.subtype, transition.duration) = (type, subtype, .seconds(1))
      (transition.endProgress, transition.fillMode, transition.isRemovedOnCompletion) = (0.75, .forwards, false)
      page.add(transition, forKey: "page")
      page.backgroundColor = Color(argb: 0xFF00_8000)
      for time in [0, 900, 2000] { stage.draw(time) }
      #expect(!stage.draw(3000))
      lamp.backgroundColor = Color(argb: 0xFFFF_0000)
      #expect(stage.draw(4000))
      #expect(stage.compositor.statistics.pixels < 80 * 60)
      let part = TestDisplay(width: 80, height: 60)
      part.copy(stage.display)
      stage.compositor.invalidate()
      stage.draw(4000)
      #expect(part.firstDifference(from: stage.display) == nil, "\(type) \(subtype)")
      let isSeen = (0..<80 * 60).contains { place in
        let color = stage.color(place % 80, place / 80)
        return color >> 16 > 0x80 && color >> 8 & 0xFF < 0x60
      }
      #expect(isSeen)
    }
  }

  /// Shows a layer between pixels, and each row and those below it alone; answers a pixel in its corner.
  private func cornerAfterParts(of layer: Layer, on stage: Stage) -> UInt32 {
    stage.root.backgroundColor = Color(argb: 0xFF00_8000)
    layer.frame = Rect(x: 7.5, y: 5.7, width: 24, height: 18.4)
    stage.root.addSublayer(layer)
    layer.setNeedsDisplay()
    stage.show()
    layer.isOpaque = true
    if let layer = layer as? SurfaceLayer {
      layer.showPresented()
    } else {
      layer.setNeedsDisplay(Rect(x: 12, y: 8, width: 2, height: 2))
    }
    stage.show()
    stage.compositor.invalidate()
    stage.show()
    let (width, height) = (stage.display.width, stage.display.height)
    let whole = TestDisplay(width: width, height: height)
    whole.copy(stage.display)
    for row in 0..<height {
      stage.compositor.invalidate(PixelRect(minX: 0, minY: Int32(row), maxX: Int32(width), maxY: Int32(height)))
      stage.show()
      let difference = whole.firstDifference(from: stage.display)
      #expect(difference == nil, "from row \(row) on")
    }
    return stage.color(9, 20)
  }

  @Test("L100 L37 what an opaque layer leaves clear is black in every part: what it drew, and what it drew before")
  func clearPartsOfOpaqueLayers() {
    final class Window: Layer {
      override func draw(in context: DrawingContext) {
        context.setFillColor(.white)
        context.fill(bounds.insetBy(dx: 3, dy: 2))
        context.setBlendMode(.clear)
        context.fill(Rect(x: 12, y: 8, width: 2, height: 2))
      }
    }
    let stage = Stage(width: 40, height: 32)
    #expect(cornerAfterParts(of: Window(), on: stage) == 0)
    #expect(stage.color(20, 14) == 0 && stage.color(15, 14) == 0xFF_FFFF)
  }

  @Test(
    "L100 L47 what is presented to an opaque layer has no alpha in any part",
    arguments: [ImageFormat.argb8888, .rgb565Alpha8])
  func clearPartsOfSurfaces(_ format: ImageFormat) {
    let layer = SurfaceLayer()
    (layer.pixelFormat, layer.drawableSize) = (format, Size(width: 24, height: 19))
    layer.isOpaque = true
    guard var drawable = layer.nextDrawable() else { return }
    var bytes = drawable.bytes
    for i in 0..<bytes.byteCount { bytes.storeBytes(of: 0, toByteOffset: i, as: UInt8.self) }
    drawable.present()
    #expect(cornerAfterParts(of: layer, on: Stage(width: 40, height: 32)) == 0)
  }

  @Test("L100 L45 a part of turned tiles that are scaled otherwise along x than along y is that of all of them")
  func squeezedTiles() {
    for (turn, x, y) in [(0.3, 1.2, 0.125), (0.7, 0.125, 1.5), (2, 1, 0.0625)] as [(Fixed, Fixed, Fixed)] {
      let box = MapStage(tile: 16, capacity: 4096)
      (box.map.bounds.size, box.map.position) = (Size(width: 200, height: 160), Point(x: 80, y: 48))
      box.map.setAffineTransform(AffineTransform(rotationAngle: turn).scaledBy(x: x, y: y))
      box.settle()
      let whole = box.allPixels
      for place in 0..<160 {
        box.stage.display.invert()
        let part = PixelRect(minX: Int32(place), minY: 0, maxX: Int32(place + 1), maxY: 96)
        box.stage.compositor.invalidate(part)
        box.stage.show()
        let shown = box.pixels
        let isSame = (0..<96).allSatisfy { shown[160 * $0 + place] == whole[160 * $0 + place] }
        #expect(isSame, "column \(place), turned by \(turn)")
        if !isSame { return }
      }
    }
  }
}
