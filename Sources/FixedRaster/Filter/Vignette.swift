// Stage: filter. Darker towards the edges.
//
// With (u, v) a pixel's centre counted from the middle, in halves of the width and of the height, the colours are
// multiplied by 1 − intensity · min(1, (u² + v²) / (2 · radius)): at radius 1 the corners are the darkest, and the
// middle is as it was.

extension Surface {
  /// Darkens the pixels towards the edges of an oval; their alpha stays.
  ///
  /// - Parameters:
  ///   - bounds: the rectangle that it fits, in pixels of the surface.
  ///   - radius: where it is the darkest, 0…2; at 0 everywhere.
  ///   - intensity: how dark that is, 0…1; below 0 nothing changes, above 1 it is black further in.
  @export(interface)
  public func vignette(in bounds: Rect, radius: Fixed, intensity: Fixed) {
    if bounds.isEmpty || intensity <= 0 { return }
    let strength = Int64(intensity.rawValue)
    // In 1/65536: at least 1, so that it can be divided by.
    let reach = Swift.max(1, 2 &* Int64(radius.rawValue))
    var y = 0
    while y < height {
      let v = Self.square(y, bounds.minY, bounds.height)
      let row = unsafe row(y)
      var x = 0
      while x < width {
        let distance = Self.square(x, bounds.minX, bounds.width) &+ v
        // At most 2^16 · 2^31 before it is shifted.
        let part = distance >= reach ? 65536 : (distance &<< 16) / reach
        let light = Swift.max(0, 65536 &- (part &* strength) &>> 16)
        let factor = UInt32(truncatingIfNeeded: (light &* 255 &+ 0x8000) &>> 16)
        let pixel = unsafe row[x]
        unsafe row[x] = pixel & 0xFF00_0000 | scaledPixel(pixel & 0xFF_FFFF, by: factor)
        x &+= 1
      }
      y &+= 1
    }
  }

  /// How far a pixel's centre lies from the middle of a side, in its half and squared: 1/65536, held to 2^40.
  @inline(__always)
  private static func square(_ pixel: Int, _ start: Fixed, _ length: Fixed) -> Int64 {
    let place = Int64(pixel) &<< 17 &+ 65536 &- 2 &* Int64(start.rawValue) &- Int64(length.rawValue)
    let part = Swift.max(-(1 &<< 28), Swift.min(1 &<< 28, (place &<< 16) / Int64(length.rawValue)))
    return (part &* part) &>> 16
  }
}
