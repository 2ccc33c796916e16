// Stage: paint. An image's pixels times a colour: particles, icons.

/// An image for painters that is multiplied by a colour, channel by channel.
struct TintedShader {
  private var image: ImageShader
  /// Premultiplied: the factors of the channels of premultiplied pixels.
  private let tint: PremultipliedColor

  /// - Parameters:
  ///   - levels: the image; clamped at its edges.
  ///   - mapping: from the image's plane to device pixels.
  ///   - sampling: how pixels between those of the image are made.
  ///   - tint: white for the image as it is.
  init(_ levels: ImageLevels, _ mapping: Mapping, sampling: ImageSampling, tint: Color) {
    image = ImageShader(levels, mapping, sampling: sampling, wrap: .clamp)
    self.tint = tint.premultiplied
  }

  var isEmpty: Bool { image.isEmpty }
}

extension TintedShader: Shader {
  var isOpaque: Bool { image.isOpaque && tint.alpha == 255 }

  @inline(never)
  mutating func fill(_ row: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int) {
    unsafe image.fill(row, x: x, y: y, count: count)
    if tint.argb != 0xFFFF_FFFF { unsafe multiplyPixels(row, count, tint.argb) }
  }
}

extension TintedShader: DrawingSource {
  var drawsNothing: Bool { isEmpty }
  var shader: AnyShader { .tinted(self) }
}

/// Multiplies each channel of `count` premultiplied pixels by the same channel of `factor`, premultiplied too: products are
/// divided by 255 and correctly rounded, so that no channel comes out above its alpha.
func multiplyPixels(_ row: UnsafeMutablePointer<UInt32>, _ count: Int, _ factor: UInt32) {
  var i = 0
  if hasVectors {
    let lanesOfFactor = lanes(Pixels8(repeating: factor))
    let (evenFactor, oddFactor) = (lanesOfFactor & 0x00FF, lanesOfFactor &>> 8)
    let raw = UnsafeMutableRawPointer(row)
    while i &+ 8 <= count {
      let place = unsafe raw + i &* 4
      let s = lanes(unsafe place.loadUnaligned(as: Pixels8.self))
      let product = joined((s & 0x00FF) &* evenFactor &+ 128, (s &>> 8) &* oddFactor &+ 128)
      unsafe place.storeBytes(of: product, as: Pixels8.self)
      i &+= 8
    }
  }
  while i < count {
    unsafe row[i] = multiplied(row[i], factor)
    i &+= 1
  }
}

/// One pixel of ``multiplyPixels(_:_:_:)``.
@inline(__always)
private func multiplied(_ pixel: UInt32, _ factor: UInt32) -> UInt32 {
  scaled255(pixel & 0xFF, by: factor & 0xFF) | scaled255((pixel &>> 8) & 0xFF, by: (factor &>> 8) & 0xFF) &<< 8
    | scaled255((pixel &>> 16) & 0xFF, by: (factor &>> 16) & 0xFF) &<< 16
    | scaled255(pixel &>> 24, by: factor &>> 24) &<< 24
}
