import Foundation
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

@Suite struct CompilerTests {
  @Test("P22 a page drawn as words becomes cells; lists are stacks; areas nest; '.' is nothing")
  func areas() throws {
    let file = try compileDescription(
      describedHead + """
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
    #expect(
      nested.children(InstrumentKind.number.record).count == 1
        && nested.children(.row)[0].child(0)[.width]?.length?.unit == .fraction)
  }

  @Test("P22 a page has other areas for a display that is higher than wide")
  func portrait() throws {
    let file = try compileDescription(
      describedHead + """
        pages:
          main:
            areas: a b c
            portrait: {areas: "a\\nb"}
            a: {gauge: rpm}
            b: {number: oil}
            c: {number: depth}
        """)
    let page = file.root.children(.page)[0]
    #expect(page.childCount == 2 && page.child(0).choice(.shape) == nil && page.child(1).choice(.shape) == 0)
    #expect(
      page.child(0).count(InstrumentKind.number.record) == 2 && page.child(1).count(InstrumentKind.number.record) == 1)
  }

  @Test("P23 templates take values by place, by name or one alone; repeat makes one for each item; styles are defaults")
  func reuse() throws {
    let file = try compileDescription(
      describedHead + """
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
    let (gauge, number) = (InstrumentKind.gauge.record, InstrumentKind.number.record)
    #expect(
      (0..<9).map { row.child($0).kind } == [
        .column, .column, gauge, .column, .column, .column, number, number, gauge,
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
    let file = try compileDescription(
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
        a: {normal: 2..limit, caution: [limit.., ..1], warning: 500..}
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
    #expect(a.duration(.historyDuration) == 600_000_000_000 && b.duration(.historyDuration) == 600_000_000_000)
  }

  @Test("P44 P34 a short trend beside a long one of the same signal has a history of its own")
  func historiesOfTrends() throws {
    let file = try compileDescription(
      """
      panel: 1
      sources:
        in: {lines: stdin}
      signals:
        a: {from: in/a, history: 2h}
        b: {from: in/b}
      pages:
        main:
          column:
            - {trend: [a, b], last: 5min}
            - {trend: a, last: 24h}
            - {trend: a, last: 6min}
            - {trend: a, last: 5min}
      """)
    let minute: Int64 = 60_000_000_000
    #expect(file.definitions[0].histories.map(\.duration) == [24 * 60 * minute, 120 * minute, 6 * minute])
    #expect(file.definitions[1].histories.map(\.duration) == [5 * minute])
    #expect(file.definitions.allSatisfy { $0.histories.allSatisfy { $0.columns == 240 } })
  }

  @Test("P30 the mean and the ends of a stretch of time are shown as their signal is, unless they say how themselves")
  func shownStretches() throws {
    let file = try compileDescription(
      """
      panel: 1
      sources:
        in: {lines: stdin}
      signals:
        oil: {from: in/oil, unit: kPa, show: bar 0.00}
        mean: {is: "avg(oil, 1min)"}
        least: {is: "min(oil, 1min)"}
        own: {is: "max(oil, 1min)", show: "0.0"}
        change: {is: "rate(oil, 1min)"}
        other: {is: "avg(oil, 1min)", unit: Pa}
      pages:
        main: {number: mean}
      """)
    let signals = (0..<6).map { file.root.children(.signal)[$0] }
    let (unit, format) = (signals[0].number(.shownUnit), signals[0].number(.format))
    #expect(unit != nil && format != nil)
    for signal in signals[1...2] {
      #expect(signal.text(.unit) == "bar" && signal.number(.shownUnit) == unit && signal.number(.format) == format)
    }
    #expect(signals[3].text(.unit) == "kPa" && signals[3].number(.format) != format)
    #expect(signals[4].number(.format) == nil && signals[5].number(.format) == nil)
    #expect(signals[5].text(.unit) == "Pa")
  }

  @Test("P26 demo: constant, sweep, noise, steps; none of them is a value that the device shows by itself")
  func demo() throws {
    let file = try compileDescription(
      """
      panel: 1
      sources:
        in: {lines: stdin}
      signals:
        a: {from: in/a, unit: kPa, demo: 2bar}
        b: {from: in/b, demo: sweep 8s}
        c: {from: in/c, demo: noise -1..2.5}
        d: {from: in/d, demo: "steps 3s [1, -2, 3]"}
        e: {from: in/e, unit: kPa, demo: "steps [1bar, 2bar]"}
        f: {from: in/f, unit: kPa, demo: walk 4..9bar 30s}
      pages:
        main: {number: a}
      """)
    let signals = file.root.children(.signal)
    #expect(signals[4].children(.entry).map { $0.number(.value) } == [100, 200])
    #expect(signals[5].children(.entry).map { $0.number(.value) } == [400, 900])
    #expect(
      signals.map { $0.choice(.demo) } == [0, 1, 2, 3, 3, 4] && signals.allSatisfy { $0.number(.initial) == nil })
    #expect(signals[0].children(.entry).map { $0.number(.value) } == [200])
    #expect(signals[1].duration(.demoPeriod) == 8_000_000_000)
    #expect(signals[2].children(.entry).map { $0.number(.value) } == [-1, Fixed64(5, over: 2)])
    #expect(signals[3].children(.entry).map { $0.number(.value) } == [1, -2, 3])
    #expect(signals[3].duration(.demoPeriod) == 3_000_000_000)
  }

  @Test("P52 an alarm has condition, delays, hysteresis as the opposite comparison, priority, latch")
  func alarms() throws {
    let file = try compileDescription(
      describedHead + """
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
    let file = try compileDescription(
      describedHead + """
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
    let file = try compileDescription(
      describedHead + """
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
      describedHead + """
        texts:
          de: {Xylophon: Ärger}
        pages:
          main: {column: [{text: Xylophon}, {symbol: engine}, {number: oil, digits: segments}, {hours: volume}]}
        """
    let file = try compileDescription(text, hasFonts: true)
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
    let file = try compileDescription(
      describedHead + "pages:\n  main: {column: [{heading: heading}]}\n", hasFonts: true)
    let pack = try #require(file.root.children(.font).first { $0.choice(.style) == 0 }?[.font]?.pack)
    let font = try file.font(pack)
    for scalar in "NESW".unicodeScalars { #expect(font.hasGlyph(for: scalar)) }
  }
}
