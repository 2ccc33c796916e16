// Stage: sources. From the value of a control to the number that a device has for it.
import PanelSignals

extension CANScale {
  /// The raw number of a value, the nearest, halves away from zero; `nil` for 2⁶⁴ and more.
  ///
  /// The value's bits are it times 2³². So `(bits · 2 · denominator − offset · 2^(33 − shift)) / (numerator · 2^(33 − shift))`
  /// is the raw number: below 2¹²⁷ above the stroke.
  func raw(of value: Fixed64) -> (magnitude: UInt64, isNegative: Bool)? {
    // The longest division is by 63 bits.
    if numerator >> 63 != 0 { return nil }
    let product = value.rawValue.magnitude.multipliedFullWidth(by: denominator &* 2)
    let scaled = WideNumber(high: offsetHigh, low: offsetLow)
    var (sum, isBelow) = (WideNumber(high: product.high, low: product.low), value.rawValue < 0)
    // The offset is taken away.
    if isBelow != isOffsetNegative {
      sum = sum.adding(scaled)
    } else if sum.isBelow(scaled) {
      (sum, isBelow) = (scaled.subtracting(sum), !isBelow)
    } else {
      sum = sum.subtracting(scaled)
    }
    let places = UInt64(Self.shiftLimit &- Int(shift))
    if places == 0 {
      sum = sum.adding(WideNumber(high: 0, low: numerator / 2))
    } else {
      // Half of the divisor, below 2⁹⁶; then a shift by 1...33. Rounding down twice is rounding down once.
      sum = sum.adding(WideNumber(high: (numerator &>> 1) &>> (64 &- places), low: numerator &<< (places &- 1)))
      sum = WideNumber(high: sum.high &>> places, low: sum.high &<< (64 &- places) | sum.low &>> places)
    }
    guard let magnitude = sum.divided(by: numerator) else { return nil }
    return (magnitude, isBelow != isNegative && magnitude != 0)
  }
}
