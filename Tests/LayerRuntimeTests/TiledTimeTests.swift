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

  /// A layer that counts how often an animation is put in place, by a property of its own.
  private final class Needle: Layer {
    var angle: Fixed = 0
    var shownAngles: [Fixed] = []
    override func accessProperty(_ key: ValueKey, _ access: inout PropertyAccess) {
      guard case "angle" = key else { return super.accessProperty(key, &access) }
      guard let new = access.exchange(angle, default: 0) else { return }
      angle = new
      if new != 0 { shownAngles.append(new) }
    }
  }

  @Test("L45 L84 beside a map whose tiles are drawn already animations are put in place once a frame")
  func inPlaceOnce() {
    let (box, needle) = (MapStage(), Needle())
    box.stage.root.addSublayer(needle)
    let turn = BasicAnimation(keyPath: "angle")
    (turn.fromValue, turn.toValue, turn.duration) = (1, 2, .seconds(1))
    needle.add(turn, forKey: "turn")
    var seen: [Fixed] = []
    box.map.paint = { context, rect in
      seen.append(needle.angle)
      drawMap(context, in: rect)
    }
    box.stage.compositor.drawFrame(at: .zero, into: box.stage.display.memory)
    #expect(seen == [Fixed](repeating: 1, count: 6) && needle.angle == 0)
    needle.shownAngles = []
    for time in [250, 500, 750] {
      box.stage.compositor.drawFrame(at: .milliseconds(time), into: box.stage.display.memory)
    }
    #expect(needle.shownAngles == [1.25, 1.5, 1.75] && seen.count == 6 && needle.angle == 0)
  }

  @Test("L45 L84 what the program sets, adds and removes while a tile is drawn is shown with the same frame")
  func changedWhileDrawn() {
    let (box, lamp, other) = (MapStage(), Layer(), Layer())
    (lamp.frame, other.frame) = (Rect(x: 0, y: 0, width: 8, height: 8), Rect(x: 8, y: 0, width: 8, height: 8))
    (lamp.backgroundColor, other.backgroundColor) = (.white, .white)
    for layer in [lamp, other] { box.stage.root.addSublayer(layer) }
    func move(_ layer: Layer, to y: Fixed) {
      let move = BasicAnimation(keyPath: "position.y")
      (move.fromValue, move.toValue, move.duration) = (.fixed(y), .fixed(y), .seconds(1))
      layer.add(move, forKey: "move")
    }
    move(lamp, to: 20)
    box.map.paint = { context, rect in
      drawMap(context, in: rect)
      lamp.removeAnimation(forKey: "move")
      (lamp.showsChangesAtOnce, lamp.position.y) = (true, 60)
      if other.animationKeys() == nil { move(other, to: 40) }
    }
    box.stage.compositor.drawFrame(at: .milliseconds(100), into: box.stage.display.memory)
    #expect(box.pixels[60 * 160 + 4] == 0xFF_FFFF && box.pixels[40 * 160 + 12] == 0xFF_FFFF)
    #expect(box.pixels[20 * 160 + 4] != 0xFF_FFFF && box.pixels[4 * 160 + 12] != 0xFF_FFFF)
    #expect(haveSamePixels(box.pixels, box.allPixels) && lamp.position.y == 60 && other.position.y == 4)
  }
}
