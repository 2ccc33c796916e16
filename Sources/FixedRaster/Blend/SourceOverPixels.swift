// Stage: blend. Source-over of rows of premultiplied pixels: images, gradients, groups. The arithmetic is
// SourceOver.swift's: s' = s·c, then s' + d·(255 − α(s')), each product divided by 255 and correctly rounded, and a
// span of coverage c gives the bytes of a mask that holds c.
//
// Eight pixels are sixteen 16-bit lanes. Of a block that is clear nothing is written, one that is opaque is stored, and
// neither reads the destination. On x86-64 the test is `vptest` (or two `por` and a `movq`), a block is two `pmullw`;
// on arm64 two `mul`, `usra` and `sri`. The rest of a row, and all of it without vectors, goes pixel by pixel.

/// `count` premultiplied pixels, each times `coverage` in 1...255, over those of `row`.
func blendPixels(
  _ row: UnsafeMutablePointer<UInt32>, _ count: Int, _ source: UnsafePointer<UInt32>,
  _ coverage: UInt32
) {
  var i = 0
  let raw = UnsafeMutableRawPointer(row)
  if hasVectors {
    i = coverage == 255 ? unsafe blendBlocks(raw, count, source) : unsafe blendBlocks(raw, count, source, coverage)
  }
  while i < count {
    let s = unsafe coverage == 255 ? source[i] : scaledPixel(source[i], by: coverage)
    unsafe row[i] = sourceOver(s, row[i])
    i &+= 1
  }
}

/// `count` premultiplied pixels, each times its coverage (`c | c << 16`) and `opacity` in 1...255, over those of `row`.
func blendPixels(
  _ row: UnsafeMutablePointer<UInt32>, _ count: Int, _ source: UnsafePointer<UInt32>,
  _ opacity: UInt32, _ coverage: UnsafePointer<UInt32>
) {
  var i = 0
  let raw = UnsafeMutableRawPointer(row)
  if hasVectors {
    i = unsafe blendBlocks(raw, count, source, opacity, coverage)
  }
  while i < count {
    let c = unsafe scaled255(coverage[i] & 0xFF, by: opacity)
    let s = unsafe scaledPixel(source[i], by: c)
    unsafe row[i] = sourceOver(s, row[i])
    i &+= 1
  }
}

// MARK: - Blocks

/// Whether all bits of eight words are zero. Not `all(_ .== 0)`: that becomes a call for each element.
@inline(__always)
func isZero(_ words: Pixels8) -> Bool {
  let halves = unsafe unsafeBitCast(words.lowHalf | words.highHalf, to: SIMD2<UInt64>.self)
  return halves[0] | halves[1] == 0
}

/// Eight pixels over eight. `rest`: 255 − alpha of each of the source's.
@inline(__always)
private func sourceOver(_ source: Pixels8, rest: Pixels8, _ destination: Pixels8) -> Pixels8 {
  let factor = lanes(rest | rest &<< 16)
  let d = lanes(destination)
  return source &+ joined((d & 0x00FF) &* factor &+ 128, (d &>> 8) &* factor &+ 128)
}

/// Each of eight pixels times its coverage, given twice in its word.
@inline(__always)
func scaledPixels(_ source: Pixels8, by coverage: Lanes16) -> Pixels8 {
  let s = lanes(source)
  return joined((s & 0x00FF) &* coverage &+ 128, (s &>> 8) &* coverage &+ 128)
}

/// The whole blocks of a row at full coverage; returns how many pixels those were.
private func blendBlocks(_ row: UnsafeMutableRawPointer, _ count: Int, _ source: UnsafePointer<UInt32>) -> Int {
  let from = unsafe UnsafeRawPointer(source)
  var i = unsafe blendGroups(row, count, from)
  while i &+ 8 <= count {
    let s = unsafe (from + i &* 4).loadUnaligned(as: Pixels8.self)
    // A block of nothing is common at the end of a row; an opaque one is blended as well as stored.
    if !isZero(s) { unsafe blend(s, over: row + i &* 4) }
    i &+= 8
  }
  return i
}

