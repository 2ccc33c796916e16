import EventLoop
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelSources
@testable import panel_ui

/// A source that counts: the value of its signals is the number of its openings and continuations.
private final class CountingSource: PanelSource {
  let link = SourceLink(isConnected: true)
  private var panel: SourceContext
  private(set) var count = 0
  private(set) var isOpen = false

  init(_ panel: SourceContext) { self.panel = panel }

  private func write() {
    count += 1
    for address in panel.addresses {
      panel.signals.receive(address.signal, source: address.rank, unscaled: Reading(Fixed64(count)), at: EventLoop.now)
    }
    panel.changed()
  }

  func open() {
    isOpen = true
    write()
  }

  func close() { isOpen = false }

  func goOn(with panel: SourceContext) -> Bool {
    self.panel = panel
    write()
    return true
  }
}

@Suite("Kinds of sources")
struct SourceKindTests {
  private static func file(_ source: String, _ address: String = "x") throws -> PanelFile {
    let text = """
      panel: 1
      sources: {in: \(source)}
      signals: {a: {from: in/\(address)}}
      pages: {main: {number: a}}
      """
    return try PanelFile(bytes: compilePanel(Array(text.utf8), name: "sources").bytes)
  }

  @Test("P20 the numbers of kinds in files stay as they are, and each kind's example has its own")
  func numbers() throws {
    #expect(SourceKind.all.map(\.number) == [0, 1, 12, 2, 10, 3, 4, 5, 8, 6, 9, 11, 7])
    #expect(
      SourceKind.all.map(\.spec.name) == [
        "lines", "files", "gpio", "can", "n2k", "mqtt", "nmea0183", "gpsd", "signalk", "modbus", "vedirect", "obd",
        "panel",
      ])
    #expect(SourceKind.all.allSatisfy { $0.make != nil })
    for kind in SourceKind.all where kind.spec.main != nil {
      let addresses = [
        "can": "1A0#0:16le", "nmea0183": "RMC.speed", "gpsd": "TPV.speed", "n2k": "EngineParametersRapid.speed",
        "modbus": "holding 0", "vedirect": "V", "obd": "RPM", "signalk": "navigation.speedOverGround", "gpio": "17",
      ]
      let record = try #require(try Self.file(kind.spec.example, addresses[kind.spec.name] ?? "x").sources.first)
      #expect(SourceKind.of(record)?.number == kind.number)
    }
  }

  @Test("P65 a source writes to the signals of its panel, and goes on with those of the next one")
  func counting() throws {
    let file = try Self.file("{lines: stdin}")
    let loop = try EventLoop()
    let (first, second) = (SignalStore(file), SignalStore(file))
    var changes = 0
    func context(_ signals: SignalStore) -> SourceContext {
      SourceContext(
        file.sources[0], file.addresses(ofSource: 0), loop, signals, changed: { changes += 1 }, notice: { _ in })
    }
    let source: any PanelSource = CountingSource(context(first))
    source.open()
    #expect(source.goOn(with: context(second)))
    for signals in [first, second] { signals.advance(to: EventLoop.now) }
    #expect(first.reading(SignalIndex(0)).value == 1 && second.reading(SignalIndex(0)).value == 2 && changes == 2)
    source.close()
  }

  @Test("P65 lines go on with the next panel where it names the same place, and files are opened again")
  func goingOn() throws {
    let loop = try EventLoop()
    func context(_ source: String, _ address: String = "x") throws -> SourceContext {
      let file = try Self.file(source, address)
      return SourceContext(
        file.sources[0], file.addresses(ofSource: 0), loop, SignalStore(file), changed: {}, notice: { _ in })
    }
    let first = try context("{lines: \"udp 5123\"}")
    let lines = try #require(SourceKind.lines.make?(first))
    #expect(try lines.goOn(with: context("{lines: \"udp 5123\"}")))
    #expect(try !lines.goOn(with: context("{lines: \"udp 5124\"}")))
    #expect(try !lines.goOn(with: context("{files: every 1s}", "proc/uptime")))
    let files = try context("{files: every 1s}", "proc/uptime")
    #expect(try #require(SourceKind.files.make?(files)).goOn(with: files) == false)
  }

  @Test("P12 each kind says of its places whether they would have values")
  func findings() throws {
    func findings(_ source: String, _ address: String = "x") throws -> [SourceFinding] {
      let file = try Self.file(source, address)
      return try #require(SourceKind.of(file.sources[0])).examine(file.sources[0], file.addresses(ofSource: 0))
    }
    #expect(try findings("{files: every 1s}", "proc/uptime").map(\.isWell) == [true])
    let missing = try findings("{files: every 1s}", "no/such/file")
    #expect(missing.map(\.isWell) == [false] && missing[0].words.contains("no such file"))
    #expect(try findings("{lines: stdin}").map(\.words) == ["stdin"])
    #expect(try findings("{lines: serial /no/such/line}").map(\.isWell) == [false])
  }
}
