import PanelSignals
import Testing

@testable import PanelSources

/// row: P67
struct FastPacketTests {
  private func bytes(_ count: Int, _ first: UInt8 = 1) -> [UInt8] { (0..<count).map { first &+ UInt8($0 & 255) } }

  @Test("P67 fast packets of every length are put together, their last byte too")
  func lengths() {
    for count in 1...223 {
      var bus = GroupBus(["P1F201+ u\(String((count - 1) * 8, radix: 16)):8", "P1F201+ u0:8"])
      let frames = fastPacket(0x1F201, source: 5, sequence: 3, bytes(count))
      var told: [[String]] = []
      for frame in frames { told.append(bus.send(frame.id, frame.data)) }
      #expect(told.dropLast().allSatisfy { $0.isEmpty })
      #expect(told.last == ["0 \(Double((count & 255)))", "1 1.0"])
      #expect(bus.decoder.brokenMessages == 0 && bus.decoder.longMessages == 1)
    }
    for length: UInt8 in [0, 224, 255] {
      var bus = GroupBus(["P1F201+ u0:8"])
      #expect(bus.send(0x19F2_0105, [0, length, 1, 2, 3, 4, 5, 6]) == [])
      #expect(bus.send(0x19F2_0105, [1, 1, 2, 3, 4, 5, 6, 7]) == [])
    }
  }

  @Test("P67 a frame that is missing, comes twice or out of order drops its message alone")
  func losses() {
    let frames = fastPacket(0x1F201, source: 5, sequence: 1, bytes(40))
    let next = fastPacket(0x1F201, source: 5, sequence: 2, bytes(40, 9))
    for place in frames.indices {
      var (missing, twice, late) = (frames, frames, frames)
      missing.remove(at: place)
      twice.insert(frames[place], at: place)
      if place + 1 < frames.count { late.swapAt(place, place + 1) }
      for (damaged, isWhole) in [
        (missing, false), (twice, place == 0 || place == frames.count - 1), (late, place + 1 == frames.count),
      ] {
        var bus = GroupBus(["P1F201+ u0:8"])
        #expect(bus.send(damaged) == (isWhole ? ["0 1.0"] : []))
        #expect(bus.send(next) == ["0 9.0"])
      }
    }
    // A frame with less bytes than it needs, and the rest of another sequence.
    var bus = GroupBus(["P1F201+ u0:8"])
    #expect(bus.send([frames[0], (frames[1].id, Array(frames[1].data.prefix(7)))] + frames[2...]) == [])
    #expect(bus.send([frames[0]] + next.dropFirst()) == [] && bus.decoder.brokenMessages == 2)
  }

  @Test("P67 eight senders at once, each with messages of several groups, do not disturb each other")
  func senders() {
    var bus = GroupBus(["P1F201+@0 u130:8"] + (1..<9).map { "P1F201+@\($0) u130:8" } + ["P1F805+ u0:8"])
    var all = (0..<8).map { fastPacket(0x1F201, source: UInt8($0), sequence: 2, bytes(40, UInt8($0))) }
    var (generator, told): (CANRandom, [String]) = (CANRandom(3), [])
    while let place = all.indices.filter({ !all[$0].isEmpty }).randomElement(using: &generator) {
      let frame = all[place].removeFirst()
      told += bus.send(frame.id, frame.data)
    }
    #expect(told.sorted() == (0..<8).map { "\($0) \(Double($0 + 38))" })
    // A ninth takes the place of the one that has waited longest.
    for source in 0..<9 {
      _ = bus.send(Array(fastPacket(0x1F201, source: UInt8(source), sequence: 3, bytes(40)).prefix(2)))
    }
    #expect(bus.decoder.brokenMessages == 1)
    #expect(bus.send(Array(fastPacket(0x1F201, source: 0, sequence: 3, bytes(40)).dropFirst(2))) == [])
    #expect(bus.send(Array(fastPacket(0x1F201, source: 7, sequence: 3, bytes(40)).dropFirst(2))) == ["7 39.0"])
    #expect(bus.send(fastPacket(0x1F805, source: 1, sequence: 3, bytes(40))) == ["9 1.0"])
  }

  @Test("P67 a frame more than 750 ms after the one before drops its message; a connection that is lost drops all")
  func times() {
    let frames = fastPacket(0x1F201, source: 5, sequence: 1, bytes(20))
    for (time, isWhole) in [(750_000_000, true), (750_000_001, false)] as [(Int64, Bool)] {
      var bus = GroupBus(["P1F201+ u0:8"])
      _ = bus.send(frames[0].id, frames[0].data)
      _ = bus.send(frames[1].id, frames[1].data, after: 700_000_000)
      #expect(bus.send(frames[2].id, frames[2].data, after: time) == (isWhole ? ["0 1.0"] : []))
    }
    var bus = GroupBus(["P1F201+ u0:8"])
    _ = bus.send(Array(frames.prefix(2)))
    bus.decoder.reset()
    #expect(bus.send(Array(frames.dropFirst(2))) == [] && bus.send(frames) == ["0 1.0"])
  }

  @Test("P67 200,000 random frames of fast packets and transports never give more messages than were begun")
  func random() {
    var (generator, begun) = (CANRandom(68), 0)
    var bus = GroupBus(["P1F201+ u6E8:8 !n", "P1F201+ u0:8", "PFECA d5", "PFECA d1", "P1EF00= u37C0:8"])
    for _ in 0..<200_000 {
      let number: UInt32 = [0x1F201, 0x1F201, 0xECFF, 0xEBFF, 0xEB05].randomElement(using: &generator)!
      var data = (0..<Int.random(in: 0...8, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
      }
      if data.count == 8 {
        data[0] =
          number == 0x1F201
          ? data[0] & 0x23 : number == 0xECFF ? [16, 17, 32, 255].randomElement(using: &generator)! : data[0] & 7
        if number == 0xECFF {
          (data[1], data[2], data[3]) = (data[1] & 31, 0, (data[1] & 31 + 6) / 7)
          (data[5], data[6], data[7]) = (0xCA, 0xFE, 0)
        }
        if number == 0x1F201 && data[0] & 31 == 0 { data[1] &= 31 }
      }
      if data.count > 1 && (number == 0xECFF || data[0] & 31 == 0) { begun += 1 }
      _ = bus.send(
        7 << 26 | number << 8 | UInt32(generator.next() % 3), data, after: Int64(generator.next() % 100_000_000))
    }
    #expect(bus.decoder.longMessages > 100 && bus.decoder.brokenMessages > 1000)
    #expect(bus.decoder.longMessages + bus.decoder.brokenMessages <= Int64(begun))
  }
}
