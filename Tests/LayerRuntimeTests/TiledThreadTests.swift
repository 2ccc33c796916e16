import FixedRaster
import Foundation
import TestSupport
import Testing

@testable import LayerRuntime

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  func increment() { lock.withLock { count += 1 } }
  var value: Int { lock.withLock { count } }
  /// Waits for up to a minute.
  func wait(for value: Int) { for _ in 0..<60000 where self.value < value { usleep(1000) } }
}

@Suite struct TiledThreadTests {
  private let box = MapStage()
  private var map: Map { box.map }

  init() {
    map.placeholderColor = .red
    map.drawsAsynchronously = true
  }

  /// The picture that is drawn at once.
  private func atOnce() -> [UInt32] {
    let box = MapStage()
    box.settle()
    return box.pixels
  }

  @Test("L45 drawn asynchronously tiles appear in a later frame, for which no frame waits; frames follow until then")
  func later() {
    box.stage.show()
    // Also those that are drawn already are shown by the next frame.
    #expect(Set(box.pixels) == [0xFF_0000] && map.drawn.count == 6 && box.stage.compositor.needsFrame)
    for _ in 0..<60000 where box.stage.compositor.needsFrame {
      box.stage.show()
      usleep(1000)
    }
    #expect(!box.stage.compositor.needsFrame && map.drawn.count == 6)
    #expect(haveSamePixels(box.pixels, atOnce()) && haveSamePixels(box.pixels, box.allPixels))
  }

  @Test("L45 L102 a layer that another display shows, while a thread of the first one draws its tiles, has them there")
  func otherDisplay() {
    box.stage.show()
    #expect(map.drawn.count == 6)
    let other = Compositor(root: box.stage.root, width: box.stage.display.width, height: box.stage.display.height)
    for _ in 0..<60000 where other.needsFrame {
      other.drawFrame(into: box.stage.display.memory)
      usleep(1000)
    }
    #expect(!other.needsFrame && map.drawn.count == 12)
    #expect(haveSamePixels(box.pixels, atOnce()))
  }

  @Test("L45 with a handler no frame follows until the thread has drawn, which calls it for each tile")
  func handler() {
    let counter = Counter()
    map.tilesReadyHandler = { counter.increment() }
    var requests = 0
    box.stage.show()
    box.stage.compositor.onNeedsFrame = { requests += 1 }
    #expect(!box.stage.compositor.needsFrame)
    counter.wait(for: 6)
    #expect(counter.value == 6 && requests == 0)
    map.showReadyTiles()
    #expect(requests == 1 && box.settle() == 1)
    #expect(haveSamePixels(box.pixels, atOnce()))
    box.stage.compositor.onNeedsFrame = nil
  }

  @Test("L45 a tile that is thrown away while the thread draws it is drawn again")
  func stale() {
    map.paint = { context, rect in
      context.setFillColor(.blue)
      context.fill(rect)
    }
    box.stage.show()
    map.paint = drawMap
    map.setNeedsDisplay()
    for _ in 0..<60000 where box.stage.compositor.needsFrame {
      box.stage.show()
      usleep(1000)
    }
    #expect(map.drawn.count == 12 && haveSamePixels(box.pixels, atOnce()))
  }

  @Test("L45 layers, caches and displays may go while the thread draws")
  func goingAway() {
    for round in 0..<20 {
      let box = MapStage(tile: 16)
      box.map.drawsAsynchronously = true
      box.stage.show()
      if round % 2 == 0 { box.map.removeFromSuperlayer() } else { box.map.tileSize = Size(width: 32, height: 32) }
      if round % 3 == 0 { box.stage.show() }
    }
  }
}
