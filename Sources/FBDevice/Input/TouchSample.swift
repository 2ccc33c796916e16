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
  /// The device's own values, in its units: those that ``position`` was made of.
  public var deviceX: Int32 = 0, deviceY: Int32 = 0

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
