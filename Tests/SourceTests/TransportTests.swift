import PanelSignals
import Testing

@testable import PanelSources

/// row: P67
struct TransportTests {
  private func bytes(_ count: Int, _ first: UInt8 = 1) -> [UInt8] { (0..<count).map { first &+ UInt8($0 & 255) } }

  @Test(
    "P67 a message of 9 to 1785 bytes to everybody is put together; a longer one and one with wrong numbers are not")
  func lengths() {
    for count in [9, 14, 15, 223, 224, 1000, 1784, 1785] {
      var bus = GroupBus(["PF004= u\(String((count - 1) * 8, radix: 16)):8", "PF004= u0:8"])
      #expect(bus.send(transport(0xF004, source: 5, bytes(count))) == ["0 \(Double(count & 255))", "1 1.0"])
      #expect(bus.decoder.longMessages == 1 && bus.decoder.brokenMessages == 0 && bus.decoder.unwanted == 0)
    }
    var bus = GroupBus(["PF004= u0:8"])
    for count in [8, 1786] { #expect(bus.send(transport(0xF004, source: 5, bytes(count))) == []) }
    var wrong = transport(0xF004, source: 5, bytes(20))
    wrong[0].data[3] = 4
    #expect(bus.send(wrong) == [])
  }

  @Test("P67 several senders at once, with a lost, a doubled and a late packet, each for itself")
  func senders() {
    var bus = GroupBus((0..<8).map { "PF004=@\($0) u78:8" })
    var all = (0..<8).map { transport(0xF004, source: UInt8($0), bytes(30, UInt8($0))) }
    all[2].remove(at: 3)
    all[4].insert(all[4][2], at: 2)
    var (generator, told): (CANRandom, [String]) = (CANRandom(3), [])
    while let place = all.indices.filter({ !all[$0].isEmpty }).randomElement(using: &generator) {
      let frame = all[place].removeFirst()
      told += bus.send(frame.id, frame.data)
    }
    #expect(told.sorted() == [0, 1, 3, 5, 6, 7].map { "\($0) \(Double($0 + 15))" })
    #expect(bus.decoder.brokenMessages == 2)
    let frames = transport(0xF004, source: 1, bytes(9, 1))
    for (time, isWhole) in [(750_000_000, true), (750_000_001, false)] as [(Int64, Bool)] {
      _ = bus.send(Array(frames.prefix(2)))
      #expect(bus.send(frames[2].id, frames[2].data, after: time) == (isWhole ? ["1 none"] : []))
    }
  }

  @Test("P67 a message between two others is heard in passing, with packets that the receiver asks for again")
  func connections() {
    var bus = GroupBus(["PF004= u0:8", "PF004=>21 u0:8", "PF004=>22 u0:8"])
    let frames = transport(0xF004, source: 5, receiver: 0x21, bytes(30))
    let clear: (UInt8, UInt8) -> (id: UInt32, data: [UInt8]) = {
      (7 << 26 | 0xEC_0500 | 0x21, [17, $0, $1, 255, 255, 0x04, 0xF0, 0])
    }
    #expect(bus.send([frames[0], clear(5, 1)] + frames[1...]) == ["0 1.0", "1 1.0"])
    // From the second one on again.
    #expect(
      bus.send([frames[0], clear(3, 1), frames[1], frames[2], frames[3], clear(4, 2)] + frames[2...]) == [
        "0 1.0", "1 1.0",
      ])
    // The receiver asks to wait, then for packets that have not been there.
    #expect(bus.send([frames[0], clear(0, 255), clear(5, 1)] + frames[1...]) == ["0 1.0", "1 1.0"])
    #expect(bus.send([frames[0], clear(5, 3)] + frames[1...]) == [])
    // Either of them gives up.
    for id: UInt32 in [7 << 26 | 0xEC_0521, 7 << 26 | 0xEC_2105] {
      #expect(bus.send([frames[0], frames[1], (id, [255, 1, 255, 255, 255, 0x04, 0xF0, 0])] + frames[2...]) == [])
    }
    // 1250 ms for packets of a connection.
    _ = bus.send(Array(frames.prefix(5)))
    #expect(bus.send(frames[5].id, frames[5].data, after: 1_250_000_000) == ["0 1.0", "1 1.0"])
  }

  @Test("P67 messages of groups that nobody wants take no room")
  func unwanted() {
    var bus = GroupBus(["PF004= u0:8"])
    let wanted = transport(0xF004, source: 1, bytes(20))
    _ = bus.send(Array(wanted.prefix(2)))
    for source in 2..<20 { _ = bus.send(Array(transport(0xF005, source: UInt8(source), bytes(20)).prefix(2))) }
    #expect(bus.send(Array(wanted.dropFirst(2))) == ["0 1.0"] && bus.decoder.brokenMessages == 0)
  }
}
