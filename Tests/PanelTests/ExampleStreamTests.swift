import FBDevice
import Foundation
import PanelFile
import PanelReplay
import PanelSignals
import TestSupport
import Testing

@testable import PanelSources
@testable import panel_ui

/// The streams of Examples/panels/streams, which scripts/example-streams writes.
@Suite("Streams of the examples")
struct ExampleStreamTests {
  static let folder = goldens.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Examples/panels/streams")
  /// Each example has the stream that all of its sources together tell: a log of the bus where that is its only source.
  static let streams = ExamplePanelTests.names.map {
    ["engine", "race-car"].contains($0) ? $0 + ".log" : $0 + ".replay"
  }

  private func replay(_ name: String) throws -> (PanelFile, Replay) {
    let bytes = Array(try Data(contentsOf: Self.folder.appendingPathComponent(name)))
    #expect(bytes.count < 50_000)
    let file = try example(String(name.prefix { $0 != "." }))
    return (file, try Replay(bytes, name: name, for: file))
  }

  /// Plays a stream. From its first value on each of the signals stays fresh, in the range of the description.
  /// - Returns: the values that each signal had, by its name.
  @discardableResult
  private func play(_ name: String, _ isMeant: (PanelFile, SignalIndex) -> Bool = { _, _ in true }) throws
    -> [String: Set<Fixed64>]
  {
    let (file, replay) = try replay(name)
    let length = try #require(replay.moments.last).time
    #expect((30_000...180_000).contains(length))
    let screens = PanelScreens(
      try PanelScreen(file, display: try MemoryDisplay(width: 800, height: 480, layout: .xrgb8888)))
    let records = file.root.children(.signal)
    let signals = file.signalsWithSources.filter { isMeant(file, $0.signal) }
    #expect(!signals.isEmpty)
    var values: [String: Set<Fixed64>] = [:]
    var player = ReplayPlayer(replay)
    while !player.isAtEnd {
      let time = player.advance(screens)
      for (name, signal, _) in signals {
        let reading = screens.state.signals.reading(signal)
        if reading.quality == .none && values[name] == nil { continue }
        let record = records[Int(signal.rawValue)]
        #expect(reading.quality == .fresh, "\(name) at \(time / 1_000_000) ms")
        #expect(isWithin(reading.value, record), "\(name) is \(reading.value) at \(time / 1_000_000) ms")
        values[name, default: []].insert(reading.value)
      }
    }
    #expect(signals.map(\.address).filter { values[$0] == nil } == [])
    return values
  }

  /// An angle may count from another end than its range.
  private func isWithin(_ value: Fixed64, _ record: PanelRecord) -> Bool {
    let (lower, upper) = (record.number(.lower) ?? .min, record.number(.upper) ?? .max)
    let turned = value - (record.number(.wraps) ?? .zero)
    return lower <= value && value <= upper || lower <= turned && turned <= upper
  }

  @Test(
    "P60 P62 P63 P67 P6A each example's stream keeps every signal that has a source fresh and in its range",
    arguments: streams)
  func stream(name: String) throws { try play(name) }

  @Test(
    "P62 P64 P67 no frame or sentence of the logs is passed by: each tells all of its signals",
    arguments: [
      // 501 frames of four signals, 201 and 81 of two, 41 of three.
      ("race-car.log", 501 * 4 + 201 * 2 + 81 * 2 + 41 * 3),
      // EEC1; EEC2 and LFE; IC1 with two signals, EFL/P1; ET1, HOURS and DM1.
      ("engine.log", 301 + 2 * 151 + 3 * 61 + 3 * 31),
      ("boat.nmea", 41 * 6),
    ])
  func counts(name: String, count: Int) throws { #expect(try replay(name).1.values.count == count) }

  @Test("P60 every stream is of an example, or a part of one")
  func names() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(names) == Set(Self.streams + ["boat.nmea"]))
  }

  @Test("P64 the boat's sentences alone keep all signals of its NMEA 0183 fresh; the wind comes over the bow")
  func sentences() throws {
    let values = try play("boat.nmea") { file, signal in
      let kinds = file.sources.map { $0.choice(.style) }
      return kinds.indices.contains { number in
        kinds[number] == SourceKind.nmea0183.number && file.addresses(ofSource: number).contains { $0.signal == signal }
      }
    }
    #expect(Set(values.keys) == ["heading", "course", "speed", "depth", "wind_angle", "wind_speed"])
    let angles = try #require(values["wind_angle"])
    #expect(angles.contains { $0 > 0 } && angles.contains { $0 < 0 })
    #expect(angles.allSatisfy { $0.magnitude < 60 })
  }

  @Test("P62 the lap's frames have the ECU's values: its first ones, and the gear that belongs to revs and speed")
  func lap() throws {
    let values = try play("race-car.log")
    #expect(values["shift"] == [8200])
    #expect(try #require(values["rpm"]).contains(6613))
    #expect(try #require(values["gear"]) == [2, 3, 4, 5, 6])
    #expect(try #require(values["lap"]) == Set((0...80).map { Fixed64($0, over: 2) }))
    // Factors of the DBC file.
    #expect(try #require(values["oil"]).contains(431))
    #expect(try #require(values["delta"]).contains(Fixed64(-351, over: 1000)))
  }

  private func isMultiple(_ value: Fixed64, of step: Fixed64) -> Bool { value.rawValue % step.rawValue == 0 }

  @Test("P67 the engine's frames have the values of J1939 by their names: resolution and offset of each")
  func engine() throws {
    let values = try play("engine.log")
    #expect(try #require(values["coolant"]) == Set((81...90).map { Fixed64($0) }))
    #expect(try #require(values["rpm"]).allSatisfy { isMultiple($0, of: Fixed64(1, over: 8)) && $0 > 700 && $0 < 3400 })
    #expect(try #require(values["exhaust"]).allSatisfy { isMultiple($0, of: Fixed64(1, over: 32)) })
    #expect(try #require(values["boost"]).allSatisfy { isMultiple($0, of: 2) })
    #expect(try #require(values["oil"]).allSatisfy { isMultiple($0, of: 4) })
    #expect(try #require(values["hours"]).contains(Fixed64(123_455, over: 100)))
    #expect(values["codes"] == [0])
  }
}
