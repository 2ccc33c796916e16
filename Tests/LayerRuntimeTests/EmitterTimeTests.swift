import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite("Emitters and time") struct EmitterTimeTests {
  /// What an emitter shows whose time runs as the display's.
  private func plain(at time: Int, _ cells: [EmitterCell] = makeFireworks()) -> [UInt8] {
    let stage = EmitterStage(cells)
    stage.draw(at: .milliseconds(time))
    return stage.display.bytes
  }

  @Test("L44 L83 particles follow the time of their layer, whatever layers lie between")
  func follow() {
    for isInSpace in [false, true] {
      let stage = EmitterStage(makeFireworks())
      let outer = isInSpace ? TransformLayer() : Layer()
      outer.frame = stage.root.bounds
      stage.root.addSublayer(outer)
      outer.addSublayer(stage.emitter)
      (outer.speed, stage.emitter.speed, stage.emitter.timeOffset) = (0.5, 3, .milliseconds(100))
      for time in [200, 400, 900] {
        stage.draw(at: .milliseconds(time))
        #expect(stage.display.bytes == plain(at: time * 3 / 2 + 100), "\(isInSpace) \(time)")
      }
    }
  }

  @Test("L44 L83 L102 particles that are paused from above stand still, wake nobody, and go on without a jump")
  func pause() {
    let stage = EmitterStage(makeFireworks())
    stage.draw(upTo: 1000, every: 50)
    let shown = stage.display.bytes
    (stage.root.speed, stage.root.timeOffset) = (0, .seconds(1))
    for time in [1100, 2000, 3000] {
      stage.draw(at: .milliseconds(time))
      #expect(stage.display.bytes == shown && stage.compositor.nextFrameTime == nil && !stage.compositor.needsFrame)
    }
    (stage.root.speed, stage.root.timeOffset, stage.root.beginTime) = (1, .zero, .seconds(4))
    #expect(stage.compositor.needsFrame)
    stage.draw(at: .seconds(5))
    #expect(stage.display.bytes == shown && stage.compositor.nextFrameTime != nil)
    stage.draw(at: .milliseconds(5600))
    #expect(stage.display.bytes == plain(at: 1600) && stage.display.bytes != shown)
  }

  @Test("L44 L83 where time runs backwards particles go back to where they were born; then no frame is wanted")
  func backwards() {
    let stage = EmitterStage(makeFireworks())
    (stage.root.speed, stage.root.timeOffset) = (-1, .seconds(2))
    for time in stride(from: 0, to: 2000, by: 250) {
      stage.draw(at: .milliseconds(time))
      #expect(stage.display.bytes == plain(at: 2000 - time), "\(time)")
      #expect(stage.compositor.nextFrameTime != nil)
    }
    stage.draw(at: .milliseconds(2100))
    #expect(stage.lit.isEmpty && stage.particles.isEmpty && stage.compositor.nextFrameTime == nil)
  }

  @Test("L44 L83 an emitter that has come to rest begins again when time is set back, or its beginning changes")
  func again() {
    var burst = makeCell(20, lifetime: 0.5)
    (burst.duration, burst.velocity, burst.emissionRange) = (.seconds(1), 20, 2 * .pi)
    func rested() -> EmitterStage {
      let stage = EmitterStage([burst])
      stage.draw(upTo: 2000, every: 100)
      #expect(stage.lit.isEmpty && stage.compositor.nextFrameTime == nil && !stage.compositor.needsFrame)
      #expect(!stage.draw(at: .milliseconds(2500)))
      return stage
    }
    let deeds: [(String, (EmitterStage) -> Void)] = [
      ("beginTime", { $0.emitter.beginTime = .seconds(3) }),
      ("timeOffset above", { $0.root.timeOffset = .seconds(-3) }),
      ("speed", { ($0.emitter.speed, $0.emitter.timeOffset) = (-1, .milliseconds(3700)) }),
    ]
    for (name, deed) in deeds {
      let stage = rested()
      deed(stage)
      #expect(stage.compositor.needsFrame, "\(name)")
      stage.draw(at: .milliseconds(3350))
      #expect(stage.display.bytes == plain(at: 350, [burst]) && !stage.lit.isEmpty, "\(name)")
      #expect(stage.compositor.nextFrameTime != nil, "\(name)")
    }
    // The frames' own time is set back.
    let stage = rested()
    stage.draw(at: .milliseconds(350))
    #expect(stage.display.bytes == plain(at: 350, [burst]) && !stage.lit.isEmpty)
    // Going back from long after, it is woken when the first of them comes into view.
    let late = rested()
    (late.root.speed, late.root.timeOffset) = (-1, .seconds(8))
    late.draw(at: .seconds(3))
    let wake = late.compositor.nextFrameTime
    #expect(late.lit.isEmpty && wake.map { $0 > .milliseconds(6400) && $0 <= .milliseconds(6550) } == true)
  }

  @Test("L44 L83 time that is set back within a frame's time of the last move shows in the next frame, paused or not")
  func againAtOnce() {
    var burst = makeCell(20, lifetime: 0.5)
    (burst.duration, burst.velocity, burst.emissionRange) = (.seconds(1), 20, 2 * .pi)
    // The last particle dies between the last two frames.
    let stage = EmitterStage([burst])
    stage.draw(upTo: 1500, every: 100)
    #expect(stage.lit.isEmpty && stage.particles.isEmpty && stage.compositor.nextFrameTime == nil)
    stage.emitter.beginTime = .milliseconds(1400)
    stage.draw(at: .milliseconds(1510))
    #expect(stage.lit.isEmpty && stage.compositor.nextFrameTime == .nanoseconds(1_533_333_333))
    stage.draw(at: .milliseconds(1540))
    #expect(stage.display.bytes == plain(at: 140, [burst]) && !stage.lit.isEmpty)
    // A program turns the time of a layer that stands still.
    (stage.emitter.speed, stage.emitter.timeOffset) = (0, .milliseconds(350))
    stage.draw(at: .seconds(2))
    #expect(stage.display.bytes == plain(at: 350, [burst]) && stage.compositor.nextFrameTime == nil)
    stage.emitter.timeOffset = .milliseconds(200)
    stage.draw(at: .milliseconds(2010))
    #expect(stage.compositor.nextFrameTime == .nanoseconds(2_033_333_333))
    stage.draw(at: .milliseconds(2040))
    #expect(stage.display.bytes == plain(at: 200, [burst]) && stage.compositor.nextFrameTime == nil)
  }

  @Test("L43 L44 L83 so do the particles of later copies, where the first copy's have all died")
  func againInCopies() {
    var burst = makeCell(20, lifetime: 0.5)
    (burst.duration, burst.velocity, burst.emissionRange) = (.seconds(1), 20, 2 * .pi)
    let (stage, copies) = (EmitterStage([burst]), ReplicatorLayer())
    copies.frame = stage.root.bounds
    (copies.instanceCount, copies.instanceDelay) = (2, .seconds(2))
    stage.root.addSublayer(copies)
    copies.addSublayer(stage.emitter)
    for time in 0...50 { stage.draw(at: .milliseconds(time * 100)) }
    #expect(stage.lit.isEmpty && stage.compositor.nextFrameTime == nil && !stage.draw(at: .milliseconds(5500)))
    stage.root.timeOffset = .milliseconds(-3650)
    #expect(stage.compositor.needsFrame)
    stage.draw(at: .seconds(6))
    #expect(stage.display.bytes == plain(at: 350, [burst]) && !stage.lit.isEmpty)
  }

  @Test("L44 L83 L102 births that are far ahead wake nobody before, however fast time runs")
  func ahead() {
    var burst = makeCell(20, lifetime: 0.5)
    burst.beginTime = .seconds(10)
    let stage = EmitterStage([burst])
    stage.root.speed = 2
    stage.draw(at: .seconds(1))
    #expect(stage.compositor.nextFrameTime == .seconds(5))
    stage.draw(at: .milliseconds(5010))
    #expect(stage.particleCount == 1)
  }
}

extension EmitterStage {
  fileprivate var particleCount: Int { emitter.particleCount }
}
