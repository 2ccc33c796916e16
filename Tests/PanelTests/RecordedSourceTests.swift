import EventLoop
import Foundation
import PanelDescription
import PanelFile
import PanelInstruments
import PanelReplay
import PanelSignals
import SystemFiles
import TestSupport
import Testing

@testable import panel_ui

@Suite("Recorded sources")
struct RecordedSourceTests {
  private func described(_ text: String) throws -> PanelFile {
    try PanelFile(bytes: compilePanel(Array(text.utf8), name: "described").bytes)
  }

  private let description = """
    panel: 1
    sources:
      in: {lines: stdin}
    signals:
      speed: {from: in/speed, range: 0..50}
      mode: {from: in/mode, type: text}
      heat: {from: in/heat, scale: 0.5}
      never: {from: in/never}
      clock: {from: panel/time}
    pages:
      main: [{number: speed}, {text: =mode}, {number: heat}, {number: never}, {number: clock}]
    """

  @Test("P60 what sources tell is written as a replay, and the replay tells the same")
  func recording() throws {
    let file = try described(description)
    let (store, folder) = (SignalStore(file), TemporaryFolder())
    let path = folder.file("values")
    let recorder = try SourceRecorder(path, start: 1_000_000_000)
    recorder.follow(file)
    let (speed, mode, heat) = (SignalIndex(0), SignalIndex(1), SignalIndex(2))
    func tell(_ milliseconds: Int64, _ values: () -> Void) {
      values()
      store.advance(to: milliseconds * 1_000_000)
      recorder.write(store, at: milliseconds * 1_000_000)
    }
    let value = Fixed64(rawValue: 0x1_2345_6789)
    tell(1000) { store.set(speed, to: value, at: 1_000_000_000) }
    tell(1040) {
      store.receive(mode, text: Array("a \"b\" # c".utf8).span, at: 1_040_000_000)
      store.receive(heat, source: 0, unscaled: Reading(7), at: 1_040_000_000)
    }
    // Nothing came.
    tell(1080) {}
    // Old values are no news.
    tell(9000) {}
    tell(9001) { store.fail(speed, at: 9_001_000_000) }
    tell(9002) { store.clear(speed, at: 9_002_000_000) }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      text.split(separator: "\n").dropFirst().joined(separator: "\n") == """
        0 speed=1.137777778
        40 mode="a 'b' # c" heat=3.5
        8001 speed=error
        8002 speed=null
        """)
    let replay = try Replay(Array(text.utf8), name: "r", for: file)
    #expect(replay.moments.map(\.time) == [0, 40, 8001, 8002])
    // Nine decimals are written: half of the last one is 2.1 of 2⁻³².
    let played = replay.values[0].value.reading.value
    #expect((played - value).magnitude <= Fixed64(rawValue: 3))
    #expect(replay.values[1].text == Array("a 'b' # c".utf8))
    #expect(replay.values[2].value == .number(Fixed64(rawValue: 7 << 31)))
  }

  @Test("P60 a moment with more than a line has room for is several")
  func longMoments() throws {
    let names = (0..<120).map { "a_signal_of_the_number_\($0)" }
    let file = try described(
      "panel: 1\nsources:\n  in: {lines: stdin}\nsignals:\n"
        + names.map { "  \($0): {from: in/\($0)}\n" }.joined() + "pages:\n  main: {number: \(names[0])}\n")
    let (store, folder) = (SignalStore(file), TemporaryFolder())
    let recorder = try SourceRecorder(folder.file("values"), start: 0)
    recorder.follow(file)
    for index in names.indices { store.set(SignalIndex(index), to: Fixed64(index), at: 5_000_000) }
    store.advance(to: 5_000_000)
    recorder.write(store, at: 5_000_000)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("values")))
    let replay = try Replay(Array(bytes), name: "r", for: file)
    #expect(replay.values.count == 120 && replay.moments.count > 1)
    #expect(replay.moments.map(\.time) == Array(5..<5 + replay.moments.count))
  }

  private func refusal(_ log: String, _ file: PanelFile) -> String? {
    do throws(ProgramError) { _ = try Replay(Array(log.utf8), name: "log", for: file) } catch { return error.message }
    return nil
  }

  private func busPanel() throws -> PanelFile {
    try described(
      """
      panel: 1
      sources:
        bus: {can: can0}
        nav: {nmea0183: "udp 10110"}
      signals:
        rpm: {from: "bus/123#0:16le", scale: 0.25, unit: rpm}
        speed: {from: nav/RMC.speed, unit: kn}
        mode: {from: nav/RMC.mode, type: text}
      pages:
        main: [{number: rpm}, {number: speed}, {text: =mode}]
      """)
  }

  @Test("P62 a log of candump is a replay: frames of 10 ms are a moment, of several values the last counts")
  func frames() throws {
    let file = try busPanel()
    let log = """
      (1436509052.249713) vcan0 123#A00F
      (1436509052.250100) vcan0 124#0000
      (1436509052.252000) vcan0 123#B00F

      (1436509052.650000) vcan0 123#C00F
      """
    let replay = try Replay(Array(log.utf8), name: "log", for: file)
    #expect(replay.moments.map(\.time) == [0, 400])
    #expect(replay.values.map(\.value) == [.number(4016), .number(4032)])
    #expect(replay.values.map(\.rank) == [0, 0])
    let refusals = [
      (
        "(1.0) can0 123#0\n", "log:1: expected a line of candump -L, as (0.1) can0 123#DEADBEEF, found (1.0) can0 123#0"
      ),
      ("(1.0) can0 124#00\n", "log: none of its lines has a value of the panel"),
    ]
    for (text, message) in refusals {
      #expect(refusal(text, file) == message)
    }
    let machine = try example("machine-monitor")
    #expect(refusal(log, machine) == "log: expected a panel with a source of can, for a log of candump")
  }

  @Test("P64 a log of sentences is a replay: a second goes by where its first sentence comes again")
  func sentences() throws {
    let file = try busPanel()
    func sentence(_ text: String) -> String {
      "$" + text + "*" + String(text.utf8.reduce(0, ^), radix: 16, uppercase: true) + "\r\n"
    }
    let log =
      sentence("GPRMC,120000,A,5400.0,N,01000.0,E,5.5,90.0,011126,,,A") + sentence("GPHDT,90.0,T")
      + sentence("GPRMC,120001,A,5400.0,N,01000.0,E,6.5,90.0,011126,,,D")
    let replay = try Replay(Array(log.utf8), name: "log", for: file)
    #expect(replay.moments.map(\.time) == [0, 1000])
    #expect(
      replay.values.filter { $0.text == nil }.map(\.value) == [
        .number(Fixed64(digits: 55, exponent: -1)), .number(Fixed64(digits: 65, exponent: -1)),
      ])
    #expect(replay.values.compactMap(\.text) == [Array("A".utf8), Array("D".utf8)])
  }

  @Test("P67 a log of Yacht Devices RAW is a replay: its times go on over midnight, and a damaged line is refused")
  func gatewayLines() throws {
    let file = try described(
      """
      panel: 1
      sources:
        boat: {n2k: "tcp 127.0.0.1:1457", format: ydraw}
      signals:
        depth: {from: boat/WaterDepth.depth, unit: m}
        rpm: {from: "boat/EngineParametersRapid[0].speed", unit: rpm}
      pages:
        main: [{number: depth}, {number: rpm}]
      """)
    let log = """
      23:59:59.900 R 0DF50B23 01 52 03 00 00 00 00 FF
      23:59:59.950 R 09F20001 00 40 1F FF FF FF FF FF
      00:00:00.400 R 0DF50B23 02 5C 03 00 00 00 00 FF\r

      00:00:00.390 T 09F20001 00 44 1F FF FF FF FF FF
      00:00:01.900 R 0DF50B23 03 FF FF FF FF 00 00 FF

      """
    let replay = try Replay(Array(log.utf8), name: "log", for: file)
    #expect(replay.moments.map(\.time) == [0, 50, 500, 2000])
    #expect(
      replay.values.map(\.value) == [
        .number(Fixed64(85, over: 10)), .number(2000), .number(Fixed64(86, over: 10)), .number(2001), .none,
      ])
    let form = "a line of Yacht Devices RAW, as 00:01:54.330 R 15FD0A10 00 00 00 68 65 0F 00 FF"
    for line in ["00:00:02.000 R 0DF50B2", "00:61:02.000 R 0DF50B23 01", "half a line"] {
      #expect(refusal(log + line, file) == "log:7: expected \(form), found \(line)")
    }
    let machine = try example("machine-monitor")
    #expect(refusal(log, machine) == "log: expected a panel with a source of n2k, for a log of Yacht Devices RAW")
  }

  @Test("P62 what candump writes without its option for logs is refused, for it has no times")
  func frameWithoutTime() throws {
    #expect(
      refusal("  can0  123   [2]  A0 0F\n", try busPanel())
        == "log:1: expected a log with times, as candump -L writes it, found   can0  123   [2]  A0 0F")
  }
}
