import CLinux
import EventLoop
import Testing

@testable import PanelSources

/// A server on the loopback that a test drives by hand.
final class Server {
  let descriptor: Int32
  let endpoint: Endpoint

  /// - Parameter port: 0 for any.
  init(port: UInt16 = 0) {
    let descriptor = linux_socket_tcp()
    var on: Int32 = 1
    _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, 4)
    _ = linux_bind_udp(descriptor, Endpoint.loopback, port)
    _ = listen(descriptor, 4)
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(descriptor, $0, &size) }
    }
    self.descriptor = descriptor
    endpoint = Endpoint("127.0.0.1:\(UInt16(bigEndian: address.sin_port))".utf8)!
  }

  deinit { close(descriptor) }

  /// The next who has connected; −1 for nobody.
  func accept() -> Int32 { linux_accept(descriptor) }
}

@Suite struct ConnectionTests {
  private final class Heard {
    var bytes: [UInt8] = []
    var changes: [Bool] = []
    var refusals = 0
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private func make(_ place: ConnectionPlace, _ loop: EventLoop, _ heard: Heard) -> Connection {
    let connection = Connection(place, loop: loop)
    connection.receivedHandler = { bytes, _ in for index in bytes.indices { heard.bytes.append(bytes[index]) } }
    connection.changedHandler = { [unowned connection] in heard.changes.append(connection.isOpen) }
    connection.refusalHandler = { _ in heard.refusals += 1 }
    return connection
  }

  @Test("P65 places are read as a person writes them, and nothing else")
  func places() {
    #expect(ConnectionPlace("tcp 127.0.0.1:10110") == .tcp(Endpoint("127.0.0.1:10110".utf8)!))
    #expect(ConnectionPlace("tcp localhost:2947") == ConnectionPlace("tcp 127.0.0.1:2947"))
    #expect(ConnectionPlace("udp 10110") == .udp(Endpoint("127.0.0.1:10110".utf8)!))
    #expect(ConnectionPlace("udp 0.0.0.0:10110") == .udp(Endpoint("0.0.0.0:10110".utf8)!))
    #expect(ConnectionPlace("unix /run/x") == .unix(path: "/run/x"))
    #expect(ConnectionPlace("serial /dev/ttyS0 4800") == .serial(path: "/dev/ttyS0", baud: 4800))
    #expect(ConnectionPlace("serial /dev/ttyS0", baud: 4800) == .serial(path: "/dev/ttyS0", baud: 4800))
    let wrong = [
      "", "tcp", "tcp 10110", "tcp boat:10110", "tcp 1.2.3:4", "tcp 1.2.3.256:4", "tcp 1.2.3.4:0", "tcp 1.2.3.4:65536",
      "udp", "udp 0", "udp x", "serial /dev/x 1", "serial", "unix", "unix \(String(repeating: "x", count: 108))",
      "tcp 1.2.3.4:5 6", "http 1.2.3.4:5", "tcp 1.2.3.4", "tcp 1.2.3.4:+5", "tcp 1.2.3.4:99999999999",
    ]
    for text in wrong { #expect(ConnectionPlace(text) == nil, "\(text)") }
    #expect(Endpoint("1.2.3.4".utf8, port: 1883)?.text == "1.2.3.4:1883")
  }

  @Test("P65 a server that goes is connected to again, without help, and what it says is heard")
  func again() throws {
    let (server, loop, heard) = (Server(), try EventLoop(), Heard())
    let connection = make(.tcp(server.endpoint), loop, heard)
    connection.open()
    var other: Int32 = -1
    func accepted() -> Bool {
      if other < 0 { other = server.accept() }
      return other >= 0 && connection.isOpen
    }
    #expect(run(loop, until: accepted))
    send("one ", to: other)
    #expect(run(loop) { heard.text == "one " })
    close(other)
    other = -1
    #expect(run(loop) { !connection.isOpen } && heard.refusals == 1)
    #expect(run(loop, until: accepted))
    send("two", to: other)
    #expect(run(loop) { heard.text == "one two" } && heard.changes == [true, false, true])
    let isSent = connection.send([104, 105].span)
    #expect(isSent)
    var letters = [UInt8](repeating: 0, count: 8)
    let count = unsafe letters.withUnsafeMutableBytes { unsafe recv(other, $0.baseAddress, 8, 0) }
    #expect(count == 2 && letters[0...1] == [104, 105])
    close(other)
    connection.close()
  }

  @Test("P65 a server that is not there yet is tried until it is")
  func later() throws {
    let (loop, heard) = (try EventLoop(), Heard())
    // A port that was free a moment ago.
    let endpoint = Server().endpoint
    let connection = make(.tcp(endpoint), loop, heard)
    connection.open()
    #expect(run(loop) { connection.refusal != nil } && heard.refusals == 1)
    let server = Server(port: endpoint.port)
    var other: Int32 = -1
    #expect(
      run(loop) {
        if other < 0 { other = server.accept() }
        return other >= 0 && connection.isOpen
      })
    close(other)
  }

