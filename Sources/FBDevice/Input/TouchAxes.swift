// Stage: input. Input: a device's two values. Output: a place in the picture, however the display is rotated.
import FixedRaster

/// How a device's axes lie over the picture.
struct TouchAxes: Equatable {
  /// The device's horizontal and vertical axis, as the display is built.
  let x, y: AxisMapping
  /// Whether the device's horizontal axis is the picture's vertical one.
  let swapsAxes: Bool
  /// The system's matrix, and the user's, which comes after it; `nil` where there is none.
  let system, own: CalibrationMatrix?

  /// A device that lies over a display, its axes along the rows and columns of the display's memory.
  /// - Parameters:
  ///   - x: the device's range, likewise `y`; each of more than one value.
  ///   - width: the picture's, as the display's memory tells it, in pixels; `height` likewise. Held to 1...32767.
  init(
    x: AxisRange, y: AxisRange, width: Int, height: Int, rotation: DisplayRotation = .none,
    system: CalibrationMatrix? = nil, own: CalibrationMatrix? = nil
  ) {
    swapsAxes = rotation.swapsAxes
    let (columns, rows) = swapsAxes ? (height, width) : (width, height)
    // Turning moves the picture's left, or its top, to the end of the memory's columns or rows.
    self.x = AxisMapping(
      x, pixels: Int32(max(1, min(32767, columns))),
      isReversed: rotation == .clockwise90 || rotation == .clockwise180)
    self.y = AxisMapping(
      y, pixels: Int32(max(1, min(32767, rows))),
      isReversed: rotation == .clockwise180 || rotation == .clockwise270)
    (self.system, self.own) = (system, own)
  }

  init(
    x: ClosedRange<Int32>, y: ClosedRange<Int32>, width: Int, height: Int, rotation: DisplayRotation = .none
  ) {
    self.init(x: AxisRange(x), y: AxisRange(y), width: width, height: height, rotation: rotation)
  }

  private init(_ x: AxisMapping, _ y: AxisMapping, _ axes: TouchAxes, own: CalibrationMatrix?) {
    (self.x, self.y, swapsAxes, system, self.own) = (x, y, axes.swapsAxes, axes.system, own)
  }

  /// The same device and display with another calibration of the user's.
  func calibrated(by calibration: TouchCalibration) -> TouchAxes {
    TouchAxes(x.measuring(calibration.x), y.measuring(calibration.y), self, own: calibration.transform)
  }

  /// Where in the picture the device's values are, in pixels.
  func position(x: Int32, y: Int32) -> PixelPoint {
    let horizontal, vertical: Fixed
    if system == nil && own == nil {
      (horizontal, vertical) = (self.x.position(x), self.y.position(y))
    } else {
      let place = fraction(x: x, y: y, own)
      (horizontal, vertical) = (self.x.position(fraction: place.x), self.y.position(fraction: place.y))
    }
    return swapsAxes ? PixelPoint(x: vertical, y: horizontal) : PixelPoint(x: horizontal, y: vertical)
  }

  /// Where over the display's memory the device's values are after a matrix that follows the system's, in 16777216ths of
  /// its width and height. May be beside it.
  func fraction(x: Int32, y: Int32, _ own: CalibrationMatrix?) -> (x: Int64, y: Int64) {
    var place = (x: self.x.fraction(x), y: self.y.fraction(y))
    if let system { place = system.applied(x: place.x, y: place.y) }
    if let own { place = own.applied(x: place.x, y: place.y) }
    return place
  }

  /// A number of pixels in the units of the two axes, 1 or more.
  func units(pixels: Int) -> (x: Int64, y: Int64) {
    // Which of the display's axes the device's horizontal one lies along.
    let row = own?.rows.top ?? system?.rows.top
    let isSwapped = row.map { $0.x.magnitude < $0.y.magnitude } ?? false
    let (columns, rows) = isSwapped ? (y.pixels, x.pixels) : (x.pixels, y.pixels)
    // At most 100 pixels of 2^32 steps.
    return (max(1, Int64(pixels) * x.steps / Int64(columns)), max(1, Int64(pixels) * y.steps / Int64(rows)))
  }

  /// Whether values lie beyond the ranges.
  func isBeyond(x: Int32, y: Int32) -> Bool { self.x.isBeyond(x) || self.y.isBeyond(y) }
}

/// How an axis of a device lies over the picture.
struct AxisMapping: Equatable {
  /// The least and the greatest value the device tells, both included; `minimum < maximum`.
  let minimum, maximum: Int32
  /// Pixels of the picture in this direction: 1...32767.
  let pixels: Int32
  /// Whether the display's memory ascends towards the picture's first pixel.
  var isReversed = false
  /// Whether the device's values ascend towards the memory's first pixel.
  var descends = false

  init(minimum: Int32, maximum: Int32, pixels: Int32, isReversed: Bool = false) {
    (self.minimum, self.maximum, self.pixels, self.isReversed) = (minimum, maximum, pixels, isReversed)
  }

  /// - Parameter range: of more than one value.
  init(_ range: AxisRange, pixels: Int32, isReversed: Bool) {
    self.init(
      minimum: min(range.first, range.last), maximum: max(range.first, range.last), pixels: pixels,
      isReversed: isReversed)
    descends = range.first > range.last
  }

  /// The same axis with another range, if there is one.
  func measuring(_ range: AxisRange?) -> AxisMapping {
    guard let range, range.isUsable else { return self }
    return AxisMapping(range, pixels: pixels, isReversed: isReversed)
  }

  /// 2...2^32
  var steps: Int64 { Int64(maximum) - Int64(minimum) + 1 }

  var range: AxisRange { descends ? AxisRange(maximum, minimum) : AxisRange(minimum, maximum) }

  func isBeyond(_ value: Int32) -> Bool { value < minimum || value > maximum }

  /// The pixel coordinate of a device's value: each of the `maximum − minimum + 1` values has an equally wide part of
  /// the picture and stands for its first edge. Values outside the range are held to it.
  func position(_ value: Int32) -> Fixed {
    let held = Int64(max(minimum, min(maximum, value)))
    let step = isReversed != descends ? Int64(maximum) - held : held - Int64(minimum)
    // step < 2^32 and pixels · 65536 < 2^31, so the product stays below 2^63; the quotient below 2^31.
    return Fixed(rawValue: Int32(step * (Int64(pixels) << 16) / steps))
  }

  /// The middle of a value's part, in 16777216ths of the range, held to ±16 ranges: a mirror puts middles onto middles.
  func fraction(_ value: Int32) -> Int64 {
    let step = descends ? Int64(maximum) - Int64(value) : Int64(value) - Int64(minimum)
    // |step| < 2^32: the dividend is below 2^57.
    return CalibrationMatrix.held(((2 * step + 1) << 23) / steps)
  }

  /// The pixel coordinate of a fraction of the display's memory, which is held to it.
  func position(fraction: Int64) -> Fixed {
    let held = max(0, min(CalibrationMatrix.one - 1, isReversed ? CalibrationMatrix.one - fraction : fraction))
    // Below 2^24 · 2^31.
    return Fixed(rawValue: Int32((held * (Int64(pixels) << 16)) >> 24))
  }
}
