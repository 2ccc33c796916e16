import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite("Frame pacing of animations")
struct FramePacingTests {
  /// Turns for ever.
  private func spin(_ layer: Layer) {
    let spin = BasicAnimation(keyPath: "transform.rotation.z")
    (spin.fromValue, spin.toValue, spin.duration) = (0, .fixed(6.25), .seconds(1))
    spin.repeatCount = Animation.forever
    layer.add(spin, forKey: "spin")
  }

  private func blink(_ layer: Layer) {
    let blink = BasicAnimation(keyPath: "backgroundColor")
    (blink.fromValue, blink.toValue, blink.duration) = (.color(.white), .color(.clear), .seconds(1))
    blink.repeatCount = Animation.forever
    layer.add(blink, forKey: "blink")
  }

  private func stage() -> (stage: AnimationStage, page: Layer) {
    let stage = AnimationStage()
    let page = makeLayer(0, 0, 80, 60)
    page.showsChangesAtOnce = true
    stage.layer.removeFromSuperlayer()
    stage.root.addSublayer(page)
    page.addSublayer(stage.layer)
    stage.draw(0)
    return (stage, page)
  }

  @Test("L84 what moves on the display wants frames; in a hidden or clear layer it wants none, and keeps its time")
  func hidden() throws {
    for hide in [{ (page: Layer) in page.isHidden = true }, { $0.opacity = 0 }] {
      let (stage, page) = stage()
      spin(stage.layer)
      stage.draw(0)
      stage.draw(100)
      #expect(stage.compositor.nextFrameTime.map { $0 > .milliseconds(100) && $0 < .milliseconds(150) } == true)
      hide(page)
      stage.draw(200)
      #expect(stage.compositor.nextFrameTime == nil)
      (page.isHidden, page.opacity) = (false, 1)
      stage.draw(500)
      #expect(stage.compositor.nextFrameTime != nil)
      let shown = stage.layer.presentation()?.value(forKeyPath: "transform.rotation.z")?.fixed
      #expect(shown.map { abs($0.rounded - 3) < 1 } == true)
    }
  }

  @Test("L84 what lies off the display, or is cut off by a layer that does, wants no frames")
  func offDisplay() {
    let (stage, page) = stage()
    page.masksToBounds = true
    spin(stage.layer)
    blink(stage.layer)
    page.position.x += 200
    stage.draw(0)
    stage.draw(50)
    #expect(stage.compositor.nextFrameTime == nil)
    page.position.x -= 200
    stage.draw(100)
    #expect(stage.compositor.nextFrameTime != nil)
    // A colour that changes off the display, where nothing cuts it off.
    let (other, bare) = self.stage()
    blink(other.layer)
    bare.position.x += 200
    other.draw(0)
    other.draw(50)
    #expect(other.compositor.nextFrameTime == nil)
    // What moves may come back.
    spin(other.layer)
    other.draw(60)
    other.draw(70)
    #expect(other.compositor.nextFrameTime != nil)
  }

  @Test("L84 what an opaque layer in front covers wants no frames")
  func covered() {
    let (stage, _) = stage()
    blink(stage.layer)
    stage.draw(0)
    stage.draw(10)
    #expect(stage.compositor.nextFrameTime != nil)
    let cover = makeLayer(0, 0, 80, 60)
    cover.backgroundColor = .black
    cover.showsChangesAtOnce = true
    stage.root.addSublayer(cover)
    stage.draw(20)
    #expect(stage.compositor.nextFrameTime == nil)
    cover.opacity = 0.5
    stage.draw(30)
    #expect(stage.compositor.nextFrameTime != nil)
    cover.opacity = 1
    stage.layer.superlayer?.zPosition = 1
    stage.draw(40)
    stage.draw(400)
    #expect(stage.compositor.nextFrameTime != nil)
  }

  @Test("L84 what is covered wants frames as long as a layer above it throws a shadow of it beside what covers it")
  func coveredInShadow() {
    let (stage, page) = stage()
    (page.shadowOpacity, page.shadowOffset, page.shadowRadius) = (1, Size(width: 30, height: 0), 0)
    page.shadowColor = .white
    blink(stage.layer)
    let cover = makeLayer(0, 0, 20, 60)
    cover.backgroundColor = .blue
    stage.root.addSublayer(cover)
    stage.draw(0)
    stage.draw(250)
    let early = stage.color(35, 5)
    #expect(stage.compositor.nextFrameTime != nil)
    stage.draw(500)
    #expect(early != 0 && stage.color(35, 5) != early)
    // Where the shadow is covered too there is nothing to be seen.
    cover.frame = stage.root.bounds
    cover.removeAllAnimations()
    stage.draw(600)
    #expect(stage.compositor.nextFrameTime == nil)
  }

  @Test("L84 what cannot be seen ends at its time, and says so: one frame is wanted for that")
  func ends() {
    let (stage, page) = stage()
    page.isHidden = true
    stage.draw(0)
    let log = AnimationLog()
    let move = BasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration, move.delegate) = (0, 50, .seconds(2), log)
    stage.layer.add(move, forKey: nil)
    stage.draw(100)
    #expect(stage.compositor.nextFrameTime == .milliseconds(2100))
    stage.draw(2100)
    #expect(stage.compositor.nextFrameTime == nil && log.entries == ["start", "end"])
  }

  @Test("L84 a colour that fades in from clear, an opacity from 0 and a path from nothing are seen to begin")
  func beginnings() {
    let (stage, page) = stage()
    page.showsChangesAtOnce = false
    stage.layer.backgroundColor = .clear
    stage.draw(0)
    stage.draw(1000)
    stage.layer.backgroundColor = .white
    stage.draw(1000)
    stage.draw(1010)
    #expect(stage.compositor.nextFrameTime.map { $0 < .milliseconds(1100) } == true)
    stage.draw(2000)
    stage.layer.opacity = 0
    stage.draw(2000)
    stage.draw(3000)
    #expect(stage.compositor.nextFrameTime == nil)
    stage.layer.opacity = 1
    stage.draw(3000)
    stage.draw(3010)
    #expect(stage.compositor.nextFrameTime.map { $0 < .milliseconds(3100) } == true)
    let shape = ShapeLayer()
    shape.frame = Rect(x: 0, y: 0, width: 1, height: 1)
    stage.root.addSublayer(shape)
    stage.draw(4000)
    let grow = BasicAnimation(keyPath: "path")
    var (small, large) = (Path(), Path())
    small.addRect(Rect(x: 0, y: 0, width: 0, height: 0))
    large.addRect(Rect(x: 20, y: 20, width: 20, height: 20))
    (grow.fromValue, grow.toValue, grow.duration) = (.path(small), .path(large), .seconds(1))
    shape.add(grow, forKey: nil)
    stage.draw(4000)
    stage.draw(4010)
    #expect(stage.compositor.nextFrameTime.map { $0 < .milliseconds(4100) } == true)
  }
}
