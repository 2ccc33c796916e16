/// A pixel format as a type: a kernel is written once over it and specialised. Which format a display has is looked at
/// once a tile, never once a pixel.
///
/// Every format can be blended in place through ``unpack(_:)`` and ``pack(_:)``; those that hold 8 bits of each channel in
/// 32 bits also go through the wide kernels.
public protocol PixelFormat: Sendable {
  /// What one pixel is in memory.
  associatedtype Pixel: FixedWidthInteger & UnsignedInteger & Sendable
  /// True where a pixel is 0xAARRGGBB (or 0xXXRRGGBB): it needs no conversion before a blend or after it.
  static var isNative: Bool { get }
  static var layout: PixelLayout { get }
  /// The pixel nearest to 0xAARRGGBB.
  static func pack(_ argb: UInt32) -> Pixel
  /// The pixel as 0xAARRGGBB; alpha is 255 where the format has none.
  static func unpack(_ pixel: Pixel) -> UInt32
}

/// 32 bits, 0xXXRRGGBB; X is written as 255 and never read.
public enum XRGB8888: PixelFormat {
  public static var isNative: Bool { true }
  public static var layout: PixelLayout { .xrgb8888 }
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32) -> UInt32 { argb | 0xFF00_0000 }
  @inlinable @inline(__always)
  public static func unpack(_ pixel: UInt32) -> UInt32 { pixel | 0xFF00_0000 }
}

/// 32 bits, 0xAARRGGBB, premultiplied: what tiles and groups are composed in.
public enum ARGB8888: PixelFormat {
  public static var isNative: Bool { true }
  public static var layout: PixelLayout {
    PixelLayout(
      bitsPerPixel: 32, red: BitField(offset: 16, length: 8), green: BitField(offset: 8, length: 8),
      blue: BitField(offset: 0, length: 8), alpha: BitField(offset: 24, length: 8))
  }
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32) -> UInt32 { argb }
  @inlinable @inline(__always)
  public static func unpack(_ pixel: UInt32) -> UInt32 { pixel }
}

/// 16 bits: red 15…11, green 10…5, blue 4…0.
public enum RGB565: PixelFormat {
  public static var isNative: Bool { false }
  public static var layout: PixelLayout { .rgb565 }

  /// Each channel rounded to the nearest of its 32 or 64 levels, where level n stands for the value ``unpack(_:)`` gives it.
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32) -> UInt16 {
    let r = (argb &>> 16) & 0xFF
    let g = (argb &>> 8) & 0xFF
    let b = argb & 0xFF
    // (v·249 + 1014) >> 11 is round(v·31/255) and (v·253 + 505) >> 10 is round(v·63/255), for all v in 0...255.
    let red = (r &* 249 &+ 1014) &>> 11
    let green = (g &* 253 &+ 505) &>> 10
    let blue = (b &* 249 &+ 1014) &>> 11
    return UInt16(truncatingIfNeeded: red &<< 11 | green &<< 5 | blue)
  }

  /// The high bits are repeated below, so that white stays white.
  @inlinable @inline(__always)
  public static func unpack(_ pixel: UInt16) -> UInt32 {
    let p = UInt32(pixel)
    let r = p &>> 11
    let g = (p &>> 5) & 0x3F
    let b = p & 0x1F
    return 0xFF00_0000 | (r &<< 3 | r &>> 2) &<< 16 | (g &<< 2 | g &>> 4) &<< 8 | (b &<< 3 | b &>> 2)
  }
}
