// Stage: paint, for surfaces of 5, 6 and 5 bits a pixel.

/// The pixel with each channel moved to one of the two values beside it that 5, 6 and 5 bits can hold, by the threshold of
/// the device place: over every 4×4 pixels the mean of a channel is within one level of 255. A channel that can be held
/// stays as it is, so that dithering what was dithered changes nothing.
///
/// Thresholds are Bayer's (1973): the bits of x xor y and of y, reversed and interleaved. A channel v is looked at as
/// v − (v >> 5): values that can be held are then multiples of 8 (of 4, with v >> 6), and the threshold is 0...7 (0...3).
@inline(__always)
func dithered565(_ argb: UInt32, _ x: UInt32, _ y: UInt32) -> UInt32 {
  let cross = x ^ y
  let threshold = (cross & 1) &<< 3 | (y & 1) &<< 2 | cross & 2 | (y &>> 1) & 1
  // No field leaves its byte: 255 − 7 + 7, 255 − 3 + 3, and a byte is at least what is subtracted from it.
  let even = argb &- ((argb &>> 5) & 0x0007_0007) &- ((argb &>> 6) & 0x0000_0300)
  let level = (even &+ (threshold &>> 1) &* 0x0001_0001 &+ (threshold &>> 2) &<< 8) & 0x00F8_FCF8
  return 0xFF00_0000 | level | (level &>> 5) & 0x0007_0007 | (level &>> 6) & 0x0000_0300
}
