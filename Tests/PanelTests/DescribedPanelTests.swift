import FBDevice
import FixedRaster
import Foundation
import PanelDescription
import PanelFile
import PanelSignals
import Testing

@testable import PanelInstruments
@testable import panel_ui

/// What a description says, seen at the instruments that a device makes of it.
@Suite("Described panels")
struct DescribedPanelTests {
  private func file(_ head: String, _ signals: String, _ elements: String) throws -> PanelFile {
    let text = """
      panel: 1
      size: 800x480
      \(head)
      sources:
        in: {lines: stdin}
      signals:
      \(signals.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
      pages:
        main:
          column:
      \(elements.split(separator: "\n").map { "      - " + $0 }.joined(separator: "\n"))
      """
    return try PanelFile(bytes: compilePanel(Array(text.utf8), name: "described").bytes)
  }

  private func shown(_ screen: PanelScreen, _ number: Int = 0) -> String {
    let instrument = screen.panel.instruments[number]
    return instrument.format.text(of: instrument.value.value)
  }

  @Test("P22 sizes that are too much together for what holds them are made smaller, each by as large a part of it")
  func largeSizes() throws {
    let file = try file(
      "bar: {left: [{text: T}], right: [{row: [{text: A, size: 900px 30px}, {text: B, size: 300px 30px}], gap: 0px}]}",
      "a: {from: in/a}", "{number: a}")
    let screen = try screen("0 a=1", of: file)
    let bar = screen.panel.instruments.compactMap { $0 as? TextInstrument }
    let (a, b) = (try #require(bar.first { $0.text == "A" }), try #require(bar.first { $0.text == "B" }))
    #expect(a.frame.maxX <= b.frame.minX && b.frame.maxX <= 800 && b.frame.width > 40)
    #expect(abs(a.frame.width - b.frame.width * 3) <= 3)
  }

  @Test("P33 all digits of a signal are the same and change four times a second at most, while its needle moves")
  func pace() throws {
    let file = try file(
      "", "a: {from: in/a, range: 0..1000, follow: 0.1s}",
      "{row: [{gauge: a}, {bar: a}, {tank: a}, {compass: a}, {number: a}]}\n{trend: a, last: 1min}")
    let screen = try screen("0 a=0", of: file)
    func texts() -> [String?] { screen.panel.instruments.map(\.digitsText) }
    let gauge = try #require(screen.panel.instruments.first as? GaugeInstrument)
    var (changes, moves, last, lastValue) = (0, 0, texts(), gauge.value.value)
    for step in 1...200 {
      screen.panel.signals.set(SignalIndex(0), to: Fixed64(step * 5), at: Int64(step) * 10_000_000)
      screen.advance(to: Int64(step) * 10_000_000)
      let (now, value) = (texts(), gauge.value.value)
      #expect(Set(now.compactMap { $0 }).count == 1 && now.count == 6, "\(now)")
      if now != last { changes += 1 }
      if value != lastValue { moves += 1 }
      (last, lastValue) = (now, value)
    }
    #expect((7...9).contains(changes) && moves > 190, "\(changes) changes, \(moves) moves in two seconds")
    // At rest they show the last value.
    screen.advance(to: 3_000_000_000)
    #expect(Set(texts()) == ["1000"])
  }

  @Test("P50 a theme holds during a part of the day, over midnight too, and wakes at its ends alone")
  func themesByTime() throws {
    let file = try file(
      "themes: {night: {during: 21:30..6:00}, dark: {during: 12:00..13:00, when: a above 5}, day: {}}",
      "a: {from: in/a, stale: 1h}", "{number: a}")
    let panel = try Panel(file, size: Size(width: 800, height: 480))
    let minute: Int64 = 60_000_000_000
    var time: Int64 = 0
    func theme(_ hour: Int64, _ minutes: Int64, a: Fixed64 = 0) -> Theme {
      time += 1_000_000_000
      panel.state.wallClockOffset = (hour * 60 + minutes) * minute - time
      panel.signals.set(SignalIndex(0), to: a, at: time)
      panel.advance(to: time)
      return panel.instruments[0].theme
    }
    for (hour, minutes, expected) in [
      (0, 0, Theme.night), (5, 59, .night), (6, 0, .day), (12, 30, .day), (21, 29, .day), (21, 30, .night),
      (23, 59, .night),
    ] as [(Int64, Int64, Theme)] {
      #expect(theme(hour, minutes) == expected, "\(hour):\(minutes)")
      // Days before and after are days as this one.
      #expect(theme(hour - 48, minutes) == expected && theme(hour + 480_000, minutes) == expected)
    }
    #expect(theme(12, 0, a: 6) == .dark && theme(13, 0, a: 6) == .day && theme(12, 59, a: 4) == .day)
    // A minute and a half before an end.
    panel.state.wallClockOffset = (5 * 60 + 58) * minute + minute / 2 - time
    panel.signals.set(SignalIndex(0), to: 4, at: time)
    panel.advance(to: time)
    #expect(panel.instruments[0].theme == .night)
    var wakes = 0
    while panel.instruments[0].theme == .night, wakes < 10, let next = panel.nextTime {
      (time, wakes) = (next, wakes + 1)
      panel.advance(to: time)
    }
    #expect(
      wakes <= 3 && time + panel.state.wallClockOffset == 6 * 60 * minute,
      "\(wakes) wake-ups, \(time) \(panel.state.wallClockOffset)")
    // A name that is chosen holds at any time.
    #expect(panel.showTheme("dark"))
    panel.advance(to: time + 1)
    #expect(panel.instruments[0].theme == .dark)
  }

