// Stage: paint. Input: pixels in memory that the caller owns. Output: a description that drawing reads them by.

/// How an image's pixels lie in memory. Words are little-endian.
public enum ImageFormat: UInt8, Hashable, Sendable {
  /// 8 bits of alpha; the image's colour shows through them.
  case alpha8
  /// 16 bits: red 15…11, green 10…5, blue 4…0. Opaque.
  case rgb565
  /// The same beside a plane of 8-bit alpha. The colours are *not* multiplied by it: 5 bits of a dark colour would be
  /// lost.
  case rgb565Alpha8
  /// 32 bits, 0xAARRGGBB, each channel multiplied by alpha.
  case argb8888
  /// 32 bits, 0xXXRRGGBB; X is never read. Opaque.
  case xrgb8888
  /// 8-bit indices into a palette of 256 premultiplied 0xAARRGGBB words.
  case palette8
  /// 4-bit indices into a palette of 16; the left pixel of a byte is its high half.
  case palette4

  /// Bytes that `width` pixels of a row take.
  public func bytes(width: Int) -> Int {
    switch self {
    case .alpha8, .palette8: return width
    case .rgb565, .rgb565Alpha8: return width &* 2
    case .argb8888, .xrgb8888: return width &* 4
    case .palette4: return (width &+ 1) / 2
    }
  }
}

/// An image in memory that its ``owner`` keeps alive; without one the caller does. The memory stays unchanged while the
/// image is used.
///
/// Its plane has one unit to a pixel, x to the right, y downwards, the first pixel's corner at (0, 0); pixel centres
/// lie at halves. At most 32767 × 32767 pixels are looked at; pixels of a larger image beyond them are not drawn.
@safe
public struct Image {
  /// The places of the pixels: drawing copies these, so that it does not count references for every tile.
  let levels: ImageLevels
  /// The object that keeps the memory alive, for as long as any copy of the image is held; `nil` where the caller sees
  /// to that.
  public private(set) var owner: AnyObject?

  public var format: ImageFormat { base.format }
  /// In pixels, 0...32767.
  public var width: Int { Int(base.width) }
  public var height: Int { Int(base.height) }
  /// Whether every pixel is known to be opaque: the pixels under the image need not be read.
  public var isOpaque: Bool { levels.isOpaque }
  public var isEmpty: Bool { levels.isEmpty }
  /// Level 0.
  var base: ImageLevel { levels.base }

  /// - Parameters:
  ///   - format: of its pixels.
  ///   - pixels: the first row; `height · bytesPerRow` bytes, aligned to a pixel.
  ///   - width: pixels, 0...32767; more count as 32767.
  ///   - height: rows, likewise.
  ///   - bytesPerRow: from a row to the next, a multiple of a pixel's size.
  ///   - alpha: the plane of ``ImageFormat/rgb565Alpha8``.
  ///   - alphaBytesPerRow: from a row of that plane to the next.
  ///   - palette: the 256 or 16 words of a palette format, aligned to four bytes.
  ///   - color: the colour of ``ImageFormat/alpha8``, which shows through its alpha.
  ///   - isOpaque: a promise about the pixels of formats that have alpha; the others know.
  ///   - mipLevels: levels 1 and up that ``makeMipLevels(in:)`` has made earlier.
  ///
  /// An image without the plane or the palette that its format needs is empty: it draws nothing. The caller keeps the
  /// memory alive, or says with ``keeping(_:)`` who does.
  @unsafe
  public init(
    _ format: ImageFormat, pixels: UnsafeRawPointer, width: Int, height: Int, bytesPerRow: Int,
    alpha: UnsafeRawPointer? = nil, alphaBytesPerRow: Int = 0, palette: UnsafePointer<UInt32>? = nil,
    color: Color = .black, isOpaque: Bool = false, mipLevels: UnsafeRawPointer? = nil
  ) {
    var (w, h) = (Swift.max(0, Swift.min(32767, width)), Swift.max(0, Swift.min(32767, height)))
    var plane = unsafe pixels
    var opaque = isOpaque
    switch format {
    case .alpha8, .argb8888: break
    case .rgb565, .xrgb8888: opaque = true
    case .rgb565Alpha8: if let alpha = unsafe alpha { unsafe plane = alpha } else { (w, h) = (0, 0) }
    case .palette8, .palette4: if unsafe palette == nil { (w, h) = (0, 0) }
    }
    let base = unsafe ImageLevel(
      format: format, pixels: pixels, bytesPerRow: bytesPerRow, width: Int32(truncatingIfNeeded: w),
      height: Int32(truncatingIfNeeded: h), alpha: plane, alphaBytesPerRow: alphaBytesPerRow,
      palette: palette ?? UnsafePointer(bitPattern: 4).unsafelyUnwrapped, color: color.premultiplied)
    levels = unsafe ImageLevels(base: base, isOpaque: opaque, mipLevels: mipLevels)
  }

