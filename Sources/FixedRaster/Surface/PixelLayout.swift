/// Where a channel's bits lie in a pixel: `length` bits from bit `offset` of the pixel read as one little-endian
/// number.
public struct BitField: Hashable, Sendable {
  public var offset, length: UInt8

  @inlinable
  public init(offset: UInt8, length: UInt8) {
    self.offset = offset
    self.length = length
  }
}

/// A driver's description of a pixel, in the words of Linux's `fb_bitfield`.
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

  /// - Parameters: where each colour's bits lie; no alpha.
  private init(bits: UInt8, red: (UInt8, UInt8), green: (UInt8, UInt8), blue: (UInt8, UInt8)) {
    self.init(
      bitsPerPixel: bits, red: BitField(offset: red.0, length: red.1),
      green: BitField(offset: green.0, length: green.1),
      blue: BitField(offset: blue.0, length: blue.1), alpha: BitField(offset: 0, length: 0))
  }
}

// MARK: - The layouts that can be drawn in

extension PixelLayout {
  public static var xrgb8888: PixelLayout { PixelLayout(bits: 32, red: (16, 8), green: (8, 8), blue: (0, 8)) }
  /// Premultiplied.
  public static var argb8888: PixelLayout {
    var layout = xrgb8888
    layout.alpha = BitField(offset: 24, length: 8)
    return layout
  }
  public static var xbgr8888: PixelLayout { PixelLayout(bits: 32, red: (0, 8), green: (8, 8), blue: (16, 8)) }
  public static var rgbx8888: PixelLayout { PixelLayout(bits: 32, red: (24, 8), green: (16, 8), blue: (8, 8)) }
  public static var bgrx8888: PixelLayout { PixelLayout(bits: 32, red: (8, 8), green: (16, 8), blue: (24, 8)) }
  public static var rgb888: PixelLayout { PixelLayout(bits: 24, red: (16, 8), green: (8, 8), blue: (0, 8)) }
  public static var bgr888: PixelLayout { PixelLayout(bits: 24, red: (0, 8), green: (8, 8), blue: (16, 8)) }
  public static var rgb565: PixelLayout { PixelLayout(bits: 16, red: (11, 5), green: (5, 6), blue: (0, 5)) }
  public static var bgr565: PixelLayout { PixelLayout(bits: 16, red: (0, 5), green: (5, 6), blue: (11, 5)) }
  public static var rgb332: PixelLayout { PixelLayout(bits: 8, red: (5, 3), green: (2, 3), blue: (0, 2)) }
  public static var gray8: PixelLayout { PixelLayout(bits: 8, red: (0, 8), green: (0, 8), blue: (0, 8)) }
  /// The leftmost of eight pixels is a byte's highest bit; 1 is white.
  public static var mono: PixelLayout { PixelLayout(bits: 1, red: (0, 1), green: (0, 1), blue: (0, 1)) }
}

// MARK: - Which one it is

/// The formats by name: the result of recognizing a layout.
enum KnownFormat {
  case xrgb8888, xbgr8888, rgbx8888, bgrx8888, rgb888, bgr888, rgb565, bgr565, rgb332, gray8, mono
}

extension PixelLayout {
  /// Whether tiles can be stored in memory of this layout. Where its alpha lies does not matter: it is stored as ones.
  public var isSupported: Bool { format != nil }

  /// 8 bits a channel in the order of 0xXXRRGGBB, with alpha on top or none.
  @inlinable
  public var isXRGB8888: Bool { hasColors(of: .xrgb8888) }

  /// Whether ordered dither changes the stored pixels: where a channel has fewer than 8 bits.
  public var dithers: Bool { red.length < 8 || green.length < 8 || blue.length < 8 }

  /// The pixels of a row that have to be stored together: 8 for 1-bit pixels, which share bytes, else 1.
  public var pixelsPerUnit: Int32 { bitsPerPixel == 1 ? 8 : 1 }

  @inlinable
  func hasColors(of other: PixelLayout) -> Bool {
    bitsPerPixel == other.bitsPerPixel && red == other.red && green == other.green && blue == other.blue
  }

  /// The format that has its colours where this layout says. Not inlined: it is asked once a tile, in many places.
  @inline(never)
  var format: KnownFormat? {
    if hasColors(of: .xrgb8888) { return .xrgb8888 }
    if hasColors(of: .rgb565) { return .rgb565 }
    if hasColors(of: .xbgr8888) { return .xbgr8888 }
    if hasColors(of: .rgbx8888) { return .rgbx8888 }
    if hasColors(of: .bgrx8888) { return .bgrx8888 }
    if hasColors(of: .rgb888) { return .rgb888 }
    if hasColors(of: .bgr888) { return .bgr888 }
    if hasColors(of: .bgr565) { return .bgr565 }
    if hasColors(of: .rgb332) { return .rgb332 }
    if hasColors(of: .gray8) { return .gray8 }
    if hasColors(of: .mono) { return .mono }
    return nil
  }
}
