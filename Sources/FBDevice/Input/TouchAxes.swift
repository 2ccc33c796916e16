// Stage: input. Input: a device's two values. Output: a place in the picture, however the display is rotated.
import FixedRaster

/// How a device's axes lie over the picture.
struct TouchAxes: Equatable {
  /// The device's horizontal and vertical axis, as the display is built.
  let x, y: AxisMapping
  /// Whether the device's horizontal axis is the picture's vertical one.
  let swapsAxes: Bool

  /// A device that lies over a display, its axes along the rows and columns of the display's memory.
  /// - Parameters:
  ///   - x: the device's range, likewise `y`; each of more than one value.
  ///   - width: the picture's, as the display's memory tells it, in pixels; `height` likewise. Held to 1...32767.
  init(
    x: ClosedRange<Int32>, y: ClosedRange<Int32>, width: Int, height: Int, rotation: DisplayRotation = .none
  ) {
    swapsAxes = rotation.swapsAxes
    let (columns, rows) = swapsAxes ? (height, width) : (width, height)
    // Turning moves the picture's left, or its top, to the end of the memory's columns or rows.
    self.x = AxisMapping(
      minimum: x.lowerBound, maximum: x.upperBound, pixels: Int32(max(1, min(32767, columns))),
      isReversed: rotation == .clockwise90 || rotation == .clockwise180)
    self.y = AxisMapping(
      minimum: y.lowerBound, maximum: y.upperBound, pixels: Int32(max(1, min(32767, rows))),
      isReversed: rotation == .clockwise180 || rotation == .clockwise270)
  }

  /// Where in the picture the device's values are, in pixels.
  func position(x: Int32, y: Int32) -> PixelPoint {
    let (horizontal, vertical) = (self.x.position(x), self.y.position(y))
    return swapsAxes ? PixelPoint(x: vertical, y: horizontal) : PixelPoint(x: horizontal, y: vertical)
  }
}
