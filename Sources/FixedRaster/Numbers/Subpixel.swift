/// A device coordinate: 24.8, in 1/256 of a pixel. Drawing keeps it within ±2^22 pixels.
public struct Subpixel: FixedPointNumber {
  public static var fractionBits: Int { 8 }
  public static var one: Subpixel { Subpixel(rawValue: 1 &<< 8) }
  public let rawValue: Int32

  @inlinable @inline(__always)
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// A whole number of pixels, saturated.
  @inlinable @inline(__always)
  public init(pixels: Int) {
    // Held first: far enough out, the shift would lose the sign.
    rawValue = saturating32(Swift.max(-0x100_0000, Swift.min(0x100_0000, Int64(pixels))) &<< 8)
  }
}

/// A place on the device in subpixels.
public struct SubpixelPoint: Hashable, Sendable {
  public var x, y: Subpixel

  @inlinable @inline(__always)
  public init(x: Subpixel, y: Subpixel) {
    self.x = x
    self.y = y
  }
}
