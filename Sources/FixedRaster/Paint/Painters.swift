// Stage: paint. Takes a shape's coverage and blends a colour or a group's pixels where it lies.

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

/// The pixels of a group composed before, which has the clip's extent and corner.
@safe
struct GroupPainter<Format: PixelFormat>: CoverageConsumer {
  let base: UnsafeMutableRawPointer
  let bytesPerRow: Int
  /// The group's pixel at the clip's corner, premultiplied 0xAARRGGBB.
  let source: UnsafeRawPointer
  let sourceBytesPerRow: Int
  /// 1...255.
  let opacity: UInt32

  @inline(__always)
  private func place(_ x: Int, _ y: Int) -> UnsafeMutablePointer<Format.Pixel> {
    unsafe (base + y &* bytesPerRow).assumingMemoryBound(to: Format.Pixel.self) + x
  }

  @inline(__always)
  private func origin(_ x: Int, _ y: Int) -> UnsafePointer<UInt32> {
    unsafe (source + y &* sourceBytesPerRow).assumingMemoryBound(to: UInt32.self) + x
  }

  @inline(__always)
  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    unsafe blendPixels(Format.self, place(x, y), count, origin(x, y), scaled255(coverage, by: opacity))
  }

  @inline(__always)
  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    unsafe blendPixels(Format.self, place(x, y), count, origin(x, y), opacity, coverage)
  }
}
