// Stage: input. Its output: fingers on the display.
import FixedRaster

/// One finger at one moment. The mouse button of a pointer counts as a finger.
///
/// Per finger: one `began`, any number of `moved`, then one `ended` or `cancelled`; nothing outside of that, ever.
public struct TouchSample: Equatable, Sendable {
  /// The numbers are those of a layer's `Touch.Phase`.
  public enum Phase: UInt8, CaseIterable, Sendable {
    case began, moved, ended
    /// The finger vanished without having been lifted: events were lost, or the device is gone. It presses nothing.
    case cancelled
  }

  /// Identifies a finger from `began` to `ended` or `cancelled`; not negative; fingers that are down have different ones.
  public var finger: Int32
  public var phase: Phase
  /// In pixels of the picture: x in 0 ..< width, y in 0 ..< height. A `TouchRouter` takes it as it is, and makes points
  /// of it.
  public var position: PixelPoint
  /// Nanoseconds of CLOCK_BOOTTIME, as `EventLoop.now`.
  public var time: Int64

  public init(finger: Int32, phase: Phase, position: PixelPoint, time: Int64) {
    self.finger = finger
    self.phase = phase
    self.position = position
    self.time = time
  }
}

/// One event as the kernel tells it: `struct input_event`.
struct RawEvent: Equatable {
  var type: UInt16 = 0
  var code: UInt16 = 0
  var value: Int32 = 0
  /// Nanoseconds of CLOCK_BOOTTIME.
  var time: Int64 = 0
}

/// How an axis of a device lies over the picture.
struct AxisMapping: Equatable {
  /// The least and the greatest value the device tells, both included; `minimum < maximum`.
  let minimum, maximum: Int32
  /// Pixels of the picture in this direction: 1...32767.
  let pixels: Int32
  /// Whether values ascend towards the picture's first pixel.
  var isReversed = false

  /// The pixel coordinate of a device's value: each of the `maximum − minimum + 1` values has an equally wide part of
  /// the picture and stands for its first edge. Values outside the range are held to it.
  func position(_ value: Int32) -> Fixed {
    let steps = Int64(maximum) - Int64(minimum) + 1
    let held = Int64(max(minimum, min(maximum, value)))
    let step = isReversed ? Int64(maximum) - held : held - Int64(minimum)
    // step < 2^32 and pixels · 65536 < 2^31, so the product stays below 2^63; the quotient below 2^31.
    return Fixed(rawValue: Int32(step * (Int64(pixels) << 16) / steps))
  }
}
