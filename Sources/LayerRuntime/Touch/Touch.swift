import FixedRaster

public enum TouchPhase: UInt8, Sendable {
  case began, moved, ended
  /// The touch is over without having been meant: the layer was removed, or the device lost the finger.
  case cancelled
}

/// A finger on the display at one moment.
public struct Touch {
  /// The number the device gave the finger, the same from `began` to `ended` or `cancelled`.
  public let finger: Int
  public let phase: TouchPhase
  /// In the display's coordinates: those the root layer's `position` is in.
  public let location: Point
  /// The layer the finger came down on; the same for the whole touch, wherever the finger goes.
  public let layer: Layer

  /// The location in a layer's own coordinates; `nil` for the display's.
  public func location(in layer: Layer?) -> Point { layer?.convert(location, from: nil) ?? location }
}
