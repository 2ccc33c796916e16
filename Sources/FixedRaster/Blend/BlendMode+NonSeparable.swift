// Stage: blend. The non-separable modes: a colour made of one's hue, saturation or luminosity and the other's rest.

/// Three channels in 1/unit, where the unit, full brightness, is sa · da ≤ 65025 or a pixel's own 255.
struct ColorTriple {
  var red, green, blue: Int32

  @inline(__always)
  init(red: Int32, green: Int32, blue: Int32) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The channels of a pixel, none above its alpha.
  @inline(__always)
  init(_ argb: UInt32) {
    let alpha = Int32(truncatingIfNeeded: argb &>> 24)
    red = Swift.min(alpha, Int32(truncatingIfNeeded: (argb &>> 16) & 0xFF))
    green = Swift.min(alpha, Int32(truncatingIfNeeded: (argb &>> 8) & 0xFF))
    blue = Swift.min(alpha, Int32(truncatingIfNeeded: argb & 0xFF))
  }

  @inline(__always)
  var largest: Int32 { Swift.max(red, Swift.max(green, blue)) }
  @inline(__always)
  var smallest: Int32 { Swift.min(red, Swift.min(green, blue)) }
  /// 0.3, 0.59 and 0.11 parts, rounded; at most the unit.
  @inline(__always)
  var luminosity: Int32 { (red &* 30 &+ green &* 59 &+ blue &* 11 &+ 50) / 100 }
  @inline(__always)
  var saturation: Int32 { largest &- smallest }

  @inline(__always)
  func each(_ body: (Int32) -> Int32) -> ColorTriple {
    ColorTriple(red: body(red), green: body(green), blue: body(blue))
  }

  @inline(__always)
  func times(_ factor: Int32) -> ColorTriple { each { $0 &* factor } }

  /// A pixel's channels with this saturation (0...65025): the smallest becomes 0, the largest the saturation.
  @inline(__always)
  func withSaturation(_ saturation: Int32) -> ColorTriple {
    let (low, range) = (smallest, self.saturation)
    if range == 0 { return ColorTriple(red: 0, green: 0, blue: 0) }
    return each { scaled($0 &- low, by: saturation, over: range) }
  }

  /// With this luminosity, brought back towards it where a channel would leave 0...`unit`.
  @inline(__always)
  func withLuminosity(_ luminosity: Int32, unit: Int32) -> ColorTriple {
    let shift = luminosity &- self.luminosity
    let moved = each { $0 &+ shift }
    let (low, high) = (moved.smallest, moved.largest)
    // The channels are at most a unit apart, so that at most one of both is the case.
    if low < 0 {
      return moved.each { luminosity &+ scaled($0 &- luminosity, by: luminosity, over: luminosity &- low) }
    }
    if high > unit {
      return moved.each {
        luminosity &+ scaled($0 &- luminosity, by: unit &- luminosity, over: high &- luminosity)
      }
    }
    return moved
  }
}

/// `value · factor / divisor` rounded to nearest, halves away from zero; |value| and factor at most 65025 + 1, the
/// divisor 1...2^17, so that all fits 32 bits without a sign.
@inline(__always)
private func scaled(_ value: Int32, by factor: Int32, over divisor: Int32) -> Int32 {
  let (factor, divisor) = (UInt32(bitPattern: factor), UInt32(bitPattern: divisor))
  let quotient = Int32(bitPattern: (value.magnitude &* factor &+ divisor &>> 1) / divisor)
  return value < 0 ? 0 &- quotient : quotient
}

protocol NonSeparableBlend: PixelBlend {
  /// B times sa · da.
  static func together(_ s: ColorTriple, _ sa: Int32, _ d: ColorTriple, _ da: Int32) -> ColorTriple
}

extension NonSeparableBlend {
  @inline(__always)
  static func blend(_ source: UInt32, _ destination: UInt32) -> UInt32 {
    let (sa, da) = (source &>> 24, destination &>> 24)
    let (s, d) = (ColorTriple(source), ColorTriple(destination))
    let both = together(s, Int32(bitPattern: sa), d, Int32(bitPattern: da))
    return united(sa, da) &<< 24 | channel(s.red, sa, d.red, da, both.red) &<< 16
      | channel(s.green, sa, d.green, da, both.green) &<< 8 | channel(s.blue, sa, d.blue, da, both.blue)
  }

  @inline(__always)
  private static func channel(_ s: Int32, _ sa: UInt32, _ d: Int32, _ da: UInt32, _ both: Int32) -> UInt32 {
    rounded255(apart(UInt32(bitPattern: s), sa, UInt32(bitPattern: d), da) &+ UInt32(bitPattern: Swift.max(0, both)))
  }
}

extension BlendMode {
  enum Hue: NonSeparableBlend {
    static func together(_ s: ColorTriple, _ sa: Int32, _ d: ColorTriple, _ da: Int32) -> ColorTriple {
      s.withSaturation(d.saturation &* sa).withLuminosity(d.times(sa).luminosity, unit: sa &* da)
    }
  }

  enum Saturation: NonSeparableBlend {
    static func together(_ s: ColorTriple, _ sa: Int32, _ d: ColorTriple, _ da: Int32) -> ColorTriple {
      d.withSaturation(s.saturation &* da).withLuminosity(d.times(sa).luminosity, unit: sa &* da)
    }
  }

  enum ColorOnly: NonSeparableBlend {
    static func together(_ s: ColorTriple, _ sa: Int32, _ d: ColorTriple, _ da: Int32) -> ColorTriple {
      s.times(da).withLuminosity(d.times(sa).luminosity, unit: sa &* da)
    }
  }

  enum Luminosity: NonSeparableBlend {
    static func together(_ s: ColorTriple, _ sa: Int32, _ d: ColorTriple, _ da: Int32) -> ColorTriple {
      d.times(sa).withLuminosity(s.times(da).luminosity, unit: sa &* da)
    }
  }
}
