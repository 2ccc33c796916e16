// Stage: group. A group's pixels through a mask, for modes that change pixels where the group is clear.

/// A group's pixels, faded by a mask and an opacity.
@safe
struct MaskedShader: Shader {
  let group: GroupShader
  let mask: Mask
  let opacity: UInt32

  var isOpaque: Bool { false }

  mutating func fill(_ row: UnsafeMutablePointer<UInt32>, x: Int32, y: Int32, count: Int) {
    unsafe fillSpan(row, count, 0)
    let end = x &+ Int32(truncatingIfNeeded: count)
    let (first, last) = (Swift.max(x, mask.bounds.minX), Swift.min(end, mask.bounds.maxX))
    if first >= last || y < mask.bounds.minY || y >= mask.bounds.maxY { return }
    guard let pixels = unsafe group.pixels(x: first, y: y, count: Int(last &- first)) else { return }
    let (coverage, out) = unsafe (mask.place(first, y), row + Int(first &- x))
    var i = 0
    while i < Int(last &- first) {
      unsafe out[i] = scaledPixel(pixels[i], by: scaled255(UInt32(coverage[i]), by: opacity))
      i &+= 1
    }
  }
}
