// Stage: drawing. Lengths, angles and values into each other.
import FixedRaster
import PanelSignals

extension Fixed {
  /// Rounded to the nearest 1/65536, held to the range of ``FixedRaster/Fixed``.
  init(_ number: Fixed64) {
    self.init(rawValue: Int32(clamping: (number.rawValue >> 16) &+ (number.rawValue >> 15 & 1)))
  }

  /// Up or down to a whole number.
  var whole: Fixed { Fixed(rounded) }

  /// Not below `low` and not above `high`; `low` where they cross.
  func held(_ low: Fixed, _ high: Fixed) -> Fixed { Swift.max(low, Swift.min(high, self)) }
}

extension Fixed64 {
  init(_ length: Fixed) { self.init(rawValue: Int64(length.rawValue) << 16) }

  func held(_ low: Fixed64, _ high: Fixed64) -> Fixed64 { Swift.max(low, Swift.min(high, self)) }
}

/// Degrees in radians. π / 180 · 2³² = 74961321: with 32768 degrees below 2⁵⁸.
func radians(_ degrees: Fixed) -> Fixed {
  Fixed(rawValue: Int32(clamping: (Int64(degrees.rawValue) * 74_961_321 + 0x8000_0000) >> 32))
}

/// A turn clockwise.
func turn(_ degrees: Fixed) -> AffineTransform { AffineTransform(rotationAngle: radians(degrees)) }

/// Where a place lies that is so far from another, in a direction in degrees, clockwise from twelve o'clock.
func place(from center: Point, angle: Fixed, distance: Fixed) -> Point {
  let turn = sineCosine(radians(angle))
  let (dx, dy) = (turn.sine * Coefficient(distance), turn.cosine * Coefficient(distance))
  return Point(x: center.x + dx.fixed, y: center.y - dy.fixed)
}

/// The logarithm to the base of two of a number above 0, rounded down to 2⁻³²; 0 for others.
func binaryLogarithm(_ value: Fixed64) -> Fixed64 {
  if value.rawValue <= 0 { return .zero }
  let leading = value.rawValue.leadingZeroBitCount
  // 1 ≤ mantissa < 2, with 63 bits behind the point: squared, each doubling is a bit of the logarithm.
  var mantissa = UInt64(value.rawValue) << UInt64(leading)
  var fraction: Int64 = 0
  for _ in 0..<32 {
    let square = mantissa.multipliedFullWidth(by: mantissa)
    fraction <<= 1
    if square.high >> 63 != 0 {
      mantissa = square.high
      fraction |= 1
    } else {
      mantissa = square.high << 1 | square.low >> 63
    }
  }
  return Fixed64(rawValue: Int64(31 - leading) << 32 + fraction)
}

extension Fixed {
  /// Up to a whole number.
  var ceilWhole: Fixed { Fixed(ceil) }
}

/// Half of a length.
func half(_ length: Fixed) -> Fixed { Fixed(rawValue: length.rawValue / 2) }
