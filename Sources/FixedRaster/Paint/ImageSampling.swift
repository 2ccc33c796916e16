// Stage: paint. Input: places in an image. Output: premultiplied pixels, eight at once.
//
// Bilinear weights have 8 bits and one rounding: of the fractions x and y in 1/256,
//
//     lower right = (x·y + 128) >> 8     upper right = x − lower right
//     lower left  = y − lower right      upper left  = 256 − x − lower left
//
// which are never negative and sum to 256, so that four equal pixels give themselves and sums fit 16-bit lanes. A channel
// is within 1.5/255 of the exact mean at the fractions' 8 bits, and within 3.5/255 at the exact place.

/// How a pixel is made of an image's pixels about its centre.
public enum ImageSampling: UInt8, Hashable, Sendable {
  /// The one it falls into.
  case nearest
  /// The four nearest, weighted by distance.
  case bilinear
  /// Bilinear in the two mip levels between which the scale lies; bilinear where the image is not shrunk or has no levels.
  case trilinear
}

/// What lies beyond an image's edges.
public enum ImageWrap: UInt8, Hashable, Sendable {
  /// The pixels of the edge.
  case clamp
  /// The image again.
  case `repeat`
}

/// The mean of four blocks of pixels, weighted by the fractions `x` and `y` in 1/256.
///
/// Eight `pmullw` a four pixels on SSE2 and arm64's `mul`/`mla`, half as many with AVX2; no other multiplication.
@inline(__always)
func bilinearMean(
  _ upperLeft: Pixels8, _ upperRight: Pixels8, _ lowerLeft: Pixels8, _ lowerRight: Pixels8, x: Pixels8, y: Pixels8
) -> Pixels8 {
  let (x, y) = (lanes(x | x &<< 16), lanes(y | y &<< 16))
  let d = (x &* y &+ 128) &>> 8
  let b = x &- d
  let c = y &- d
  let a = 256 &- x &- c
  let (p, q, r, s) = (lanes(upperLeft), lanes(upperRight), lanes(lowerLeft), lanes(lowerRight))
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
  /// what they show, where the upper left of the four pixels begins.
  @inline(never)
  func block(_ places: ImagePositions, _ wrap: ImageWrap, isNearest: Bool) -> Pixels8 {
    switch format {
    case .alpha8: block(Alpha8Texels(self), places, wrap, isNearest)
    case .rgb565: block(RGB565Texels(self), places, wrap, isNearest)
    case .rgb565Alpha8: block(RGB565Alpha8Texels(self), places, wrap, isNearest)
    case .argb8888: block(ARGBTexels(self), places, wrap, isNearest)
    case .xrgb8888: block(XRGBTexels(self), places, wrap, isNearest)
    case .palette8: block(Palette8Texels(self), places, wrap, isNearest)
    case .palette4: block(Palette4Texels(self), places, wrap, isNearest)
    }
  }

  @inline(__always)
  private func block<T: Texels>(_ texels: T, _ places: ImagePositions, _ wrap: ImageWrap, _ isNearest: Bool) -> Pixels8 {
    var (a, b, c, d) = (Pixels8(), Pixels8(), Pixels8(), Pixels8())
    var (x, y) = (Pixels8(), Pixels8())
    for k in 0..<8 {
      let (u, v) = (places.u[k], places.v[k])
      let (left, top) = (wrap.held(u, width), wrap.held(v, height))
      a[k] = texels.word(left, top)
      if isNearest { continue }
      let (right, bottom) = (wrap.held(u &+ 1 &<< 32, width), wrap.held(v &+ 1 &<< 32, height))
      b[k] = texels.word(right, top)
      c[k] = texels.word(left, bottom)
      d[k] = texels.word(right, bottom)
      x[k] = UInt32(truncatingIfNeeded: u) &>> 24
      y[k] = UInt32(truncatingIfNeeded: v) &>> 24
    }
    if isNearest { return texels.pixels(a) }
    return bilinearMean(texels.pixels(a), texels.pixels(b), texels.pixels(c), texels.pixels(d), x: x, y: y)
  }
}

extension ImageWrap {
  /// The whole pixel of a place, in 0..<`size`.
  @inline(__always)
  func held(_ place: Int64, _ size: Int32) -> Int {
    let pixel = Int32(truncatingIfNeeded: place &>> 32)
    switch self {
    case .clamp: return Int(Swift.max(0, Swift.min(size &- 1, pixel)))
    case .repeat:
      let rest = pixel % size
      return Int(rest < 0 ? rest &+ size : rest)
    }
  }
}
