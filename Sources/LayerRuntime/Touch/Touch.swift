import FixedRaster

extension Touch {
  /// The act of a finger. The numbers are those of a `TouchSample.Phase` of an input device.
  public enum Phase: UInt8, CaseIterable, Sendable {
    case began, moved, ended
    /// The touch is over without having been meant: the layer was removed, or the device lost the finger.
    case cancelled
  }
}

/// A finger on the display at one moment: one sample of the device. Each sample is delivered, in order.
public struct Touch {
  /// The number the device gave the finger, the same from `began` to `ended` or `cancelled`.
  public let finger: Int
  public let phase: Touch.Phase
  /// In points of the display, in which the root layer's ``Layer/position`` is, whatever the display's scale.
  public let location: Point
  /// The location of the sample before, in points of the display; the same as ``location`` where the touch began.
  public let previousLocation: Point
  /// The kernel's time of the sample: nanoseconds of CLOCK_BOOTTIME, as `EventLoop.now`. Never less than that of the
  /// sample before.
  public let timestamp: Int64
  /// The layer the finger came down on; the same for the whole touch, wherever the finger goes.
  public let layer: Layer

  /// The location in a layer's own coordinates; `nil` for those of the display.
  public func location(in layer: Layer?) -> Point { layer?.convert(location, from: nil) ?? location }

  /// The location of the sample before, in a layer's own coordinates; `nil` for those of the display.
  public func previousLocation(in layer: Layer?) -> Point {
    layer?.convert(previousLocation, from: nil) ?? previousLocation
  }
}
