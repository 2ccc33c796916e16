// row: P68
import CLinux
import EventLoop
import Foundation
import PanelSignals
import Testing

@testable import PanelSources

/// ELM327-emulator of PyPI, with a car. It ends with this object.
private final class Emulator {
  /// Where `scripts/test` installs it.
  static let path = "/usr/local/share/lamina/obd/bin/elm"

  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("elm-\(UUID().uuidString)")
  private var process: Counterpart?

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  /// - Parameter port: of the loopback; `nil` for a pseudo terminal.
  func start(port: UInt16? = nil) throws {
    try? FileManager.default.removeItem(at: batch)
    let place = port.map { ["-n", "\($0)"] } ?? []
    // It writes a log where it is started, and without `-b` reads commands of a person.
    process = try Counterpart(
      ["/usr/bin/env", "-C", folder.path, Self.path, "-s", "car", "-b", batch.path] + place)
  }

  func stop() { process = nil }

  private var batch: URL { folder.appendingPathComponent("batch") }

  /// The pseudo terminal, once it is there.
  var terminal: String? {
    guard let text = try? String(contentsOf: batch, encoding: .utf8), text.contains("End of batch") else { return nil }
    return text.split(separator: "\n").first.map(String.init)
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }
}

/// A session over a connection.
private final class WiredELM {
  let connection: Connection
  var session: ELMSession
  var notes = OBDNotes()
  private var timer: EventLoop.Timer?
  private let loop: EventLoop
  private(set) var commands: [String] = []

  init(_ place: ConnectionPlace, _ addresses: [String], _ loop: EventLoop) {
    connection = Connection(place, loop: loop)
    session = ELMSession(obdAddresses(addresses))
    self.loop = loop
    timer = loop.addTimer(at: .max, repeating: .max) { [unowned self] now in
      session.advance(to: now, &notes)
      follow()
    }
    connection.changedHandler = { [unowned self] in
      if connection.isOpen { session.connected(at: EventLoop.now) } else { session.disconnected() }
      follow()
    }
    connection.receivedHandler = { [unowned self] bytes, time in
      session.take(bytes, at: time, &notes)
      session.advance(to: EventLoop.now, &notes)
      follow()
    }
    connection.open()
  }

  deinit {
    if let timer { loop.cancelTimer(timer) }
    connection.close()
  }

  private func follow() {
    var bytes: [UInt8] = []
    for index in 0..<session.outgoing.count { bytes.append(session.outgoing[index]) }
    session.consume()
    if !bytes.isEmpty {
      commands.append(String(decoding: bytes.dropLast(), as: UTF8.self))
      connection.send(bytes.span)
    }
    if let timer { loop.setTimer(timer, at: session.nextTime) }
  }

  /// Whether all of these have values.
  func has(_ addresses: Range<Int>) -> Bool {
    addresses.allSatisfy { notes.last($0)?.quality == .fresh || notes.text($0) != nil }
  }
}

@Suite(.serialized) struct ELMEmulatorTests {
  private let wanted = [
    "RPM every 50ms", "SPEED", "COOLANT_TEMP", "THROTTLE_POS", "INTAKE_TEMP", "VIN", "codes", "code_count", "MIL",
    "OIL_TEMP",
  ]

  @Test("P68 ELM327-emulator at a pseudo terminal: set up, asked for masks, values, the vehicle's number and codes")
  func terminal() throws {
    let (emulator, loop) = (try Emulator(), try EventLoop())
    try emulator.start()
    #expect(run(loop, 30) { emulator.terminal != nil })
    let wire = WiredELM(.serial(path: emulator.terminal ?? "/dev/null", baud: 38_400), wanted, loop)
    #expect(run(loop, 30) { wire.has(0..<9) })
    #expect(wire.notes.text(5) == "WP0ZZZ99ZTS390000" && wire.notes.text(6) == "" && wire.notes.last(7)?.value == 0)
    #expect(wire.notes.last(8)?.value == 0)
    // The car has no temperature of the oil.
    #expect(run(loop) { wire.notes.last(9)?.quality == .failed } && wire.session.requests.nextReport() == 9)
    #expect(wire.session.leftOut == 0 && wire.session.complaints == 0)
    for (address, range) in [(0, 0...16_384), (1, 0...255), (2, -40...215), (3, 0...100)] {
      let value = Int(wire.notes.last(address)?.value.floor ?? -100)
      #expect(range.contains(value), "\(address): \(value)")
    }
    let (count, start) = (wire.session.values, EventLoop.now)
    _ = run(loop, 5) { EventLoop.now - start > 3_000_000_000 }
    let rate = Double(wire.session.values - count) / 3
    print("values a second of ELM327-emulator:", rate)
    #expect(rate > 15)
  }

  @Test("P68 ELM327-emulator over TCP that is stopped and started anew: connected to, set up and asked again")
  func restart() throws {
    let (emulator, loop, port) = (try Emulator(), try EventLoop(), freePort())
    try emulator.start(port: port)
    let wire = WiredELM(.tcp(Endpoint("127.0.0.1:\(port)".utf8)!), ["RPM", "VIN"], loop)
    #expect(run(loop, 40) { wire.has(0..<2) })
    emulator.stop()
    #expect(run(loop) { !wire.connection.isOpen } && !wire.session.isAnswering)
    wire.notes = OBDNotes()
    try emulator.start(port: port)
    #expect(run(loop, 60) { wire.has(0..<2) } && wire.session.leftOut == 0)
  }
}
