import PanelDescription
import PanelFile
import PanelSignals
import Testing

/// The unit of a product or a quotient, and what a plain number in it means.
@Suite("The units of products")
struct UnitAlgebraTests {
  /// The value of an expression, in a unit.
  private func value(_ expression: String, in unit: String) throws -> Double {
    let file = try compileDescription(
      """
      panel: 1
      sources: {in: {lines: stdin}}
      signals:
        soc: {from: in/a, unit: percent}
        share: {from: in/b, unit: plain}
        cap: {from: in/c, unit: kWh}
        net: {from: in/d, unit: W}
        volts: {from: in/e, unit: mV}
        amps: {from: in/f, unit: A}
        way: {from: in/g, unit: km}
        fuel: {from: in/h, unit: l}
        flow: {from: in/i, unit: l/h}
        speed: {from: in/j, unit: km/h}
        time: {from: in/k, unit: min}
        result: {is: "\(expression)", unit: \(unit)}
      pages: {p: {number: result}}
      """)
    let store = SignalStore(file.definitions, file.code)
    let values: [Fixed64] = [
      50, Fixed64(1, over: 2), 10, 1000, 12_000, 2, 10, 1, 6, 60, 30,
    ]
    for (index, value) in values.enumerated() { store.set(SignalIndex(index), to: value, at: 0) }
    store.advance(to: 0)
    return Double(store.reading(SignalIndex(values.count)).value.rawValue) / 4_294_967_296
  }

  @Test(
    "P24 P32 a share of a value keeps its unit, and a number that is written there too, unless it is the conversion",
    arguments: [
      // Half of 10 kWh at 1 kW.
      ("soc * cap / net", "h", 5), ("soc / 100percent * cap / net", "h", 5), ("share * cap / net", "h", 5),
      ("cap / net * share", "h", 5), ("cap / net / 2", "h", 5), ("cap * 0.5 / net", "h", 5),
      ("cap / (2 * net)", "h", 5), ("if(net above 10W, soc / 100percent * cap / net, 99h)", "h", 5),
      ("net * 2", "kW", 2), ("net * 2 + 1kW", "W", 3000), ("max(net * 2, 1kW)", "kW", 2),
      // By hand.
      ("net / 1000", "kW", 1), ("net / 2000", "kW", 0.5), ("speed / 3.6", "m/s", 16.667), ("cap * 1000 / net", "h", 10),
      ("volts * amps / 1000", "W", 24), ("volts / 1000 * amps", "W", 24), ("volts * amps", "W", 24),
      ("volts * amps / 1000", "kW", 0.024),
      // Shares.
      ("cap / cap * 100", "percent", 100), ("cap / (cap * 2)", "percent", 50),
      // For each length.
      ("cap / way", "kWh/100km", 100), ("cap / way", "Wh/km", 1000), ("fuel / way", "l/100km", 10),
      ("flow / speed", "l/100km", 10), ("net / speed", "Wh/km", 16.667), ("cap / (net / speed)", "km", 600),
      ("fuel / (flow / speed)", "km", 10), ("amps * time", "Ah", 1),
      // Ampere-hours and volts: 1 Ah at the volts here.
      ("amps * time * volts", "Wh", 12), ("0.5 * (amps * time) * volts", "Wh", 6),
      ("amps * time * volts / 1h", "W", 12),
      ("amps * time * volts / net", "h", 0.012), ("flow * time", "l", 3),
    ] as [(String, String, Double)])
  func products(expression: String, unit: String, expected: Double) throws {
    let found = try value(expression, in: unit)
    #expect((found - expected).magnitude < expected * 0.002, "\(expression) is \(found) \(unit)")
  }
}
