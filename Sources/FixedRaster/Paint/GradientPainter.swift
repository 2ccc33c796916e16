// Stage: paint. Takes a shape's coverage and blends a gradient where it lies.

/// Blends a gradient over a surface where a shape covers it.
@safe
struct GradientPainter<Format: PixelFormat>: CoverageConsumer {
  /// How pixels get to the surface; chosen once a shape.
  private enum Way {
    /// Rows of one colour each: drawn as a solid colour is.
    case rows
    /// Looked up in a table of the surface's own pixels where the gradient is opaque and covers fully, or else blended.
    case table
    /// Always blended.
    case blend
    /// Always blended, then dithered.
    case dither
  }

  /// The pixel at the clip's corner, and bytes from a row to the next.
  private let base: UnsafeMutableRawPointer
  private let bytesPerRow: Int
  /// The device place of the clip's corner.
  private let x: Int32
  private let y: Int32
  /// Room for a row of the clip.
  private let scratch: UnsafeMutablePointer<UInt32>
  private let gradient: Gradient
  private let ramp: GradientRamp
  private let way: Way

  @unsafe
  init(
    base: UnsafeMutableRawPointer, bytesPerRow: Int, x: Int32, y: Int32, scratch: UnsafeMutablePointer<UInt32>,
    gradient: Gradient
  ) {
    unsafe self.base = base
    self.bytesPerRow = bytesPerRow
    (self.x, self.y) = (x, y)
    unsafe self.scratch = scratch
    self.gradient = gradient
    ramp = gradient.ramp
    if Format.layout.green.length == 6 && gradient.isDithered {
      way = .dither
    } else if gradient.hasUniformRows {
      way = .rows
    } else {
      way = gradient.isOpaque ? .table : .blend
    }
  }

  @inline(__always)
  private func place(_ x: Int, _ y: Int) -> UnsafeMutablePointer<Format.Pixel> {
    unsafe (base + y &* bytesPerRow).assumingMemoryBound(to: Format.Pixel.self) + x
  }

  /// The colour of a row, as a painter of its own.
  @inline(__always)
  private func solid(_ y: Int) -> SolidPainter<Format> {
    var color: UInt32 = 0
    unsafe gradient.lookUp(&color, ramp.pixels, x: x, y: self.y &+ Int32(truncatingIfNeeded: y), count: 1)
    return unsafe SolidPainter(base: base, bytesPerRow: bytesPerRow, color: PremultipliedColor(argb: color))
  }

  @inline(__always)
  private func lookUp<Entry: FixedWidthInteger & BitwiseCopyable>(
    _ row: UnsafeMutablePointer<Entry>, _ table: UnsafePointer<Entry>, _ x: Int, _ y: Int, _ count: Int
  ) {
    unsafe gradient.lookUp(
      row, table, x: self.x &+ Int32(truncatingIfNeeded: x), y: self.y &+ Int32(truncatingIfNeeded: y), count: count)
  }

  // Not inlined: a row is long compared with a call, and coverage is swept by two rules into each format.
  @inline(never)
  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    if way == .rows {
      var painter = solid(y)
      painter.span(x: x, y: y, count: count, coverage: coverage)
    } else if way == .table && coverage == 255 {
      storeSpan(x, y, count)
    } else {
      unsafe lookUp(scratch, ramp.pixels, x, y, count)
      if way == .dither {
        dither(x, y, count) { _ in coverage }
      } else {
        unsafe blendPixels(Format.self, place(x, y), count, scratch, coverage)
      }
    }
  }

  @inline(never)
  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    if way == .rows {
      var painter = solid(y)
      unsafe painter.mask(x: x, y: y, count: count, coverage: coverage)
      return
    }
    unsafe lookUp(scratch, ramp.pixels, x, y, count)
    if way == .dither {
      dither(x, y, count) { unsafe coverage[$0] & 0xFF }
    } else {
      unsafe blendPixels(Format.self, place(x, y), count, scratch, 255, coverage)
    }
  }

  /// Opaque pixels, fully covered: stored without a look at what was there.
  @inline(__always)
  private func storeSpan(_ x: Int, _ y: Int, _ count: Int) {
    let target = unsafe place(x, y)
    if Format.isNative {
      unsafe lookUp(UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt32.self), ramp.pixels, x, y, count)
    } else if Format.layout == .rgb565 {
      unsafe lookUp(UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt16.self), ramp.pixels565, x, y, count)
    } else {
      unsafe lookUp(scratch, ramp.pixels, x, y, count)
      var i = 0
      while i < count {
        unsafe target[i] = Format.pack(scratch[i])
        i &+= 1
      }
    }
  }

  /// Blends the scratch row; `coverage` says of each pixel how much is covered.
  @inline(__always)
  private func dither(_ x: Int, _ y: Int, _ count: Int, _ coverage: (Int) -> UInt32) {
    let row = unsafe place(x, y)
    let deviceX = UInt32(bitPattern: self.x) &+ UInt32(truncatingIfNeeded: x)
    let deviceY = UInt32(bitPattern: self.y) &+ UInt32(truncatingIfNeeded: y)
    var i = 0
    while i < count {
      let pixel = unsafe sourceOver(scaledPixel(scratch[i], by: coverage(i)), Format.unpack(row[i]))
      unsafe row[i] = Format.pack(dithered565(pixel, deviceX &+ UInt32(truncatingIfNeeded: i), deviceY))
      i &+= 1
    }
  }
}
