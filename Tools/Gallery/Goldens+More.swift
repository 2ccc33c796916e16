// The golden pictures: groups, counters, timers, shapes and plots.

import FixedRaster
import LayerRuntime
import PanelInstruments
import PanelSignals

extension GalleryKind {
  static var more: [GalleryKind] {
    let hot: (Fixed64, Fixed64, Fixed64, Fixed64) = (0, 84, 101, 112)
    return [
      GalleryKind(name: "bars", width: 144, height: 112, values: hot) { style in
        let bars = BarsInstrument(style, Plate.members(3) { BarInstrument(style) })
        (bars.isAcross, bars.title, bars.range) = (true, "Cylinders", 0...120)
        return bars
      },
      GalleryKind(name: "table", width: 144, height: 112, values: hot) { style in
        let rows = Plate.members(3) { RowInstrument(style) }
        for (row, name) in zip(rows, ["Coolant", "Oil", "Exhaust"]) { (row.label, row.title) = (name, nil) }
        let table = TableInstrument(style, rows)
        table.title = "Engine"
        return table
      },
      GalleryKind(
        name: "hours", width: 128, height: 56,
        values: (0, Fixed64(12_349, over: 10), Fixed64(99_996, over: 10), Fixed64(123_458, over: 10))
      ) { style in
        let hours = CounterInstrument(style)
        (hours.title, hours.unit, hours.format) = ("Engine", "h", NumberFormat(decimals: 1))
        hours.zones = [Zone(5000, 12_000, .caution), Zone(12_000, .max, .warning)]
        return hours
      },
      GalleryKind(name: "timer", width: 112, height: 96, values: hot) { style in
        let timer = TimerInstrument(style)
        (timer.title, timer.duration) = ("Eggs", 300_000_000_000)
        return timer
      },
      GalleryKind(name: "altimeter", width: 72, height: 128, values: (0, 3260, 4100, 4600)) { style in
        let tape = AltimeterInstrument(style)
        (tape.title, tape.range) = ("Height", 0...10_000)
        tape.zones = [Zone(4000, 4500, .caution), Zone(4500, .max, .warning)]
        (tape.span, tape.pressure, tape.pressureUnit) = (600, Reading(1013), "hPa")
        return tape
      },
      GalleryKind(name: "symbol", width: 56, height: 56, values: (0, 1, 2, 3)) { style in
        let symbol = EnumInstrument(style)
        (symbol.showsIconOnly, symbol.card) = (true, .none)
        symbol.entries = [
          StateEntry(0, "", icon: Unicode.Scalar(0xF0335), role: .dim),
          StateEntry(1, "", icon: Unicode.Scalar(0xF0335), role: .normal),
          StateEntry(2, "", icon: Unicode.Scalar(0xF0210), role: .caution),
          StateEntry(3, "", icon: Unicode.Scalar(0xF0026), role: .warning),
        ]
        return symbol
      },
      GalleryKind(name: "pipe", width: 96, height: 40, values: (0, 1, 2, 3)) { style in
        let shape = ShapeInstrument(style)
        (shape.form, shape.tint) = (.pipe, Role.dim.rawValue)
        return shape
      },
      GalleryKind(name: "xy", width: 128, height: 128, values: hot) { style in
        let plot = PlotInstrument(style)
        Plate.describe(plot, "Power", nil)
        return plot
      },
      GalleryKind(name: "wait", width: 48, height: 48, values: (0, 1, 1, 1)) { WaitInstrument($0) },
    ]
  }
}

extension Plate {
  /// Instruments of one kind that are told the same.
  static func members<Kind: Instrument>(_ count: Int, _ make: () -> Kind) -> [Kind] {
    (0..<count).map { number in
      let member = make()
      describe(member, "\(number + 1)", "°C")
      return member
    }
  }

  /// An arch, with the value on it.
  static func trace(_ plot: PlotInstrument, _ value: Reading) {
    func height(_ x: Fixed64) -> Fixed64 { 85 - (x - 60) * (x - 60) * Fixed64(1, over: 50) }
    for number in 0..<90 {
      let x = Fixed64(15 + number)
      (plot.value, plot.second) = (Reading(x), Reading(height(x)))
      _ = plot.advance(to: Int64(number) * 105_000_000)
    }
    (plot.value, plot.second) = (value, Reading(height(value.value), value.quality))
  }
}
