import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// What trees with animations at random have found.
@Suite struct AnimatedContentsTests {
  @Test("L72 L85 contents that follow a key are drawn once more with what an animation leaves at its ends")
  func filledContents() {
    final class Needle: Layer {
      var drawn: [Fixed] = []
      override class func needsDisplay(forKey key: String) -> Bool { key == "angle" }
      override func draw(in context: DrawingContext) { drawn.append(value(forKey: "angle")?.fixed ?? -1) }
    }
    let needle = Needle()
    let stage = AnimationStage(needle)
    let animation = BasicAnimation(keyPath: "angle")
    (animation.fromValue, animation.toValue) = (3, 7)
    (animation.duration, animation.beginTime) = (.seconds(1), .seconds(1))
    (animation.fillMode, animation.isRemovedOnCompletion) = (.both, false)
    needle.add(animation, forKey: "a")
    stage.draw(0)
    #expect(needle.drawn == [3])
    stage.draw(500)
    #expect(needle.drawn == [3])
    stage.draw(1500)
    stage.draw(2500)
    #expect(needle.drawn == [3, 5, 7])
    stage.draw(3000)
    #expect(needle.drawn == [3, 5, 7])
    // The frames' time is set back, over all of it.
    stage.draw(200)
    #expect(needle.drawn == [3, 5, 7, 3])
  }

  @Test("L82 a frame is no property of its own: an animation by its name changes nothing")
  func frame() {
    let stage = AnimationStage()
    stage.root.showsChangesAtOnce = true
    stage.layer.frame = Rect(x: 20, y: 20, width: 20, height: 10)
    stage.layer.setAffineTransform(AffineTransform(rotationAngle: 0.75))
    stage.draw(0)
    let (bounds, position) = (stage.layer.bounds, stage.layer.position)
    let animation = BasicAnimation(keyPath: "frame")
    (animation.fromValue, animation.toValue) = (.rect(.zero), .rect(Rect(x: 0, y: 0, width: 60, height: 9)))
    animation.duration = .seconds(1)
    stage.layer.add(animation, forKey: "a")
    for time in [0, 300, 600, 900] {
      #expect(stage.shown(time) { $0.bounds } == bounds && stage.layer.presentation()?.position == position)
      #expect(stage.layer.bounds == bounds && stage.layer.position == position)
    }
  }

  @Test("L32 all of a layer's contents are what its bounds hold where an animation has them when they are drawn")
  func wholeContents() {
    final class Drawing: Layer {
      var drawn: [Rect] = []
      override class func needsDisplay(forKey key: String) -> Bool { key == "angle" }
      override func draw(in context: DrawingContext) {
        context.setFillColor(.white)
        context.fill(bounds)
        drawn.append(context.dirtyRect)
      }
    }
    let layer = Drawing()
    let stage = AnimationStage(layer)
    let animation = BasicAnimation(keyPath: "bounds.origin.x")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 8, .seconds(1))
    layer.add(animation, forKey: "a")
    layer.setNeedsDisplay()
    stage.draw(0)
    layer.setNeedsDisplay()
    stage.draw(500)
    layer.setValue(2, forKey: "angle")
    stage.draw(750)
    // Parts that no rectangle holds both.
    layer.setNeedsDisplay(Rect(x: -30_000, y: 0, width: 5, height: 5))
    layer.setNeedsDisplay(Rect(x: 30_000, y: 0, width: 5, height: 5))
    stage.draw(875)
    let origins: [Fixed] = [0, 4, 6, 7]
    #expect(layer.drawn == origins.map { Rect(x: $0, y: 0, width: 10, height: 10) })
  }

  @Test("L82 L07 a transition that was removed is shown no more, also where another begins before the next frame")
  func removedTransition() {
    let stage = AnimationStage()
    let page = makeLayer(0, 0, 10, 10)
    page.backgroundColor = Color(argb: 0xFFFF_0000)
    stage.layer.addSublayer(page)
    stage.root.showsChangesAtOnce = true
    stage.draw(0)
    let (push, fade) = (Transition(), Transition())
    (push.type, push.duration, fade.duration) = (.push, .seconds(1), .seconds(1))
    page.add(push, forKey: "page")
    page.backgroundColor = Color(argb: 0xFF00_00FF)
    stage.draw(0)
    stage.draw(500)
    #expect(stage.color(2, 5) == 0xFF && stage.color(8, 5) == 0xFF_0000)
    // Kept beside the layer, so that its memory stays what it is.
    let kept = page.animation(forKey: "page")
    page.removeAnimation(forKey: "page")
    // Keeps what is shown: the page is as it is now.
    stage.layer.add(fade, forKey: "fade")
    page.backgroundColor = Color(argb: 0xFF00_8000)
    stage.draw(500)
    #expect(stage.color(2, 5) == 0xFF && stage.color(8, 5) == 0xFF)
    stage.draw(1500)
    #expect(stage.color(2, 5) == 0x8000 && stage.color(8, 5) == 0x8000 && kept != nil)
  }
}
