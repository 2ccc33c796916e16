// Stage: gestures. Input: values and the times of their samples. Output: how fast they change.

import FixedRaster

/// The last samples of a movement. Speeds are of the last 40 ms, whatever number of samples that were; the memory is
/// taken once.
struct MotionHistory {
  private struct Sample {
    var time: Int64 = 0
    var value = GestureVector.zero
  }

  /// The time whose movement counts, in nanoseconds.
  private static var window: Int64 { 40_000_000 }
  /// A finger that is lifted this long after its last movement rested before, in nanoseconds: more than the time between
  /// two samples of the slowest device.
  private static var rest: Int64 { 50_000_000 }

  /// A ring; holds the window of 700 samples a second.
  private var samples = Array(repeating: Sample(), count: 32)
  /// The newest one's place.
  private var last = 0
  private var count = 0
  private var isResting = false

  /// Forgets all, and begins with a value.
  mutating func start(_ value: GestureVector, at time: Int64) {
    (last, count, isResting) = (0, 1, false)
    samples[0] = Sample(time: time, value: value)
  }

  /// - Parameter time: one as late as the last one's replaces that.
  mutating func add(_ value: GestureVector, at time: Int64) {
    isResting = false
    if count == 0 { return start(value, at: time) }
    if time > samples[last].time {
      last = (last + 1) % samples.count
      count = Swift.min(count + 1, samples.count)
    }
    samples[last] = Sample(time: time, value: value)
  }

  /// A finger was lifted: it is at rest if its last movement was long before.
  mutating func lift(at time: Int64) { isResting = count > 0 && time - samples[last].time > Self.rest }

  /// The change in a second, held to the numbers of a ``Fixed``.
  var velocity: GestureVector {
    if isResting || count < 2 { return .zero }
    let newest = samples[last]
    var (earlier, later) = (newest, newest)
    for age in 1..<count {
      (earlier, later) = (samples[(last - age + samples.count) % samples.count], earlier)
      if earlier.time <= newest.time - Self.window { break }
    }
    // At the window's beginning, between two samples.
    let begin = Swift.max(earlier.time, newest.time - Self.window)
    if later.time > earlier.time {
      // The time before is cut to what its product with 2^16 holds: a rest of more than a day has no other end.
      let whole = Swift.min(later.time - earlier.time, 1 << 46)
      let before = Swift.max(0, whole - (later.time - begin))
      earlier.value = earlier.value.mixed(with: later.value, (before << 16) / whole)
    }
    let duration = newest.time - begin
    if duration < 1_000_000 { return .zero }
    func speed(_ way: Int64) -> Int64 {
      // Below 2^31 · 2^30.
      let held = Swift.max(Int64(Int32.min), Swift.min(Int64(Int32.max), way))
      return Swift.max(Int64(Int32.min), Swift.min(Int64(Int32.max), held * 1_000_000_000 / duration))
    }
    return GestureVector(x: speed(newest.value.x - earlier.value.x), y: speed(newest.value.y - earlier.value.y))
  }
}
