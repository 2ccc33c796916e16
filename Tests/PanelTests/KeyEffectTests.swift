import Foundation
import PanelFile
import TestSupport
import Testing

@testable import PanelDescription
@testable import PanelInstruments
@testable import panel_ui

/// Every key of every instrument changes something: none is read, checked and forgotten.
@Suite("Keys of instruments")
struct KeyEffectTests {
  /// What stands behind an instrument's own name where its example is not what is wanted here.
  static let mains = [
    "trend": "[a, b]", "bars": "[a, b]", "rings": "[a, b]", "xy": "[a, b]", "horizon": "[pitch, roll]",
    "table": "[a, b]", "list": "[a, b]", "symbol": "fan",
    "image": "IMAGE", "clock": "\"HH:mm\"", "timer": "5min", "shape": "box", "alarms": "all", "pages": "tabs",
    "lamp": "a above 50", "wait": "on", "text": "A text that is longer than its place is wide", "enum": "code",
    "heading": "angle", "compass": "angle", "wind": "angle", "altimeter": "height",
    "button": "Go, sends: in/x", "switch": "Go, sends: in/x", "slider": "Go, sends: in/x", "knob": "Go, sends: in/x",
    "stepper": "Go, sends: in/x", "keypad": "Go, sends: in/x", "selector": "Go, sends: in/x, of: [None, One, Two]",
    "picker": "Go, sends: in/x, of: [None, One, Two]", "menu": "Go, sends: in/x, of: [None, One, Two]",
  ]

  /// What keys have to say to change something, by instrument and key or by key alone: a value, and behind `|` other keys
  /// that both pictures have, or behind `!` another instrument.
  private static let values = [
    "columns": "[Head]", "visible": "a above 90", "at": "top-left|size: 50percent 50percent", "size": "40percent",
    "width": "40percent",
    "height": "40percent", "style": "plain",
    "title": "Other", "unit": "bar", "format": "000.00", "range": "0..50000", "zones": "!",
    "card": "outline", "unknown": "",
    "color": "magenta-50", "labels": "x10", "log": "true|range: 1..1000", "step": "50", "setpoint": "b", "peak": "hold",
    "low": "hold",
    "gauge.sweep": "90", "gauge.start": "0", "value": "false", "gauge.value": "false", "gauge.pointer": "arc",
    "gauge.second": "b",
    "rings.segments": "12", "rings.thickness": "10percent", "rings.value": "false",
    "trend.least": "500|range: auto", "trend.right": "0..900|trend: [a, {signal: b, axis: right}]",
    "trend.times": "clock|last: 4s", "trend.markers": "all|last: 60s",
    "opacity": "40", "tap": "", "shape.fade": "white|shape: box, fill: black", "pages.opacity": "40",
    "gauge.mirror": "true", "gauge.direction": "counter", "gauge.numerals": "inside",
    "gauge.segments": "20|pointer: arc", "gauge.radius": "50percent|pointer: arc",
    "gauge.thickness": "30px|pointer: arc",
    "gauge.from": "40|pointer: arc", "bar.upright": "true", "bar.from": "centre", "bar.segments": "12",
    "number.digits": "segments", "number.arrow": "true", "number.extremes": "true",
    "number.last": "10s",
    "number.pace": "3s", "text.align": "right|overflow: shorten, size: 100percent 20percent, text: Ab",
    "text.letters": "20percent", "text.overflow": "scroll|size: 50percent 80percent",
    "lamp.flash": "true", "lamp.height": "5percent", "lamp.state": "warning", "symbol.turn": "45", "image.fit": "fill",
    "image.height": "20percent", "image.turn": "45",
    "trend.last": "3s", "trend.zones": "true|trend: [zoned, b]", "trend.band": "false|last: 60s",
    "trend.upright": "true", "bars.zones": "false", "bars.upright": "false",
    "xy.last": "1s", "battery.charging": "on", "compass.turns": "needle",
    "compass.bug": "20", "compass.second": "angle2", "heading.bug": "100", "wind.speed": "pace",
    "wind.closehauled": "80", "wind.second": "angle2", "altimeter.span": "500", "horizon.slip": "b", "tape.span": "5",
    "tape.side": "right", "altimeter.pressure": "c",
    "altimeter.unit": "m", "altimeter.zones": "!|altimeter: zonedHeight",
    "clock.zone": "+05:30", "timer.runs": "on",
    // Of controls: what they do is for ControlTests.
    "sends": "", "sets": "", "toggles": "", "to": "", "back": "", "repeats": "", "runs": "", "page": "", "resets": "",
    "confirm": "", "lock": "", "because": "", "within": "", "queue": "", "live": "", "of": "", "button.state": "",
    "icon": "fan",
    "state": "on", "enabled": "a above 90", "slider.range": "0..500|state: a", "knob.range": "0..500|state: a",
    "stepper.range": "", "slider.step": "20", "knob.step": "", "stepper.step": "", "slider.upright": "true",
    "keypad.range": "", "keypad.step": "", "keypad.unit": "bar|state: a", "keypad.format": "000.00|state: a",
    "slider.unit": "bar|state: a", "knob.unit": "bar|state: a", "stepper.unit": "bar|state: a",
    "slider.format": "000.00|state: a", "knob.format": "000.00|state: a", "stepper.format": "000.00|state: a",
    "shape.points":
      "[[0, 0], [100percent, 100percent], [0, 100percent]]|shape: polygon, points: [[0, 0], [100percent, 0], [0, 100percent]]",
    "shape.fill": "red-50",
    "shape.line": "9px", "shape.corner": "30px",
    "shape.flow": "9|shape: pipe, points: [[0, 50percent], [100percent, 50percent]]",
    "hold": "", "rings.start": "90", "rings.sweep": "120",
    "alarms.rows": "2", "alarms.empty": "", "alarms.acknowledge": "", "pages.swipe": "", "wait.color": "",
  ]

