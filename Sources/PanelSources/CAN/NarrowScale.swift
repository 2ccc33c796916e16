// Stage: sources. From the number in a frame to the value of a signal, where 64 bits are enough: nearly everywhere.
import PanelSignals

/// The same values as those of a ``CANScale``, in a quarter of the time: `(raw · factor + offset) / divisor`.
struct NarrowScale: BitwiseCopyable {
  /// Below 2⁶¹ with any raw number, as is the offset.
  private let factor, offset: Int64
  private let half, divisor: UInt64

  /// Whether there is one: otherwise its divisor is 0.
  @inline(__always)
  var isUsable: Bool { divisor != 0 }

  /// - Parameter bits: those of the raw numbers.
  init(_ scale: CANScale, _ bits: CANBits) {
    let shift = CANScale.shiftLimit - Int(scale.shift)
    let places = Int(bits.count) + 64 - scale.numerator.leadingZeroBitCount + shift
    if bits.kind == .float || places > 61 || scale.offsetHigh != 0 || scale.offsetLow >= 1 << 61
      || scale.denominator >= 1 << 60
    {
      (factor, offset, half, divisor) = (0, 0, 0, 0)
      return
    }
    let (numerator, magnitude) = (Int64(scale.numerator) << Int64(shift), Int64(scale.offsetLow))
    factor = scale.isNegative ? -numerator : numerator
    offset = scale.isOffsetNegative ? -magnitude : magnitude
    (half, divisor) = (scale.denominator, scale.denominator * 2)
  }

  /// The value of a raw number; only where ``isUsable``.
  @inline(__always)
  func reading(raw: UInt64, of bits: CANBits) -> Reading {
    let unused = Int64(64 &- bits.count)
    let number = bits.kind == .signed ? (Int64(bitPattern: raw) &<< unused) &>> unused : Int64(bitPattern: raw)
    let sum = number &* factor &+ offset
    let quotient = Int64(bitPattern: (sum.magnitude &+ half) / divisor)
    return Reading(Fixed64(rawValue: sum < 0 ? 0 &- quotient : quotient))
  }
}
