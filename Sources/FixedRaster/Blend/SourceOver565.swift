// Stage: blend. Source-over on RGB565, in 16-bit lanes of one pixel each: unpacked to 8 bits a channel, blended and
// packed again, byte for byte as `RGB565.pack(sourceOver(s, coverage: c, RGB565.unpack(d)))` gives it.
//
//     15      11 10       5 4       0
//     [  red   ] [ green  ] [ blue  ]
//
// All of it is written for one lane; the compiler makes vectors of the loops. On x86-64 eight pixels are six pmulhuw,
// six pmullw and some seventeen others; on arm64 high halves would cost three instructions, so shifts that insert (sri)
// and add (usra) take their place. Both give the same numbers.

/// What is left of the destination, 0...255, and each channel of the source times its coverage, 128 added for rounding.
private struct Source565 {
  var rest, red, green, blue: UInt16

  /// The sums stay below 2^16: see SourceOver.swift, and 255 · 249 + 1014 and 255 · 253 + 505.
  @inline(__always)
  func over(_ d: UInt16) -> UInt16 {
    let red = divided(red8(d) &* rest &+ red) &* 249 &+ 1014
    let green = divided(green8(d) &* rest &+ green) &* 253 &+ 505
    let blue = divided(blue8(d) &* rest &+ blue) &* 249 &+ 1014
    return red & 0xF800 | (green &>> 5) & 0x07E0 | blue &>> 11
  }
}

#if arch(x86_64)
  /// pmulhuw.
  @inline(__always)
  private func highHalf(_ a: UInt16, _ b: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(truncatingIfNeeded: a) &* UInt32(truncatingIfNeeded: b)) &>> 16)
  }

  // A level's bits repeated: (r << 11) · 264 >> 16 = 33r >> 2 and (g << 5) · 8320 >> 16 = 65g >> 4.
  @inline(__always)
  private func red8(_ d: UInt16) -> UInt16 { highHalf(d & 0xF800, 264) }
  @inline(__always)
  private func green8(_ d: UInt16) -> UInt16 { highHalf(d & 0x07E0, 8320) }
  @inline(__always)
  private func blue8(_ d: UInt16) -> UInt16 { highHalf(d &<< 11, 264) }
  /// A sum with 128 added divided by 255, rounded.
  @inline(__always)
  private func divided(_ sum: UInt16) -> UInt16 { highHalf(sum, 257) }
#else
  @inline(__always)
  private func red8(_ d: UInt16) -> UInt16 { (d &>> 8) & 0xF8 | d &>> 13 }
  @inline(__always)
  private func green8(_ d: UInt16) -> UInt16 { (d &>> 3) & 0xFC | (d &>> 9) & 3 }
  @inline(__always)
  private func blue8(_ d: UInt16) -> UInt16 { (d &<< 3) & 0xF8 | (d &>> 2) & 7 }
  /// A sum with 128 added divided by 255, rounded.
  @inline(__always)
  private func divided(_ sum: UInt16) -> UInt16 { (sum &+ sum &>> 8) &>> 8 }
#endif

/// Eight pixels, lane by lane: the compiler makes whole registers of it.
@inline(__always)
private func each(_ lane: (Int) -> UInt16) -> Lanes8 {
  var result = Lanes8()
  for i in 0..<8 { result[i] = lane(i) }
  return result
}

/// `color`, premultiplied, through one coverage in 1...255 over `count` pixels.
func blendSpan565(_ row: UnsafeMutablePointer<UInt16>, _ count: Int, _ color: UInt32, _ coverage: UInt32) {
  let rest = 255 &- scaled255(color &>> 24, by: coverage)
  let red = ((color &>> 16) & 0xFF) &* coverage &+ 128
  let green = ((color &>> 8) & 0xFF) &* coverage &+ 128
  let blue = (color & 0xFF) &* coverage &+ 128
  unsafe blendSpan565(
    row, count, UInt16(truncatingIfNeeded: rest), UInt16(truncatingIfNeeded: red), UInt16(truncatingIfNeeded: green),
    UInt16(truncatingIfNeeded: blue))
}

