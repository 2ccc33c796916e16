// Trees that change at random, drawn by four threads, and layers that draw themselves by one more: for the thread
// sanitizer. Compiled with Sources/LayerRuntime as one module by scripts/races, hence no import of it.
// input: an argument, whatever it is, has two threads count in one place, which the sanitizer must report
// output: what was drawn in which way; exit status 1 if a way did not come up
// row: L100 L65

import FixedRaster
import Glibc

/// Pixels each way: forty tiles.
let (width, height) = (320, 240)
var (tiles, recordings) = (0, 0)

for seed in UInt64(0)..<12 {
  let tree = RandomTree(seed: seed, width: width, height: height, layers: 20)
  var capacities = CompositorCapacities(bitmapBytes: 64 << 20)
  (capacities.threads, capacities.leastTilesForThreads) = (4, 1)
  let compositor = Compositor(root: tree.root, width: width, height: height, capacities: capacities)
  let display = TestDisplay(width: width, height: height)
  for step in 0..<40 {
    for _ in 0..<3 { tree.step() }
    for case let layer as SketchLayer in tree.layers where step % 3 == 0 {
      layer.drawsAsynchronously = true
      layer.setNeedsDisplay()
    }
    if step % 5 == 0 { compositor.invalidate() }
    compositor.drawFrame(into: display.memory)
    tiles += compositor.statistics.tiles
  }
  recordings += compositor.drawing?.thread.replayed ?? 0
}

if CommandLine.arguments.count > 1 {
  nonisolated(unsafe) var count = 0
  let pool = WorkerPool(count: 2) { _ in
    // Long enough for the other to begin before this one is through.
    for _ in 0..<1000 {
      unsafe count += 1
      usleep(20)
    }
  }
  pool.begin()
  pool.wait()
}

print("\(tiles) tiles by four threads, \(recordings) recordings by one")
exit(tiles > 0 && recordings > 0 ? 0 : 1)
