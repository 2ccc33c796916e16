import CLinux
import EventLoop
import Foundation

@testable import PanelSources

/// A Signal K server's TCP stream on the loopback: it greets, waits to be asked, tells the kept values of the paths that it was asked
/// for, and then each new one. As the server's `interfaces/tcp.ts` and `subscriptionmanager.ts` do.
final class SignalKServer {
  private let server: Server
  private let loop: EventLoop
  private var timer: EventLoop.Timer?
  private var client: Int32 = -1
  private var heard: [UInt8] = []
  /// Paths that the client has asked for since it connected, in its order.
  private(set) var paths: [String] = []
  private(set) var connections = 0
  /// The last value of each path, in JSON.
  private var kept: [(path: String, value: String)] = []
  /// Whether it greets.
  var isSilent = false

  /// - Parameter port: 0 for any.
  init(_ loop: EventLoop, port: UInt16 = 0) {
    (server, self.loop) = (Server(port: port), loop)
    timer = loop.addTimer(at: EventLoop.now, repeating: 5_000_000) { [unowned self] _ in work() }
  }

  deinit {
    if let timer { loop.cancelTimer(timer) }
    if client >= 0 { close(client) }
  }

  var endpoint: Endpoint { server.endpoint }

  func set(_ path: String, _ value: String, source: String = "nmea0183.II") {
    kept.removeAll { $0.path == path }
    kept.append((path, value))
    if paths.contains(path) { tell(SignalKDeltas.delta(path, value, source: source)) }
  }

  func tell(_ line: String) { if client >= 0 { send(line, to: client) } }

  private func work() {
    if client < 0 {
      client = server.accept()
      if client < 0 { return }
      (heard, paths, connections) = ([], [], connections + 1)
      if !isSilent { tell(SignalKDeltas.hello) }
    }
    var room = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(client, &room, room.count, Int32(MSG_DONTWAIT))
    if count == 0 {
      close(client)
      client = -1
    }
    if count > 0 { heard += room[..<count] }
    while let end = heard.firstIndex(of: 10) {
      take(Data(heard[..<end]))
      heard.removeFirst(end + 1)
    }
  }

  private func take(_ line: Data) {
    guard let message = (try? JSONSerialization.jsonObject(with: line)) as? [String: Any],
      message["context"] as? String == "vessels.self", let rows = message["subscribe"] as? [[String: String]]
    else { return }
    for row in rows where row["policy"] == "instant" {
      guard let path = row["path"] else { continue }
      paths.append(path)
      for entry in kept where entry.path == path { tell(SignalKDeltas.delta(path, entry.value)) }
    }
  }
}
