// Stage: blend. Source-over of premultiplied colours s through a coverage c in 0...255:
//
//     d' = (s·c + d·(255 − ⌊α·c / 255⌉)) / 255        ⌊ ⌉ and the last division rounded to nearest
//
// with one rounding for both terms. The sum fits 16 bits: s·c ≤ α·c ≤ 255·⌊α·c / 255⌉ + 127 and d ≤ 255 make it 65152
// at the most. A span of coverage c and a mask that happens to hold c everywhere give the same bytes, so it does not
// matter which of the two a tile's edge makes of a shape.
//
// The wide kernels take eight pixels as sixteen 16-bit lanes, even bytes (blue, red) and odd bytes (green, alpha)
// apart:
//
//     31    24 23    16 15     8 7      0
//     [ alpha ][  red  ][ green ][ blue  ]      lanes  = blue | red << 16 after & 0x00FF00FF
//                                               lanes' = green | alpha << 16 after >> 8
//
// A sum v is divided by 255 and rounded as (v + 128) · 257 >> 16, which is (v' + (v' >> 8)) >> 8 with v' = v + 128. On
// x86-64 the first is one pmulhuw, on arm64 the second is usra and ushr; for the odd bytes, which are wanted in the
// upper half of their lanes, one addition less is enough on either. A block of eight pixels over a span's colour is
// pand, psrlw, two pmullw, two paddw, pmulhuw, psrlw, paddw and a select (vpblendvb; on arm64 bit), all on whole
// registers.

/// Whether pixels are blended several at a time. A processor without vector registers (`-D SCALAR`, armv6) blends them one
/// by one, two channels in a word, to the same bytes: lanes would become single instructions there.
@inline(__always)
var hasVectors: Bool {
  #if SCALAR
  false
  #else
  true
  #endif
}

typealias Pixels8 = SIMD8<UInt32>
typealias Lanes16 = SIMD16<UInt16>
typealias Pixels4 = SIMD4<UInt32>
typealias Lanes8 = SIMD8<UInt16>

@inline(__always)
func lanes(_ pixels: Pixels8) -> Lanes16 { unsafe unsafeBitCast(pixels, to: Lanes16.self) }

@inline(__always)
func pixels(_ lanes: Lanes16) -> Pixels8 { unsafe unsafeBitCast(lanes, to: Pixels8.self) }

/// Each lane divided by 255 and rounded; lanes hold products of two bytes (≤ 65025, so + 128 and + p >> 8 fit 16 bits).
@inline(__always)
func dividedBy255(_ product: Lanes16) -> Lanes16 { quotients(product &+ 128) }

@inline(__always)
func lanes(_ pixels: Pixels4) -> Lanes8 { unsafe unsafeBitCast(pixels, to: Lanes8.self) }

@inline(__always)
func pixels(_ lanes: Lanes8) -> Pixels4 { unsafe unsafeBitCast(lanes, to: Pixels4.self) }

@inline(__always)
func dividedBy255(_ product: Lanes8) -> Lanes8 { quotients(product &+ 128) }

/// Sums of at most 65152 with 128 added, divided by 255.
@inline(__always)
private func quotients(_ sums: Lanes16) -> Lanes16 {
  #if arch(x86_64)
  // One by one; the compiler makes pmulhuw of the sixteen.
  var result = Lanes16()
  for i in 0..<16 { result[i] = UInt16(truncatingIfNeeded: (UInt32(truncatingIfNeeded: sums[i]) &* 257) &>> 16) }
  return result
  #else
  return (sums &+ (sums &>> 8)) &>> 8
  #endif
}

@inline(__always)
private func quotients(_ sums: Lanes8) -> Lanes8 {
  #if arch(x86_64)
  var result = Lanes8()
  for i in 0..<8 { result[i] = UInt16(truncatingIfNeeded: (UInt32(truncatingIfNeeded: sums[i]) &* 257) &>> 16) }
  return result
  #else
  return (sums &+ (sums &>> 8)) &>> 8
  #endif
}

/// Sums of even and of odd bytes' products, 128 added already, divided by 255 and put together to pixels.
@inline(__always)
func joined(_ even: Lanes16, _ odd: Lanes16) -> Pixels8 {
  let (low, high) = (quotients(even), odd &+ (odd &>> 8))
  return pixels(low ^ ((low ^ high) & 0xFF00))
}

@inline(__always)
func joined(_ even: Lanes8, _ odd: Lanes8) -> Pixels4 {
  let (low, high) = (quotients(even), odd &+ (odd &>> 8))
  return pixels(low ^ ((low ^ high) & 0xFF00))
}

