// The arithmetic of sensors, against whole numbers of 128 bits.
import PanelSignals
import Testing

@testable import PanelSources

@Suite("Numbers of sensors") struct SensorNumberTests {
  private func number(_ text: String) -> SensorNumber? { SensorNumber(Array(text.utf8).span) }

  private func value(_ raw: String, _ offset: String = "0", _ scale: String = "1", _ decimals: Int = 0) -> Int64? {
    guard let raw = number(raw), let offset = number(offset), let scale = number(scale) else { return nil }
    return SensorNumber.value(raw, offset: offset, scale: scale, decimals: decimals)?.rawValue
  }

  // row: P6C
  @Test("P6C a number of the kernel has 18 digits, a sign and a point, and nothing else")
  func read() {
    let right: [(String, Int64, Int)] = [
      ("0", 0, 0), ("-12\n", -12, 0), ("+7", 7, 0), ("0.187500000\n", 1875, 4), ("-0.5", -5, 1), ("100.250", 10025, 2),
      ("999999999999999999", 999_999_999_999_999_999, 0), ("0.000000000000000001", 1, 18), ("3 dB", 3, 0), ("7.", 7, 0),
      ("2500", 2500, 0), ("10.00 x", 10, 0),
    ]
    for (text, digits, decimals) in right {
      #expect(number(text)?.digits == digits && number(text)?.decimals == decimals, "\(text)")
    }
    for text in [
      "", "-", ".", "x", "1e5", "0x1F", "12kB", "1.2.3", "1000000000000000000", "0.0000000000000000001", "\n5",
    ] {
      #expect(number(text) == nil, "\(text)")
    }
  }

  @Test("P6C (raw + offset) · scale is the nearest value, halves away from zero, of 30,000 random numbers")
  func exact() throws {
    var (random, values, beyond) = (CANRandom(11), 0, 0)
    for _ in 0..<30_000 {
      let places = [Int.random(in: 0...9, using: &random), Int.random(in: 0...9, using: &random)]
      let limits: [Int64] = [4_000_000_000, 4000, 70_000, 20]
      let raw = Int64.random(in: -limits.randomElement(using: &random)!...4_000_000_000, using: &random)
      let offset = Int64.random(in: -3_000_000...3_000_000, using: &random)
      let largest: Int64 = [50, 20_000, 2_000_000_000].randomElement(using: &random)!
      let scale = Int64.random(in: -largest / 4...largest, using: &random)
      let decimals = [0, 0, 3, 6].randomElement(using: &random)!
      let text = { (digits: Int64, places: Int) -> String in
        let magnitude = String(digits.magnitude)
        let padded = String(repeating: "0", count: max(0, places + 1 - magnitude.count)) + magnitude
        return (digits < 0 ? "-" : "") + padded.dropLast(places) + (places > 0 ? "." : "") + padded.suffix(places)
      }
      let found = value(String(raw), text(offset, places[0]), text(scale, places[1]), decimals)
      // The same without rounding: both sides have one denominator.
      var unit = Int128(1)
      for _ in 0..<places[0] { unit *= 10 }
      let product = (Int128(raw) * unit + Int128(offset)) * Int128(scale)
      var divisor = unit
      for _ in 0..<places[1] + decimals { divisor *= 10 }
      let (whole, rest) = product.magnitude.quotientAndRemainder(dividingBy: divisor.magnitude)
      // 32 binary places of the rest, one after the other.
      var (magnitude, left) = (whole, rest)
      for _ in 0..<32 {
        left *= 2
        magnitude *= 2
        if left >= divisor.magnitude {
          left -= divisor.magnitude
          magnitude += 1
        }
      }
      if left * 2 >= divisor.magnitude { magnitude += 1 }
      if magnitude >= 1 << 63 {
        #expect(found == nil)
        beyond += 1
      } else if let found {
        #expect(Int128(found) == (product < 0 ? -Int128(magnitude) : Int128(magnitude)))
        values += 1
      } else {
        // Too many digits for 64 bits.
        #expect(places[0] + places[1] + decimals > 18 || product.magnitude > 1 << 92)
      }
    }
    #expect(values > 10_000 && beyond > 500, "\(values) \(beyond)")
  }

  @Test("P6C values of known sensors")
  func known() {
    // An ADS1115 at 2.048 V: 13,333 steps of 0.0625 mV.
    #expect(value("13333", "0", "0.062500000") == 13333 << 28)
    // A BMP280's old driver, and an LSM6DS3's temperature: (raw + 6400) · 3.90625 milli-degrees.
    #expect(value("0", "6400", "3.906250") == 25_000 << 32)
    #expect(value("-1", "6400", "3.906250") == 799_875 << 27)
    // Micro-watts in watts, thousandths of a percent.
    #expect(value("2500000", "0", "1", 6) == 5 << 31)
    #expect(value("45500", "0", "1", 3) == 91 << 31)
    #expect(value("2147483648") == nil && value("2147483647") == 2_147_483_647 << 32)
  }
}
