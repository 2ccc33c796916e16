// Trees that change at random, with animations of every kind, and callbacks that change the tree and take away what calls them:
// for the address sanitizer. Each is drawn from its damage beside one that is drawn whole, and both must look the same.

import FixedRaster
import LayerRuntime
import TestSupport

/// Draws trees with animations.
/// - Returns: the exit status: 1 if two pictures differ, or if something that is looked for did not come up.
func drawAnimated(seeds: Range<UInt64>, isPlanted: Bool) -> Int32 {
  var counts: [String: Int] = [:]
  var failures = 0
  for seed in seeds {
    var run = AnimatedRun(seed: seed)
    if let words = run.run() {
      print("seed \(seed), \(words)")
      failures += 1
    }
    counts.merge(run.counts, uniquingKeysWith: +)
  }
  if isPlanted { plantUseAfterFree() }
  if seeds.count == 1 { return failures == 0 ? 0 : 1 }
  for (name, count) in counts.sorted(by: { $0.key < $1.key }) { print("  \(name) \(count)") }
  // Actions are called too seldom for each to come up.
  let missing = CallbackPlace.allCases.filter { $0 != .action }.flatMap { place in
    CallbackDeed.allCases.map { $0.name(in: place) }
  }
  .filter { counts[$0, default: 0] == 0 }
  for name in missing where seeds.count > 40 { print("\(name) never happened") }
  return failures == 0 && (seeds.count <= 40 || missing.isEmpty) ? 0 : 1
}

/// A tree that is drawn from its damage, beside the same drawn whole.
private struct AnimatedRun {
  private let trees: [RandomTree]
  private let compositors: [Compositor]
  private let displays = [TestDisplay(width: 130, height: 95), TestDisplay(width: 130, height: 95)]
  private var times: FrameTimes
  var counts: [String: Int] { trees[0].counts.merging(times.counts, uniquingKeysWith: +) }

  init(seed: UInt64) {
    trees = (0..<2).map { _ in
      RandomTree(
        seed: seed, width: 130, height: 95, layers: 9, hasCallbacks: true, hasEmitters: true, hasAnimations: true)
    }
    compositors = trees.map {
      let capacities = CompositorCapacities(bitmapBytes: 64 << 20, planes: 4096, animations: 1024, threads: 1)
      return Compositor(root: $0.root, width: 130, height: 95, capacities: capacities)
    }
    times = FrameTimes(seed: seed)
  }

  /// - Returns: what differs first, in words.
  mutating func run() -> String? {
    for step in 0..<60 {
      for tree in trees {
        tree.log = []
        for _ in 0..<(step % 10 == 9 ? 20 : 1 + step % 3) { tree.step() }
        RandomTree.deliver()
      }
      times.advance()
      for i in 0..<2 {
        if i == 1 { compositors[1].invalidate() }
        var frames = 0
        repeat {
          frames += 1  // many where a thread has yet to draw tiles
          if frames > 20_000 { return "step \(step): frames are asked for without an end after \(trees[0].log)" }
          compositors[i].drawFrame(at: times.now, into: displays[i].memory)
          RandomTree.deliver()
        } while compositors[i].needsFrame
        trees[i].now = times.now
      }
      // What is shown where room is short depends on what was shown before.
      let overflow = compositors[0].overflow
      if overflow.bitmaps + overflow.layers + overflow.planes + overflow.tiles > 0 { return nil }
      if let (x, y) = displays[0].firstDifference(from: displays[1]) {
        return "step \(step): \(x),\(y) differs after \(trees[0].log)"
      }
    }
    return nil
  }
}

/// Reads what was let go of.
@inline(never)
private func plantUseAfterFree() {
  let place = UnsafeMutablePointer<Int>.allocate(capacity: 4)
  unsafe place.initialize(repeating: arguments.count, count: 4)
  unsafe place.deallocate()
  unsafe print(place[2])
}
