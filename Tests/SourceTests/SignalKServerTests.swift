import CLinux
import EventLoop
import Foundation
import PanelSignals
import Testing

@testable import PanelSources

@Suite struct SignalKServerTests {
  /// A client: a connection with its decoder, as `StreamSource` has them.
  private final class Client {
    let connection: Connection
    var decoder: SignalKDecoder
    var values = ToldValues()

    init(_ endpoint: Endpoint, _ addresses: [String], _ loop: EventLoop) {
      decoder = SignalKDecoder(SignalKDeltas.addresses(addresses))
      connection = Connection(.tcp(endpoint), loop: loop)
      connection.changedHandler = { [unowned self] in
        decoder.reset()
        if connection.isOpen { connection.send(decoder.greeting(hearsAll: false).span) }
      }
      connection.receivedHandler = { [unowned self] bytes, _ in decoder.take(bytes, &values) }
      connection.open()
    }
  }

  private static let addresses = [
    "navigation.speedOverGround", "navigation.position .latitude", "navigation.position .longitude",
    "notifications.mob .state",
  ]

  @Test("P6B a server is asked for its paths, tells kept and new values, and is asked again when it comes back")
  func server() throws {
    let loop = try EventLoop()
    var server: SignalKServer? = SignalKServer(loop)
    let endpoint = try #require(server?.endpoint)
    server?.set("navigation.speedOverGround", "3.5")
    server?.set("navigation.headingTrue", "1")
    let client = Client(endpoint, Self.addresses, loop)
    #expect(run(loop) { client.values.entries == ["0 3.5"] })
    #expect(server?.paths == ["navigation.speedOverGround", "navigation.position", "notifications.mob"])
    server?.set("navigation.position", #"{"latitude":54.5,"longitude":-10.25}"#)
    server?.set("notifications.mob", #"{"state":"emergency","method":["sound"],"message":"MOB"}"#)
    server?.set("navigation.headingTrue", "2")
    let later = ["1 54.5", "2 -10.25", "3 4", "3 'emergency'"]
    #expect(run(loop) { client.values.entries == ["0 3.5"] + later })
    // It goes within a line, and comes back.
    server?.tell(#"{"context":"vessels.self","updates":[{"values":[{"path":"navigation.speedOv"#)
    _ = run(loop, 1) { false }
    server = nil
    #expect(run(loop) { !client.connection.isOpen })
    client.values.entries = []
    let again = SignalKServer(loop, port: endpoint.port)
    again.set("navigation.speedOverGround", "null")
    #expect(run(loop, 20) { client.values.entries == ["0 none"] })
    #expect(again.connections == 1 && again.paths.count == 3 && client.decoder.leftOut == 0)
    client.connection.close()
  }

  @Test("P6B a server that accepts and says nothing is waited for, and its late answer is heard")
  func silence() throws {
    let loop = try EventLoop()
    let server = SignalKServer(loop)
    server.isSilent = true
    let client = Client(server.endpoint, Self.addresses, loop)
    #expect(run(loop) { server.paths.count == 3 })
    _ = run(loop, 1) { false }
    #expect(client.connection.isOpen && client.values.entries.isEmpty)
    server.set("navigation.speedOverGround", "1")
    _ = run(loop, 1) { !client.values.entries.isEmpty }
    // Whose vessel that is it has not said.
    #expect(client.values.entries.isEmpty)
    server.tell(SignalKDeltas.hello)
    server.set("navigation.speedOverGround", "2")
    #expect(run(loop) { client.values.entries == ["0 2"] } && client.decoder.leftOut == 0)
    client.connection.close()
  }

  @Test("P6B random deltas mean the same as to another reader of JSON")
  func random() throws {
    let seed = UInt64.random(in: 0..<1 << 32)
    var random = CANRandom(seed)
    let texts = [
      "a.b", "a.b $source=s.1", "a.c .x", "a.c .y[1].z", "a.c [0]", "a.c .x $source=s.2", "name",
      "notifications.a .state",
    ]
    let addresses = SignalKDeltas.addresses(texts)
    var (values, nulls, sourced) = (0, 0, 0)
    for _ in 0..<3000 {
      let line = Self.delta(&random)
      let expected = try Self.expected(line, addresses)
      values += expected.count
      nulls += expected.filter { $0.hasSuffix("none") }.count
      sourced += expected.filter { $0.hasPrefix("1 ") || $0.hasPrefix("5 ") }.count
      var decoder = SignalKDecoder(addresses)
      let told = SignalKDeltas.told(SignalKDeltas.hello + line + "\n", &decoder)
      #expect(told.sorted() == expected.sorted() && decoder.leftOut == 0, "seed \(seed): \(line)")
    }
    #expect(values > 1500 && nulls > 100 && sourced > 100, "\(values), \(nulls), \(sourced), seed \(seed)")
  }

  // MARK: Random deltas

  private static func object(_ members: [String], _ random: inout CANRandom) -> String {
    "{" + members.shuffled(using: &random).joined(separator: [",", ", ", " ,\t"].randomElement(using: &random)!) + "}"
  }

  private static func delta(_ random: inout CANRandom) -> String {
    var updates: [String] = []
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      var values: [String] = []
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        var members = [#""value": \#(value(&random))"#]
        let path = ["a.b", "a.c", "a.d", "", "notifications.a"].randomElement(using: &random)!
        if Int.random(in: 0..<10, using: &random) > 0 { members.append(#""path":"\#(path)""#) }
        values.append(object(members, &random))
      }
      var members = [#""values":[\#(values.joined(separator: ","))]"#, #""timestamp":"t""#, #""source":{"label":"l"}"#]
      let source = Int.random(in: 0...3, using: &random)
      if source > 0 { members.append(#""$source":"s.\#(source)""#) }
      updates.append(object(members, &random))
    }
    var members = [#""updates":[\#(updates.joined(separator: ","))]"#]
    let context = Int.random(in: 0...3, using: &random)
    if context < 2 { members.append(#""context":"\#(SignalKDeltas.own)""#) }
    if context == 2 { members.append(#""context":"vessels.other""#) }
    return object(members, &random)
  }

  private static func value(_ random: inout CANRandom) -> String {
    let scalars = ["1", "-2.5", "true", "false", "null", #""alarm""#, #""a b""#, "1e3"]
    func scalar() -> String { scalars.randomElement(using: &random)! }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return #"{"x":\#(scalar()),"y":[0,{"z":\#(scalar())}]}"#
    case 1: return "[\(scalar()),\(scalar())]"
    case 2: return #"{"name":\#(scalar()),"state":\#(scalar())}"#
    case 3: return "{}"
    default: return scalar()
    }
  }

  /// What a delta means, by Foundation's reader of JSON.
  private static func expected(_ line: String, _ addresses: [SignalKAddress]) throws -> [String] {
    let delta = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    if let context = delta["context"] as? String, context != SignalKDeltas.own { return [] }
    var told: [String] = []
    for case let update as [String: Any] in delta["updates"] as? [Any] ?? [] {
      for case let value as [String: Any] in update["values"] as? [Any] ?? [] {
        guard let path = value["path"] as? String, let content = value["value"] else { continue }
        for (index, address) in addresses.enumerated() {
          let source = String(decoding: address.source, as: UTF8.self)
          if !source.isEmpty && update["$source"] as? String != source { continue }
          let wanted = String(decoding: address.path, as: UTF8.self)
          var place = String(decoding: address.member, as: UTF8.self)
          if path.isEmpty && place.isEmpty { place = wanted } else if path != wanted { continue }
          told += meaning(index, content, place, address.form, isRoot: path.isEmpty)
        }
      }
    }
    return told
  }

  private static func meaning(
    _ index: Int, _ content: Any, _ place: String, _ form: SignalKAddress.Form, isRoot: Bool
  ) -> [String] {
    var found: Any? = content
    // A notification that is taken back is over.
    let nothing = "\(index) " + (form == .severity ? "0" : "none")
    if content is NSNull { return isRoot ? [] : [nothing] }
    for step in place.replacingOccurrences(of: "[", with: ".[").split(separator: ".") {
      if step.hasPrefix("[") {
        let list = found as? [Any] ?? []
        let number = Int(step.dropFirst().dropLast())!
        found = number < list.count ? list[number] : nil
      } else {
        found = (found as? [String: Any])?[String(step)]
      }
    }
    switch found {
    case is NSNull: return [nothing]
    case let text as String:
      if form == .severity { return ["\(index) " + (text == "alarm" ? "3" : "failed"), "\(index) '\(text)'"] }
      return ["\(index) '\(text)'"]
    case is NSNumber where form == .severity: return ["\(index) failed"]
    case let number as NSNumber: return ["\(index) " + "\(number)".replacingOccurrences(of: ".0", with: "")]
    default: return []
    }
  }
}
