// Stage: path, dashes. A straight piece of a path, or of a flattened curve, on the device and how long it is in points.

struct DashChord {
  let from, to: DevicePoint
  /// In the path's space, in points, with 24 fraction bits: below 2^43.
  let length: Int64
  /// The curve that it is a step of; `nil` for a line.
  let curve: DashCurve?

  /// The length of a vector in 1/65536 point, with 24 fraction bits; within 2⁻²⁶ of itself. Along an axis it is exact,
  /// so that the dashes of a rectangle meet where their lengths add up.
  static func length(_ x: Int64, _ y: Int64) -> Int64 {
    if x == 0 || y == 0 { return Int64(bitPattern: (x | y).magnitude) &<< 8 }
    guard let vector = PolarVector(x: x, y: y) else { return 0 }
    let shift = vector.exponent &+ 8
    return shift >= 0 ? vector.length &<< shift : roundedShift(vector.length, 0 &- shift)
  }

  /// Whether there would be more than 4 dashes to a pixel, along the longer extent, or more than 256 to the pen's
  /// width: of a wide pen each of them may reach into the clip.
  func isTooFine(_ pattern: DashPattern, period: Int64, penRadius: Int64) -> Bool {
    let (dx, dy) = (to.x &- from.x, to.y &- from.y)
    let extent = Int64(bitPattern: Swift.max(dx.magnitude, dy.magnitude))
    return length &* pattern.dashCount / period > extent / Swift.max(1 &<< 14, penRadius &>> 7)
  }

  /// A length of the path as one of the chord on the device, in 1/65536 pixel, saturated.
  func deviceLength(_ value: Int64) -> Int64 {
    let chord = DeviceCubic.lengthBound(to.x &- from.x, to.y &- from.y)
    return (Coefficient(rawValue: value) * Coefficient(rawValue: chord) / Coefficient(rawValue: length)).rawValue
  }

  /// Between which lengths it may lie within the bounds; none if the first is not less than the second.
  func visiblePart(_ bounds: DeviceBounds) -> Range<Int64> {
    var (near, far) = (0 as Int64, 1 &<< 30 as Int64)
    narrow(from.x, to.x, bounds.minX, bounds.maxX, &near, &far)
    narrow(from.y, to.y, bounds.minY, bounds.maxY, &near, &far)
    if near >= far { return length..<length }
    return scaled30(length, near)..<scaled30(length, far)
  }

  /// Where on the way from `a` to `b` a coordinate lies between two others (Liang and Barsky 1984), in 2.30.
  private func narrow(
    _ a: Int64, _ b: Int64, _ low: Int64, _ high: Int64, _ near: inout Int64, _ far: inout Int64
  ) {
    if a == b {
      if a < low || a > high { far = 0 }
      return
    }
    let (enter, leave, whole) = a < b ? (low &- a, high &- a, b &- a) : (a &- high, a &- low, a &- b)
    near = Swift.max(near, fraction30(enter, of: whole))
    far = Swift.min(far, fraction30(leave, of: whole))
  }

  /// The place at a length from its start.
  func place(_ done: Int64) -> DashPlace {
    let fraction = fraction30(done, of: length)
    if let curve {
      // Below 2^38.
      let t = ((curve.step &<< 30 &+ fraction) / curve.steps) &>> 8
      return DashPlace(point: curve.cubic.polar(t, t, t, 22), parameter: t)
    }
    let point = DevicePoint(
      x: from.x &+ scaled30(to.x &- from.x, fraction), y: from.y &+ scaled30(to.y &- from.y, fraction))
    return DashPlace(point: point, parameter: 0)
  }

  /// The normal at a place on it, `nil` where there is none to be found.
  func normal(at place: DashPlace, _ pen: Pen) -> UnitVector? {
    guard let curve else { return pen.chord(from: from, to: to)?.normal }
    let (cubic, t) = (curve.cubic, place.parameter)
    let tangent = pen.chord(from: cubic.polar(t, t, 0, 22), to: cubic.polar(t, t, 1 &<< 22, 22))
    return (tangent ?? pen.chord(from: cubic.p0, to: cubic.p3))?.normal
  }
}

/// The curve that a chord is the step of.
struct DashCurve {
  let cubic: DeviceCubic
  /// Whether it goes on the one before it without a corner.
  let isContinued: Bool
  /// Which of how many steps, 0..<129.
  var step: Int64
  let steps: Int64
}

/// Where a dash begins or ends.
struct DashPlace {
  var point: DevicePoint
  /// Parameter on the curve, with 22 fraction bits; 0 on a line.
  var parameter: Int64
}

/// `part / whole` in 2.30, held to 0...1; 0 if `whole` is.
private func fraction30(_ part: Int64, of whole: Int64) -> Int64 {
  if part <= 0 { return 0 }
  if part >= whole { return 1 &<< 30 }
  let drop = Swift.max(0, 32 &- Int64(whole.leadingZeroBitCount))
  return ((part &>> drop) &<< 30) / (whole &>> drop)
}
