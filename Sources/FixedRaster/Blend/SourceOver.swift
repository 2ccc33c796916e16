// Stage: blend. Source-over of premultiplied colours s through a coverage c in 0...255:
//
//     d' = (s·c + d·(255 − ⌊α·c / 255⌉)) / 255        ⌊ ⌉ and the last division rounded to nearest
//
// with one rounding for both terms. The sum fits 16 bits: s·c ≤ α·c ≤ 255·⌊α·c / 255⌉ + 127 and d ≤ 255 make it 65152 at the
// most. A span of coverage c and a mask that happens to hold c everywhere give the same bytes, so it does not matter which
// of the two a tile's edge makes of a shape.
//
// The wide kernels take eight pixels as sixteen 16-bit lanes, even bytes (blue, red) and odd bytes (green, alpha) apart:
//
//     31    24 23    16 15     8 7      0
//     [ alpha ][  red  ][ green ][ blue  ]      lanes  = blue | red << 16 after & 0x00FF00FF
//                                               lanes' = green | alpha << 16 after >> 8
//
// On x86-64 a block is pmullw, paddw, psrlw; on arm64 mul/mla and usra, all on whole registers.

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
func dividedBy255(_ product: Lanes16) -> Lanes16 {
  let p = product &+ 128
  return (p &+ (p &>> 8)) &>> 8
}

@inline(__always)
func lanes(_ pixels: Pixels4) -> Lanes8 { unsafe unsafeBitCast(pixels, to: Lanes8.self) }

@inline(__always)
func pixels(_ lanes: Lanes8) -> Pixels4 { unsafe unsafeBitCast(lanes, to: Pixels4.self) }

@inline(__always)
func dividedBy255(_ product: Lanes8) -> Lanes8 {
  let p = product &+ 128
  return (p &+ (p &>> 8)) &>> 8
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

/// `color`, premultiplied, through one coverage in 1...255 over `count` pixels.
func blendSpan<Format: PixelFormat>(
  _: Format.Type, _ row: UnsafeMutablePointer<Format.Pixel>, _ count: Int, _ color: UInt32, _ coverage: UInt32
) {
  if Format.isRGB565 {
    let row = unsafe UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt16.self)
    unsafe blendSpan565(row, count, color, coverage)
    return
  }
  var i = 0
  if Format.isNative {
    let rest = UInt16(truncatingIfNeeded: 255 &- scaled255(color &>> 24, by: coverage))
    let c = UInt16(truncatingIfNeeded: coverage)
    let source = lanes(Pixels8(repeating: color))
    let (sourceEven, sourceOdd) = ((source & 0x00FF) &* c &+ 128, (source &>> 8) &* c &+ 128)
    let raw = UnsafeMutableRawPointer(row)
    while i &+ 8 <= count {
      let place = unsafe raw + i &* 4
      let d = lanes(unsafe place.loadUnaligned(as: Pixels8.self))
      let even = sourceEven &+ (d & 0x00FF) &* rest
      let odd = sourceOdd &+ (d &>> 8) &* rest
      unsafe place.storeBytes(of: joined(even, odd), as: Pixels8.self)
      i &+= 8
    }
  }
  while i < count {
    unsafe row[i] = Format.pack(sourceOver(color, coverage: coverage, Format.unpack(row[i])))
    i &+= 1
  }
}

/// Sums of even and of odd bytes' products, 128 added already, divided by 255 and put together to pixels.
@inline(__always)
func joined(_ even: Lanes16, _ odd: Lanes16) -> Pixels8 {
  pixels(((even &+ (even &>> 8)) &>> 8) | ((odd &+ (odd &>> 8)) & 0xFF00))
}

@inline(__always)
func joined(_ even: Lanes8, _ odd: Lanes8) -> Pixels4 {
  pixels(((even &+ (even &>> 8)) &>> 8) | ((odd &+ (odd &>> 8)) & 0xFF00))
}

/// `color`, premultiplied, times each pixel's coverage (`c | c << 16`) over `count` pixels.
func blendMask<Format: PixelFormat>(
  _: Format.Type, _ row: UnsafeMutablePointer<Format.Pixel>, _ count: Int, _ color: UInt32,
  _ coverage: UnsafePointer<UInt32>
) {
  if Format.isRGB565 {
    let row = unsafe UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt16.self)
    unsafe blendMask565(row, count, color, coverage)
    return
  }
  var i = 0
  if Format.isNative {
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
    unsafe row[i] = Format.pack(sourceOver(color, coverage: coverage[i] & 0xFF, Format.unpack(row[i])))
    i &+= 1
  }
}
