// Stage: paint. Fillings with more than one colour: gradients, images, groups. A shader hands out rows of premultiplied
// 0xAARRGGBB pixels in device coordinates; the painter blends them where the shape covers.

/// Hands out the pixels of a paint, row by row.
protocol Shader {
  /// Whether every pixel it hands out is opaque: where the shape covers fully, the destination need not be read.
  var isOpaque: Bool { get }
  /// Writes the pixels of the device places (`x`…`x + count − 1`, `y`), premultiplied.
  mutating func fill(_ row: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int)
  /// Returns the row's pixels where they already lie in memory; `nil` where they have to be made.
  func pixels(x: Int32, y: Int32, count: Int) -> UnsafePointer<UInt32>?
}

extension Shader {
  @inline(__always)
  func pixels(x: Int32, y: Int32, count: Int) -> UnsafePointer<UInt32>? { nil }
}

/// Blends a shader's pixels over a surface where a shape covers it.
@safe
struct ShaderPainter<Pixels: Shader>: SpanSink {
  /// The pixel at the clip's corner, and bytes from a row to the next.
  let base: UnsafeMutableRawPointer
  let bytesPerRow: Int
  /// The device place of the clip's corner.
  let x: Int32
  let y: Int32
  /// Room for a row of the clip.
  let scratch: UnsafeMutablePointer<UInt32>
  /// 1...255, for all pixels.
  let opacity: UInt32
  var shader: Pixels

  @inline(__always)
  private func place(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe (base + y &* bytesPerRow).assumingMemoryBound(to: UInt32.self) + x
  }

  /// The shader's pixels, made in the scratch row if they do not lie in memory.
  @inline(__always)
  private mutating func row(_ x: Int, _ y: Int, _ count: Int) -> UnsafePointer<UInt32> {
    let deviceX = self.x &+ Int32(truncatingIfNeeded: x)
    let deviceY = self.y &+ Int32(truncatingIfNeeded: y)
    if let pixels = unsafe shader.pixels(x: deviceX, y: deviceY, count: count) { return unsafe pixels }
    unsafe shader.fill(scratch, x: deviceX, y: deviceY, count: count)
    return unsafe UnsafePointer(scratch)
  }

  @inline(__always)
  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    let alpha = scaled255(coverage, by: opacity)
    if shader.isOpaque && alpha == 255 {
      copySpan(x, y, count)
    } else {
      unsafe blendPixels(place(x, y), count, row(x, y, count), alpha)
    }
  }

  /// Opaque pixels, fully covered: stored without a look at the former ones.
  @inline(__always)
  private mutating func copySpan(_ x: Int, _ y: Int, _ count: Int) {
    let target = unsafe place(x, y)
    let deviceX = self.x &+ Int32(truncatingIfNeeded: x)
    let deviceY = self.y &+ Int32(truncatingIfNeeded: y)
    if let pixels = unsafe shader.pixels(x: deviceX, y: deviceY, count: count) {
      unsafe target.copy(from: pixels, count: count)
    } else {
      unsafe shader.fill(target, x: deviceX, y: deviceY, count: count)
    }
  }

  @inline(__always)
  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    unsafe blendPixels(place(x, y), count, row(x, y, count), opacity, coverage)
  }
}

/// The pixels of a group that was composed before: a surface that shows the same device pixels.
@safe
struct GroupShader: Shader {
  /// The group's first pixel and the device place it shows.
  let base: UnsafeRawPointer
  let bytesPerRow: Int
  let originX: Int32
  let originY: Int32

  var isOpaque: Bool { false }

  @inline(__always)
  mutating func fill(_ row: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int) {
    if let pixels = unsafe pixels(x: x, y: y, count: count) { unsafe row.copy(from: pixels, count: count) }
  }

  @inline(__always)
  func pixels(x: Int32, y: Int32, count: Int) -> UnsafePointer<UInt32>? {
    let row = unsafe (base + Int(y &- originY) &* bytesPerRow).assumingMemoryBound(to: UInt32.self)
    return unsafe row + Int(x &- originX)
  }
}
