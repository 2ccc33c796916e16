// Stage: filter. A circle drawn together at its centre.
//
// A pixel at the distance d from the centre, d < r, shows the pixel at d · (1 + k · (1 − d²/r²)²) in the same
// direction. At the rim nothing moves, and neighbours stay neighbours for k in −1...1.25.

extension Surface {
  /// Fills a surface with the pixels of this one, pinched; pixels beyond are clear, places between pixels are mixed
  /// from four of them.
  ///
  /// - Parameters:
  ///   - target: as wide and high as this surface, and not the same memory.
  ///   - center: in pixels of the surface.
  ///   - radius: of the circle in pixels, at most 8191.
  ///   - scale: how much: above 0 towards the centre, below 0 away from it. Held to −1…1.25.
  @export(interface)
  public func pinch(into target: Surface, center: Point, radius: Fixed, scale: Fixed) {
    let strength = Int64(Swift.max(-1, Swift.min(1.25, scale)).rawValue)
    let (cx, cy) = (Int64(center.x.rawValue), Int64(center.y.rawValue))
    let square = Int64(radius.rawValue) &* Int64(radius.rawValue)  // below 2^58
    var y = 0
    while y < height {
      let out = unsafe target.row(y)
      let dy = Int64(y) &<< 16 &+ 0x8000 &- cy
      var x = 0
      while x < width {
        let dx = Int64(x) &<< 16 &+ 0x8000 &- cx
        // Both within ±2^31 · 2, so the squares and their sum within 2^63.
        let distance = dx.magnitude < 1 &<< 30 && dy.magnitude < 1 &<< 30 ? dx &* dx &+ dy &* dy : square
        if radius <= 0 || distance >= square {
          unsafe out[x] = row(y)[x]
        } else {
          // 1 − d²/r² in 1/65536.
          let near = 65536 &- distance / Swift.max(1, square &>> 16)
          let factor = ((near &* near) &>> 16 &* strength) &>> 16
          unsafe out[x] = mixed(cx &+ dx &+ (dx &* factor) &>> 16, cy &+ dy &+ (dy &* factor) &>> 16)
        }
        x &+= 1
      }
      y &+= 1
    }
  }

  /// The pixel at a place in 1/65536, mixed from the four whose centres lie around it.
  private func mixed(_ x: Int64, _ y: Int64) -> UInt32 {
    let (left, top) = (x &- 0x8000, y &- 0x8000)
    let (column, row) = (Int(truncatingIfNeeded: left &>> 16), Int(truncatingIfNeeded: top &>> 16))
    let u = UInt32(truncatingIfNeeded: (left &>> 8) & 0xFF)
    let v = UInt32(truncatingIfNeeded: (top &>> 8) & 0xFF)
    let above = mix(pixel(column, row), pixel(column &+ 1, row), u)
    let below = mix(pixel(column, row &+ 1), pixel(column &+ 1, row &+ 1), u)
    return mix(above, below, v)
  }

  private func pixel(_ x: Int, _ y: Int) -> UInt32 {
    x >= 0 && y >= 0 && x < width && y < height ? unsafe row(y)[x] : 0
  }
}

/// `a` and `b` in the proportion 256 − `part` to `part`, each channel rounded to nearest.
@inline(__always)
private func mix(_ a: UInt32, _ b: UInt32, _ part: UInt32) -> UInt32 {
  let even = ((a & 0x00FF_00FF) &* (256 &- part) &+ (b & 0x00FF_00FF) &* part &+ 0x0080_0080) &>> 8
  let odd = ((a &>> 8) & 0x00FF_00FF) &* (256 &- part) &+ ((b &>> 8) & 0x00FF_00FF) &* part &+ 0x0080_0080
  return even & 0x00FF_00FF | odd & 0xFF00_FF00
}
