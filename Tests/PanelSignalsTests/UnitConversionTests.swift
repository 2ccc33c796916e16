import PanelSignals
import TestSupport
import Testing

@Suite struct UnitConversionTests {
  private func unit(_ name: String) throws -> UnitOfMeasure {
    let index = index(name)
    return UnitOfMeasure.all[try #require(index, "\(name)")]
  }

  private func index(_ name: String) -> Int? { UnitOfMeasure.index(named: Array(name.utf8).span) }

  /// Converts by the definitions in whole numbers of 128 bits: `(value · n + o · 2³²) / d`, off by less than half a unit.
  private func isNearest(_ result: Fixed64, _ value: Fixed64, _ n: Int128, _ d: Int128, _ o: Int128 = 0) -> Bool {
    let exact = Int128(value.rawValue) * n + o << 32
    let difference = (Int128(result.rawValue) * d - exact).magnitude
    return difference * 2 <= d.magnitude
  }

  @Test("P30 conversions are the exact ratios' nearest numbers, over the whole range")
  func exact() throws {
    // From, to, and value · n + o over d, as the definitions have them.
    let cases: [(String, String, Int128, Int128, Int128)] = [
      ("degC", "K", 20, 20, 5463), ("K", "degC", 20, 20, -5463), ("degC", "degF", 9, 5, 160),
      ("degF", "degC", 5, 9, -160),
      ("degF", "K", 500, 900, 229_835), ("mdegC", "degC", 1, 1000, 0), ("mdegC", "degF", 9, 5000, 160_000),
      ("degC", "mdegC", 1000, 1, 0), ("mdegC", "K", 20, 20_000, 5_463_000),
      ("Pa", "bar", 1, 100_000, 0), ("Pa", "MPa", 1, 1_000_000, 0),
      ("kPa", "psi", 1_290_320_000_000, 8_896_443_230_521, 0),
      ("psi", "kPa", 8_896_443_230_521, 1_290_320_000_000, 0), ("hPa", "mbar", 1, 1, 0),
      ("inHg", "hPa", 3_386_389, 100_000, 0),
      ("m/s", "kn", 900, 463, 0), ("km/h", "m/s", 5, 18, 0), ("mph", "km/h", 1_609_344, 1_000_000, 0),
      ("kn", "km/h", 1852, 1000, 0),
      ("mm", "km", 1, 1_000_000, 0), ("ft", "m", 3048, 10_000, 0), ("in", "cm", 254, 100, 0),
      ("mi", "km", 1_609_344, 1_000_000, 0),
      ("nmi", "mi", 1_852_000, 1_609_344, 0), ("gal", "l", 3_785_411_784, 1_000_000_000, 0), ("m3", "l", 1000, 1, 0),
      ("l/min", "gal/h", 60_000_000_000, 3_785_411_784, 0), ("gal/min", "gal/h", 60, 1, 0), ("l/min", "l/h", 60, 1, 0),
      ("lb", "kg", 45_359_237, 100_000_000, 0), ("lbf", "N", 8_896_443_230_521, 2_000_000_000_000, 0),
      ("W", "kW", 1, 1000, 0), ("kWh", "J", 3_600_000, 1, 0), ("J", "kWh", 1, 3_600_000, 0),
      ("Wh", "kJ", 3600, 1000, 0),
      ("mA", "A", 1, 1000, 0), ("mV", "kV", 1, 1_000_000, 0), ("Ah", "mAh", 1000, 1, 0), ("Hz", "rpm", 60, 1, 0),
      ("rpm", "Hz", 1, 60, 0), ("ms", "h", 1, 3_600_000, 0), ("s", "min", 1, 60, 0), ("permille", "percent", 1, 10, 0),
      ("percent", "ratio", 1, 100, 0), ("B", "GB", 1, 1_000_000_000, 0), ("B", "GiB", 1, 1 << 30, 0),
      ("MiB", "MB", 1_048_576, 1_000_000, 0), ("lx", "lx", 1, 1, 0), ("PS", "W", 73_549_875, 100_000, 0),
    ]
    var random = SplitMix(seed: 21)
    var (held, ties) = (0, 0)
    for (from, to, n, d, o) in cases {
      let conversion = try #require(try unit(from).converter(to: try unit(to)), "\(from) \(to)")
      for round in 0..<2000 {
        var raw = Int64.random(in: .min...(.max), using: &random) >> Int64.random(in: 1...62, using: &random)
        // Exact halves, where the ratio has them.
        if round % 4 == 0 && d % 2 == 0 && o == 0 { raw = Int64(d / 2) * (raw >> 40 | 1) }
        let value = Fixed64(rawValue: raw)
        let exact = (Int128(raw) * n + o << 32) / d
        let result = conversion.convert(value)
        if exact.magnitude >= UInt128(1) << 63 - 2 || (Int128(raw) * n / d).magnitude >= UInt128(1) << 63 - 2 {
          held += 1
          continue
        }
        #expect(isNearest(result, value, n, d, o), "\(from) \(to) \(raw)")
        let double = Int128(raw) * n * 2
        if o == 0, double % d == 0, double / d % 2 != 0 {
          ties += 1
          // Away from zero.
          #expect(result.rawValue.magnitude == UInt64((double / d).magnitude / 2 + 1), "\(from) \(to) \(raw)")
        }
      }
    }
    #expect(held > 100 && ties > 1000)
  }

  @Test("P30 pairs of every dimension go there and back within what the coarser unit can hold, and no others convert")
  func pairs() throws {
    var pairs = 0
    for first in UnitOfMeasure.all {
      for second in UnitOfMeasure.all {
        guard first.dimension == second.dimension else {
          #expect(first.converter(to: second) == nil)
          continue
        }
        pairs += 1
        let there = try #require(first.converter(to: second))
        let back = try #require(second.converter(to: first))
        let value = Fixed64(12345, over: 100)
        let converted = there.convert(value)
        if converted == .max || converted == .min { continue }
        // Half a unit in the last place there is this much here, and half a unit is lost here.
        let loss = back.convertDifference(Fixed64(rawValue: 1)).rawValue + 2
        #expect((back.convert(converted) - value).magnitude.rawValue <= loss, "\(first.name) \(second.name)")
      }
    }
    #expect(pairs > 400)
    #expect(try unit("degC").converter(to: try unit("degF"))?.convertDifference(10) == 18)
    #expect(try unit("deg").converter(to: try unit("rad"))?.convert(180).rawValue == 13_493_037_705)
    #expect(try unit("rad").converter(to: try unit("deg"))?.convert(1).rawValue == 246_083_499_208)
    #expect(try unit("lbf-ft").converter(to: try unit("Nm"))?.convert(1000).rawValue == 5_823_193_747_413)
    #expect(try unit("hp").converter(to: try unit("W"))?.convert(1).rawValue == 3_202_756_561_077)
    #expect(UnitConversion.none.convert(.max) == .max && UnitConversion.none.convert(.min) == .min)
    #expect(try unit("kPa").converter(to: try unit("Pa"))?.convert(.min) == .min)
    #expect(try unit("kPa").converter(to: try unit("Pa"))?.convert(.max) == .max)
  }

  @Test("P30 the catalogue has every unit by its name, symbol and dimension, in a frozen order")
  func catalogue() throws {
    let asked = [
      "K degC degF mdegC", "Pa kPa bar mbar hPa psi inHg", "m/s km/h kn mph", "mm cm m km ft in nmi mi", "l m3 gal",
      "l/min l/h gal/h", "kg g t lb", "N kN lbf", "Nm lbf-ft", "W kW hp", "Wh kWh J", "A mA", "V mV", "Ah", "Hz rpm",
      "deg rad", "ms s min h", "percent permille ratio", "B kB MB GB KiB MiB", "lx", "plain",
    ]
    for line in asked {
      let names = line.split(separator: " ").map(String.init)
      let dimension = try unit(names[0]).dimension
      for name in names { #expect(try unit(name).dimension == dimension, "\(name)") }
    }
    // Files hold the places of these.
    let places = [
      ("plain", 0), ("degC", 2), ("bar", 9), ("kn", 16), ("kWh", 54), ("rpm", 66), ("MiB", 84), ("gal/min", 91),
    ]
    for (name, place) in places { #expect(index(name) == place, "\(name)") }
    #expect(index("degc") == nil)
    let symbols = try ["degC", "m3", "percent"].map { "\(try unit($0).symbol)" }
    #expect(symbols == ["°C", "m³", "%"])
  }
}
