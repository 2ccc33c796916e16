// Stage: mesh. Input: the colours of a triangle's vertices. Output: rows of pixels between them, in perspective.

/// The colours of a triangle: of each vertex the part that the place on the triangle is of it, premultiplied.
struct MeshColors: Shader {
  private let colors: (UInt32, UInt32, UInt32)
  /// The parts of the second and the third vertex.
  private let parts: ImageProjection

  init(_ colors: (UInt32, UInt32, UInt32), parts: ImageProjection) { (self.colors, self.parts) = (colors, parts) }

  var isOpaque: Bool { colors.0 & colors.1 & colors.2 >= 0xFF00_0000 }

  @inline(never)
  mutating func fill(_ row: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int) {
    for i in 0..<count { unsafe row[i] = pixel(x &+ Int32(truncatingIfNeeded: i), y) }
  }

  private func pixel(_ x: Int32, _ y: Int32) -> UInt32 {
    guard let place = parts.position(x, y) else { return 0 }
    // With 16 fraction bits; no pixel whose centre is covered lies outside but for rounding.
    let b = Swift.max(0, Swift.min(0x1_0000, place.u &>> 16))
    let c = Swift.max(0, Swift.min(0x1_0000 &- b, place.v &>> 16))
    let (second, third) = (UInt32(truncatingIfNeeded: b), UInt32(truncatingIfNeeded: c))
    let first = 0x1_0000 &- second &- third
    // Sums of weights are 2^16: below 2^24 and a half.
    func channel(_ shift: UInt32) -> UInt32 {
      let (p, q, r) = ((colors.0 &>> shift) & 0xFF, (colors.1 &>> shift) & 0xFF, (colors.2 &>> shift) & 0xFF)
      return ((p &* first &+ q &* second &+ r &* third &+ 0x8000) &>> 16) &<< shift
    }
    return channel(24) | channel(16) | channel(8) | channel(0)
  }
}
