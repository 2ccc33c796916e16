// Stage: paint. Takes a shape's coverage and blends a colour where it lies.

/// One colour.
@safe
struct SolidPainter: SpanSink {
  /// The pixel at the clip's corner, and bytes from a row to the next.
  private let base: UnsafeMutableRawPointer
  private let bytesPerRow: Int
  private let color: UInt32
  private let isOpaque: Bool
  // The colour's bytes in 16-bit lanes, and its alpha in each.
  private let even: Lanes8
  private let odd: Lanes8
  private let alpha: Lanes8

  @unsafe
  init(base: UnsafeMutableRawPointer, bytesPerRow: Int, color: PremultipliedColor) {
    unsafe self.base = base
    self.bytesPerRow = bytesPerRow
    self.color = color.argb
    isOpaque = color.alpha == 255
    let source = lanes(Pixels4(repeating: color.argb))
    (even, odd) = (source & 0x00FF, source &>> 8)
    alpha = Lanes8(repeating: UInt16(truncatingIfNeeded: color.alpha))
  }

  static var isSweptByRule: Bool { true }
  static var takesQuads: Bool { hasVectors }

  @inline(__always)
  private func place(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe (base + y &* bytesPerRow).assumingMemoryBound(to: UInt32.self) + x
  }

  @inline(__always)
  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    if coverage == 255 && isOpaque {
      unsafe fillSpan(place(x, y), count, color)
    } else {
      unsafe blendSpans(place(x, y), count, color, coverage, rows: 1, bytesPerRow)
    }
  }

  @inline(__always)
  mutating func spans(x: Int, rows: Range<Int>, count: Int, coverage: UInt32) {
    if coverage == 255 && isOpaque {
      for y in rows { unsafe fillSpan(place(x, y), count, color) }
    } else {
      unsafe blendSpans(place(x, rows.lowerBound), count, color, coverage, rows: rows.count, bytesPerRow)
    }
  }

  @inline(__always)
  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    unsafe blendMask(place(x, y), count, color, coverage)
  }

  /// Four pixels at once, as many as outlines have. On x86-64 one 16-byte load and store and four `pmullw`.
  @inline(__always)
  mutating func quad(x: Int, y: Int, coverage: SIMD4<UInt32>) {
    let c = lanes(coverage | coverage &<< 16)
    let rest = 255 &- (isOpaque ? c : dividedBy255(alpha &* c))
    let place = unsafe UnsafeMutableRawPointer(place(x, y))
    let d = lanes(unsafe place.loadUnaligned(as: Pixels4.self))
    let even = even &* c &+ (d & 0x00FF) &* rest &+ 128
    let odd = odd &* c &+ (d &>> 8) &* rest &+ 128
    unsafe place.storeBytes(of: joined(even, odd), as: Pixels4.self)
  }
}
