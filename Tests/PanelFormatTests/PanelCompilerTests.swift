import Foundation
import PanelAssets
import PanelFile
import PanelSignals
import TestSupport
import Testing

private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().path

/// What the descriptions below have in common.
private let head = """
  panel: 1
  size: 800x480
  sources:
    in: {lines: stdin}
  signals:
    rpm: {from: in/rpm, unit: rpm, title: Speed, range: 0..4000}
    oil: {from: in/oil, unit: kPa, show: bar 0.0, range: 0..700}
    coolant: {from: in/coolant, unit: degC, range: 40..120}
    depth: {from: in/depth, unit: m, range: 0..50}
    wind: {from: in/wind, unit: m/s, range: 0..25}
    fuel: {from: in/fuel, unit: percent, range: 0..100}
    heading: {from: in/heading, unit: deg, range: 0..360, wraps: 360}
    gear: {from: in/gear, enum: {0: Park, 1: {text: Drive, icon: play, color: normal}}}
    volts: {from: in/volts, unit: V}
    amps: {from: in/amps, unit: A}
    volume: {initial: 5}

  """

private func compile(_ text: String, hasFonts: Bool = false) throws -> PanelFile {
  let panel = try compilePanel(Array(text.utf8), name: "panel.yaml", hasFonts: hasFonts)
  return try PanelFile(bytes: panel.bytes)
}

/// The lines that a description is refused with.
private func errors(_ text: String) -> [String] {
  do throws(DescriptionError) { _ = try compilePanel(Array(text.utf8), name: "p", hasFonts: false) } catch {
    return error.lines
  }
  return []
}

