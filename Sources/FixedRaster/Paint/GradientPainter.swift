// Stage: paint. Takes a shape's coverage and blends a gradient where it lies. Three painters: for rows of one colour, for
// any gradient, and for dithering.

/// A gradient whose rows are of one colour each: a solid colour a row.
@safe
struct RowPainter<Format: PixelFormat, Gradient: GradientSource>: CoverageConsumer {
  /// The pixel at the clip's corner, and bytes from a row to the next.
  let base: UnsafeMutableRawPointer
  let bytesPerRow: Int
  /// The device place of the clip's corner.
  let x: Int32
  let y: Int32
  let gradient: Gradient

  @inline(__always)
  private func painter(_ y: Int) -> SolidPainter<Format> {
    var color: UInt32 = 0
    unsafe gradient.lookUp(
      &color, gradient.ramp.pixels, x: x, y: self.y &+ Int32(truncatingIfNeeded: y), count: 1)
    return unsafe SolidPainter(base: base, bytesPerRow: bytesPerRow, color: PremultipliedColor(argb: color))
  }

  @inline(__always)
  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    var painter = painter(y)
    painter.span(x: x, y: y, count: count, coverage: coverage)
  }

  @inline(__always)
  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    var painter = painter(y)
    unsafe painter.mask(x: x, y: y, count: count, coverage: coverage)
  }
}

/// Any gradient. Where it is opaque and covers fully, it is looked up in a table of the surface's own pixels.
@safe
struct GradientPainter<Format: PixelFormat, Gradient: GradientSource>: CoverageConsumer {
  var blended: SourcePainter<Format, Gradient>

  @inline(__always)
  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    if Format.layout == .rgb565 && coverage == 255 && blended.source.isOpaque {
      let row = unsafe (blended.base + y &* blended.bytesPerRow).assumingMemoryBound(to: UInt16.self) + x
      unsafe blended.source.lookUp(
        row, blended.source.ramp.pixels565, x: blended.x &+ Int32(truncatingIfNeeded: x),
        y: blended.y &+ Int32(truncatingIfNeeded: y), count: count)
    } else {
      blended.span(x: x, y: y, count: count, coverage: coverage)
    }
  }

  @inline(__always)
  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    unsafe blended.mask(x: x, y: y, count: count, coverage: coverage)
  }
}

/// Any source, dithered: for formats of 5, 6 and 5 bits.
@safe
struct DitheringPainter<Format: PixelFormat, Source: PixelSource>: CoverageConsumer {
  /// The pixel at the clip's corner, and bytes from a row to the next.
  let base: UnsafeMutableRawPointer
  let bytesPerRow: Int
  /// The device place of the clip's corner.
  let x: Int32
  let y: Int32
  /// Room for a row of the clip.
  let scratch: UnsafeMutablePointer<UInt32>
  var source: Source

  /// Blends a row; `coverage` says of each pixel how much is covered.
  @inline(__always)
  private mutating func blend(_ x: Int, _ y: Int, _ count: Int, _ coverage: (Int) -> UInt32) {
    let deviceX = self.x &+ Int32(truncatingIfNeeded: x)
    let deviceY = self.y &+ Int32(truncatingIfNeeded: y)
    unsafe source.fill(scratch, x: deviceX, y: deviceY, count: count)
    let row = unsafe (base + y &* bytesPerRow).assumingMemoryBound(to: Format.Pixel.self) + x
    var i = 0
    while i < count {
      let pixel = unsafe sourceOver(scaledPixel(scratch[i], by: coverage(i)), Format.unpack(row[i]))
      let place = UInt32(truncatingIfNeeded: i) &+ UInt32(bitPattern: deviceX)
      unsafe row[i] = Format.pack(dithered565(pixel, place, UInt32(bitPattern: deviceY)))
      i &+= 1
    }
  }

  @inline(__always)
  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    blend(x, y, count) { _ in coverage }
  }

  @inline(__always)
  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    blend(x, y, count) { unsafe coverage[$0] & 0xFF }
  }
}

/// The pixel with each channel moved to one of the two values beside it that 5, 6 and 5 bits can hold, by the threshold of
/// the device place: over every 4×4 pixels the mean of a channel is within one level of 255. A channel that can be held
/// stays as it is, so that dithering what was dithered changes nothing.
///
/// Thresholds are Bayer's (1973): the bits of x xor y and of y, reversed and interleaved. A channel v is looked at as
/// v − (v >> 5): values that can be held are then multiples of 8 (of 4, with v >> 6), and the threshold is 0...7 (0...3).
@inline(__always)
func dithered565(_ argb: UInt32, _ x: UInt32, _ y: UInt32) -> UInt32 {
  let cross = x ^ y
  let threshold = (cross & 1) &<< 3 | (y & 1) &<< 2 | cross & 2 | (y &>> 1) & 1
  // No field leaves its byte: 255 − 7 + 7, 255 − 3 + 3, and a byte is at least what is subtracted from it.
  let even = argb &- ((argb &>> 5) & 0x0007_0007) &- ((argb &>> 6) & 0x0000_0300)
  let level = (even &+ (threshold &>> 1) &* 0x0001_0001 &+ (threshold &>> 2) &<< 8) & 0x00F8_FCF8
  return 0xFF00_0000 | level | (level &>> 5) & 0x0007_0007 | (level &>> 6) & 0x0000_0300
}
