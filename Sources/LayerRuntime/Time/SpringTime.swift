// Stage: time. A spring's own time and resistance.

import FixedRaster

/// The time of an undamped spring in units of its swing: T = t · √(stiffness / mass), radians of its phase.
struct SpringTime {
  /// √(mass · stiffness), cut off after 32 bits.
  let impedance: Coefficient
  // A nanosecond is factor / 2^shift units of 2^-32. The factor lies in 2^30 ..< 2^32, the shift in 13...44.
  private let factor, shift: UInt64

  /// - Parameters: both above 0.
  init(mass: Fixed, stiffness: Fixed) {
    let mass = UInt64(bitPattern: Int64(mass.rawValue))
    // The product of two Fixed is in 2^-32, as a coefficient is.
    let product = mass &* UInt64(bitPattern: Int64(stiffness.rawValue))
    let (root, places) = longRoot(product)
    impedance = Coefficient(rawValue: Int64(bitPattern: product)).squareRoot
    // √(stiffness / mass) is √(mass · stiffness) / mass: at least 2^31 in 2^-(31 + places), of which 32 bits are taken.
    let quotient = (root &<< 31) / mass
    let surplus = 32 &- UInt64(truncatingIfNeeded: quotient.leadingZeroBitCount)
    // A second has 10^9 nanoseconds: 2^32 / 10^9 is 2305843009 / 2^29.
    factor = ((quotient &>> surplus) &* 2_305_843_009) &>> 32
    shift = 28 &+ places &- surplus
  }

  /// The units that have passed; held below 2³¹, and at the units of 2⁴⁶ nanoseconds (19 hours).
  /// - Parameter nanoseconds: 0 or above.
  func units(_ nanoseconds: Int64) -> Coefficient {
    let time = UInt64(bitPattern: Swift.min(nanoseconds, 1 &<< 46 &- 1))
    // The product without its last 24 bits: 22 + 32 bits.
    let product = (time &>> 24) &* factor &+ ((time & 0xFF_FFFF) &* factor) &>> 24
    if shift >= 24 { return Coefficient(rawValue: Int64(bitPattern: product &>> (shift &- 24))) }
    let left = 24 &- shift
    return product &>> (63 &- left) == 0 ? Coefficient(rawValue: Int64(bitPattern: product &<< left)) : .max
  }
}
