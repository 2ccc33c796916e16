import EventLoop
import FixedRaster
import Foundation
import LayerRuntime
import PanelDescription
import PanelFile
import PanelReplay
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments
@testable import PanelSources
@testable import panel_ui

/// Writes the pairs of lines as a source does.
private struct Writer: LineListener {
  let table: AddressTable
  let signals: SignalStore
  let time: Int64

  mutating func receive(_ name: Span<UInt8>, _ entry: Int, _ value: LineValue, _ word: Span<UInt8>, isQuoted: Bool)
    -> Bool
  {
    table.write(name, entry, value, word, isQuoted: isQuoted, to: signals, at: time) == .written
  }
}

@Suite("Text signals")
struct TextSignalTests {
  private func errors(_ signals: String, _ pages: String = "{text: A}") -> [String] {
    do {
      _ = try compiledPanel(signals, pages)
      return []
    } catch let error as DescriptionError { return error.lines } catch { return ["\(error)"] }
  }

  /// Has the panel's source read lines.
  @discardableResult
  private func tell(_ panel: Panel, _ lines: String, at time: Int64 = 0) -> LineDecoder {
    let signals = panel.signals
    let table = AddressTable(panel.file.addresses(ofSource: 0)) { signals.takesTexts($0) }
    var decoder = LineDecoder()
    var writer = Writer(table: table, signals: signals, time: time)
    decoder.take(Array((lines + "\n").utf8).span, table, &writer)
    panel.advance(to: time)
    return decoder
  }

  private func shown(_ panel: Panel, _ number: Int = 0) -> String? {
    (panel.instruments[number] as? TextInstrument)?.text
  }

  @Test(
    "P35 a number in a text is in the shown unit where its unit is certain; braces have values in texts of expressions too"
  )
  func unitsInBraces() throws {
    let signals = "p: {from: in/p, unit: W, show: kW 0.00}\nq: {from: in/q, unit: W}"
    for (text, words) in [
      ("{p} kW", "1.72 kW"), ("{max(p, 0)} kW", "1.72 kW"), ("{-p:0.0} kW", "-1.7 kW"), ("{p + q} kW", "2.72 kW"),
      ("{q + p} W", "2720.0 W"), ("{max(p, 1min)} kW", "1.72 kW"), ("{p * 2} W", "3440.0 W"), ("{q} W", "1000 W"),
      ("=if(p > 0, \"buys {p} kW\", \"sells {-p} kW\")", "buys 1.72 kW"),
    ] {
      let panel = try describedPanel(signals, "{text: '\(text)'}")
      tell(panel, "p=1720\nq=1000")
      panel.root.layoutIfNeeded()
      #expect(shown(panel) == words, "\(text)")
    }
    let number = try describedPanel(signals, "{number: 'max(p, 0)'}")
    #expect(number.instruments[0].unit == "kW" && number.instruments[0].format.decimals == 2)
    // Said once.
    #expect(errors(signals, "{text: '=join(\"{p\", \"a\")'}").count == 1)
    #expect(errors(signals, "{text: '=if(p > 0, \"{nothing}\", \"a\")'}").count == 1)
    let braces = try describedPanel(signals, "{text: '=if(p > 0, \"a {{b}}\", \"c\")'}")
    tell(braces, "p=1")
    #expect(shown(braces) == "a {b}")
    let ranged = "p: {from: in/p, unit: W, range: 0..3000}"
    for text in ["{p}", "{max(p, 0)}"] {
      let panel = try describedPanel(ranged, "{text: '\(text)'}")
      tell(panel, "p=1720")
      #expect(shown(panel) == "1720", "\(text)")
    }
  }

