// Stage: surface. Ordered dither by the pixel's place, for formats of fewer than 8 bits a channel.

/// The threshold of a device pixel, 0...15: Bayer's 4×4 matrix, by interleaving the low bits of x ⊕ y and of y.
@inlinable @inline(__always)
func ditherThreshold(x: Int32, y: Int32) -> UInt32 {
  let row = UInt32(bitPattern: y)
  let both = UInt32(bitPattern: x) ^ row
  return (both & 1) &<< 3 | (row & 1) &<< 2 | both & 2 | (row &>> 1) & 1
}

/// A channel of 0...255 as one of 2^`bits` levels, the one below or above by a threshold of 0...15.
///
/// v − (v >> bits) takes from a value that is a level with its bits repeated all that was repeated, so that such a
/// value comes out as its level whatever the threshold; 255 is one. The steps (2t + 1)/32 of a level are cut to whole
/// numbers.
@inlinable @inline(__always)
func ditheredLevel(_ value: UInt32, bits: UInt32, _ threshold: UInt32) -> UInt32 {
  let step = ((threshold &* 2 &+ 1) &<< 4) &>> (bits &+ 1)
  return (value &+ step &- (value &>> bits)) &>> (8 &- bits)
}
