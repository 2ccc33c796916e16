// Stage: surface. 32-bit formats whose channels lie in another order than 0xAARRGGBB.

/// 32 bits, 0xXXBBGGRR: red first in memory. X is written as 255 and never read.
public enum XBGR8888: PixelFormat {
  public static var layout: PixelLayout { .xbgr8888 }
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32) -> UInt32 {
    0xFF00_0000 | (argb & 0xFF) &<< 16 | argb & 0xFF00 | (argb &>> 16) & 0xFF
  }
  @inlinable @inline(__always)
  public static func unpack(_ pixel: UInt32) -> UInt32 { pack(pixel) }
}

/// 32 bits, 0xRRGGBBXX: X first in memory, then blue. X is written as 255 and never read.
public enum RGBX8888: PixelFormat {
  public static var layout: PixelLayout { .rgbx8888 }
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32) -> UInt32 { argb &<< 8 | 0xFF }
  @inlinable @inline(__always)
  public static func unpack(_ pixel: UInt32) -> UInt32 { pixel &>> 8 | 0xFF00_0000 }
}

/// 32 bits, 0xBBGGRRXX: X first in memory, then red. X is written as 255 and never read.
public enum BGRX8888: PixelFormat {
  public static var layout: PixelLayout { .bgrx8888 }
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32) -> UInt32 {
    argb &<< 24 | (argb & 0xFF00) &<< 8 | (argb &>> 8) & 0xFF00 | 0xFF
  }
  @inlinable @inline(__always)
  public static func unpack(_ pixel: UInt32) -> UInt32 {
    0xFF00_0000 | (pixel &<< 8) & 0xFF_0000 | (pixel &>> 8) & 0xFF00 | pixel &>> 24
  }
}
