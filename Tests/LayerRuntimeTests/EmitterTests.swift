import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

@Suite struct EmitterTests {
  @Test("L44 a particle is where its birth, velocity and acceleration put it: p + v·t + a·t²/2")
  func motion() {
    var cell = makeCell(1, lifetime: 100)
    (cell.velocity, cell.emissionLongitude) = (8, .pi / 2)
    (cell.xAcceleration, cell.yAcceleration, cell.zAcceleration) = (2, -1, 4)
    let stage = EmitterStage([cell])
    (stage.emitter.emitterPosition, stage.emitter.emitterZPosition) = (Point(x: 3, y: -5), 7)
    stage.draw(at: .milliseconds(500))
    #expect(stage.places == [ParticleVector(x: 3.25, y: -1.125, z: 7.5)])
    stage.draw(at: .milliseconds(4000))
    #expect(stage.places.first == ParticleVector(x: 3 + 16, y: -5 + 32 - 8, z: 7 + 32))
    #expect(stage.particles.map(\.birth) == [0, 1, 2, 3, 4].map { $0 * 1_000_000_000 })
  }

  @Test("L44 births come at exact times by the birth rate, particles die with their lifetimes")
  func births() {
    let stage = EmitterStage([makeCell(8, lifetime: 1)])
    stage.draw(at: .milliseconds(400))
    #expect(stage.particles.map(\.birth) == [0, 125, 250, 375].map { $0 * 1_000_000 })
    stage.draw(at: .milliseconds(1300))
    #expect(stage.particles.map(\.birth) == [375, 500, 625, 750, 875, 1000, 1125, 1250].map { $0 * 1_000_000 })
    #expect(stage.particles.allSatisfy { $0.death - $0.birth == 1_000_000_000 })
  }

  @Test("L44 a cell begins and ends its births by its beginTime and duration")
  func beginAndDuration() {
    var cell = makeCell(10, lifetime: 5)
    (cell.beginTime, cell.duration) = (.seconds(1), .milliseconds(250))
    let stage = EmitterStage([cell])
    stage.draw(at: .milliseconds(900))
    #expect(stage.particles.isEmpty && stage.compositor.nextFrameTime == .seconds(1))
    stage.draw(at: .seconds(3))
    #expect(stage.particles.map(\.birth) == [1000, 1100, 1200].map { $0 * 1_000_000 })
    stage.draw(at: .seconds(7))
    #expect(stage.particles.isEmpty && stage.compositor.nextFrameTime == nil)
  }

  @Test("L44 the picture at a time does not depend on how many frames were drawn before, in any render mode")
  func framesPlayNoPart() {
    for mode in [EmitterLayer.RenderMode.unordered, .oldestFirst, .oldestLast, .backToFront, .additive] {
      var pictures: [[UInt8]] = []
      for step in [3000, 1000, 333, 34, 57] {
        let stage = EmitterStage(makeFireworks())
        stage.compositor.preferredFramesPerSecond = 240
        stage.emitter.renderMode = mode
        stage.draw(upTo: 2750, every: step)
        #expect(stage.particles.count > 40 && stage.lit.count > 100)
        pictures.append(stage.display.bytes)
      }
      #expect(pictures.allSatisfy { $0 == pictures[0] }, "\(mode)")
    }
  }

  @Test("L44 equal seeds make equal pictures, others make other ones")
  func seeds() {
    func picture(_ seed: UInt32) -> [UInt8] {
      let stage = EmitterStage(makeFireworks())
      stage.emitter.seed = seed
      stage.draw(at: .seconds(2))
      return stage.display.bytes
    }
    #expect(picture(7) == picture(7) && picture(7) != picture(8) && picture(0) != picture(.max))
  }

  @Test("L44 a birth rate of 0 lets living particles finish, and then the layer rests")
  func lastBirths() {
    let stage = EmitterStage([makeCell(10, lifetime: 1)])
    stage.draw(at: .milliseconds(950))
    #expect(stage.particles.count == 10)
    stage.emitter.birthRate = 0
    stage.draw(at: .milliseconds(1050))
    stage.draw(at: .milliseconds(1550))
    let births: [Int64] = [600_000_000, 700_000_000, 800_000_000, 900_000_000, 1_000_000_000]
    #expect(stage.particles.map(\.birth) == births)
    #expect(stage.compositor.nextFrameTime != nil)
    #expect(stage.draw(at: .seconds(3)) && stage.lit.isEmpty && stage.compositor.nextFrameTime == nil)
    #expect(!stage.draw(at: .seconds(4)) && stage.compositor.nextFrameTime == nil)
    // What begins again begins then, and not with all that was left out.
    stage.emitter.birthRate = 1
    stage.draw(at: .seconds(60))
    #expect(stage.particles.isEmpty)
    stage.draw(at: .milliseconds(60_450))
    let later: [Int64] = [60_100_000_000, 60_200_000_000, 60_300_000_000, 60_400_000_000]
    #expect(stage.particles.map(\.birth) == later)
  }

