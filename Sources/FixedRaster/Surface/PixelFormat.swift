// Stage: surface. The forms of a pixel in memory, one type for each format. Names read from the pixel's highest bit to
// its lowest, the pixel being one little-endian number: XRGB8888 lies in memory as blue, green, red, X.

/// A format that pixels are stored in, as a type: the store is written once over it and specialised. Which format a
/// display has is looked at once a tile, never once a pixel.
public protocol PixelFormat: Sendable {
  /// The form of one pixel in memory: its size is the step from a pixel to the next.
  associatedtype Pixel: BitwiseCopyable & Equatable & Sendable
  static var layout: PixelLayout { get }
  /// The pixel nearest to 0xAARRGGBB.
  static func pack(_ argb: UInt32) -> Pixel
  /// The pixel nearest to 0xAARRGGBB after a step up or down that depends on `threshold`, 0...15: ordered dither.
  /// Colours that the format holds exactly stay as they are. The same as ``pack(_:)`` for 8 bits a channel.
  static func pack(_ argb: UInt32, threshold: UInt32) -> Pixel
  /// The pixel as 0xAARRGGBB; alpha is 255 where the format has none.
  static func unpack(_ pixel: Pixel) -> UInt32
}

extension PixelFormat {
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32, threshold: UInt32) -> Pixel { pack(argb) }
}

/// 32 bits, 0xXXRRGGBB. X is stored as 255 and never read.
public enum XRGB8888: PixelFormat {
  public static var layout: PixelLayout { .xrgb8888 }
  @inlinable @inline(__always)
  public static func pack(_ argb: UInt32) -> UInt32 { argb | 0xFF00_0000 }
  @inlinable @inline(__always)
  public static func unpack(_ pixel: UInt32) -> UInt32 { pixel | 0xFF00_0000 }
}
