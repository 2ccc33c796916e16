import PanelDescription
import PanelFile
import PanelSignals
import Testing

private func description(_ signals: String, _ element: String = "number: x") -> [UInt8] {
  Array(
    """
    panel: 1
    size: 800x480
    sources:
      in: {lines: stdin}
    signals:
      a: {from: in/a, unit: degC}
      b: {from: in/b, unit: degF}
      k: {from: in/k, unit: K}
      d: {from: in/d, unit: delta_degF}
      \(signals)
    pages:
      main: {\(element)}
    """.utf8)
}

private func errors(_ signals: String) -> [String] {
  do throws(DescriptionError) { _ = try compilePanel(description(signals), name: "p", hasFonts: false) } catch {
    return error.lines
  }
  return []
}

/// What `x` is, and what is shown of it, where a is 25 °C, b 68 °F (20 °C), k 300 K and d 9 °F (5 K).
private func value(_ signal: String) throws -> (own: Double, shown: Double) {
  let bytes = try compilePanel(description("x: {\(signal)}"), name: "p", hasFonts: false).bytes
  let file = try PanelFile(bytes: bytes)
  let store = SignalStore(file)
  for (index, value) in [25, 68, 300, 9].enumerated() { store.set(SignalIndex(index), to: Fixed64(value), at: 0) }
  store.advance(to: 0)
  let own = store.reading(SignalIndex(4)).value
  let code = file.root.children(.signal)[4].number(.shownUnit)?.rounded ?? 0
  let shown = code == 0 ? own : UnitOfMeasure.conversion(code: code)?.convert(own) ?? .max
  return (Double(own.rawValue) / 4_294_967_296, Double(shown.rawValue) / 4_294_967_296)
}

@Suite("Temperatures and their differences") struct TemperatureTests {
  @Test(
    "P24 P30 the difference of two temperatures converts without the offset of their scales, and a temperature with it",
    arguments: [
      ("is: a - 20degC, unit: K", 5.0, 5.0), ("is: a - 20degC", 5, 5), ("is: a - b, unit: K", 5, 5),
      ("is: b - a, unit: degF", -9, -9), ("is: a - b, unit: degC, show: degF", 5, 9), ("is: a - 68degF", 5, 5),
      ("is: k - a", 1.85, 1.85), ("is: a - 5K", 20, 20), ("is: a - 5K, unit: K", 293.15, 293.15),
      ("is: a + 5K, show: degF", 30, 86), ("is: k - 5K, unit: degC", 21.85, 21.85), ("is: a + d", 30, 30),
      ("is: a - d, unit: degF", 68, 68), ("is: d + a, unit: K", 303.15, 303.15), ("is: (a - b) + (a - 20degC)", 10, 10),
      ("is: abs(b - a), unit: K", 5, 5), ("is: 'max(a - b, 6K)'", 6, 6), ("is: a - 5", 20, 20), ("is: a + 5", 30, 30),
      ("is: '(a + b) / 2'", 22.5, 22.5), ("is: '(a + b) / 2', unit: degC", 22.5, 22.5),
      ("is: a * 1.8 + 32, unit: degF", 77, 77), ("is: '(a - b) * 2'", 10, 10), ("is: 300K - a", 1.85, 1.85),
      ("is: 'if(a - b above 4degC, 1, 0)'", 1, 1), ("is: 'if(a - b above 6K, 1, 0)'", 0, 0),
      ("is: 'if(10degF above a - b, 1, 0)'", 1, 1), ("is: '(a - b) / 2K'", 2.5, 2.5),
      ("from: in/x, unit: degC, show: degF", 0, 32),
    ])
  func differences(signal: String, own: Double, shown: Double) throws {
    let (value, converted) = try value(signal)
    #expect(abs(value - own) < 1e-4 && abs(converted - shown) < 1e-4, "\(value) \(converted)")
  }

  @Test(
    "P21 P24 what may be a temperature or a difference is not converted: it is an error, with its place",
    arguments: [
      (
        "x: {is: a + 273.15, unit: K}",
        "p:10:13: a sum with a temperature in degC, needed in K: nobody knows whether it is a difference — expected a difference with its unit in it, as 5K, or the sum in degC"
      ),
      (
        "x: {is: a - 20, unit: K}",
        "p:10:13: a sum with a temperature in degC, needed in K: nobody knows whether it is a difference — expected a difference with its unit in it, as 5K, or the sum in degC"
      ),
      (
        "x: {is: (a + b) / 2, show: K}",
        "p:10:30: a sum with a temperature in degC, needed in K: nobody knows whether it is a difference — expected a difference with its unit in it, as 5K, or the sum in degC"
      ),
      (
        "x: {is: a + 20degC}",
        "p:10:15: a temperature that is added to one — expected a difference, as 5K, or a number without a unit"
      ),
      (
        "x: {is: (a - b) - k}",
        "p:10:21: a temperature that is taken from a difference — expected two of one kind"
      ),
      (
        "x: {is: 'max(a - b, k)'}",
        "p:10:23: a value in K, where one in delta_degC is needed — expected values that measure the same"
      ),
      (
        "x: {is: a - b, unit: kPa}",
        "p:10:24: unit is 'kPa', but 'x' is computed in delta_degC — expected a unit that measures the same"
      ),
    ])
  func ambiguous(signal: String, line: String) {
    #expect(errors(signal) == [line])
  }

  @Test("P30 ranges, zones, steps and setpoints of a difference are differences; so are steps of a temperature")
  func numbers() throws {
    let text = description(
      "x: {is: a - b, unit: K, range: 0..18degF, resolution: 0.9degF}\n  y: {is: a, range: 0..100, resolution: 0.9degF}",
      "row: [{gauge: x, setpoint: 9degF, step: 5K}, {gauge: y, step: 18degF, unit: K}, {number: x, unit: degF}]")
    let file = try PanelFile(bytes: compilePanel(text, name: "p", hasFonts: false).bytes)
    let signals = file.root.children(.signal)
    #expect(signals[4].number(.upper) == 10 && signals[5].number(.upper) == 100)
    for signal in signals[4...5] { #expect(signal.number(.resolution) == Fixed64(1, over: 2)) }
    let gauges = file.root.children(.page)[0].child(0)
    #expect(gauges.child(0).number(.setpoint) == 5 && gauges.child(0).number(.step) == 5)
    #expect(gauges.child(1).number(.step) == 10)
    #expect(gauges.child(2).number(.shownUnit) != nil && gauges.child(2).text(.unit) == "°F")
  }

  @Test("P30 a panel that shows temperatures in a unit shows their differences in its degrees")
  func chosenUnit() throws {
    let text = String(decoding: description("x: {is: a - b}"), as: UTF8.self)
      .replacing("size: 800x480", with: "size: 800x480\nunits: {temperature: degF}")
    let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "p", hasFonts: false).bytes)
    let code = try #require(file.root.children(.signal)[4].number(.shownUnit)?.rounded)
    #expect(UnitOfMeasure.conversion(code: code)?.convert(5) == 9)
  }
}
