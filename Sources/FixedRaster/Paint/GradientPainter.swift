// Stage: paint. Takes a shape's coverage and blends a gradient where it lies.

/// Blends a gradient over a surface where a shape covers it.
@safe
struct GradientPainter: SpanSink {
  /// How pixels get to the surface; chosen once a shape.
  private enum Method {
    /// Rows of one colour each: drawn as a solid colour is.
    case rows
    /// Opaque: stored where it covers fully, or else blended.
    case store
    /// Always blended.
    case blend
  }

  /// The pixel at the clip's corner, and bytes from a row to the next.
  private let base: UnsafeMutableRawPointer
  private let bytesPerRow: Int
  /// The device place of the clip's corner.
  private let x: Int32
  private let y: Int32
  /// Room for a row of the clip.
  private let scratch: UnsafeMutablePointer<UInt32>
  /// 1...255, for all pixels.
  private let opacity: UInt32
  private let gradient: Gradient
  private let ramp: GradientRamp
  private let method: Method
  /// Of a gradient with rows of one colour.
  private let rows: RowColors

  @unsafe
  init(
    base: UnsafeMutableRawPointer, bytesPerRow: Int, x: Int32, y: Int32, scratch: UnsafeMutablePointer<UInt32>,
    opacity: UInt32, gradient: Gradient
  ) {
    unsafe self.base = base
    self.bytesPerRow = bytesPerRow
    (self.x, self.y) = (x, y)
    unsafe self.scratch = scratch
    (self.opacity, self.gradient) = (opacity, gradient)
    ramp = gradient.ramp
    method = opacity < 255 ? .blend : gradient.hasUniformRows ? .rows : gradient.isOpaque ? .store : .blend
    rows =
      if case .linear(let linear) = gradient { linear.rows } else { RowColors(place: .zero, spread: .pad, ramp: ramp) }
  }

  @inline(__always)
  private func place(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe (base + y &* bytesPerRow).assumingMemoryBound(to: UInt32.self) + x
  }

  /// The colour of a row, as a painter of its own.
  @inline(__always)
  private func solid(_ y: Int) -> SolidPainter {
    let color = PremultipliedColor(argb: rows.pixel(self.y &+ Int32(truncatingIfNeeded: y)))
    return unsafe SolidPainter(base: base, bytesPerRow: bytesPerRow, color: color)
  }

  @inline(__always)
  private func lookUp(_ row: UnsafeMutablePointer<UInt32>, _ x: Int, _ y: Int, _ count: Int) {
    unsafe gradient.lookUp(
      row, ramp.pixels, x: self.x &+ Int32(truncatingIfNeeded: x), y: self.y &+ Int32(truncatingIfNeeded: y),
      count: count)
  }

  // Not inlined: a row is long compared with a call.
  @inline(never)
  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    if method == .rows {
      var painter = solid(y)
      painter.span(x: x, y: y, count: count, coverage: coverage)
    } else if method == .store && coverage == 255 {
      // Without a look at the former pixels.
      unsafe lookUp(place(x, y), x, y, count)
    } else {
      unsafe lookUp(scratch, x, y, count)
      unsafe blendPixels(place(x, y), count, scratch, scaled255(coverage, by: opacity))
    }
  }

  @inline(never)
  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    if method == .rows {
      var painter = solid(y)
      unsafe painter.mask(x: x, y: y, count: count, coverage: coverage)
      return
    }
    unsafe lookUp(scratch, x, y, count)
    unsafe blendPixels(place(x, y), count, scratch, opacity, coverage)
  }
}
