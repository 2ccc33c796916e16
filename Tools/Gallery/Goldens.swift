// The golden pictures: every instrument in every state, by day, in the dark and at night.

import FixedRaster
import LayerRuntime
import PanelInstruments
import PanelSignals

/// A kind of instrument, and values that bring it into each state.
struct GalleryKind {
  let name: String
  let width, height: Int
  let values: (zero: Fixed64, normal: Fixed64, caution: Fixed64, warning: Fixed64)
  let make: (InstrumentStyle) -> Instrument

  static var all: [GalleryKind] {
    let hot: (Fixed64, Fixed64, Fixed64, Fixed64) = (0, 84, 101, 112)
    let low: (Fixed64, Fixed64, Fixed64, Fixed64) = (0, 62, 15, 6)
    return [
      GalleryKind(name: "gauge", width: 112, height: 112, values: hot) { Plate.gauge($0) },
      GalleryKind(name: "arc", width: 112, height: 112, values: hot) { style in
        let gauge = Plate.gauge(style)
        gauge.pointer = .arc
        return gauge
      },
      GalleryKind(name: "number", width: 112, height: 64, values: hot) { Plate.number($0) },
      GalleryKind(name: "segments", width: 112, height: 64, values: hot) { style in
        let number = Plate.number(style)
        number.usesSegments = true
        return number
      },
      GalleryKind(name: "bar", width: 72, height: 112, values: hot) { Plate.bar($0) },
      GalleryKind(name: "bar-lying", width: 160, height: 56, values: hot) { style in
        let bar = Plate.bar(style)
        bar.isUpright = false
        return bar
      },
      GalleryKind(name: "lamp", width: 96, height: 40, values: (0, 1, 1, 1)) { style in
        let lamp = LampInstrument(style)
        (lamp.legend, lamp.urgency) = ("Oil press", .warning)
        return lamp
      },
      GalleryKind(name: "enum", width: 96, height: 56, values: (0, 1, 2, 3)) { style in
        let instrument = EnumInstrument(style)
        instrument.title = "Fan"
        instrument.entries = [
          StateEntry(0, "Off", role: .dim), StateEntry(1, "On", icon: Unicode.Scalar(0xF0210), role: .normal),
          StateEntry(2, "Slow", icon: Unicode.Scalar(0xF0210), role: .caution),
          StateEntry(3, "Fault", icon: Unicode.Scalar(0xF0026), role: .warning),
        ]
        return instrument
      },
      GalleryKind(name: "trend", width: 160, height: 96, values: hot) { style in
        let trend = TrendInstrument(style)
        trend.duration = 1800
        Plate.describe(trend, "Coolant", "°C")
        trend.reload(count: 60) { Plate.sample($1, $0) }
        return trend
      },
      GalleryKind(name: "tank", width: 80, height: 112, values: low) { Plate.tank($0) },
      GalleryKind(name: "battery", width: 80, height: 80, values: low) { style in
        let battery = BatteryInstrument(style)
        battery.title = "House"
        battery.zones = [Zone(.min, 10, .warning), Zone(10, 20, .caution)]
        return battery
      },
      GalleryKind(name: "horizon", width: 112, height: 112, values: (0, 8, -15, 25)) { style in
        let horizon = HorizonInstrument(style)
        (horizon.roll, horizon.slip) = (Reading(-20), Reading(Fixed64(1, over: 4)))
        return horizon
      },
      GalleryKind(name: "tape", width: 64, height: 128, values: hot) { style in
        let tape = TapeInstrument(style)
        Plate.describe(tape, "Speed", "kn")
        (tape.span, tape.setpoint) = (60, Reading(90))
        return tape
      },
      GalleryKind(name: "heading", width: 160, height: 72, values: (0, 24, 151, 247)) { style in
        let tape = HeadingInstrument(style)
        (tape.range, tape.setpoint) = (0...360, Reading(40))
        tape.format = NumberFormat(minimumDigits: 3)
        return tape
      },
      GalleryKind(name: "wind", width: 112, height: 112, values: (0, 38, -70, 120)) { style in
        let wind = WindInstrument(style)
        (wind.unit, wind.windSpeed, wind.secondMark) = ("kn", Reading(Fixed64(124, over: 10)), Reading(52))
        wind.format = NumberFormat(decimals: 1)
        return wind
      },
      GalleryKind(name: "compass", width: 112, height: 112, values: (0, 24, 151, 247)) { Plate.compass($0) },
    ] + more
  }

  private func show(_ state: ShownState, _ instrument: Instrument) {
    let value = state.reading(values)
    switch instrument {
    case let group as GroupInstrument:
      // The first member shows the state, the others are as they should be.
      for (index, member) in group.members.enumerated() {
        member.value = index == 0 ? value : Reading(Fixed64(72 + index * 9))
      }
    case let timer as TimerInstrument:
      timer.run(state != .zero)
      _ = timer.advance(to: 0)
      _ = timer.advance(to: state == .warning ? timer.duration : 84_000_000_000)
    case let plot as PlotInstrument:
      Plate.trace(plot, value)
    case let shape as ShapeInstrument:
      shape.flow = value
      _ = shape.advance(to: 250_000_000)
    default:
      instrument.value = value
      _ = instrument.advance(to: 1_375_000_000)
    }
  }

  /// The states side by side.
  func states(_ style: InstrumentStyle) -> [Instrument] {
    var instruments: [Instrument] = []
    for state in ShownState.allCases {
      let instrument = make(style)
      show(state, instrument)
      if state == .old { instrument.age = 12 }
      instruments.append(instrument.at(4 + instruments.count * (width + 4), 4, width, height))
    }
    return instruments
  }
}

extension Plate {
  /// What Tests/Golden has of the instruments.
  public static var goldens: [Plate] {
    var plates: [Plate] = []
    for kind in GalleryKind.all {
      for (name, theme) in Theme.named {
        let width = 4 + ShownState.allCases.count * (kind.width + 4)
        plates.append(Plate("instrument-\(kind.name)-\(name)", width, kind.height + 8, theme) { kind.states($0) })
      }
    }
    return plates
  }
}
