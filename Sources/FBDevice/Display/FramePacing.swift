// Stage: displays. Input: when frames were handed over and shown. Output: when the next one is drawn.

/// Paces frames by a display's pictures: one at a time is on its way, and the next is drawn so late that it is fresh and so
/// early that it is in time. Times are nanoseconds of the loop's clock.
struct FramePacing {
  /// From a picture to the next.
  let interval: Int64
  /// Whether frames are told of when they are shown, and not before.
  var waits = true
  /// How much later than the first possible picture the last frame was shown.
  private(set) var lateness: Int64 = 0
  /// When the frame was handed over that is not shown yet.
  private var pending: Int64?
  /// When the last frame was handed over.
  private var handedOver: Int64?
  /// When the last frame was shown.
  private var shown: Int64?

  /// A frame whose event has not come by then never gets one.
  private var patience: Int64 { max(5 * interval, 250_000_000) }

  init(interval: Int64) { self.interval = interval }

  mutating func presented(at time: Int64) { (pending, handedOver) = (time, time) }

  /// The frame that was handed over is on the display.
  /// - Returns: whether one was.
  @discardableResult
  mutating func shown(at time: Int64) -> Bool {
    shown = time
    guard let pending else { return false }
    lateness = max(0, time - pending - interval)
    self.pending = nil
    return true
  }

  /// Nothing is on its way, as after the display was off.
  mutating func forget() { (pending, shown, handedOver) = (nil, nil, nil) }

  /// - Parameter cost: how long a frame takes to draw.
  /// - Returns: `nil` for at once. While a frame is on its way: the time when it counts as lost.
  func earliestFrameTime(cost: Int64, now: Int64) -> Int64? {
    if let pending { return now < pending + patience ? pending + patience : nil }
    guard let shown, let handedOver else { return nil }
    if !waits { return handedOver + interval }
    // The picture after the shown one, with half of the cost for what costs more, and a millisecond for the driver.
    let time = shown + interval - cost - cost / 2 - 1_000_000
    // A driver that does not wait for pictures says at once that it shows: no more than a frame a picture.
    return max(time, handedOver + interval - cost - cost / 2 - 1_000_000)
  }
}
