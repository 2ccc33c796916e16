// Stage: time. How an exponential decays, in integers.

import FixedRaster

/// `e^(−exponent)` within 2⁻²⁹, from 1 down to 0; 1 for exponents that are not above 0.
func decay(_ exponent: Coefficient) -> Coefficient {
  if exponent <= 0 { return 1 }
  // Beyond 23 nothing is left of 2^-32.
  if exponent >= 23 { return 0 }
  // As a power of two: times log2(e), which is 1549082005 / 2^30 and 31 bits long. In two parts the product is below
  // 2^63.
  let raw = UInt64(bitPattern: exponent.rawValue)
  let power = ((raw &>> 32) &* 1_549_082_005 &<< 2) &+ ((raw & 0xFFFF_FFFF) &* 1_549_082_005) &>> 30
  // 2^−f for the fraction f: its Taylor series with alternating signs, by Horner's scheme. Each factor is below 2^32.
  let fraction = power & 0xFFFF_FFFF
  var sum: UInt64 = 0
  for index in coefficients.indices { sum = coefficients[index] &- (fraction &* sum) &>> 32 }
  let result = (1 &<< 32 &- (fraction &* sum) &>> 32) &>> (power &>> 32)
  return Coefficient(rawValue: Int64(bitPattern: result))
}

/// The exponent that ``decay(_:)`` makes `rest` of: 0 for 1 and above, at most 23. By halving: for the beginning of a
/// movement, not for its frames.
func decayExponent(_ rest: Coefficient) -> Coefficient {
  var (low, high) = (Int64(0), Int64(23) &<< 32)
  while high &- low > 1 {
    let middle = (low &+ high) &>> 1
    if decay(Coefficient(rawValue: middle)) > rest { low = middle } else { high = middle }
  }
  return Coefficient(rawValue: rest >= 1 ? 0 : high)
}

/// (ln 2)ⁿ / n! · 2³², from n = 10 down to 1: the rest is below 2⁻³¹.
private let coefficients: InlineArray<10, UInt64> = [
  30, 437, 5_676, 65_510, 661_577, 5_726_720, 41_309_550, 238_388_332, 1_031_764_991, 2_977_044_472,
]
