// Stage: paint. Takes a shape's coverage and blends a colour where it lies.

/// One colour.
@safe
struct SolidPainter<Format: PixelFormat>: CoverageConsumer {
  /// The pixel at the clip's corner, and bytes from a row to the next.
  let base: UnsafeMutableRawPointer
  let bytesPerRow: Int
  let color: PremultipliedColor

  @inline(__always)
  private func place(_ x: Int, _ y: Int) -> UnsafeMutablePointer<Format.Pixel> {
    unsafe (base + y &* bytesPerRow).assumingMemoryBound(to: Format.Pixel.self) + x
  }

  @inline(__always)
  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    let source = coverage == 255 ? color.argb : scaledPixel(color.argb, by: coverage)
    if source &>> 24 == 255 {
      unsafe fillSpan(place(x, y), count, Format.pack(source))
    } else {
      unsafe blendSpan(Format.self, place(x, y), count, source)
    }
  }

  @inline(__always)
  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    unsafe blendMask(Format.self, place(x, y), count, color.argb, coverage)
  }
}
