import CLinux
import EventLoop
import Foundation
import PanelSignals
import Testing

@testable import PanelDescription
@testable import PanelSources

/// pymodbus with random registers, whose values Python says itself.
private final class ModbusDevice {
  let folder = NSTemporaryDirectory() + "lamina-modbus-\(UUID().uuidString)"
  private var programs: [Counterpart] = []
  /// The end of a pseudo terminal that the panel opens.
  var line: String { folder + "/panel" }

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  deinit {
    stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  func stop() {
    for program in programs { program.stop() }
    programs = []
  }

  private func start(_ arguments: [String]) throws {
    let script = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent("../../scripts/lib/modbus-server.py").standardizedFileURL.path
    programs.append(
      try Counterpart(["/usr/local/share/lamina/pymodbus/bin/python3", script, folder] + arguments))
  }

  func startTCP(_ port: UInt16, seed: Int, count: Int) throws {
    try start(["--tcp", "\(port)", "--seed", "\(seed)", "--count", "\(count)"])
  }

  /// A serial line whose other end the device has.
  func startRTU(seed: Int, count: Int) throws {
    programs.append(
      try Counterpart("/usr/bin/socat", "pty,raw,echo=0,link=\(line)", "pty,raw,echo=0,link=\(folder)/device"))
    for _ in 0..<1000 where !FileManager.default.fileExists(atPath: folder + "/device") { usleep(5000) }
    try start(["--rtu", folder + "/device", "--baud", "115200", "--seed", "\(seed)", "--count", "\(count)"])
  }

  /// Addresses, and their values as Python has them.
  func expected() throws -> [(address: String, value: String)] {
    for _ in 0..<2000 where !FileManager.default.fileExists(atPath: folder + "/expected") { usleep(5000) }
    usleep(20_000)
    return try String(contentsOfFile: folder + "/expected", encoding: .utf8).split(separator: "\n").map {
      let parts = $0.split(separator: "\t", omittingEmptySubsequences: false)
      return (String(parts[0]), String(parts[1]))
    }
  }
}

/// Keeps the last value of each address, to the last bit.
private struct ExactNotes: ValueListener {
  var last: [Int: String] = [:]

  mutating func receive(_ address: Int, _ reading: Reading) {
    last[address] = reading.quality == .fresh ? "\(reading.value.rawValue)" : "\(reading.quality)"
  }

  mutating func receive(_ address: Int, text: Span<UInt8>) {
    last[address] = "\"" + String(decoding: text.indices.map { text[$0] }, as: UTF8.self) + "\""
  }
}

/// A session over a connection, as a source has it.
private final class WiredModbus {
  let loop: EventLoop
  let connection: Connection
  var session: ModbusSession
  var notes = ExactNotes()
  private var timer: EventLoop.Timer?

  init(_ place: String, _ addresses: [String], outputs: [String] = [], _ set: (inout ModbusOptions) -> Void = { _ in })
    throws
  {
    loop = try EventLoop()
    let place = try #require(ModbusPlace(place))
    var options = ModbusOptions()
    (options.framing, options.characterTime) = (place.framing, place.characterTime)
    set(&options)
    session = ModbusSession(ModbusPlan(options, addresses.map { modbusField($0) }), outputs.map { modbusOutput($0) })
    connection = Connection(place.place, loop: loop)
    connection.receivedHandler = { [unowned self] in
      session.take($0, at: $1, &notes)
      follow()
    }
    connection.changedHandler = { [unowned self] in
      if connection.isOpen { session.connected(at: EventLoop.now) } else { session.disconnected() }
      follow()
    }
    timer = loop.addTimer(at: .max, repeating: .max) { [unowned self] in
      session.advance(to: $0)
      follow()
    }
    connection.open()
  }

  func follow() {
    if session.outgoing.count > 0 {
      let bytes = session.outgoing.indices.map { session.outgoing[$0] }
      session.consume()
      if session.plan.options.framing == .rtu { connection.discardInput() }
      connection.send(bytes.span)
    }
    if session.failure != nil { return connection.refuse(DeviceErrorOfTests.silent) }
    if let timer { loop.setTimer(timer, at: session.nextTime) }
  }

  func run(_ seconds: Int64 = 20, until condition: @escaping (WiredModbus) -> Bool) -> Bool {
    SourceTests.run(loop, seconds) { [unowned self] in condition(self) }
  }

