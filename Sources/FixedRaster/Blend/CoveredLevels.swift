// Stage: blend. A colour over pixels of RGB565: a channel has so few levels that each level's result is looked up. On arm64
// `tbl` looks up sixteen at once in registers, 19 instructions for sixteen pixels.

#if arch(arm64)
import _Builtin_intrinsics.arm.neon
#endif

/// The bytes of pixels of RGB565 under a colour, by the levels of the pixels below: unpacked, blended and rounded as whole
/// pixels are.
struct CoveredLevels {
  private static var greenUpper: Int { 64 }
  private static var red: Int { 128 }
  private static var blue: Int { 160 }

  /// Green's part of the lower byte by 0...63, its part of the upper byte from ``greenUpper`` on, red by 0...31 from ``red``
  /// on, blue by 0...31 from ``blue`` on.
  private var bytes = InlineArray<192, UInt8>(repeating: 0)

  /// - Parameter color: premultiplied 0xAARRGGBB.
  init(under color: UInt32) {
    for level in 0..<64 {
      let gray = UInt16(truncatingIfNeeded: (level &>> 1) &* 0x801 | level &<< 5)
      let pixel = RGB565.pack(sourceOver(color, RGB565.unpack(gray)))
      let (lower, upper) = (UInt8(truncatingIfNeeded: pixel), UInt8(truncatingIfNeeded: pixel &>> 8))
      bytes[level] = lower & 0xE0
      bytes[Self.greenUpper &+ level] = upper & 7
      bytes[Self.red &+ level &>> 1] = upper & 0xF8
      bytes[Self.blue &+ level &>> 1] = lower & 0x1F
    }
  }

  /// Stores `count` pixels under the colour.
  func lookUp(_ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) {
    var i = 0
    #if arch(arm64)
    i = unsafe lookUpBlocks(target, source, count)
    #endif
    while i < count {
      let pixel = unsafe Int(source.load(fromByteOffset: i &* 2, as: UInt16.self))
      let green = (pixel &>> 5) & 63
      let lower = bytes[green] | bytes[Self.blue &+ pixel & 31]
      let upper = bytes[Self.greenUpper &+ green] | bytes[Self.red &+ pixel &>> 11]
      unsafe target.storeBytes(of: UInt16(upper) &<< 8 | UInt16(lower), toByteOffset: i &* 2, as: UInt16.self)
      i &+= 1
    }
  }
}

#if arch(arm64)
extension CoveredLevels {
  /// Stores the blocks of sixteen pixels. Returns the number of pixels in them.
  @inline(__always)
  private func lookUpBlocks(_ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> Int {
    let greenLower = table64(0)
    let greenUpper = table64(Self.greenUpper)
    let red = uint8x16x2_t(val: (sixteen(Self.red), sixteen(Self.red &+ 16)))
    let blue = uint8x16x2_t(val: (sixteen(Self.blue), sixteen(Self.blue &+ 16)))
    var i = 0
    while i &+ 16 <= count {
      let pixels = unsafe (source + i &* 2).loadUnaligned(as: SIMD32<UInt8>.self)
      let (low, high) = (pixels.evenHalf, pixels.oddHalf)
      let green = (high &<< 3 | low &>> 5) & 63
      var result = SIMD32<UInt8>()
      result.evenHalf = vqtbl4q_u8(greenLower, green) | vqtbl2q_u8(blue, low & 31)
      result.oddHalf = vqtbl4q_u8(greenUpper, green) | vqtbl2q_u8(red, high &>> 3)
      unsafe (target + i &* 2).storeBytes(of: result, as: SIMD32<UInt8>.self)
      i &+= 16
    }
    return i
  }

  private func table64(_ first: Int) -> uint8x16x4_t {
    uint8x16x4_t(val: (sixteen(first), sixteen(first &+ 16), sixteen(first &+ 32), sixteen(first &+ 48)))
  }

  private func sixteen(_ first: Int) -> SIMD16<UInt8> {
    unsafe bytes.span.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: first, as: SIMD16<UInt8>.self) }
  }
}
#endif
