// Stage: paint. Sets fully covered pixels to a colour; partly covered ones keep a share of theirs, as with the blend
// mode copy.

/// Replaces a surface's pixels through coverage.
@safe
struct ClearPainter: SpanSink {
  /// The pixel at the clip's corner, and bytes from a row to the next.
  let base: UnsafeMutableRawPointer
  let bytesPerRow: Int
  let color: PremultipliedColor

  @inline(__always)
  private func place(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe (base + y &* bytesPerRow).assumingMemoryBound(to: UInt32.self) + x
  }

  mutating func span(x: Int, y: Int, count: Int, coverage: UInt32) {
    let row = unsafe place(x, y)
    if coverage == 255 { return unsafe fillSpan(row, count, color.argb) }
    for i in 0..<count { unsafe row[i] = mixed(row[i], coverage) }
  }

  mutating func mask(x: Int, y: Int, count: Int, coverage: UnsafePointer<UInt32>) {
    let row = unsafe place(x, y)
    for i in 0..<count { unsafe row[i] = mixed(row[i], coverage[i] & 0xFF) }
  }

  private func mixed(_ pixel: UInt32, _ coverage: UInt32) -> UInt32 {
    interpolated(color.argb, pixel, coverage)
  }
}
