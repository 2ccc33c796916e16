import CLinux
import EventLoop
import PanelSignals
import TestSupport
import Testing

@testable import PanelSources

@Suite("Values of controls to lines")
struct LineOutputTests {
  /// A panel's source at a socket, with the outputs `pump` and `fan`.
  private func source(_ rig: Rig, _ path: String) throws -> LineSource {
    let source = try rig.open("unix " + path)
    source.outputs = [(3, "pump"), (4, "fan")]
    return source
  }

  private func request(_ number: Int32, _ value: Fixed64) -> CommandRequest {
    CommandRequest(.init(command: 1, sending: 1), .address(number, source: 0), value)
  }

  private func text(_ client: Client) -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(client.descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  @Test("P46 P65 what a control sends is a line for each who is connected, and no connection is a refusal")
  func lines() throws {
    let rig = try Rig()
    let path = rig.folder.path + "/s"
    let source = try source(rig, path)
    #expect(source.receiver === source)
    #expect(source.receive(request(3, 1), at: 0) == .refused(.noConnection))
    let clients = [try Client(path), try Client(path)]
    rig.run(500) { source.link.isConnected }
    rig.run(50)
    #expect(source.receive(request(3, 1), at: 0) == .accepted)
    #expect(source.receive(request(4, Fixed64(-5, over: 2)), at: 0) == .accepted)
    for client in clients { #expect(text(client) == "pump=1\nfan=-2.5\n") }
    // A number that no address has, and a variable, which is not the source's.
    #expect(source.receive(request(9, 1), at: 0) == .refused(.invalid))
    let variable = CommandRequest(.init(command: 1, sending: 1), .variable(SignalIndex(0)), 1)
    #expect(source.receive(variable, at: 0) == .refused(.invalid))
    // An answer goes on as a value.
    clients[0].put("a=7\n")
    #expect(rig.hears(7))
  }

  @Test("P46 D41 one who does not read is disconnected before half a line would be another value")
  func fullSocket() throws {
    let rig = try Rig()
    let path = rig.folder.path + "/s"
    let source = try source(rig, path)
    let client = try Client(path)
    rig.run(500) { source.link.isConnected }
    var answers: [CommandAnswer?] = []
    for number in 0..<200_000 where answers.last != .refused(.noConnection) {
      answers.append(source.receive(request(3, Fixed64(number)), at: 0))
    }
    #expect(answers.count > 100 && answers.last == .refused(.noConnection) && !source.link.isConnected)
    // All that it got are whole lines but for the last.
    var received = ""
    while case let part = text(client), !part.isEmpty { received += part }
    let lines = received.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.dropLast().enumerated() { #expect(line == "pump=\(index)") }
    // One who has gone is no connection either.
    let other = try Client(path)
    rig.run(500) { source.link.isConnected }
    _ = shutdown(other.descriptor, Int32(SHUT_RDWR))
    _ = source.receive(request(3, 1), at: 0)
    #expect(source.receive(request(3, 1), at: 0) == .refused(.noConnection))
  }

  @Test("P46 a number has as many decimals as it needs, six at most")
  func numbers() {
    for (value, text) in [
      (Fixed64(0), "0"), (Fixed64(1, over: 2), "0.5"), (Fixed64(-3, over: 4), "-0.75"),
      (Fixed64(1, over: 3), "0.333333"),
      (Fixed64(1_000_000), "1000000"), (Fixed64(21), "21"),
    ] {
      #expect(NumberFormat.shortest(value, most: 6).text(of: value) == text)
    }
  }
}
