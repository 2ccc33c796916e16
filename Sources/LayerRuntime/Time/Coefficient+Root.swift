// Stage: time. Square roots with all their bits, for springs.

import FixedRaster

extension Coefficient {
  /// The square root of a number that is not below 0, cut off after 32 bits, or at 2⁻³².
  var squareRoot: Coefficient {
    let (root, places) = longRoot(UInt64(bitPattern: rawValue))
    // The root of a number in 2^-32 is in 2^-16.
    return Coefficient(rawValue: Int64(bitPattern: places <= 16 ? root &<< (16 &- places) : root &>> (places &- 16)))
  }
}

/// The square root of a whole number times `2^places`: 32 bits of it, the uppermost set; 0 for 0.
func longRoot(_ value: UInt64) -> (root: UInt64, places: UInt64) {
  // An even number of zeros in front is taken away.
  let zeros = UInt64(truncatingIfNeeded: value.leadingZeroBitCount) & ~1
  return (UInt64(FixedRaster.squareRoot(value &<< zeros)), zeros &>> 1)
}
