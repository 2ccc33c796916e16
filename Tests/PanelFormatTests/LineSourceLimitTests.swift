import CLinux
import EventLoop
import FBDevice
import PanelSignals
import TestSupport
import Testing

@testable import PanelSources

/// Which file has a path; 0 where there is none.
private func inode(_ path: String) -> UInt64 {
  var status = stat()
  return unsafe linux_stat(path, &status) == 0 ? UInt64(status.st_ino) : 0
}

/// Makes a socket of another program.
/// - Returns: its descriptor.
private func bind(_ descriptor: Int32, _ path: String) throws -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
  let isBound = unsafe linux_bind_unix(descriptor, &address) == 0
  try #require(isBound)
  return descriptor
}

/// What a source does with more than it has room for, and with a socket's path that others want too.
@Suite struct LineSourceLimitTests {
  @Test("P60 the longest datagram is heard whole; a number in it is never half of one")
  func longDatagrams() throws {
    let rig = try Rig()
    let sender = DatagramSender()
    let source = try rig.open("udp \(sender.port)")
    // 16 kB end behind `a=2`.
    sender.send(String(repeating: "\n", count: 16381) + "a=2400\n")
    #expect(rig.run(2000) { rig.reading().quality == .fresh } && rig.reading() == Reading(2400))
    sender.send("a=1\n" + String(repeating: "\n", count: 65507 - 12) + "a=123456")
    #expect(rig.hears(123456) && source.values == 3)
  }

  @Test("P65 of many datagrams the newest is shown within a few frames; of a flood, as many as there is time for")
  func manyDatagrams() throws {
    let rig = try Rig()
    let sender = DatagramSender()
    let source = try rig.open("udp \(sender.port)")
    for number in 1...200 { sender.send("a=\(number)") }
    #expect(rig.hears(200, within: 500) && source.values == 200)
    let start = EventLoop.now
    rig.run(300) {
      for _ in 0..<100 { sender.send("a=5") }
      return false
    }
    // 256 in a thirtieth of a second, and one time more at each end.
    let limit = ((EventLoop.now - start) / 33_333_333 + 2) * 256
    #expect(source.values > 300 && source.values - 200 <= limit, "\(source.values) of \(limit)")
    sender.send("a=6")
    // One that found no room is lost.
    #expect(
      rig.run(2000) {
        sender.send("a=6")
        return rig.reading() == Reading(6)
      })
  }

  @Test("P65 a flood goes on to be read while its socket's file cannot be made again, and afterwards; both are said")
  func floodWithoutFile() throws {
    let rig = try Rig()
    let folder = rig.folder.file("f")
    #expect(unsafe mkdir(folder, 0o700) == 0)
    let source = try rig.open("unix \(folder)/s")
    var notices: [String] = []
    source.noticeHandler = { notices.append("\($0)") }
    let client = try Client(folder + "/s")
    let many = Array(repeating: Array("a=12345678\n".utf8), count: 500).flatMap { $0 }
    /// - Returns: whether values come to be told that often.
    func reads(_ count: Int64) -> Bool {
      let before = source.values
      return rig.run(3000) {
        while client.put(many) > 0 {}
        return source.values - before > count
      }
    }
    #expect(reads(20000))
    #expect(unsafe unlink(folder + "/s") == 0 && rmdir(folder) == 0)
    #expect(reads(20000) && source.refusal != nil && notices == ["takenAway"], "\(notices)")
    #expect(unsafe mkdir(folder, 0o700) == 0)
    #expect(rig.run(3000) { source.refusal == nil } && inode(folder + "/s") != 0)
    #expect(reads(20000))
    #expect(rig.run(2000) { client.put("\na=5\n") == 5 } && rig.hears(5))
  }

  @Test("P60 no more have room when the socket's file is made again while all places are taken")
  func fullWithoutFile() throws {
    let rig = try Rig(signals: 2)
    let path = rig.folder.file("s")
    try rig.open("unix " + path)
    var clients: [Client] = []
    for number in 0..<LineSource.connectionLimit {
      clients.append(try Client(path))
      clients[number].put("a=\(number)\n")
      #expect(rig.hears(Fixed64(number)))
    }
    #expect(unsafe unlink(path) == 0)
    #expect(rig.run(2000) { inode(path) != 0 })
    let (late, later) = (try Client(path), try Client(path))
    late.put("a=98\n")
    later.put("b=99\n")
    #expect(!rig.hears(98, within: 100))
    clients.removeFirst()
    #expect(rig.hears(98) && !rig.hears(99, 1, within: 100))
    clients.removeFirst()
    #expect(rig.hears(99, 1))
    withExtendedLifetime((late, later, clients)) {}
  }

  @Test("P60 a second panel leaves its socket to a first that is full, and to whom nobody more can come")
  func fullFirst() throws {
    let rig = try Rig()
    let path = rig.folder.file("s")
    try rig.open("unix " + path)
    var clients: [Client] = []
    for _ in 0..<LineSource.connectionLimit {
      clients.append(try Client(path))
      rig.run(10)
    }
    // As many as the kernel lets wait.
    while clients.count < 50, let client = try? Client(path) { clients.append(client) }
    #expect(clients.count > LineSource.connectionLimit && clients.count < 50)
    let before = inode(path)
    let second = try rig.open("unix " + path)
    #expect(second.refusal?.message.hasSuffix("end the program that listens there") == true)
    #expect(inode(path) == before)
    second.close()
    clients.removeAll()
    rig.run(50)
    let client = try Client(path)
    client.put("a=3\n")
    #expect(rig.hears(3) && inode(path) == before)
  }

  @Test("P60 a socket of another kind stays where it is; one that nobody listens at any more is replaced")
  func otherSockets() throws {
    let rig = try Rig()
    let (taken, left) = (rig.folder.file("taken"), rig.folder.file("left"))
    let other = try bind(linux_socket_unix_datagram(), taken)
    defer { _ = close(other) }
    _ = close(try bind(linux_socket_unix(), left))
    let before = inode(taken)
    let source = try rig.open("unix " + taken)
    #expect(source.refusal?.message.hasSuffix("end the program that listens there") == true)
    #expect(before != 0 && inode(taken) == before)
    #expect(try rig.open("unix " + left).refusal == nil)
    let client = try Client(left)
    client.put("a=1\n")
    #expect(rig.hears(1))
  }

  @Test("P60 that all places are taken, and that the file was made again, is said the first time and the tenth")
  func seldomSaid() throws {
    let rig = try Rig()
    let path = rig.folder.file("s")
    let source = try rig.open("unix " + path)
    var notices: [String] = []
    source.noticeHandler = { notices.append("\($0)") }
    for time in 1...12 {
      let before = inode(path)
      #expect(unsafe unlink(path) == 0)
      #expect(rig.run(2000) { inode(path) != 0 })
      #expect(notices.count == (time < 10 ? 1 : 2) && notices.allSatisfy { $0 == "madeAgain" }, "\(before): \(notices)")
    }
    notices = []
    let clients = try (1..<LineSource.connectionLimit).map { _ in
      let client = try Client(path)
      rig.run(10)
      return client
    }
    for time in 1...12 {
      let last = try Client(path)
      rig.run(20)
      #expect(notices.count == (time < 10 ? 1 : 2), "\(notices)")
      withExtendedLifetime(last) {}
    }
    #expect(notices.allSatisfy { $0.hasPrefix("isFull(connections: 8") })
    withExtendedLifetime(clients) {}
  }
}
