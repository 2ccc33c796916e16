import Foundation
import PanelFile
import PanelSignals
import Testing

@testable import PanelDescription
@testable import PanelInstruments
@testable import panel_ui

/// Options that follow a signal of their own: an old or a failed one is never shown as if it were fresh.
@Suite("Options that follow signals")
struct OptionQualityTests {
  /// What stands behind an instrument's own name where `a` will not do.
  private static let mains = [
    "trend": "[a, a2]", "bars": "[a, a2]", "xy": "[a, a2]", "horizon": "[pitch, roll]", "table": "[a, a2]",
    "list": "[a, a2]",
    "symbol": "fan", "image": "IMAGE", "clock": "\"HH:mm\"", "timer": "5min", "shape": "box", "alarms": "all",
    "pages": "tabs", "lamp": "a above 50", "wait": "a above 50", "text": "Words", "enum": "code", "heading": "angle",
    "compass": "angle", "wind": "angle", "altimeter": "height",
    "button": "Go, sends: in/x", "switch": "Go, sends: in/x", "slider": "Go, sends: in/x", "knob": "Go, sends: in/x",
    "stepper": "Go, sends: in/x", "keypad": "Go, sends: in/x",
    "selector": "Go, sends: in/x, of: [None, One, Two, Three]",
    "picker": "Go, sends: in/x, of: [None, One, Two, Three]", "menu": "Go, sends: in/x, of: [None, One, Two, Three]",
  ]

  /// Options that follow the signal `q`, by instrument and key or by key alone; behind `|` other keys.
  private static let options = [
    "title": "'=if(q above 1, \"Two\", \"One\")'", "range": "0..q * 50", "color": "if(q above 1, red-60, blue-60)",
    "visible": "q above 0", "setpoint": "q * 20", "step": "q * 10", "gauge.sweep": "q * 90", "gauge.start": "q * 20",
    "gauge.from": "q * 10|pointer: arc", "gauge.second": "q * 10", "bar.from": "q * 10", "lamp.flash": "q above 1",
    "symbol.turn": "q * 40", "image.turn": "q * 40", "battery.charging": "q above 1", "compass.bug": "q * 30",
    "compass.second": "q * 30", "heading.bug": "q * 30", "wind.speed": "q", "wind.second": "q * 30",
    "wind.closehauled": "q * 20",
    "horizon.slip": "q / 4", "tape.span": "q * 20", "altimeter.pressure": "q * 100", "timer.runs": "q above 1",
    "alarms.empty": "'=if(q above 1, \"Two\", \"One\")'",
    "shape.fade": "if(q above 1, red-60, blue-60)|shape: box, fill: black",
    "shape.fill": "if(q above 1, red-60, blue-60)",
    "shape.flow": "q|shape: pipe, points: [[0, 50percent], [100percent, 50percent]]",
    "state": "q", "button.state": "q|toggles: in/x, button: Go", "enabled": "q above 1", "button.to": "q",
    "button.back": "q",
    "text.text": "'=if(q above 1, \"Two\", \"One\")'",
  ]

  /// Options that take expressions: those of the table, so that a new one is not forgotten here.
  private static var cases: [(String, String)] {
    Vocabulary.instruments.filter { $0.isBuilt }.flatMap { kind in
      kind.keys.filter(isFollowing).map { (kind.name, $0.name) }
    } + [("bar", "from"), ("text", "text")]
  }

  private static func isFollowing(_ key: KeySpec) -> Bool {
    // Texts and signals that are no values.
    if ["lock", "because", "runs", "page", "resets"].contains(key.name) { return false }
    switch key.type {
    case .text, .range, .automaticRange(.lower, _, _), .value, .signal, .signalOf, .condition, .color: return true
    default: return false
    }
  }

  private static func file(_ element: String, zones: String = "") throws -> PanelFile {
    let image = goldens.appendingPathComponent("instrument-lamp-dark.png").path
    let text = """
      panel: 1
      size: 320x240
      sources: {in: {lines: stdin}}
      zones: {\(zones)}
      alarms:
        first: {when: a above 10, text: First}
      signals:
        a: {from: in/a, stale: 1h, follow: 0s}
        a2: {from: in/a, stale: 1h, follow: 0s}
        q: {from: in/q, stale: 1s, follow: 0s}
        angle: {from: in/a, stale: 1h, unit: deg, range: 0..360, wraps: 360, follow: 0s}
        height: {from: in/a, stale: 1h, unit: ft, follow: 0s}
        pitch: {from: in/a, stale: 1h, unit: deg, follow: 0s}
        roll: {from: in/a, stale: 1h, unit: deg, follow: 0s}
        code: {from: in/code, stale: 1h, enum: {0: None, 1: One, 2: Two}}
      pages:
        main: {stack: [{\(element.replacing("IMAGE", with: image))}]}
        other: {stack: [{text: Other}]}
      """
    return try PanelFile(bytes: compilePanel(Array(text.utf8), name: "option").bytes)
  }

  private static let values = "a=12 a2=12 angle=12 height=12 pitch=12 roll=12 code=1 time=10:00:00"

  /// Three seconds after the first values.
  private static func shown(_ file: PanelFile, q: String, _ later: String) throws -> PanelScreen {
    return try screen("0 \(values) q=\(q)\n3000 a=12\(later)", of: file, width: 320, height: 240)
  }

