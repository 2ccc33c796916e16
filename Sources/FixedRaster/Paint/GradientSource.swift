/// A gradient as the painters see it: pixels looked up in a ramp.
protocol GradientSource: PixelSource {
  var ramp: GradientRamp { get }
  /// Whether colours are dithered where the format holds 5 or 6 bits of each channel.
  var isDithered: Bool { get }
  /// Whether each row is of one colour.
  var hasUniformRows: Bool { get }
  /// Writes what the ramp's `table` holds for the device places (`x`…`x + count − 1`, `y`).
  func lookUp<Entry: FixedWidthInteger>(
    _ row: UnsafeMutablePointer<Entry>, _ table: UnsafePointer<Entry>, x: Int32, y: Int32, count: Int)
}

extension GradientSource {
  @inline(__always)
  var hasUniformRows: Bool { false }

  @inline(__always)
  mutating func fill(_ row: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int) {
    unsafe lookUp(row, ramp.pixels, x: x, y: y, count: count)
  }
}
