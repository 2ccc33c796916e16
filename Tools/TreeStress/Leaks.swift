// Trees that change at random, drawn by compositors that come and go, and all of it given up: for the leak sanitizer.

import LayerRuntime
import TestSupport

/// Draws trees and keeps none of them.
/// - Returns: the exit status: 1 if nothing was drawn.
func drawAndGiveUp(isPlanted: Bool) -> Int32 {
  let trees: UInt64 = isPlanted ? 1 : 16
  var (frames, layers) = (0, 0)
  for seed in 0..<trees {
    let done = drawAndGiveUp(seed: seed)
    (frames, layers) = (frames + done.frames, layers + done.layers)
  }
  if isPlanted { plantLeak() }
  print("\(frames) frames of \(trees) trees, \(layers) layers given up")
  return frames > 0 && layers > 0 ? 0 : 1
}

/// Draws a tree that changes, by threads, into two displays one after the other, and keeps none of it.
/// - Returns: how many frames and layers there were.
@inline(never)
private func drawAndGiveUp(seed: UInt64) -> (frames: Int, layers: Int) {
  let tree = Stage.makeTree(seed: seed, layers: 24)
  var frames = 0
  for _ in 0..<2 {
    let stage = Stage(tree, threads: 3, bitmapBytes: 4 << 20)
    for step in 0..<15 where stage.advance(step, drawsAsynchronously: step % 2 == 0) { frames += 1 }
  }
  return (frames, tree.layers.count)
}

/// A layer that another one keeps, beside its place in a tree.
private final class KeepingLayer: Layer {
  var kept: Layer?
}

/// Makes two layers that hold each other and that nobody else knows.
@inline(never)
private func plantLeak() {
  let (one, other) = (KeepingLayer(), KeepingLayer())
  (one.kept, other.kept) = (other, one)
}
