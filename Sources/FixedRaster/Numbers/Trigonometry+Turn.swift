// Sine and cosine of parts of a turn, for angles that are finer than a ``Fixed`` in radians: the phases of springs. The same
// polynomials as in Trigonometry.swift.

/// The sine and cosine of an angle in 2⁻³² of a turn; each within 2⁻²⁸ of the true value.
public func sineCosine(turn: UInt32) -> SineCosine {
  let quadrant = (turn &+ 0x2000_0000) &>> 30
  // The rest lies in −1/8...1/8 turn; as radians in 2^-31: rest · 2π / 2^32 · 2^31 = rest · π.
  let rest = Int64(Int32(bitPattern: turn &- (quadrant &<< 30)))
  let x = (rest &* 3_373_259_426) &>> 30  // π·2^30; |rest| ≤ 2^29, below 2^61
  let x2 = (x &* x) &>> 31
  let sine = Coefficient(rawValue: ((x &* series(x2, (72, 42, 20, 6))) &>> 31) &<< 1)
  let one: Int64 = 1 &<< 31
  let even = series(x2, (90, 56, 30, 12))
  let cosine = Coefficient(rawValue: (one &- ((x2 &* even) &>> 31) / 2) &<< 1)
  switch quadrant {
  case 0: return SineCosine(sine: sine, cosine: cosine)
  case 1: return SineCosine(sine: cosine, cosine: -sine)
  case 2: return SineCosine(sine: -sine, cosine: -cosine)
  default: return SineCosine(sine: -cosine, cosine: sine)
  }
}

/// 1 − x²/d(1 − x²/c(1 − x²/b(1 − x²/a))), in 2⁻³¹; for x² below 1.
private func series(_ x2: Int64, _ divisors: (Int64, Int64, Int64, Int64)) -> Int64 {
  let one: Int64 = 1 &<< 31
  var sum = one &- x2 / divisors.0
  sum = one &- ((x2 &* sum) &>> 31) / divisors.1
  sum = one &- ((x2 &* sum) &>> 31) / divisors.2
  return one &- ((x2 &* sum) &>> 31) / divisors.3
}