/// Not inlined: if the compiler saw that `rest` is a byte it would widen the products to what has no vector
/// instruction.
@inline(never)
private func blendSpan565(
  _ row: UnsafeMutablePointer<UInt16>, _ count: Int, _ rest: UInt16, _ red: UInt16, _ green: UInt16, _ blue: UInt16
) {
  let source = Source565(rest: rest, red: red, green: green, blue: blue)
  let whole = count & ~15
  var i = 0
  while i < whole {
    unsafe row[i] = source.over(row[i])
    i &+= 1
  }
  if count & 8 != 0 {
    let place = unsafe UnsafeMutableRawPointer(row + i)
    let d = unsafe place.loadUnaligned(as: Lanes8.self)
    unsafe place.storeBytes(of: each { source.over(d[$0]) }, as: Lanes8.self)
    i &+= 8
  }
  if count & 4 != 0 {
    let place = unsafe UnsafeMutableRawPointer(row + i)
    let d = unsafe unsafeBitCast(SIMD2(place.loadUnaligned(as: UInt64.self), 0), to: Lanes8.self)
    let result = each { source.over(d[$0]) }
    unsafe place.storeBytes(of: unsafeBitCast(result, to: SIMD2<UInt64>.self)[0], as: UInt64.self)
    i &+= 4
  }
  while i < count {
    unsafe row[i] = source.over(row[i])
    i &+= 1
  }
}

/// `color`, premultiplied, times each pixel's coverage (`c | c << 16`) over `count` pixels.
func blendMask565(
  _ row: UnsafeMutablePointer<UInt16>, _ count: Int, _ color: UInt32, _ coverage: UnsafePointer<UInt32>
) {
  let red = UInt16(truncatingIfNeeded: color &>> 16) & 0xFF
  let green = UInt16(truncatingIfNeeded: color &>> 8) & 0xFF
  let blue = UInt16(truncatingIfNeeded: color) & 0xFF
  unsafe blendMask565(row, count, UInt16(truncatingIfNeeded: color &>> 24), red, green, blue, coverage)
}

@inline(never)
private func blendMask565(
  _ row: UnsafeMutablePointer<UInt16>, _ count: Int, _ alpha: UInt16, _ red: UInt16, _ green: UInt16, _ blue: UInt16,
  _ coverage: UnsafePointer<UInt32>
) {
  @inline(__always)
  func blend(_ d: UInt16, _ c: UInt16) -> UInt16 {
    Source565(
      rest: 255 &- divided(alpha &* c &+ 128), red: red &* c &+ 128, green: green &* c &+ 128, blue: blue &* c &+ 128
    ).over(d)
  }
  var i = 0
  while i &+ 8 <= count {
    let place = unsafe UnsafeMutableRawPointer(row + i)
    let d = unsafe place.loadUnaligned(as: Lanes8.self)
    let c = unsafe UnsafeRawPointer(coverage + i).loadUnaligned(as: SIMD16<UInt16>.self)
    unsafe place.storeBytes(of: each { blend(d[$0], c[2 &* $0]) }, as: Lanes8.self)
    i &+= 8
  }
  if i &+ 4 <= count {
    let place = unsafe UnsafeMutableRawPointer(row + i)
    let d = unsafe unsafeBitCast(SIMD2(place.loadUnaligned(as: UInt64.self), 0), to: Lanes8.self)
    let c = unsafe UnsafeRawPointer(coverage + i).loadUnaligned(as: Lanes8.self)
    let result = each { blend(d[$0], c[2 &* $0 & 7]) }
    unsafe place.storeBytes(of: unsafeBitCast(result, to: SIMD2<UInt64>.self)[0], as: UInt64.self)
    i &+= 4
  }
  while i < count {
    unsafe row[i] = blend(row[i], UInt16(truncatingIfNeeded: coverage[i]))
    i &+= 1
  }
}
