import CLinux
import EventLoop
import FBDevice
import PanelSignals
import TestSupport
import Testing

@testable import PanelSources

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
    let sender = DatagramSender()
    let source = try rig.open("udp \(sender.port)")
    #expect(source.refusal == nil)
    sender.send(Array("a=1".utf8))
    sender.send([])
    sender.send(Array("b=2\na=3\n".utf8))
    #expect(rig.hears(3) && rig.hears(2, 1))
    sender.send([0xFF, 0xC3])
    sender.send(Array("a=4 b".utf8))
    #expect(rig.hears(4) && source.garbage >= 1)
    let busy = try rig.open("udp \(sender.port)")
    #expect(busy.refusal?.message.hasPrefix("cannot listen on UDP port \(sender.port): ") == true)
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
