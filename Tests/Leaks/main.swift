// Trees that change at random, drawn by compositors that come and go, and all of it given up: for the leak sanitizer.
// Compiled with Sources/LayerRuntime as one module by scripts/leaks, hence no import of it.
// input: an argument, whatever it is, leaves two layers that hold each other, which the sanitizer must report
// output: how much was drawn and given up; exit status 1 if nothing was
// row: L100

import FixedRaster
import Glibc

/// A layer that another one keeps, beside its place in a tree.
final class KeepingLayer: Layer {
  var kept: Layer?
}

/// Draws a tree that changes, by threads, into two displays one after the other, and keeps none of it.
/// - Returns: frames and layers there were.
@inline(never)
func drawAndGiveUp(seed: UInt64) -> (frames: Int, layers: Int) {
  let (width, height) = (160, 120)
  let tree = RandomTree(seed: seed, width: width, height: height, layers: 24)
  var capacities = CompositorCapacities(bitmapBytes: 4 << 20)
  (capacities.threads, capacities.leastTilesForThreads) = (3, 1)
  var frames = 0
  for _ in 0..<2 {
    let compositor = Compositor(root: tree.root, width: width, height: height, capacities: capacities)
    let display = TestDisplay(width: width, height: height)
    for step in 0..<15 {
      for _ in 0..<3 { tree.step() }
      for case let layer as SketchLayer in tree.layers where step % 3 == 0 {
        layer.drawsAsynchronously = step % 2 == 0
        layer.setNeedsDisplay()
      }
      if compositor.drawFrame(into: display.memory) { frames += 1 }
    }
  }
  return (frames, tree.layers.count)
}

/// Two layers that nobody else knows.
@inline(never)
func plant() {
  let (one, other) = (KeepingLayer(), KeepingLayer())
  (one.kept, other.kept) = (other, one)
}

let isPlanted = CommandLine.arguments.count > 1
let trees: UInt64 = isPlanted ? 1 : 16
var (frames, layers) = (0, 0)
for seed in 0..<trees {
  let done = drawAndGiveUp(seed: seed)
  (frames, layers) = (frames + done.frames, layers + done.layers)
}
if isPlanted { plant() }
print("\(frames) frames of \(trees) trees, \(layers) layers given up")
exit(frames > 0 && layers > 0 ? 0 : 1)
