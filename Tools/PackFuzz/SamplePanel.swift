// Panels to be damaged: one with something of every kind that a file can hold, and one that takes all that histories may.
import PanelDescription
import PanelSignals

/// The bytes of a panel file.
func samplePanel() -> [UInt8] {
  let text = """
    panel: 1
    size: 320x192
    sources:
      in: {lines: stdin}
    signals:
      rpm: {from: [in/rpm, in/rpm2], unit: rpm, range: 0..4000, follow: 150ms, stale: 1s}
      oil: {from: in/oil, unit: kPa, show: bar 0.0, range: 0..700, history: 1min}
      load: {is: "if(rpm above 10, rpm / 4000 * 100, 0)", unit: percent}
      turn: {from: in/turn, unit: deg, wraps: 360}
    zones:
      rpm: {normal: 700..3200, warning: 3600..}
    alarms:
      hot: {when: rpm above 3600, for: 1s, until: 3000, priority: warning, text: Hot}
    themes:
      dark: {}
      night: {when: oil below 10}
    bar:
      left: [{pages: tabs}]
      right: [{clock: "HH:mm"}]
    pages:
      one:
        areas: |
          a b
          c d
        a: {gauge: rpm, title: Engine}
        b: {row: [{bar: oil}, {lamp: rpm above 3000, title: R}]}
        c: {trend: oil, last: 30s}
        d: {alarms: all, rows: 2}
      two:
        column: [{number: load, visible: rpm above 5}, {text: Words}, {tank: load}, {compass: turn}]
    """
  return compiled(text)
}

/// The bytes of a panel file with as many histories as there may be: with any larger one they are too much.
func historyPanel() -> [UInt8] {
  // What panel-assets gives a history.
  var one = SignalDefinition()
  one.histories = [HistoryDefinition(duration: 1, columns: 240)]
  let count = SignalStore.pastLimit / SignalStore.pastBytes([one], [])
  var text = "panel: 1\nsources:\n  in: {lines: stdin}\nsignals:\n"
  for number in 0..<count { text += "  s\(number): {from: in/s\(number), history: 1min}\n" }
  return compiled(text + "pages:\n  main: {number: s0}\n", hasFonts: false)
}

private func compiled(_ text: String, hasFonts: Bool = true) -> [UInt8] {
  do throws(DescriptionError) {
    return try compilePanel(Array(text.utf8), name: "sample", hasFonts: hasFonts).bytes
  } catch {
    fatalError(error.lines.joined(separator: "; "))
  }
}
