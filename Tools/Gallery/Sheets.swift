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
      plates.append(Plate("sheet-bar-\(name)", 872, 470, theme) { style in bars(style) })
      plates.append(Plate("sheet-lamp-\(name)", 872, 330, theme) { style in lamps(style) })
      plates.append(Plate("sheet-trend-\(name)", 930, 400, theme) { style in trends(style) })
      plates.append(Plate("sheet-tank-\(name)", 872, 420, theme) { style in tanks(style) })
      plates.append(Plate("sheet-compass-\(name)", 1048, 420, theme) { style in compasses(style) })
      plates.append(Plate("sheet-flight-\(name)", 1000, 560, theme) { style in flight(style) })
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

  static func bar(_ style: InstrumentStyle) -> BarInstrument {
    let bar = BarInstrument(style)
    bar.isUpright = true
    describe(bar, "Coolant", "°C")
    return bar
  }

  private static func bars(_ style: InstrumentStyle) -> [Instrument] {
    var (instruments, index): ([Instrument], Int) = ([], 0)
    for state in ShownState.allCases {
      let (upright, lying) = (bar(style), bar(style))
      for bar in [upright, lying] {
        bar.value = state.reading((0, 84, 101, 112))
        if state == .old { bar.age = 12 }
      }
      lying.isUpright = false
      instruments.append(upright.at(8 + index * 108, 8, 100, 220))
      instruments.append(lying.at(8 + index % 3 * 288, 236 + index / 3 * 78, 280, 70))
      index += 1
    }
    let special = bar(style)
    (special.segments, special.setpoint, special.value) = (20, Reading(88), Reading(70))
    instruments.append(special.at(8 + 7 * 108, 8, 100, 220))
    let centre = bar(style)
    (centre.range, centre.zones, centre.value, centre.isUpright) = (-50...50, [], Reading(-18), false)
    (centre.setpoint, centre.peak) = (Reading(10), Reading(33))
    instruments.append(centre.at(8 + 288, 236 + 2 * 78, 280, 70))
    let segmented = bar(style)
    (segmented.segments, segmented.value, segmented.isUpright) = (30, Reading(70), false)
    instruments.append(segmented.at(8 + 2 * 288, 236 + 2 * 78, 280, 70))
    return instruments
  }

  private static func lamps(_ style: InstrumentStyle) -> [Instrument] {
    var instruments: [Instrument] = []
    let urgencies: [ZoneState] = [.normal, .advisory, .caution, .warning]
    let legends = ["Pump", "Glow", "Oil level", "Oil press"]
    for row in 0..<4 {
      let readings = [Reading(0), Reading(1), Reading(1), Reading(1, .old), Reading(1, .failed), .none]
      for column in readings.indices {
        let lamp = LampInstrument(style)
        (lamp.legend, lamp.urgency, lamp.value) = (legends[row], urgencies[row], readings[column])
        if column == 2 { lamp.icon = Unicode.Scalar(0xF01FA) }
        if lamp.quality == .old { lamp.age = 12 }
        instruments.append(lamp.at(8 + column * 112, 8 + row * 56, 104, 48))
      }
    }
    let states = [
      StateEntry(0, "Off", role: .dim), StateEntry(1, "Running", icon: Unicode.Scalar(0xF0210), role: .normal),
      StateEntry(2, "Fault", icon: Unicode.Scalar(0xF0026), role: .warning),
    ]
    for (index, reading) in [Reading(0), Reading(1), Reading(2), Reading(1, .old), .none, Reading(7)].enumerated() {
      let instrument = EnumInstrument(style)
      (instrument.title, instrument.entries, instrument.value) = ("Fan", states, reading)
      instruments.append(instrument.at(8 + index * 138, 236, 130, 80))
    }
    for (index, words) in ["Left", "Centre", "A long text that has no room", "Scrolled text with no room"].enumerated()
    {
      let text = TextInstrument(style)
      (text.text, text.alignment, text.overflow, text.scrollOffset) = (
        words, index == 1 ? .center : .left, index == 3 ? .scroll : .shorten, 120
      )
      instruments.append(text.at(690, 8 + index * 40, 174, 36))
    }
    let symbol = EnumInstrument(style)
    (symbol.entries, symbol.value, symbol.showsIconOnly) = (
      [StateEntry(0...9, "", icon: Unicode.Scalar(0xF0390), role: .accent)], Reading(1), true
    )
    symbol.rotation = Reading(45)
    instruments.append(symbol.at(690, 168, 60, 60))
    return instruments
  }

  /// A curve of whole numbers without trigonometry: two triangles of different periods, and noise.
  static func sample(_ number: Int, _ pen: Int) -> TrendColumn {
    func triangle(_ period: Int) -> Int { abs((number + pen * 37) % period * 200 / period - 100) }
    let noise = (number &* 7919 &+ pen &* 104_729) % 13
    let value = Fixed64(20 + pen * 25 + triangle(140) / 2 + triangle(53) / 5 + noise / 3)
    let spread = Fixed64(2 + (number &* 31) % 7)
    if number % 150 > 118 && number % 150 < 130 && pen == 0 { return .gap }
    return TrendColumn(value, low: value - spread, high: value + spread)
  }

  private static func trends(_ style: InstrumentStyle) -> [Instrument] {
    func trend(_ width: Int, _ height: Int, _ pens: [TrendPen], names: [String] = []) -> TrendInstrument {
      let trend = TrendInstrument(style)
      trend.duration = 1800
      describe(trend, "Coolant", "°C")
      (trend.pens, trend.penNames) = (pens, names)
      trend.value = Reading(84)
      trend.frame = Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height))
      trend.layoutIfNeeded()
      for number in 0..<400 { trend.append { sample(number, $0) } }
      return trend
    }
    let old = trend(220, 140, [TrendPen()])
    (old.value, old.age) = (Reading(84, .old), 75)
    let warning = trend(220, 140, [TrendPen()])
    warning.value = Reading(112)
    let short = trend(220, 140, [TrendPen()])
    short.duration = 60
    return [
      trend(450, 220, [TrendPen()]).at(8, 8, 450, 220),
      trend(
        450, 220, [TrendPen(.accent, showsBand: false), TrendPen(.needle, showsBand: false)], names: ["In", "Out"]
      ).at(466, 8, 450, 220),
      old.at(8, 236, 220, 140), warning.at(236, 236, 220, 140), short.at(464, 236, 220, 140),
      trend(120, 80, [TrendPen()]).at(692, 236, 120, 80), trend(60, 60, [TrendPen()]).at(820, 236, 60, 60),
    ]
  }

  static func tank(_ style: InstrumentStyle) -> TankInstrument {
    let tank = TankInstrument(style)
    (tank.title, tank.unit, tank.capacity) = ("Diesel", "%", 320)
    tank.zones = [Zone(.min, 10, .warning), Zone(10, 20, .caution), Zone(95, .max, .caution)]
    return tank
  }

  private static func tanks(_ style: InstrumentStyle) -> [Instrument] {
    var (instruments, index): ([Instrument], Int) = ([], 0)
    for state in ShownState.allCases {
      let tank = tank(style)
      tank.value = state.reading((0, 62, 15, 6))
      if state == .old { tank.age = 12 }
      instruments.append(tank.at(8 + index * 108, 8, 100, 220))
      index += 1
    }
    for (index, size) in [(160, 160), (220, 170), (80, 80), (60, 60), (40, 40)].enumerated() {
      let tank = tank(style)
      (tank.value, tank.role) = (Reading(62), index == 1 ? .normal : .accent)
      instruments.append(tank.at([8, 176, 404, 492, 560][index], 236, size.0, size.1))
    }
    return instruments
  }

  static func compass(_ style: InstrumentStyle) -> CompassInstrument {
    let compass = CompassInstrument(style)
    compass.title = "Heading"
    (compass.bug, compass.course, compass.secondMark) = (Reading(40), Reading(352), Reading(290))
    return compass
  }

  private static func compasses(_ style: InstrumentStyle) -> [Instrument] {
    let readings = [Reading(24), Reading(24, .old), Reading(24, .failed), .none, Reading(24)]
    var instruments: [Instrument] = []
    for index in readings.indices {
      let compass = compass(style)
      compass.value = readings[index]
      if compass.quality == .old { compass.age = 12 }
      if index == 4 { compass.turning = .needle }
      instruments.append(compass.at(8 + index * 208, 8, 200, 216))
    }
    var x = 8
    for size in [60, 80, 120, 170] {
      let compass = compass(style)
      compass.value = Reading(247)
      instruments.append(compass.at(x, 232, size, size))
      x += size + 8
    }
    return instruments
  }

  private static func flight(_ style: InstrumentStyle) -> [Instrument] {
    var instruments: [Instrument] = []
    func kind(_ name: String) -> Instrument {
      let kind = GalleryKind.all.first { $0.name == name } ?? GalleryKind.all[0]
      let instrument = kind.make(style)
      instrument.value = Reading(kind.values.normal)
      return instrument
    }
    var x = 8
    for size in [60, 100, 160, 260] {
      instruments.append(kind("horizon").at(x, 8, size, size))
      instruments.append(kind("wind").at(x, 280, size, size))
      x += size + 8
    }
    for (index, size) in [(60, 160), (90, 260)].enumerated() {
      let (left, right) = (kind("tape"), kind("tape"))
      (right as? TapeInstrument)?.side = .right
      instruments.append(left.at(x + index * 80, 8, size.0, size.1))
      instruments.append(right.at(x + 190 + index * 80, 8, size.0, size.1))
    }
    instruments.append(kind("heading").at(x, 280, 300, 90))
    instruments.append(kind("heading").at(x, 380, 150, 60))
    instruments.append(kind("battery").at(x, 450, 120, 100))
    let charging = kind("battery")
    (charging as? BatteryInstrument)?.charging = Reading(1)
    instruments.append(charging.at(x + 128, 450, 90, 70))
    instruments.append(kind("battery").at(x + 226, 450, 60, 40))
    return instruments
  }
}