  @Test("P30 a signal is shown as a date, of seconds or of days")
  func dates() throws {
    let signals = "a: {from: in/a, unit: s, show: dd.MM.yyyy}\nb: {from: in/b, unit: d, show: yyyy-MM-dd}"
    let file = try file("", signals, "{number: a}\n{number: b}")
    let before = try screen("0 a=1795651199 b=47541.5", of: file).panel.instruments
    #expect(before.map(\.digitsText) == ["25.11.2026", "2100-03-01"] && before.allSatisfy { $0.unit == nil })
    #expect(try screen("0 a=1795651200 b=0", of: file).panel.instruments[0].digitsText == "26.11.2026")
  }

  @Test("P26 a demonstration has been going on for as long as histories go back, and shows the same at the same time")
  func demonstrations() throws {
    let signals =
      "a: {from: in/a, range: 0..9, history: 1h, demo: noise 4..6}\nb: {from: in/b, history: 10min, demo: sweep 60s}"
    let file = try file("", signals, "{trend: [a, b], last: 1h}")
    func columns(at time: Int64) throws -> [[HistoryColumn]] {
      let panel = try Panel(file, size: Size(width: 800, height: 480))
      panel.state.showDemo()
      panel.advance(to: time)
      return [0, 1].map { signal in
        let index = SignalIndex(signal)
        return (0..<panel.signals.historyCapacity(index)).map { panel.signals.historyColumn(index, age: $0) }
      }
    }
    for time: Int64 in [0, 7_200_000_000_000] {
      let shown = try columns(at: time)
      #expect(try shown == columns(at: time))
      #expect(shown.allSatisfy { $0.count > 100 && $0.allSatisfy(\.hasValue) })
      #expect(shown[0].allSatisfy { $0.lower >= 4 && $0.upper <= 6 } && Set(shown[0].map(\.last.rawValue)).count > 50)
      #expect(shown[1].contains { $0.last < 20 } && shown[1].contains { $0.last > 80 })
    }
  }