  @Test(
    "P35 P60 a word that an enum does not have makes its signal failed; the line's other values count, whatever they are"
  )
  func unknownWords() throws {
    let panel = try describedPanel(
      "mode: {from: in/mode, enum: {off: Aus, heat: Heizen}}\nfault: {from: in/fault, type: text}\nrpm: {from: in/rpm}",
      "{text: =fault}")
    func reading(_ number: Int) -> Reading { panel.signals.reading(SignalIndex(number)) }
    #expect(tell(panel, "mode=heat rpm=5 fault=low").garbage == 0)
    #expect(reading(0).quality == .fresh && reading(2) == Reading(5))
    let decoder = tell(panel, "mode=dry fault=\"lost\" rpm=high other=x rpm=7", at: 10)
    #expect(reading(0).quality == .failed && shown(panel) == "lost" && reading(2) == Reading(7))
    #expect(decoder.garbage == 1 && decoder.values == 2)
    // A number that means nothing keeps what it was.
    #expect(tell(panel, "rpm=high", at: 20).garbage == 1 && reading(2) == Reading(7))
    tell(panel, #"{"mode": "heat", "fault": "x"}"#, at: 30)
    #expect(reading(0).quality == .fresh)
    tell(panel, #"{"mode": "dry", "fault": "y"}"#, at: 40)
    #expect(reading(0).quality == .failed && shown(panel) == "y")
    // A line that says nothing but that has the panel look; one that changes nothing has not.
    let table = AddressTable(panel.file.addresses(ofSource: 0)) { panel.signals.takesTexts($0) }
    let source = LineSource(
      try #require(LineInput("stdin")), table, loop: try EventLoop(), signals: panel.signals, changed: {})
    for (line, isNews) in [("mode=dry\n", true), ("rpm=high\n", false)] {
      var decoder = LineDecoder()
      var receiver = SignalReceiver(source: source, table: table, signals: panel.signals, time: 50)
      decoder.take(Array(line.utf8).span, table, &receiver)
      #expect(receiver.hasValues == isNews && decoder.garbage == 1 && decoder.values == 0, "\(line)")
    }
  }

  @Test("P35 a text signal shows the words of its source, as pairs, in quotation marks and in JSON")
  func shows() throws {
    let panel = try describedPanel("mode: {from: in/mode, type: text}", "{text: =mode}")
    panel.advance(to: 0)
    #expect(shown(panel) == noValueText)
    for (number, (line, text)) in [
      ("mode=heat", "heat"), ("mode=12", "12"), ("mode=\"my part 7.gcode\"", "my part 7.gcode"),
      (#"{"mode": "Ab\u00e9 \"c\" \\ \ud83d\ude00\n"}"#, "Abé \"c\" \\ 😀 "), (#"{"mode": 5}"#, "5"),
      ("mode=error", "error"),
      ("mode=on", "on"), (#"{"mode": ""}"#, ""), ("mode=Zürich", "Zürich"),
    ].enumerated() {
      let decoder = tell(panel, line, at: Int64(number) * 1_000_000)
      #expect(shown(panel) == text && decoder.garbage == 0 && decoder.values == 1, "\(line)")
    }
    tell(panel, "mode=null", at: 20_000_000)
    #expect(shown(panel) == noValueText && panel.signals.reading(SignalIndex(0)).quality == .none)
    // Bytes that are no UTF-8, and signs that nobody sees.
    let signals = panel.signals
    signals.receive(SignalIndex(0), text: [0x41, 0xFF, 0x07, 0xC3, 0xA9].span, at: 30_000_000)
    panel.advance(to: 30_000_000)
    #expect(shown(panel) == "A\u{FFFD} é")
  }

  @Test("P35 a text is cut at a letter, at 64 bytes or at its length")
  func lengths() throws {
    let long = try describedPanel(
      "mode: {from: in/mode, type: text}\nshort: {from: in/short, type: text, length: 4}",
      "[{text: =mode}, {text: =short}]")
    tell(long, "mode=\(String(repeating: "a", count: 63))é short=abcé")
    #expect(shown(long) == String(repeating: "a", count: 63) && shown(long, 1) == "abc")
  }

  @Test("P31 P35 a text is old after its time, and failed and missing ones are marked")
  func quality() throws {
    let panel = try describedPanel("mode: {from: in/mode, type: text, stale: 2s}", "{text: $mode}")
    tell(panel, "mode=heat")
    #expect(panel.signals.reading(SignalIndex(0)).quality == .fresh)
    panel.advance(to: 3_000_000_000)
    #expect(panel.signals.reading(SignalIndex(0)).quality == .old && shown(panel) == "heat")
    #expect(panel.instruments[0].markQuality == .old)
    panel.signals.fail(SignalIndex(0), at: 4_000_000_000)
    panel.advance(to: 4_000_000_000)
    #expect(panel.instruments[0].markQuality == .failed && shown(panel) == noValueText)
    let initial = try describedPanel("mode: {type: text, initial: Idle}", "{text: =mode}")
    initial.advance(to: 0)
    #expect(shown(initial) == "Idle")
  }

  @Test("P35 texts in conditions and choices: is, is not, if, and two of them")
  func conditions() throws {
    let panel = try describedPanel(
      """
      mode: {from: in/mode, type: text}
      want: {from: in/want, type: text}
      hot: {is: mode is "heat"}
      other: {is: mode is not want}
      word: {is: "if(hot, \\"Warm\\", mode)"}
      """, "[{text: =word}, {text: Heats, visible: mode is \"heat\"}]")
    for (number, (mode, want, hot, other, word)) in [
      ("heat", "heat", 1, 0, "Warm"), ("cool", "heat", 0, 1, "cool"), ("fan only", "fan only", 0, 0, "fan only"),
      ("fan only", "fan", 0, 1, "fan only"),
    ].enumerated() {
      tell(panel, "mode=\"\(mode)\" want=\"\(want)\"", at: Int64(number) * 1_000_000)
      #expect(panel.signals.reading(SignalIndex(2)).value.rounded == hot, "\(mode)")
      #expect(panel.signals.reading(SignalIndex(3)).value.rounded == other, "\(mode) \(want)")
      #expect(shown(panel) == word && panel.instruments[1].isHidden == (hot == 0))
    }
  }

  @Test("P35 upper, lower, first, part and join")
  func functions() throws {
    let panel = try describedPanel(
      """
      file: {from: in/file, type: text}
      a: {is: upper(file)}
      b: {is: lower(file)}
      c: {is: "first(file, 3)"}
      d: {is: "part(file, \\"/\\", 2)"}
      e: {is: "join(\\"[\\", file, \\"]\\")"}
      f: {is: "upper(part(file, \\"/\\", 1)) is \\"ÜBER\\""}
      g: {is: "part(file, \\"/\\", 9)"}
      """, "[{text: =a}, {text: =b}, {text: =c}, {text: =d}, {text: =e}, {text: =g}]")
    tell(panel, "file=über/Ärger/Дом")
    #expect(
      (0..<6).map { shown(panel, $0) } == ["ÜBER/ÄRGER/ДОМ", "über/ärger/дом", "übe", "Ärger", "[über/Ärger/Дом]", ""])
    #expect(panel.signals.reading(SignalIndex(6)).value == .one)
    panel.signals.fail(SignalIndex(0), at: 1)
    panel.advance(to: 1)
    #expect(panel.signals.reading(SignalIndex(1)).quality == .failed)
  }

  @Test("P35 an enum may have words of the source for keys, and stays a number")
  func words() throws {
    let panel = try describedPanel(
      "mode: {from: in/mode, enum: {off: Aus, heat: {text: Heizen, color: caution}, 7: Sieben}}\nhot: {is: mode is \"heat\"}\ntoo: {is: mode is \"Heizen\"}",
      "{enum: mode}")
    for (number, (word, value)) in [("off", 0), ("heat", 1), ("7", 7)].enumerated() {
      let decoder = tell(panel, "mode=\(word)", at: Int64(number) * 1_000_000)
      #expect(panel.signals.reading(SignalIndex(0)).value.rounded == value && decoder.garbage == 0, "\(word)")
      #expect(panel.signals.reading(SignalIndex(1)).isTrue == (value == 1))
      #expect(panel.signals.reading(SignalIndex(2)).isTrue == (value == 1))
    }
    #expect(tell(panel, "mode=whatever", at: 9_000_000).garbage == 1)
  }

  @Test("P35 P26 a demonstration shows one text or several; a replay tells texts")
  func demonstration() throws {
    let panel = try describedPanel(
      "mode: {from: in/mode, type: text, demo: [Heat, Cool, Off]}\none: {from: in/one, type: text, demo: Idle}",
      "[{text: =mode}, {text: =one}]")
    panel.state.showDemo()
    var seen: [String] = []
    for second in 0..<6 {
      panel.advance(to: Int64(second) * 1_000_000_000)
      seen.append(shown(panel) ?? "")
    }
    #expect(seen == ["Heat", "Heat", "Cool", "Cool", "Off", "Off"] && shown(panel, 1) == "Idle")
    let replay = try Replay(Array("0 mode=\"two words\" one=7\n1000 mode=x one=null".utf8), name: "r", for: panel.file)
    #expect(replay.values.map { $0.text.map { String(decoding: $0, as: UTF8.self) } } == ["two words", "7", "x", nil])
    #expect(throws: ProgramError.self) {
      try Replay(
        Array("0 n=word".utf8), name: "r",
        for: try PanelFile(bytes: compiledPanel("n: {from: in/n}", "{number: n}").bytes))
    }
  }

  @Test("P35 P25 a word of the source that a language translates is translated")
  func languages() throws {
    let panel = try describedPanel(
      "mode: {from: in/mode, type: text}\nlang: {initial: 1}", "{text: =mode}",
      "language: lang\ntexts: {de: {heating: Heizen}}")
    tell(panel, "mode=heating")
    #expect(shown(panel) == "heating")
    panel.advance(to: 0)
    #expect(panel.state.chooseWording())
    let german = try Panel(panel.state, size: Size(width: 320, height: 240))
    german.advance(to: 1)
    #expect(shown(german) == "Heizen")
  }

  @Test("P35 a file's words, and its first line; a panel that replaces another keeps its texts")
  func files() throws {
    let folder = TemporaryFolder()
    let path = folder.write("running fast\nmode: heat\n", "state")
    let text = """
      panel: 1
      sources: {f: {files: every 1s}}
      signals:
        line: {from: 'f/\(path)', type: text}
        mode: {from: 'f/\(path) mode: *', type: text}
      pages: {main: [{text: =line}, {text: =mode}]}
      """
    let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "files").bytes)
    let panel = try Panel(file, size: Size(width: 320, height: 240))
    for (index, entry) in file.addresses(ofSource: 0).enumerated() {
      var buffer = [UInt8](repeating: 0, count: PolledFile.limit)
      let word = try #require(PolledFile(entry.address).readWord(&buffer))
      panel.signals.receive(SignalIndex(index), text: buffer.span.extracting(word), at: 0)
    }
    panel.advance(to: 0)
    #expect(shown(panel) == "running fast" && shown(panel, 1) == "heat")
    let next = PanelState(file)
    next.takeOver(panel.state)
    let replaced = try Panel(next, size: Size(width: 320, height: 240))
    replaced.advance(to: 1)
    #expect(shown(replaced) == "running fast" && shown(replaced, 1) == "heat")
  }

  @Test("P35 P21 mistakes in text signals are said")
  func mistakes() {
    for (signals, word) in [
      ("m: {from: in/m, type: word}", "number or text"), ("m: {from: in/m, type: text, unit: V}", "unit of a text"),
      ("m: {from: in/m, type: text, length: 300}", "from 1 to 255"),
      ("m: {from: in/m, length: 3}", "length of a number"),
      ("m: {from: in/m, type: text}\nn: {is: m + 1}", "a text, where"),
      ("m: {from: in/m, type: text}\nn: {is: m above \"a\"}", "texts compared by their order"),
      ("m: {from: in/m, type: text}\nn: {is: first(m, 0)}", "no count"),
      ("m: {from: in/m, type: text}\nn: {is: \"part(m, m, 1)\"}", "no separator"),
      ("m: {from: in/m, type: text, glyphs: latn}", "latin"),
      ("m: {from: in/m, type: text, demo: []}", "a list of texts"),
      ("m: {is: 1 + 1, type: text}", "computed as a number"),
      ("m: {from: in/m, type: text, range: 0..5}", "range of a text"),
    ] {
      let lines = errors(signals)
      #expect(lines.contains { $0.contains(word) }, "\(signals): \(lines)")
    }
    #expect(errors("m: {from: in/m, type: text}", "{number: m}").contains { $0.contains("a text, where a number") })
  }

  @Test("P35 P25 letters of live texts are packed by sets; others are boxes")
  func letters() throws {
    func glyphs(_ option: String) throws -> Int {
      let words = try compiledPanel("m: {from: in/m, type: text\(option)}", "{text: =m}").summary.split(separator: " ")
      let place = try #require(words.firstIndex { $0.hasPrefix("glyphs") })
      return Int(words[place - 1]) ?? 0
    }
    let (latin, digits, both) = (
      try glyphs(""), try glyphs(", glyphs: digits"), try glyphs(", glyphs: [digits, \"Ωé\"]")
    )
    #expect(latin > digits + 80)
    #expect(
      errors("m: {from: in/m, type: text, glyphs: [digits, \"漢\"]}").contains { $0.contains("has no") }
        && both >= digits)
  }
}
