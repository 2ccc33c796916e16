// row: P62 P66
import CLinux
import EventLoop
import PanelSignals
import SystemFiles
import Testing

@testable import PanelSources

/// A source on an interface that is a pair of sockets.
private final class BusRig {
  let (bus, loop) = (TestBus(), try! EventLoop())
  let signals = makeSignals(1)
  let source: CANSource
  let census: SourceCensus?
  var notices: [String] = []

  init(_ addresses: [String] = ["100 u0:10"], outputs: [String] = [], census: SourceCensus? = nil) {
    var tell: (String) -> Void = { _ in }
    self.census = census
    source = CANSource(
      interface: "can0", addresses.indices.map { (addresses[$0], SignalIndex($0), 0) },
      outputs: outputs.indices.map { (Int32($0), outputs[$0]) }, loop: loop, signals: signals, census: census,
      changed: {}, tell: { tell($0) })
    tell = { [unowned self] in notices.append($0) }
    source.connection.opener = { [bus] _ throws(DeviceError) in try bus.open() }
  }

  deinit { source.close() }

  func send(_ value: Fixed64, _ number: Int32 = 0) -> CommandAnswer? {
    source.receive(CommandRequest(.init(command: 1, sending: 1), .address(number, source: 0), value), at: 0)
  }

  var reading: Reading {
    signals.advance(to: EventLoop.now)
    return signals.reading(SignalIndex(0))
  }
}

@Suite("A source of CAN that sends") struct CANSourceTests {
  @Test("P66 a value is accepted when the kernel has taken the frame, and refused at once where it is not")
  func answers() {
    let rig = BusRig(outputs: ["101 u0:8 *1>1 &8", "none"])
    #expect(rig.send(50) == .refused(.noConnection) && rig.send(300) == .refused(.invalid))
    rig.source.open()
    #expect(rig.source.link.isConnected && rig.source.receiver != nil)
    #expect(rig.send(50) == .accepted && rig.bus.read() == busFrame(0x101, [100] + Array(repeating: 0, count: 7)))
    #expect(rig.send(300) == .refused(.invalid) && rig.send(1, 1) == .refused(.invalid))
    #expect(rig.send(1, 2) == .refused(.invalid) && rig.bus.read() == nil)
    // The other signals of the message as heard.
    rig.bus.send(busFrame(0x101, [1, 2, 3, 4, 5, 6, 7, 8]))
    rig.bus.send(busFrame(0x100, [0x34, 0x12]))
    #expect(run(rig.loop) { rig.reading.value == 0x1234 })
    #expect(rig.send(1) == .accepted && rig.bus.read() == busFrame(0x101, [2, 2, 3, 4, 5, 6, 7, 8]))
    rig.bus.isUp = false
    rig.source.connection.refuse(DeviceError("read", "can0", code: ENETDOWN, remedy: ""))
    #expect(rig.send(50) == .refused(.noConnection) && !rig.source.link.isConnected && rig.bus.read() == nil)
    rig.bus.isUp = true
    #expect(run(rig.loop) { rig.source.link.isConnected })
    #expect(rig.bus.read() == nil, "nothing is sent later")
    #expect(rig.send(50) == .accepted && rig.bus.read() == busFrame(0x101, [100, 2, 3, 4, 5, 6, 7, 8]))
  }

  @Test("P66 a frame that the kernel has no room for is refused and said, and changes nothing")
  func full() {
    let rig = BusRig(outputs: ["101 u0:8 &1"])
    rig.source.open()
    var sent = 0
    while rig.send(1) == .accepted && sent < 1_000_000 { sent += 1 }
    #expect(sent > 0 && rig.source.link.isConnected && rig.send(2) == .refused(.noConnection))
    #expect(rig.notices == ["can0: 1 frames were not sent: is the bus connected, and has it the right bit rate?"])
    while rig.bus.read() != nil {}
    #expect(rig.send(3) == .accepted && rig.bus.read()?[8] == 3)
  }

  @Test("P66 a cycle sends again and again, and ends with the interface")
  func cycles() {
    let rig = BusRig(outputs: ["101 u0:8 &2 ~A"])
    rig.source.open()
    let start = EventLoop.now
    #expect(rig.send(5) == .accepted)
    var frames = 0
    #expect(
      run(rig.loop) {
        while let frame = rig.bus.read() {
          if frame[8] == 5 && frame[4] == 2 { frames += 1 }
        }
        return frames >= 20
      })
    let time = EventLoop.now - start
    #expect(time >= 190_000_000, "20 frames are 19 times 10 ms apart")
    rig.bus.isUp = false
    rig.source.connection.refuse(DeviceError("read", "can0", code: ENETDOWN, remedy: ""))
    while rig.bus.read() != nil {}
    rig.bus.isUp = true
    #expect(run(rig.loop) { rig.source.link.isConnected })
    let end = EventLoop.now + 200_000_000
    #expect(run(rig.loop) { EventLoop.now > end } && rig.bus.read() == nil)
  }

  @Test("P62 without outputs a source takes no values, and the kernel's filters hold the ids in use")
  func filters() {
    #expect(BusRig().source.receiver == nil)
    let mask: UInt64 = 0xC000_07FF
    #expect(BusRig().source.connection.place == .can(interface: "can0", filters: [0x100 << 32 | mask]))
    #expect(
      BusRig(outputs: ["101 u0:8 &8", "101 u8:8 &8"]).source.connection.place
        == .can(interface: "can0", filters: [0x100 << 32 | mask, 0x101 << 32 | mask]))
  }

  @Test("P62 errors of the bus are said")
  func errors() {
    let rig = BusRig()
    rig.source.open()
    rig.bus.send(busFrame(0x2000_0040, [0, 0, 0, 0, 0, 0, 0, 0]))
    #expect(run(rig.loop) { !rig.notices.isEmpty })
    #expect(rig.notices == ["can0: the bus is off, after too many errors"])
  }

  @Test("P62 the doctor counts frames, and names those that no address has")
  func census() {
    let census = SourceCensus()
    let rig = BusRig(["100 u0:10", "P1F201+ u0:8"], census: census)
    #expect(rig.source.connection.place == .can(interface: "can0", filters: [0]))
    rig.source.open()
    rig.bus.send(busFrame(0x7F0, [1]))
    rig.bus.send(busFrame(0x09F5_0317, [1], isExtended: true))
    rig.bus.send(busFrame(0x09F2_0100, [0, 1, 7], isExtended: true))
    rig.bus.send(busFrame(0x7F0, [1]))
    rig.bus.send(busFrame(0x100, [1, 0]))
    #expect(run(rig.loop) { census.messages == 5 })
    let strangers = census.strangers.map { "\(String(decoding: $0.name, as: UTF8.self)) \($0.count)" }
    #expect(strangers == ["7F0 2", "09F50317 (128259@23) 1"] && census.others == 0)
  }
}