  @Test("P26 P34 in a demonstration computed signals have a past too")
  func pastOfComputedSignals() throws {
    let signals = """
      a: {from: in/a, range: 0..9, demo: noise 4..6}
      double: {is: a * 2}
      mean: {is: "avg(a, 1min)"}
      """
    let file = try file(
      "", signals, "{column: [{trend: [a, double], last: 24h}, {trend: [double, mean], last: 5min}]}")
    for time: Int64 in [0, 7_200_000_000_000] {
      let panel = try Panel(file, size: Size(width: 800, height: 480))
      panel.state.showDemo()
      panel.advance(to: time)
      // By column of a minute: twice the other, but for a column's difference.
      for age in 1..<600 {
        let end = time - Int64(age) * 60_000_000_000
        let (one, other) = (
          panel.signals.history(of: SignalIndex(0), from: end - 60_000_000_000, to: end),
          panel.signals.history(of: SignalIndex(1), from: end - 60_000_000_000, to: end)
        )
        // The newest are finer of the one that has a short history.
        #expect(one.hasValue && other.hasValue && (age < 7 || other.last == one.last * 2), "\(age) at \(time)")
      }
      for age in 1..<250 {
        let end = time - Int64(age) * 1_250_000_000
        let mean = panel.signals.history(of: SignalIndex(2), from: end - 1_250_000_000, to: end)
        #expect(age > 235 || mean.hasValue && mean.last > 4 && mean.last < 6, "\(age) at \(time)")
      }
    }
  }

  @Test("P32 the ages of old values change together, once a second, whenever each was heard")
  func ages() throws {
    let names = ["a", "b", "c", "d"]
    let signals = names.map { "\($0): {from: in/\($0), stale: 1s}" }.joined(separator: "\n")
    let file = try file("", signals, names.map { "{number: \($0)}" }.joined(separator: "\n"))
    let screen = try screen("0 a=1\n130 b=2\n270 c=3\n999 d=4", of: file)
    let second: Int64 = 1_000_000_000
    screen.advance(to: 3 * second)
    var times: [Int64] = []
    while let next = screen.panel.nextTime, next <= 6 * second {
      times.append(next)
      screen.advance(to: next)
    }
    #expect(times == [4 * second, 5 * second, 6 * second])
    #expect(screen.panel.instruments.map(\.age) == [6, 5, 5, 5])
  }

  @Test("P30 a small factor between units loses nothing: bytes as gigabytes, and the ends of a range with them")
  func exactUnits() throws {
    let file = try file(
      "", "disk: {from: in/disk, unit: B, show: GB 0.000, range: 0..2000000000}",
      "{gauge: disk}\n{number: disk, unit: MB}")
    let screen = try screen("0 disk=1234000000", of: file)
    #expect(shown(screen) == "1.234" && screen.panel.instruments[0].range == 0...2)
    #expect(screen.panel.instruments[1].value.value == 1234 && screen.panel.instruments[1].unit == "MB")
  }

  @Test(
    "P30 formats are written on the device as they were described",
    arguments: [
      ("unit: kPa, show: bar 0.0", "320", "3.2"), ("show: '+0.00'", "1.5", "+1.50"), ("show: '000'", "7", "007"),
      ("show: '0,000'", "1234567", "1,234,567"), ("show: 0.00~3", "12.345", "12.3"), ("show: 0.0e3", "4200", "4.2"),
      ("unit: min, show: 'h:mm'", "125", "2:05"), ("unit: s, show: 'm:ss'", "75", "1:15"),
      ("unit: h, show: 'h:mm:ss'", "1.5", "1:30:00"), ("unit: deg, show: lat.000", "54.2058", "54°12.348'N"),
    ])
  func formats(description: String, told: String, expected: String) throws {
    let file = try file("", "a: {from: in/a, range: 0..5000, \(description)}", "{number: a}")
    let screen = try screen("0 a=\(told)", of: file)
    #expect(shown(screen) == expected)
    // Times and positions say their unit themselves.
    #expect((screen.panel.instruments[0].unit ?? "").isEmpty || description.contains("bar"))
  }

  @Test("P25 the panel's decimal sign and its groups are those of values and of scales")
  func signs() throws {
    let file = try file(
      "numbers: {point: ',', group: ' '}", "a: {from: in/a, show: 0.0, range: 0..4000}\nb: {from: in/b, range: 0..1}",
      "{number: a}\n{gauge: a}\n{gauge: b}")
    let screen = try screen("0 a=3456.7", of: file)
    #expect(shown(screen) == "3 456,7")
    let gauges = screen.panel.instruments.compactMap { $0 as? GaugeInstrument }
    #expect(gauges[0].scale.numeral(of: 4000) == "4 000")
    #expect(gauges[1].scale.numeral(of: Fixed64(1, over: 2)) == "0,5")
  }

