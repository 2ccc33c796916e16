import EventLoop
import FBDevice
import FixedRaster
import Foundation
import LayerRuntime
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments
@testable import PanelSources
@testable import panel_ui

@Suite("Fonts and languages")
struct WordingTests {
  private func compiled(_ text: String) throws -> CompiledPanel {
    try compilePanel(Array(("panel: 1\nsize: 320x240\n" + text).utf8), name: "fonts")
  }

  /// The panel in the language and the units that it asks for, laid out.
  /// - Parameter values: of signals, by their numbers.
  private func shown(_ text: String, _ values: [Int: Fixed64]) throws -> Panel {
    let state = PanelState(try PanelFile(bytes: try compiled(text).bytes))
    for (number, value) in values { state.signals.set(SignalIndex(number), to: value, at: 0) }
    state.advance(to: 0)
    _ = state.chooseWording()
    let panel = try Panel(state, size: Size(width: 320, height: 240))
    panel.advance(to: 1)
    panel.root.layoutIfNeeded()
    return panel
  }

  @Test("P25 letters that the font lacks come from the next one: İ ı ş ğ ế ж Ω, with capitals of one height")
  func fallback() throws {
    let bytes = try compiled("pages: {main: {text: İışğếжΩ漢}}".replacing("漢", with: "")).bytes
    let panel = try Panel(try PanelFile(bytes: bytes), size: Size(width: 320, height: 240))
    let font = panel.fonts.text
    for letter in "İışğếжΩ".unicodeScalars {
      #expect(font.glyph(for: letter) != font.glyph(for: "\u{10FFFF}"), "\(letter)")
    }
    #expect(throws: DescriptionError.self) { try compiled("pages: {main: {text: 漢}}") }
  }

  @Test("P25 a letter and its mark are the letter with the mark")
  func decomposed() throws {
    let bytes = try compiled("pages: {main: {text: \"Cafe\u{301}\"}}").bytes
    let panel = try Panel(try PanelFile(bytes: bytes), size: Size(width: 320, height: 240))
    #expect((panel.instruments[0] as? TextInstrument)?.text.unicodeScalars.count == 4)
  }

