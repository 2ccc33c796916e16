import FixedRaster
import Foundation
import LayerRuntime
import PanelDescription
import PanelFile
import PanelSignals
import Testing

@testable import PanelInstruments

/// The meaning of what is shown: the same value is the same thing in every instrument, expression and control.
@Suite("The meaning of what is shown")
struct ShownMeaningTests {
  private static let second: Int64 = 1_000_000_000

  private func value(_ panel: Panel, _ signal: Int) -> Double {
    Double(panel.signals.reading(SignalIndex(signal)).value.rawValue) / 4_294_967_296
  }

  // MARK: Values that go round

  @Test("P33 P41 P42 an angle to both sides is within its turn everywhere: 190° is −170°, for pointers as for digits")
  func turns() throws {
    let panel = try describedPanel(
      """
      a: {from: in/a, unit: deg, wraps: 360, range: -180..180, follow: 1s}
      mean: {is: "avg(a, 3s)", unit: deg}
      least: {is: "min(a, 3s)", unit: deg}
      """, "{row: [{gauge: a}, {bar: a}, {tank: a}]}")
    panel.advance(to: 0)
    for step in 1...60 {
      panel.signals.set(SignalIndex(0), to: 190, at: Int64(step) * Self.second / 10)
      panel.advance(to: Int64(step) * Self.second / 10)
    }
    #expect(value(panel, 0) == -170 && value(panel, 1) == -170 && value(panel, 2) == -170)
    for instrument in panel.instruments {
      #expect(instrument.value.value == -170 && instrument.beyondRange == 0 && instrument.digitsText == "-170")
    }
    // The short way over the turn's end.
    for step in 61...75 {
      panel.signals.set(SignalIndex(0), to: 170, at: Int64(step) * Self.second / 10)
      panel.advance(to: Int64(step) * Self.second / 10)
      let shown = try #require(panel.instruments.first).value.value
      #expect(shown.magnitude >= 170 && shown.magnitude <= 180, "\(step)")
    }
    // Both ends are within the turn, as they were told.
    for end in [180, -180] {
      panel.signals.set(SignalIndex(0), to: Fixed64(end), at: 80 * Self.second)
      panel.advance(to: 80 * Self.second)
      #expect(value(panel, 0) == Double(end))
    }
  }

  @Test("P34 P44 the past of an angle to both sides has its negative values, and its scale both ends")
  func pastOfTurns() throws {
    let panel = try describedPanel(
      "a: {from: in/a, unit: deg, wraps: 360, range: -180..180, history: 1min}", "{trend: a, last: 20s}")
    for step in 0...20 {
      panel.signals.set(SignalIndex(0), to: step < 10 ? -90 : 45, at: Int64(step) * Self.second)
      panel.advance(to: Int64(step) * Self.second)
    }
    let past = panel.signals.history(of: SignalIndex(0), from: 2 * Self.second, to: 5 * Self.second)
    #expect(past.hasValue && past.lower == -90 && past.upper == -90 && past.last == -90)
    let trend = try #require(panel.instruments.first as? TrendInstrument)
    let numerals = trend.numerals.filter { !$0.isHidden }.map(\.text)
    #expect(numerals.contains("-180") && numerals.contains("180"), "\(numerals)")
  }

  // MARK: States

  @Test(
    "P24 P33 state() goes by the shown digits, as all instruments do, in the unit that is shown",
    arguments: [
      ("unit: plain, range: 0..100", "50..", 49.6, 3), ("unit: plain, range: 0..100", "50..", 49.4, 0),
      ("unit: plain, range: 0..100", "..20", 20.4, 3), ("unit: plain, range: 0..100", "..20", 20.6, 0),
      ("unit: plain, range: 0..100", "20.3..", 20.2, 0), ("unit: plain, range: 0..100", "..20.7", 20.7, 3),
      ("unit: kPa, show: bar 0.0, range: 0..1000", "300..", 296, 3),
      ("unit: kPa, show: bar 0.0, range: 0..1000", "300..", 294, 0),
    ])
  func statesByDigits(signal: String, zone: String, told: Double, state: Int) throws {
    let panel = try describedPanel(
      "a: {from: in/a, \(signal)}\nb: {is: 'if(state(a) is warning, 3, 0)'}", "{number: a}",
      "zones: {a: {warning: \(zone)}}")
    panel.advance(to: 0)
    panel.signals.set(SignalIndex(0), to: Fixed64(rawValue: Int64(told * 4_294_967_296)), at: Self.second)
    panel.advance(to: 2 * Self.second)
    #expect(value(panel, 1) == Double(state))
    #expect(panel.instruments.first?.zoneState == ZoneState(rawValue: state))
  }

