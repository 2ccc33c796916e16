// Stage: blend. The separable modes: each channel from that channel of the source and of the destination. With s, sa,
// d, da as in BlendMode.swift, B below is sa · da · B(d/da, s/sa) in whole numbers.

/// A mode in which B is whole: 0...65025.
protocol SeparableBlend: PixelBlend {
  static func together(_ s: UInt32, _ sa: UInt32, _ d: UInt32, _ da: UInt32) -> UInt32
}

extension SeparableBlend {
  @inline(__always)
  static func blend(_ source: UInt32, _ destination: UInt32) -> UInt32 {
    let (sa, da) = (source &>> 24, destination &>> 24)
    return channels(source, destination, alpha: united(sa, da)) { s, d in
      rounded255(apart(s, sa, d, da) &+ together(s, sa, d, da))
    }
  }
}

extension BlendMode {
  enum Multiply: SeparableBlend {
    @inline(__always)
    static func together(_ s: UInt32, _ sa: UInt32, _ d: UInt32, _ da: UInt32) -> UInt32 { s &* d }
  }

  enum Screen: SeparableBlend {
    @inline(__always)
    static func together(_ s: UInt32, _ sa: UInt32, _ d: UInt32, _ da: UInt32) -> UInt32 {
      s &* da &+ d &* sa &- s &* d
    }
  }

  /// Multiplies where the source is dark, screens where it is bright.
  enum HardLight: SeparableBlend {
    @inline(__always)
    static func together(_ s: UInt32, _ sa: UInt32, _ d: UInt32, _ da: UInt32) -> UInt32 {
      s &* 2 <= sa ? s &* d &* 2 : sa &* da &- (da &- d) &* (sa &- s) &* 2
    }
  }

  /// Hard light the other way round.
  enum Overlay: SeparableBlend {
    @inline(__always)
    static func together(_ s: UInt32, _ sa: UInt32, _ d: UInt32, _ da: UInt32) -> UInt32 {
      HardLight.together(d, da, s, sa)
    }
  }

  enum Darken: SeparableBlend {
    @inline(__always)
    static func together(_ s: UInt32, _ sa: UInt32, _ d: UInt32, _ da: UInt32) -> UInt32 {
      Swift.min(s &* da, d &* sa)
    }
  }

  enum Lighten: SeparableBlend {
    @inline(__always)
    static func together(_ s: UInt32, _ sa: UInt32, _ d: UInt32, _ da: UInt32) -> UInt32 {
      Swift.max(s &* da, d &* sa)
    }
  }

  enum Difference: SeparableBlend {
    @inline(__always)
    static func together(_ s: UInt32, _ sa: UInt32, _ d: UInt32, _ da: UInt32) -> UInt32 {
      let (a, b) = (s &* da, d &* sa)
      return a > b ? a &- b : b &- a
    }
  }

  enum Exclusion: SeparableBlend {
    @inline(__always)
    static func together(_ s: UInt32, _ sa: UInt32, _ d: UInt32, _ da: UInt32) -> UInt32 {
      s &* da &+ d &* sa &- s &* d &* 2
    }
  }
}

// MARK: - Modes that divide

/// A mode in which B is a fraction, so that a channel is rounded by one division of its own.
protocol DividingBlend: PixelBlend {
  /// The channel of the result, 0...255.
  static func channel(_ s: UInt32, _ sa: UInt32, _ d: UInt32, _ da: UInt32) -> UInt32
}

extension DividingBlend {
  @inline(__always)
  static func blend(_ source: UInt32, _ destination: UInt32) -> UInt32 {
    let (sa, da) = (source &>> 24, destination &>> 24)
    let alpha = united(sa, da)
    return channels(source, destination, alpha: alpha) { s, d in Swift.min(255, channel(s, sa, d, da)) }
  }
}

/// `sum / (255 · divisor)`, rounded to nearest; sums below 2^31.
@inline(__always)
private func rounded255(_ sum: UInt32, over divisor: UInt32) -> UInt32 {
  let whole = divisor &* 255
  return (sum &+ whole &>> 1) / whole
}

extension BlendMode {
  /// B = sa · min(da, d · sa / (sa − s)); 0 where d is 0.
  enum ColorDodge: DividingBlend {
    @inline(__always)
    static func channel(_ s: UInt32, _ sa: UInt32, _ d: UInt32, _ da: UInt32) -> UInt32 {
      let single = apart(s, sa, d, da)
      if d == 0 { return rounded255(single) }
      if s >= sa { return rounded255(single &+ sa &* da) }
      let rest = sa &- s
      if d &* sa >= da &* rest { return rounded255(single &+ sa &* da) }
      // Both terms are at most 255³.
      return rounded255(single &* rest &+ d &* sa &* sa, over: rest)
    }
  }

  /// B = sa · (da − min(da, (da − d) · sa / s)); sa · da where d is da.
  enum ColorBurn: DividingBlend {
    @inline(__always)
    static func channel(_ s: UInt32, _ sa: UInt32, _ d: UInt32, _ da: UInt32) -> UInt32 {
      let single = apart(s, sa, d, da)
      if d >= da { return rounded255(single &+ sa &* da) }
      let missing = (da &- d) &* sa
      if missing >= da &* s { return rounded255(single) }
      // Both terms are at most 255³.
      return rounded255(single &* s &+ sa &* (da &* s &- missing), over: s)
    }
  }

  /// With b = d / da, where the source is dark B = sa · d − (sa − 2s) · d · (1 − b); where it is bright
  /// B = sa · d + (2s − sa) · da · (D − b), with D = 16b³ − 12b² + 4b to b = 1/4 and √b from there.
  enum SoftLight: DividingBlend {
    @inline(__always)
    static func channel(_ s: UInt32, _ sa: UInt32, _ d: UInt32, _ da: UInt32) -> UInt32 {
      if da == 0 || d > da || s > sa { return rounded255(apart(s, sa, d, da) &+ s &* d) }
      let sum = apart(s, sa, d, da) &+ sa &* d
      if s &* 2 <= sa {
        // At most 255 · 130050.
        return rounded255(sum &* da &- (sa &- s &* 2) &* d &* (da &- d), over: da)
      }
      return rounded255(sum &* 256 &+ (s &* 2 &- sa) &* lift(d, da), over: 256)
    }

    /// da · (D − b) in 1/256, within 1/2 of them.
    private static func lift(_ d: UInt32, _ da: UInt32) -> UInt32 {
      if d &* 4 <= da {
        // d ≤ 63 and 16d² + 3da² − 12d·da ≤ 65799, so that 256 times the product is below 2^31.
        let cubic = d &* (d &* d &* 16 &+ da &* da &* 3 &- d &* da &* 12) &* 256
        return (cubic &+ (da &* da) &>> 1) / (da &* da)
      }
      return roundedRoot(d &* da &<< 16) &- d &<< 8
    }

    /// √value rounded to nearest, bit by bit.
    private static func roundedRoot(_ value: UInt32) -> UInt32 {
      var (rest, root) = (value, 0 as UInt32)
      var bit: UInt32 = 1 &<< 30
      while bit != 0 {
        if rest >= root &+ bit {
          rest &-= root &+ bit
          root = root &>> 1 &+ bit
        } else {
          root = root &>> 1
        }
        bit = bit &>> 2
      }
      return rest > root ? root &+ 1 : root
    }
  }
}