  @Test("P25 fonts of one's own stand before those of the system")
  func own() throws {
    let mono = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"
    let bytes = try compiled("fonts: {text: \(mono)}\npages: {main: {text: iW}}").bytes
    let font = try Panel(try PanelFile(bytes: bytes), size: Size(width: 320, height: 240)).fonts.text
    #expect(font.advance(of: font.glyph(for: "i"), size: 100) == font.advance(of: font.glyph(for: "W"), size: 100))
    for (value, word) in [("{text: none.ttf}", "none.ttf"), ("{words: a.ttf}", "words"), ("{text: []}", "a font file")]
    {
      do {
        _ = try compiled("fonts: \(value)\npages: {main: {text: A}}")
        Issue.record("\(value) is taken")
      } catch let error as DescriptionError { #expect(error.lines.contains { $0.contains(word) }, "\(error.lines)") }
    }
  }

  @Test("P25 P45 weekdays and months are those of the language")
  func calendar() throws {
    let bytes = try compiled(
      """
      language: lang
      signals: {lang: {initial: 1}}
      texts: {de: {Tue: Dienst}, fr: {Engine: Moteur}}
      pages: {main: [{clock: "EEE d MMM"}, {text: Engine}]}
      """
    ).bytes
    let state = PanelState(try PanelFile(bytes: bytes))
    state.wallClockOffset = 20_522 * 86_400_000_000_000
    func shown() throws -> String? {
      let panel = try Panel(state, size: Size(width: 320, height: 240))
      panel.advance(to: 1)
      panel.root.layoutIfNeeded()
      return (panel.instruments[0].sublayers ?? []).compactMap { $0 as? Caption }.compactMap(\.string).first {
        $0.contains("1")
      }
    }
    #expect(try shown() == "Tue 10 Mar")
    state.advance(to: 2)
    _ = state.chooseWording()
    #expect(try shown() == "Dienst 10 Mär")
  }

  @Test("P25 P30 a language and a system of units by name, or by a signal of texts; formats of units at the top")
  func wording() throws {
    let more = """
      texts: {de: {Engine: Motor}, fr: {Engine: Moteur}}
      units: {speed: km/h 0.0, us: {speed: mph 0}}
      pages: {main: [{text: Engine}, {number: v}]}
      """
    func panel(_ head: String) throws -> Panel {
      let signals = "signals: {lang: {type: text, initial: fr}, v: {from: in/v, unit: m/s, range: 0..50, follow: 0s}}"
      return try shown("sources: {in: {lines: stdin}}\n\(signals)\n\(head)\n\(more)", [1: 10])
    }
    for (head, word, number) in [
      ("", "Engine", "36.0"), ("language: de", "Motor", "36.0"), ("language: lang", "Moteur", "36.0"),
      ("language: 1", "Motor", "36.0"), ("language: fr\nsystem: us", "Moteur", "22"),
    ] {
      let panel = try panel(head)
      #expect((panel.instruments[0] as? TextInstrument)?.text == word, "\(head)")
      #expect((panel.instruments[1] as? NumberInstrument)?.readout.valueText.string == number, "\(head)")
    }
    #expect(throws: DescriptionError.self) { try panel("language: dee") }
  }

  @Test("P25 texts with numbers are translated as a whole, in another order too, and so are titles")
  func sentences() throws {
    func panel(_ language: String) throws -> Panel {
      let text = """
        sources: {in: {lines: stdin}}
        language: \(language)
        texts:
          de: {"{a} of {b:0.0} l": "{b:0} l, davon {a}", "Fuel {a}": Sprit}
          fr: {"{a} of {b:0.0} l": "{b:0} l, dont {a}"}
        signals: {a: {from: in/a, show: "0"}, b: {from: in/b, show: "0"}}
        pages:
          main: {column: [{text: "{a} of {b:0.0} l"}, {text: "{a} of {b:0.0} l"}, {number: a, title: "Fuel {a}"}]}
        """
      return try shown(text, [0: 3, 1: 7])
    }
    for (language, words, title) in [
      ("0", "3 of 7.0 l", "Fuel 3"), ("de", "7 l, davon 3", "Sprit"), ("fr", "7 l, dont 3", "Fuel 3"),
    ] {
      let panel = try panel(language)
      let texts = panel.instruments.compactMap { ($0 as? TextInstrument)?.text }
      #expect(texts == [words, words] && panel.instruments[2].title == title, "\(language)")
    }
    // A value goes on to be written.
    let german = try panel("de")
    german.state.signals.set(SignalIndex(0), to: 4, at: 2)
    german.state.advance(to: 2)
    german.advance(to: 3)
    #expect((german.instruments[0] as? TextInstrument)?.text == "7 l, davon 4")
    #expect(throws: DescriptionError.self) {
      try compiled(
        "texts: {de: {\"{a} l\": \"{c} Liter\"}}\nsignals: {a: {initial: 1}}\npages: {main: {text: \"{a} l\"}}")
    }
  }

