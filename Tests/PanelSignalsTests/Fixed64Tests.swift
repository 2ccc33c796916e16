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

  /// The nearest 32.32 of `digits · 10^-decimals`, by whole numbers of any length as base 10⁹ does not fit Int128.
  private func nearest(_ digits: String, decimals: Int) -> Int64 {
    // Schoolbook: the fraction doubled 33 times.
    let padded = String(repeating: "0", count: Swift.max(0, decimals + 1 - digits.count)) + digits
    let whole = padded.dropLast(decimals)
    var fraction = padded.suffix(decimals).map { Int(String($0)) ?? 0 }
    var bits: Int128 = Int128(whole) ?? 0
    for _ in 0..<33 {
      var carry = 0
      for place in fraction.indices.reversed() {
        let double = fraction[place] * 2 + carry
        (fraction[place], carry) = (double % 10, double / 10)
      }
      bits = bits * 2 + Int128(carry)
    }
    return Int64(clamping: (bits + 1) >> 1)
  }

  @Test("P30 more digits than fit a machine word are read to the nearest number too, halves included")
  func longDecimals() {
    var random = SplitMix(seed: 11)
    var (ties, nearTies) = (0, 0)
    for _ in 0..<4000 {
      // Numbers half way between two of 32.32: odd multiples of 2⁻³³ have 33 decimals.
      let odd = Int64.random(in: 0..<1 << 44, using: &random) | 1
      var five: [Int] = [1]
      for _ in 0..<33 {
        var carry = 0
        for place in five.indices {
          let value = five[place] * 5 + carry
          (five[place], carry) = (value % 10, value / 10)
        }
        if carry > 0 { five.append(carry) }
      }
      var (product, carry): ([Int], Int128) = ([], 0)
      for place in 0..<five.count + 15 {
        carry += Int128(place < five.count ? five[place] : 0) * Int128(odd)
        product.append(Int(carry % 10))
        carry /= 10
      }
      var text = product.reversed().map(String.init).joined()
      var decimals = 33
      let change = Int.random(in: 0...2, using: &random)
      if change == 1 {
        // A one far behind: just above the half.
        let zeros = Int.random(in: 0...40, using: &random)
        text += String(repeating: "0", count: zeros) + "1"
        decimals += zeros + 1
      } else if change == 2, text.last == "5" {
        // Just below: …4999.
        text = text.dropLast() + "4" + String(repeating: "9", count: 12)
        decimals += 12
      }
      if change == 0 { ties += 1 } else { nearTies += 1 }
      let exact = nearest(text, decimals: decimals)
      let point = text.index(text.endIndex, offsetBy: -decimals)
      let written = text[..<point] + "." + text[point...]
      #expect(decimal(String(written))?.rawValue == exact, "\(written)")
      #expect(decimal("-\(text)e-\(decimals)")?.rawValue == -exact, "\(text)e-\(decimals)")
    }
    #expect(ties > 1000 && nearTies > 2000)
    #expect(decimal("-2147483647.99999999999")?.rawValue == .min && decimal("2147483647.99999999999") == .max)
    #expect(decimal("000000000000000000000000000000000000000000000000000000000001.5") == Fixed64(3, over: 2))
    #expect(decimal("0.000000000116415321826934814453125")?.rawValue == 1)
    #expect(decimal("0.000000000116415321826934814453124")?.rawValue == 0)
    #expect(Fixed64(digits: 1_000_000_000_000_000_000, exponent: -18) == .one)
    #expect(Fixed64(digits: 999_999_999_999_999_999, exponent: -27).rawValue == 4)
  }

  @Test("P30 the nearest whole number is held to 32 bits, so that every machine has the same")
  func whole() {
    #expect(Fixed64.max.rounded == 2_147_483_647 && Fixed64.min.rounded == -2_147_483_648)
    #expect(Fixed64(rawValue: 0x8000_0000).rounded == 1 && Fixed64(rawValue: -0x8000_0000).rounded == -1)
    #expect(Fixed64(rawValue: 0x7FFF_FFFF).rounded == 0 && Fixed64(rawValue: -0x7FFF_FFFF).rounded == 0)
    #expect(Fixed64(rawValue: -1).floor == -1 && Fixed64.min.floor == -2_147_483_648)
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
