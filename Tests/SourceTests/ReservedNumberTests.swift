import PanelSignals
import Testing

@testable import PanelSources

/// row: P67
struct ReservedNumberTests {
  private func quality(_ reserved: ReservedNumbers, _ raw: UInt64, _ count: Int, _ kind: CANBits.Kind = .unsigned)
    throws
    -> Quality
  {
    reserved.quality(raw, of: try #require(CANBits(start: 0, count: count, isBigEndian: false, kind: kind)))
  }

  @Test(
    "P67 J1939: of whole bytes FF is none, FE failed and FB to FD none, by the highest byte; of other widths two numbers"
  )
  func j1939() throws {
    for count in 1...16 {
      for raw: UInt64 in 0..<1 << UInt64(count) {
        let largest: UInt64 = 1 << UInt64(count) - 1
        var expected = raw == largest ? Quality.none : raw + 1 == largest ? .failed : .fresh
        if count % 8 == 0 {
          let high = raw >> UInt64(count - 8)
          expected = high == 0xFE ? .failed : high > 0xFA ? .none : .fresh
        }
        if try quality(.j1939, raw, count) != expected { Issue.record("\(count) bits, \(raw)") }
      }
    }
    for (raw, expected) in [
      (0xFAFF_FFFF, Quality.fresh), (0xFB00_0000, .none), (0xFDFF_FFFF, .none), (0xFE00_0000, .failed),
      (0xFEFF_FFFF, .failed), (0xFF00_0000, .none), (0xFFFF_FFFF, .none),
    ] as [(UInt64, Quality)] { #expect(try quality(.j1939, raw, 32) == expected) }
  }

  @Test("P67 NMEA 2000: the largest number is none, the next one failed, one more none from five bits on; signed too")
  func nmea2000() throws {
    for count in 2...16 {
      let (largest, sign): (UInt64, UInt64) = (1 << UInt64(count) - 1, 1 << UInt64(count - 1))
      for raw in 0...largest {
        let expected: Quality =
          raw == largest ? .none : raw + 1 == largest ? .failed : raw + 2 == largest && count > 4 ? .none : .fresh
        if try quality(.nmea2000, raw, count) != expected { Issue.record("\(count) bits, \(raw)") }
        if try quality(.nmea2000, raw ^ sign, count, .signed) != expected { Issue.record("signed \(count), \(raw)") }
        let only: Quality = raw == largest ? .none : .fresh
        if try quality(.largest, raw, count) != only { Issue.record("largest \(count), \(raw)") }
      }
    }
    for count in [24, 32, 48, 63, 64] {
      let largest = UInt64.max >> UInt64(64 - count)
      #expect(try quality(.nmea2000, largest, count) == .none && quality(.nmea2000, largest - 1, count) == .failed)
      #expect(try quality(.nmea2000, largest - 2, count) == .none && quality(.nmea2000, largest - 3, count) == .fresh)
      #expect(try quality(.nmea2000, largest >> 1, count, .signed) == .none)
      #expect(try quality(.nmea2000, largest >> 1 - 1, count, .signed) == .failed)
      #expect(try quality(.nmea2000, largest, count, .signed) == .fresh)
    }
  }

  @Test("P67 without a standard all numbers are values, and so are those of a float")
  func others() throws {
    for raw: UInt64 in 0...255 { #expect(try quality(.none, raw, 8) == .fresh) }
    #expect(try quality(.j1939, 0xFFFF_FFFF, 32, .float) == .fresh)
    var bus = GroupBus(["PF004 u0:8 !j *1-190/5>1"])
    #expect(bus.send(0x0CF0_0400, [0xFF]) == ["0 none"] && bus.send(0x0CF0_0400, [0xFE]) == ["0 failed"])
    #expect(bus.send(0x0CF0_0400, [0xFD]) == ["0 none"] && bus.send(0x0CF0_0400, [0xFA]) == ["0 -15.0"])
  }
}
