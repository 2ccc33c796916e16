// Stage: blend. Source-over of one premultiplied colour through coverage of a byte a pixel; the same bytes as the
// kernels for wide coverage give (SourceOver.swift).
//
// Bytes become lanes by halves: set as the even bytes of a wider vector whose odd ones are zero, and the lanes of that
// set twice. Compilers know it as interleaving: punpck on x86-64 (vpmovzx with AVX2), ushll and zip on arm64. If the
// assembly of a step shows single lanes (pinsrw, pextrw), this form was lost.

/// Eight bytes, a lane each.
@inline(__always)
private func lanes8(_ coverage: UnsafePointer<UInt8>) -> Lanes8 {
  var bytes = SIMD16<UInt8>()
  bytes.evenHalf = unsafe UnsafeRawPointer(coverage).loadUnaligned(as: SIMD8<UInt8>.self)
  return unsafe unsafeBitCast(bytes, to: Lanes8.self)
}

/// Eight pixels, two lanes each: `c | c << 16`.
@inline(__always)
func widened8(_ coverage: UnsafePointer<UInt8>) -> Lanes16 {
  var wide = Lanes16()
  wide.evenHalf = unsafe lanes8(coverage)
  wide.oddHalf = wide.evenHalf
  return wide
}

/// Four pixels, two lanes each.
@inline(__always)
private func widened4(_ coverage: UnsafePointer<UInt8>) -> Lanes8 {
  var bytes = SIMD8<UInt8>()
  bytes.evenHalf = unsafe UnsafeRawPointer(coverage).loadUnaligned(as: SIMD4<UInt8>.self)
  var wide = Lanes8()
  wide.evenHalf = unsafe unsafeBitCast(bytes, to: SIMD4<UInt16>.self)
  wide.oddHalf = wide.evenHalf
  return wide
}

// MARK: - Eight and four pixels

/// Blends `color` into eight pixels through eight bytes. `isOpaque`: the colour's alpha is 255, which spares a product.
@inline(__always)
private func blend8(
  _ row: UnsafeMutablePointer<UInt32>, _ coverage: UnsafePointer<UInt8>, _ color: UInt32,
  _ isOpaque: Bool
) {
  if hasVectors {
    let place = UnsafeMutableRawPointer(row)
    let c = unsafe widened8(coverage)
    let source = lanes(Pixels8(repeating: color))
    let alpha = Lanes16(repeating: UInt16(truncatingIfNeeded: color &>> 24))
    let rest = 255 &- (isOpaque ? c : dividedBy255(alpha &* c))
    let d = lanes(unsafe place.loadUnaligned(as: Pixels8.self))
    let even = (source & 0x00FF) &* c &+ (d & 0x00FF) &* rest &+ 128
    let odd = (source &>> 8) &* c &+ (d &>> 8) &* rest &+ 128
    unsafe place.storeBytes(of: joined(even, odd), as: Pixels8.self)
  } else {
    unsafe blendEach(row, 8, coverage, color)
  }
}

/// Four pixels.
@inline(__always)
private func blend4(
  _ place: UnsafeMutableRawPointer, _ coverage: UnsafePointer<UInt8>, _ color: UInt32, _ isOpaque: Bool
) {
  let c = unsafe widened4(coverage)
  let source = unsafe unsafeBitCast(Pixels4(repeating: color), to: Lanes8.self)
  let alpha = Lanes8(repeating: UInt16(truncatingIfNeeded: color &>> 24))
  let rest = 255 &- (isOpaque ? c : dividedBy255(alpha &* c))
  let d = unsafe unsafeBitCast(place.loadUnaligned(as: Pixels4.self), to: Lanes8.self)
  let even = (source & 0x00FF) &* c &+ (d & 0x00FF) &* rest &+ 128
  let odd = (source &>> 8) &* c &+ (d &>> 8) &* rest &+ 128
  unsafe place.storeBytes(of: joined(even, odd), as: Pixels4.self)
}

/// Pixel by pixel: the ends of rows, and all of them without vectors.
@inline(__always)
private func blendEach(
  _ row: UnsafeMutablePointer<UInt32>, _ count: Int, _ coverage: UnsafePointer<UInt8>,
  _ color: UInt32
) {
  var i = 0
  while i < count {
    unsafe row[i] = sourceOver(color, coverage: UInt32(coverage[i]), row[i])
    i &+= 1
  }
}

// MARK: - Rows

@inline(__always)
private func eightBytes(_ coverage: UnsafePointer<UInt8>) -> UInt64 {
  unsafe UnsafeRawPointer(coverage).loadUnaligned(as: UInt64.self)
}

/// `color`, premultiplied, over `count` pixels through `coverage`, a byte each. Blocks of eight that are not covered at
/// all are passed over, as most of a shadow's or a large mask's outside is, and alike ones are blended at once, as those of
/// its middle are.
@inline(__always)
func blendBytes(
  _ row: UnsafeMutablePointer<UInt32>, _ count: Int, _ coverage: UnsafePointer<UInt8>,
  _ color: UInt32
) {
  let isOpaque = color &>> 24 == 255
  var i = 0
  while i &+ 8 <= count {
    let eight = unsafe eightBytes(coverage + i)
    if eight == 0 {
      i &+= 8
      continue
    }
    let first = i
    // Turned by a byte it is the same where all its bytes are.
    if eight == eight &<< 8 | eight &>> 56 {
      repeat { i &+= 8 } while unsafe i &+ 8 <= count && eightBytes(coverage + i) == eight
      if i &- first > 8 {
        unsafe blendSpan(row + first, i &- first, color, UInt32(coverage[first]))
        continue
      }
    } else {
      i &+= 8
    }
    unsafe blend8(row + first, coverage + first, color, isOpaque)
  }
  unsafe blendEach(row + i, count &- i, coverage + i, color)
}

/// A glyph: `height` rows of `width` pixels through bytes whose rows are padded with zeros to a multiple of eight.
/// Reads and writes, unchanged, up to that multiple: all of it must lie in the surface.
@inline(__always)
func blendPaddedRows(
  _ base: UnsafeMutableRawPointer, _ bytesPerRow: Int, width: Int, height: Int,
  _ coverage: UnsafePointer<UInt8>, _ color: UInt32, isOpaque: Bool
) {
  let padded = (width &+ 7) & ~7
  // On 128-bit registers a step of eight costs two of four; the last is spared where it would blend zeros.
  let endsInFour = hasVectors && padded &- width >= 4
  let eights = endsInFour ? padded &- 8 : padded
  var row = unsafe base
  var mask = unsafe coverage
  var y = 0
  while y < height {
    let pixels = unsafe row.assumingMemoryBound(to: UInt32.self)
    var x = 0
    while x < eights {
      unsafe blend8(pixels + x, mask + x, color, isOpaque)
      x &+= 8
    }
    if endsInFour { unsafe blend4(UnsafeMutableRawPointer(pixels + x), mask + x, color, isOpaque) }
    unsafe row += bytesPerRow
    unsafe mask += padded
    y &+= 1
  }
}