  @Test("L44 hours between two frames cost what one lifetime costs, and leave the same particles")
  func longSteps() {
    let (jumped, begun) = (EmitterStage(makeFireworks()), EmitterStage(makeFireworks()))
    jumped.draw(at: .seconds(1))
    let start = threadTime()
    jumped.draw(at: .seconds(3_600_000))
    let taken = threadTime() - start
    begun.draw(at: .seconds(3_600_000))
    #expect(taken < .seconds(1))
    #expect(jumped.display.bytes == begun.display.bytes && jumped.particles.count > 40)
  }

  @Test("L44 nested cells are emitted along the way of the particles that hold them, as long as these live")
  func nested() {
    var trail = makeCell(10, lifetime: 20)
    trail.scale = 0.25
    var rocket = makeCell(0.0625, lifetime: 2)
    (rocket.velocity, rocket.emitterCells) = (10, [trail])
    for step in [40, 700, 4000] {
      let stage = EmitterStage([rocket])
      stage.draw(upTo: 4000, every: step)
      #expect(
        stage.places.map(\.x) == (0..<20).map { stage.particles[$0].age(at: Int64($0) * 200_000_000).moved(0, 10, 0) })
      #expect(stage.particles.map(\.birth) == (0..<20).map { $0 * 100_000_000 })
    }
  }

  @Test("L44 no more particles live than the limit says; births that find no room are counted as overflow")
  func budget() {
    let stage = EmitterStage([makeCell(100, lifetime: 2)], limit: 50)
    stage.draw(upTo: 1000, every: 40)
    #expect(stage.particles.count == 50 && stage.emitter.particleCount == 50)
    #expect(stage.particles.map(\.birth) == (0..<50).map { $0 * 10_000_000 })
    #expect(stage.compositor.overflow.particles == 51 && stage.compositor.overflow.total == 51)
    stage.emitter.particleLimit = 0
    #expect(stage.emitter.particleLimit == 1 && stage.emitter.particleCount == 0)
    stage.emitter.particleLimit = 1 << 20
    #expect(stage.emitter.particleLimit == 65536)
  }

  @Test("L44 speed 0 pauses an emitter where it is; it goes on without a jump")
  func pausing() {
    let stage = EmitterStage(makeFireworks())
    stage.draw(at: .seconds(2))
    let (paused, there) = (stage.display.bytes, stage.particles.count)
    stage.emitter.timeOffset = stage.emitter.convertTime(.seconds(2), from: nil)
    stage.emitter.speed = 0
    #expect(!stage.draw(at: .seconds(9)) && stage.compositor.nextFrameTime == nil)
    #expect(stage.display.bytes == paused)
    stage.emitter.beginTime = .seconds(10)
    stage.emitter.speed = 1
    #expect(stage.compositor.needsFrame)
    stage.draw(at: .seconds(10))
    #expect(stage.display.bytes == paused && stage.particles.count == there)
    stage.draw(at: .milliseconds(10_500))
    let straight = EmitterStage(makeFireworks())
    straight.draw(at: .milliseconds(2500))
    #expect(stage.display.bytes == straight.display.bytes)
  }

  @Test("L44 L83 speeds above multiply: at twice the speed, half of the time shows the same")
  func speeds() {
    let (fast, plain) = (EmitterStage(makeFireworks()), EmitterStage(makeFireworks()))
    fast.root.speed = 2
    fast.draw(at: .seconds(1))
    plain.draw(at: .seconds(2))
    #expect(fast.display.bytes == plain.display.bytes && fast.compositor.nextFrameTime != nil)
    fast.root.speed = 0
    #expect(fast.compositor.nextFrameTime == nil)
  }

  @Test("L44 the longest lives, in each other and multiplied: the same particles in one frame as in many")
  func longLives() {
    func make(_ lifetime: Fixed, _ factor: Fixed) -> EmitterStage {
      var cell = makeCell(0.01, lifetime: lifetime)
      cell.emitterCells = [makeCell(0.01, lifetime: lifetime)]
      let stage = EmitterStage([cell], limit: 4096)
      stage.emitter.lifetime = factor
      return stage
    }
    for (lifetime, factor) in [(3000, 1), (10000, 0.5), (100, 100)] as [(Fixed, Fixed)] {
      let (one, many) = (make(lifetime, factor), make(lifetime, factor))
      one.draw(at: .seconds(5500))
      for time in 0...110 { many.draw(at: .seconds(50 * time)) }
      let (found, expected) = (one.particles.map(\.identity), many.particles.map(\.identity))
      let areAlike = found == expected
      #expect(areAlike && found.count > 20, "lifetime \(lifetime) · \(factor)")
    }
  }

  @Test("L44 L104 of births that are over before anything is shown no more are looked at than there is time for")
  func shortLives() {
    var cell = makeCell(32767, lifetime: 0.0001)
    for _ in 0..<3 {
      let inner = cell
      cell = makeCell(32767, lifetime: 0.0001)
      cell.emitterCells = [inner]
    }
    let stage = EmitterStage([cell], limit: 16)
    for time in [100, 101, 2_000_000_000] {
      stage.draw(at: .seconds(time))
      #expect((stage.emitter.system?.births ?? .max) <= 64 * 16 && stage.compositor.overflow.particles > 0)
    }
  }
}
