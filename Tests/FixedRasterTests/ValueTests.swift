import FixedRaster
import TestSupport
import Testing

/// Numbers as programs write them: fractions, mixed arithmetic, decimal and floating point.
@Suite struct ValueTests {
  @Test("R10 a fraction of whole numbers is right whatever they are: 40000 over 60000 is two thirds")
  func fractions() {
    #expect(Fixed(40000, over: 60000) == Fixed(2, over: 3) && Fixed(2, over: 3).rawValue == 43691)
    #expect(Fixed(-40000, over: 60000).rawValue == -43691 && Fixed(40000, over: -60000).rawValue == -43691)
    #expect(Fixed(100_000, over: 3) == .max && Fixed(-100_000, over: 3) == .min)
    #expect(Fixed(98303, over: 3).rawValue == 2_147_461_803)
    #expect(Fixed(.max, over: .max) == 1 && Fixed(.min, over: .min) == 1 && Fixed(.min, over: .max) == -1)
    #expect(Fixed(.max, over: 1) == .max && Fixed(1, over: .min) == 0 && Fixed(.max / 2, over: .max) == 0.5)
    #expect(Fixed(5, over: 0) == .max && Fixed(-5, over: 0) == .min && Fixed(0, over: 0) == 0)
    #expect(Fixed(-32768, over: 1) == .min && Fixed(1 << 40, over: 1 << 41) == 0.5)
  }

  @Test("R10 a fraction is rounded to nearest, halves away from zero, for numbers of every size")
  func fractionsAreRounded() {
    var random = SplitMix(seed: 31)
    var saturated = 0
    for _ in 0..<20_000 {
      let a = Int(truncatingIfNeeded: random.next()) >> random.next(in: 0...63)
      let b = Int(truncatingIfNeeded: random.next()) >> random.next(in: 0...63)
      if b == 0 { continue }
      let (n, d) = (Int128(a).magnitude << 16, Int128(b).magnitude)
      let exact = Int128((n + d / 2) / d) * ((a < 0) == (b < 0) ? 1 : -1)
      let expected = Int32(clamping: exact)
      if Int128(expected) != exact { saturated += 1 }
      #expect(Fixed(a, over: b).rawValue == expected)
    }
    #expect(saturated > 2000 && saturated < 18_000)
  }

  @Test("R10 what is not a number is zero, in literals and from Double; what does not fit is held")
  func notANumber() {
    #expect(Fixed(floatLiteral: .nan) == 0 && Fixed(floatLiteral: -.nan) == 0 && Coefficient(floatLiteral: .nan) == 0)
    #expect(Fixed(floatLiteral: .infinity) == .max && Fixed(floatLiteral: -.infinity) == .min)
    #expect(Coefficient(floatLiteral: .infinity) == .max && Coefficient(floatLiteral: -.infinity) == .min)
    #expect(Fixed(Double.nan) == 0 && Fixed(1e300) == .max && Fixed(-1e300) == .min && Coefficient(Double.nan) == 0)
  }

  @Test("R10 times and over an Int are exact and saturate once, at the end")
  func timesInt() {
    let (half, count, none, large) = (Fixed(rawValue: 0x8000), 40000, 0, 3_000_000_000)
    #expect(half * count == 20000 && count * half == 20000 && half * -count == -20000)
    #expect(half * large == .max && half * Int.min == .min && Fixed.zero * Int.max == 0)
    #expect(Fixed(rawValue: 1) * (1 << 30) == 16384 && Fixed.min * 1 == .min && Fixed.min * -1 == .max)
    let far: Fixed = 30000
    #expect(far / count == 0.75 && (far / (count * 1000)).rawValue == 49 && far / -count == -0.75)
    #expect(far / none == .max && -far / none == .min && Fixed.zero / none == 0 && Fixed(rawValue: 1) / Int.max == 0)
    var value: Fixed = 3
    value *= count
    #expect(value == .max)
    value /= count
    #expect(value.rawValue == 53687)
    value /= 0.5
    #expect(value.rawValue == 107_374)
    let thousandth: Coefficient = 0.001
    #expect((thousandth * large).fixed == .max)
    #expect((thousandth * large).rawValue == thousandth.rawValue * 3_000_000_000)
    #expect(Coefficient.max * 2 == .max && Coefficient.min * -1 == .max && Coefficient.min * 1 == .min)
    #expect(Coefficient.max / -1 == -.max && Coefficient.min / -1 == .max && Coefficient(1) / count == 0.000025)
  }