  @Test("P65 who floods is read at the pace of the frames, and what waits is heard later")
  func flood() throws {
    let (server, loop, heard) = (Server(), try EventLoop(), Heard())
    let connection = make(.tcp(server.endpoint), loop, heard)
    connection.open()
    var other: Int32 = -1
    #expect(
      run(loop) {
        if other < 0 { other = server.accept() }
        return other >= 0 && connection.isOpen
      })
    let block = [UInt8](repeating: 1, count: 8192)
    var (sent, calls) = (0, 0)
    let start = EventLoop.now
    #expect(
      run(loop) {
        while sent < 600_000 {
          let count = unsafe block.withUnsafeBytes { unsafe linux_send(other, $0.baseAddress, $0.count) }
          if count <= 0 { break }
          sent += count
        }
        calls += 1
        return sent >= 600_000 && heard.bytes.count == sent
      })
    // 64 kB in a thirtieth of a second.
    #expect(EventLoop.now - start > 250_000_000)
    close(other)
  }

  @Test("P63 one who takes nothing is given up before much waits for him, and what he took is whole")
  func takesNothing() throws {
    let (server, loop, heard) = (Server(), try EventLoop(), Heard())
    let connection = make(.tcp(server.endpoint), loop, heard)
    connection.open()
    #expect(run(loop) { connection.isOpen })
    let block = [UInt8](repeating: 7, count: 4096)
    var sent = 0
    while sent < 100_000_000 && connection.send(block.span) { sent += 1 }
    #expect(!connection.isOpen && heard.changes == [true, false] && connection.refusal != nil)
  }

  @Test("P64 datagrams are heard one by one")
  func datagrams() throws {
    let (loop, heard) = (try EventLoop(), Heard())
    let port = Server().endpoint
    let connection = make(.udp(port), loop, heard)
    var pieces = 0
    connection.receivedHandler = { bytes, _ in pieces += bytes.count == 3 ? 1 : 100 }
    connection.open()
    let sender = linux_socket_udp()
    #expect(connection.isOpen && linux_connect_tcp(sender, port.address, port.port) == 0)
    for _ in 0..<5 { send("abc", to: sender) }
    let isSent = connection.send([1].span)
    #expect(run(loop) { pieces == 5 } && !isSent)
    close(sender)
  }

  @Test("P64 a serial line is read, goes, and is read when it is back")
  func serial() throws {
    let (loop, heard) = (try EventLoop(), Heard())
    let master = unsafe linux_open("/dev/ptmx", O_RDWR | O_NOCTTY, 0)
    var (number, isLocked): (Int32, Int32) = (-1, 0)
    // TIOCGPTN, TIOCSPTLCK
    #expect(unsafe linux_ioctl_pointer(master, 0x8004_5430, &number) == 0)
    #expect(unsafe linux_ioctl_pointer(master, 0x4004_5431, &isLocked) == 0)
    let connection = make(.serial(path: "/dev/pts/\(number)", baud: 4800), loop, heard)
    connection.open()
    #expect(connection.isOpen)
    send("abc", to: master)
    #expect(run(loop) { heard.text == "abc" })
    close(master)
    #expect(run(loop) { !connection.isOpen && connection.refusal != nil })
    connection.close()
  }
}
