import CLinux
import Foundation
import Testing

@testable import PanelSources

/// Mosquitto on a free port of this machine, in a folder of its own. It is stopped by its process's number.
final class MosquittoBroker {
  let port: UInt16
  private let folder = NSTemporaryDirectory() + "lamina-mosquitto-\(UUID().uuidString)"
  private var broker: Process?

  /// - Parameter settings: further lines of its configuration; `FOLDER` stands for its folder.
  init(_ settings: String = "allow_anonymous true") throws {
    port = try Self.freePort()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let lines = """
      listener \(port) 127.0.0.1
      persistence false
      user root
      max_inflight_messages 1
      \(settings.replacingOccurrences(of: "FOLDER", with: folder))

      """
    try lines.write(toFile: folder + "/mosquitto.conf", atomically: true, encoding: .utf8)
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = loopback(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, length) + getsockname(descriptor, $0, &length)
      }
    }
    try #require(result == 0)
    return UInt16(bigEndian: address.sin_port)
  }

  static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static func program(_ name: String) throws -> String {
    let path = ["/usr/sbin/", "/usr/bin/", "/usr/local/sbin/", "/usr/local/bin/"].map { $0 + name }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    return try #require(path, "\(name) is missing: apt-get install mosquitto mosquitto-clients")
  }

  private func process(_ name: String, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Self.program(name))
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Starts it, and waits until it takes connections.
  func start() throws {
    broker = try process("mosquitto", ["-c", folder + "/mosquitto.conf"])
    for _ in 0..<500 {
      let descriptor = Self.connect(port)
      if descriptor >= 0 {
        close(descriptor)
        return
      }
      usleep(10_000)
    }
    Issue.record("mosquitto does not listen at port \(port)")
  }

  /// Kills it: a thread of the tests may have passed on to it that SIGTERM waits.
  func stop() {
    guard let broker else { return }
    kill(broker.processIdentifier, SIGKILL)
    broker.waitUntilExit()
    self.broker = nil
  }

  /// Has it stand still, with its connections open; until ``goOn()``.
  func pause() { if let broker { kill(broker.processIdentifier, SIGSTOP) } }

  func goOn() { if let broker { kill(broker.processIdentifier, SIGCONT) } }

  /// - Returns: a descriptor; −1 where nobody listens.
  static func connect(_ port: UInt16) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = loopback(port)
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return -1
  }

  /// Publishes a message by mosquitto_pub.
  func publish(_ topic: String, _ payload: String, _ options: String...) throws {
    let isFile = payload.utf8.count > 10_000
    if isFile { try payload.write(toFile: folder + "/payload", atomically: true, encoding: .utf8) }
    let message = payload.isEmpty ? ["-n"] : isFile ? ["-f", folder + "/payload"] : ["-m", payload]
    let sender = try process(
      "mosquitto_pub", ["-h", "127.0.0.1", "-p", "\(port)", "-t", topic] + message + options)
    sender.waitUntilExit()
    #expect(sender.terminationStatus == 0)
  }

  /// A client with a will, as a device has it: to be killed.
  func device(will topic: String, _ payload: String) throws -> Process {
    try process(
      "mosquitto_sub",
      [
        "-h", "127.0.0.1", "-p", "\(port)", "-t", "device/none", "--will-topic", topic, "--will-payload", payload,
        "--will-retain",
      ])
  }

  func addUser(_ name: String, _ password: String) throws {
    let adding = try process("mosquitto_passwd", ["-b", "-c", folder + "/users", name, password])
    adding.waitUntilExit()
    #expect(adding.terminationStatus == 0)
  }
}

/// A session over a socket.
final class WiredSession {
  var bench: SessionBench
  private var descriptor: Int32 = -1
  /// All that was told since the beginning.
  var lines: [String] { bench.notes.lines }

  init(_ bench: SessionBench) { self.bench = bench }

  deinit { if descriptor >= 0 { close(descriptor) } }

  static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  func connect(_ broker: MosquittoBroker) throws {
    hangUp()
    descriptor = MosquittoBroker.connect(broker.port)
    try #require(descriptor >= 0)
    bench.session.connected(at: Self.now)
  }

  func hangUp() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    bench.session.disconnected()
  }

  /// Whether there is a connection: the broker has not closed it.
  var isConnected: Bool { descriptor >= 0 }

  /// Sends and receives until something holds, for so many seconds at most.
  /// - Returns: whether it held.
  func run(_ seconds: Double, until holds: (WiredSession) -> Bool = { _ in false }) -> Bool {
    let end = Self.now + Int64(seconds * 1e9)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !holds(self) {
      if Self.now >= end || descriptor < 0 { return false }
      bench.session.advance(to: Self.now)
      let bytes = bench.sent()
      if !bytes.isEmpty {
        _ = unsafe bytes.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&waiting, 1, 10) <= 0 { continue }
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count > 0 { bench.take(Array(buffer[..<count]), at: Self.now) }
      // A refusal is the session's to say, before the connection's end.
      if count <= 0 {
        close(descriptor)
        descriptor = -1
      }
    }
    return true
  }

  /// Waits until all topics are subscribed to.
  func subscribe() -> Bool { run(10) { $0.bench.session.isSubscribed } }
}