  init(_ levels: ImageLevels, owner: AnyObject?) { (self.levels, self.owner) = (levels, owner) }

  /// Returns the same image with another ``owner``, which must keep all of its memory alive; without one the caller
  /// does.
  @unsafe
  public func keeping(_ owner: AnyObject?) -> Image { Image(levels, owner: owner) }
}

extension Image {
  /// A part of the image, without its mip levels: it shares the memory and the owner.
  ///
  /// - Parameter rect: in pixels of the image, held to it; of ``ImageFormat/palette4`` the left side is moved left to an
  ///   even pixel.
  public func cropped(to rect: PixelRect) -> Image {
    var part = rect.intersection(PixelRect(width: width, height: height))
    if format == .palette4 { part.minX &= ~1 }
    let (x, y) = (Int(part.minX), Int(part.minY))
    let level = unsafe ImageLevel(
      format: format, pixels: base.pixels + (y &* base.bytesPerRow + format.bytes(width: x)),
      bytesPerRow: base.bytesPerRow, width: Int32(truncatingIfNeeded: part.width),
      height: Int32(truncatingIfNeeded: part.height),
      alpha: format == .rgb565Alpha8 ? base.alpha + (y &* base.alphaBytesPerRow + x) : base.alpha,
      alphaBytesPerRow: base.alphaBytesPerRow, palette: base.palette, color: base.color)
    return unsafe Image(ImageLevels(base: level, isOpaque: isOpaque, mipLevels: nil), owner: owner)
  }

  /// Whether both are the same description of the same memory. Neither the pixels nor the owner are compared.
  public func hasSamePixels(as other: Image) -> Bool {
    let (a, b) = (base, other.base)
    let places = unsafe a.pixels == b.pixels && a.alpha == b.alpha && a.palette == b.palette
    return places && a.format == b.format && a.width == b.width && a.height == b.height
      && a.bytesPerRow == b.bytesPerRow && a.alphaBytesPerRow == b.alphaBytesPerRow && a.color == b.color
      && isOpaque == other.isOpaque
  }
}

/// An image as drawing sees it, with all its levels; who draws keeps it in memory meanwhile.
@safe
struct ImageLevels {
  /// Level 0.
  let base: ImageLevel
  let isOpaque: Bool
  /// Levels 1 and up, as ``Image/makeMipLevels(in:)`` lays them out.
  let mipLevels: UnsafeRawPointer?

  @unsafe
  init(base: ImageLevel, isOpaque: Bool, mipLevels: UnsafeRawPointer?) {
    (self.base, self.isOpaque) = (base, isOpaque)
    unsafe self.mipLevels = mipLevels
  }

  var hasMipLevels: Bool { unsafe mipLevels != nil }
  var isEmpty: Bool { base.width == 0 || base.height == 0 }
}

/// One level of an image, as the sampling kernels see it.
@safe
struct ImageLevel {
  let format: ImageFormat
  let pixels: UnsafeRawPointer
  let bytesPerRow: Int
  /// In pixels, 0...32767; at least 1 where anything is drawn.
  let width, height: Int32
  /// The alpha plane; `pixels` where the format has none.
  let alpha: UnsafeRawPointer
  let alphaBytesPerRow: Int
  /// Not read where the format has none.
  let palette: UnsafePointer<UInt32>
  /// The colour of alpha8.
  let color: PremultipliedColor
}
