// Stage: displays of a panel. Input: the cost of each frame. Output: one line of JSON at the end of a run.
import PanelKit

/// Collects the costs of frames in memory of a fixed size.
package struct FrameCosts {
  /// How many frames the medians look back on.
  package static var capacity: Int { 4096 }

  /// Frames drawn, the first one included.
  package private(set) var frames = 0
  private var microseconds: [Int32]
  private var pixels: [Int32]
  private var slowest: Int32 = 0
  /// Of all frames but the first, in nanoseconds.
  private var time: Int64 = 0
  private var tiles: Int64 = 0
  private var damageRects: Int64 = 0

  package init() {
    microseconds = Array(repeating: 0, count: Self.capacity)
    pixels = Array(repeating: 0, count: Self.capacity)
  }

  /// - Parameter nanoseconds: from before the commit to after the present.
  package mutating func add(nanoseconds: Int64, _ statistics: FrameStatistics) {
    frames += 1
    // The first frame draws everything: it counts apart, as the time to the first frame.
    if frames == 1 { return }
    let place = (frames - 2) % Self.capacity
    microseconds[place] = Int32(clamping: nanoseconds / 1000)
    pixels[place] = Int32(clamping: statistics.pixels)
    time += nanoseconds
    slowest = Swift.max(slowest, microseconds[place])
    tiles += Int64(statistics.tiles)
    damageRects += Int64(statistics.damageRects)
  }

  package func line(wakeups: Int64, processorTime: Int64, counts: PresentCounts, isFull: Bool) -> String {
    let kept = Swift.min(frames - 1, Self.capacity)
    var text = "{\"frames\":" + String(frames)
    text += ",\"wakeups\":" + String(wakeups)
    text += ",\"full\":" + (isFull ? "true" : "false")
    text += ",\"frame_us_median\":" + String(Self.median(microseconds, kept))
    text += ",\"frame_us_mean\":" + String(time / 1000 / Int64(Swift.max(1, frames - 1)))
    text += ",\"frame_us_max\":" + String(slowest)
    // All that was done since the first frame: values read, instruments changed, frames drawn.
    text += ",\"cpu_us_mean\":" + String(frames > 1 ? processorTime / 1000 / Int64(frames - 1) : 0)
    text += ",\"pixels_per_frame_median\":" + String(Self.median(pixels, kept))
    text += ",\"tiles\":" + String(tiles)
    text += ",\"damage_rects\":" + String(damageRects)
    text += ",\"pixels_presented\":" + String(counts.pixels)
    text += ",\"bytes_presented\":" + String(counts.bytes)
    text += ",\"pages_touched\":" + String(counts.pages)
    text += ",\"late_frames\":" + String(counts.lateFrames) + ",\"latest_us\":" + String(counts.lateness / 1000)
    return text + "}\n"
  }

  /// Returns the median, the lower of two in the middle; 0 without values.
  package static func median(_ values: [Int32], _ count: Int) -> Int32 {
    if count <= 0 { return 0 }
    // Shell's sort: the library's is a hundred times its size, and this runs once.
    var sorted = values
    var gap = count / 2
    while gap > 0 {
      for index in gap..<count {
        var place = index
        while place >= gap, sorted[place - gap] > sorted[place] {
          sorted.swapAt(place, place - gap)
          place -= gap
        }
      }
      gap /= 2
    }
    return sorted[(count - 1) / 2]
  }
}
