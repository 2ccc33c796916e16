import Foundation
import TestSupport
import Testing

@testable import FixedRaster

/// Raw values at which arithmetic goes wrong first.
private let edges32: [Int32] = [
  .min, .min + 1, -0x1_0001, -0x1_0000, -2, -1, 0, 1, 2, 0xFFFF, 0x1_0000, .max - 1, .max,
]
private let edges64: [Int64] = [
  .min, .min + 1, -1 << 48, -1 << 32, -1, 0, 1, 1 << 31, 1 << 32, 1 << 47, .max - 1, .max,
]

private func clamped<T: FixedWidthInteger>(_ value: Int128, _: T.Type) -> T { T(clamping: value) }

/// `value / 2^16` or `/ 2^32`, rounded to nearest; the two ways to treat a half.
private func halvesUp(_ value: Int128, _ bits: Int) -> Int128 { (value + (1 << Int128(bits - 1))) >> Int128(bits) }
private func halvesAway(_ value: Int128, by divisor: Int128) -> Int128 {
  let (v, d) = (value.magnitude, divisor.magnitude)
  let quotient = Int128((v + d / 2) / d)
  return (value < 0) == (divisor < 0) ? quotient : -quotient
}

@Suite struct NumbersTests {
  @Test("R10 sums and differences of every format saturate and never trap")
  func sums() {
    var random = SplitMix(seed: 1)
    var saturated = 0
    func check<N: FixedPointNumber>(_ a: N, _ b: N) {
      let (x, y) = (Int128(a.rawValue), Int128(b.rawValue))
      #expect((a + b).rawValue == clamped(x + y, N.RawValue.self))
      #expect((a - b).rawValue == clamped(x - y, N.RawValue.self))
      #expect((-a).rawValue == clamped(-x, N.RawValue.self))
      #expect(a.magnitude.rawValue == clamped(x < 0 ? -x : x, N.RawValue.self))
      #expect((a < b) == (x < y))
      if (a + b).rawValue == .max || (a + b).rawValue == .min { saturated += 1 }
    }
    let random32 = (0..<400).map { _ in Int32(truncatingIfNeeded: random.next()) }
    let random64 = (0..<400).map { _ in Int64(bitPattern: random.next()) }
    for a in edges32 + random32.prefix(40) {
      for b in edges32 + random32 {
        check(Fixed(rawValue: a), Fixed(rawValue: b))
        check(Subpixel(rawValue: a), Subpixel(rawValue: b))
      }
    }
    for a in edges64 + random64.prefix(40) {
      for b in edges64 + random64 { check(Coefficient(rawValue: a), Coefficient(rawValue: b)) }
    }
    #expect(saturated > 1000)
  }

  @Test("R10 products and quotients are correctly rounded, saturate and never trap")
  func products() {
    var random = SplitMix(seed: 2)
    var (saturated, exact, zeroDivisors) = (0, 0, 0)
    for round in 0..<60_000 {
      // Of every size: a random number of random bits.
      let a =
        round < 169 ? edges32[round / 13] : Int32(truncatingIfNeeded: random.next()) >> Int32(random.next(in: 0...31))
      let b =
        round < 169 ? edges32[round % 13] : Int32(truncatingIfNeeded: random.next()) >> Int32(random.next(in: 0...31))
      let (x, y) = (Fixed(rawValue: a), Fixed(rawValue: b))
      let product = halvesUp(Int128(a) * Int128(b), 16)
      if (x * y).rawValue != clamped(product, Int32.self) { Issue.record("\(a) * \(b)") }
      if product > Int128(Int32.max) { saturated += 1 } else { exact += 1 }
      let quotient: Int32
      if b == 0 {
        zeroDivisors += 1
        quotient = a == 0 ? 0 : a < 0 ? .min : .max
      } else {
        quotient = clamped(halvesAway(Int128(a) << 16, by: Int128(b)), Int32.self)
      }
      if (x / y).rawValue != quotient { Issue.record("\(a) / \(b)") }
    }
    #expect(saturated > 1000 && exact > 1000 && zeroDivisors > 13)
  }