/// A panel whose signal `x` is an expression; its value, where the others have some.
private func value(_ expression: String, unit: String? = nil) throws -> Double? {
  let quoted = expression.replacingOccurrences(of: "'", with: "''")
  let file = try compile(
    head + "  x: {is: '\(quoted)'\(unit.map { ", unit: \($0)" } ?? "")}\n"
      + "zones:\n  oil: {caution: 100..150, warning: ..100}\npages:\n  main: {number: x}\n")
  let store = SignalStore(file)
  let values: [(Int, Int)] = [
    (0, 2000), (1, 120), (2, 84), (3, 7), (4, 10), (5, 62), (6, 350), (7, 1), (8, 12), (9, 5),
  ]
  for (signal, value) in values { store.set(SignalIndex(signal), to: Fixed64(value), at: 0) }
  store.advance(to: 0)
  let names = file.root.children(.signal).map { $0.text(.name) }
  let reading = store.reading(SignalIndex(try #require(names.firstIndex(of: "x"))))
  return reading.hasValue ? Double(reading.value.rawValue) / 4_294_967_296 : nil
}

private func isNear(_ a: Double?, _ b: Double?) -> Bool {
  guard let a, let b else { return a == nil && b == nil }
  return abs(a - b) < 1e-4
}

@Suite struct ExpressionTests {
  @Test(
    "P24 precedence: or, and, not, comparisons, sums, products, signs",
    arguments: [
      ("1 + 2 * 3", 7.0), ("(1 + 2) * 3", 9), ("10 - 4 - 3", 3), ("2 * 3 mod 4", 2), ("-3 + 5", 2), ("- (3 + 5)", -8),
      ("--3", 3), ("7 mod 4", 3), ("-1 mod 4", 3), ("1 + 1 > 1", 1), ("not 1 > 2", 1), ("1 > 2 or 2 > 1 and 1 > 2", 0),
      ("(1 > 2 or 2 > 1) and 2 > 1", 1), ("not not 2 > 1", 1), ("3 is 3", 1), ("3 is not 3", 0), ("3 equals 3", 1),
      ("rpm is above 1000", 1), ("rpm is not above 1000", 0), ("rpm between 1000..3000", 1),
      ("rpm between 1000 and 1500", 0), ("3 <= 3 and 3 >= 3 and 3 != 4 and 3 = 3 and 3 == 3", 1), (".5 + 0.25", 0.75),
    ])
  func precedence(_ expression: String, _ expected: Double) throws {
    #expect(isNear(try value(expression), expected))
  }

  @Test(
    "P24 functions",
    arguments: [
      ("min(3, 1, 2)", 1.0), ("max(3, 1, 2)", 3), ("abs(-4)", 4), ("round(2.5)", 3), ("floor(-2.5)", -3),
      ("sqrt(16)", 4), ("clamp(rpm, 0, 1000)", 1000), ("if(rpm above 1000, 1, 2)", 1), ("if(rpm below 1000, 1, 2)", 2),
      ("map(gear, 0, 10, 1, 20, 30)", 20), ("map(rpm, 0, 10, 1, 20, 30)", 30),
      ("map(gear, 0, rpm, 1, rpm + 1, 3)", 2001),
      ("bit(rpm, 4)", 1), ("bit(rpm, 0)", 0), ("ok(rpm)", 1), ("ok(volume)", 1), ("quality(rpm)", 0), ("age(rpm)", 0),
      ("state(oil)", 2), ("state(oil) is caution", 1), ("state(oil) above normal", 1), ("state(oil) is warning", 0),
      ("gear is \"Drive\"", 1), ("gear is \"Park\"", 0),
    ])
  func functions(_ expression: String, _ expected: Double) throws { #expect(isNear(try value(expression), expected)) }

  @Test("P24 a division by zero, and what comes of it, is no value")
  func division() throws {
    #expect(try value("rpm / (oil - 120)") == nil)
    #expect(try value("1 + rpm / (oil - 120)") == nil)
    #expect(errors(head + "  x: {is: rpm / 0}\npages:\n  main: {number: x}\n").count == 1)
  }

  @Test(
    "P24 units of one dimension are converted, products and quotients have theirs",
    arguments: [
      ("oil above 1bar", nil, 1.0), ("oil below 1 bar", nil, 0), ("coolant above 180degF", nil, 1),
      ("coolant above 190 degF", nil, 0), ("oil + 1bar", nil, 220), ("oil", "bar", 1.2), ("depth", "ft", 22.9659),
      ("volts * amps", nil, 60), ("volts * amps", "kW", 0.06), ("volts / amps", "ohm", 2.4), ("wind * 2 s", "m", 20),
      ("depth / 2 m", nil, 3.5), ("depth / 2 ft", nil, 11.4829), ("fuel * 10l", nil, 6.2),
      ("rpm / 4000 * 100", "percent", 50),
      ("wind above 15 kn", nil, 1), ("wind above 15 m/s", nil, 0), ("min(depth, 10ft)", nil, 3.048),
    ] as [(String, String?, Double)])
  func units(_ expression: String, _ unit: String?, _ expected: Double) throws {
    #expect(isNear(try value(expression, unit: unit), expected))
  }

  @Test("P24 windows of time, rates and captured values are records that expressions name")
  func time() throws {
    let file = try compile(
      head + """
          gust: {is: 'max(wind, 10min)', unit: kn}
          mean: {is: 'avg(wind, 10min) + min(wind, 10 min) * 0'}
          sinks: {is: 'rate(depth, 10s) * 60'}
          reset: {initial: 0}
          trip: {is: 'depth - captured(depth, reset is 1, 2ft)'}
          least: {is: 'min(depth, 10ft)'}
        pages:
          main: {number: gust}
        """)
    #expect(file.root.children(.window).map { $0.duration(.last) } == [600_000_000_000, 10_000_000_000])
    #expect(file.root.children(.window).map { $0.signal(.value) } == [SignalIndex(4), SignalIndex(3)])
    let capture = try #require(file.root.children(.capture).first)
    #expect(
      capture.signal(.value) == SignalIndex(3)
        && isNear(capture.number(.initial).map { Double($0.rawValue) / 4_294_967_296 }, 0.6096))
    let store = SignalStore(file)
    let names = file.root.children(.signal).map { $0.text(.name) }
    func reading(_ name: String) throws -> Double {
      Double(store.reading(SignalIndex(try #require(names.firstIndex(of: name)))).value.rawValue) / 4_294_967_296
    }
    for second in 0...20 {
      let time = Int64(second) * 1_000_000_000
      store.set(SignalIndex(4), to: second == 5 ? 20 : 10, at: time)
      store.set(SignalIndex(3), to: Fixed64(30 + second), at: time)
      store.set(SignalIndex(try #require(names.firstIndex(of: "reset"))), to: second == 15 ? 1 : 0, at: time)
      store.advance(to: time)
    }
    let (gust, mean, sinks, trip) = (
      try reading("gust"), try reading("mean"), try reading("sinks"), try reading("trip")
    )
    #expect(abs(gust - 20 * 3600 / 1852) < 0.01 && mean > 10 && mean < 11.5)
    #expect(abs(sinks - 60) < 6 && trip == 5)
  }

  @Test("P24 what has no signal in it is computed by the compiler: one constant is left")
  func folding() throws {
    let file = try compile(head + "pages:\n  main: {gauge: rpm, setpoint: 2 * (300 + 700), visible: not 1 > 2}\n")
    let gauge = file.root.children(.page)[0].child(0)
    #expect(gauge.number(.setpoint) == 2000 && gauge.flag(.visible) == true)
    #expect(file.definitions.count == 11)
  }

  @Test("P24 an expression anywhere is a signal without a name, the same one for the same expression")
  func anonymous() throws {
    let file = try compile(
      head + "pages:\n  main: {row: [{gauge: rpm / 2}, {number: rpm / 2}, {number: rpm * 2, visible: rpm above 3}]}\n")
    let row = file.root.children(.page)[0].child(0)
    #expect(file.definitions.count == 14)
    #expect(row.child(0).signal(.value) == SignalIndex(11) && row.child(1).signal(.value) == SignalIndex(11))
    #expect(row.child(2).signal(.value) == SignalIndex(12) && row.child(2).signal(.visible) == SignalIndex(13))
    #expect(file.root.children(.signal)[11].text(.name) == nil)
  }

  @Test("P24 colours and texts are expressions too: roles are numbers, colours 2^24 and RRGGBB, texts their number")
  func colorsAndTexts() throws {
    let file = try compile(
      head + """
        pages:
          main:
            column:
              - {number: rpm, color: 'if(rpm above 3000, warning, red-60)'}
              - {text: '=if(ok(rpm), "Running", "No data")', color: caution}
              - {text: =gear, color: "#f80"}
              - {text: '="fixed"'}
        """)
    let column = file.root.children(.page)[0].child(0)
    let store = SignalStore(file)
    store.set(SignalIndex(0), to: 3500, at: 0)
    store.set(SignalIndex(7), to: 1, at: 0)
    store.advance(to: 0)
    func value(_ number: Int, _ key: PropertyKey) throws -> Int {
      store.reading(try #require(column.child(number).signal(key))).value.floor
    }
    #expect(try value(0, .color) == 10)
    let (running, drive) = (try value(1, .text), try value(2, .text))
    #expect(file.text(running) == "Running" && file.text(drive) == "Drive")
    #expect(column.child(1).choice(.color) == 9 && column.child(2)[.color]?.color == 0xFFFF_8800)
    #expect(column.child(3).text(.text) == "fixed")
    store.set(SignalIndex(0), to: 1000, at: 1)
    store.advance(to: 1)
    #expect(try value(0, .color) >> 24 == 1)
  }
}

@Suite struct CompilerTests {
  @Test("P22 a page drawn as words becomes cells; lists are stacks; areas nest; '.' is nothing")
  func areas() throws {
    let file = try compile(
      head + """
        pages:
          main:
            areas: |
              tach tach .
              tach tach more
            columns: 2fr 1fr 30mm
            rows: 40percent 1fr
            gap: 4px
            tach: [{gauge: rpm}, {number: rpm, at: bottom-right, size: 50percent 20px}]
            more:
              areas: a b
              a: {number: oil}
              b: {row: [{number: depth, width: 2fr}], gap: 3px}
        """)
    let grid = file.root.children(.page)[0].child(0)
    #expect(grid.kind == .grid)
    let lengths = grid.children(.entry).compactMap { $0[.length]?.length }
    #expect(lengths.map(\.value) == [2, 1, 30, 40, 1])
    #expect(lengths.map(\.unit) == [.fraction, .fraction, .millimetres, .percent, .fraction])
    #expect(grid.children(.entry).map { $0.flag(.isRow) } == [nil, nil, nil, true, true])
    let stack = grid.children(.stack)[0]
    #expect([.gridColumn, .gridRow, .columnSpan, .rowSpan].map { stack.choice($0) } == [0, 0, 2, 2])
    #expect(stack.child(1).choice(.anchor) == 8 && stack.child(1)[.height]?.length?.value == 20)
    let nested = grid.children(.grid)[0]
    #expect([.gridColumn, .gridRow, .columnSpan, .rowSpan].map { nested.choice($0) } == [2, 1, 1, 1])
    #expect(nested.children(.number).count == 1 && nested.children(.row)[0].child(0)[.width]?.length?.unit == .fraction)
  }

  @Test("P22 a page has other areas for a display that is higher than wide")
  func portrait() throws {
    let file = try compile(
      head + """
        pages:
          main:
            areas: a b c
            portrait: {areas: "a\\nb"}
            a: {gauge: rpm}
            b: {number: oil}
            c: {number: depth}
        """)
    let page = file.root.children(.page)[0]
    #expect(page.childCount == 2 && page.child(0).flag(.isPortrait) == nil && page.child(1).flag(.isPortrait) == true)
    #expect(page.child(0).count(.number) == 2 && page.child(1).count(.number) == 1)
  }

  @Test("P23 templates take values by place, by name or one alone; repeat makes one for each item; styles are defaults")
  func reuse() throws {
    let file = try compile(
      head + """
        styles:
          big: {format: "0.00", sweep: 180}
          red: {color: red-60}
        templates:
          cell:
            takes: [level, name]
            column: [{text: $name}, {number: $level * 2, title: "$name x2"}]
          plain: {takes: level, gauge: $level}
        pages:
          main:
            row:
              - {cell: [fuel, Diesel]}
              - {cell: {name: Deep, level: depth}, size: 2fr, visible: ok(depth)}
              - {plain: rpm}
              - repeat: {cell: [[rpm, A], [oil, B], [depth, C]]}
              - repeat: {number: [rpm, oil], style: [big, red]}
              - {gauge: rpm, sweep: 90, style: big}
        """)
    let row = file.root.children(.page)[0].child(0)
    #expect(row.childCount == 9)
    #expect(
      (0..<9).map { row.child($0).kind } == [
        .column, .column, .gauge, .column, .column, .column, .number, .number, .gauge,
      ])
    #expect(row.child(0).child(0).text(.text) == "Diesel" && row.child(0).child(1).text(.title) == "Diesel x2")
    #expect(row.child(1)[.width]?.length?.value == 2 && row.child(1).signal(.visible) != nil)
    #expect(row.child(5).child(0).text(.text) == "C")
    #expect(row.child(6).number(.format) == 18 && row.child(7)[.color]?.color != nil)
    // What an instrument has not is not for it, and what it says itself counts.
    #expect(row.child(6).number(.sweep) == nil && row.child(8).number(.sweep) == 90)
  }

  @Test("P23 files take in sections of others, beside them")
  func include() throws {
    let folder = NSTemporaryDirectory() + "include-\(UInt64.random(in: 0...(.max)))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "signals:\n  a: {initial: 1}\nzones:\n  a: {caution: 3..}\n".write(
      toFile: folder + "/a.yaml", atomically: true, encoding: .utf8)
    try "include: a.yaml\nsignals:\n  b: {is: a + 1}\n".write(
      toFile: folder + "/b.yaml", atomically: true, encoding: .utf8)
    let text = "panel: 1\ninclude: [b.yaml]\npages:\n  main: {row: [{number: a}, {number: b}]}\n"
    let panel = try compilePanel(Array(text.utf8), name: folder + "/panel.yaml", hasFonts: false)
    let file = try PanelFile(bytes: panel.bytes)
    #expect(file.root.children(.signal).map { $0.text(.name) } == ["a", "b"])
    #expect(file.root.children(.signal)[0].count(.zone) == 1)
  }

  @Test(
    "P30 a signal's unit, shown unit, format, range, limits as expressions, stale default, wraps, history by trends")
  func signal() throws {
    let file = try compile(
      """
      panel: 1
      units: {pressure: psi}
      sources:
        in: {lines: stdin}
      signals:
        a: {from: [in/a, in/b], unit: kPa, range: 0..10bar, follow: 50ms/150ms, resolution: 0.5}
        b: {from: in/c, unit: degC, show: degF +0.0, stale: 2min, wraps: 360, history: 1min}
        c: {is: a * 2, range: 0..limit}
        limit: {initial: 100}
      zones:
        a: {normal: 2..limit, caution: [limit.., ..1], warning: {range: 500.., text: Too much}}
      pages:
        main: {trend: [a, b], last: 10min}
      """)
    let (a, b, c) = (file.root.children(.signal)[0], file.root.children(.signal)[1], file.root.children(.signal)[2])
    #expect(a.text(.unit) == "psi" && a.number(.shownUnit) != nil && b.text(.unit) == "°F")
    #expect(a.number(.upper) == 1000 && a.number(.resolution) == Fixed64(1, over: 2))
    #expect(a.duration(.stale) == 5_000_000_000 && b.duration(.stale) == 120_000_000_000)
    #expect(a.duration(.attack) == 50_000_000 && a.duration(.release) == 150_000_000)
    #expect(a.count(.source) == 1 && a.children(.source)[0].text(.address) == "b")
    #expect(b.number(.wraps) == 360 && b.number(.format) == 145)
    // A variable is told by controls.
    #expect(c.signal(.upper) == SignalIndex(3) && file.definitions[3].sourceCount == 1)
    let zones = a.children(.zone)
    #expect(zones.map { $0.choice(.state) } == [0, 2, 2, 3] && zones[0].signal(.upper) == SignalIndex(3))
    #expect(zones[3].text(.text) == "Too much")
    #expect(a.duration(.historyDuration) == 600_000_000_000 && b.duration(.historyDuration) == 600_000_000_000)
  }

  @Test("P26 demo: constant, sweep, noise, steps; none of them is a value that the device shows by itself")
  func demo() throws {
    let file = try compile(
      """
      panel: 1
      sources:
        in: {lines: stdin}
      signals:
        a: {from: in/a, unit: kPa, demo: 2bar}
        b: {from: in/b, demo: sweep 8s}
        c: {from: in/c, demo: noise -1..2.5}
        d: {from: in/d, demo: "steps 3s [1, -2, 3]"}
      pages:
        main: {number: a}
      """)
    let signals = file.root.children(.signal)
    #expect(signals.map { $0.choice(.demo) } == [0, 1, 2, 3] && signals.allSatisfy { $0.number(.initial) == nil })
    #expect(signals[0].children(.entry).map { $0.number(.value) } == [200])
    #expect(signals[1].duration(.demoPeriod) == 8_000_000_000)
    #expect(signals[2].children(.entry).map { $0.number(.value) } == [-1, Fixed64(5, over: 2)])
    #expect(signals[3].children(.entry).map { $0.number(.value) } == [1, -2, 3])
    #expect(signals[3].duration(.demoPeriod) == 3_000_000_000)
  }

  @Test("P52 an alarm has condition, delays, hysteresis as the opposite comparison, priority, latch")
  func alarms() throws {
    let file = try compile(
      head + """
        alarms:
          hot: {when: coolant above 105, for: 2s, until: 101 for 5s, priority: warning, latch: true, text: Engine hot}
          low: {when: oil below 1bar and rpm above 500, for: 1s}
          shallow: {when: depth < 2.5, until: depth > 3}
        pages:
          main: {alarms: newest}
        """)
    let alarms = file.root.children(.alarm)
    #expect(alarms.map { $0.text(.text) } == ["Engine hot", "low", "shallow"])
    #expect(alarms.map { $0.choice(.priority) } == [3, 2, 2] && alarms[0].flag(.latches) == true)
    #expect(alarms[0].duration(.onDelay) == 2_000_000_000 && alarms[0].duration(.offDelay) == 5_000_000_000)
    let store = SignalStore(file)
    for (coolant, isOn, isOff) in [(106, 1, 0), (103, 0, 0), (100, 0, 1)] {
      store.set(SignalIndex(2), to: Fixed64(coolant), at: 0)
      store.advance(to: 0)
      let (when, until) = (try #require(alarms[0].signal(.when)), try #require(alarms[0].signal(.until)))
      #expect(store.reading(when).value == Fixed64(isOn))
      #expect(store.reading(until).value == Fixed64(isOff))
    }
    #expect(alarms[2].signal(.until) != nil && alarms[1].signal(.until) == nil)
  }

  @Test("P50 a theme has a colour for every role: its own, those of its name, or those of the one that it is like")
  func themes() throws {
    let file = try compile(
      head + """
        themes:
          day: {}
          mine: {like: night, needle: white, ground: "#102030", when: fuel below 15, backlight: 8}
        pages:
          main: {gauge: rpm}
        """)
    let themes = file.root.children(.theme)
    #expect(themes.map { $0.count(.entry) } == [12, 12])
    #expect(themes[0].child(0)[.color]?.color == 0xFFEE_F1F4)
    #expect(themes[1].children(.entry).map { $0.choice(.role) } == Array(0..<12))
    #expect(themes[1].child(0)[.color]?.color == 0xFF10_2030 && themes[1].child(5)[.color]?.color == 0xFFFF_FFFF)
    #expect(themes[1].child(2)[.color]?.color == 0xFFD9_8A7A)
    #expect(themes[1].signal(.when) != nil && themes[1].number(.backlight) == 8)
  }

  @Test("P46 P66 controls say where their value goes, what came back, and what is needed besides a touch")
  func controls() throws {
    let file = try compile(
      head + """
        pages:
          main:
            column:
              - {button: Horn, sends: in/horn, to: 2, back: 0, repeats: 200ms}
              - {button: Pump, toggles: in/pump, state: fuel above 50, confirm: hold 1500ms}
              - {knob: Loud, sets: volume, range: 0..10, step: 0.5, lock: "1234"}
              - {button: Next, page: second}
              - {button: Off, runs: poweroff, confirm: dialog}
              - {selector: Mode, of: [Off, Auto], sends: in/mode, state: gear}
          second: {text: Two}
        """)
    let column = file.root.children(.page)[0].child(0)
    #expect((0..<6).map { column.child($0).choice(.action) } == [0, 1, 2, 4, 3, 0])
    #expect(column.child(0).text(.address) == "horn" && column.child(0).choice(.source) == 0)
    #expect(column.child(0).number(.payload) == 2 && column.child(0).duration(.interval) == 200_000_000)
    #expect(column.child(1).duration(.confirmDelay) == 1_500_000_000 && column.child(1).signal(.shownState) != nil)
    #expect(column.child(2).signal(.target) == SignalIndex(10) && column.child(2).text(.pin) == "1234")
    #expect(column.child(3).text(.page) == "second" && column.child(4).text(.command) == "poweroff")
    #expect(column.child(5).children(.entry).map { $0.text(.text) } == ["Off", "Auto"])
  }

  @Test("P25 exactly the glyphs that can occur are packed: titles, units, digits, texts, translations, icons")
  func fonts() throws {
    let text =
      head + """
        texts:
          de: {Xylophon: Ärger}
        pages:
          main: {column: [{text: Xylophon}, {symbol: engine}, {number: oil, digits: segments}, {hours: volume}]}
        """
    let file = try compile(text, hasFonts: true)
    let fonts = try file.root.children(.font).map { try file.font(try #require($0[.font]?.pack)) }
    try #require(file.root.children(.font).map { $0.choice(.style) } == [0, 1, 2, 3])
    #expect(fonts.map(\.familyName) == ["B612", "B612 Mono", "DSEG7 Classic", "Material Design Icons"])
    for scalar in "XylophonÄrger0123456789–bar".unicodeScalars { #expect(fonts[0].hasGlyph(for: scalar)) }
    for scalar in "QZß".unicodeScalars { #expect(!fonts[0].hasGlyph(for: scalar)) }
    #expect(fonts[1].hasGlyph(for: "7") && !fonts[1].hasGlyph(for: "X"))
    #expect(fonts[3].glyphCount == 3)
  }

  @Test("P25 P45 the letters of a tape of headings are packed, which no text names")
  func headingLetters() throws {
    let file = try compile(head + "pages:\n  main: {column: [{heading: heading}]}\n", hasFonts: true)
    let pack = try #require(file.root.children(.font).first { $0.choice(.style) == 0 }?[.font]?.pack)
    let font = try file.font(pack)
    for scalar in "NESW".unicodeScalars { #expect(font.hasGlyph(for: scalar)) }
  }
}

@Suite struct FormatDocumentTests {
  @Test("P21 docs/panel-format.md and the schema are as the tables make them: scripts/panel-format writes them")
  func documents() throws {
    #expect(String(decoding: try readFile(root + "/docs/panel-format.md"), as: UTF8.self) == formatDocument())
    #expect(String(decoding: try readFile(root + "/docs/panel.schema.json"), as: UTF8.self) == formatSchema())
    _ = try JSONSerialization.jsonObject(with: Data(formatSchema().utf8))
  }

  @Test("P21 every example of the tables compiles", arguments: formatExamples())
  func example(_ example: FormatExample) throws {
    var text = head
    if example.isSource {
      text = text.replacingOccurrences(of: "signals:\n", with: "  other: \(example.text)\nsignals:\n")
      text += "pages:\n  main: {number: rpm}\n"
    } else {
      text += "pages:\n  main: \(example.text)\n"
    }
    // The pictures of examples are not there.
    if example.text.contains(".png") { return }
    #expect(errors(text).isEmpty, "\(example.text)")
  }

  @Test(
    "P02 the panels of Examples compile without a warning, and the device loads them",
    arguments: [
      "boat", "engine", "battery-solar", "process-skid", "printer-3d", "greenhouse", "compressor", "race-car",
      "weather",
      "machine-monitor",
    ])
  func panel(_ name: String) throws {
    let path = "\(root)/Examples/panels/\(name).yaml"
    let panel = try compilePanel(try readFile(path), name: path)
    // What is not built yet is said; nothing else is.
    let warnings = panel.warnings.filter { !$0.contains("this version does not") }
    #expect(warnings.isEmpty, "\(warnings)")
    let file = try PanelFile(bytes: panel.bytes)
    for font in file.root.children(.font) { _ = try file.font(try #require(font[.font]?.pack)) }
    #expect(file.root.count(.page) >= 1)
    // Every signal that a source tells has something to show without it.
    for signal in file.root.children(.signal) where signal.choice(.source) != nil {
      #expect(signal.choice(.demo) != nil)
    }
  }
}

@Suite struct LongDescriptionTests {
  @Test("P21 a description of 20,000 signals is checked in seconds, and one of 500 lines within one")
  func time() throws {
    // Of this thread: other tests run beside it.
    func processorTime() -> Double {
      var time = timespec()
      _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    func seconds(_ count: Int) throws -> Double {
      var text = "panel: 1\nsize: 800x480\nsignals:\n"
      for number in 0..<count { text += "  s\(number): {initial: \(number)}\n" }
      text += "pages:\n  main: {number: s0}\n"
      let start = processorTime()
      #expect(try compilePanel(Array(text.utf8), name: "long").bytes.count > count)
      return processorTime() - start
    }
    // It took 15 seconds before names that stand twice were found by a table.
    #expect(try seconds(20_000) < 8)
    #expect(try seconds(490) < 1)
  }
}

@Suite struct DamagedDescriptionTests {
  @Test(
    "P21 a description with letters changed, lines lost or exchanged is refused with lines, or compiles; it never stops the compiler"
  )
  func damage() throws {
    var random = SplitMix(seed: 21)
    var (refused, accepted) = (0, 0)
    let names = ["boat", "process-skid", "printer-3d", "greenhouse-zones", "race-car", "weather", "compressor"]
    let texts = try names.map { try readFile("\(root)/Examples/panels/\($0).yaml") }
    let letters = Array("{}[]():,'\"|>&*!%@#?-+/.=<>$ \n\tab01~`\u{e9}".utf8)
    for _ in 0..<1500 {
      var bytes = texts[Int.random(in: 0..<texts.count, using: &random)]
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = letters[Int.random(in: 0..<letters.count, using: &random)]
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(letters[Int.random(in: 0..<letters.count, using: &random)], at: place)
        case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
        default:
          let part = Array(bytes[place..<min(bytes.count, place + 30)])
          bytes.insert(contentsOf: part, at: Int.random(in: 0..<bytes.count, using: &random))
        }
      }
      do throws(DescriptionError) {
        _ = try compilePanel(bytes, name: "\(root)/Examples/panels/x.yaml", hasFonts: false)
        accepted += 1
      } catch {
        refused += 1
        #expect(!error.lines.isEmpty)
        #expect(error.lines.allSatisfy { $0.contains(".yaml:") || $0.hasPrefix("…") }, "\(error.lines)")
        #expect(error.lines.allSatisfy { !$0.contains("please report") }, "\(error.lines)")
      }
    }
    #expect(refused > 500 && accepted > 50, "\(refused) \(accepted)")
  }

  @Test("P20 scalars are what their keys expect: a title may be on, 12:30 or 010, and a number is decimal or refused")
  func scalars() throws {
    for title in ["on", "12:30", "010", "no", "1e3", "0x1F"] {
      let file = try compile(
        head + """
          pages:
            main: {column: [{number: rpm, title: \(title)}]}
          """)
      #expect(try #require(file.first(.number)).text(.title) == title)
    }
    let refused = errors(
      head + """
        pages:
          main: {column: [{bar: rpm, segments: 010}]}
        """)
    #expect(refused.count == 1 && refused[0].hasSuffix("segments is '010' — expected a whole number from 2 to 100"))
  }
}

extension PanelFile {
  /// The first record of a kind, wherever it lies.
  fileprivate func first(_ kind: RecordKind) -> PanelRecord? {
    var rest = [root]
    while !rest.isEmpty {
      let record = rest.removeFirst()
      if record.kind == kind { return record }
      rest += (0..<record.childCount).map { record.child($0) }
    }
    return nil
  }
}
