import Foundation
import TestSupport
import Testing

@testable import FixedRaster

@Suite struct NumbersFunctionTests {
  @Test("R11 sine and cosine lie within 2^-16 at every angle of two turns and over the whole range")
  func sines() {
    var random = SplitMix(seed: 11)
    var worst = 0.0
    func check(_ raw: Int32) {
      let value = sineCosine(Fixed(rawValue: raw))
      let angle = Double(raw) / 65536
      worst = max(worst, abs(Double(value.sine.rawValue) / 4_294_967_296 - sin(angle)))
      worst = max(worst, abs(Double(value.cosine.rawValue) / 4_294_967_296 - cos(angle)))
    }
    for raw in stride(from: -411_775, through: 411_775, by: 1) { check(Int32(raw)) }
    for _ in 0..<200_000 { check(Int32(truncatingIfNeeded: random.next())) }
    check(.min)
    check(.max)
    print("R11: sine at most \(worst * 65536) / 65536 off")
    #expect(worst < 1.0 / 65536, "\(worst * 65536) / 65536")
  }

  @Test("R11 sine and cosine of parts of a turn lie within 2^-28, and are exact at every quarter")
  func turns() {
    var random = SplitMix(seed: 13)
    var worst = 0.0
    func check(_ turn: UInt32) {
      let value = sineCosine(turn: turn)
      let angle = Double(Int32(bitPattern: turn)) / 2_147_483_648 * .pi
      worst = max(worst, abs(Double(value.sine.rawValue) / 4_294_967_296 - sin(angle)))
      worst = max(worst, abs(Double(value.cosine.rawValue) / 4_294_967_296 - cos(angle)))
    }
    for _ in 0..<500_000 { check(UInt32(truncatingIfNeeded: random.next())) }
    // Where one eighth of a turn follows another.
    for eighth in UInt32(0)..<8 { for beside in UInt32(0)..<64 { check(eighth << 29 &+ beside &- 32) } }
    print("R11: sine of parts of a turn at most \(worst * 4_294_967_296) · 2^-32 off")
    #expect(worst < 1.0 / 268_435_456)
    let quarters: [(Coefficient, Coefficient)] = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    for (index, quarter) in quarters.enumerated() {
      let value = sineCosine(turn: UInt32(index) << 30)
      #expect(value.sine == quarter.0 && value.cosine == quarter.1)
    }
  }