  private static func prove(_ file: PanelFile, _ name: String) throws {
    let fresh = try shown(file, q: "2", " q=2"), old = try shown(file, q: "2", "")
    func mark(_ screen: PanelScreen) -> Quality? { screen.panel.instruments.first?.markQuality }
    #expect((mark(fresh) ?? .failed) != .old && mark(fresh) != .failed, "\(name)")
    #expect(mark(old) == .old && old.picture != fresh.picture, "\(name)")
    // Nothing of what it was is left, and nothing is made up.
    let failed = try shown(file, q: "2", " q=error"), other = try shown(file, q: "3", " q=error")
    #expect(mark(failed) == .failed && failed.picture != fresh.picture, "\(name)")
    #expect(failed.picture.difference(from: other.picture) == nil, "\(name)")
    // A value that is heard again takes the mark away.
    let again = try screen(
      "0 \(values) q=2\n1500 q=error\n3000 a=12 q=2", of: file, width: 320, height: 240)
    #expect(mark(again) == mark(fresh), "\(name)")
  }

  @Test("P31 P32 an option that follows an old or a failed signal is marked, and nothing is made up", arguments: cases)
  func everyOption(kind: String, key: String) throws {
    let told = try #require(Self.options["\(kind).\(key)"] ?? Self.options[key], "no expression to try")
    let parts = told.split(separator: "|", maxSplits: 1).map(String.init)
    let others = parts.count > 1 ? ", \(parts[1])" : ""
    let main = kind == key ? "" : others.contains("\(kind): ") ? "" : "\(kind): \(Self.mains[kind] ?? "a"), "
    let element =
      others.contains("\(kind): ") ? "\(parts[1]), \(key): \(parts[0])" : "\(main)\(key): \(parts[0])\(others)"
    // In { } a comma ends a value.
    let quoted = parts[0].contains(",") && !parts[0].hasPrefix("'") ? "'\(parts[0])'" : parts[0]
    try Self.prove(try Self.file(element.replacing(": \(parts[0])", with: ": \(quoted)")), "\(kind).\(key)")
  }

  @Test("P32 an end of a zone that is old or failed marks its instruments: no zone goes silently")
  func zones() throws {
    for kind in ["gauge", "bar", "number", "tank", "tape", "table"] {
      let file = try Self.file("\(kind): \(kind == "table" ? "[a, a2]" : "a")", zones: "a: {warning: q * 3 .. 100}")
      if kind != "table" { try Self.prove(file, kind) }
      let group = try Self.shown(file, q: "2", " q=error").panel.instruments[0]
      let marked = (group as? GroupInstrument)?.members[0] ?? group
      #expect(marked.markQuality == .failed)
    }
  }

  @Test("P32 what is placed by an old or a failed signal is as bad: the needle goes with the end of its scale")
  func places() throws {
    let gauge = try Self.file("gauge: a, range: 0..q * 50")
    func value(_ later: String) throws -> Reading { try Self.shown(gauge, q: "2", later).panel.instruments[0].value }
    #expect(try value(" q=2") == Reading(12) && value("").quality == .old && value(" q=error").quality == .failed)
    // A signal that was never heard is as bad, and so is one whose source says that it has no value.
    #expect(try screen("0 a=12", of: gauge).panel.instruments[0].value.quality == .failed)
    #expect(try value(" q=null").quality == .failed)
    let bars = try Self.file("bars: [a, a2], range: 0..q * 50")
    let group = try #require(try Self.shown(bars, q: "2", " q=error").panel.instruments[0] as? GroupInstrument)
    #expect(group.members.map(\.value.quality) == [.failed, .failed])
    // Ends in the wrong order are no scale.
    #expect(try Self.shown(gauge, q: "2", " q=-2").panel.instruments[0].value.quality == .failed)
    #expect(try screen("0 a=12 q=-2\n1000 q=1", of: gauge).panel.instruments[0].range == 0...50)
    // A mark beside the value says nothing of the value itself; one that there is not is not missed.
    let number = try Self.file("number: a, setpoint: q")
    #expect(try Self.shown(number, q: "2", " q=error").panel.instruments[0].value == Reading(12))
    #expect(try Self.shown(number, q: "2", " q=null").panel.instruments[0].markQuality == .fresh)
  }

  @Test("P22 P32 what a condition hides is hidden only while that is known; in a row the mark is on all of it")
  func visibility() throws {
    let file = try Self.file("row: [{number: a}, {column: [{number: a}, {gauge: a2}], visible: q above 2}]")
    func instruments(_ q: String, _ later: String) throws -> [Instrument] {
      Array(try Self.shown(file, q: q, later).panel.instruments.prefix(3))
    }
    #expect(try instruments("1", " q=1").map(\.isHidden) == [false, true, true])
    for later in ["", " q=error", " q=null"] {
      let shown = try instruments("1", later)
      #expect(shown.map(\.isHidden) == [false, false, false])
      // What was never heard is no failure, and has a mark of its own.
      let mark: Quality = later.isEmpty ? .old : later == " q=null" ? .none : .failed
      #expect(shown.map(\.markQuality) == [.fresh, mark, mark])
    }
    #expect(try instruments("3", " q=3").map(\.markQuality) == [.fresh, .fresh, .fresh])
  }
}
