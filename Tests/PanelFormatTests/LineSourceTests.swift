import CLinux
import FBDevice
import PanelSignals
import TestSupport
import Testing

@testable import PanelSources

private let millisecond: Int64 = 1_000_000

/// A loop, signals that are called a, b and so on, and what tells them.
private final class Rig {
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
private final class Client {
  let descriptor: Int32

  init(_ path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      for (index, byte) in path.utf8.enumerated() { unsafe room[index] = byte }
    }
    descriptor = linux_socket_unix()
    let isConnected = unsafe linux_connect_unix(descriptor, &address, Int32(path.utf8.count + 1)) == 0
    try #require(isConnected)
  }

  deinit { _ = close(descriptor) }

  /// - Returns: how many bytes were taken; the socket does not wait.
  @discardableResult
  func put(_ bytes: [UInt8]) -> Int { unsafe write(descriptor, bytes, bytes.count) }

  @discardableResult
  func put(_ text: String) -> Int { put(Array(text.utf8)) }
}

@Suite struct LineSourceTests {
  @Test(
    "P60 garbage, half a character, ten megabytes without an end: the next line is read, and nothing is lost before")
  func hostile() throws {
    let rig = try Rig()
    let path = rig.folder.file("s")
    let source = try rig.open("unix " + path)
    let client = try Client(path)
    client.put("a=1\n")
    #expect(rig.hears(1))
    client.put([0xC3, 10, 0xFF, 0xFE, 0, 10] + Array("{\"a\":\n=\na==\n{\"a\": 2}\n".utf8))
    #expect(rig.hears(2) && source.garbage > 0)
    // What does not end is left out, with memory as it is.
    var left = 10 << 20
    let part = [UInt8](repeating: 0x61, count: 65536)
    #expect(
      rig.run(20000) {
        while left > 0, case let count = client.put(part), count > 0 { left -= count }
        return left <= 0
      })
    // The socket may be full of it still.
    #expect(rig.run(2000) { client.put("\na=3\n") == 5 })
    #expect(rig.hears(3) && source.values >= 3)
  }

  @Test("P65 who goes away and comes back is heard again; half a line of the one before is not put before the next")
  func comesBack() throws {
    let rig = try Rig(stale: 50 * millisecond)
    let path = rig.folder.file("s")
    try rig.open("unix " + path)
    do {
      let client = try Client(path)
      client.put("a=1\n")
      #expect(rig.hears(1))
      client.put("nonsense ")
      rig.run(20)
    }
    // P31: it has gone, and its value is not shown as if it were fresh.
    #expect(rig.run(1000) { rig.reading().quality == .old })
    let client = try Client(path)
    client.put("a=2\n")
    #expect(rig.hears(2))
    // Silent is the same as gone.
    #expect(rig.run(1000) { rig.reading() == Reading(2, .old) })
  }

  @Test("P60 more who connect than there is room for wait without waking the program, and are heard when one goes")
  func manyConnections() throws {
    let rig = try Rig()
    let path = rig.folder.file("s")
    try rig.open("unix " + path)
    var clients: [Client] = []
    for number in 0..<LineSource.connectionLimit {
      clients.append(try Client(path))
      clients[number].put("a=\(number)\n")
      #expect(rig.hears(Fixed64(number)))
    }
    let late = try Client(path)
    late.put("a=99\n")
    let before = rig.loop.wakeups
    #expect(!rig.hears(99, within: 100))
    // The timer of the test wakes it fifty times in that time.
    #expect(rig.loop.wakeups - before < 80)
    clients.removeFirst()
    #expect(rig.hears(99))
  }

  @Test("P60 P65 half a line of a sender that dies is not a value; whoever should hear of it does")
  func cutLine() throws {
    let rig = try Rig()
    let path = rig.folder.file("s")
    let source = try rig.open("unix " + path)
    var notices: [String] = []
    source.noticeHandler = { notices.append("\($0)") }
    do {
      let client = try Client(path)
      client.put("a=1\n")
      #expect(rig.hears(1))
      client.put("a=24")
      rig.run(20)
    }
    #expect(!rig.hears(24, within: 100) && rig.reading() == Reading(1))
    #expect(notices.count == 1 && notices[0].hasPrefix("cut(count: 1"), "\(notices)")
    let client = try Client(path)
    for _ in 0..<250 { client.put("nonsense\nz=1\n") }
    client.put("\u{FEFF}a=3\n")
    #expect(rig.hears(3))
    // 1, 10 and 100 of them, or as many as were read at once; and one name, whatever follows.
    #expect(notices.count(where: { $0.hasPrefix("notUnderstood") }) <= 3 && source.garbage == 250)
    #expect(notices.count(where: { $0.hasPrefix("unknownName") }) == 1, "\(notices)")
  }

  @Test(
    "P65 a socket whose file is taken away is made again, and those who are connected stay so; its end leaves no file")
  func removedSocket() throws {
    let rig = try Rig()
    let path = rig.folder.file("s")
    let source = try rig.open("unix " + path)
    let former = try Client(path)
    former.put("a=1\n")
    #expect(rig.hears(1))
    #expect(unsafe unlink(path) == 0)
    #expect(rig.run(2000) { unsafe access(path, F_OK) == 0 })
    let client = try Client(path)
    client.put("a=2\n")
    #expect(rig.hears(2))
    former.put("a=3\n")
    #expect(rig.hears(3))
    source.close()
    #expect(rig.folder.names.isEmpty)
  }

  @Test("P60 a plain file at a socket's path stays as it is, and is named")
  func plainFile() throws {
    let rig = try Rig()
    let path = rig.folder.write("mine", "s")
    let source = try rig.open("unix " + path)
    #expect(source.refusal?.message.contains("it is no socket: choose another path") == true)
    #expect(rig.folder.names == ["s"])
  }

  @Test("P65 a flood is read at the pace of the frames, others are heard meanwhile, and the newest value wins")
  func flood() throws {
    let rig = try Rig(signals: 2)
    let (first, second) = (rig.folder.file("s"), rig.folder.file("t"))
    let flooded = try rig.open("unix " + first)
    try rig.open("unix " + second)
    let (client, other) = (try Client(first), try Client(second))
    var sent: Int64 = 0
    let line = Array("a=12345678\n".utf8)
    let many = Array(repeating: line, count: 500).flatMap { $0 }
    let start = EventLoop.now
    // As much as it takes, whole lines and parts of them.
    rig.run(300) {
      while case let count = client.put(many), count > 0 { sent += Int64(count) }
      return false
    }
    other.put("b=7\n")
    #expect(rig.hears(7, 1, within: 200))
    // 64 kB in a thirtieth of a second, and one time more at each end.
    let limit = ((EventLoop.now - start) / 33_333_333 + 2) * 65536 / 11
    #expect(sent > 1 << 19 && flooded.values > 1000 && flooded.values <= limit, "\(flooded.values) of \(limit)")
    #expect(rig.run(2000) { client.put("\na=5\n") == 5 })
    #expect(rig.hears(5))
  }

  @Test("P60 datagrams are lines of their own, with an end or without one")
  func datagrams() throws {
    let rig = try Rig(signals: 2)
    // A port that is free now.
    let probe = linux_socket_udp()
    var port: UInt16 = 0
    for candidate in (40000..<60000 as Range<UInt16>).shuffled()
    where linux_bind_udp(probe, 0x7F00_0001, candidate) == 0 {
      port = candidate
      break
    }
    _ = close(probe)
    let source = try rig.open("udp \(port)")
    #expect(source.refusal == nil)
    let sender = linux_socket_udp()
    defer { _ = close(sender) }
    func send(_ bytes: [UInt8]) {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      (address.sin_port, address.sin_addr.s_addr) = (port.bigEndian, UInt32(0x7F00_0001).bigEndian)
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let count = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe sendto(sender, bytes, bytes.count, 0, $0, size)
        }
      }
      #expect(count == bytes.count)
    }
    send(Array("a=1".utf8))
    send([])
    send(Array("b=2\na=3\n".utf8))
    #expect(rig.hears(3) && rig.hears(2, 1))
    send([0xFF, 0xC3])
    send(Array("a=4 b".utf8))
    #expect(rig.hears(4) && source.garbage >= 1)
    let busy = try rig.open("udp \(port)")
    #expect(busy.refusal?.message.hasPrefix("cannot listen on UDP port \(port): ") == true)
  }

  @Test("P65 a serial line that is pulled out is opened again when it is back; its value is old meanwhile")
  func serialLine() throws {
    let rig = try Rig(stale: 100 * millisecond)
    let path = rig.folder.file("line")
    var line = try Terminal(at: path)
    let source = try rig.open("serial \(path) 9600")
    #expect(source.refusal == nil)
    line.put("a=1\n")
    #expect(rig.hears(1))
    line.end()
    _ = unsafe unlink(path)
    #expect(rig.run(3000) { rig.reading().quality == .old && source.refusal != nil })
    #expect(source.refusal?.message.hasPrefix("cannot open \(path): No such file") == true)
    line = try Terminal(at: path)
    #expect(rig.run(3000) { source.refusal == nil })
    line.put("a=2\n")
    #expect(rig.hears(2))
    line.end()
  }

  @Test("P65 of several sources the first that is fresh counts, and of old ones the later")
  func severalSources() throws {
    let rig = try Rig(ranks: 2, stale: 150 * millisecond)
    let (first, second) = (rig.folder.file("s"), rig.folder.file("t"))
    try rig.open("unix " + first, rank: 0)
    try rig.open("unix " + second, rank: 1)
    let (preferred, other) = (try Client(first), try Client(second))
    other.put("a=2\n")
    #expect(rig.hears(2))
    preferred.put("a=1\n")
    #expect(rig.hears(1))
    // The preferred one falls silent; the other goes on.
    #expect(
      rig.run(2000) {
        other.put("a=3\n")
        return rig.reading() == Reading(3)
      })
    preferred.put("a=error\n")
    other.put("a=4\n")
    #expect(rig.hears(4))
    #expect(rig.run(2000) { rig.reading() == Reading(4, .old) })
    preferred.put("a=5\n")
    #expect(rig.hears(5))
  }

  @Test("P65 a source that was closed before it could be opened stays closed")
  func closedBeforeOpened() throws {
    let rig = try Rig()
    let folder = rig.folder.file("later")
    do {
      let source = try rig.open("unix \(folder)/s")
      #expect(source.refusal?.message.contains("choose a path in a folder") == true)
      source.close()
    }
    let open = try rig.open("unix \(folder)/t")
    #expect(unsafe mkdir(folder, 0o700) == 0)
    #expect(rig.run(3000) { open.refusal == nil })
    #expect(unsafe access(folder + "/s", F_OK) != 0 && access(folder + "/t", F_OK) == 0)
  }

  @Test("P61 P65 a file that goes away and comes back, or holds no number, shows as quality")
  func files() throws {
    let rig = try Rig()
    let path = rig.folder.file("number")
    let source = FileSource(
      [(path, SignalIndex(0), 0)], every: 5 * millisecond, loop: rig.loop, signals: rig.signals, changed: {})
    defer { source.close() }
    #expect(rig.run(1000) { rig.reading().quality == .failed })
    let values: [(String, Fixed64)] = [("12\n", 12), ("-3", -3), ("7 and more", 7)]
    for (text, value) in values {
      _ = rig.folder.write(text, "number")
      #expect(rig.hears(value))
      let other = rig.folder.write("99", "other")
      #expect(unsafe rename(other, path) == 0)
      #expect(rig.hears(99))
      for wrong in [[], [0xFF, 0xC3], Array("none\n".utf8), [UInt8](repeating: 0x78, count: 1 << 20)] {
        _ = rig.folder.write(wrong, "number")
        #expect(rig.run(1000) { rig.reading().quality == .failed }, "\(wrong.prefix(8))")
        _ = rig.folder.write(text, "number")
        #expect(rig.hears(value))
      }
      // The one that is open is not the one that has the name.
      #expect(unsafe unlink(path) == 0)
      #expect(rig.run(1000) { rig.reading().quality == .failed })
    }
  }

  @Test(
    "P61 P65 that a file begins to fail, and that it is read again, is said once; of one that flaps it is said seldom")
  func fileNotices() throws {
    let rig = try Rig()
    let path = rig.folder.file("number")
    let source = FileSource(
      [(path, SignalIndex(0), 0)], every: 5 * millisecond, loop: rig.loop, signals: rig.signals, changed: {})
    defer { source.close() }
    var told: [String] = []
    source.noticeHandler = { notice in
      switch notice {
      case .fails(let name, let code): told.append("\(name == path) \(code)")
      case .isThere(let name): told.append("\(name == path)")
      }
    }
    rig.run(100)
    #expect(told == ["true \(ENOENT)"])
    _ = rig.folder.write("12", "number")
    #expect(rig.hears(12))
    rig.run(50)
    #expect(told == ["true \(ENOENT)", "true"])
    told = []
    for _ in 0..<9 {
      _ = rig.folder.write("none", "number")
      #expect(rig.run(1000) { rig.reading().quality == .failed })
      _ = rig.folder.write("12", "number")
      #expect(rig.hears(12))
    }
    // The tenth, which has no number in it.
    #expect(told == ["true 0", "true"])
  }

  @Test("P65 of a file in which a pattern finds no number the pattern is told too")
  func patternNotices() throws {
    let rig = try Rig()
    let path = rig.folder.write("a: 1", "number")
    let source = FileSource(
      [
        ("\(path) a: *", SignalIndex(0), 0), ("\(path) b: *", SignalIndex(0), 1), (path + ".x b: *", SignalIndex(0), 2),
      ],
      every: 5 * millisecond, loop: rig.loop, signals: rig.signals, changed: {})
    defer { source.close() }
    var told: [String] = []
    source.noticeHandler = { if case .fails(let name, let code) = $0 { told.append("\(name) \(code)") } }
    rig.run(50)
    #expect(told == ["\(path) b: * 0", "\(path).x \(ENOENT)"])
  }
}

/// The other end of a serial line that this machine makes up.
private final class Terminal {
  private var descriptor: Int32

  /// - Parameter path: becomes a link to the line.
  init(at path: String) throws {
    descriptor = unsafe linux_open("/dev/ptmx", O_RDWR | O_NOCTTY, 0)
    var (number, isLocked): (Int32, Int32) = (-1, 0)
    // TIOCGPTN, TIOCSPTLCK
    let isOpen =
      unsafe linux_ioctl_pointer(descriptor, 0x8004_5430, &number) == 0
      && linux_ioctl_pointer(descriptor, 0x4004_5431, &isLocked) == 0
    try #require(isOpen)
    let name = "/dev/pts/\(number)"
    let isLinked = unsafe symlink(name, path) == 0
    try #require(isLinked)
  }

  func put(_ text: String) { #expect(unsafe write(descriptor, text, text.utf8.count) == text.utf8.count) }

  func end() {
    _ = close(descriptor)
    descriptor = -1
  }
}
