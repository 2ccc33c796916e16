import Foundation
import PanelDescription
import PanelFile
import PanelSignals
import Testing

/// A panel whose signal `x` is an expression; its value, where the others have some.
private func value(_ expression: String, unit: String? = nil) throws -> Double? {
  let quoted = expression.replacingOccurrences(of: "'", with: "''")
  let file = try compileDescription(
    describedHead + "  x: {is: '\(quoted)'\(unit.map { ", unit: \($0)" } ?? "")}\n"
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
    #expect(descriptionErrors(describedHead + "  x: {is: rpm / 0}\npages:\n  main: {number: x}\n").count == 1)
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
    let file = try compileDescription(
      describedHead + """
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
    let file = try compileDescription(
      describedHead + "pages:\n  main: {gauge: rpm, setpoint: 2 * (300 + 700), visible: not 1 > 2}\n")
    let gauge = file.root.children(.page)[0].child(0)
    #expect(gauge.number(.setpoint) == 2000 && gauge.flag(.visible) == true)
    #expect(file.definitions.count == 11)
  }

  @Test("P24 an expression anywhere is a signal without a name, the same one for the same expression")
  func anonymous() throws {
    let file = try compileDescription(
      describedHead
        + "pages:\n  main: {row: [{gauge: rpm / 2}, {number: rpm / 2}, {number: rpm * 2, visible: rpm above 3}]}\n")
    let row = file.root.children(.page)[0].child(0)
    #expect(file.definitions.count == 14)
    #expect(row.child(0).signal(.value) == SignalIndex(11) && row.child(1).signal(.value) == SignalIndex(11))
    #expect(row.child(2).signal(.value) == SignalIndex(12) && row.child(2).signal(.visible) == SignalIndex(13))
    #expect(file.root.children(.signal)[11].text(.name) == nil)
  }

  @Test("P24 colours and texts are expressions too: roles are numbers, colours 2^24 and RRGGBB, texts their number")
  func colorsAndTexts() throws {
    let file = try compileDescription(
      describedHead + """
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
