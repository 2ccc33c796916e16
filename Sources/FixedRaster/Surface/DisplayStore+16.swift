// Stage: surface. Rows of pixels of 16 bits from a tile's. All arithmetic is in bytes, so that a vector holds sixteen. On
// arm64 ld4 parts the channels, five instructions round each of them, sri puts two of them together and st2 stores both
// bytes: 21 for 16 pixels, and 16 where they are dithered.
//
// Alpha is read too, and has no effect. A loop that read three bytes of four would go pixel by pixel at the end of each
// row: the compiler does not let a vector reach beyond the last byte that is read.

#if !arch(x86_64)
/// Stores pixels of RGB565, or of BGR565, rounded as `RGB565.pack` rounds.
@inline(__always)
func storePixels16(
  _ target: UnsafeMutableRawPointer, _ source: UnsafeMutablePointer<UInt32>, _ count: Int, isReversed: Bool
) {
  let from = unsafe UnsafeMutableRawPointer(source).assumingMemoryBound(to: UInt8.self)
  let to = unsafe target.assumingMemoryBound(to: UInt8.self)
  let (first, last) = isReversed ? (2, 0) : (0, 2)
  let zero = hiddenZero(count)
  var i = 0
  while i < count {
    let low = unsafe levelOf32(from[4 &* i &+ first])
    let middle = unsafe levelOf64(from[4 &* i &+ 1] &+ from[4 &* i &+ 3] &* zero)
    let high = unsafe levelOf32(from[4 &* i &+ last])
    unsafe to[2 &* i] = (middle &<< 3) & 0xE0 | low &>> 3
    unsafe to[2 &* i &+ 1] = high & 0xF8 | middle &>> 5
    i &+= 1
  }
}
#endif

/// 0, which the compiler does not know: a row has less than 2^30 pixels.
@inline(__always)
private func hiddenZero(_ count: Int) -> UInt8 { UInt8(truncatingIfNeeded: count &>> 30) }

/// The nearest of 32 levels in the upper five bits: v − 7v/256 + 3, whose second term is rounded so that all 256 results
/// are right.
@inline(__always)
func levelOf32(_ value: UInt8) -> UInt8 { value &+ 3 &- (value &- value &>> 3) &>> 5 }

/// The nearest of 64 levels in the upper six bits: v − 3v/256 + 1.
@inline(__always)
func levelOf64(_ value: UInt8) -> UInt8 { value &+ 1 &- (value &- value &>> 2) &>> 6 }

/// Stores pixels of RGB565, or of BGR565, dithered as `RGB565.pack` does by thresholds.
///
/// - Parameters:
///   - x: the place in the memory of the first pixel.
///   - y: see `x`.
@inline(__always)
func storeDithered16(
  _ target: UnsafeMutableRawPointer, _ source: UnsafeMutablePointer<UInt32>, _ count: Int, _ x: Int32, _ y: Int32,
  isReversed: Bool
) {
  var room = InlineArray<16, UInt32>(repeating: ditherSteps(x: x, y: y))
  var span = room.mutableSpan
  unsafe span.withUnsafeMutableBytes { steps in
    guard let steps = unsafe steps.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    let zero = hiddenZero(count)
    var i = 0
    while i < count {
      unsafe storeDithered16(target + 2 &* i, source + i, Swift.min(64, count &- i), steps, zero, isReversed)
      i &+= 64
    }
  }
}

/// - Parameter steps: for each pixel the step up before it is cut to 32 levels; half of it is for 64.
@inline(__always)
private func storeDithered16(
  _ target: UnsafeMutableRawPointer, _ source: UnsafeMutablePointer<UInt32>, _ count: Int,
  _ steps: UnsafeMutablePointer<UInt8>, _ zero: UInt8, _ isReversed: Bool
) {
  let from = unsafe UnsafeMutableRawPointer(source).assumingMemoryBound(to: UInt8.self)
  let to = unsafe target.assumingMemoryBound(to: UInt8.self)
  let (first, last) = isReversed ? (2, 0) : (0, 2)
  var i = 0
  while i < count {
    let step = unsafe steps[i]
    let (low, high) = unsafe (from[4 &* i &+ first], from[4 &* i &+ last])
    let middle = unsafe from[4 &* i &+ 1] &+ from[4 &* i &+ 3] &* zero
    // As in `ditheredLevel`; the sums are at most 255.
    let green = middle &+ step &>> 1 &- middle &>> 6
    unsafe to[2 &* i] = (green &<< 3) & 0xE0 | (low &+ step &- low &>> 5) &>> 3
    unsafe to[2 &* i &+ 1] = (high &+ step &- high &>> 5) & 0xF8 | green &>> 5
    i &+= 1
  }
}

/// The steps up of `ditheredLevel` for 32 levels, of four pixels from (`x`, `y`) on, the first in the lowest byte.
private func ditherSteps(x: Int32, y: Int32) -> UInt32 {
  var steps: UInt32 = 0
  for i: Int32 in 0..<4 {
    let step = (ditherThreshold(x: x &+ i, y: y) &* 2 &+ 1) &>> 2
    steps |= step &<< UInt32(bitPattern: i &* 8)
  }
  return steps
}
