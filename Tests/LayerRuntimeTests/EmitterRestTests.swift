import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct EmitterRestTests {
  @Test("L44 L102 an emitter asks for thirty frames a second, or as many as the compositor prefers, and for no other")
  func frameRate() {
    let stage = EmitterStage([makeCell(10, lifetime: 1)])
    stage.draw(at: .zero)
    #expect(stage.compositor.nextFrameTime == .nanoseconds(33_333_333))
    #expect(!stage.draw(at: .milliseconds(20)) && stage.compositor.nextFrameTime == .nanoseconds(33_333_333))
    stage.compositor.preferredFramesPerSecond = 100
    #expect(stage.compositor.nextFrameTime == .milliseconds(10))
    #expect(!stage.compositor.drawFrame(into: stage.display.memory))
    stage.compositor.preferredFramesPerSecond = 0
    #expect(stage.compositor.preferredFramesPerSecond == 1)
  }

  @Test("L44 L102 hidden, clear, empty, paused, done or off the tree: no frame is asked for")
  func rest() {
    let stage = EmitterStage([makeCell(10, lifetime: 1)])
    let deeds: [(String, (EmitterStage) -> Void, (EmitterStage) -> Void)] = [
      ("hidden", { $0.emitter.isHidden = true }, { $0.emitter.isHidden = false }),
      ("below a hidden one", { $0.root.isHidden = true }, { $0.root.isHidden = false }),
      ("clear", { $0.emitter.opacity = 0 }, { $0.emitter.opacity = 1 }),
      ("below a clear one", { $0.root.opacity = 0 }, { $0.root.opacity = 1 }),
      ("without cells", { $0.emitter.emitterCells = nil }, { $0.emitter.emitterCells = [makeCell(10, lifetime: 1)] }),
      ("paused", { $0.emitter.speed = 0 }, { $0.emitter.speed = 1 }),
      ("below a paused one", { $0.root.speed = 0 }, { $0.root.speed = 1 }),
      ("removed", { $0.emitter.removeFromSuperlayer() }, { $0.root.addSublayer($0.emitter) }),
    ]
    var time = 1
    for (name, rest, wake) in deeds {
      stage.draw(at: .seconds(time))
      #expect(stage.compositor.nextFrameTime != nil, "\(name)")
      rest(stage)
      stage.draw(at: .seconds(time + 1))
      stage.draw(at: .seconds(time + 2))
      #expect(stage.compositor.nextFrameTime == nil && !stage.compositor.needsFrame, "\(name)")
      #expect(!stage.draw(at: .seconds(time + 3)), "\(name)")
      wake(stage)
      #expect(stage.compositor.needsFrame, "\(name)")
      time += 10
    }
    #expect(EmitterStage([]).compositor.nextFrameTime == nil)
  }

  @Test("L44 an emitter that is not drawn yet, or goes away, leaves nothing behind")
  func lifetimes() {
    let stage = EmitterStage()
    weak var image: TestImage?
    do {
      let made = TestImage(width: 2, height: 2) { _, _ in ~0 }
      image = made
      var cell = makeCell(5, lifetime: 1)
      cell.contents = made.image
      let other = EmitterLayer()
      other.emitterCells = [cell]
      stage.root.addSublayer(other)
      stage.draw(at: .seconds(5))
      #expect(other.particleCount == 5 && stage.compositor.emitters.count == 1)
      other.removeFromSuperlayer()
    }
    stage.draw(at: .seconds(6))
    #expect(image == nil && stage.compositor.emitters.isEmpty)
  }

  @Test("L44 L100 what is drawn from damage is what a full redraw shows, and what lies beside is not drawn")
  func damage() {
    let stage = EmitterStage(makeFireworks())
    let full = TestDisplay(width: 80, height: 60)
    var partial = 0
    for frame in 0..<60 {
      stage.draw(at: .milliseconds(34 * frame))
      if stage.compositor.statistics.pixels < 4800 { partial += 1 }
      let other = EmitterStage(makeFireworks())
      other.compositor.drawFrame(at: .milliseconds(34 * frame), into: full.memory)
      #expect(stage.display.firstDifference(from: full) == nil, "frame \(frame)")
    }
    #expect(partial > 20)
  }
}
