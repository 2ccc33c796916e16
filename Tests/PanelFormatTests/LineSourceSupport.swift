import CLinux
import EventLoop
import FBDevice
import PanelSignals
import SystemFiles
import TestSupport
import Testing

@testable import PanelSources

/// In nanoseconds.
let millisecond: Int64 = 1_000_000

/// A loop, signals that are called a, b and so on, and what tells them.
final class Rig {
  let loop: EventLoop
  let signals: SignalStore
  let folder = TemporaryFolder()
  private var sources: [LineSource] = []

  /// - Parameter ranks: how many sources each signal has.
  init(signals count: Int = 1, ranks: Int = 1, stale: Int64 = 0) throws {
    var definition = SignalDefinition()
    (definition.sourceCount, definition.stale) = (ranks, stale)
    let definitions = Array(repeating: definition, count: count)
    loop = try EventLoop()
    signals = SignalStore(definitions, try ExpressionCode([], constants: [], definitions))
  }

  deinit { for source in sources { source.close() } }

  @discardableResult
  func open(_ text: String, rank: Int = 0) throws -> LineSource {
    let names = Array("abcdefgh").prefix(signals.count).enumerated()
    let table = AddressTable(names.map { (String($1), SignalIndex($0), rank) })
    let source = LineSource(try #require(LineInput(text)), table, loop: loop, signals: signals, changed: {})
    sources.append(source)
    source.open()
    return source
  }

  /// Runs the loop until something holds, for so many milliseconds at most.
  /// - Returns: whether it held.
  @discardableResult
  func run(_ milliseconds: Int64, until holds: @escaping () -> Bool = { false }) -> Bool {
    let end = EventLoop.now + milliseconds * millisecond
    var held = false
    let timer = loop.addTimer(at: EventLoop.now, repeating: 2 * millisecond) { [self] now in
      signals.advance(to: now)
      held = holds()
      if held || now >= end { loop.stop() }
    }
    _ = loop.run()
    loop.cancelTimer(timer)
    return held
  }

  func reading(_ number: Int = 0) -> Reading { signals.reading(SignalIndex(number)) }

  /// Whether the loop comes to read a value.
  func hears(_ value: Fixed64, _ number: Int = 0, within milliseconds: Int64 = 2000) -> Bool {
    run(milliseconds) { self.reading(number) == Reading(value) }
  }
}

/// Someone who writes to a Unix socket.
final class Client {
  let descriptor: Int32

  init(_ path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      for (index, byte) in path.utf8.enumerated() { unsafe room[index] = byte }
    }
    descriptor = linux_socket_unix()
    let isConnected = unsafe linux_connect_unix(descriptor, &address, Int32(path.utf8.count + 1)) == 0
    if !isConnected { throw DeviceError("connect to", path, code: linux_errno(), remedy: "") }
  }

  deinit { _ = close(descriptor) }

  /// - Returns: how many bytes were taken; the socket does not wait.
  @discardableResult
  func put(_ bytes: [UInt8]) -> Int { unsafe write(descriptor, bytes, bytes.count) }

  @discardableResult
  func put(_ text: String) -> Int { put(Array(text.utf8)) }
}

/// Someone who sends datagrams to a port of this machine that was free.
final class DatagramSender {
  let port: UInt16
  private let descriptor = linux_socket_udp()

  init() {
    let probe = linux_socket_udp()
    port = (40000..<60000 as Range<UInt16>).shuffled().first { linux_bind_udp(probe, 0x7F00_0001, $0) == 0 } ?? 0
    _ = close(probe)
  }

  deinit { _ = close(descriptor) }

  func send(_ bytes: [UInt8]) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    (address.sin_port, address.sin_addr.s_addr) = (port.bigEndian, UInt32(0x7F00_0001).bigEndian)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let count = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe sendto(descriptor, bytes, bytes.count, 0, $0, size)
      }
    }
    #expect(count == bytes.count)
  }

  func send(_ text: String) { send(Array(text.utf8)) }
}
