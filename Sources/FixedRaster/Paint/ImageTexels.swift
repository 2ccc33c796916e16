// Stage: paint. Input: a level of an image. Output: its pixels as premultiplied 0xAARRGGBB. A type for each format: the
// kernels are written once over them.
//
// Words are fetched one by one, as they lie in memory (there is no gather on most processors), and made into pixels
// eight at once.

/// Reads the pixels of one format.
protocol Texels {
  init(_ level: ImageLevel)
  /// The pixel at (`x`, `y`), inside the level, as it is stored.
  func word(_ x: Int, _ y: Int) -> UInt32
  /// The words at (`x`, `y`) and (`x + 1`, `y`), the left one in the low half, and those below them.
  func corners(_ x: Int, _ y: Int) -> (upper: UInt64, lower: UInt64)
  /// The words from (`x`, `y`) to (`x + 7`, `y`).
  func words(_ x: Int, _ y: Int) -> Pixels8
  /// Eight words as premultiplied 0xAARRGGBB.
  func pixels(_ words: Pixels8) -> Pixels8
  /// The pixels of four blocks of words, mixed.
  func mean(_ words: ImageCorners) -> Pixels8
}

extension Texels {
  @inline(__always)
  func corners(_ x: Int, _ y: Int) -> (upper: UInt64, lower: UInt64) {
    (
      upper: UInt64(word(x, y)) | UInt64(word(x &+ 1, y)) &<< 32,
      lower: UInt64(word(x, y &+ 1)) | UInt64(word(x &+ 1, y &+ 1)) &<< 32
    )
  }

  @inline(__always)
  func words(_ x: Int, _ y: Int) -> Pixels8 {
    var words = Pixels8()
    for k in 0..<8 { words[k] = word(x &+ k, y) }
    return words
  }

  @inline(__always)
  func pixels(_ words: Pixels8) -> Pixels8 { words }

  @inline(__always)
  func mean(_ words: ImageCorners) -> Pixels8 {
    bilinearMean(
      ImageCorners(
        upperLeft: pixels(words.upperLeft), upperRight: pixels(words.upperRight), lowerLeft: pixels(words.lowerLeft),
        lowerRight: pixels(words.lowerRight), x: words.x, y: words.y))
  }
}

/// Premultiplied 0xAARRGGBB.
@safe
struct ARGBTexels: Texels {
  private let base: UnsafeRawPointer
  private let bytesPerRow: Int

  init(_ level: ImageLevel) { unsafe (base, bytesPerRow) = (level.pixels, level.bytesPerRow) }

  @inline(__always)
  private func place(_ x: Int, _ y: Int) -> UnsafeRawPointer { unsafe base + y &* bytesPerRow + x &* 4 }

  @inline(__always)
  func word(_ x: Int, _ y: Int) -> UInt32 { unsafe place(x, y).load(as: UInt32.self) }

  @inline(__always)
  func corners(_ x: Int, _ y: Int) -> (upper: UInt64, lower: UInt64) {
    let upper = unsafe place(x, y)
    return unsafe (
      upper: upper.loadUnaligned(as: UInt64.self), lower: (upper + bytesPerRow).loadUnaligned(as: UInt64.self)
    )
  }

  @inline(__always)
  func words(_ x: Int, _ y: Int) -> Pixels8 { unsafe place(x, y).loadUnaligned(as: Pixels8.self) }
}

/// 0xXXRRGGBB.
struct XRGBTexels: Texels {
  private let texels: ARGBTexels

  init(_ level: ImageLevel) { texels = ARGBTexels(level) }

  @inline(__always)
  func word(_ x: Int, _ y: Int) -> UInt32 { texels.word(x, y) }

  @inline(__always)
  func corners(_ x: Int, _ y: Int) -> (upper: UInt64, lower: UInt64) { texels.corners(x, y) }

  @inline(__always)
  func words(_ x: Int, _ y: Int) -> Pixels8 { texels.words(x, y) }

  @inline(__always)
  func pixels(_ words: Pixels8) -> Pixels8 { words | 0xFF00_0000 }

  /// X is mixed with X: the result is written over.
  @inline(__always)
  func mean(_ words: ImageCorners) -> Pixels8 { bilinearMean(words) | 0xFF00_0000 }
}

/// Eight pixels of RGB565, each in the low half of a word whose high half is zero, high bits repeated below.
@inline(__always)
private func unpacked565(_ words: Pixels8) -> Pixels8 {
  let (r, g, b) = (words &>> 11, (words &>> 5) & 0x3F, words & 0x1F)
  return 0xFF00_0000 | (r &<< 3 | r &>> 2) &<< 16 | (g &<< 2 | g &>> 4) &<< 8 | (b &<< 3 | b &>> 2)
}

