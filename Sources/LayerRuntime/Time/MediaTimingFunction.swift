// Stage: time. How an animation's progress runs beside the clock: Core Animation's curves.

import FixedRaster

/// A curve from (0, 0) to (1, 1): how far a change has come (y) after a part of its duration (x).
///
/// A cubic Bézier curve with two control points between its ends, as in CSS's `cubic-bezier()`
/// (https://www.w3.org/TR/css-easing-1/). Values are within 2⁻¹⁴ of the exact curve.
public struct MediaTimingFunction: Hashable, Sendable {
  // x within 0...1, y within −16...16.
  private let x1, y1, x2, y2: Fixed

  /// A curve with the control points (`x1`, `y1`) and (`x2`, `y2`). Each x is held to 0...1, each y to −16...16.
  public init(controlPoints x1: Fixed, _ y1: Fixed, _ x2: Fixed, _ y2: Fixed) {
    self.x1 = Swift.max(0, Swift.min(1, x1))
    self.x2 = Swift.max(0, Swift.min(1, x2))
    self.y1 = Swift.max(-16, Swift.min(16, y1))
    self.y2 = Swift.max(-16, Swift.min(16, y2))
  }

  /// Even from beginning to end.
  public static let linear = MediaTimingFunction(controlPoints: 0, 0, 1, 1)
  /// Begins slowly.
  public static let easeIn = MediaTimingFunction(controlPoints: 0.42, 0, 1, 1)
  /// Ends slowly.
  public static let easeOut = MediaTimingFunction(controlPoints: 0, 0, 0.58, 1)
  /// Begins and ends slowly.
  public static let easeInEaseOut = MediaTimingFunction(controlPoints: 0.42, 0, 0.58, 1)
  /// Begins fast and ends slowly: the curve of changes that nothing else is said of.
  public static let `default` = MediaTimingFunction(controlPoints: 0.25, 0.1, 0.25, 1)

  /// The curve's points in order: its beginning (0), the control points (1 and 2) and its end. Other numbers lead to
  /// the nearest of them.
  public func controlPoint(at index: Int) -> Point {
    switch index {
    case ...0: Point(x: 0, y: 0)
    case 1: Point(x: x1, y: y1)
    case 2: Point(x: x2, y: y2)
    default: Point(x: 1, y: 1)
    }
  }

  /// How far the change has come after a part of the duration; 0 up to 0, and 1 from 1 on.
  public func value(at progress: Fixed) -> Fixed { value(at: Coefficient(progress)).fixed }

  /// The same in 32.32.
  ///
  /// The curve is halved (de Casteljau) and the half kept that has the x sought, until its ys differ by no more than
  /// 2⁻¹⁵; there the line between its ends stands for it. Halving needs no slope, which on steep and level curves is
  /// nothing to divide by, and consists of sums of whole numbers.
  func value(at progress: Coefficient) -> Coefficient {
    if progress <= 0 { return 0 }
    if progress >= 1 { return 1 }
    if x1 == y1 && x2 == y2 { return progress }
    // In 2^-61, below 2^61: the sum of two fits.
    var part = CurvePart(
      start: 0, control1: Int64(x1.rawValue) &<< 45, control2: Int64(x2.rawValue) &<< 45, end: 1 &<< 61)
    let sought = progress.rawValue &<< 29
    let count = halvings
    var index: Int64 = 0
    for _ in 0..<count {
      let isUpper = part.halve(toward: sought)
      index = index &<< 1 | (isUpper ? 1 : 0)
    }
    let (low, high) = (height(index, count), height(index &+ 1, count))
    // The x sought is at or after the start and before the end. 31 bits of the distances are enough.
    let distance = part.end &- part.start
    let shift = Swift.max(0, 33 &- Int64(truncatingIfNeeded: distance.leadingZeroBitCount))
    let fraction = ((sought &- part.start) &>> shift) &<< 31 / (distance &>> shift)
    // The heights are in 2^-(55 − count), with a count of 16...22; their difference is at most 2^24.
    let spare = 23 &- count
    let sum = low &+ ((high &- low) &* fraction) &>> 31
    return Coefficient(rawValue: (sum &+ 1 &<< (spare &- 1)) &>> spare)
  }

  /// The curve's y at the parameter `index / 2^count`, in 2^-(55 − count).
  private func height(_ index: Int64, _ count: Int64) -> Int64 {
    // y = ((a · t + b) · t + c) · t. |a · t + b| is at most 144 and the rest less: products stay below 2^63.
    let (y1, y2) = (Int64(y1.rawValue), Int64(y2.rawValue))
    let shift = 39 &- count
    let (a, b, c) = (0x10000 &+ 3 &* (y1 &- y2), 3 &* (y2 &- 2 &* y1), 3 &* y1)
    var sum = (a &<< shift &* index) &>> count &+ b &<< shift
    sum = (sum &* index) &>> count &+ c &<< shift
    return (sum &* index) &>> count
  }

  /// How often the curve is halved. The ys of a part differ by at most three times the longest step between two
  /// neighbouring control points, divided by 2 for each halving.
  private var halvings: Int64 {
    let step = Swift.max(y1.magnitude, Swift.max((y2 - y1).magnitude, (1 - y2).magnitude))
    // 17 for steps up to 1, since 3 · 2^-17 < 2^-15; 16 for those up to 1/2, and 22 for those up to 32.
    return 33 &- Int64(truncatingIfNeeded: (step.rawValue &- 1).leadingZeroBitCount)
  }
}

/// The xs of a part of the curve: its start, two control points, its end.
private struct CurvePart {
  var start, control1, control2, end: Int64

  /// Keeps the half before or after the middle of the parameter in which `x` lies; returns whether it is the one after.
  ///
  /// Means are rounded down, which keeps the order of the points.
  @inline(__always)
  mutating func halve(toward x: Int64) -> Bool {
    let (first, second, third) = ((start &+ control1) &>> 1, (control1 &+ control2) &>> 1, (control2 &+ end) &>> 1)
    let (left, right) = ((first &+ second) &>> 1, (second &+ third) &>> 1)
    let middle = (left &+ right) &>> 1
    if x < middle {
      (control1, control2, end) = (first, left, middle)
      return false
    }
    (start, control1, control2) = (middle, right, third)
    return true
  }
}