/// Sums of the bytes' products, of the first two and the last two pixels, 128 added already, divided by 255. The upper bytes
/// are taken by their places: of a shift and a conversion the compiler makes more than `uzp2`.
@inline(__always)
func bytes(_ low: Lanes8, _ high: Lanes8) -> Pixels4 {
  let first = unsafe unsafeBitCast(low &+ low &>> 8, to: SIMD16<UInt8>.self)
  let last = unsafe unsafeBitCast(high &+ high &>> 8, to: SIMD16<UInt8>.self)
  return unsafe unsafeBitCast(SIMD16(lowHalf: first.oddHalf, highHalf: last.oddHalf), to: Pixels4.self)
}

/// Four bytes of one pixel times `factor` in 0...255, divided by 255, rounded.
@inlinable @inline(__always)
func scaledPixel(_ argb: UInt32, by factor: UInt32) -> UInt32 {
  var even = (argb & 0x00FF_00FF) &* factor &+ 0x0080_0080
  even = ((even &+ ((even &>> 8) & 0x00FF_00FF)) &>> 8) & 0x00FF_00FF
  var odd = ((argb &>> 8) & 0x00FF_00FF) &* factor &+ 0x0080_0080
  odd = (odd &+ ((odd &>> 8) & 0x00FF_00FF)) & 0xFF00_FF00
  return even | odd
}

/// `source` over `destination`, both premultiplied 0xAARRGGBB.
@inlinable @inline(__always)
func sourceOver(_ source: UInt32, _ destination: UInt32) -> UInt32 {
  source &+ scaledPixel(destination, by: 255 &- source &>> 24)
}

/// One pixel of the formula above.
@inlinable @inline(__always)
func sourceOver(_ source: UInt32, coverage: UInt32, _ destination: UInt32) -> UInt32 {
  let rest = 255 &- scaled255(source &>> 24, by: coverage)
  var even = (source & 0x00FF_00FF) &* coverage &+ (destination & 0x00FF_00FF) &* rest &+ 0x0080_0080
  even = ((even &+ ((even &>> 8) & 0x00FF_00FF)) &>> 8) & 0x00FF_00FF
  var odd = ((source &>> 8) & 0x00FF_00FF) &* coverage &+ ((destination &>> 8) & 0x00FF_00FF) &* rest &+ 0x0080_0080
  odd = (odd &+ ((odd &>> 8) & 0x00FF_00FF)) & 0xFF00_FF00
  return even | odd
}

#if arch(arm64) || arch(arm)
/// A colour through one coverage: two pixels' bytes, products with 128 added, and the destination's share. Bytes are
/// multiplied as they lie, which `umlal` and `umlal2` widen: `usra` twice and `uzp2` make bytes of the sums.
private struct SpanBlend {
  let products: Lanes8
  let rest: UInt8

  @inline(__always)
  init(_ color: UInt32, _ coverage: UInt32) {
    let pixels = SIMD2<UInt32>(repeating: color)
    products =
      Lanes8(truncatingIfNeeded: unsafe unsafeBitCast(pixels, to: SIMD8<UInt8>.self))
      &* UInt16(truncatingIfNeeded: coverage) &+ 128
    rest = UInt8(truncatingIfNeeded: 255 &- scaled255(color &>> 24, by: coverage))
  }

  @inline(__always)
  func over4(_ place: UnsafeRawPointer) -> Pixels4 {
    let d = unsafe place.loadUnaligned(as: SIMD16<UInt8>.self)
    let rest = Lanes8(repeating: UInt16(rest))
    return bytes(
      products &+ Lanes8(truncatingIfNeeded: d.lowHalf) &* rest,
      products &+ Lanes8(truncatingIfNeeded: d.highHalf) &* rest)
  }

  @inline(__always)
  func over(_ place: UnsafeRawPointer) -> Pixels8 {
    unsafe Pixels8(lowHalf: over4(place), highHalf: over4(place + 16))
  }
}
#else
/// A colour through one coverage: its bytes' products, 128 added, and the destination's share.
private struct SpanBlend {
  let even, odd: Lanes16
  let rest: UInt16

  @inline(__always)
  init(_ color: UInt32, _ coverage: UInt32) {
    let c = UInt16(truncatingIfNeeded: coverage)
    let source = lanes(Pixels8(repeating: color))
    (even, odd) = ((source & 0x00FF) &* c &+ 128, (source &>> 8) &* c &+ 128)
    rest = UInt16(truncatingIfNeeded: 255 &- scaled255(color &>> 24, by: coverage))
  }

  @inline(__always)
  func over(_ place: UnsafeRawPointer) -> Pixels8 {
    let d = lanes(unsafe place.loadUnaligned(as: Pixels8.self))
    return joined(even &+ (d & 0x00FF) &* rest, odd &+ (d &>> 8) &* rest)
  }