  @Test("P25 P30 P44 another language or system of units leaves a trend's columns as they were, converted")
  func trendColumns() throws {
    let text = """
      sources: {in: {lines: stdin}}
      language: lang
      system: unit
      units: {us: {speed: mph 0}}
      texts: {de: {Speed: Tempo}}
      signals:
        v: {from: in/v, unit: m/s, show: m/s 0, range: 0..40, follow: 0s}
        lang: {from: in/lang}
        unit: {from: in/unit}
      pages:
        main:
          areas: |
            a
            b
          a: {trend: v, title: Speed, last: 60s}
          b: {number: v, last: 60s}
      """
    let file = try PanelFile(bytes: try compiled(text).bytes)
    let screen = try PanelScreen(file, display: MemoryDisplay(width: 1280, height: 480, layout: .xrgb8888))
    let screens = PanelScreens(screen)
    var trends: [TrendInstrument] {
      screen.panel.instruments.compactMap { ($0 as? TrendInstrument) ?? ($0 as? NumberInstrument)?.history }
    }
    /// The seen columns of both trends, the newest last.
    func columns() -> [[TrendColumn]] {
      trends.map { trend in
        (trend.store.count - trend.columnCount..<trend.store.count).map { trend.store.column($0, pen: 0) }
      }
    }
    var random = SplitMix(seed: 25)
    var time: Int64 = 0
    func run(frames: Int) throws {
      for _ in 0..<frames {
        time += 33_333_333
        screen.panel.signals.set(SignalIndex(0), to: Fixed64(Int(random.next() % 40)), at: time)
        screens.advance(to: time)
        try screen.drawFrame(at: time)
      }
    }
    try run(frames: 2000)
    let metres = columns()
    #expect(metres.count == 2 && metres.allSatisfy { $0.filter { $0.quality == .fresh }.count > 100 })
    for (signal, value, factor) in [(1, 1, 1), (2, 1, 2.2369362920544), (2, 0, 1)] as [(Int, Fixed64, Double)] {
      let (before, panel) = (columns(), screen.panel)
      screen.panel.signals.set(SignalIndex(signal), to: value, at: time)
      screens.advance(to: time)
      try screen.drawFrame(at: time)
      #expect(screen.panel !== panel)
      let after = columns()
      for (old, new) in zip(before, after) {
        #expect(old.count == new.count)
        if signal == 1 { #expect(old == new, "language") }
      }
      for (old, new) in zip(metres, after) {
        let places: [KeyPath<TrendColumn, Fixed64>] = [\.value, \.low, \.high]
        let differences = zip(old, new).filter { a, b in
          a.quality != b.quality
            || places.contains { abs(Double(b[keyPath: $0].rawValue) - Double(a[keyPath: $0].rawValue) * factor) > 64 }
        }
        #expect(differences.isEmpty, "\(signal) \(differences.count) of \(old.count)")
      }
    }
    // New columns come from the history, and the former ones go when none is seen.
    try run(frames: 2000)
    #expect(columns().allSatisfy { $0.allSatisfy { $0.quality == .fresh } } && columns() != metres)
  }

  @Test("P26 walk wanders smoothly between its ends, the same on every machine")
  func walk() throws {
    let bytes = try compiled(
      "signals: {v: {range: 0..100, demo: walk 20..80 30s, follow: 0s}}\npages: {main: {number: v}}"
    ).bytes
    let panel = try Panel(try PanelFile(bytes: bytes), size: Size(width: 320, height: 240))
    panel.state.showDemo()
    var values: [Fixed64] = []
    for step in 0..<3000 {
      panel.advance(to: Int64(step) * 100_000_000)
      values.append(panel.signals.reading(SignalIndex(0)).value)
    }
    let (least, most) = (values.min() ?? 0, values.max() ?? 0)
    #expect(least >= 20 && most <= 80 && most - least > 20)
    // 60 in 30 s, at most half as fast again, and the small movements.
    let steps = zip(values, values.dropFirst()).map { ($1 - $0).magnitude }
    #expect((steps.max() ?? 0) < Fixed64(1) && Set(values).count > 2000)
    #expect(values[1234].rawValue == 296_012_424_860)
    for demo in ["walk 4..9", "walk 9..4 3s", "walk 3s"] {
      #expect(throws: DescriptionError.self) {
        try compiled("signals: {v: {demo: \(demo)}}\npages: {main: {number: v}}")
      }
    }
  }

  @Test("P27 the checker lays the panel out for the sizes that it is told")
  func sizes() throws {
    let text =
      "panel: 1\nsize: 800x480\nsignals: {a: {initial: 1, title: Speed}}\npages: {main: {row: [{number: a}, {number: a, width: 40px}]}}"
    func warnings(_ sizes: [(width: Int, height: Int)]) throws -> [String] {
      try compilePanel(Array(text.utf8), name: "p", sizes: sizes).warnings.filter {
        $0.contains("on ") && $0.contains("title")
      }
    }
    #expect(try warnings([]).isEmpty && warnings([(1600, 960)]).isEmpty)
    let found = try warnings([(1600, 960), (320, 240)])
    #expect(found.count == 1 && found[0].contains("on 320x240"), "\(found)")
  }
}
