// Stage: numbers. Every quantity that is not a count is one of the types below; none is an alias of another, so points,
// device coordinates and coefficients cannot mix by accident. docs/numerics.md holds the table of formats and bounds.

/// A binary fixed-point number: `rawValue / 2^fractionBits`.
///
/// Arithmetic saturates at the type's ends; nothing traps and nothing wraps.
public protocol FixedPointNumber: Comparable, Hashable, Sendable {
  associatedtype RawValue: FixedWidthInteger & SignedInteger
  /// How many bits of ``rawValue`` lie behind the binary point.
  static var fractionBits: Int { get }
  static var one: Self { get }
  /// The number times `2^fractionBits`.
  var rawValue: RawValue { get }
  init(rawValue: RawValue)
}

extension FixedPointNumber {
  public static var zero: Self { Self(rawValue: 0) }
  public static var max: Self { Self(rawValue: .max) }
  public static var min: Self { Self(rawValue: .min) }

  @inlinable @inline(__always)
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// The sum, held at ``max`` or ``min`` where it does not fit.
  @inlinable @inline(__always)
  public static func + (a: Self, b: Self) -> Self {
    let (sum, overflow) = a.rawValue.addingReportingOverflow(b.rawValue)
    return Self(rawValue: overflow ? (b < .zero ? .min : .max) : sum)
  }

  /// The difference, held at ``max`` or ``min`` where it does not fit.
  @inlinable @inline(__always)
  public static func - (a: Self, b: Self) -> Self {
    let (difference, overflow) = a.rawValue.subtractingReportingOverflow(b.rawValue)
    return Self(rawValue: overflow ? (b < .zero ? .max : .min) : difference)
  }

  /// The negative; ``min`` becomes ``max``.
  @inlinable @inline(__always)
  public static prefix func - (a: Self) -> Self { .zero - a }

  @inlinable @inline(__always)
  public static func += (a: inout Self, b: Self) { a = a + b }

  @inlinable @inline(__always)
  public static func -= (a: inout Self, b: Self) { a = a - b }

  /// The absolute value; that of ``min`` is ``max``.
  @inlinable @inline(__always)
  public var magnitude: Self { self < .zero ? -self : self }
}

/// `value` held to the range of 32 bits.
@inlinable @inline(__always)
func saturating32(_ value: Int64) -> Int32 {
  Int32(truncatingIfNeeded: Swift.max(-0x8000_0000, Swift.min(0x7FFF_FFFF, value)))
}

/// `value / 2^bits` rounded to nearest, halves upwards. `bits` in 1...62.
@inlinable @inline(__always)
func roundedShift(_ value: Int64, _ bits: Int64) -> Int64 { (value &+ (1 &<< (bits &- 1))) &>> bits }
