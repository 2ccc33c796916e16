// Stage: coverage. The numbers of a gaussian, in integers.
//
// A gaussian of standard deviation s is a triangle of half-width m convolved with a comb: 2n + 1 weights, m pixels
// apart, that are themselves a gaussian of variance s² − (m² − 1)/6, the triangle's being (m² − 1)/6. For m near s/2
// the two differ from a true gaussian by so little that no mask whatever blurs by more than 3/255 differently (half the
// sum of the absolute differences over both dimensions; 2.9 at s = 4, 1.9 on the average, measured), and an edge by no
// more than 0.23/255. Three boxes, the usual way, miss an edge by 2.5/255. Below s = 4 the triangle is one pixel: the
// comb is the gaussian.
//
// The triangle costs two running sums, whatever its width; the comb at most 13 products, 7 for symmetry.

/// A gaussian as ``GaussianBlur`` computes it.
struct BlurKernel {
  /// Half the triangle's base, and pixels from a weight to the next: 1...64.
  let step: Int
  /// Weights on each side of the middle one: 0...12; 0 leaves everything as it is.
  let taps: Int
  /// The triangle's sum is divided by 2^shift, the smallest power of two that is at least step².
  let shift: UInt32
  /// The middle weight and those to one side of it, in 1/65536; larger by 2^shift/step² than they would sum up to 1.
  let weights: InlineArray<13, UInt16>

  /// The largest standard deviation in pixels.
  static var maximumSigma: Fixed { 128 }

  /// - Parameter sigma: the standard deviation in pixels, held to 0...128; below 1/4 nothing is blurred, which is as
  ///   near.
  init(sigma: Fixed) {
    let held = Swift.max(0, Swift.min(BlurKernel.maximumSigma, sigma))
    step = Swift.max(1, held.floor / 2)
    var weights = InlineArray<13, UInt16>(repeating: 0)
    guard held >= 0.25 else {
      (taps, shift) = (0, 0)
      self.weights = weights
      return
    }
    let variance = Gaussian.variance(of: held) &- (UInt64(step &* step &- 1) &<< 24) / 6
    let gaussian = Gaussian(variance: variance)
    taps = Swift.min(12, (gaussian.reach &+ step &- 1) / step)
    shift = UInt32(Int.bitWidth &- (step &* step &- 1).leadingZeroBitCount)
    var values = InlineArray<13, UInt32>(repeating: 0)
    var sum: UInt64 = 0  // at most 13 · 2^31
    for i in 0...taps {
      values[i] = gaussian.value(at: i &* step)
      sum &+= UInt64(values[i]) &* (i == 0 ? 1 : 2)
    }
    // 2^30 · 2^(16 + 12) over 2^12 · 2^35.
    let divisor = sum &* UInt64(step &* step)
    var rest = (UInt64(1) &<< UInt64(16 &+ shift)) / UInt64(step &* step)
    for i in 1...taps {
      let weight = ((UInt64(values[i]) &<< UInt64(16 &+ shift)) &+ divisor / 2) / divisor
      weights[i] = UInt16(truncatingIfNeeded: weight)
      rest &-= 2 &* weight
    }
    weights[0] = UInt16(truncatingIfNeeded: rest)
    self.weights = weights
  }

  /// How many pixels away a pixel is still looked at.
  var reach: Int { taps == 0 ? 0 : taps &* step &+ step &- 1 }
}

/// exp(−x²/2s²) at whole numbers.
struct Gaussian {
  /// Twice the variance in 1/2^24 of a square pixel: below 2^40.
  private let twiceVariance: UInt64
  /// Three standard deviations, rounded up: 0.27 % of the curve lies further out.
  let reach: Int

  /// - Parameter variance: in 1/2^24 of a square pixel, at least 2^20 and at most 2^38.
  init(variance: UInt64) {
    twiceVariance = 2 &* variance
    reach = (3 &* Int(truncatingIfNeeded: squareRoot(variance)) &+ 4095) &>> 12
  }

  /// The square of a standard deviation, in 1/2^24.
  static func variance(of sigma: Fixed) -> UInt64 {
    let raw = UInt64(sigma.rawValue.magnitude)
    return (raw &* raw) &>> 8
  }

  /// In 1/2^30, within 2^−18 of itself; `distance` in 0...512.
  func value(at distance: Int) -> UInt32 {
    // distance² is at most 2^18; shifted by 44, 2^62.
    exponential(UInt64(distance &* distance) &<< 44 / twiceVariance)
  }

  /// e^−x in 1/2^30 for x in 1/2^20.
  private func exponential(_ x: UInt64) -> UInt32 {
    let exponent = (x &* 1_512_775) &>> 20  // x · log2 e, in 1/2^20
    if exponent >= 30 &<< 20 { return 0 }
    // 2^−f = e^−y for the fraction f, y below ln 2: eight terms of the series leave 10^−6.
    let y = Int64(bitPattern: ((exponent & 0xF_FFFF) &* 744_261_118) &>> 20)  // · ln 2, in 1/2^30
    let one: Int64 = 1 &<< 30
    var power = one
    var term: Int64 = 8
    while term > 0 {
      power = one &- ((y &* power) &>> 30) / term
      term &-= 1
    }
    return UInt32(truncatingIfNeeded: power) &>> UInt32(truncatingIfNeeded: exponent &>> 20)
  }
}
