import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// A tree with animations, whose layers change now and then. Without what is as it was in the frame in which it was made: what
/// layers draw themselves, and particles.
private struct TimedRun {
  let tree: RandomTree
  let display = TestDisplay(width: 130, height: 95)
  private let compositor: Compositor

  init(seed: UInt64) {
    tree = RandomTree(
      seed: seed, width: 130, height: 95, layers: 9, hasOffscreenSurfaces: false, hasAnimations: true)
    let capacities = CompositorCapacities(bitmapBytes: 64 << 20, planes: 4096, animations: 1024, threads: 1)
    compositor = Compositor(root: tree.root, width: 130, height: 95, capacities: capacities)
  }

  /// Whether something found no room: what is shown then depends on what was shown before.
  var isShort: Bool {
    let overflow = compositor.overflow
    return overflow.bitmaps + overflow.layers + overflow.planes + overflow.tiles > 0
  }

  var isMoving: Bool { !compositor.animator.isIdle }

  func change(_ count: Int) {
    for _ in 0..<count { tree.step() }
    RandomTree.deliver()
  }

  func draw(at time: Duration) {
    repeat {
      compositor.drawFrame(at: time, into: display.memory)
      RandomTree.deliver()
    } while compositor.needsFrame
    tree.now = time
  }
}

/// RANDOM_TIMES asks for more trees than there are in `swift test`.
@Suite struct RandomTimeTests {
  @Test("L85 trees with animations show at a time the same, whatever frames come before it")
  func anyFrames() {
    var (moving, extra) = (0, 0)
    for seed in 0..<(environment("RANDOM_TIMES") ?? 60) {
      let (often, seldom) = (TimedRun(seed: seed), TimedRun(seed: seed))
      var (random, time) = (SplitMix(seed: seed), Duration.milliseconds(960))
      for step in 0..<30 {
        // What is changed begins with the next frame, which both have.
        for run in [often, seldom] {
          run.change(1 + step % 3)
          run.draw(at: time)
        }
        let next = time + .milliseconds(random.next(in: 1...700))
        for _ in 0..<random.next(in: 0...5) {
          time += .nanoseconds(Int64(random.next(in: 1...120_000_000)))
          if time >= next { break }
          often.draw(at: time)
          extra += 1
        }
        time = next
        for run in [often, seldom] { run.draw(at: time) }
        if often.isShort || seldom.isShort { break }
        if often.isMoving { moving += 1 }
        let difference = often.display.firstDifference(from: seldom.display)
        #expect(difference == nil, "seed \(seed), step \(step)")
        if difference != nil { break }
      }
    }
    #expect(moving > 500 && extra > 1000)
  }
}
