/// Where a channel's bits lie in a pixel: `length` bits from bit `offset` of the pixel read as one little-endian number.
public struct BitField: Hashable, Sendable {
  public var offset, length: UInt8

  @inlinable
  public init(offset: UInt8, length: UInt8) {
    self.offset = offset
    self.length = length
  }
}

/// How a display's memory describes a pixel: what a driver reports, in the words of Linux's `fb_bitfield`.
public struct PixelLayout: Hashable, Sendable {
  /// 1, 8, 16, 24 or 32.
  public var bitsPerPixel: UInt8
  public var red, green, blue: BitField
  /// Length 0 where there is none.
  public var alpha: BitField

  public init(bitsPerPixel: UInt8, red: BitField, green: BitField, blue: BitField, alpha: BitField) {
    self.bitsPerPixel = bitsPerPixel
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  public static var xrgb8888: PixelLayout {
    PixelLayout(
      bitsPerPixel: 32, red: BitField(offset: 16, length: 8), green: BitField(offset: 8, length: 8),
      blue: BitField(offset: 0, length: 8), alpha: BitField(offset: 0, length: 0))
  }

  public static var rgb565: PixelLayout {
    PixelLayout(
      bitsPerPixel: 16, red: BitField(offset: 11, length: 5), green: BitField(offset: 5, length: 6),
      blue: BitField(offset: 0, length: 5), alpha: BitField(offset: 0, length: 0))
  }
}