  static func picture(_ element: String) throws -> TestPicture {
    let text = """
      panel: 1
      size: 320x240
      sources: {in: {lines: stdin}}
      styles: {plain: {title: Styled, align: right, color: teal-50, width: 30percent}}
      zones:
        zoned: {caution: 60..80}
        zonedHeight: {caution: 60..80}
        b: {caution: 15..}
      alarms:
        first: {when: a above 10, text: First}
        second: {when: b above 10, text: Second}
        third: {when: c above 10, text: Third}
      signals:
        a: {from: in/a, unit: psi, title: Given, follow: 0s}
        zoned: {from: in/a, unit: psi, title: Given, follow: 0s}
        b: {from: in/b, unit: psi}
        c: {from: in/c, unit: psi}
        on: {from: in/on}
        angle: {from: in/angle, unit: deg, range: 0..360, wraps: 360}
        angle2: {from: in/angle2, unit: deg, range: 0..360, wraps: 360}
        height: {from: in/a, unit: ft, title: Given, follow: 0s}
        zonedHeight: {from: in/a, unit: ft, title: Given, follow: 0s}
        pitch: {from: in/b, unit: deg}
        roll: {from: in/c, unit: deg}
        pace: {from: in/b, unit: kn}
        code: {from: in/code, enum: {0: None, 1: One, 2: Two}}
      pages:
        main: {stack: [\(element)]}
        other: {stack: [{text: Other}]}
      """
    let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "key").bytes)
    var replay = "0 time=10:00:00"
    for (time, a) in [(0, 30), (1000, 90), (2000, 45), (3000, 55), (4000, 63)] {
      replay +=
        "\(time == 0 ? "" : "\n\(time)") a=\(a) zoned=\(a) b=\(time / 200) c=12 on=1 angle=\(a) angle2=200 code=1"
        + " height=\(a) zonedHeight=\(a) pitch=5 roll=12 pace=9"
    }
    let screen = try screen(replay + "\n4450 a=63", of: file, width: 320, height: 240)
    return screen.picture
  }

  private static var cases: [(String, String)] {
    Vocabulary.instruments.filter { $0.isBuilt }.flatMap { kind in kind.keys.map { (kind.name, $0.name) } }
  }

  @Test("P20 a kind's keys have numbers of their own, those of all elements among them")
  func numbers() {
    for kind in InstrumentKind.all {
      let spec = kind.spec
      let numbers = ([spec.main].compactMap { $0 } + spec.keys).compactMap { $0.key?.rawValue }
      for number in Set(numbers) where numbers.filter({ $0 == number }).count > 1 {
        Issue.record("two keys of \(spec.name) have the number \(number)")
      }
      #expect(numbers.allSatisfy { $0 < PropertyKey.limit })
    }
  }

  @Test("P20 each key of each instrument changes what is drawn", arguments: cases)
  func everyKey(kind: String, key: String) throws {
    let told = try #require(Self.values["\(kind).\(key)"] ?? Self.values[key], "no value to try")
    if told.isEmpty { return }
    let image = goldens.appendingPathComponent("instrument-lamp-dark.png").path
    let main = (Self.mains[kind] ?? (key == "zones" ? "zoned" : "a")).replacing("IMAGE", with: image)
    let parts = told.split(separator: "|", maxSplits: 1).map(String.init)
    let others = parts.count > 1 ? ", \(parts[1])" : ""
    let value = parts[0] == "!" ? "false" : parts[0]
    let base = others.contains("\(kind): ") ? String(others.dropFirst(2)) : "\(kind): \(main)\(others)"
    // A shape without points is none: its picture without has others.
    let rest = base.split(separator: ", points: ").first.map(String.init) ?? base
    let changed = "{\(key == "points" ? rest : base), \(key): \(value)}"
    #expect(try Self.picture(changed) != Self.picture("{\(base)}"), "\(changed)")
  }
}
