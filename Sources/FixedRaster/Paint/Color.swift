/// An sRGB colour with alpha, 8 bits a channel, not premultiplied, as people write it.
public struct Color: Hashable, Sendable {
  /// Each 0...255.
  public var red, green, blue, alpha: UInt8

  @inlinable @inline(__always)
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// From 0xAARRGGBB.
  @inlinable @inline(__always)
  public init(argb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: argb &>> 16), green: UInt8(truncatingIfNeeded: argb &>> 8),
      blue: UInt8(truncatingIfNeeded: argb), alpha: UInt8(truncatingIfNeeded: argb &>> 24))
  }

  public static var black: Color { Color(argb: 0xFF00_0000) }
  public static var white: Color { Color(argb: 0xFFFF_FFFF) }
  public static var clear: Color { Color(argb: 0) }

  /// The colour as it is blended: channels multiplied by alpha, correctly rounded, 0xAARRGGBB.
  @inlinable
  public var premultiplied: PremultipliedColor {
    let a = UInt32(alpha)
    return PremultipliedColor(
      argb: a &<< 24 | scaled255(UInt32(red), by: a) &<< 16 | scaled255(UInt32(green), by: a) &<< 8
        | scaled255(UInt32(blue), by: a))
  }
}

/// A colour whose channels are already multiplied by its alpha: 0xAARRGGBB, each channel ≤ alpha.
public struct PremultipliedColor: Hashable, Sendable {
  public var argb: UInt32

  @inlinable @inline(__always)
  public init(argb: UInt32) { self.argb = argb }

  @inlinable @inline(__always)
  public var alpha: UInt32 { argb &>> 24 }
}

/// `value · factor / 255`, correctly rounded, for both in 0...255.
@inlinable @inline(__always)
public func scaled255(_ value: UInt32, by factor: UInt32) -> UInt32 {
  // With p = v·f + 128, (p + (p >> 8)) >> 8 is the rounded quotient on the whole domain (tested exhaustively).
  let p = value &* factor &+ 128
  return (p &+ (p &>> 8)) &>> 8
}