  @Test("R10 products and quotients of matrix elements are correctly rounded, saturate and never trap")
  func coefficientProducts() {
    var random = SplitMix(seed: 3)
    var (saturated, exact, zeroDivisors) = (0, 0, 0)
    let n = edges64.count
    for round in 0..<60_000 {
      let a = round < n * n ? edges64[round / n] : Int64(bitPattern: random.next()) >> Int64(random.next(in: 0...63))
      let b = round < n * n ? edges64[round % n] : Int64(bitPattern: random.next()) >> Int64(random.next(in: 0...63))
      let (x, y) = (Coefficient(rawValue: a), Coefficient(rawValue: b))
      // 32 of the low bits are dropped: halves away from zero, as the magnitude is rounded.
      let product = halvesAway(Int128(a) * Int128(b), by: 1 << 32)
      let expected = clamped(product, Int64.self)
      // The magnitude 2^63 counts as too large: the difference is one step at the very end.
      let value = (x * y).rawValue
      if value != expected { Issue.record("\(a) * \(b) = \(value), not \(expected)") }
      if product > Int128(Int64.max) { saturated += 1 } else { exact += 1 }
      let quotient: Int64
      if b == 0 {
        zeroDivisors += 1
        quotient = a == 0 ? 0 : a < 0 ? .min : .max
      } else {
        quotient = clamped(halvesAway(Int128(a) << 32, by: Int128(b)), Int64.self)
      }
      if (x / y).rawValue != quotient { Issue.record("\(a) / \(b) = \((x / y).rawValue), not \(quotient)") }
      #expect(x.fixed.rawValue == clamped(halvesUp(Int128(a), 16), Int32.self))
    }
    #expect(saturated > 1000 && exact > 1000 && zeroDivisors > 11)
  }

  @Test("R10 literals and whole numbers are the nearest step, and saturate")
  func literals() {
    #expect(Fixed.fractionBits == 16 && Coefficient.fractionBits == 32 && Subpixel.fractionBits == 8)
    #expect(Fixed.one.rawValue == 65536 && Coefficient.one.rawValue == 1 << 32 && Subpixel.one.rawValue == 256)
    #expect((1.5 as Fixed).rawValue == 98304 && (-1.5 as Fixed).rawValue == -98304)
    #expect((0.1 as Fixed).rawValue == 6554 && (-0.1 as Fixed).rawValue == -6554)
    #expect((40000 as Fixed) == Fixed(rawValue: 32767 << 16) && (-40000 as Fixed) == Fixed(rawValue: -32768 << 16))
    #expect((40000.0 as Fixed) == .max && (-40000.0 as Fixed) == .min)
    #expect(Fixed.pi.rawValue == 205887)
    #expect((0.001 as Coefficient).rawValue == 4_294_967 && (-0.001 as Coefficient).rawValue == -4_294_967)
    #expect((3e9 as Coefficient) == .max && (-3e9 as Coefficient) == .min)
    #expect(Coefficient(3_000_000_000).rawValue == 0x7FFF_FFFF << 32 && Coefficient(Fixed.min).rawValue == -32768 << 32)
    #expect(Subpixel(pixels: 3).rawValue == 768 && Subpixel(pixels: .max) == .max && Subpixel(pixels: .min) == .min)
    #expect(Fixed(1, over: 3).rawValue == 21845 && Fixed(1, over: 0) == .max && Fixed(-1, over: 0) == .min)
  }

  @Test("R10 the ways from points to whole numbers round as they say")
  func rounding() {
    var random = SplitMix(seed: 4)
    for raw in edges32 + (0..<2000).map({ _ in Int32(truncatingIfNeeded: random.next()) }) {
      let value = Double(raw) / 65536
      #expect(Fixed(rawValue: raw).floor == Int(value.rounded(.down)))
      #expect(Fixed(rawValue: raw).ceil == Int(value.rounded(.up)))
      #expect(Fixed(rawValue: raw).rounded == Int((value + 0.5).rounded(.down)))
    }
  }

  @Test("R12 scaled255 is the rounded quotient for every pair of bytes")
  func scaling() {
    var wrong = 0
    for value in 0...255 as ClosedRange<UInt32> {
      for factor in 0...255 as ClosedRange<UInt32>
      where scaled255(value, by: factor) != (value * factor * 2 + 255) / 510 {
        wrong += 1
      }
    }
    #expect(wrong == 0)
  }
}
