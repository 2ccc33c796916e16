import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct OverlayTests {
  private let stage = Stage()
  private let layer = makeLayer(4, 4, 6, 6)

  init() {
    stage.root.addSublayer(layer)
    layer.backgroundColor = Color(argb: 0xFF00_00FF)
  }

  private func frame() -> [UInt32] {
    stage.compositor.drawFrame(into: stage.display.memory)
    return (0..<24 * 16).map { stage.display.pixel($0 % 24, $0 / 24) & 0xFF_FFFF }
  }

  private func settle() -> [UInt32] {
    while stage.compositor.needsFrame { _ = frame() }
    return frame()
  }

  @Test("P09 damage is tinted for one frame, and with the next one the tint is gone")
  func damage() {
    let plain = frame()
    #expect(stage.compositor.overlays.isEmpty)
    var asked = 0
    stage.compositor.onNeedsFrame = { asked += 1 }
    stage.compositor.overlays = .damage
    // Everything is drawn again: all is tinted, and then nothing.
    let first = frame()
    #expect(zip(first, plain).allSatisfy { $0 != $1 } && first[0] == 0x60_6000 && asked == 2)
    #expect(frame() == plain && stage.compositor.statistics.pixels == 24 * 16 && !stage.compositor.needsFrame)
    layer.position.x += 8
    let moved = frame()
    for (i, color) in moved.enumerated() {
      let (x, y) = (i % 24, i / 24)
      let isLayer = (12..<18).contains(x) && (4..<10).contains(y)
      let isTinted = (4..<18).contains(x) && (4..<10).contains(y)
      #expect(color == (isLayer ? 0x60_609F : isTinted ? 0x60_6000 : 0), "\(x), \(y)")
    }
    // A second change at once: what was tinted before is drawn plainly, what changes now is tinted.
    layer.backgroundColor = .white
    let recolored = frame()
    #expect(recolored[5 * 24 + 5] == 0 && recolored[5 * 24 + 13] == 0xFF_FF9F)
    let last = frame()
    #expect(last[5 * 24 + 5] == 0 && last[5 * 24 + 13] == 0xFF_FFFF && !stage.compositor.needsFrame)
    stage.compositor.drawFrame(into: stage.display.memory)
    #expect(stage.compositor.statistics.pixels == 0)
  }

  @Test("P09 outlines lie on every layer, also where it shows nothing or lies behind others; hidden ones have none")
  func outlines() {
    let (empty, behind, hidden) = (makeLayer(14, 2, 6, 5), makeLayer(5, 5, 3, 3), makeLayer(14, 9, 6, 5))
    hidden.isHidden = true
    stage.root.sublayers = [behind, layer, empty, hidden]
    stage.compositor.overlays = .outlines
    let shown = frame()
    let magenta: UInt32 = 0xFF_00FF
    for (x, y) in [(4, 4), (9, 9), (4, 7), (14, 2), (19, 6), (5, 5), (7, 7), (0, 0), (23, 15)] {
      #expect(shown[y * 24 + x] == magenta, "\(x), \(y)")
    }
    #expect(shown[6 * 24 + 6] == 0xFF && shown[4 * 24 + 16] == 0 && shown[9 * 24 + 14] == 0)
    #expect(shown[8 * 24 + 8] == 0xFF && shown[3 * 24 + 3] == 0)
    // A layer that draws nothing moves: its outline goes along.
    empty.position.y += 7
    let moved = frame()
    #expect(moved[2 * 24 + 14] == 0 && moved[9 * 24 + 14] == magenta)
    #expect(stage.compositor.statistics.pixels < 24 * 16)
    stage.compositor.overlays = []
    #expect(!settle().contains(magenta))
  }

  @Test("P09 L100 with outlines the picture made from damage alone is that of a full redraw")
  func outlinesFromDamage() {
    var outlined = 0, partial = 0
    for seed in UInt64(0)..<3 {
      let trees = (0..<2).map { _ in RandomTree(seed: seed, width: 130, height: 95, layers: 9) }
      let displays = (0..<2).map { _ in TestDisplay(width: 130, height: 95) }
      let changing = Compositor(root: trees[0].root, width: 130, height: 95)
      changing.overlays = .outlines
      changing.drawFrame(into: displays[0].memory)
      // What layers draw themselves they draw as often in both trees.
      Compositor(root: trees[1].root, width: 130, height: 95).drawFrame(into: displays[1].memory)
      for step in 0..<40 {
        for tree in trees { tree.step() }
        changing.drawFrame(into: displays[0].memory)
        if (1..<130 * 95).contains(Int(changing.statistics.pixels)) { partial += 1 }
        let fresh = Compositor(root: trees[1].root, width: 130, height: 95)
        fresh.overlays = .outlines
        fresh.drawFrame(into: displays[1].memory)
        let different = (0..<130 * 95).first {
          displays[0].pixel($0 % 130, $0 / 130) != displays[1].pixel($0 % 130, $0 / 130)
        }
        #expect(different == nil, "seed \(seed), step \(step)")
        outlined += (0..<130 * 95).count { displays[1].pixel($0 % 130, $0 / 130) & 0xFF_FFFF == 0xFF_00FF }
      }
    }
    #expect(outlined > 10_000 && partial > 30)
  }

  @Test("P09 overdraw tints a pixel once for each layer that was drawn there, and none for those behind an opaque one")
  func overdraw() {
    stage.root.backgroundColor = .black
    let above = makeLayer(6, 6, 8, 8)
    above.backgroundColor = Color(argb: 0x0100_0000)
    stage.root.sublayers = [layer, above, makeLayer(0, 0, 24, 16)]
    layer.backgroundColor = .black
    stage.compositor.overlays = .overdraw
    let tinted = frame()
    let (once, twice, thrice) = (UInt32(48 << 16), UInt32(87 << 16), UInt32(119 << 16))
    #expect(tinted[0] == once && tinted[5 * 24 + 5] == twice && tinted[7 * 24 + 7] == thrice)
    #expect(tinted[12 * 24 + 12] == twice)
    // Something opaque over the whole tile: what lies behind is not drawn, and not counted.
    let cover = makeLayer(0, 0, 24, 16)
    cover.backgroundColor = .black
    stage.root.addSublayer(cover)
    #expect(frame().allSatisfy { $0 == once })
    stage.compositor.overlays = []
    #expect(frame().allSatisfy { $0 == 0 })
  }
}
