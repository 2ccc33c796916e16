import PanelSignals
import TestSupport
import Testing

@Suite struct NumberTextTests {
  private func text(_ value: Fixed64, _ decimals: Int = 0, digits: Int = 1, sign: Bool = false) -> String {
    NumberFormat(decimals: decimals, minimumDigits: digits, forcesSign: sign).text(of: value)
  }

  @Test("P30 a number is written with its decimals, zeros and sign, rounded to nearest, halves away from zero")
  func formats() {
    #expect(text(0) == "0" && text(-3) == "-3" && text(12345) == "12345")
    #expect(text(Fixed64(5, over: 2)) == "3" && text(Fixed64(-5, over: 2)) == "-3")
    #expect(text(Fixed64(1, over: 8), 2) == "0.13" && text(Fixed64(-1, over: 8), 2) == "-0.13")
    #expect(text(7, digits: 3) == "007" && text(Fixed64(7, over: 2), 1, digits: 3) == "003.5")
    #expect(text(4, sign: true) == "+4" && text(-4, sign: true) == "-4" && text(0, sign: true) == "0")
    // A half of a unit that 32.32 holds a little too small.
    #expect(text(Fixed64(345, over: 100), 1) == "3.5" && text(Fixed64(-345, over: 100), 1) == "-3.5")
    #expect(text(Fixed64(23, over: 20), 1) == "1.2" && text(Fixed64(10_005, over: 10_000), 3) == "1.001")
    #expect(text(Fixed64(3_449_999, over: 1_000_000), 1) == "3.4")
    // What is rounded to nothing has no sign.
    #expect(text(Fixed64(-1, over: 1000), 1) == "0.0")
    #expect(text(.max, 9) == "2147483648.000000000" && text(.min, 9) == "-2147483648.000000000")
    #expect(NumberFormat(decimals: 1, decimalSign: UInt8(ascii: ",")).text(of: Fixed64(3, over: 2)) == "1,5")
  }

  @Test("P30 every number of decimals gives the nearest decimal to the value, as exact arithmetic has it")
  func exact() {
    var random = SplitMix(seed: 5)
    for _ in 0..<5000 {
      let value = Fixed64(
        rawValue: Int64.random(in: .min...(.max), using: &random) >> Int64.random(in: 0...60, using: &random))
      let decimals = Int.random(in: 0...9, using: &random)
      var power: Int128 = 1
      for _ in 0..<decimals { power *= 10 }
      let magnitude = (Int128(value.rawValue).magnitude * UInt128(power) + 0x8000_0000) >> 32
      let digits = text(value, decimals).filter { $0 != "." && $0 != "-" }
      #expect(UInt128(digits) == magnitude)
    }
  }

  @Test("P30 units convert by their definitions")
  func units() throws {
    func unit(_ name: String) throws -> UnitOfMeasure {
      try #require(UnitOfMeasure.all.first { "\($0.name)" == name })
    }
    func convert(_ value: Int, _ from: String, _ to: String) throws -> Double {
      let converter = try #require(try unit(from).converter(to: try unit(to)))
      return Double(converter.convert(Fixed64(value)).rawValue) / 4_294_967_296
    }
    let cases: [(Int, String, String, Double)] = [
      (100, "degC", "degF", 212), (32, "degF", "degC", 0), (0, "degC", "K", 273.15), (45200, "mdegC", "degC", 45.2),
      (100, "kPa", "psi", 14.503774), (700, "kPa", "bar", 7), (1, "bar", "psi", 14.503774),
      (10, "m/s", "kn", 19.438445),
      (100, "km/h", "mph", 62.137119), (10, "m", "ft", 32.8084), (1, "nmi", "km", 1.852), (100, "l", "gal", 26.417205),
      (3000, "rpm", "Hz", 50), (1, "kWh", "kJ", 3600), (50, "percent", "ratio", 0.5), (1, "GiB", "MB", 1073.741824),
      (90, "deg", "rad", 1.5707963), (100, "kW", "hp", 134.102209), (2_000_000_000, "B", "GB", 2),
    ]
    for (value, from, to, expected) in cases {
      #expect(
        abs(try convert(value, from, to) - expected) < max(1e-6, expected.magnitude * 1e-7), "\(value) \(from) in \(to)"
      )
    }
    #expect(try unit("bar").converter(to: try unit("m")) == nil)
    // Names are told apart, and there and back is the same.
    let names = UnitOfMeasure.all.map { "\($0.name)" }
    #expect(Set(names).count == names.count && names.count > 70)
  }
}
