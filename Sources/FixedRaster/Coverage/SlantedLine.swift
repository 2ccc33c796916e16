// Stage: coverage. A line that is neither upright nor level: where it meets rows and columns of pixels, exactly rounded.

/// How far a line goes one way for each subpixel it goes the other way, in units of 2^-41 subpixels, rounded down.
///
/// With lines of at most 2^20 subpixels either way, `dx / dy · t` is short of the exact product by less than 2^-21, for
/// every t up to dy, and the exact product, if not a whole number, is at least 2^-20 from one. So 2^-21 added to the
/// product, or 1 − 2^-21 to round up, makes the floor exact. A product is at most dx and fits 2^61.
struct Slope {
  static var fractionBits: Int64 { 41 }
  static var reach: Int32 { 1 &<< 20 }
  private static var tolerance: Int64 { 1 &<< (fractionBits &- 21) }

  let rawValue: Int64

  /// `rise` a `run`, both above 0 and within the reach.
  @inline(__always)
  init(rise: Int32, run: Int32) {
    let numerator = UInt64(UInt32(bitPattern: rise)) &<< UInt64(bitPattern: Self.fractionBits)
    rawValue = Int64(bitPattern: numerator / UInt64(UInt32(bitPattern: run)))
  }

  /// The rise after `t` subpixels, to be floored: exact for 0...run.
  @inline(__always)
  func floored(_ t: Int32) -> Int64 { rawValue &* Int64(t) &+ Self.tolerance }

  /// The rise after `t` subpixels, to be floored too, which rounds it up.
  @inline(__always)
  func roundedUp(_ t: Int32) -> Int64 { rawValue &* Int64(t) &+ (1 &<< Self.fractionBits) &- Self.tolerance }

  /// The growth of the rise from pixel to pixel.
  @inline(__always)
  var aPixel: Int64 { rawValue &* 256 }

  /// A whole number of subpixels as a rise.
  @inline(__always)
  static func whole(_ subpixels: Int32) -> Int64 { Int64(subpixels) &<< fractionBits }

  @inline(__always)
  static func floor(_ rise: Int64) -> Int32 { Int32(truncatingIfNeeded: rise &>> fractionBits) }
}

/// A line with `x0 < x1` and `y0 < y1`, in subpixels relative to the clip's corner; one that falls to the left is
/// mirrored about x = 0. Coordinates lie within ±2^22; dx and dy are at most ``Slope/reach``.
struct SlantedLine {
  let x0, y0, x1, y1, sign: Int32

  var dx: Int32 { x1 &- x0 }
  var dy: Int32 { y1 &- y0 }

  /// The x at the height `y`, which the line reaches: floored, or rounded up likewise, and the rest.
  @inline(__always)
  func x(at y: Int32) -> (x: Int32, rest: Int32) {
    let (quotient, rest) = divide(dx, y &- y0, dy)
    return (x0 &+ quotient, rest)
  }

  /// The y at `x`, which the line reaches, rounded up.
  @inline(__always)
  func y(at x: Int32) -> Int32 { y0 &+ divide(dy, x &- x0, dx, plus: dx &- 1).quotient }
}

/// `(a · b + plus) / c` rounded down, and the rest; all of it positive, `plus` below `c`, the quotient within 32 bits.
private func divide(_ a: Int32, _ b: Int32, _ c: Int32, plus: Int32 = 0) -> (quotient: Int32, rest: Int32) {
  let sum = UInt64(UInt32(bitPattern: a)) &* UInt64(UInt32(bitPattern: b)) &+ UInt64(UInt32(bitPattern: plus))
  let (quotient, rest) = sum.quotientAndRemainder(dividingBy: UInt64(UInt32(bitPattern: c)))
  return (Int32(truncatingIfNeeded: quotient), Int32(truncatingIfNeeded: rest))
}
