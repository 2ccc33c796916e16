// Stage: surface. What a pixel is in memory, one type for each format. Names read from the pixel's highest bit to its
// lowest, the pixel being one little-endian number: XRGB8888 lies in memory as blue, green, red, X.

/// A pixel format as a type: a kernel is written once over it and specialised. Which format a display has is looked at
/// once a tile, never once a pixel.
///
/// Every format can be blended in place through ``unpack(_:)`` and ``pack(_:)``. Those that are 0xAARRGGBB in memory
/// and ``RGB565`` also have wide kernels.
public protocol PixelFormat: Sendable {
  /// What one pixel is in memory: its size is the step from a pixel to the next.
  associatedtype Pixel: BitwiseCopyable & Equatable & Sendable
  /// True where a pixel is 0xAARRGGBB (or 0xXXRRGGBB): it needs no conversion before a blend or after it.
  static var isNative: Bool { get }
  /// True for the one other format that has wide kernels of its own.
  static var isRGB565: Bool { get }
  static var layout: PixelLayout { get }
  /// The pixel nearest to 0xAARRGGBB.
  static func pack(_ argb: UInt32) -> Pixel
  /// The pixel nearest to 0xAARRGGBB after a step up or down that depends on `threshold`, 0...15: ordered dither. What
  /// the format holds exactly stays as it is. The same as ``pack(_:)`` for 8 bits a channel.
  static func pack(_ argb: UInt32, threshold: UInt32) -> Pixel
  /// The pixel as 0xAARRGGBB; alpha is 255 where the format has none.
  static func unpack(_ pixel: Pixel) -> UInt32
}

extension PixelFormat {
  /// Whether native pixels are blended several at a time. A processor without vector registers (`-D SCALAR`, armv6)
  /// blends them one by one, two channels in a word, to the same bytes: lanes would become single instructions there.
  @inline(__always)
  static var isWide: Bool {
    #if SCALAR
      false
    #else
      isNative
    #endif
  }

  /// The same for RGB565.
  @inline(__always)
  static var isWide565: Bool {
    #if SCALAR
      false
    #else
      isRGB565
    #endif
  }

  @inlinable @inline(__always)
  public static var isRGB565: Bool { false }
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32, threshold: UInt32) -> Pixel { pack(argb) }
}

/// 32 bits, 0xXXRRGGBB.
///
/// X shows in no colour. Where it is 255 it stays 255, whatever is drawn, and clearing or storing sets it to 255. What
/// drawing makes of another X depends on how a shape was cut into rows: pixels that are to be compared as bytes, or
/// handed to something that reads X, are cleared first.
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
  public static var layout: PixelLayout { .argb8888 }
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32) -> UInt32 { argb }
  @inlinable @inline(__always)
  public static func unpack(_ pixel: UInt32) -> UInt32 { pixel }
}