  @inline(__always)
  func over4(_ place: UnsafeRawPointer) -> Pixels4 {
    let d = lanes(unsafe place.loadUnaligned(as: Pixels4.self))
    return joined(even.lowHalf &+ (d & 0x00FF) &* rest, odd.lowHalf &+ (d &>> 8) &* rest)
  }
}
#endif

extension SpanBlend {
  /// At least four pixels. The last blocks are read before any is written and lie over the end of those before, so that
  /// there are no single pixels.
  @inline(__always)
  func blend(_ row: UnsafeMutableRawPointer, _ count: Int) {
    if count < 8 {
      let (first, last) = unsafe (over4(row), over4(row + (count &- 4) &* 4))
      unsafe row.storeBytes(of: first, as: Pixels4.self)
      unsafe row.storeBytes(of: last, toByteOffset: (count &- 4) &* 4, as: Pixels4.self)
      return
    }
    let end = unsafe row + count &* 4
    if count <= 16 {
      let (first, last) = unsafe (over(row), over(end - 32))
      unsafe row.storeBytes(of: first, as: Pixels8.self)
      unsafe (end - 32).storeBytes(of: last, as: Pixels8.self)
      return
    }
    let (c, d) = unsafe (over(end - 64), over(end - 32))
    if count <= 32 {
      let (a, b) = unsafe (over(row), over(row + 32))
      unsafe row.storeBytes(of: a, as: Pixels8.self)
      unsafe (row + 32).storeBytes(of: b, as: Pixels8.self)
    } else {
      let (a, b) = unsafe (over(end - 128), over(end - 96))
      var place = unsafe row
      repeat {
        unsafe place.storeBytes(of: over(place), as: Pixels8.self)
        unsafe (place + 32).storeBytes(of: over(place + 32), as: Pixels8.self)
        unsafe (place + 64).storeBytes(of: over(place + 64), as: Pixels8.self)
        unsafe (place + 96).storeBytes(of: over(place + 96), as: Pixels8.self)
        unsafe place += 128
      } while unsafe place < end - 128
      unsafe (end - 128).storeBytes(of: a, as: Pixels8.self)
      unsafe (end - 96).storeBytes(of: b, as: Pixels8.self)
    }
    unsafe (end - 64).storeBytes(of: c, as: Pixels8.self)
    unsafe (end - 32).storeBytes(of: d, as: Pixels8.self)
  }
}

/// `color`, premultiplied, through one coverage in 1...255 over `count` pixels.
@inline(__always)
func blendSpan(
  _ row: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: UInt32, _ coverage: UInt32
) {
  unsafe blendSpans(row, count, color, coverage, rows: 1, 0)
}

/// The same in each of some rows, one at least, `bytesPerRow` from one to the next.
func blendSpans(
  _ row: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: UInt32, _ coverage: UInt32, rows: Int, _ bytesPerRow: Int
) {
  var place = UnsafeMutableRawPointer(row)
  var rest = rows
  if hasVectors && count >= 4 {
    let span = SpanBlend(color, coverage)
    repeat {
      unsafe span.blend(place, count)
      unsafe place += bytesPerRow
      rest &-= 1
    } while rest > 0
    return
  }
  repeat {
    let row = unsafe place.assumingMemoryBound(to: UInt32.self)
    var i = 0
    while i < count {
      unsafe row[i] = sourceOver(color, coverage: coverage, row[i])
      i &+= 1
    }
    unsafe place += bytesPerRow
    rest &-= 1
  } while rest > 0
}

/// `color`, premultiplied, times each pixel's coverage (`c | c << 16`) over `count` pixels.
func blendMask(
  _ row: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: UInt32,
  _ coverage: UnsafePointer<UInt32>
) {
  var i = 0
  if hasVectors {
    let source = lanes(Pixels8(repeating: color))
    let (sourceEven, sourceOdd) = (source & 0x00FF, source &>> 8)
    let alpha = Lanes16(repeating: UInt16(truncatingIfNeeded: color &>> 24))
    let raw = UnsafeMutableRawPointer(row)
    let mask = unsafe UnsafeRawPointer(coverage)
    while i &+ 8 <= count {
      let c = lanes(unsafe (mask + i &* 4).loadUnaligned(as: Pixels8.self))
      let rest = 255 &- dividedBy255(alpha &* c)
      let place = unsafe raw + i &* 4
      let d = lanes(unsafe place.loadUnaligned(as: Pixels8.self))
      let even = sourceEven &* c &+ (d & 0x00FF) &* rest &+ 128
      let odd = sourceOdd &* c &+ (d &>> 8) &* rest &+ 128
      unsafe place.storeBytes(of: joined(even, odd), as: Pixels8.self)
      i &+= 8
    }
  }
  while i < count {
    unsafe row[i] = sourceOver(color, coverage: coverage[i] & 0xFF, row[i])
    i &+= 1
  }
}