  @Test("P35 the name of a value holds for the nearest whole number, in conditions and texts as in instruments")
  func nearestNames() throws {
    let panel = try describedPanel(
      "a: {from: in/a, enum: {0: Off, 1: Low, 2: High}}\nb: {is: 'if(a is \"High\", 1, 0)'}", "{text: \"{a}\"}")
    panel.advance(to: 0)
    panel.signals.set(SignalIndex(0), to: Fixed64(8, over: 5), at: Self.second)
    panel.advance(to: 2 * Self.second)
    #expect(value(panel, 1) == 1 && (panel.instruments.first as? TextInstrument)?.text == "High")
  }

  // MARK: Units

  @Test("P30 P48 a system of units moves a setpoint's handle to where its mark is, and what it sends stays in its unit")
  func setpoints() throws {
    let bench = try ControlBench(
      """
      sys: {initial: 0}
      temp: {from: in/t, unit: degC, range: 0..100}
      want: {from: in/want, unit: degC, range: 0..100}
      """, "{bar: temp, setpoint: {sends: in/want, state: want, range: 0..100, step: 1}}",
      "units: {us: {temperature: degF 0}}\nsystem: sys")
    bench.panel.signals.set(SignalIndex(1), to: 50, at: 1)
    bench.panel.signals.set(SignalIndex(2), to: 50, at: 1)
    bench.advance(20)
    let us = try ControlBench(bench.panel.file.worded(language: 0, system: 1))
    us.panel.signals.set(SignalIndex(1), to: 50, at: 1)
    us.panel.signals.set(SignalIndex(2), to: 50, at: 1)
    us.advance(20)
    func places(_ bench: ControlBench) throws -> (bar: BarInstrument, handle: Point, of: (Fixed64) -> Point) {
      let bar = try #require(bench.panel.instruments.compactMap { $0 as? BarInstrument }.first)
      let handle = try #require(bench.panel.instruments.compactMap { $0 as? SetpointHandle }.first)
      let disc = try #require(
        (handle.sublayers ?? []).compactMap { $0 as? ShapeLayer }.first {
          $0.lineWidth == 2 && $0.path != nil && !$0.isHidden
        })
      return (bar, disc.position, { bar.place(onScale: $0) ?? .zero })
    }
    let (own, other) = (try places(bench), try places(us))
    #expect(other.bar.value.value == 122 && other.bar.range == 32...212)
    #expect(abs(own.handle.x - own.of(50).x) <= 1 && abs(other.handle.x - other.of(122).x) <= 1)
    // To 212 °F.
    let from = other.bar.convert(other.handle, to: nil), to = other.bar.convert(other.of(212), to: nil)
    us.drag((from.x.rounded, from.y.rounded), (to.x.rounded, from.y.rounded))
    us.advance(20)
    #expect(
      us.receiver.values.last.map { ($0 - 100).magnitude < Fixed64(1, over: 100) } == true, "\(us.receiver.values)")
    #expect(throws: DescriptionError.self) {
      try describedPanel(
        "sys: {initial: 0}\ntemp: {from: in/t, unit: degC, range: 0..100}", "{bar: temp, setpoint: {sends: in/want}}",
        "units: {us: {temperature: degF 0}}\nsystem: sys")
    }
  }

  @Test(
    "P30 P35 a number in a text that says its unit by unit() is in the units of the chosen system, in every language")
  func textsInSystems() throws {
    let compiled = try compiledPanel(
      "sys: {initial: 0}\nfuel: {from: in/f, unit: l, range: 0..200, title: Fuel}",
      """
      {column: [{text: "{fuel:0.0} {unit(fuel)} left"}, {text: '=join(text(fuel, "0.0"), unit(fuel))'}, {text: "{fuel:0.0} l"}, {text: "Storage unit({fuel:0.0} l)"}]}
      """,
      """
      units: {us: {volume: gal 0.0}}
      system: sys
      language: de
      texts: {de: {"{fuel:0.0} {unit(fuel)} left": "noch {fuel:0.0} {unit(fuel)}", Fuel: Tank}}
      """)
    // One that says it in words stays what the words say, and is warned of.
    #expect(compiled.warnings.count { $0.contains("stays in l") } == 2, "\(compiled.warnings)")
    let file = try PanelFile(bytes: compiled.bytes)
    for (language, system, text, other) in [
      (0, 0, "96.0 l left", "96.0l"), (0, 1, "25.4 gal left", "25.4gal"), (1, 0, "noch 96.0 l", "96.0l"),
      (1, 1, "noch 25.4 gal", "25.4gal"),
    ] {
      let panel = try Panel(file.worded(language: language, system: system), size: Size(width: 320, height: 240))
      panel.root.layoutIfNeeded()
      panel.advance(to: 0)
      panel.signals.set(SignalIndex(1), to: 96, at: Self.second)
      panel.advance(to: 2 * Self.second)
      #expect(
        panel.instruments.compactMap { ($0 as? TextInstrument)?.text } == [
          text, other, "96.0 l", "Storage unit(96.0 l)",
        ])
    }
  }

  // MARK: Fillings, digits

  @Test("P42 P41 P4B a filling begins at zero, at the lower end of a scale without it, and of temperatures in any unit")
  func fillings() throws {
    let panel = try describedPanel(
      "cold: {from: in/a, range: -100..-20}\nboth: {from: in/b, range: -5..5}\nhigh: {from: in/c, range: 20..40}",
      "{row: [{bar: cold}, {bar: both}, {bar: high}, {gauge: cold, pointer: arc}]}")
    #expect(panel.instruments.map { $0.range.fillingStart($0.division) } == [-100, 0, 20, -100])
    for unit in ["degC", "degF"] {
      let panel = try describedPanel("t: {from: in/t, unit: degC, show: \(unit), range: -40..60}", "{bar: t}")
      let bar = panel.instruments[0]
      #expect(bar.range.fillingStart(bar.division) == bar.range.lowerBound, "\(unit)")
    }
  }

  @Test("P30 a tenth of a narrow range can be told from its digits, however far from zero it lies")
  func narrowRanges() {
    func decimals(_ lower: Double, _ upper: Double) -> Int {
      func fixed(_ number: Double) -> Fixed64 { Fixed64(rawValue: Int64(number * 4_294_967_296)) }
      return PanelBuilder.decimals(fixed(lower)...fixed(upper), .zero)
    }
    #expect(decimals(1013.24, 1013.26) == 3 && decimals(0, 0.0001) == 5 && decimals(11, 15) == 1)
    #expect(decimals(0, 100) == 0 && decimals(0, 5) == 1 && decimals(0, 1) == 2 && decimals(950, 1050) == 0)
  }

  @Test("P43 seven segments have a point, whatever sign decimals have elsewhere")
  func segments() throws {
    let panel = try describedPanel(
      "a: {from: in/a, range: -5..5}", "{number: a, digits: segments}", "numbers: {point: \",\", group: \".\"}")
    panel.advance(to: 0)
    panel.signals.set(SignalIndex(0), to: Fixed64(5, over: 2), at: Self.second)
    panel.advance(to: 2 * Self.second)
    #expect((panel.instruments.first as? NumberInstrument)?.readout.valueText.text == "2.5")
  }

  // MARK: Marks

  @Test("P32 a value beyond the scale has a mark in trends, batteries, sliders, knobs and plots")
  func beyond() throws {
    let panel = try describedPanel(
      "a: {from: in/a, range: 0..100}\nb: {from: in/b, range: 0..100}",
      "{column: [{trend: a, last: 1min}, {battery: a}, {slider: S, sends: in/a, state: a}, {knob: K, sends: in/a, state: a}, {xy: [a, b]}]}"
    )
    func marks() -> [Bool] {
      panel.instruments.map { instrument in
        switch instrument {
        case let trend as TrendInstrument: !trend.aboveMark.isHidden || !trend.belowMark.isHidden
        case let battery as BatteryInstrument: !battery.beyondMark.isHidden
        case let slider as SliderInstrument: !slider.beyondMark.isHidden
        case let knob as KnobInstrument: !knob.beyondMark.isHidden
        default: (instrument.sublayers ?? []).contains { $0.borderWidth == 2 && !$0.isHidden }
        }
      }
    }
    for (time, value, isBeyond) in [(1, 50, false), (2, 150, true), (3, 100, false), (4, -20, true)] {
      for signal in [0, 1] {
        panel.signals.set(SignalIndex(signal), to: Fixed64(value), at: Int64(time) * Self.second)
      }
      panel.advance(to: Int64(time) * Self.second)
      panel.root.layoutIfNeeded()
      #expect(marks() == Array(repeating: isBeyond, count: 5), "\(value)")
    }
  }

  @Test("P32 P46 what was never heard is marked: states of controls, flows, symbols that turn")
  func neverHeard() throws {
    let panel = try describedPanel(
      "a: {from: in/a, enum: {0: A, 1: B}}\nf: {from: in/f}",
      """
      {row: [{selector: S, sends: in/a, state: a}, {button: B, sends: in/a, state: a}, {switch: W, sends: in/a, state: a},
        {shape: pipe, points: [[0, 0], [1, 9]], flow: f}, {symbol: fan, turn: f}, {button: C, sends: in/a}]}
      """)
    panel.advance(to: 0)
    #expect(panel.instruments.map(\.markQuality) == [.none, .none, .none, .none, .fresh, .fresh])
    let symbol = try #require(panel.instruments[4] as? EnumInstrument)
    #expect(symbol.quality == .none)
    for signal in [0, 1] { panel.signals.set(SignalIndex(signal), to: 1, at: Self.second) }
    panel.advance(to: Self.second)
    #expect(panel.instruments.allSatisfy { $0.markQuality == .fresh } && symbol.quality == .fresh)
  }

  @Test("P48 a menu tells a state that is none of its choices by its number")
  func otherState() throws {
    let bench = try ControlBench("a: {from: in/a, enum: {0: A, 1: B}}", "{menu: M, sends: in/a, state: a}")
    func texts() -> [String] {
      (bench.panel.instruments.first?.sublayers ?? []).compactMap { ($0 as? Caption)?.text }
    }
    #expect(texts().contains(noValueText))
    bench.panel.signals.set(SignalIndex(0), to: 9, at: 1)
    bench.advance(20)
    #expect(texts().contains("9") && !texts().contains(noValueText))
  }

  @Test("P20 P32 the unit of one end of a range holds for both: 2..5bar does not begin at 2 Pa")
  func unitsOfRanges() throws {
    let panel = try describedPanel(
      """
      p: {from: in/p, unit: Pa, range: 1..9bar}
      angle: {from: in/angle, unit: rad, range: -180..180deg}
      isNormal: {is: "p is between 2..5bar"}
      isNear: {is: "angle is between -10..10deg"}
      """, "{row: [{gauge: p}, {gauge: angle}]}", "zones: {p: {warning: 8..9bar}}")
    let (pressure, angle) = (panel.instruments[0], panel.instruments[1])
    #expect(pressure.range == 100_000...900_000)
    #expect(pressure.zones.map { $0.lower } == [800_000])
    #expect((-3.2 ... -3.1).contains(Double(angle.range.lowerBound.rawValue) / 4_294_967_296))
    for (told, isNormal) in [(1000, false), (300_000, true), (600_000, false)] {
      panel.signals.set(SignalIndex(0), to: Fixed64(told), at: 0)
      panel.advance(to: 0)
      #expect(value(panel, 2) == (isNormal ? 1 : 0), "\(told)")
    }
    for (told, isNear) in [(-1, false), (0, true), (1, false)] {
      panel.signals.set(SignalIndex(1), to: Fixed64(told), at: 0)
      panel.advance(to: 0)
      #expect(value(panel, 3) == (isNear ? 1 : 0), "\(told)")
    }
  }

  @Test("P4C the legend of several pens takes the place of a title: the first signal's would be that of all")
  func titlesOfPens() throws {
    let signals = "a: {from: in/a, title: Supply, range: 0..9}\nb: {from: in/b, title: Return, range: 0..9}"
    func title(_ element: String) throws -> String? { try describedPanel(signals, element).instruments[0].title }
    #expect(try title("{trend: [a, b]}") == nil && title("{trend: a}") == "Supply")
    #expect(try title("{trend: [a, b], title: Water}") == "Water" && title("{trend: a, title: \"\"}") == nil)
  }

  // MARK: What is told

  @Test("P31 P63 a number by which a source says that it has none makes the signal failed, scaled and in any source")
  func failures() throws {
    let panel = try describedPanel(
      """
      probe: {from: in/probe, unit: degC, range: -40..120, fails: [-127, 85]}
      raw: {from: in/raw, unit: V, scale: 0.1, offset: -10, fails: 3266.7}
      wide: {from: in/wide, fails: 32000..}
      sum: {is: probe + 1K}
      """, "{row: [{number: probe}, {number: raw}, {number: wide}]}")
    func told(_ signal: Int, _ value: Fixed64) -> Quality {
      _ = panel.signals.receive(SignalIndex(signal), source: 0, number: Reading(value), at: 0)
      panel.advance(to: 0)
      return panel.signals.reading(SignalIndex(signal)).quality
    }
    #expect(
      told(0, -127) == .failed && told(0, 85) == .failed && panel.signals.reading(SignalIndex(3)).quality == .failed)
    #expect(told(0, 84) == .fresh && panel.instruments[0].digitsText == "84" && told(0, -126) == .fresh)
    #expect(told(1, 32_767) == .failed && told(1, 32_766) == .fresh)
    #expect(told(2, 31_999) == .fresh && told(2, 32_000) == .failed && told(2, 1_000_000) == .failed)
  }

  @Test("P46 a button sends a signal's value in the signal's unit, whatever is shown")
  func sentValues() throws {
    let bench = try ControlBench(
      """
      odo: {from: in/odo, unit: km, show: mi, range: 0..99999}
      mark: {initial: 0, unit: km}
      """, "{button: Reset, sets: mark, to: odo}")
    bench.panel.signals.set(SignalIndex(0), to: 1000, at: bench.time)
    bench.advance(20)
    bench.tap()
    bench.advance(20)
    #expect(value(bench.panel, 1) == 1000)
    // It is lit while the variable is what it would send.
    let button = try #require(bench.panel.controls.first)
    func colors() -> [Color?] { (button.sublayers ?? []).compactMap { ($0 as? ShapeLayer)?.fillColor } }
    let lit = colors()
    bench.panel.signals.set(SignalIndex(0), to: 1500, at: bench.time)
    bench.advance(20)
    #expect(!button.isOn && colors() != lit)
    bench.tap()
    bench.run(400)
    #expect(button.isOn && value(bench.panel, 1) == 1500)
  }

  @Test("P31 what was never heard does not look fresh: a text of a source, a symbol's colour, a control's permission")
  func looksOfNone() throws {
    let panel = try describedPanel(
      """
      mode: {from: in/mode, type: text}
      a: {from: in/a, stale: 1s}
      """,
      """
      {row: [{text: "=mode"}, {symbol: alert, color: "if(a is 1, caution, gray-90)"}, \
      {button: Go, sends: in/go, enabled: a is 1}]}
      """)
    panel.advance(to: 0)
    #expect(panel.instruments.map(\.markQuality) == [.none, .none, .none])
    let text = try #require(panel.instruments[0].sublayers?.last { ($0.sublayers?.first as? Caption) != nil })
    let caption = try #require(text.sublayers?.first as? Caption)
    #expect(caption.foregroundColor == panel.instruments[0].theme[.stale])
    _ = panel.signals.receive(SignalIndex(0), text: Array("run".utf8).span, at: 0)
    panel.signals.set(SignalIndex(1), to: 1, at: 0)
    panel.advance(to: 0)
    #expect(panel.instruments.map(\.markQuality) == [.fresh, .fresh, .fresh])
    #expect(caption.foregroundColor == panel.instruments[0].theme[.ink])
    panel.advance(to: 3 * Self.second)
    #expect(panel.instruments.map(\.markQuality) == [.fresh, .old, .old])
  }

  @Test("P30 a unit of an instrument's own has the signal's format under a system whose format is of another unit")
  func formatOfOwnUnit() throws {
    let bench = try ControlBench(
      "p: {initial: 28, unit: mm, show: mm 0.0, range: 5..60}\nsys: {initial: 0}",
      "{row: [{stepper: B, sets: p, range: 5..60, step: 5}, {number: p, unit: mm}, {number: p}]}",
      "units: {us: {length: in 0.000}}\nsystem: sys")
    let us = try ControlBench(bench.panel.file.worded(language: 0, system: 1))
    for (bench, last) in [(bench, "28.0"), (us, "1.102")] {
      bench.advance(20)
      let instruments = bench.panel.instruments
      #expect(instruments.map { $0.format.text(of: $0.value.value) }.suffix(2) == ["28.0", last])
      let stepper = bench.control(StepperInstrument.self)
      #expect(stepper.words(stepper.shownValue) == "28.0 mm")
    }
  }

  @Test("P32 the name of a unit follows the system of units, also where a text is nothing else")
  func unitNames() throws {
    let compiled = try compiledPanel(
      "v: {from: in/v, unit: km/h}\nsys: {initial: 0}",
      "{row: [{text: \"=unit(v)\"}, {text: '=join(\"in \", unit(v))'}, {number: v, title: \"=unit(v)\"}]}",
      "units: {speed: km/h, us: {speed: mph}}\nsystem: sys")
    let file = try PanelFile(bytes: compiled.bytes)
    for (system, unit) in [(0, "km/h"), (1, "mph")] {
      let panel = try Panel(file.worded(language: 0, system: system), size: Size(width: 320, height: 240))
      panel.advance(to: 0)
      let texts = panel.instruments.compactMap { ($0 as? TextInstrument)?.text } + [panel.instruments[2].title ?? ""]
      #expect(texts == [unit, "in " + unit, unit])
    }
  }
}
