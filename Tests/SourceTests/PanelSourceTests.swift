// Sources as a panel has them: described, compiled, opened, and told by real counterparts.
import CLinux
import EventLoop
import Foundation
import PanelDescription
import PanelFile
import PanelSignals
import Testing

@testable import PanelSources

/// The source of a panel, and its signals.
private final class PanelRig {
  let loop: EventLoop
  let file: PanelFile
  let signals: SignalStore
  private(set) var source: (any PanelSource)?
  private(set) var notices: [String] = []
  private let names: [String]

  /// - Parameters:
  ///   - source: as a description has it.
  ///   - signals: the description of each, beside its name.
  ///   - controls: further lines of the page's column.
  init(_ source: String, _ signals: [(String, String)], controls: [String] = []) throws {
    let lines = signals.map { "  \($0.0): {\($0.1)}" }.joined(separator: "\n")
    let parts = (["{number: n}"] + controls).joined(separator: ", ")
    let text = """
      panel: 1
      sources: {in: \(source)}
      signals:
        n: {initial: 0}
      \(lines)
      pages: {main: {column: [\(parts)]}}
      """
    file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "test", hasFonts: false).bytes)
    (loop, names) = (try EventLoop(), ["n"] + signals.map { $0.0 })
    self.signals = SignalStore(file)
    let outputs = file.outputs
    let context = SourceContext(
      file.sources[0], file.addresses(ofSource: 0),
      outputs: outputs.indices.map { (Int32($0), outputs[$0].address) }, loop, self.signals, changed: {},
      notice: { [unowned self] in notices.append($0) })
    let kind = SourceKind.of(file.sources[0])
    self.source = kind?.make?(context)
    self.source?.open()
  }

  deinit { source?.close() }

  /// The reading of a signal by its name.
  subscript(_ name: String) -> Reading {
    signals.reading(SignalIndex(names.firstIndex(of: name) ?? 0))
  }

  func has(_ name: String, _ value: String, _ quality: Quality = .fresh) -> Bool {
    self[name].quality == quality
      && NumberFormat.shortest(self[name].value, most: 4).text(of: self[name].value) == value
  }

  func run(_ seconds: Int64 = 20, until condition: @escaping () -> Bool) -> Bool {
    SourceTests.run(loop, seconds) { [self] in
      signals.advance(to: EventLoop.now)
      return condition()
    }
  }
}

/// With its checksum and its end.
private func sentence(_ body: String) -> String {
  let sum = body.utf8.reduce(0, ^)
  return "$" + body + "*" + (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true) + "\r\n"
}

@Suite(.serialized) struct PanelSourceTests {
  @Test("P63 P65 P66 a panel hears a real broker, sends to it, and is back when the broker is")
  func mqtt() throws {
    let broker = try MosquittoBroker()
    try broker.start()
    try broker.publish("kept", "7", "-r")
    try broker.publish("word", "docked", "-r")
    let rig = try PanelRig(
      "{mqtt: \"127.0.0.1:\(broker.port)\", client: helm, retained: old, alive: bridge/state online}",
      [
        ("volts", "from: in/battery .voltage"), ("light", "from: in/lights/nav"), ("kept", "from: in/kept"),
        ("word", "from: in/word, type: text"),
        ("set", "from: in/lamp/set .level"),
      ], controls: ["{slider: Lamp, sends: in/lamp/set .level, range: 0..100}"])
    #expect(rig.run { rig.has("kept", "7", .old) })
    #expect(rig.run { rig["word"].quality == .old })
    #expect(rig.signals.text(of: rig["word"].value) == "docked")
    #expect(rig.source?.link.isConnected == true)
    try broker.publish("word", "moored")
    #expect(rig.run { rig["word"].quality == .fresh && rig.signals.text(of: rig["word"].value) == "moored" })
    try broker.publish("bridge/state", "online")
    try broker.publish("battery", "{\"voltage\": 12.7, \"cells\": [3.3]}")
    try broker.publish("lights/nav", "ON")
    #expect(rig.run { rig.has("volts", "12.7") && rig.has("light", "1") })
    // What a control sends comes back by its topic, when the broker has taken it.
    let receiver = try #require(rig.source?.receiver)
    var answers: [CommandAnswer] = []
    receiver.answerHandler = { _, answer in answers.append(answer) }
    let request = CommandRequest(
      CommandRequest.Identity(command: 1, sending: 1), .address(0, source: 0), Fixed64(decimal: [52, 50].span)!)
    #expect(receiver.receive(request, at: EventLoop.now) == nil)
    #expect(rig.run { answers == [.accepted] && rig.has("set", "42") })
    // Nothing is sent later.
    broker.stop()
    #expect(rig.run { rig.source?.link.isConnected == false })
    #expect(receiver.receive(request, at: EventLoop.now) == .refused(.noConnection))
    try broker.start()
    #expect(rig.run(40) { rig.source?.link.isConnected == true })
    try broker.publish("battery", "{\"voltage\": 11.9}")
    #expect(rig.run { rig.has("volts", "11.9") })
    try broker.publish("bridge/state", "offline")
    #expect(rig.run { rig["volts"].quality == .failed && rig["light"].quality == .failed })
    #expect(!rig.notices.isEmpty)
  }