  /// Sends a value, and waits for its answer.
  func write(_ output: Int, _ value: Fixed64) -> CommandAnswer? {
    let request = CommandRequest(.init(command: Int32(output), sending: 1), .address(0, source: 0), value)
    if let answer = session.write(request, to: output) { return answer }
    if let timer { loop.setTimer(timer, at: EventLoop.now) }
    var answer: CommandAnswer?
    _ = run(5) {
      if answer == nil { answer = $0.session.nextAnswer()?.answer }
      return answer != nil
    }
    return answer
  }
}

@Suite(.serialized) struct ModbusServerTests {
  private func compare(_ wire: WiredModbus, _ expected: [(address: String, value: String)]) {
    // Until all of the device's exceptions are found.
    let isDone = wire.run(60) { wire in
      wire.notes.last.count == expected.count
        && expected.indices.allSatisfy { wire.notes.last[$0] == expected[$0].value }
    }
    if isDone { return }
    for (place, (address, value)) in expected.enumerated() where wire.notes.last[place] != value {
      Issue.record("\(address): \(wire.notes.last[place] ?? "nothing"), Python has \(value)")
    }
  }

  // row: P6A
  @Test("P6A pymodbus over TCP: random registers of every form are equal to Python's decoding", arguments: 1...5)
  func tcp(seed: Int) throws {
    let (device, port) = (try ModbusDevice(), freePort())
    try device.startTCP(port, seed: seed, count: 600)
    let expected = try device.expected()
    let wire = try WiredModbus("127.0.0.1:\(port)", expected.map(\.address))
    compare(wire, expected)
    #expect(wire.session.garbage == 0)
    var complaints: [String] = []
    while let complaint = wire.session.nextComplaint() { complaints.append(complaint) }
    #expect(
      complaints.sorted()
        == ["coil", "discrete", "holding", "input"].map { "unit 1, \($0) 60000: illegal data address (2)" })
  }

  @Test("P6A pymodbus over RTU on a pseudo terminal: the same", arguments: 11...12)
  func rtu(seed: Int) throws {
    let device = try ModbusDevice()
    try device.startRTU(seed: seed, count: 300)
    let expected = try device.expected()
    let wire = try WiredModbus("serial \(device.line) 115200", expected.map(\.address)) { $0.most = 60 }
    compare(wire, expected)
  }

  @Test(
    "P66 pymodbus: coils and registers are written, single and several, and an unknown one is refused",
    arguments: [false, true])
  func writing(isSerial: Bool) throws {
    let (device, port) = (try ModbusDevice(), freePort())
    if isSerial { try device.startRTU(seed: 3, count: 10) } else { try device.startTCP(port, seed: 3, count: 10) }
    _ = try device.expected()
    let forms = [
      "holding 90", "holding 91 multiple", "holding 92 s32 swap", "holding 94 f32 dcba", "holding 96 bcd",
      "holding 45000 u64 *1e-6",
      "holding 45004 s16 *0.1 -40", "coil 90", "coil 91 multiple",
    ]
    let wire = try WiredModbus(
      isSerial ? "serial \(device.line) 115200" : "127.0.0.1:\(port)",
      forms.map { $0.replacingOccurrences(of: " multiple", with: "") + " every 1h" }, outputs: forms + ["holding 60000"]
    )
    #expect(wire.run { $0.notes.last.count == 9 && $0.notes.last[0] == "0" })
    let values: [Fixed64] = [
      1234, 65535, -100_000, Fixed64(25, over: 2), 9876, Fixed64(7, over: 2), Fixed64(43, over: 2), 1, 1,
    ]
    for (place, value) in values.enumerated() { #expect(wire.write(place, value) == .accepted, "\(forms[place])") }
    // Read by themselves behind the writing.
    let isBack = wire.run(10) { wire in
      values.indices.allSatisfy { place in
        guard let text = wire.notes.last[place], let bits = Int64(text) else { return false }
        return abs(bits - values[place].rawValue) <= 1
      }
    }
    #expect(isBack, "\(wire.notes.last)")
    #expect(wire.write(9, 1) == .refused(.exception(2)) && wire.write(0, -1) == .refused(.invalid))
    device.stop()
    if !isSerial {
      #expect(wire.run { !$0.connection.isOpen })
      #expect(wire.write(0, 1) == .refused(.noConnection))
    } else {
      // Nobody answers on the line any more, or it has gone.
      #expect(wire.write(0, 1) == .refused(.noConnection))
    }
  }

  @Test("P6A a device that was started again is read again, without help")
  func again() throws {
    let (device, port) = (try ModbusDevice(), freePort())
    try device.startTCP(port, seed: 5, count: 20)
    let expected = try device.expected()
    let wire = try WiredModbus("127.0.0.1:\(port)", expected.map(\.address))
    compare(wire, expected)
    device.stop()
    #expect(wire.run { !$0.connection.isOpen })
    wire.notes = ExactNotes()
    try device.startTCP(port, seed: 5, count: 20)
    compare(wire, expected)
  }
}