  @Test("P31 a number that 32.32 cannot hold has failed: no value at the end of the range is shown for it")
  func tooLarge() throws {
    let file = try file("", "a: {from: in/a}", "{number: a}")
    for told in ["2147483648", "5e9", "-99999999999"] {
      #expect(try screen("0 a=\(told)", of: file).panel.signals.reading(SignalIndex(0)).quality == .failed)
    }
    #expect(try screen("0 a=2147483647", of: file).panel.signals.reading(SignalIndex(0)).value == 2_147_483_647)
  }

  @Test("P24 titles and texts by expressions: of conditions, and of the texts of a code; nothing without a value")
  func textsOfSignals() throws {
    let file = try file(
      "", "a: {from: in/a, stale: 1s}\ncode: {from: in/code, enum: {0: Shut, 1: Open}}",
      "{number: a, title: '=if(a above 5, \"High\", \"Low\")'}\n{text: '=code'}\n{lamp: a, title: '=code'}")
    func said(_ replay: String) throws -> [String] {
      let instruments = try screen(replay, of: file).panel.instruments
      return [
        instruments[0].title ?? "", try #require(instruments[1] as? TextInstrument).text,
        try #require(instruments[2] as? LampInstrument).legend,
      ]
    }
    #expect(try said("0 a=7 code=1") == ["High", "Open", "Open"])
    #expect(try said("0 a=7 code=1\n200 a=3 code=0") == ["Low", "Shut", "Shut"])
    let words = try said("0 a=7\n200 a=error")
    #expect(words == ["", "– – –", ""], "\(words)")
  }

  @Test(
    "P24 P31 a part of a text without a value is a dash, and the words beside it stay; an old one is marked as before")
  func textsWithHoles() throws {
    let file = try file(
      "", "a: {from: in/a, stale: 1s}\nb: {from: in/b}\nword: {from: in/word, type: text}",
      "{number: a, title: 'Tank {b}'}\n{text: '{a} of {b} l, {word}'}\n{text: '{b}'}")
    func said(_ replay: String) throws -> [String] {
      let instruments = try screen(replay, of: file).panel.instruments
      return [instruments[0].title ?? ""] + instruments[1...].map { ($0 as? TextInstrument)?.text ?? "" }
    }
    #expect(try said("0 a=7") == ["Tank –", "7 of – l, –", "– – –"])
    #expect(try said("0 a=7 b=error") == ["Tank –", "7 of – l, –", "– – –"])
    #expect(try said("0 a=7 b=3 word=full") == ["Tank 3", "7 of 3 l, full", "3"])
  }

  @Test("P22 P4C values on one scale are in one unit: second needles, bars, pens, and marks at headings in rad")
  func oneScale() throws {
    let file = try file(
      "",
      "c: {from: in/c, unit: degC, range: 0..200}\nf: {from: in/f, unit: degC, show: degF 0, range: 0..200}\n"
        + "h: {from: in/h, unit: rad, wraps: 6.2832}\nw: {from: in/w, unit: deg, wraps: 360}",
      "{gauge: c, second: f}\n{gauge: f, second: c}\n{bars: [c, f]}\n{compass: h, bug: w}\n{heading: h, bug: 90deg}\n"
        + "{compass: w, second: 1.5708rad}\n{bars: [f, c]}")
    let instruments = try screen("0 c=100 f=100 h=1 w=90", of: file).panel.instruments
    #expect(instruments.count == 7)
    #expect((instruments[0] as? GaugeInstrument)?.secondValue.value == 100)
    #expect((instruments[1] as? GaugeInstrument)?.secondValue.value == 212)
    let bars = try #require(instruments[2] as? BarsInstrument), others = try #require(instruments[6] as? BarsInstrument)
    #expect(bars.members.map(\.value.value) == [100, 100] && bars.members.map(\.unit) == ["°C", "°C"])
    #expect(others.members.map(\.value.value) == [212, 212] && others.members.map(\.unit) == ["°F", "°F"])
    #expect((instruments[3] as? CompassInstrument)?.bug.value == 90)
    #expect((instruments[4] as? HeadingInstrument)?.setpoint.value == 90)
    #expect((instruments[5] as? CompassInstrument)?.secondMark.value.rounded == 90)
  }