  @Test("R11 sine and cosine are exact at every quarter turn")
  func quarters() {
    let quarter = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    var wrong = 0
    for k in -20_000...20_000 {
      let value = sineCosine(Fixed(rawValue: Int32((Double(k) * .pi / 2 * 65536).rounded())))
      let (s, c) = quarter[k & 3]
      if value.sine != Coefficient(s) || value.cosine != Coefficient(c) { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test("R11 the arctangent lies within 2^-15 in every direction and at every length")
  func arctangents() {
    var random = SplitMix(seed: 12)
    var worst = 0.0
    func check(_ y: Int32, _ x: Int32) {
      let angle = Double(arctangent(y: Fixed(rawValue: y), x: Fixed(rawValue: x)).rawValue) / 65536
      worst = max(worst, abs(angle - atan2(Double(y), Double(x))))
    }
    for y in -40...40 { for x in -40...40 { check(Int32(y), Int32(x)) } }
    for i in 0..<100_000 {
      let angle = Double(i) / 100_000 * 2 * .pi
      check(Int32(sin(angle) * 2e9), Int32(cos(angle) * 2e9))
      let bits = Int32(random.next(in: 0...31))
      check(Int32(truncatingIfNeeded: random.next()) >> bits, Int32(truncatingIfNeeded: random.next()) >> bits)
    }
    for y in [Int32.min, 0, .max] { for x in [Int32.min, 0, .max] { check(y, x) } }
    print("R11: arctangent at most \(worst * 65536) / 65536 off")
    #expect(worst < 1.0 / 32768, "\(worst * 65536) / 65536")
    #expect(arctangent(y: 0, x: 0) == 0)
  }

  @Test("R11 the square root is exact: at squares, beside them, and anywhere")
  func roots() {
    var random = SplitMix(seed: 13)
    func check(_ value: UInt64) {
      let root = UInt64(squareRoot(value))
      let (above, overflow) = (root + 1).multipliedReportingOverflow(by: root + 1)
      if root * root > value || (!overflow && above <= value) { Issue.record("√\(value) = \(root)") }
    }
    for n in 0...70_000 as ClosedRange<UInt64> {
      for base in [n, UInt64(UInt32.max) - n] {
        let square = base * base
        check(square)
        check(square &- (square == 0 ? 0 : 1))
        check(square + 1)
      }
    }
    for _ in 0..<50_000 { check(random.next() >> UInt64(random.next(in: 0...63))) }
    check(.max)
  }

  @Test("R11 the length of a vector is the whole root, rounded down")
  func lengths() {
    var random = SplitMix(seed: 14)
    for i in 0..<20_000 {
      let bits = Int32(random.next(in: 0...31))
      let x = i == 0 ? .min : Int32(truncatingIfNeeded: random.next()) >> bits
      let y = i == 0 ? .min : Int32(truncatingIfNeeded: random.next()) >> bits
      let (a, b) = (UInt64(x.magnitude), UInt64(y.magnitude))
      let (value, sum) = (UInt64(length(x, y)), a * a + b * b)
      if value * value > sum || (value + 1) * (value + 1) <= sum { Issue.record("(\(x), \(y)): \(value)") }
    }
    #expect(length(3, 4) == 5 && length(0, 0) == 0 && length(.min, 0) == 0x8000_0000)
  }

  @Test("R11 the reciprocal is correctly rounded everywhere")
  func reciprocals() {
    var random = SplitMix(seed: 15)
    for i in 0..<100_000 {
      let raw =
        i < 65536 ? Int32(i + 1) : Int32(truncatingIfNeeded: random.next()) >> Int32(random.next(in: 0...31))
      if raw == 0 { continue }
      let rest = Int128(reciprocal(Fixed(rawValue: raw)).rawValue) * Int128(raw) - (1 << 48)
      if 2 * rest.magnitude > raw.magnitude { Issue.record("1 / \(raw)") }
    }
    #expect(reciprocal(2) == 0.5 && reciprocal(-4) == -0.25 && reciprocal(Fixed(rawValue: 1)) == 65536)
    #expect(reciprocal(0) == .max && reciprocal(.min) == Coefficient(rawValue: -131072))
  }

  @Test("R11 the reciprocal square root lies within 2^-28")
  func reciprocalRoots() {
    var worst = 0.0
    for value in stride(from: 0x4000_0000 as UInt64, through: 0xFFFF_FFFF, by: 40_009) {
      let exact = 1 / (Double(value) / 4_294_967_296).squareRoot()
      worst = max(worst, abs(Double(reciprocalSquareRoot(UInt32(value))) / 1_073_741_824 - exact))
    }
    for value in [0x4000_0000, 0xFFFF_FFFF] as [UInt32] {
      let exact = 1 / (Double(value) / 4_294_967_296).squareRoot()
      worst = max(worst, abs(Double(reciprocalSquareRoot(value)) / 1_073_741_824 - exact))
    }
    print("R11: reciprocal root at most \(worst * 65536) / 65536 off")
    #expect(worst < 0x1p-28, "\(worst * 0x1p28) · 2^-28")
  }

  @Test("R11 a vector's direction lies within 2^-27, its length within 2^-26 of itself, at every size")
  func polar() {
    var random = SplitMix(seed: 16)
    var (worstUnit, worstLength, small, large) = (0.0, 0.0, 0, 0)
    for _ in 0..<100_000 {
      let bits = random.next(in: 2...60)
      let x = Int64(bitPattern: random.next()) >> Int64(bits)
      let y = Int64(bitPattern: random.next()) >> Int64(min(63, bits + random.next(in: 0...3)))
      guard let v = PolarVector(x: x, y: y) else {
        #expect(x == 0 && y == 0)
        continue
      }
      let length = (Double(x) * Double(x) + Double(y) * Double(y)).squareRoot()
      if length < 32 { small += 1 }
      if length > 0x1p50 { large += 1 }
      worstUnit = max(worstUnit, abs(Double(v.unit.x) / 0x1p30 - Double(x) / length))
      worstUnit = max(worstUnit, abs(Double(v.unit.y) / 0x1p30 - Double(y) / length))
      worstLength = max(worstLength, abs(Double(v.length) * pow(2, Double(v.exponent)) / length - 1))
    }
    print("R11: directions at most \(worstUnit * 0x1p30) · 2^-30 off, lengths \(worstLength * 0x1p30) · 2^-30")
    #expect(worstUnit < 0x1p-27, "\(worstUnit * 0x1p27) · 2^-27")
    #expect(worstLength < 0x1p-26, "\(worstLength * 0x1p26) · 2^-26")
    #expect(small > 100 && large > 100)
    #expect(PolarVector(x: 0, y: 0) == nil)
  }
}
