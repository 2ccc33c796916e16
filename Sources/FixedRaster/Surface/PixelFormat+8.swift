// Stage: surface. Formats of a byte or less.

/// 8 bits: red 7…5, green 4…2, blue 1…0.
public enum RGB332: PixelFormat {
  public static var layout: PixelLayout { .rgb332 }

  /// Each channel rounded to the nearest of its 8 or 4 levels.
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32) -> UInt8 {
    let red = scaled255((argb &>> 16) & 0xFF, by: 7)
    let green = scaled255((argb &>> 8) & 0xFF, by: 7)
    let blue = scaled255(argb & 0xFF, by: 3)
    return UInt8(truncatingIfNeeded: red &<< 5 | green &<< 2 | blue)
  }

  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32, threshold: UInt32) -> UInt8 {
    let red = ditheredLevel((argb &>> 16) & 0xFF, bits: 3, threshold)
    let green = ditheredLevel((argb &>> 8) & 0xFF, bits: 3, threshold)
    let blue = ditheredLevel(argb & 0xFF, bits: 2, threshold)
    return UInt8(truncatingIfNeeded: red &<< 5 | green &<< 2 | blue)
  }

  /// A channel's bits are repeated to fill eight.
  @inlinable @inline(__always)
  public static func unpack(_ pixel: UInt8) -> UInt32 {
    let p = UInt32(truncatingIfNeeded: pixel)
    let r = p &>> 5
    let g = (p &>> 2) & 7
    let b = p & 3
    return 0xFF00_0000 | (r &<< 5 | r &<< 2 | r &>> 1) &<< 16 | (g &<< 5 | g &<< 2 | g &>> 1) &<< 8 | b &* 0x55
  }
}

/// 8 bits of grey.
public enum Gray8: PixelFormat {
  public static var layout: PixelLayout { .gray8 }

  /// The colour's `luma(_:)`.
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: luma(argb)) }
  @inlinable @inline(__always)
  public static func unpack(_ pixel: UInt8) -> UInt32 {
    0xFF00_0000 | UInt32(truncatingIfNeeded: pixel) &* 0x01_0101
  }
}

/// 1 bit, 1 is white; the leftmost of eight pixels is a byte's highest bit.
///
/// Tiles can be stored in it but nothing can be drawn in it: a pixel has no address, and a bit keeps nothing of an
/// anti-aliased edge for the next shape to blend with.
public enum Mono {
  public static var layout: PixelLayout { .mono }
  /// 1 where `luma(_:)` is 128 or more.
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32) -> UInt32 { luma(argb) &>> 7 }
  /// 0 or 1 by a threshold of 0...15: ordered dither of the luma.
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32, threshold: UInt32) -> UInt32 {
    ditheredLevel(luma(argb), bits: 1, threshold)
  }
}

/// How bright 0xXXRRGGBB looks, 0...255: 77, 150 and 29 of 256 parts of red, green and blue, rounded (Rec. 601). A grey
/// is its own luma.
@inlinable @inline(__always)
func luma(_ argb: UInt32) -> UInt32 {
  (((argb &>> 16) & 0xFF) &* 77 &+ ((argb &>> 8) & 0xFF) &* 150 &+ (argb & 0xFF) &* 29 &+ 128) &>> 8
}
