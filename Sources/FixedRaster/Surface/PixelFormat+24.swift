// Stage: surface. Three bytes a pixel, without a fourth.

/// Three bytes, in the order of memory: a pixel at any address.
@frozen
public struct Pixel24: BitwiseCopyable, Equatable, Sendable {
  public var first, second, third: UInt8

  @inlinable @inline(__always)
  public init(first: UInt8, second: UInt8, third: UInt8) {
    self.first = first
    self.second = second
    self.third = third
  }

  /// From the low 24 bits of a number, low byte first.
  @inlinable @inline(__always)
  init(_ bits: UInt32) {
    self.init(
      first: UInt8(truncatingIfNeeded: bits), second: UInt8(truncatingIfNeeded: bits &>> 8),
      third: UInt8(truncatingIfNeeded: bits &>> 16))
  }

  /// The pixel as the low 24 bits of a number, low byte first.
  @inlinable @inline(__always)
  var bits: UInt32 {
    UInt32(truncatingIfNeeded: first) | UInt32(truncatingIfNeeded: second) &<< 8
      | UInt32(truncatingIfNeeded: third) &<< 16
  }
}

/// 24 bits, 0xRRGGBB: blue first in memory.
public enum RGB888: PixelFormat {
  public static var layout: PixelLayout { .rgb888 }
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32) -> Pixel24 { Pixel24(argb) }
  @inlinable @inline(__always)
  public static func unpack(_ pixel: Pixel24) -> UInt32 { pixel.bits | 0xFF00_0000 }
}

/// 24 bits, 0xBBGGRR: red first in memory.
public enum BGR888: PixelFormat {
  public static var layout: PixelLayout { .bgr888 }
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32) -> Pixel24 { Pixel24(XBGR8888.pack(argb)) }
  @inlinable @inline(__always)
  public static func unpack(_ pixel: Pixel24) -> UInt32 { XBGR8888.unpack(pixel.bits) }
}
