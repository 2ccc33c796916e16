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
    // x in 2^-61, below 2^61; y in 2^-57, within 2^61: the sum of two fits.
    var x = CurvePart(0, Int64(x1.rawValue) &<< 45, Int64(x2.rawValue) &<< 45, 1 &<< 61)
    var y = CurvePart(0, Int64(y1.rawValue) &<< 41, Int64(y2.rawValue) &<< 41, 1 &<< 57)
    let sought = progress.rawValue &<< 29
    for _ in 0..<halvings {
      let (xs, ys) = (x.halves, y.halves)
      (x, y) = sought < xs.upper.start ? (xs.lower, ys.lower) : (xs.upper, ys.upper)
    }
    // The x sought is at or after the start and before the end. 31 bits of the distances are enough.
    let distance = x.end &- x.start
    let shift = Swift.max(0, 33 &- Int64(truncatingIfNeeded: distance.leadingZeroBitCount))
    let part = ((sought &- x.start) &>> shift) &<< 31 / (distance &>> shift)
    // 2^42 · 2^31 does not fit: of the ys' difference too 31 bits are taken.
    let height = ((y.end &- y.start) &>> 12) &* part &>> 31
    return Coefficient(rawValue: ((y.start &>> 12) &+ height &+ 0x1000) &>> 13)
  }

  /// How often the curve is halved. The ys of a part differ by at most three times the longest step between two
  /// neighbouring control points, divided by 2 for each halving.
  private var halvings: Int {
    let step = Swift.max(y1.magnitude, Swift.max((y2 - y1).magnitude, (1 - y2).magnitude))
    // 17 for steps up to 1, since 3 · 2^-17 < 2^-15; 22 for those up to 32.
    return 33 &- (step.rawValue &- 1).leadingZeroBitCount
  }
}

/// One coordinate of a part of a cubic Bézier curve: its start, two control points, its end.
private struct CurvePart {
  let start, control1, control2, end: Int64

  init(_ start: Int64, _ control1: Int64, _ control2: Int64, _ end: Int64) {
    (self.start, self.control1, self.control2, self.end) = (start, control1, control2, end)
  }

  /// The parts before and after the middle of the parameter. Means are rounded down, which keeps the order of the
  /// points.
  @inline(__always)
  var halves: (lower: CurvePart, upper: CurvePart) {
    let (first, second, third) = ((start &+ control1) &>> 1, (control1 &+ control2) &>> 1, (control2 &+ end) &>> 1)
    let (left, right) = ((first &+ second) &>> 1, (second &+ third) &>> 1)
    let middle = (left &+ right) &>> 1
    return (CurvePart(start, first, left, middle), CurvePart(middle, right, third, end))
  }
}
