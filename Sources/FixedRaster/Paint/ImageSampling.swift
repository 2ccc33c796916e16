// Stage: paint. Input: places in an image. Output: premultiplied pixels, eight at once.
//
// Bilinear weights have 8 bits and one rounding: of the fractions x and y in 1/256,
//
//     lower right = (x·y + 128) >> 8     upper right = x − lower right
//     lower left  = y − lower right      upper left  = 256 − x − lower left
//
// which are never negative and sum to 256, so that four equal pixels give themselves and sums fit 16-bit lanes. A
// channel is within 1.5/255 of the exact mean at the fractions' 8 bits, and within 3.5/255 at the exact place.

/// How a pixel is made of an image's pixels about its centre.
public enum ImageSampling: UInt8, Hashable, Sendable {
  /// The one it falls into.
  case nearest
  /// The four nearest, weighted by distance.
  case bilinear
  /// Bilinear in the two mip levels between which the scale lies; bilinear where the image is not shrunk or has no
  /// levels.
  case trilinear
}

/// The pixels beyond an image's edges.
public enum ImageWrap: UInt8, Hashable, Sendable {
  /// The pixels of the edge.
  case clamp
  /// The image again.
  case `repeat`
}

/// The parts of eight bilinear pixels: the four nearest of each, and the place between them in 1/256.
struct ImageCorners {
  let upperLeft, upperRight, lowerLeft, lowerRight: Pixels8
  let x, y: Pixels8
}

/// The weighted mean of each four pixels.
///
/// Eight `pmullw` a four pixels on SSE2 and arm64's `mul`/`mla`, half as many with AVX2; no other multiplication.
@inline(__always)
func bilinearMean(_ corners: ImageCorners) -> Pixels8 {
  let (x, y) = (lanes(corners.x | corners.x &<< 16), lanes(corners.y | corners.y &<< 16))
  let d = (x &* y &+ 128) &>> 8
  let b = x &- d
  let c = y &- d
  let a = 256 &- x &- c
  let (p, q) = (lanes(corners.upperLeft), lanes(corners.upperRight))
  let (r, s) = (lanes(corners.lowerLeft), lanes(corners.lowerRight))
  // At most 255 · 256 + 128 < 2^16.
  let even = (p & 0xFF) &* a &+ (q & 0xFF) &* b &+ (r & 0xFF) &* c &+ (s & 0xFF) &* d &+ 128
  let odd = (p &>> 8) &* a &+ (q &>> 8) &* b &+ (r &>> 8) &* c &+ (s &>> 8) &* d &+ 128
  return pixels(even &>> 8 | odd & 0xFF00)
}

/// `from` and `to` mixed: 0 gives the first, 256 would give the second; rounded.
@inline(__always)
func mixed(_ from: Pixels8, _ to: Pixels8, _ part: UInt16) -> Pixels8 {
  let (a, b) = (Lanes16(repeating: 256 &- part), Lanes16(repeating: part))
  let (p, q) = (lanes(from), lanes(to))
  let even = (p & 0xFF) &* a &+ (q & 0xFF) &* b &+ 128
  let odd = (p &>> 8) &* a &+ (q &>> 8) &* b &+ 128
  return pixels(even &>> 8 | odd & 0xFF00)
}

// MARK: - Anywhere: each place wrapped

extension ImageLevel {
  /// The pixels at eight places, wrapped at the edges. For bilinear sampling the places are half a pixel up and left of
  /// the sample, where the upper left of the four pixels begins.
  @inline(never)
  func block(_ places: ImagePositions, _ wrap: ImageWrap, isNearest: Bool) -> Pixels8 {
    #if SCALAR
    block(AnyTexels(self), places, wrap, isNearest)
    #else
    switch format {
    case .alpha8: block(Alpha8Texels(self), places, wrap, isNearest)
    case .rgb565: block(RGB565Texels(self), places, wrap, isNearest)
    case .rgb565Alpha8: block(RGB565Alpha8Texels(self), places, wrap, isNearest)
    case .argb8888: block(ARGBTexels(self), places, wrap, isNearest)
    case .xrgb8888: block(XRGBTexels(self), places, wrap, isNearest)
    case .palette8: block(Palette8Texels(self), places, wrap, isNearest)
    case .palette4: block(Palette4Texels(self), places, wrap, isNearest)
    }
    #endif
  }

  @inline(__always)
  private func block<T: Texels>(_ texels: T, _ places: ImagePositions, _ wrap: ImageWrap, _ isNearest: Bool) -> Pixels8
  {
    let (left, top) = (wrap.held(places.u.whole, width), wrap.held(places.v.whole, height))
    let upperLeft = texels.words(left, top)
    if isNearest { return texels.pixels(upperLeft) }
    let (right, bottom) = (wrap.held(places.u.whole &+ 1, width), wrap.held(places.v.whole &+ 1, height))
    return texels.mean(
      ImageCorners(
        upperLeft: upperLeft, upperRight: texels.words(right, top), lowerLeft: texels.words(left, bottom),
        lowerRight: texels.words(right, bottom), x: places.u.fraction, y: places.v.fraction))
  }
}

extension Texels {
  /// The words at eight places inside the level.
  @inline(__always)
  fileprivate func words(_ x: SIMD8<Int32>, _ y: SIMD8<Int32>) -> Pixels8 {
    var words = Pixels8()
    for k in 0..<8 { words[k] = word(Int(x[k]), Int(y[k])) }
    return words
  }
}

extension SIMD8<Int64> {
  /// The whole pixels of eight places: the high halves.
  @inline(__always)
  fileprivate var whole: SIMD8<Int32> { unsafe unsafeBitCast(self, to: SIMD16<Int32>.self).oddHalf }

  /// The rest, in 1/256.
  @inline(__always)
  fileprivate var fraction: Pixels8 { unsafe unsafeBitCast(self, to: SIMD16<UInt32>.self).evenHalf &>> 24 }
}

extension ImageWrap {
  /// Whole pixels in 0..<`size`.
  @inline(__always)
  fileprivate func held(_ pixels: SIMD8<Int32>, _ size: Int32) -> SIMD8<Int32> {
    if self == .clamp { return pixels.clamped(lowerBound: SIMD8(), upperBound: SIMD8(repeating: size &- 1)) }
    var result = pixels
    for k in 0..<8 {
      let rest = pixels[k] % size
      result[k] = rest < 0 ? rest &+ size : rest
    }
    return result
  }
}