  @Test("P63 a topic of 30,000 letters is subscribed to, beside others")
  func longTopic() throws {
    let broker = try MosquittoBroker()
    try broker.start()
    let topic = String(repeating: "T", count: 30_000)
    let rig = try PanelRig(
      "{mqtt: \"127.0.0.1:\(broker.port)\", client: long}", [("a", "from: in/a"), ("b", "from: in/\(topic)")])
    #expect(rig.run { rig.source?.link.isConnected == true })
    try broker.publish("a", "1", "-r")
    try broker.publish(topic, "2", "-r")
    #expect(rig.run { rig.has("a", "1") && rig.has("b", "2") })
    #expect(rig.notices.isEmpty)
  }

  @Test("P63 the password of a broker is read from a file that nobody else can read")
  func password() throws {
    let broker = try MosquittoBroker("allow_anonymous false\npassword_file FOLDER/users")
    try broker.addUser("helm", "secret")
    try broker.start()
    let path = NSTemporaryDirectory() + "lamina-password-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "secret\n".write(toFile: path, atomically: true, encoding: .utf8)
    let source = "{mqtt: \"127.0.0.1:\(broker.port)\", client: p, user: helm, password: \"\(path)\"}"
    #expect(unsafe chmod(path, 0o644) == 0)
    let open = try PanelRig(source, [("a", "from: in/a")])
    #expect(open.source == nil && open.notices.first?.contains("others can read it") == true)
    #expect(unsafe chmod(path, 0o600) == 0)
    let rig = try PanelRig(source, [("a", "from: in/a")])
    #expect(rig.run { rig.source?.link.isConnected == true })
    try "wrong\n".write(toFile: path, atomically: false, encoding: .utf8)
    let wrong = try PanelRig(source, [("a", "from: in/a")])
    #expect(wrong.run { wrong.notices.contains { $0.contains("does not let this client or user in") } })
    #expect(wrong.source?.link.isConnected == false)
  }

  @Test("P64 P65 a panel hears sentences of a server, says what it does not understand, and is back when the server is")
  func sentences() throws {
    let server = Server()
    let rig = try PanelRig(
      "{nmea0183: tcp \(server.endpoint.text)}",
      [
        ("speed", "from: in/RMC.speed, show: m/s 0.00"), ("angle", "from: in/MWV.angle"),
        ("lat", "from: in/RMC.latitude"),
      ])
    var other: Int32 = -1
    func connect() -> Bool {
      if other < 0 { other = server.accept() }
      return other >= 0 && rig.source?.link.isConnected == true
    }
    #expect(rig.run(until: connect))
    let wind = sentence("WIMWV,045.5,R,12.0,N,A")
    send(sentence("GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W") + wind.prefix(9), to: other)
    #expect(rig.run { rig.has("speed", "22.4") && rig.has("lat", "48.1173") })
    #expect(rig["angle"].quality == .none)
    send(String(wind.dropFirst(9)), to: other)
    #expect(rig.run { rig.has("angle", "45.5") })
    send(sentence("GPRMC,123520,V,,,,,,,230394,,") + "$GPRMC,123521,A,,,,,9.9,,230394,,*00\r\n", to: other)
    #expect(rig.run { rig["speed"].quality == .failed && rig.notices.contains { $0.contains("checksums") } })
    close(other)
    other = -1
    #expect(rig.run { rig.source?.link.isConnected == false })
    #expect(rig.run(until: connect))
    close(other)
  }
}
