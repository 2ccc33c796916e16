import FixedRaster
import Foundation
import LayerRuntime
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments

/// What the panels of other projects say.
@Suite("What real panels say")
struct RealPanelTests {
  private func errors(_ signals: String, _ page: String, _ more: String = "") -> [String] {
    do {
      _ = try compiledPanel(signals, page, more)
      return []
    } catch let error as DescriptionError {
      return error.lines
    } catch { return ["\(error)"] }
  }

  private func texts(_ panel: Panel) -> [String] { panel.instruments.compactMap { ($0 as? TextInstrument)?.text } }

  private func warnings(_ signals: String, _ page: String) throws -> [String] {
    let text = "panel: 1\nsources: {in: {lines: stdin}}\nsignals:\n  \(signals)\npages:\n  main: \(page)\n"
    return try compilePanel(Array(text.utf8), name: "p").warnings
  }

  @Test("P21 a key that means nothing beside the others is warned of, and so is a scale with one end")
  func needs() throws {
    func said(_ page: String) throws -> [String] {
      try warnings("speed: {from: in/a, range: 0..9}\n  half: {from: in/b, range: 90..}", page).map {
        $0.split(separator: " ", maxSplits: 2).last.map(String.init) ?? ""
      }
    }
    for (page, words) in [
      ("{gauge: speed, radius: 50percent}", "radius means nothing without 'pointer: arc'"),
      ("{gauge: speed, segments: 9}", "segments means nothing without 'pointer: arc'"),
      ("{trend: speed, least: 5}", "least means nothing without 'range: auto'"),
      ("{shape: box, fade: dim}", "fade means nothing without 'fill'"),
      ("{shape: box, flow: 1}", "flow means nothing without 'shape: pipe'"),
      ("{gauge: half}", "the gauge's scale has no upper end: it ends at 100"),
      ("{bar: half, range: ..100}", ""),
    ] {
      let said = try said(page).filter { $0.contains("means nothing") || $0.contains("scale has no") }
      #expect(words.isEmpty ? said.isEmpty : said.count == 1 && said[0].contains(words), "\(page): \(said)")
    }
    for page in [
      "{gauge: speed, pointer: arc, radius: 50percent, thickness: 5percent, segments: 9, from: 3}",
      "{gauge: speed, pointer: both, from: 3}", "{trend: speed, range: auto, least: 5}",
      "{shape: box, fill: ink, fade: dim}",
    ] {
      #expect(try said(page).filter { $0.contains("means nothing") }.isEmpty)
    }
    #expect(
      errors("a: {from: in/a, range: 200..}", "{gauge: a}").first?.contains("the gauge's scale has one end") == true)
    #expect(errors("a: {from: in/a}", "{trend: a, range: auto, least: -3}").first?.contains("least is '-3'") == true)
  }

  @Test("P21 in a bar a clock and a symbol take what they need, and the others share the rest")
  func bars() throws {
    func frames(_ bar: String) throws -> [Rect] {
      let panel = try describedPanel("a: {from: in/a, range: 0..9, initial: 3}", "{number: a}", "bar: \(bar)")
      panel.advance(to: 0)
      panel.root.layoutIfNeeded()
      return panel.instruments.dropFirst().map { $0.convert($0.bounds, to: nil) }
    }
    let shared = try frames("{left: [{text: Boat}], right: [{number: a}, {symbol: wifi}, {clock: \"HH:mm\"}]}")
    let (text, number, symbol, clock) = (shared[0], shared[1], shared[2], shared[3])
    #expect(abs(symbol.width - symbol.height) <= 1 && clock.width < symbol.width * 4)
    #expect(clock.maxX == 314 && text.minX == 6 && abs(text.width - number.width) < symbol.width + clock.width)
    #expect(text.maxX <= number.minX && number.maxX <= symbol.minX && symbol.maxX <= clock.minX)
    // Without any that share they keep to their sides, and the middle one to the middle.
    let sides = try frames("{left: [{symbol: wifi}], middle: [{symbol: wifi}], right: [{symbol: wifi}]}")
    #expect(sides[0].minX == 6 && abs(sides[1].midX - 160) <= 1 && abs(sides[2].maxX - 314) <= 1)
    // A lamp that blinks moves nothing: an element with a width in pixels keeps its place.
    let dark = try frames("{left: [{symbol: wifi, visible: a is 4, width: 30px}, {symbol: wifi}]}")
    let lit = try frames("{left: [{symbol: wifi, visible: a is 3, width: 30px}, {symbol: wifi}]}")
    #expect(dark.last == lit.last && lit.last!.minX >= 36)
    // One with a share of the rest gives it up.
    let alone = try frames("{left: [{text: Boat, visible: a is 4, size: 2fr}, {text: Mast}]}")
    #expect(alone.last!.minX == 6)
    let wide = try frames("{right: [{number: a, width: 100px}, {clock: \"EEE d MMM\"}]}")
    #expect(abs(wide[0].width - 100) <= 1 && abs(wide[1].maxX - 314) <= 1)
  }

  @Test("P43 P50 a lamp bears its signal's title and an icon, and has none above it")
  func namedLamps() throws {
    let panel = try describedPanel(
      "a: {initial: 1, title: Rain}", "{row: [{lamp: a, icon: wifi}, {lamp: a, title: Wet}, {lamp: a above 0}]}")
    let lamps = panel.instruments.compactMap { $0 as? LampInstrument }
    #expect(lamps.map(\.legend) == ["Rain", "Wet", ""] && lamps.allSatisfy { $0.title == nil })
    #expect(lamps[0].icon != nil && lamps[1].icon == nil)
  }

  @Test("P22 P43 P44 P52 letters get smaller before an alarm, a legend or a text is cut")
  func smallerLetters() throws {
    let fonts = InstrumentStyle().fonts
    for height in [36, 50, 80, 120] {
      let line = AlarmLine(fonts.text)
      line.frame = Rect(x: 0, y: 0, width: 140, height: Fixed(height))
      #expect(line.letters(of: "Too hot") == nil, "\(height)")
    }
    // At its own size it has no room for the values, and then none at all.
    func legend(_ width: Fixed) -> (isShown: Bool, hasValues: Bool) {
      let legend = TrendLegend()
      let isShown = legend.layOut(
        ["Temperature", "Geschwindigkeit"], measured: ["Temperature", "Geschwindigkeit"],
        widest: ["100 C", "200 km/h"], at: .zero, width: width, capHeight: 10,
        fonts.text)
      return (isShown, legend.showsValues)
    }
    var (shown, valued, former): (Int, Int, (isShown: Bool, hasValues: Bool)) = (0, 0, (false, false))
    for width in stride(from: 100, to: 500, by: 5) {
      let now = legend(Fixed(width))
      #expect(now.isShown || !former.isShown)
      #expect(now.hasValues || !former.hasValues)
      if shown == 0 && now.isShown { shown = width }
      if valued == 0 && now.hasValues { valued = width }
      former = now
    }
    #expect(shown > 150 && valued > shown && shown < 230 && valued < 330, "\(shown) \(valued)")
    let text = TextInstrument(InstrumentStyle())
    text.text = "To Nieuwpoort Yacht"
    for height in [30, 50, 90] {
      text.frame = Rect(x: 0, y: 0, width: 130, height: Fixed(height))
      text.layoutIfNeeded()
      let caption = try #require(text.sublayers?.flatMap { $0.sublayers ?? [] }.compactMap { $0 as? Caption }.first)
      #expect(caption.textWidth <= caption.frame.width, "\(height)")
    }
  }

  @Test("P24 P35 a code without a word is written as its number, in texts as elsewhere")
  func unknownCodes() throws {
    let panel = try describedPanel(
      "mode: {from: in/mode, initial: 7, enum: {0: Off, 1: Heating}}", "{text: \"Mode {mode}\"}")
    panel.advance(to: 1_000_000_000)
    #expect(texts(panel) == ["Mode 7"])
    panel.signals.set(SignalIndex(0), to: 1, at: 1_500_000_000)
    panel.advance(to: 2_000_000_000)
    #expect(texts(panel) == ["Mode Heating"])
  }

  @Test("P40 P4C numerals of a scale of times are times")
  func numeralsOfTimes() throws {
    func numerals(_ format: String, _ range: ClosedRange<Fixed64>, _ division: ScaleDivision) -> [String] {
      var options = ScaleOptions(numbers: NumberFormat(pattern: Array(format.utf8).span)!)
      options.division = division
      let room = ScaleRoom(.upright, numeralLength: 200, markLength: 200, digitWidth: 6, capHeight: 9)
      let scale = ScaleLayout(range, room: room, options: options)
      var result: [String] = []
      scale.forEachMark { if $0.isNumbered { result.append(scale.numeral(of: $0.value)) } }
      return result
    }
    #expect(
      numerals("d h:mm", 0...259_200, .sixtieths).suffix(3) == ["2 d 00:00", "2 d 12:00", "3 d 00:00"]
        || numerals("d h:mm", 0...259_200, .sixtieths).last == "3 d 00:00",
      "\(numerals("d h:mm", 0...259_200, .sixtieths))")
    #expect(numerals("m:ss", 0...300, .sixtieths).contains("1:00"))
    #expect(numerals("h:mm", 0...50, .sixtieths).allSatisfy { !$0.contains(":") })
    #expect(numerals("0", 0...300, .sixtieths).contains("60"))
  }

  @Test("P24 P35 a text may have numbers in it, with the unit and the format that they are shown in")
  func numbersInTexts() throws {
    let panel = try describedPanel(
      """
      wind: {from: in/wind, unit: m/s, show: "kn 0.0", initial: 10}
      gust: {from: in/gust, initial: 14.26}
      mode: {from: in/mode, initial: 1, enum: {0: Off, 1: Heating}}
      name: {type: text, from: in/name, initial: Anna}
      """,
      """
      {column: [{text: "{wind} of {gust:0.0} kn"}, {text: "{mode}: {name}"}, {text: "a {{b}} {wind * 2:0}"}, \
      {text: "{{plain}}"}, {text: '=join("T ", text(gust, "000"))'}, {number: wind, title: "Wind {gust:0}"}]}
      """)
    panel.advance(to: 1_000_000_000)
    #expect(
      texts(panel) == ["19.4 of 14.3 kn", "Heating: Anna", "a {b} 20", "{plain}", "T 014"], "\(texts(panel))")
    #expect(panel.instruments.last?.title == "Wind 14")
    let words = try describedPanel(
      "a: {initial: 3}", "{column: [{text: '{if(a above 2, \"y\", \"n\")}'}, {text: '{a / 8}'}]}")
    words.advance(to: 0)
    #expect(texts(words) == ["y", "0.4"], "\(texts(words))")
    let many = String(repeating: "{a}", count: 1500)
    #expect(errors("a: {initial: 1}", "{text: \"\(many)\"}").first?.contains("a text of more than") == true)
    #expect(
      errors("a: {initial: 1}", "{number: a}", "alarms: {b: {when: a above 2, text: \"{a}\"}}").first?.contains(
        "without expressions")
        == true)
    // The sign of the panel's numbers.
    let comma = try describedPanel("a: {initial: 1.5}", "{text: \"{a:0.0} m\"}", "numbers: {point: \",\"}")
    comma.advance(to: 0)
    #expect(texts(comma) == ["1,5 m"])
    #expect(errors("a: {initial: 1}", "{text: \"{a\"}").first?.contains("a brace without another") == true)
    #expect(errors("a: {initial: 1}", "{text: \"{b}\"}").first?.contains("no signal 'b'") == true)
    #expect(errors("a: {initial: 1}", "{text: \"{a:0.x}\"}").first?.contains("no format '0.x'") == true)
  }

  @Test("P43 a long text has smaller letters before it is shortened, or several lines")
  func longTexts() throws {
    let style = try instrumentStyle()
    func text(_ words: String, _ overflow: TextInstrument.Overflow) throws -> (picture: TestPicture, lines: Int) {
      let text = TextInstrument(style)
      (text.text, text.overflow) = (words, overflow)
      let picture = try drawnPicture(text, 160, 80)
      // Rows of ink, with rows without between them.
      let rows = (0..<80).map { row in (0..<160).contains { picture.pixels[row * 160 + $0] == text.theme[.ink].rgb } }
      return (picture, zip([false] + rows, rows).count { !$0 && $1 })
    }
    #expect(try text("Word", .shorten).lines == 1)
    #expect(try text("Several words that have no room", .wrap).lines == 3)
    #expect(try text("Several words that have no room", .shorten).lines == 1)
    // All of a text that is a little too long is there: smaller.
    let text = TextInstrument(style)
    text.text = "Pump 1 on"
    text.frame = Rect(x: 0, y: 0, width: 160, height: 80)
    text.layoutIfNeeded()
    let caption = try #require(text.sublayers?.compactMap { $0.sublayers?.first as? Caption }.first)
    #expect(caption.textWidth <= 160 && caption.capHeight < 36 && caption.capHeight > 10)
  }

  @Test("P50 a theme dims colours that are no roles, and has roles of its own")
  func themes() throws {
    let panel = try describedPanel(
      "a: {initial: 1, enum: {0: Off, 1: {text: On, color: port}}}",
      "{column: [{text: A, color: port}, {text: B, color: red-60}, {text: C, color: \"if(a above 0, port, ink)\"}, {enum: a}]}",
      "themes: {dark: {port: \"#102030\"}, night: {port: \"#405060\", dims: 50percent}, day: {}}")
    panel.advance(to: 0)
    func colors() -> [UInt32] {
      panel.instruments.prefix(3).map { $0.tinted(.ink).rgb }
    }
    let red = NamedColorProbe.red
    #expect(colors() == [0x102030, red, 0x102030])
    #expect(panel.showTheme("night"))
    #expect(colors()[0] == 0x405060 && colors()[2] == 0x405060)
    #expect(colors()[1] >> 16 == (red >> 16) / 2 || colors()[1] >> 16 == (red >> 16) / 2 + 1)
    #expect(panel.showTheme("day"))
    #expect(colors()[0] == Theme.day[.ink].rgb && colors()[1] == red)
    // A mistake is no role.
    #expect(
      errors("a: {initial: 1}", "{number: a}", "themes: {dark: {warnin: red-60}}").first?.contains("warning") == true)
    #expect(errors("a: {initial: 1}", "{text: A, color: porrt}").first?.contains("no colour") != nil)
    let many = (1...9).map { "own\($0)x: red-60" }.joined(separator: ", ")
    #expect(
      errors("a: {initial: 1}", "{number: a}", "themes: {dark: {\(many)}}").first?.contains("more than 8") == true)
  }

  @Test("P30 scale and offset make the signal's number of the source's; what is shown elsewhere stays")
  func scaled() throws {
    let file = try PanelFile(
      bytes: compiledPanel(
        "a: {from: in/a, scale: 0.1, offset: -40, demo: 21.5}\nb: {from: in/b}", "{row: [{number: a}, {number: b}]}"
      ).bytes)
    let store = SignalStore(file)
    for (signal, value) in [(0, 615), (1, 615)] {
      store.receive(SignalIndex(signal), source: 0, unscaled: Reading(Fixed64(value)), at: 0)
    }
    store.advance(to: 0)
    #expect(abs((store.reading(SignalIndex(0)).value - Fixed64(43, over: 2)).rawValue) < 1000)
    #expect(store.reading(SignalIndex(1)).value == 615)
    // What is beyond all numbers is no value.
    let large = try PanelFile(
      bytes: compiledPanel("a: {from: in/a, scale: 1000000}", "{number: a}").bytes)
    let other = SignalStore(large)
    other.receive(SignalIndex(0), source: 0, unscaled: Reading(3000), at: 1)
    other.advance(to: 1)
    #expect(other.reading(SignalIndex(0)).quality == .failed)
    #expect(
      errors("a: {initial: 1, scale: 2}", "{number: a}").first?.contains("scale of a signal without a source") == true)
    #expect(errors("a: {from: in/a, scale: 0}", "{number: a}").first?.contains("scale is '0'") == true)
  }

  @Test("P30 durations of days, without the days where there are none")
  func days() {
    let format = NumberFormat(pattern: Array("d h:mm".utf8).span) ?? NumberFormat()
    func text(_ seconds: Int) -> String { format.text(of: Fixed64(seconds)) }
    #expect(text(0) == "0:00" && text(3_900) == "1:05" && text(86_340) == "23:59")
    #expect(text(86_400) == "1 d 00:00" && text(15 * 86_400 + 3_661) == "15 d 01:01" && text(-7200) == "-2:00")
    #expect(NumberFormat(packed: format.packed).text(of: 90_000) == "1 d 01:00")
  }

  @Test("P28 an instrument may be translucent, by a number or a signal")
  func opacity() throws {
    let panel = try describedPanel(
      "a: {initial: 25}", "{row: [{number: a, opacity: 40}, {number: a, opacity: a}, {number: a}]}")
    panel.advance(to: 0)
    #expect(panel.instruments.map { ($0.opacity * 100).rounded } == [40, 25, 100])
    #expect(errors("a: {initial: 1}", "{number: a, opacity: 140}").first?.contains("0 to 100") == true)
  }

  @Test("P4A pages are chosen by tabs, dots, or one after the other")
  func forms() throws {
    let style = try instrumentStyle()
    for (form, touches, pages) in [
      (PagesInstrument.Form.dots, [(125, 20), (160, 20), (195, 20)], [0, 1, 2]),
      (.next, [(160, 20), (20, 20)], [2, 2]),
    ] {
      let instrument = PagesInstrument(style)
      (instrument.form, instrument.titles, instrument.selected) = (form, ["One", "Two", "Three"], 1)
      let picture = try drawnPicture(instrument, 320, 40)
      #expect(picture.count(instrument.theme[.ink]) > 8 && picture.count(instrument.theme[.dim]) > 4)
      var asked: [Int] = []
      instrument.eventHandler = { if case .page(let page) = $0 { asked.append(page) } }
      for (x, y) in touches {
        let place = Point(x: Fixed(x), y: Fixed(y))
        let router = TouchRouter(root: instrument)
        router.handle(finger: 1, phase: .began, at: place)
        router.handle(finger: 1, phase: .ended, at: place)
      }
      #expect(asked == pages, "\(form)")
    }
  }

  @Test("P28 a tap of an instrument shows a page; a finger that goes elsewhere does not")
  func tap() throws {
    let text = """
      panel: 1
      size: 320x240
      signals: {a: {initial: 1}}
      pages: {main: {row: [{gauge: a, tap: more}, {number: a}]}, more: {text: More, tap: main}}
      """
    let panel = try Panel(
      try PanelFile(bytes: compilePanel(Array(text.utf8), name: "p").bytes), size: Size(width: 320, height: 240))
    panel.root.layoutIfNeeded()
    let router = TouchRouter(root: panel.root)
    func tap(_ began: Point, _ ended: Point) -> Int {
      router.handle(finger: 1, phase: .began, at: began)
      router.handle(finger: 1, phase: .ended, at: ended)
      panel.root.layoutIfNeeded()
      return panel.page
    }
    let (left, right) = (Point(x: 80, y: 120), Point(x: 240, y: 120))
    #expect(tap(right, right) == 0 && tap(left, right) == 0 && tap(left, left) == 1 && tap(right, right) == 0)
    #expect(errors("a: {initial: 1}", "{gauge: a, tap: mian}").first?.contains("no page 'mian'") == true)
    #expect(errors("a: {initial: 1}", "{trend: a, tap: main}").first?.contains("no key 'tap'") == true)
  }

  @Test("P28 a finger that is held shows another page than a tap, of every instrument that has one")
  func hold() throws {
    let text = """
      panel: 1
      size: 320x240
      signals: {a: {initial: 1}}
      pages: {main: {row: [{gauge: a, tap: more, hold: rest}, {number: a, hold: rest}]}, more: {row: [{text: More}]}, rest: {row: [{text: Rest}]}}
      """
    let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "p").bytes)
    for (x, milliseconds, page) in [(80, 100, 1), (80, 700, 2), (240, 100, 0), (240, 700, 2)] as [(Fixed, Int64, Int)] {
      let panel = try Panel(file, size: Size(width: 320, height: 240))
      panel.root.layoutIfNeeded()
      let router = TouchRouter(root: panel.root)
      router.handle(finger: 1, phase: .began, at: Point(x: x, y: 120), time: 1_000_000)
      router.handle(finger: 1, phase: .ended, at: Point(x: x, y: 120), time: (milliseconds + 1) * 1_000_000)
      #expect(panel.page == page, "\(x) \(milliseconds)")
    }
    #expect(errors("a: {initial: 1}", "{gauge: a, hold: mian}").first?.contains("no page 'mian'") == true)
  }

  @Test("P43 P35 rows of a table show words of texts, and of expressions of texts")
  func wordsInTables() throws {
    let panel = try describedPanel(
      "mode: {type: text, from: in/mode, title: Mode}\nn: {from: in/n, title: Number}",
      "{table: [mode, Loud: '=upper(mode)', n]}")
    func shown() throws -> [String?] {
      try #require(panel.instruments.first as? TableInstrument).rows.map {
        $0.readout.valueText.isHidden ? nil : $0.readout.valueText.string
      }
    }
    panel.advance(to: 0)
    panel.root.layoutIfNeeded()
    #expect(try shown() == ["– – –", "– – –", nil])
    panel.signals.receive(SignalIndex(0), text: Array("heat".utf8).span, at: 1_000_000_000)
    panel.signals.set(SignalIndex(1), to: 7, at: 1_000_000_000)
    panel.advance(to: 1_000_000_000)
    panel.root.layoutIfNeeded()
    #expect(try shown() == ["heat", "HEAT", "7"])
    // An old text has the mark of its row.
    panel.advance(to: 60_000_000_000)
    let rows = try #require(panel.instruments.first as? TableInstrument).rows
    #expect(rows[0].markQuality == .old)
    #expect(errors("n: {from: in/n}", "{table: ['=n']}").first?.contains("a text") == true)
  }

  @Test("P22 P23 a group has a title, and keys that all its elements share")
  func groups() throws {
    let panel = try describedPanel(
      "a: {from: in/a}\nb: {from: in/b}",
      "{column: [{row: [{number: a}, {number: b, card: false}], title: Engine, each: {card: outline, title: Shared}}]}")
    #expect(texts(panel) == ["Engine"])
    let numbers = panel.instruments.compactMap { $0 as? NumberInstrument }
    #expect(numbers.map(\.card) == [.outline, .none] && numbers.map(\.title) == ["Shared", "Shared"])
    // Beside each other below the title.
    let title = try #require(panel.instruments.compactMap { $0 as? TextInstrument }.first)
    func place(_ instrument: Instrument) -> Rect { instrument.convert(instrument.bounds, to: panel.root) }
    #expect(place(title).maxY <= place(numbers[0]).minY && place(numbers[0]).maxX <= place(numbers[1]).minX)
    #expect(place(numbers[0]).minY < 50)
    #expect(errors("a: {from: in/a}", "{row: [{number: a}], each: outline}").first?.contains("each is") == true)
    #expect(
      errors("a: {from: in/a}", "{row: [{number: a}], each: {sweep: 90}}").first?.contains("no key 'sweep'") == true)
  }

  @Test("P35 a part of a text is counted from its end too")
  func lastPart() throws {
    for (text, parts) in [
      ("a/b/c", ["c", "b", "a", ""]), ("plain", ["plain", "", "", ""]), ("x/", ["", "x", "", ""]),
    ] {
      let elements = (1...4).map { "{text: '=part(f, \"/\", -\($0))'}" }.joined(separator: ", ")
      let panel = try describedPanel("f: {type: text, from: in/f, initial: \(text)}", "{column: [\(elements)]}")
      panel.advance(to: 0)
      #expect(texts(panel) == parts, "\(text)")
    }
    #expect(
      errors("f: {type: text, from: in/f}", "{text: '=part(f, \"/\", -0)'}").first?.contains("from 1 to 64") == true)
  }

  @Test("P43 a text has a title; letters of a wrapped one get smaller before a word is broken")
  func titledText() throws {
    let panel = try describedPanel("a: {initial: 1}", "{text: Port engine, title: Shown here}")
    #expect(panel.instruments[0].title == "Shown here" && !panel.instruments[0].titleText.isHidden)
    let text = TextInstrument(try instrumentStyle())
    (text.text, text.overflow) = ("Temperatures at the gearbox", .wrap)
    text.frame = Rect(x: 0, y: 0, width: 110, height: 150)
    text.layoutIfNeeded()
    let caption = try #require(text.sublayers?.compactMap { $0.sublayers?.first as? Caption }.first)
    #expect(caption.widestWord(text.text) <= text.bounds.width && caption.capHeight >= 7)
  }

  @Test("P21 places in another order and automatic ranges in other words are suggested")
  func suggestions() {
    for (place, meant) in [("top right", "top-right"), ("right top", "top-right"), ("bottom_left", "bottom-left")] {
      let error = errors("a: {initial: 1}", "{stack: [{number: a, at: \(place)}]}").first
      #expect(error?.contains("did you mean '\(meant)'?") == true, "\(error ?? "")")
    }
    let error = errors("a: {initial: 1}", "{trend: a, last: 5min, range: automatic}").first
    #expect(error?.contains("did you mean 'auto'?") == true, "\(error ?? "")")
  }

  @Test("P27 a page has other areas for other displays: the first whose shape holds, else its own")
  func shapes() throws {
    let text = """
      panel: 1
      size: 320x240
      signals: {a: {initial: 1}, b: {initial: 2}, c: {initial: 3}}
      pages:
        main:
          areas: a b
          portrait: {areas: "a\\nb"}
          otherwise:
            - {when: narrower than 300px, areas: a}
            - {when: higher than 1000px, areas: "c\\nb"}
          a: {number: a}
          b: {number: b}
          c: {number: c}
      """
    let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "p").bytes)
    func shown(_ width: Fixed, _ height: Fixed) throws -> [Fixed64] {
      let panel = try Panel(file, size: Size(width: width, height: height))
      panel.advance(to: 0)
      panel.root.layoutIfNeeded()
      return panel.instruments.filter { !$0.isHidden }.map { $0.value.value }
    }
    #expect(try shown(320, 240) == [1, 2] && shown(320, 400) == [1, 2] && shown(280, 240) == [1])
    #expect(try shown(2000, 1100) == [3, 2] && shown(200, 400) == [1, 2])
    for wrong in ["narrow", "narrower than 5", "narrower than 0px", "narrower then 5px"] {
      let text = text.replacing("narrower than 300px", with: wrong)
      #expect(throws: DescriptionError.self) { try compilePanel(Array(text.utf8), name: "p") }
    }
  }

  @Test("P31 zones at an instrument stand in the place of its signal's")
  func ownZones() throws {
    let panel = try describedPanel(
      "a: {from: in/a, range: 0..100, initial: 70, unit: degC, show: degF}",
      "{row: [{gauge: a}, {gauge: a, zones: {caution: 60..80}}, {gauge: a, zones: false}]}",
      "zones: {a: {warning: 65..}}")
    panel.advance(to: 0)
    #expect(panel.instruments.map(\.zoneState) == [.warning, .caution, .warning])
    #expect(panel.instruments[1].zones.count == 1 && panel.instruments[1].zones[0].lower == 140)
    #expect(
      errors("a: {from: in/a}", "{gauge: a, range: 0..9, zones: {cautoin: 1..2}}").first?.contains("caution") == true)
  }

  @Test("P43 a box's filling goes over to another colour")
  func fade() throws {
    let panel = try describedPanel("a: {initial: 1}", "{shape: box, fill: black, fade: white, line: 0px}")
    panel.advance(to: 0)
    let picture = try drawnPicture(panel.instruments[0], 100, 100)
    let column = (5..<95).map { picture.pixels[$0 * 100 + 50] & 255 }
    #expect(column.first! < 20 && column.last! > 235 && zip(column, column.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("P25 P30 a language and a system of units may be chosen whatever signals say")
  func chosen() throws {
    let text = """
      panel: 1
      size: 320x240
      language: lang
      units: {us: {speed: mph}}
      signals: {lang: {initial: 0}, v: {initial: 10, unit: m/s}}
      texts: {de: {Speed: Tempo}}
      pages: {main: {number: v, title: Speed}}
      """
    let state = PanelState(try PanelFile(bytes: compilePanel(Array(text.utf8), name: "p").bytes))
    #expect(!state.choose(language: "fr") && state.choose(language: "de") && state.choose(system: "us"))
    #expect(state.languageNames == ["de"] && state.systemNames == ["us"])
    state.advance(to: 0)
    let isOther = state.chooseWording()
    #expect(isOther && state.file.language == 1 && state.file.system == 1)
    let next = PanelState(try PanelFile(bytes: compilePanel(Array(text.utf8), name: "p").bytes))
    next.takeOver(state)
    #expect(next.chooseWording() && next.file.language == 1)
  }
}

private enum NamedColorProbe {
  /// `red-60`, as the compiler writes it.
  static var red: UInt32 {
    let bytes = try? compiledPanel("a: {initial: 1}", "{text: A, color: red-60}").bytes
    let file = bytes.flatMap { try? PanelFile(bytes: $0) }
    return (file?.root.children(.page)[0].child(0)[.color]?.color ?? 0) & 0xFF_FFFF
  }
}