  @Test(
    "P24 P31 P38 what one side decides does not depend on the other: a sensor that failed silences no alarm of another")
  func decidedConditions() throws {
    let file = try file(
      "",
      "a: {from: in/a}\nb: {from: in/b}\nany: {is: a above 90 or b above 90}\nboth: {is: a above 90 and b above 90}",
      "{lamp: any}")
    func readings(_ replay: String) throws -> [Reading] {
      let signals = try screen(replay, of: file).panel.signals
      return [signals.reading(SignalIndex(2)), signals.reading(SignalIndex(3))]
    }
    for other in ["", " b=error"] {
      #expect(try readings("0 a=99" + other)[0] == Reading(1))
      #expect(try readings("0 a=99" + other)[1].quality > .old)
      #expect(try readings("0 a=9" + other)[0].quality > .old)
      #expect(try readings("0 a=9" + other)[1] == Reading(0))
    }
    #expect(try readings("0 a=9 b=99") == [Reading(1), Reading(0)])
  }

  @Test("P41 P42 P45 a unit that nothing else says, and what numerals are divided by, stand in the title's line")
  func headings() throws {
    let file = try file(
      "", "a: {from: in/a, unit: rpm, title: Engine, range: 0..8000}\nb: {from: in/b, unit: m, range: 0..100}",
      "{bar: a, value: false}\n{bar: a, labels: x100}\n{bar: b, value: false}\n{tape: b, size: 200px}\n{bar: a}\n{bar: b}"
    )
    let instruments = try screen("0 a=1 b=1", of: file).panel.instruments
    #expect(
      instruments.map { $0.titleText.isHidden ? "" : $0.titleText.text } == [
        "Engine rpm", "Engine ×100 rpm", "m", "m", "Engine", "",
      ])
  }

  @Test("P48 a control writes its state as the state's show says, with the decimals that a step has")
  func formatsOfControls() throws {
    let file = try file(
      "",
      "p: {initial: 3.45, unit: bar, show: bar 0.00}\nr: {initial: 5400, unit: s, show: 'h:mm'}\nc: {initial: 20, show: '0'}",
      "{stepper: P, sets: p, range: 0..10, step: 1}\n{stepper: R, sets: r, range: 0..86400, step: 60}\n"
        + "{stepper: C, sets: c, range: 5..30, step: 0.5}")
    let texts = try screen("0", of: file).panel.instruments.map {
      $0.format.text(of: $0 is StepperInstrument ? 5400 : 0)
    }
    #expect(texts == ["5400.00", "1:30", "5400.0"])
  }

  @Test("P22 P31 a value that is too large in the unit that is shown has failed")
  func tooLargeShown() throws {
    let file = try file("", "a: {from: in/a, unit: GB, show: B, stale: 1h}", "{number: a}")
    #expect(try screen("0 a=4", of: file).panel.instruments[0].quality == .failed)
    #expect(try screen("0 a=2", of: file).panel.instruments[0].value.value == 2_000_000_000)
  }

  @Test("P32 P33 a state goes by the digits that are shown, in the unit that is shown")
  func statesInShownUnit() throws {
    let file = try file(
      "zones:\n  p: {warning: 290..}\n  d: {warning: ..2400}",
      "p: {from: in/p, unit: kPa, show: bar, range: 0..500, stale: 1h}\n"
        + "d: {from: in/d, unit: mm, range: 0..10000, stale: 1h}",
      "{number: p}\n{number: d}\n{number: d, unit: m, format: '0.00'}\n{text: '{p} bar'}")
    let instruments = try screen("0 p=260 d=2470", of: file).panel.instruments
    #expect(instruments[0..<3].map(\.zoneState) == [.normal, .normal, .normal])
    #expect((instruments[3] as? TextInstrument)?.text == "2.6 bar")
  }

  @Test("P41 P43 peaks of a time and since the start, in the shown unit; a tap forgets what is held, and nothing else")
  func peaks() throws {
    let file = try file(
      "", "a: {from: in/a, unit: kPa, range: 0..1000}",
      "{gauge: a, unit: bar, peak: hold, low: 2s}\n{number: a, extremes: true, arrow: true}")
    let replay = "0 a=500\n1000 a=900\n4000 a=100\n5000 a=300\n8000 a=300"
    func shown(_ replay: String) throws -> (gauge: GaugeInstrument, number: NumberInstrument) {
      let instruments = try screen(replay, of: file).panel.instruments
      return (
        try #require(instruments[0] as? GaugeInstrument), try #require(instruments[1] as? NumberInstrument)
      )
    }
    var (gauge, number) = try shown(replay)
    #expect(gauge.peak == Reading(9) && gauge.low == Reading(3))
    #expect(number.peak == Reading(900) && number.low == Reading(100) && number.rate.value < .zero)
    (gauge, number) = try shown(
      replay + "\n8100 touch=began finger=0 x=400 y=100\n8200 touch=ended finger=0 x=400 y=100\n8300 a=310")
    #expect(gauge.peak == Reading(Fixed64(310, over: 100)) && gauge.low == Reading(3))
    #expect(number.peak == Reading(310) && number.low == Reading(300))
  }

  @Test("P44 a tap stops a trend and the next one lets it go on; a finger that goes on looks back")
  func pausedTrend() throws {
    let file = try file("", "a: {from: in/a, history: 1min, range: 0..100}", "{trend: a, last: 10s}")
    var replay = "0 a=0"
    for time in 1...30 { replay += "\n\(time * 1000) a=\(time * 3)" }
    let tap = "touch=began finger=0 x=400 y=240\n30200 touch=ended finger=0 x=400 y=240"
    // Without the line on which the newest value stands.
    func picture(_ more: String) throws -> ArraySlice<UInt32> {
      try screen(replay + more, of: file).picture.pixels.dropFirst(800 * 60)
    }
    let running = try picture("\n30200 a=90\n40000 a=5")
    let stopped = try picture("\n30100 \(tap)\n30300 a=90")
    let later = try picture("\n30100 \(tap)\n30300 a=90\n40000 a=5")
    #expect(stopped == later && later != running)
    let back = try picture(
      "\n30100 touch=began finger=0 x=200 y=240\n30200 touch=moved finger=0 x=220 y=240\n30250 touch=moved finger=0 x=600 y=240\n30300 a=90"
    )
    #expect(back != stopped)
    let resumed = try picture(
      "\n30100 \(tap)\n31000 touch=began finger=0 x=400 y=240\n31100 touch=ended finger=0 x=400 y=240\n"
        + "32000 a=90\n40000 a=5")
    // A history's columns are longer than the trend's: a step that is told again may lie a column beside its place.
    let difference = zip(resumed, try picture("\n32000 a=90\n40000 a=5")).count { $0 != $1 }
    #expect(difference < 200 && resumed != stopped, "\(difference)")
  }

  @Test("P25 a language is chosen by its signal while the panel runs, and values, page and histories stay")
  func languages() throws {
    let file = try file(
      "texts: {de: {Depth: Tiefe, Off: Aus}, fr: {Depth: Fond}}\nlanguage: language",
      "depth: {from: in/depth, unit: m, title: Depth}\nlanguage: {from: in/language}\n"
        + "pump: {from: in/pump, enum: {0: \"Off\", 1: \"On\"}}",
      "{number: depth}\n{enum: pump}")
    func titles(_ replay: String) throws -> [String] {
      let screen = try screen(replay, of: file)
      let states = try #require(screen.panel.instruments[1] as? EnumInstrument)
      #expect(screen.panel.instruments[0].value.value == 7)
      return [screen.panel.instruments[0].title ?? "", states.entries[0].text]
    }
    #expect(try titles("0 depth=7 pump=0") == ["Depth", "Off"])
    #expect(try titles("0 depth=7 pump=0\n100 language=1") == ["Tiefe", "Aus"])
    #expect(try titles("0 depth=7 pump=0\n100 language=1\n200 language=2") == ["Fond", "Off"])
    // One that there is not is the description's, and so is that of no value.
    #expect(try titles("0 depth=7 pump=0\n100 language=9") == ["Depth", "Off"])
    #expect(try titles("0 depth=7 pump=0 language=1\n100 language=0") == ["Depth", "Off"])
  }

  @Test("P30 a system of units is chosen by its signal while the panel runs, and values, formats and scales follow")
  func systemsOfUnits() throws {
    let file = try file(
      "units: {speed: km/h, us: {speed: mph, temperature: degF 0, tank: gal 0.0}, si: {speed: m/s 0.00}}\nsystem: system",
      "speed: {from: in/speed, unit: m/s, range: 0..50, show: 0.0}\nsystem: {from: in/system}\n"
        + "water: {from: in/water, unit: degC, show: 0.0}\ntank: {from: in/tank, unit: l}\ntotal: {from: in/total, unit: l}",
      "{gauge: speed}\n{number: water}\n{number: tank}\n{number: total}\n{number: speed, unit: m/s}\n{number: speed, unit: kn}"
    )
    func shown(_ replay: String) throws -> [String] {
      let screen = try screen("0 speed=20 water=100 tank=378.5411784 total=378.5411784\n" + replay, of: file)
      #expect(screen.panel.signals.reading(SignalIndex(0)).value == 20)
      return screen.panel.instruments.map { ($0.digitsText ?? "-") + " " + ($0.unit ?? "") }
    }
    let own = ["72.0 km/h", "100.0 °C", "379 l", "379 l", "20.0 m/s", "38.9 kn"]
    let us = ["44.7 mph", "212 °F", "100.0 gal", "379 l", "20.0 m/s", "38.9 kn"]
    let si = ["20.00 m/s", "100.0 °C", "379 l", "379 l", "20.00 m/s", "38.88 kn"]
    // A number without a system stands for the units of the signals.
    for (replay, expected) in [
      ("", own), ("100 system=1", us), ("100 system=2", si), ("100 system=1\n200 system=0", own),
      ("100 system=1\n200 system=3", own),
    ] {
      let texts = try shown(replay)
      #expect(texts == expected)
    }
    let panel = try screen("0 speed=20 system=1", of: file).panel
    let gauge = try #require(panel.instruments[0] as? GaugeInstrument)
    #expect(gauge.range.upperBound > 111 && gauge.range.upperBound < 112)
  }

  @Test(
    "P22 lengths in mm are those of the display, where it tells its size and is another than the panel is designed for")
  func lengthsOfDisplay() throws {
    let text = """
      panel: 1
      size: 800x480
      diagonal: 7in
      sources:
        in: {lines: stdin}
      signals:
        a: {from: in/a}
      pages:
        main:
          margin: 0
          gap: 0
          row: [{number: a, width: 20mm}, {number: a}]
      """
    func width(_ text: String, _ display: any Display) throws -> Int {
      let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "lengths").bytes)
      return try #require(try PanelScreen(file, display: display).panel.instruments.first).frame.width.rounded
    }
    let small = try SizedDisplay(width: 400, height: 240, density: 8)
    #expect(try width(text, small) == 160)
    #expect(try width(text, SizedDisplay(width: 400, height: 240, density: nil)) == 52)
    // The description knows better of the display that it was written for.
    #expect(try width(text, SizedDisplay(width: 800, height: 480, density: 8)) == 105)
    let plain = text.replacingOccurrences(of: "diagonal: 7in\n", with: "")
    #expect(try width(plain, SizedDisplay(width: 800, height: 480, density: 8)) == 160)
    #expect(try width(plain, SizedDisplay(width: 800, height: 480, density: nil)) == 100)
  }

  @Test("P45 P30 dials of directions are drawn in degrees, whatever the signal is shown in")
  func degrees() throws {
    let cases = [
      ("", "unit: deg, wraps: 360, show: rad 0.00", "80"), ("", "unit: rad, wraps: 6.2831853", "1.3962634"),
      ("units: {us: {angle: rad 0.00}}\nsystem: s", "unit: deg, wraps: 360", "80"),
    ]
    for (head, signal, told) in cases {
      let file = try file(
        head, "w: {from: in/w, \(signal)}\ns: {from: in/s}", "{compass: w}\n{heading: w}\n{number: w}")
      let instruments = try screen("0 w=\(told) s=1", of: file).panel.instruments
      #expect(instruments.map { $0.value.value.rounded } == [80, 80, 1], "\(signal)")
      #expect(instruments.last?.unit == "rad")
    }
  }

  @Test("P24 P25 texts that expressions choose among are translated as others are, also while they change")
  func chosenTexts() throws {
    let file = try file(
      "texts: {de: {Deep: Tief, Shallow: Flach, Depth: Tiefe}}\nlanguage: language",
      "depth: {from: in/depth}\nlanguage: {from: in/language}\n",
      "{number: depth, title: \"= if(depth > 5, 'Deep', 'Shallow')\"}\n"
        + "{text: \"= map(depth, 1, 'Depth', 2, 'Port', 'Deep')\"}")
    func texts(_ replay: String) throws -> [String] {
      let screen = try screen(replay, of: file)
      let text = try #require(screen.panel.instruments[1] as? TextInstrument)
      return [screen.panel.instruments[0].title ?? "", text.text]
    }
    #expect(try texts("0 depth=7") == ["Deep", "Deep"])
    #expect(try texts("0 depth=7\n100 language=1") == ["Tief", "Tief"])
    #expect(try texts("0 depth=7 language=1\n100 depth=1") == ["Flach", "Tiefe"])
    // What a language does not translate stays as it is written, and so does all of one that there is not.
    #expect(try texts("0 depth=2 language=1") == ["Flach", "Port"])
    #expect(try texts("0 depth=2 language=1\n100 language=2") == ["Shallow", "Port"])
  }

  @Test("P24 the values of a code have colours of their own, which a theme does not change")
  func enumColors() throws {
    let file = try file(
      "", "pump: {from: in/pump, enum: {0: {text: \"Off\", color: dim}, 1: {text: \"On\", color: \"#12ab34\"}}}",
      "{enum: pump}")
    let screen = try screen("0 pump=1", of: file)
    let states = try #require(screen.panel.instruments[0] as? EnumInstrument)
    #expect(states.entries[0].role == .dim && states.entries[0].color == nil)
    #expect(states.entries[1].color.map { $0 & 0xFF_FFFF } == 0x12AB34)
    try screen.drawFrame()
    #expect(screen.picture.pixels.contains(0x12AB34))
  }

  @Test("P22 lengths in mm, px and percent: those in mm by the panel's diagonal, and scaled with it")
  func lengths() throws {
    let text = """
      panel: 1
      size: 800x480
      diagonal: 7in
      sources:
        in: {lines: stdin}
      signals:
        a: {from: in/a}
      pages:
        main:
          margin: 0
          gap: 0
          row: [{number: a, width: 20mm}, {number: a, width: 160px}, {number: a, width: 25percent}, {number: a}]
      """
    let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "lengths").bytes)
    func widths(_ width: Int, _ height: Int) throws -> [Int] {
      let screen = try PanelScreen(file, display: try MemoryDisplay(width: width, height: height, layout: .xrgb8888))
      return screen.panel.instruments.map { $0.frame.width.rounded }
    }
    // 933 points on 7 inches are 5.2474 on a millimetre.
    #expect(try widths(800, 480) == [105, 160, 200, 335])
    #expect(try widths(1600, 960) == [210, 320, 400, 670])
  }
}