  @Test("R10 a number and a coefficient mix; the result is of the left one's type")
  func mixed() {
    let (width, scale): (Fixed, Coefficient) = (120, 0.25)
    let part: Fixed = width * scale
    let other: Coefficient = scale * width
    #expect(part == 30 && other == 30 && width / scale == 480 && width + scale == 120.25 && width - scale == 119.75)
    #expect(scale / width == 0.25 / 120 && scale + width == 120.25 && scale - width == -119.75)
    var (x, c) = (width, scale)
    x += scale
    x *= scale
    c += width
    c *= width
    #expect(x == 30.0625 && c == 14430)
    x /= scale
    x -= scale
    c /= width
    c -= width
    #expect(x == 120 && c == 0.25)
    #expect(Fixed(scale) == 0.25 && Coefficient(width) == 120 && Fixed(Coefficient.max) == .max)
    var perspective = Transform3D.identity
    perspective.m34 = -1 / width
    #expect(perspective.m34 == Coefficient(-1) / 120)
    // Held once, at the end: 30000 · 4 / 4.
    #expect(Fixed(30000) * (Coefficient(4) / 4) == 30000)
  }

  @Test("R10 a description is the shortest decimal that is this number again")
  func descriptions() {
    let known: [(Fixed, String)] = [
      (0, "0"), (1, "1"), (-0.5, "-0.5"), (72.25, "72.25"), (0.1, "0.1"), (-32768, "-32768"), (.max, "32767.99998"),
      (Fixed(rawValue: 1), "0.00002"), (Fixed(1, over: 3), "0.33333"), (Fixed(rawValue: 65535), "0.99998"),
    ]
    for (value, text) in known { #expect(value.description == text && "\(value)" == text) }
    for raw in Int32(-70_000)...70_000 {
      let value = Fixed(rawValue: raw * 13)
      #expect(Double(value.description).map { Fixed($0) } == value && value.description.utf8.count <= 9)
    }
    #expect(
      "\(Coefficient(0.5)) \(Coefficient(rawValue: 1)) \(Coefficient(-7)) \(Coefficient.max)"
        == "0.5 0.0000000002 -7 2147483647.9999999998")
    var random = SplitMix(seed: 33)
    for _ in 0..<20_000 {
      let value = Coefficient(rawValue: Int64(truncatingIfNeeded: random.next()) >> random.next(in: 12...63))
      #expect(isNearest(value.description, value))
    }
    #expect("\(Point(x: 1, y: 2.5))" == "Point(x: 1, y: 2.5)")
  }

  /// Whether a decimal fraction is less than half a step away; in whole numbers, for Double has too few bits.
  private func isNearest(_ text: String, _ value: Coefficient) -> Bool {
    let parts = text.drop { $0 == "-" }.split(separator: ".")
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let scale = (0..<fraction.count).reduce(into: Int128(1)) { scale, _ in scale *= 10 }
    guard let digits = Int128(String(parts[0]) + fraction) else { return false }
    let distance = (digits << 32) - Int128(value.rawValue).magnitudeAsSigned * scale
    return text.hasPrefix("-") == (value < 0) && 2 * (distance < 0 ? -distance : distance) < scale
  }

  @Test("R10 Double and back is exact; from Double it is the nearest, halves away from zero")
  func doubles() {
    for raw in [Int32.min, -1, 0, 1, 77_777, .max] {
      #expect(
        Double(Fixed(rawValue: raw)) == Double(raw) / 65536 && Fixed(Double(Fixed(rawValue: raw))).rawValue == raw)
    }
    #expect(Double(Coefficient(-0.125)) == -0.125 && Coefficient(-0.125).rawValue == -(1 << 29))
    let third = 1.0 / 3
    #expect(
      Fixed(third).rawValue == 21845 && Fixed(0.5 / 65536 * 3).rawValue == 2 && Fixed(-0.5 / 65536).rawValue == -1)
    #expect(Int(Fixed(-2.75)) == -2 && Int(Fixed(2.75)) == 2 && Int(Fixed.min) == -32768)
  }

  @Test("R11 sines, roots and remainders have their C names")
  func functions() {
    #expect(sin(.pi / 2 as Fixed) == 1 && cos(0 as Fixed) == 1 && atan2(1 as Fixed, 0) == .pi / 2)
    #expect(sqrt(2.25 as Fixed) == 1.5 && sqrt(-1 as Fixed) == 0 && sqrt(Fixed.max) == 181.01933)
    #expect(abs(-3.5 as Fixed) == 3.5 && abs(Fixed.min) == .max)
    let turn: Fixed = 370
    #expect(turn.truncatingRemainder(dividingBy: 360) == 10 && (-turn).truncatingRemainder(dividingBy: 360) == -10)
    #expect(turn.truncatingRemainder(dividingBy: 0) == 0)
    #expect(Fixed.min.truncatingRemainder(dividingBy: Fixed(rawValue: -1)) == 0)
  }
}

extension Int128 {
  fileprivate var magnitudeAsSigned: Int128 { self < 0 ? -self : self }
}
