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
