// Stage: input. Input: a touchscreen's values where crosses were touched. Output: its calibration, by least squares.
//
// The crosses' places are exact and the taps are not: the taps are fitted to the crosses, and the fit is inverted. The
// crosses lie evenly about the middle, where the normal equations of least squares have one unknown each.
import FixedRaster

/// Why taps make no calibration.
public enum CalibrationFault: Error, Equatable, Sendable {
  /// They lie on one point or on one line.
  case narrow
  /// No calibration puts all of them onto their crosses: the farthest stays so many pixels away.
  case spread(pixels: Int)
}

extension InputDevice {
  /// The number of crosses of a calibration: left above, right above, right below, left below, and in the middle.
  public static var crossCount: Int { 5 }

  /// Where a cross is in a picture: those at the corners an eighth of its width and height from its edges.
  /// - Parameters:
  ///   - index: in `0..<crossCount`.
  ///   - width: the picture's, in pixels, 1...32767.
  ///   - height: the picture's, in pixels, 1...32767.
  public static func cross(_ index: Int, width: Int, height: Int) -> PixelPoint {
    let sign = crossSigns(index)
    func place(_ length: Int, _ sign: Int64) -> Fixed { Fixed(length) / 8 * Fixed(4 + 3 * Int(sign)) }
    return PixelPoint(x: place(width, sign.x), y: place(height, sign.y))
  }

  /// −1 at the left and above, 1 at the right and below, 0 in the middle.
  private static func crossSigns(_ index: Int) -> (x: Int64, y: Int64) {
    index == 4 ? (0, 0) : (index == 1 || index == 2 ? 1 : -1, index > 1 ? 1 : -1)
  }

  /// The calibration that puts taps onto crosses, by least squares; it takes the place of the one that the device was
  /// opened with, and comes after the system's. For devices whose ``isAbsolute`` is true.
  ///
  /// Ranges stay as the device was opened with them, unless the taps say that they are wrong: they lie beyond them, or
  /// in less than a quarter. Then the calibration has ranges, a quarter wider than the taps at each end.
  /// - Parameters:
  ///   - taps: the values ``TouchSample/deviceX`` and ``TouchSample/deviceY`` at each cross, in their order; ``crossCount``
  ///     of them.
  ///   - given: the calibration that the device was opened with: its ranges stay in the result.
  /// - Throws: the taps lie on a line, or too far from what any calibration makes of the crosses: a fiftieth of the
  ///   picture's longer side.
  public func calibration(
    fitting taps: [(x: Int32, y: Int32)], given: TouchCalibration = TouchCalibration()
  ) throws(CalibrationFault) -> TouchCalibration {
    precondition(taps.count == Self.crossCount)
    guard let axes else { preconditionFailure("the device has no axes") }
    var result = TouchCalibration()
    (result.x, result.y) = (given.x, given.y)
    if let x = try Self.range(of: taps.map { $0.x }, axes.x) { result.x = x }
    if let y = try Self.range(of: taps.map { $0.y }, axes.y) { result.y = y }
    result.matrix = try Self.matrix(taps, axes.calibrated(by: result))
    let fitted = axes.calibrated(by: result)
    let (width, height) = axes.pictureSize
    var worst = 0
    for index in taps.indices {
      let place = fitted.position(x: taps[index].x, y: taps[index].y)
      let cross = Self.cross(index, width: width, height: height)
      worst = max(worst, max((place.x - cross.x).magnitude.ceil, (place.y - cross.y).magnitude.ceil))
    }
    if worst > max(width, height) / 50 { throw .spread(pixels: worst) }
    return result
  }

  /// The range of an axis whose own one cannot be right.
  private static func range(of values: [Int32], _ axis: AxisMapping) throws(CalibrationFault) -> AxisRange? {
    var (least, greatest) = (Int64(values[0]), Int64(values[0]))
    for value in values { (least, greatest) = (min(least, Int64(value)), max(greatest, Int64(value))) }
    let span = greatest - least
    // So few values tell no places apart.
    if span < 16 { throw .narrow }
    if least >= axis.minimum, greatest <= axis.maximum, span >= axis.steps / 4 { return nil }
    return AxisRange(Int32(clamping: least - span / 4), Int32(clamping: greatest + span / 4))
  }

