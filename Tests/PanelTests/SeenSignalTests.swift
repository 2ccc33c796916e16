import FixedRaster
import PanelDescription
import PanelFile
import PanelInstruments
import PanelSignals
import Testing

/// Which signals a source that asks has to ask for as often as the description says.
struct SeenSignalTests {
  private let description = """
    panel: 1
    size: 400x240
    sources:
      in: {lines: stdin}
    signals:
      first: {from: in/first}
      second: {from: in/second, range: 0..10, unit: m}
      summed: {from: in/summed}
      sum: {is: summed + 1}
      watched: {from: in/watched}
      kept: {from: in/kept, history: 1min}
      mean: {from: in/mean}
      smooth: {is: "avg(mean, 10s)"}
      turns: {from: in/turns}
      dusk: {from: in/dusk}
      strip: {from: in/strip}
      limit: {from: in/limit, unit: m}
      unused: {from: in/unused}
    zones:
      second: {warning: limit..}
    alarms:
      loud: {when: watched above 5, priority: caution}
    themes:
      day: {}
      night: {when: dusk}
    units: {other: {second: ft 0}}
    pages:
      one: {number: first}
      two: {column: [{gauge: second}, {number: sum}, {number: smooth}, {trend: kept}]}
      three: {when: turns above 5, number: first}
    bar:
      left: [{number: strip}]
    """

  @Test(
    "P68 a signal is seen on a page that is shown, and wherever an expression, an alarm, a theme or a history needs it")
  func seen() throws {
    let file = try PanelFile(bytes: try compilePanel(Array(description.utf8), name: "p.yaml", hasFonts: false).bytes)
    let panel = try Panel(file, size: Size(width: 400, height: 240))
    let names = [
      "first", "second", "summed", "sum", "watched", "kept", "mean", "smooth", "dusk", "strip", "limit", "unused",
      "turns",
    ]
    let numbers = file.root.children(.signal).map { $0.text(.name) ?? "" }
    func seen() -> [String] { names.filter { panel.state.isSeen(SignalIndex(numbers.firstIndex(of: $0)!)) } }
    let always = ["summed", "watched", "kept", "mean", "dusk", "strip", "turns"]
    #expect(Set(seen()).isSuperset(of: always + ["first"]))
    #expect(!seen().contains("unused") && !seen().contains("second"))
    let before = panel.state.pageChanges
    panel.showPage(1)
    #expect(panel.state.pageChanges == before + 1)
    #expect(Set(seen()).isSuperset(of: always + ["second", "sum", "smooth"]))
    #expect(!seen().contains("first") && !seen().contains("unused"))
  }
}
