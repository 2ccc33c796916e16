// Stage: program. Input: fingers on a touchscreen, lines of the terminal, time. Output: which cross is shown, and in the
// end a calibration that was confirmed, or none.
import PanelKit

/// The steps of `panel-ui calibrate`: crosses, then a try that ends by itself.
struct CalibrationSteps {
  enum Step: Equatable {
    /// The cross with this place in ``order`` is touched next.
    case cross(Int)
    /// The calibration counts, until this time on `EventLoop.now` at most.
    case trial(until: Int64)
    case confirmed
    case reverted
  }

  /// Nanoseconds that a calibration has to be confirmed.
  static var patience: Int64 { 15_000_000_000 }
  /// The middle first: a tap too many there would confirm.
  static var order: InlineArray<5, Int> { [4, 0, 1, 2, 3] }

  private(set) var step = Step.cross(0)
  /// The finger that is on the cross, or on the button.
  private var finger: Int32?
  /// What it reported so far: sums, and their number.
  private var sum = (x: Int64(0), y: Int64(0), count: Int64(0))
  private var taps = [(x: Int32, y: Int32)](repeating: (0, 0), count: 5)

  /// Takes a sample of the finger that touches crosses; others are ignored while it is down.
  /// - Returns: the taps on all crosses, once the last one is touched: then ``begin(at:)`` or ``beginAgain()`` is next.
  mutating func takeTap(_ sample: TouchSample) -> [(x: Int32, y: Int32)]? {
    guard case .cross(let index) = step, isFollowed(sample) else { return nil }
    sum = (sum.x + Int64(sample.deviceX), sum.y + Int64(sample.deviceY), sum.count + 1)
    if sample.phase == .began || sample.phase == .moved { return nil }
    finger = nil
    if sample.phase == .cancelled { return nil }
    // The mean of its reports, which lies between them.
    taps[Self.order[index]] = (Int32(sum.x / sum.count), Int32(sum.y / sum.count))
    if index + 1 == taps.count { return taps }
    step = .cross(index + 1)
    return nil
  }

  /// Takes a sample while the calibration is tried.
  /// - Parameter isOnButton: whether it lies on the button that confirms. A finger confirms that came down and went up there.
  mutating func takePress(_ sample: TouchSample, isOnButton: Bool) {
    guard case .trial = step else { return }
    if sample.phase == .began {
      if isOnButton { finger = sample.finger }
    } else if sample.finger == finger, sample.phase != .moved {
      if sample.phase == .ended && isOnButton { step = .confirmed }
      finger = nil
    }
  }

  private mutating func isFollowed(_ sample: TouchSample) -> Bool {
    if finger == nil, sample.phase == .began {
      finger = sample.finger
      sum = (0, 0, 0)
    }
    return finger == sample.finger
  }

  /// The taps make a calibration: it is tried.
  mutating func begin(at time: Int64) { (step, finger) = (.trial(until: time + Self.patience), nil) }

  /// They make none.
  mutating func beginAgain() { (step, finger) = (.cross(0), nil) }

  /// Enter confirms what is tried.
  mutating func takeLine() { if case .trial = step { step = .confirmed } }

  /// Nobody confirmed it in time.
  mutating func advance(to time: Int64) {
    if case .trial(let end) = step, time >= end { step = .reverted }
  }

  /// Whole seconds until the trial ends, rounded up.
  func secondsLeft(at time: Int64) -> Int {
    guard case .trial(let end) = step else { return 0 }
    return Int(max(0, end - time + 999_999_999) / 1_000_000_000)
  }
}