  private static func matrix(
    _ taps: [(x: Int32, y: Int32)], _ axes: TouchAxes
  ) throws(CalibrationFault) -> CalibrationMatrix {
    // In 65536ths, of the memory's width and height; those of the taps are held to ±16.
    var middle = (x: Int64(0), y: Int64(0))
    var (byX, byY) = ((x: Int64(0), y: Int64(0)), (x: Int64(0), y: Int64(0)))
    for index in taps.indices {
      let place = axes.fraction(x: taps[index].x, y: taps[index].y, nil)
      let (x, y) = ((place.x + 128) >> 8, (place.y + 128) >> 8)
      let sign = axes.memorySigns(crossSigns(index))
      (middle.x, middle.y) = (middle.x + x, middle.y + y)
      (byX.x, byX.y) = (byX.x + sign.x * x, byX.y + sign.x * y)
      (byY.x, byY.y) = (byY.x + sign.y * x, byY.y + sign.y * y)
    }
    // A tap at a cross is middle/5 + byX/4·sign + byY/4·sign: sums of four, below 2^22. Their determinant is below 2^45.
    let determinant = byX.x * byY.y - byX.y * byY.x
    if determinant.magnitude < 1 << 26 { throw .narrow }
    // Four times the distance of a cross from the middle, 3/8, in 65536ths; 2^17 · 2^22 · 2^24 = 2^63, less a bit: 1.5.
    let reach: Int64 = 98304
    func quotient(_ value: Int64) throws(CalibrationFault) -> Int64 {
      let dividend = (reach * value).multipliedReportingOverflow(by: CalibrationMatrix.one)
      if dividend.overflow { throw .narrow }
      let half = Int64(bitPattern: UInt64(determinant.magnitude / 2))
      let sum = dividend.partialValue.addingReportingOverflow((dividend.partialValue < 0) ? -half : half)
      if sum.overflow { throw .narrow }
      let number = sum.partialValue / determinant
      if number.magnitude > UInt64(CalibrationMatrix.greatest) / 4 { throw .narrow }
      return number
    }
    let (a, b) = (try quotient(byY.y), try quotient(-byY.x))
    let (d, e) = (try quotient(-byX.y), try quotient(byX.x))
    // The middle of the taps comes to the display's: numbers of 16 at most, places of 5 · 16.
    func constant(_ x: Int64, _ y: Int64) -> Int64 {
      CalibrationMatrix.one / 2 - (x * middle.x + y * middle.y) / (5 * 65536)
    }
    let (c, f) = (constant(a, b), constant(d, e))
    if max(c.magnitude, f.magnitude) > UInt64(CalibrationMatrix.greatest) { throw .narrow }
    return CalibrationMatrix(.init(a, b, c), .init(d, e, f))
  }

  /// Sets another calibration of the user's; the system's stays. The fingers that are down are cancelled.
  /// - Parameters:
  ///   - calibration: from the next finger on.
  ///   - handler: gets the fingers that are cancelled.
  public func calibrate(_ calibration: TouchCalibration, _ handler: (Span<TouchSample>) -> Void = { _ in }) {
    cancelAll(handler)
    axes = axes?.calibrated(by: calibration)
  }
}

extension TouchAxes {
  /// The picture's, in pixels.
  var pictureSize: (width: Int, height: Int) {
    swapsAxes ? (Int(y.pixels), Int(x.pixels)) : (Int(x.pixels), Int(y.pixels))
  }

  /// The direction from the middle of the display's memory for that from the picture's middle.
  func memorySigns(_ sign: (x: Int64, y: Int64)) -> (x: Int64, y: Int64) {
    let (horizontal, vertical) = swapsAxes ? (sign.y, sign.x) : (sign.x, sign.y)
    return (x.isReversed ? -horizontal : horizontal, y.isReversed ? -vertical : vertical)
  }
}