/// RGB565.
@safe
struct RGB565Texels: Texels {
  private let base: UnsafeRawPointer
  private let bytesPerRow: Int

  init(_ level: ImageLevel) { unsafe (base, bytesPerRow) = (level.pixels, level.bytesPerRow) }

  @inline(__always)
  func word(_ x: Int, _ y: Int) -> UInt32 {
    UInt32(unsafe (base + y &* bytesPerRow + x &* 2).load(as: UInt16.self))
  }

  @inline(__always)
  func pixels(_ words: Pixels8) -> Pixels8 { unpacked565(words) }
}

/// RGB565 beside a plane of alpha: a word is the pixel with its alpha in bits 16…23.
@safe
struct RGB565Alpha8Texels: Texels {
  private let color: RGB565Texels
  private let alpha: Alpha8Texels

  init(_ level: ImageLevel) {
    color = RGB565Texels(level)
    unsafe alpha = Alpha8Texels(base: level.alpha, bytesPerRow: level.alphaBytesPerRow)
  }

  @inline(__always)
  func word(_ x: Int, _ y: Int) -> UInt32 { color.word(x, y) | alpha.word(x, y) &<< 16 }

  @inline(__always)
  func pixels(_ words: Pixels8) -> Pixels8 {
    let alpha = words &>> 16
    return scaledPixels(unpacked565(words & 0xFFFF), by: lanes(alpha | alpha &<< 16))
  }
}

/// One colour through 8 bits of alpha.
@safe
struct Alpha8Texels: Texels {
  private let base: UnsafeRawPointer
  private let bytesPerRow: Int
  private let color: UInt32

  init(_ level: ImageLevel) {
    unsafe (base, bytesPerRow, color) = (level.pixels, level.bytesPerRow, level.color.argb)
  }

  @unsafe
  fileprivate init(base: UnsafeRawPointer, bytesPerRow: Int) {
    unsafe (self.base, self.bytesPerRow, color) = (base, bytesPerRow, 0)
  }

  @inline(__always)
  func word(_ x: Int, _ y: Int) -> UInt32 { UInt32(unsafe (base + y &* bytesPerRow + x).load(as: UInt8.self)) }

  @inline(__always)
  func pixels(_ words: Pixels8) -> Pixels8 {
    scaledPixels(Pixels8(repeating: color), by: lanes(words | words &<< 16))
  }
}

/// Indices of 8 bits: a word is the palette's.
@safe
struct Palette8Texels: Texels {
  private let base: UnsafeRawPointer
  private let bytesPerRow: Int
  private let palette: UnsafePointer<UInt32>

  init(_ level: ImageLevel) { unsafe (base, bytesPerRow, palette) = (level.pixels, level.bytesPerRow, level.palette) }

  @inline(__always)
  func word(_ x: Int, _ y: Int) -> UInt32 {
    unsafe palette[Int((base + y &* bytesPerRow + x).load(as: UInt8.self))]
  }
}

/// Indices of 4 bits, the left pixel in the high half of a byte: a word is the palette's.
@safe
struct Palette4Texels: Texels {
  private let base: UnsafeRawPointer
  private let bytesPerRow: Int
  private let palette: UnsafePointer<UInt32>

  init(_ level: ImageLevel) { unsafe (base, bytesPerRow, palette) = (level.pixels, level.bytesPerRow, level.palette) }

  @inline(__always)
  func word(_ x: Int, _ y: Int) -> UInt32 {
    let byte = Int(unsafe (base + y &* bytesPerRow + x &>> 1).load(as: UInt8.self))
    return unsafe palette[x & 1 == 0 ? byte &>> 4 : byte & 15]
  }
}

#if SCALAR
/// Any format, a pixel by a call. Without vectors a kernel takes two to ten times the memory, and one for each of
/// seven formats is more than a board's file has room for: those that are rare share this one.
struct AnyTexels: Texels {
  private let level: ImageLevel

  init(_ level: ImageLevel) { self.level = level }

  @inline(never)
  func word(_ x: Int, _ y: Int) -> UInt32 {
    switch level.format {
    case .alpha8: pixel(Alpha8Texels(level), x, y)
    case .rgb565: pixel(RGB565Texels(level), x, y)
    case .rgb565Alpha8: pixel(RGB565Alpha8Texels(level), x, y)
    case .argb8888: pixel(ARGBTexels(level), x, y)
    case .xrgb8888: pixel(XRGBTexels(level), x, y)
    case .palette8: pixel(Palette8Texels(level), x, y)
    case .palette4: pixel(Palette4Texels(level), x, y)
    }
  }

  @inline(__always)
  private func pixel<T: Texels>(_ texels: T, _ x: Int, _ y: Int) -> UInt32 {
    texels.pixels(Pixels8(repeating: texels.word(x, y)))[0]
  }
}
#endif
