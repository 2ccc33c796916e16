// Stage: sources. From the number in a frame to the value of a signal, exactly.
import PanelSignals

/// The value of a raw number: `(raw · numerator + offset) / (denominator · 2^shift)`.
///
/// The result is the nearest number of 32.32, halves away from zero. All of it is arithmetic of whole numbers of 128 bits,
/// so that no rounding precedes the last one. Division by `2 · denominator`, with half of that added, rounds a magnitude:
/// the numerator is scaled by 2³³ for it, one bit more than the result has.
public struct CANScale: Sendable, BitwiseCopyable {
  /// Below 2⁶² each.
  public static var denominatorLimit: UInt64 { 1 << 62 }
  public static var shiftLimit: Int { 33 }

  public let numerator: UInt64
  public let isNegative: Bool
  /// The offset's magnitude times 2^(33 − shift), below 2¹²⁶.
  let offsetHigh, offsetLow: UInt64
  public let isOffsetNegative: Bool
  public let denominator: UInt64
  /// 0...33.
  public let shift: UInt8

  public static var one: CANScale { CANScale() }

  private init() {
    (numerator, denominator, shift) = (1, 1, 0)
    (offsetHigh, offsetLow, isNegative, isOffsetNegative) = (0, 0, false, false)
  }

  /// - Returns: `nil` where a number is beyond its limit, or numerator or denominator is 0.
  public init?(
    numerator: UInt64, isNegative: Bool, offset: (high: UInt64, low: UInt64), isOffsetNegative: Bool,
    denominator: UInt64, shift: Int
  ) {
    if numerator == 0 || denominator == 0 || denominator >= Self.denominatorLimit { return nil }
    if shift < 0 || shift > Self.shiftLimit { return nil }
    guard let scaled = WideNumber(high: offset.high, low: offset.low).shifted(by: Self.shiftLimit - shift),
      scaled.number.high < 1 << 62
    else { return nil }
    (self.numerator, self.isNegative) = (numerator, isNegative)
    (offsetHigh, offsetLow) = (scaled.number.high, scaled.number.low)
    self.isOffsetNegative = isOffsetNegative && offset.high | offset.low != 0
    (self.denominator, self.shift) = (denominator, UInt8(shift))
  }

  /// The magnitude of the offset.
  public var offset: (high: UInt64, low: UInt64) {
    // A shift to the right is never refused.
    let number = WideNumber(high: offsetHigh, low: offsetLow).shifted(by: Int(shift) - Self.shiftLimit)?.number
    return (number?.high ?? 0, number?.low ?? 0)
  }

  /// The value of the bits of a frame; *failed* where it does not fit 32.32, or is no number.
  @inline(__always)
  func reading(raw: UInt64, of bits: CANBits) -> Reading {
    var (magnitude, exponent, isMinus) = (raw, 0, false)
    switch bits.kind {
    case .unsigned: break
    case .signed:
      let unused = UInt64(64 &- bits.count)
      let number = Int64(bitPattern: raw &<< unused) &>> Int64(unused)
      (magnitude, isMinus) = (number.magnitude, number < 0)
    case .float:
      guard let parts = CANScale.parts(float: raw, isWide: bits.count == 64) else { return Reading(.zero, .failed) }
      (magnitude, exponent, isMinus) = parts
    }
    return reading(magnitude, exponent: exponent, isMinus: isMinus)
  }

  /// The same, for those who have time: its code is there once.
  @inline(never)
  @_optimize(speed)
  func longReading(raw: UInt64, of bits: CANBits) -> Reading { reading(raw: raw, of: bits) }

  #if !hasFeature(Embedded)
  /// The value of a whole number.
  package func reading(whole magnitude: UInt64, isNegative isMinus: Bool) -> Reading {
    reading(magnitude, exponent: 0, isMinus: isMinus)
  }
  #endif

  /// The number of a float's bits, which is `magnitude · 2^exponent`; `nil` for those that are no number or infinite.
  @inline(never)
  private static func parts(float bits: UInt64, isWide: Bool) -> (magnitude: UInt64, exponent: Int, isMinus: Bool)? {
    let (digits, exponents): (UInt64, UInt64) = isWide ? (52, 2047) : (23, 255)
    var magnitude = bits & ((1 &<< digits) &- 1)
    let exponent = bits &>> digits & exponents
    if exponent == exponents { return nil }
    // The smallest numbers have no leading one, and the exponent of those with the exponent 1.
    if exponent != 0 { magnitude |= 1 &<< digits }
    let place = Swift.max(1, Int(exponent)) &- Int(exponents &>> 1) &- Int(digits)
    return (magnitude, place, bits &>> (isWide ? 63 : 31) & 1 != 0)
  }

  /// The value of a raw number.
  /// - Parameters:
  ///   - magnitude: times 2^exponent it is the raw number, without its sign.
  ///   - exponent: −1074...971.
  @inline(__always)
  private func reading(_ magnitude: UInt64, exponent: Int, isMinus: Bool) -> Reading {
    let product = magnitude.multipliedFullWidth(by: numerator)
    // A product of 2¹²⁷ or more is out of range: with an offset below 2¹²⁶ the quotient is at least 2¹²⁶ / 2⁶³.
    guard
      let scaled = WideNumber(high: product.high, low: product.low)
        .shifted(by: Self.shiftLimit &- Int(shift) &+ exponent)
    else { return Reading(.zero, .failed) }
    var (sum, isBelow) = (scaled.number, isMinus != isNegative)
    let offset = WideNumber(high: offsetHigh, low: offsetLow)
    if isBelow == isOffsetNegative {
      sum = sum.adding(offset)
    } else if sum.isBelow(offset) {
      // The fraction that the shift lost is taken from the offset too.
      sum = offset.subtracting(sum)
      if scaled.isCut { sum = sum.subtracting(WideNumber(high: 0, low: 1)) }
      isBelow = isOffsetNegative
    } else {
      sum = sum.subtracting(offset)
    }
    // Below 2¹²⁷ + 2¹²⁶ + 2⁶².
    sum = sum.adding(WideNumber(high: 0, low: denominator))
    guard let quotient = sum.divided(by: denominator &* 2), quotient < 1 << 63 || isBelow && quotient == 1 << 63
    else { return Reading(.zero, .failed) }
    let number = Int64(truncatingIfNeeded: quotient)
    return Reading(Fixed64(rawValue: isBelow ? 0 &- number : number))
  }
}

#if !hasFeature(Embedded)
extension CANScale: Hashable {}
#endif