/// The groups of four blocks at full coverage; returns how many pixels those were. A group is clear or opaque as a whole,
/// or blended; which of the two is asked depends on its first pixel, so that most translucent ones are not asked.
@inline(__always)
private func blendGroups(_ row: UnsafeMutableRawPointer, _ count: Int, _ from: UnsafeRawPointer) -> Int {
  var i = 0
  while i &+ 32 <= count {
    let (source, place) = unsafe (from + i &* 4, row + i &* 4)
    i &+= 32
    // Little-endian: the last byte of the first pixel.
    let alpha = unsafe source.load(fromByteOffset: 3, as: UInt8.self)
    if alpha == 0 || alpha == 255 {
      let s0 = unsafe source.loadUnaligned(as: Pixels8.self)
      let s1 = unsafe source.loadUnaligned(fromByteOffset: 32, as: Pixels8.self)
      let s2 = unsafe source.loadUnaligned(fromByteOffset: 64, as: Pixels8.self)
      let s3 = unsafe source.loadUnaligned(fromByteOffset: 96, as: Pixels8.self)
      if alpha == 0 {
        if isZero((s0 | s1) | (s2 | s3)) { continue }
      } else if isZero(~((s0 & s1) & (s2 & s3)) &>> 24) {
        unsafe place.storeBytes(of: s0, as: Pixels8.self)
        unsafe place.storeBytes(of: s1, toByteOffset: 32, as: Pixels8.self)
        unsafe place.storeBytes(of: s2, toByteOffset: 64, as: Pixels8.self)
        unsafe place.storeBytes(of: s3, toByteOffset: 96, as: Pixels8.self)
        continue
      }
    }
    // Block by block: all four at once need more registers than there are.
    unsafe blend(source.loadUnaligned(as: Pixels8.self), over: place)
    unsafe blend(source.loadUnaligned(fromByteOffset: 32, as: Pixels8.self), over: place + 32)
    unsafe blend(source.loadUnaligned(fromByteOffset: 64, as: Pixels8.self), over: place + 64)
    unsafe blend(source.loadUnaligned(fromByteOffset: 96, as: Pixels8.self), over: place + 96)
  }
  return i
}

@inline(__always)
private func blend(_ source: Pixels8, over place: UnsafeMutableRawPointer) {
  let d = unsafe place.loadUnaligned(as: Pixels8.self)
  unsafe place.storeBytes(of: sourceOver(source, rest: ~source &>> 24, d), as: Pixels8.self)
}

/// Blends pixels at one coverage below 255.
private func blendBlocks(
  _ row: UnsafeMutableRawPointer, _ count: Int, _ source: UnsafePointer<UInt32>, _ coverage: UInt32
) -> Int {
  let from = unsafe UnsafeRawPointer(source)
  let factor = Lanes16(repeating: UInt16(truncatingIfNeeded: coverage))
  var i = 0
  while i &+ 8 <= count {
    let unscaled = unsafe (from + i &* 4).loadUnaligned(as: Pixels8.self)
    if !isZero(unscaled) {
      let s = scaledPixels(unscaled, by: factor)
      let place = unsafe row + i &* 4
      let d = unsafe place.loadUnaligned(as: Pixels8.self)
      unsafe place.storeBytes(of: sourceOver(s, rest: ~s &>> 24, d), as: Pixels8.self)
    }
    i &+= 8
  }
  return i
}

/// Blends pixels under a mask.
private func blendBlocks(
  _ row: UnsafeMutableRawPointer, _ count: Int, _ source: UnsafePointer<UInt32>, _ opacity: UInt32,
  _ coverage: UnsafePointer<UInt32>
) -> Int {
  let from = unsafe UnsafeRawPointer(source)
  let mask = unsafe UnsafeRawPointer(coverage)
  let factor = Lanes16(repeating: UInt16(truncatingIfNeeded: opacity))
  var i = 0
  while i &+ 8 <= count {
    let unscaled = unsafe (from + i &* 4).loadUnaligned(as: Pixels8.self)
    if !isZero(unscaled) {
      let c = dividedBy255(lanes(unsafe (mask + i &* 4).loadUnaligned(as: Pixels8.self)) &* factor)
      let s = scaledPixels(unscaled, by: c)
      let place = unsafe row + i &* 4
      let d = unsafe place.loadUnaligned(as: Pixels8.self)
      unsafe place.storeBytes(of: sourceOver(s, rest: ~s &>> 24, d), as: Pixels8.self)
    }
    i &+= 8
  }
  return i
}
