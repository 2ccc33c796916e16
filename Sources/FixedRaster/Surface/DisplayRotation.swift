/// How far a picture is rotated clockwise, as seen by who looks at the display, on its way into the display's memory:
/// so that a display that is mounted rotated the other way shows it upright. Linux's text console counts the same way:
/// `fbcon=rotate:1` is ``clockwise90``.
public enum DisplayRotation: UInt8, Sendable {
  case none
  /// The picture's top edge lies along the right ends of the memory's rows.
  case clockwise90
  /// The picture's top edge lies along the memory's last row.
  case clockwise180
  /// The picture's top edge lies along the left ends of the memory's rows.
  case clockwise270

  /// Whether the picture's rows become the memory's columns.
  public var swapsAxes: Bool { self == .clockwise90 || self == .clockwise270 }

  /// This rotation of a picture that was rotated before.
  public func after(_ first: DisplayRotation) -> DisplayRotation {
    DisplayRotation(rawValue: (rawValue + first.rawValue) & 3) ?? .none
  }

  /// The rotation back.
  var inverse: DisplayRotation {
    switch self {
    case .clockwise90: .clockwise270
    case .clockwise270: .clockwise90
    case .none, .clockwise180: self
    }
  }
}

extension PixelRect {
  /// Where the rectangle lies after all that is in `bounds`, which begin at (0, 0), was rotated; the rotated bounds begin
  /// there too.
  @inline(never)
  func rotated(_ rotation: DisplayRotation, in bounds: PixelRect) -> PixelRect {
    let (width, height) = (bounds.maxX, bounds.maxY)
    return switch rotation {
    case .none: self
    case .clockwise90: PixelRect(minX: height &- maxY, minY: minX, maxX: height &- minY, maxY: maxX)
    case .clockwise180:
      PixelRect(minX: width &- maxX, minY: height &- maxY, maxX: width &- minX, maxY: height &- minY)
    case .clockwise270: PixelRect(minX: minY, minY: width &- maxX, maxX: maxY, maxY: width &- minX)
    }
  }
}
