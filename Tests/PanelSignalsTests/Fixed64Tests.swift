import PanelSignals
import TestSupport
import Testing

@Suite struct Fixed64Tests {
  private func decimal(_ text: String) -> Fixed64? { Fixed64(decimal: Array(text.utf8).span) }

  @Test("P30 decimal text is the nearest number of 32.32, as exact arithmetic has it")
  func parse() {
    var random = SplitMix(seed: 1)
    for _ in 0..<20_000 {
      let digits = Int.random(in: 0..<1_000_000_000_000, using: &random)
      let decimals = Int.random(in: 3...12, using: &random)
      var divisor: Int128 = 1
      for _ in 0..<decimals { divisor *= 10 }
      let whole = digits / Int(divisor)
      let fraction = String(digits % Int(divisor))
      let text = "\(whole)." + String(repeating: "0", count: decimals - fraction.count) + fraction
      let exact = (Int128(digits) << 33 / divisor + 1) >> 1
      #expect(decimal(text)?.rawValue == Int64(exact), "\(text)")
      #expect(decimal("-" + text)?.rawValue == -Int64(exact), "-\(text)")
    }
  }

  @Test("P30 what is no number is refused, and what does not fit is held to the ends")
  func refused() {
    for text in ["", "-", "+", ".", "e5", "1.2.3", "0x10", "1 ", " 1", "--1", "1,5", "12a", "nan", "inf"] {
      #expect(decimal(text) == nil, "\(text)")
    }
    #expect(decimal("99999999999") == .max && decimal("-99999999999") == .min)
    #expect(decimal("1e300") == .max && decimal("-1e300") == .min && decimal("1e-300") == .zero)
    #expect(decimal("1e99999999999999999999") == .max)
    #expect(decimal("2147483648") == .max && decimal("2147483647") == Fixed64(2_147_483_647))
    #expect(
      decimal("1.5e3") == 1500 && decimal("-2.5E-1") == Fixed64(-1, over: 4) && decimal("+.5") == Fixed64(1, over: 2))
    #expect(decimal(String(repeating: "1", count: 5000)) == .max)
    #expect(decimal("0." + String(repeating: "0", count: 5000) + "1") == .zero)
  }

  @Test(
    "P24 sums, products, quotients and roots are those of exact arithmetic, rounded to nearest and held to the range")
  func arithmetic() {
    var random = SplitMix(seed: 2)
    func held(_ value: Int128) -> Int64 { Int64(clamping: value) }
    func rounded(_ numerator: Int128, over denominator: Int128) -> Int128 {
      let (n, d) = (numerator.magnitude, denominator.magnitude)
      let quotient = Int128((n * 2 + d) / (d * 2))
      return (numerator < 0) != (denominator < 0) ? -quotient : quotient
    }
    var heldOnes = 0
    for _ in 0..<50_000 {
      let shifts = (Int64.random(in: 0...62, using: &random), Int64.random(in: 0...62, using: &random))
      let a = Fixed64(rawValue: Int64.random(in: .min...(.max), using: &random) >> shifts.0)
      let b = Fixed64(rawValue: Int64.random(in: .min...(.max), using: &random) >> shifts.1)
      let (x, y) = (Int128(a.rawValue), Int128(b.rawValue))
      #expect((a + b).rawValue == held(x + y) && (a - b).rawValue == held(x - y))
      let product = rounded(x * y, over: 1 << 32)
      if product > Int128(Int64.max) { heldOnes += 1 }
      #expect((a * b).rawValue == held(product))
      if y != 0 { #expect((a / b)?.rawValue == held(rounded(x << 32, over: y))) } else { #expect((a / b) == nil) }
      if x >= 0, let root = a.squareRoot {
        let r = Int128(root.rawValue)
        #expect(r * r <= x << 32 && (r + 1) * (r + 1) > x << 32)
      } else {
        #expect(x < 0)
      }
      if y > 0 {
        let rest = x % y
        #expect(a.modulo(b)?.rawValue == Int64(rest < 0 ? rest + y : rest))
      } else {
        #expect(a.modulo(b) == nil)
      }
    }
    #expect(heldOnes > 1000)
    #expect(Fixed64.min / Fixed64(rawValue: -1) == .max && -Fixed64.min == .max && Fixed64.min.magnitude == .max)
  }
}
