// Stage: blend. Source-over on RGB565, in 16-bit lanes of one pixel each: unpacked to 8 bits a channel, blended and packed
// again, byte for byte as `RGB565.pack(sourceOver(s, RGB565.unpack(d)))` gives it.
//
//     15      11 10       5 4       0
//     [  red   ] [ green  ] [ blue  ]
//
// Adding the source and rounding to levels are one product and one sum: (d + s) · 249 + 1014 = d · 249 + (s · 249 + 1014)
// ≤ 64509, and for green (d + s) · 253 + 505 ≤ 65020.
//
// All of it is written for one lane; the compiler makes vectors of the loops. On x86-64 eight pixels are six pmulhuw, six
// pmullw and some seventeen others; on arm64 high halves would cost three instructions, so shifts that insert (sri) and
// add (usra) take their place. Both give the same numbers.

/// What is left of the destination, 0...255, and each channel of the source with the pack's factor and rounding.
private struct Source565 {
  var rest, red, green, blue: UInt16

  /// - Parameter argb: premultiplied.
  @inline(__always)
  init(_ argb: UInt32) {
    rest = 255 &- UInt16(truncatingIfNeeded: argb &>> 24)
    red = (UInt16(truncatingIfNeeded: argb &>> 16) & 0xFF) &* 249 &+ 1014
    green = (UInt16(truncatingIfNeeded: argb &>> 8) & 0xFF) &* 253 &+ 505
    blue = (UInt16(truncatingIfNeeded: argb) & 0xFF) &* 249 &+ 1014
  }

  @inline(__always)
  init(rest: UInt16, red: UInt16, green: UInt16, blue: UInt16) {
    (self.rest, self.red, self.green, self.blue) = (rest, red, green, blue)
  }

  @inline(__always)
  func over(_ d: UInt16) -> UInt16 {
    let red = divided(red8(d) &* rest) &* 249 &+ red
    let green = divided(green8(d) &* rest) &* 253 &+ green
    let blue = divided(blue8(d) &* rest) &* 249 &+ blue
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
  /// A product of two bytes divided by 255, rounded.
  @inline(__always)
  private func divided(_ product: UInt16) -> UInt16 { highHalf(product &+ 128, 257) }
#else
  @inline(__always)
  private func red8(_ d: UInt16) -> UInt16 { (d &>> 8) & 0xF8 | d &>> 13 }
  @inline(__always)
  private func green8(_ d: UInt16) -> UInt16 { (d &>> 3) & 0xFC | (d &>> 9) & 3 }
  @inline(__always)
  private func blue8(_ d: UInt16) -> UInt16 { (d &<< 3) & 0xF8 | (d &>> 2) & 7 }
  /// A product of two bytes divided by 255, rounded.
  @inline(__always)
  private func divided(_ product: UInt16) -> UInt16 {
    let p = product &+ 128
    return (p &+ p &>> 8) &>> 8
  }
#endif

/// Eight pixels, lane by lane: the compiler makes whole registers of it.
typealias Lanes8 = SIMD8<UInt16>

@inline(__always)
private func each(_ lane: (Int) -> UInt16) -> Lanes8 {
  var result = Lanes8()
  for i in 0..<8 { result[i] = lane(i) }
  return result
}

/// `color`, premultiplied and not opaque, over `count` pixels.
func blendSpan565(_ row: UnsafeMutablePointer<UInt16>, _ count: Int, _ color: UInt32) {
  let source = Source565(color)
  unsafe blendSpan565(row, count, source.rest, source.red, source.green, source.blue)
}

/// Not inlined: if the compiler saw where the numbers come from it would take the sums apart again, and narrow the
/// products to what has no vector instruction.
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
      rest: 255 &- divided(alpha &* c), red: divided(red &* c) &* 249 &+ 1014,
      green: divided(green &* c) &* 253 &+ 505, blue: divided(blue &* c) &* 249 &+ 1014
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
