// Sheets to look at: every instrument in every state beside its neighbours.

import FixedRaster
import LayerRuntime
import PanelInstruments
import PanelSignals

extension Plate {
  static var sheets: [Plate] {
    var plates: [Plate] = []
    for (name, theme) in Theme.named {
      plates.append(Plate("sheet-gauge-\(name)", 840, 440, theme) { style in states(style, 200, 210) { gauge($0) } })
      plates.append(Plate("sheet-number-\(name)", 840, 260, theme) { style in states(style, 200, 120) { number($0) } })
    }
    plates.append(Plate("sheet-gauge-sizes", 1160, 620) { gaugeSizes($0) })
    plates.append(Plate("sheet-gauge-kinds", 1060, 700) { gaugeKinds($0) })
    plates.append(Plate("sheet-number-kinds", 840, 420) { numberKinds($0) })
    return plates
  }

  /// An instrument in each of the states, four in a row.
  static func states(
    _ style: InstrumentStyle, _ width: Int, _ height: Int, _ make: (InstrumentStyle) -> Instrument
  ) -> [Instrument] {
    var (instruments, index): ([Instrument], Int) = ([], 0)
    for state in ShownState.allCases {
      let instrument = make(style)
      instrument.value = state.reading((0, 84, 101, 112))
      if state == .old { instrument.age = 12 }
      instruments.append(instrument.at(8 + index % 4 * (width + 8), 8 + index / 4 * (height + 8), width, height))
      index += 1
    }
    return instruments
  }

  static func describe(_ instrument: Instrument, _ title: String, _ unit: String?) {
    instrument.title = title
    instrument.unit = unit
    instrument.range = 0...120
    instrument.zones = [Zone(70, 98, .normal), Zone(98, 105, .caution), Zone(105, .max, .warning)]
  }

  static func gauge(_ style: InstrumentStyle) -> GaugeInstrument {
    let gauge = GaugeInstrument(style)
    describe(gauge, "Coolant", "°C")
    return gauge
  }

  static func number(_ style: InstrumentStyle) -> NumberInstrument {
    let number = NumberInstrument(style)
    describe(number, "Coolant", "°C")
    return number
  }

  static func tachometer(_ style: InstrumentStyle) -> GaugeInstrument {
    let gauge = GaugeInstrument(style)
    gauge.title = "Engine"
    gauge.unit = "rpm"
    gauge.range = 0...4000
    gauge.zones = [Zone(700, 3200, .normal), Zone(3200, 3600, .caution), Zone(3600, .max, .warning)]
    gauge.value = Reading(1850)
    return gauge
  }

  private static func gaugeSizes(_ style: InstrumentStyle) -> [Instrument] {
    var (instruments, x): ([Instrument], Int) = ([], 8)
    for size in [40, 60, 80, 100, 120, 160, 200, 240] {
      instruments.append(tachometer(style).at(x, 8, size, size))
      x += size + 8
    }
    x = 8
    for size in [60, 80, 120, 160, 240, 340] {
      let gauge = gauge(style)
      gauge.value = Reading(84)
      instruments.append(gauge.at(x, 260, size, size))
      x += size + 8
    }
    return instruments
  }

