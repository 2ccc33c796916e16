import FixedRaster
import Foundation
import LayerRuntime
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelDescription
@testable import PanelInstruments
@testable import panel_ui

/// What a panel keeps of the one whose place it takes.
@Suite("Replaced panels")
struct ReplacedPanelTests {
  private func file(_ signals: String, _ elements: String, more: String = "") throws -> PanelFile {
    let text = """
      panel: 1
      size: 400x200
      \(more)
      sources: {in: {lines: stdin}, other: {lines: udp 7000}}
      signals:
      \(signals.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
      pages: {main: {column: [\(elements)]}}
      """
    return try PanelFile(bytes: compilePanel(Array(text.utf8), name: "replaced").bytes)
  }

  private func reading(_ screen: PanelScreen) -> Reading { screen.panel.instruments[0].value }

  @Test("P08 a value is kept where the signal means the same: with another unit, address or source it has none yet")
  func sameSignal() throws {
    let described = "p: {from: in/p, unit: kPa}"
    let kept = try screen("0 p=412", of: file(described, "{number: p}"))
    let changed = [
      "p: {from: in/p, unit: bar}", "p: {from: in/pressure, unit: kPa}", "p: {from: other/p, unit: kPa}",
      "q: {from: in/p, unit: kPa}", "p: {from: in/p}",
    ]
    for other in changed {
      let screen = try screen("0 p=412", of: file(described, "{number: p}"))
      let name = other.prefix(1)
      _ = try screen.replace(with: file(other, "{number: \(name)}"))
      screen.advance(to: 1_000_000_000)
      #expect(reading(screen).quality == .none, "\(other)")
    }
    // A title is another matter.
    _ = try kept.replace(with: file(described, "{number: p, title: Pressure}"))
    kept.advance(to: 1_000_000_000)
    #expect(reading(kept) == Reading(412))
  }

  private static let trip = """
    log: {from: in/log}
    reset: {from: in/reset}
    language: {from: in/language}
    trip: {is: "log - captured(log, reset, 0)"}
    mean: {is: "avg(log, 1min)"}
    """

  @Test(
    "P08 P25 P34 captured values and windows of time go on in a panel that takes the place, and in another language")
  func windows() throws {
    let replay = "0 log=9000 reset=0 language=0\n1000 log=5000\n1100 reset=1\n1200 reset=0\n2000 log=5100"
    let languages = "texts: {de: {Trip: Fahrt}}\nlanguage: language"
    func values(_ screen: PanelScreen) -> [Reading] { screen.panel.instruments.map(\.value) }
    func shown(_ more: String) throws -> PanelScreen {
      try screen(replay + more, of: file(Self.trip, "{number: trip, title: Trip}, {number: mean}", more: languages))
    }
    // A second of 9000 and one of 5000 are 7000 in the middle; what has begun again has only 5100.
    func goesOn(_ values: [Reading]) -> Bool {
      values.count == 2 && values[0] == Reading(100) && values[1].quality == .fresh
        && (6500...7500).contains(values[1].value)
    }
    #expect(goesOn(values(try shown(""))))
    // Of another file with the same words, and of one in which the signals stand in another order.
    let order = Self.trip.split(separator: "\n").reversed().joined(separator: "\n")
    for signals in [Self.trip, order] {
      let replaced = try shown("")
      _ = try replaced.replace(with: file(signals, "{number: trip}, {number: mean}", more: languages))
      replaced.advance(to: 2_000_000_000)
      #expect(goesOn(values(replaced)), "\(values(replaced))")
    }
    let translated = try shown("\n2100 language=1")
    #expect(translated.panel.instruments[0].title == "Fahrt" && goesOn(values(translated)), "\(values(translated))")
  }

  @Test("P11 a panel that was replaced leaves nothing behind, with extremes that a touch forgets neither")
  func memory() throws {
    weak var former: Panel?
    weak var gauge: Instrument?
    let file = try file("a: {from: in/a, range: 0..10}", "{gauge: a, peak: hold, low: hold}")
    let screen = try screen("0 a=5", of: file)
    (former, gauge) = (screen.panel, screen.panel.instruments[0])
    #expect(former != nil && gauge != nil)
    _ = try screen.replace(with: file)
    try screen.drawFrame()
    #expect(former == nil && gauge == nil)
  }

  @Test("P03 no text has the number that a signal may have: it is empty, and nothing outside of the file is read")
  func textNumbers() throws {
    let file = try file("a: {from: in/a}", "{number: a, title: Pressure}")
    #expect((0..<64).contains { file.text($0) == "Pressure" })
    for number in [-1, 1 << 20, .max, .min] { #expect(file.text(number).isEmpty) }
  }

  @Test("P08 a panel without pages, which is made by hand alone, is replaced and takes the place of another")
  func pageless() throws {
    let some = try file("a: {from: in/a}", "{number: a}")
    let draft = PanelDraft()
    let (signal, source) = (RecordDraft(.signal), RecordDraft(.source))
    (signal[.name], signal[.source], signal[.address]) = (.text("a"), .choice(0), .text("a"))
    (source[.name], source[.style], source[.path]) = (.text("in"), .choice(0), .text("stdin"))
    draft.root.children = [source, signal]
    let none = try PanelFile(bytes: draft.write())
    let screen = try screen("0 a=5", of: some)
    for file in [none, none, some] {
      _ = try screen.replace(with: file)
      screen.advance(to: 1_000_000_000)
      #expect(screen.panel.file === file && screen.panel.pageNames.count == (file === some ? 1 : 0))
    }
    // The signal is the same one in both.
    #expect(reading(screen) == Reading(5))
  }

  @Test("P08 of four thousand signals and alarms each finds its own in the panel before, whatever their order, in time")
  func many() throws {
    let count = 4000
    func file(_ numbers: [Int]) throws -> PanelFile {
      let draft = PanelDraft()
      let source = RecordDraft(.source)
      (source[.name], source[.style], source[.path]) = (.text("in"), .choice(0), .text("stdin"))
      draft.root.children = [source]
      for kind in [RecordKind.signal, .alarm] {
        for number in numbers {
          let record = RecordDraft(kind)
          record[.name] = .text("n\(number)")
          if kind == .signal { (record[.source], record[.address]) = (.choice(0), .text("a\(number)")) }
          draft.root.children.append(record)
        }
      }
      return try PanelFile(bytes: draft.write())
    }
    let former = try Panel(file(Array(0..<count)), size: Size(width: 100, height: 100))
    let next = try Panel(file(Array((0..<count).reversed())), size: Size(width: 100, height: 100))
    for number in 0..<count { former.signals.set(SignalIndex(number), to: Fixed64(number), at: 0) }
    former.advance(to: 0)
    func end(_ number: Int) -> Int64 { Int64(number + 1) * 1_000_000_000 }
    for number in 0..<count { former.alarms.shelve(number, until: end(number), at: 0) }
    let start = threadTime()
    next.state.takeOver(former.state)
    // Each with every one would take minutes.
    #expect(threadTime() - start < .seconds(5))
    next.advance(to: 0)
    for number in 0..<count {
      #expect(next.signals.reading(SignalIndex(number)).value == Fixed64(count - 1 - number))
      #expect(next.alarms.shelvedUntil(number) == end(count - 1 - number))
    }
  }
}
