// Trees that change at random, drawn by four threads, layers that draw themselves by one more, and tiles of
// layers by another: for the thread sanitizer.

import Foundation
import LayerRuntime
import TestSupport

/// Counts the threads of the process.
private func threadCount() -> Int {
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count ?? 0
}

/// Draws trees by threads.
/// - Returns: the exit status: 1 if there were fewer threads than were asked for, or nothing was drawn.
func drawByThreads(isPlanted: Bool) -> Int32 {
  var (tiles, others) = (0, 0)
  // The sanitizer starts a thread of its own with the first one.
  unsafe runThreads(1) { _ in nil }
  for seed in UInt64(0)..<12 {
    // Those of the last compositor may still be ending: counted before, they cannot be taken for new ones.
    let before = threadCount()
    let stage = Stage(Stage.makeTree(seed: seed, layers: 20), threads: 4, bitmapBytes: 64 << 20)
    for step in 0..<40 {
      // All of the display, so that threads draw it; now and then what has changed alone.
      if step % 5 > 0 { stage.compositor.invalidate() }
      _ = stage.advance(step, drawsAsynchronously: true)
      tiles += stage.compositor.statistics.tiles
    }
    others = max(others, threadCount() - before)
  }
  if isPlanted { plantRace() }
  print("\(tiles) tiles by this thread and \(others) others")
  // Three workers, the one that draws contents, and the one that draws map tiles.
  return tiles > 0 && others >= 5 ? 0 : 1
}

/// Runs threads to their end.
private func runThreads(
  _ count: Int, _ body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
) {
  var threads = [pthread_t](repeating: 0, count: count)
  for i in threads.indices {
    if unsafe pthread_create(&threads[i], nil, body, nil) != 0 { fatalError("no thread") }
  }
  for thread in threads { pthread_join(thread, nil) }
}

nonisolated(unsafe) private var planted = 0

/// Has two threads count in one place.
private func plantRace() {
  unsafe runThreads(2) { _ in
    // Long enough for the other to begin before this one is through.
    for _ in 0..<1000 {
      unsafe planted += 1
      usleep(20)
    }
    return nil
  }
}
