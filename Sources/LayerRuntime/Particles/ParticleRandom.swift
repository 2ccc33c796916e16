// Stage: particles. Random numbers of one particle: a stream of its own, with a seed of its own, so that it does not
// matter which were drawn before. Steps and mixing are those of SplitMix64 (Steele, Lea, Flood: "Fast splittable
// pseudorandom number generators", OOPSLA 2014).

import FixedRaster

struct ParticleRandom {
  private var state: UInt64

  /// - Parameter identity: of a particle.
  init(_ identity: UInt64) { state = identity }

  /// The identity of a particle.
  ///
  /// - Parameters:
  ///   - source: the seed, or the identity of the particle that emits this one.
  ///   - cell: its place among the cells.
  ///   - birth: how many births of that cell, by that source, came before.
  static func identity(_ source: UInt64, cell: Int, birth: Int64) -> UInt64 {
    let start = mixed(source &+ 0x9E37_79B9_7F4A_7C15 &* (UInt64(truncatingIfNeeded: cell) &+ 1))
    return mixed(start ^ UInt64(bitPattern: birth) &* 0xD134_2543_DE82_EF95)
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// −1..<1, in steps of 2^-16.
  mutating func signed() -> Fixed { Fixed(rawValue: Int32(truncatingIfNeeded: next() &>> 47) &- 0x1_0000) }

  /// `mean` ± `range`.
  mutating func about(_ mean: Fixed, _ range: Fixed) -> Fixed {
    // The number is drawn in any case: ranges of zero leave those that follow as they are.
    let part = signed()
    return mean + range * part
  }
}
