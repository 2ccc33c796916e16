// Sine, cosine and the arctangent in integers. Polynomials are the Taylor series to the term that falls below the
// resolution on the reduced range (Abramowitz & Stegun 4.3.65, 4.3.66).

/// An angle's sine and cosine.
public struct SineCosine: Hashable, Sendable {
  public var sine, cosine: Coefficient

  @inlinable
  public init(sine: Coefficient, cosine: Coefficient) {
    self.sine = sine
    self.cosine = cosine
  }
}

/// The sine and cosine of an angle in radians; each within 2⁻¹⁶ of the true value over the whole range of ``Fixed``,
/// and exactly 0, 1 or −1 at the nearest ``Fixed`` to every multiple of a quarter turn.
public func sineCosine(_ radians: Fixed) -> SineCosine {
  // A step is 2^32 / (2π · 65536) = (2734261102 + 5129237 / 2^24) / 2^18 of the 2^32 parts of a turn; |raw| ≤ 2^31 and
  // the first factor < 2^32 keep the products below 2^63. The second, at most 2504 parts, matters after hundreds of
  // turns.
  let raw = Int64(radians.rawValue)
  let turns = roundedShift(raw &* 2_734_261_102, 18) &+ roundedShift(raw &* 5_129_237, 42)
  let phase = UInt32(truncatingIfNeeded: turns)  // a whole turn is 2^32
  let octantPhase = phase &+ 0x2000_0000
  let quadrant = octantPhase &>> 30
  // The rest lies in −1/8...1/8 turn; as radians in 2^-31: rest · 2π / 2^32 · 2^31 = rest · π.
  var rest = Int64(Int32(bitPattern: phase &- (quadrant &<< 30)))
  // A multiple of π/2 in 16.16 is off by up to half a step, 5215 of these units: take the quarter turn that was meant.
  if rest.magnitude <= 5216 { rest = 0 }
  let x = (rest &* 3_373_259_426) &>> 30  // π·2^30; |rest| ≤ 2^29, below 2^61
  let x2 = (x &* x) &>> 31
  let one: Int64 = 1 &<< 31
  // sin x = x(1 − x²/6(1 − x²/20(1 − x²/42(1 − x²/72)))); cos x likewise with 2, 12, 30, 56, 90.
  var s = one &- x2 / 72
  s = one &- ((x2 &* s) &>> 31) / 42
  s = one &- ((x2 &* s) &>> 31) / 20
  s = one &- ((x2 &* s) &>> 31) / 6
  s = (x &* s) &>> 31
  var c = one &- x2 / 90
  c = one &- ((x2 &* c) &>> 31) / 56
  c = one &- ((x2 &* c) &>> 31) / 30
  c = one &- ((x2 &* c) &>> 31) / 12
  c = one &- ((x2 &* c) &>> 31) / 2
  let sine = Coefficient(rawValue: s &<< 1)
  let cosine = Coefficient(rawValue: c &<< 1)
  switch quadrant {
  case 0: return SineCosine(sine: sine, cosine: cosine)
  case 1: return SineCosine(sine: cosine, cosine: -sine)
  case 2: return SineCosine(sine: -sine, cosine: -cosine)
  default: return SineCosine(sine: -cosine, cosine: sine)
  }
}

/// The largest whole number whose square is not above `value`: exact.
public func squareRoot(_ value: UInt64) -> UInt32 {
  if value == 0 { return 0 }
  // One bit of the root per step, from the highest that can be set.
  let top = (63 &- value.leadingZeroBitCount) &>> 1
  var root: UInt64 = 0
  var rest = value
  var bit: UInt64 = 1 &<< UInt64(2 &* top)
  while bit != 0 {
    if rest >= root &+ bit {
      rest &-= root &+ bit
      root = (root &>> 1) &+ bit
    } else {
      root &>>= 1
    }
    bit &>>= 2
  }
  return UInt32(truncatingIfNeeded: root)
}

/// The length of a vector whose parts are raw values of one format: the whole root, rounded down.
public func length(_ x: Int32, _ y: Int32) -> UInt32 {
  let (dx, dy) = (Int64(x), Int64(y))
  return squareRoot(UInt64(bitPattern: dx &* dx) &+ UInt64(bitPattern: dy &* dy))
}

/// The angle of the vector (`x`, `y`) in radians, from −π to π, clockwise from the x axis when y grows downwards;
/// within 2⁻¹⁵ of the true value; 0 for the zero vector.
public func arctangent(y: Fixed, x: Fixed) -> Fixed {
  var (a, b) = (Int64(x.rawValue), Int64(y.rawValue))
  if a == 0 && b == 0 { return .zero }
  // Normalise so that the rotations below do not lose bits: the larger part to about 2^40.
  let shift = Int64(Swift.max(0, (a.magnitude | b.magnitude).leadingZeroBitCount - 23))
  a &<<= shift
  b &<<= shift
  var angle: Int64 = 0  // radians in 2^-30
  if a < 0 {
    (a, b) = (0 &- a, 0 &- b)
    angle = y.rawValue < 0 ? -3_373_259_426 : 3_373_259_426
  }
  // CORDIC in vectoring mode (Volder 1959): 24 rotations by arctan 2^-i bring b to zero; the residue is below 2^-23.
  for i in 0..<24 {
    let step = Int64(i)
    let (da, db) = (b &>> step, a &>> step)
    if b > 0 {
      (a, b) = (a &+ da, b &- db)
      angle &+= arctangentStep(i)
    } else if b < 0 {
      (a, b) = (a &- da, b &+ db)
      angle &-= arctangentStep(i)
    }
  }
  return Fixed(rawValue: saturating32(roundedShift(angle, 14)))
}

/// arctan 2⁻ⁱ in radians · 2^30. From i = 10 on the series' first two terms are exact to the last bit.
private func arctangentStep(_ i: Int) -> Int64 {
  switch i {
  case 0: 843_314_857
  case 1: 497_837_829
  case 2: 263_043_837
  case 3: 133_525_159
  case 4: 67_021_687
  case 5: 33_543_516
  case 6: 16_775_851
  case 7: 8_388_437
  case 8: 4_194_283
  case 9: 2_097_149
  default: 1 &<< Int64(30 &- i)
  }
}