  private static func gaugeKinds(_ style: InstrumentStyle) -> [Instrument] {
    func place(_ index: Int, _ width: Int = 200, _ height: Int = 220, _ change: (GaugeInstrument) -> Void) -> Instrument
    {
      let gauge = GaugeInstrument(style)
      gauge.unit = "V"
      gauge.value = Reading(42)
      change(gauge)
      return gauge.at(8 + index % 5 * 208, 8 + index / 5 * 228, width, height)
    }
    return [
      place(0) {
        ($0.range, $0.title, $0.value) = (-50...50, "Charge", Reading(-22)); $0.unit = "A"
      },
      place(1) {
        ($0.range, $0.title) = (-20...100, "Nine o'clock"); $0.unit = "°C"
      },
      place(2) { ($0.sweep, $0.title) = (180, "Half") },
      place(3) { ($0.sweep, $0.title, $0.zones) = (90, "Quarter", [Zone(80, 100, .warning)]) },
      place(4) { ($0.sweep, $0.title, $0.range) = (360, "Whole", 0...60) },
      place(5) { gauge in
        (gauge.pointer, gauge.title) = (.arc, "Arc")
        gauge.zones = [Zone(80, 90, .caution), Zone(90, 100, .warning)]
      },
      place(6) {
        ($0.pointer, $0.title, $0.range, $0.value) = (.arc, "Rudder", -35...35, Reading(-12)); $0.unit = "°"
      },
      place(7) { ($0.pointer, $0.sweep, $0.title) = (.arc, 180, "Half arc") },
      place(8) { gauge in
        (gauge.pointer, gauge.title) = (.both, "Both")
        (gauge.secondValue, gauge.setpoint) = (Reading(63), Reading(55))
      },
      place(9) { gauge in
        (gauge.title, gauge.range) = ("Log", 1...10000)
        gauge.scaleOptions.isLogarithmic = true
      },
      place(10) { gauge in
        (gauge.title, gauge.range, gauge.value) = ("×1000 rpm", 0...8000, Reading(3450))
        (gauge.scaleOptions.factor, gauge.unit) = (1000, "rpm")
        (gauge.setpoint, gauge.peak, gauge.low) = (Reading(4200), Reading(6100), Reading(900))
        gauge.zones = [Zone(6500, 8000, .warning)]
      },
      place(11) { gauge in
        (gauge.title, gauge.unit, gauge.range, gauge.value) = (
          "Pressure", "bar", 0...1, Reading(Fixed64(63, over: 100))
        )
        gauge.format = NumberFormat(decimals: 2)
      },
      place(12) { ($0.title, $0.unit, $0.range, $0.value) = ("Speed", "km/h", 0...260, Reading(117)) },
      place(13) { ($0.title, $0.unit, $0.range, $0.value) = ("Altitude", "ft", 0...12000, Reading(10450)) },
      place(14) { ($0.title, $0.showsValue, $0.showsNumerals) = ("Bare", false, false) },
    ]
  }

  private static func numberKinds(_ style: InstrumentStyle) -> [Instrument] {
    func place(_ index: Int, _ change: (NumberInstrument) -> Void) -> Instrument {
      let number = number(style)
      number.value = Reading(84)
      change(number)
      return number.at(8 + index % 4 * 208, 8 + index / 4 * 136, 200, 128)
    }
    return [
      place(0) {
        $0.showsExtremes = true; ($0.low, $0.peak) = (Reading(61), Reading(97))
      },
      place(1) { ($0.showsTrend, $0.rate) = (true, Reading(3)) },
      place(2) { ($0.showsTrend, $0.rate) = (true, Reading(-3)) },
      place(3) { ($0.showsTarget, $0.target) = (true, Reading(88)) },
      place(4) { $0.usesSegments = true },
      place(5) { ($0.usesSegments, $0.value) = (true, Reading(101)) },
      place(6) {
        ($0.usesSegments, $0.value, $0.format) = (true, Reading(Fixed64(1234, over: 10)), NumberFormat(decimals: 1));
        $0.range = 0...999
      },
      place(7) {
        ($0.value, $0.format, $0.range, $0.unit, $0.title) = (
          Reading(Fixed64(-44, over: 10)), NumberFormat(decimals: 1), -40...60, "°C", "Outside"
        ); $0.zones = []
      },
      place(8) {
        ($0.value, $0.range, $0.unit, $0.title, $0.zones) = (Reading(Fixed64(74, over: 10)), 0...99, "m", "Depth", []);
        $0.format = NumberFormat(decimals: 1)
      },
      place(9) { $0.title = nil },
      place(10) { $0.unit = nil },
    ]
  }
}
