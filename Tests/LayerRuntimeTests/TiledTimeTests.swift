import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

extension MapStage {
  fileprivate func draw(at milliseconds: Int) {
    stage.compositor.drawFrame(at: .milliseconds(milliseconds), into: stage.display.memory)
    settle()
  }

  /// Pixels of a map whose window stands still.
  fileprivate static func pixels(scrolledTo x: Fixed) -> [UInt32] {
    let box = MapStage()
    box.window.scroll(to: Point(x: x, y: 0))
    box.draw(at: 0)
    return box.pixels
  }

  fileprivate func scroll(by animation: BasicAnimation = BasicAnimation(keyPath: "bounds.origin.x")) {
    (animation.fromValue, animation.toValue) = (0, 512)
    animation.duration = .seconds(1)
    window.add(animation, forKey: "scrolling")
  }
}

@Suite struct TiledTimeTests {
  @Test("L45 L84 a map that an animation moves has the tiles that are seen on its way")
  func moved() {
    let box = MapStage()
    box.draw(at: 0)
    box.scroll()
    box.draw(at: 10)
    _ = box.map.takeDrawn()
    box.draw(at: 510)
    #expect(Set(box.map.takeDrawn()) == box.tiles(4...6, 0...1))
    #expect(box.pixels == MapStage.pixels(scrolledTo: 256))
    box.draw(at: 1010)
    #expect(box.map.drawn.isEmpty && box.pixels == MapStage.pixels(scrolledTo: 0))
  }

  @Test("L45 L84 a map that an animation fades in is drawn with the first frame in which it is seen")
  func faded() {
    let box = MapStage()
    box.map.opacity = 0
    let animation = BasicAnimation(keyPath: "opacity")
    (animation.fromValue, animation.toValue) = (0, 1)
    animation.duration = .seconds(1)
    box.map.add(animation, forKey: "fading")
    box.draw(at: 0)
    #expect(box.map.drawn.isEmpty)
    box.draw(at: 100)
    #expect(Set(box.map.takeDrawn()) == box.tiles(0...2, 0...1))
  }

  @Test("L45 L83 in a layer whose time is slowed a map has the tiles of its place; in one that is paused nothing wakes")
  func slowed() {
    let box = MapStage()
    box.draw(at: 0)
    box.window.speed = 0.5
    box.scroll()
    box.draw(at: 10)
    box.draw(at: 1010)
    let half = MapStage.pixels(scrolledTo: 256)
    #expect(box.pixels == half)
    box.window.timeOffset = box.window.convertTime(.milliseconds(1010), from: nil)
    box.window.speed = 0
    box.draw(at: 1020)
    _ = box.map.takeDrawn()
    #expect(box.pixels == half && box.stage.compositor.nextFrameTime == nil)
    box.draw(at: 5000)
    #expect(box.map.drawn.isEmpty && box.pixels == half && box.allPixels == half)
  }

  @Test("L45 L84 a map that is drawn along a key of its own draws its tiles with what the key is in each frame")
  func drawnAlongKey() {
    final class Chart: TiledLayer {
      var seen: [Fixed?] = []
      override class func needsDisplay(forKey key: String) -> Bool { key == "depth" }
      override func draw(in context: DrawingContext) { seen.append(value(forKey: "depth")?.fixed) }
    }
    let (stage, chart) = (Stage(width: 32, height: 32), Chart())
    chart.frame = stage.root.bounds
    stage.root.addSublayer(chart)
    chart.setValue(7, forKey: "depth")
    let animation = BasicAnimation(keyPath: "depth")
    (animation.fromValue, animation.toValue) = (10, 20)
    animation.duration = .seconds(1)
    chart.add(animation, forKey: "sinking")
    for milliseconds in [0, 500, 1000] {
      stage.compositor.drawFrame(at: .milliseconds(milliseconds), into: stage.display.memory)
    }
    #expect(chart.seen == [10, 15, 7])
  }
}
