import PanelSignals
import Testing

@testable import PanelSources

struct CANScaleTests {
  @Test(
    "P62 20,000 random scales of all sizes give the quotient of 128 bits, rounded to nearest, halves away from zero")
  func randomScales() throws {
    var generator = CANRandom(622)
    var counts = ["fitting": 0, "failed": 0, "ties": 0, "below zero": 0, "wide divisors": 0]
    for _ in 0..<20_000 {
      let raw = random(64, &generator)
      let (numerator, denominator) = (max(1, random(60, &generator)), max(1, random(61, &generator)))
      let (offset, shift) = (random(60, &generator), Int.random(in: 0...33, using: &generator))
      let (isNegative, isOffsetNegative) = (Bool.random(using: &generator), Bool.random(using: &generator))
      // Of the exact numerator below 2¹²⁷ alone: dbc-compare.py has all others.
      let (product, overflow) = (UInt128(raw) * UInt128(numerator)).multipliedReportingOverflow(by: 1 << (33 - shift))
      let scaled = UInt128(offset) << (33 - shift)
      if overflow || product >> 126 != 0 { continue }
      let isSame = isNegative == (isOffsetNegative && offset != 0)
      let magnitude = isSame ? product + scaled : product > scaled ? product - scaled : scaled - product
      let isMinus = isSame || product >= scaled ? isNegative : isOffsetNegative
      let double = UInt128(denominator) * 2
      let quotient = (magnitude + UInt128(denominator)) / double
      let fits = quotient < 1 << 63 || isMinus && quotient == 1 << 63
      counts[fits ? "fitting" : "failed", default: 0] += 1
      if fits && (magnitude + UInt128(denominator)) % double == 0 { counts["ties", default: 0] += 1 }
      if fits && isMinus && quotient != 0 { counts["below zero", default: 0] += 1 }
      if fits && denominator >> 32 != 0 && magnitude >> 64 != 0 { counts["wide divisors", default: 0] += 1 }
      let scale = try #require(
        CANScale(
          numerator: numerator, isNegative: isNegative, offset: (0, offset), isOffsetNegative: isOffsetNegative,
          denominator: denominator, shift: shift))
      let expected = Int64(truncatingIfNeeded: fits ? (isMinus ? 0 &- quotient : quotient) : 0)
      let reading = scale.reading(whole: raw, isNegative: false)
      if reading != Reading(Fixed64(rawValue: expected), fits ? .fresh : .failed) {
        Issue.record("\(raw) \(scale): \(reading), expected \(expected)")
      }
      #expect(scale.offset.low == offset && scale.offset.high == 0)
    }
    #expect(counts.values.allSatisfy { $0 > 10 }, "\(counts)")
  }

  @Test("P62 20,000 quotients of 128 bits are exact, at the edges of each digit too")
  func quotients() {
    var generator = CANRandom(623)
    var (tooLarge, long) = (0, 0)
    for _ in 0..<20_000 {
      let (divisor, quotient) = (max(1, random(63, &generator)), random(64, &generator))
      let rests = [0, 1, divisor - 1, random(63, &generator)]
      let number = UInt128(quotient) * UInt128(divisor) + UInt128(rests[Int(generator.next() % 4)] % divisor)
      let wide = WideNumber(high: UInt64(number >> 64), low: UInt64(truncatingIfNeeded: number))
      if wide.divided(by: divisor) != quotient { Issue.record("\(number) / \(divisor)") }
      if number >> 64 != 0 { long += 1 }
      let smaller = max(1, divisor >> 7)
      let larger = number / UInt128(smaller)
      if wide.divided(by: smaller) != UInt64(exactly: larger) { Issue.record("\(number) / \(smaller)") }
      if larger >> 64 != 0 { tooLarge += 1 }
    }
    #expect(tooLarge > 500 && long > 5000)
  }

  /// A number of any count of bits up to a limit; sometimes with all bits set, or a power of two.
  private func random(_ bits: Int, _ generator: inout CANRandom) -> UInt64 {
    let count = Int.random(in: 1...bits, using: &generator)
    switch generator.next() % 8 {
    case 0: return UInt64.max >> UInt64(64 - count)
    case 1: return 1 << UInt64(count - 1)
    default: return generator.next() >> UInt64(64 - count)
    }
  }
}
