// Stage: filter. The mean of a square around each pixel, first along the rows, then along the columns, each rounded to
// nearest. Beyond the surface all is clear. A running sum costs the same for every width.

extension Surface {
  /// The largest square is 257 pixels wide.
  public static var maximumBoxRadius: Int { 128 }

  /// Blurs the pixels in place.
  ///
  /// - Parameters:
  ///   - radius: pixels on each side of the one in the middle, held to 0...128.
  ///   - scratch: as wide and high as this surface, and not the same memory; its contents are lost.
  @export(interface)
  public func boxBlur(radius: Int, scratch: Surface) {
    let radius = Swift.max(0, Swift.min(Self.maximumBoxRadius, radius))
    if radius == 0 { return }
    let mean = BoxMean(radius: radius)
    var y = 0
    while y < height {
      unsafe Self.blurRow(row(y), into: scratch.row(y), count: width, mean)
      y &+= 1
    }
    var x = 0
    while x < width {
      blurColumns(x, Swift.min(Self.strip, width &- x), of: scratch, mean)
      x &+= Self.strip
    }
  }

  /// Columns that are blurred at once: a line of the first-level cache.
  private static var strip: Int { 16 }

  private static func blurRow(
    _ source: UnsafeMutablePointer<UInt32>, into target: UnsafeMutablePointer<UInt32>, count: Int, _ mean: BoxMean
  ) {
    var sum = ChannelSums()
    var x = 0 &- mean.radius
    while x < count {
      if x &+ mean.radius < count { unsafe sum.add(source[x &+ mean.radius]) }
      if x > mean.radius { unsafe sum.subtract(source[x &- mean.radius &- 1]) }
      if x >= 0 { unsafe target[x] = sum.mean(mean) }
      x &+= 1
    }
  }

  private func blurColumns(_ x: Int, _ count: Int, of source: Surface, _ mean: BoxMean) {
    var sums = InlineArray<16, ChannelSums>(repeating: ChannelSums())
    var y = 0 &- mean.radius
    while y < height {
      let (entering, leaving) = (y &+ mean.radius, y &- mean.radius &- 1)
      var i = 0
      while i < count {
        if entering < height { unsafe sums[i].add(source.row(entering)[x &+ i]) }
        if leaving >= 0 { unsafe sums[i].subtract(source.row(leaving)[x &+ i]) }
        if y >= 0 { unsafe row(y)[x &+ i] = sums[i].mean(mean) }
        i &+= 1
      }
      y &+= 1
    }
  }
}

/// A division by the number of pixels in a box, 1...257.
private struct BoxMean {
  let radius: Int
  let half: UInt32
  /// 2^32 over the number, rounded up. The number times the sum, which is at most 2^16 + 128, is below 2^32, so that
  /// the quotient is exact.
  let reciprocal: UInt64

  init(radius: Int) {
    self.radius = radius
    let count = UInt32(truncatingIfNeeded: 2 &* radius &+ 1)
    half = count / 2
    reciprocal = (UInt64(1) &<< 32 &+ UInt64(count) &- 1) / UInt64(count)
  }

  @inline(__always)
  func of(_ sum: UInt32) -> UInt32 { UInt32(truncatingIfNeeded: (UInt64(sum &+ half) &* reciprocal) &>> 32) }
}

/// Sums of the channels of at most 257 pixels.
private struct ChannelSums {
  var alpha: UInt32 = 0
  var red: UInt32 = 0
  var green: UInt32 = 0
  var blue: UInt32 = 0

  @inline(__always)
  mutating func add(_ pixel: UInt32) {
    alpha &+= pixel &>> 24
    red &+= pixel &>> 16 & 0xFF
    green &+= pixel &>> 8 & 0xFF
    blue &+= pixel & 0xFF
  }

  @inline(__always)
  mutating func subtract(_ pixel: UInt32) {
    alpha &-= pixel &>> 24
    red &-= pixel &>> 16 & 0xFF
    green &-= pixel &>> 8 & 0xFF
    blue &-= pixel & 0xFF
  }

  @inline(__always)
  func mean(_ mean: BoxMean) -> UInt32 {
    mean.of(alpha) &<< 24 | mean.of(red) &<< 16 | mean.of(green) &<< 8 | mean.of(blue)
  }
}
