// Stage: time. The way of a mass on a damped spring, by the closed form of its equation, in integers:
//
//     m · x″ + c · x′ + k · x = 0,  x(0) = 1,  x′(0) = −initialVelocity
//
// x is the rest of the distance. In units of the undamped spring's own time, T = t · √(k / m), two numbers are left: ζ
// = c / 2√(k · m), the damping ratio, and u = initialVelocity · √(m / k). With d = √|1 − ζ²|:
//
//     ζ < 1:  x = e^(−ζT) · (cos(dT) + (ζ − u) · sin(dT) / d)
//     ζ ≥ 1:  x = e^(−rT) · ((1 + E) / 2 + (ζ − u) · (1 − E) / 2d),  E = e^(−2dT),  r = ζ − d = 1 / (ζ + d)
//
// About ζ = 1 the quotients become T times a series: nothing cancels there, and at ζ = 1 nothing is divided by zero.
// Source: the harmonic oscillator of any textbook, for instance Feynman, "Lectures on Physics" I, 23 and 24,
// https://www.feynmanlectures.caltech.edu/I_24.html

import FixedRaster

/// How far a spring has come from 0 towards 1. Its values are within 2⁻¹⁰ of the closed form for masses of 0.1...10,
/// stiffnesses of 1...2000, dampings to 200, velocities within ±20 and times to 10 s; for all others they are numbers
/// within a coefficient's range.
struct SpringMotion {
  /// Nanoseconds: an hour, the longest that a spring is said to take to settle.
  static let longestDuration: Int64 = 3_600_000_000_000

  private let time: SpringTime
  /// ζ < 1: the mass swings about its target.
  private let swings: Bool
  /// The decay of the whole in a unit of time: ζ, or r.
  private let decayRate: Coefficient
  /// The growth of the sine's angle in a unit of time, in turns; or 2d, the growth of E's exponent.
  private let rate: Coefficient
  /// d, or 2d.
  private let divisor: Coefficient
  /// ζ − u.
  private let push: Coefficient
  /// The push divided by the divisor.
  private let amplitude: Coefficient

  /// - Parameters:
  ///   - mass: above 0; held to 1/65536 at least.
  ///   - stiffness: force by distance, above 0; held to 1/65536 at least.
  ///   - damping: force by speed; held to 0 at least.
  ///   - initialVelocity: whole distances a second, positive towards the target.
  init(mass: Fixed, stiffness: Fixed, damping: Fixed, initialVelocity: Fixed) {
    let mass = Swift.max(mass, Fixed(rawValue: 1))
    time = SpringTime(mass: mass, stiffness: Swift.max(stiffness, Fixed(rawValue: 1)))
    let ratio = Coefficient(Swift.max(damping, 0)) / (2 * time.impedance)
    // The product of two Fixed is a Coefficient as it is.
    let velocity = Coefficient(rawValue: Int64(initialVelocity.rawValue) &* Int64(mass.rawValue)) / time.impedance
    swings = ratio < 1
    // |1 − ζ²|, as a product: beyond the range of the square, d is ζ.
    let square = ((Coefficient.one - ratio) * (Coefficient.one + ratio)).magnitude
    let root = square == .max ? ratio : square.squareRoot
    decayRate = swings ? ratio : 1 / (ratio + root)
    divisor = swings ? root : root + root
    // 1 / 2π is 683565276 / 2^32.
    rate = swings ? root * Coefficient(rawValue: 683_565_276) : divisor
    push = ratio - velocity
    amplitude = push / divisor
  }

  /// How far the mass has come: 0 at the beginning and before; 1 at the target; more where it swings beyond.
  func value(at nanoseconds: Int64) -> Coefficient {
    if nanoseconds <= 0 { return 0 }
    let elapsed = time.units(nanoseconds)
    let whole = decay(decayRate * elapsed)
    if whole == 0 { return 1 }
    let (even, odd) = swings ? swing(elapsed) : creep(elapsed)
    return 1 - whole * (even + odd)
  }

  /// The cosine, and the sine times the push.
  private func swing(_ elapsed: Coefficient) -> (even: Coefficient, odd: Coefficient) {
    let turn = sineCosine(turn: UInt32(truncatingIfNeeded: (rate * elapsed).rawValue))
    let angle = divisor * elapsed
    if angle >= 0.25 { return (turn.cosine, amplitude * turn.sine) }
    // sin(z) / z = 1 − z²/6 · (1 − z²/20): below z = 1/4 the next term is below 2^-24.
    let square = angle * angle
    let series: Coefficient = 1 - square * (1 - square * 0.05) * Self.sixth
    return (turn.cosine, push * (elapsed * series))
  }

  /// (1 + E) / 2, and the push times (1 − E) / 2d.
  private func creep(_ elapsed: Coefficient) -> (even: Coefficient, odd: Coefficient) {
    let exponent = rate * elapsed
    let rest = decay(exponent)
    let even = Coefficient(rawValue: (1 + rest).rawValue &>> 1)
    if exponent >= 0.25 { return (even, amplitude * (1 - rest)) }
    // (1 − e^−z) / z = 1 − z/2 · (1 − z/3 · (1 − z/4 · (1 − z/5))): below z = 1/4 the next term is below 2^-19.
    var series: Coefficient = 1 - exponent * 0.2
    series = 1 - exponent * series * 0.25
    series = 1 - exponent * series * Self.third
    series = 1 - exponent * series * 0.5
    return (even, push * (elapsed * series))
  }

  /// Nanoseconds after which the mass stays nearer to its target than 2⁻¹⁰ of the distance: never early, since its
  /// swings are bounded by their decay; an hour where it would take longer, as it does without damping.
  ///
  /// Computed at each reading, by 42 evaluations: whoever needs it in each frame keeps it.
  var settlingDuration: Int64 {
    // The bound is 1 at first. It may rise, then it falls: once below 2^-10 it stays there. The last bits are for the
    // rounding of the bound.
    let near = Coefficient(rawValue: 1 &<< 22 &- 1 &<< 14)
    var (early, late) = (Int64(0), Self.longestDuration)
    while late &- early > 1 {
      let middle = (early &+ late) &>> 1
      if bound(at: middle) < near { late = middle } else { early = middle }
    }
    return late
  }

  /// The bound of the distance to the target from then on.
  private func bound(at nanoseconds: Int64) -> Coefficient {
    let elapsed = time.units(nanoseconds)
    let whole = decay(decayRate * elapsed)
    if swings {
      // |sin(dT) / d| is not above T, nor above 1 / d.
      return whole * (1 + Swift.min(push.magnitude * elapsed, amplitude.magnitude))
    }
    let (even, odd) = creep(elapsed)
    return whole * (even + odd.magnitude)
  }

  private static var third: Coefficient { Coefficient(rawValue: 1_431_655_765) }
  private static var sixth: Coefficient { Coefficient(rawValue: 715_827_883) }
}
