// Stage: surface. 16-bit formats: fewer bits than a channel has, so that packing rounds.

/// 16 bits: red 15…11, green 10…5, blue 4…0.
public enum RGB565: PixelFormat {
  public static var layout: PixelLayout { .rgb565 }

  /// Each channel rounded to the nearest of its 32 or 64 levels, where level n stands for n/31 or n/63 of full.
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

  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32, threshold: UInt32) -> UInt16 {
    let red = ditheredLevel((argb &>> 16) & 0xFF, bits: 5, threshold)
    let green = ditheredLevel((argb &>> 8) & 0xFF, bits: 6, threshold)
    let blue = ditheredLevel(argb & 0xFF, bits: 5, threshold)
    return UInt16(truncatingIfNeeded: red &<< 11 | green &<< 5 | blue)
  }

  /// The high bits are repeated below, so that white stays white.
  @inlinable @inline(__always)
  public static func unpack(_ pixel: UInt16) -> UInt32 {
    let p = UInt32(truncatingIfNeeded: pixel)
    let r = p &>> 11
    let g = (p &>> 5) & 0x3F
    let b = p & 0x1F
    return 0xFF00_0000 | (r &<< 3 | r &>> 2) &<< 16 | (g &<< 2 | g &>> 4) &<< 8 | (b &<< 3 | b &>> 2)
  }
}

/// 16 bits: blue 15…11, green 10…5, red 4…0; rounds as ``RGB565`` does.
public enum BGR565: PixelFormat {
  public static var layout: PixelLayout { .bgr565 }
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32) -> UInt16 { RGB565.pack(XBGR8888.pack(argb)) }
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32, threshold: UInt32) -> UInt16 {
    RGB565.pack(XBGR8888.pack(argb), threshold: threshold)
  }
  @inlinable @inline(__always)
  public static func unpack(_ pixel: UInt16) -> UInt32 { XBGR8888.unpack(RGB565.unpack(pixel)) }
}
