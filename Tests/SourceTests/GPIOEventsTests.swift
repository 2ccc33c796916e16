// What the edges of GPIO lines tell. The kernel itself is the counterpart in scripts/gpio-board.
import PanelSignals
import Testing

@testable import PanelSources

/// Keeps the last reading of each address, without taking memory for more.
private struct Values: ValueListener {
  var readings = [Reading](repeating: .none, count: 8)
  var count = 0

  mutating func receive(_ address: Int, _ reading: Reading) {
    readings[address] = reading
    count += 1
  }
  mutating func receive(_ address: Int, text: Span<UInt8>) {}
}

/// Nanoseconds.
private let second: Int64 = 1_000_000_000

/// An event as <linux/gpio.h> has it.
func event(_ time: Int64, rises: Bool, line: UInt32 = 17, sequence: UInt32) -> [UInt8] {
  var bytes: [UInt8] = []
  for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: time >> Int64(shift))) }
  for word in [rises ? 1 : 2, line, sequence, sequence] + [UInt32](repeating: 0, count: 6) {
    for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(shift))) }
  }
  return bytes
}

private func makeEvents(_ values: [GPIOValue] = [.level, .count, .frequency]) -> GPIOEvents {
  GPIOEvents(values.map { (0, $0) }, lines: 1)
}

@Suite("Edges of GPIO lines") struct GPIOEventsTests {
  // row: P6C
  @Test("P6C a line has its level at once, and each edge changes it; rising edges are counted")
  func levels() {
    var (events, values) = (makeEvents(), Values())
    events.begin(0, number: 17, isActive: true, hasBothEdges: true, at: 0, &values)
    #expect(values.readings[0] == Reading(1) && values.readings[1] == Reading(0))
    #expect(values.readings[2] == .none, "nobody knows a frequency yet")
    events.take(event(1, rises: false, sequence: 1).span, of: 0, &values)
    #expect(values.readings[0] == Reading(0) && values.readings[1] == Reading(0))
    events.take((event(2, rises: true, sequence: 2) + event(3, rises: false, sequence: 3)).span, of: 0, &values)
    #expect(values.readings[0] == Reading(0) && values.readings[1] == Reading(1))
    // Taken away, and back: the count goes on.
    events.end(0, &values)
    #expect(values.readings[0...2].allSatisfy { $0.quality == .failed })
    events.take(event(4, rises: true, sequence: 4).span, of: 0, &values)
    #expect(values.readings[0].quality == .failed && events.garbage == 1)
    events.begin(0, number: 17, isActive: false, hasBothEdges: true, at: 5, &values)
    events.take(event(6, rises: true, sequence: 1).span, of: 0, &values)
    #expect(values.readings[0] == Reading(1) && values.readings[1] == Reading(2))
  }

  @Test("P6C a count has the edges that the kernel dropped, of one kind of edges and of both")
  func missed() {
    for hasBothEdges in [false, true] {
      var random = CANRandom(7)
      for _ in 0..<500 {
        var (events, values) = (makeEvents(), Values())
        events.begin(0, number: 17, isActive: false, hasBothEdges: hasBothEdges, at: 0, &values)
        var (rises, isActive, dropped) = (0, Bool.random(using: &random), 0)
        for sequence: UInt32 in 1...40 {
          isActive = hasBothEdges ? !isActive : true
          rises += isActive ? 1 : 0
          // The last event is never dropped.
          if sequence < 40 && Int.random(in: 0..<4, using: &random) > 0 {
            dropped += 1
            continue
          }
          events.take(event(Int64(sequence), rises: isActive, sequence: sequence).span, of: 0, &values)
        }
        #expect(dropped > 0 && values.readings[1] == Reading(Fixed64(rises)))
      }
    }
  }

  @Test("P6C a frequency is the mean of a quarter of a second, and 0 after two seconds without an edge")
  func frequency() {
    for (hertz, edges) in [(1, 4), (3, 9), (50, 100), (1000, 2000), (100_000, 60_000)] {
      var (events, values) = (makeEvents(), Values())
      events.begin(0, number: 17, isActive: false, hasBothEdges: false, at: 10 * second, &values)
      var time: Int64 = 0
      for number in 0..<edges {
        time = 10 * second + Int64(number) * second / Int64(hertz)
        events.take(event(time, rises: true, sequence: UInt32(number + 1)).span, of: 0, &values)
      }
      let found = values.readings[2]
      #expect(found.quality == .fresh && (found.value - Fixed64(hertz)).magnitude < Fixed64(1, over: 1000), "\(hertz)")
      #expect(events.nextTime == time + 2 * second)
      events.advance(to: time + 2 * second - 1, &values)
      #expect(values.readings[2] == found)
      events.advance(to: time + 2 * second, &values)
      #expect(values.readings[2] == Reading(0) && events.nextTime == .max)
      // The first edge after a silence has no period.
      events.take(event(time + 60 * second, rises: true, sequence: UInt32(edges + 1)).span, of: 0, &values)
      #expect(values.readings[2] == Reading(0))
      events.take(event(time + 61 * second, rises: true, sequence: UInt32(edges + 2)).span, of: 0, &values)
      #expect(values.readings[2] == Reading(1))
    }
  }

  @Test("P6C a line that never moved has the frequency 0 after two seconds, and its values are told again")
  func still() {
    var (events, values) = (makeEvents(), Values())
    events.begin(0, number: 17, isActive: true, hasBothEdges: true, at: 5 * second, &values)
    #expect(events.nextTime == 7 * second)
    events.advance(to: 6 * second, &values)
    #expect(values.readings[2] == .none && values.readings[0] == Reading(1) && values.count == 6)
    events.advance(to: 7 * second, &values)
    #expect(values.readings[2] == Reading(0) && values.count == 9)
    events.advance(to: 7 * second + 1, &values)
    #expect(values.count == 12, "told again")
    // One that is not open is not told.
    events.end(0, &values)
    events.advance(to: 8 * second, &values)
    #expect(values.count == 15 && values.readings[0].quality == .failed)
  }

  @Test("P6C events of several lines are told to their own addresses")
  func several() {
    var (events, values) = (GPIOEvents([(1, .level), (0, .count), (-1, .level), (1, .count)], lines: 2), Values())
    events.begin(0, number: 3, isActive: false, hasBothEdges: false, at: 0, &values)
    events.begin(1, number: 4, isActive: false, hasBothEdges: true, at: 0, &values)
    events.take(event(1, rises: true, line: 4, sequence: 1).span, of: 1, &values)
    #expect(values.readings[0] == Reading(1) && values.readings[1] == Reading(0) && values.readings[3] == Reading(1))
    events.take(event(1, rises: true, line: 4, sequence: 1).span, of: 0, &values)
    #expect(values.readings[1] == Reading(0) && events.garbage == 1)
    events.take(event(1, rises: true, line: 3, sequence: 1).span, of: 0, &values)
    #expect(values.readings[1] == Reading(1) && values.readings[2] == .none)
    events.set(1, isActive: false, &values)
    #expect(values.readings[0] == Reading(0))
  }

  @Test("P6C bytes that are no whole event are left out, wherever they end")
  func cut() {
    let whole = event(1, rises: true, sequence: 1) + event(2, rises: false, sequence: 2)
    for count in 0...whole.count {
      var (events, values) = (makeEvents(), Values())
      events.begin(0, number: 17, isActive: false, hasBothEdges: true, at: 0, &values)
      events.take(Array(whole[..<count]).span, of: 0, &values)
      #expect(values.readings[0] == Reading(count >= 48 && count < 96 ? 1 : 0))
      #expect(values.readings[1] == Reading(count >= 48 ? 1 : 0) && events.garbage == (count % 48 == 0 ? 0 : 1))
    }
  }

  @Test("P6C P60 40,000 damaged events never trap, and are told as they stand or counted")
  func damaged() {
    var random = CANRandom(1)
    var (events, values) = (makeEvents(), Values())
    events.begin(0, number: 17, isActive: false, hasBothEdges: true, at: 0, &values)
    var (sequence, failed, fresh) = (UInt32(0), 0, 0)
    for _ in 0..<40_000 {
      sequence &+= 1
      let time = Int64.random(in: 0...100, using: &random) * 20_000_000 + Int64(sequence) * 10_000_000
      let bytes = event(time, rises: Bool.random(using: &random), sequence: sequence)
      events.take(random.damaged(bytes).span, of: 0, &values)
      if Int.random(in: 0..<20, using: &random) == 0 { events.advance(to: time &+ Int64(sequence), &values) }
      if Int.random(in: 0..<100, using: &random) == 0 {
        events.begin(0, number: 17, isActive: false, hasBothEdges: sequence & 1 == 0, at: time, &values)
        sequence = 0
      }
      if values.readings[2].quality == .failed { failed += 1 }
      if values.readings[2].quality == .fresh { fresh += 1 }
      #expect(values.readings[0].value == 0 || values.readings[0].value == 1)
      #expect(values.readings[2].value >= 0)
    }
    #expect(events.garbage > 1000 && fresh > 1000, "\(events.garbage) \(fresh) \(failed)")
  }

  @Test("P6C a count beyond the numbers there are has failed, and one frequency too")
  func beyond() {
    var (events, values) = (makeEvents(), Values())
    events.begin(0, number: 17, isActive: false, hasBothEdges: false, at: 0, &values)
    events.take(event(1, rises: true, sequence: 1 << 31).span, of: 0, &values)
    #expect(values.readings[1].quality == .failed)
    // 2³¹ events at a time are the most that are believed.
    events.take(event(second / 4 + 1, rises: true, sequence: UInt32.max).span, of: 0, &values)
    #expect(values.readings[2].quality == .failed && events.garbage == 0)
    events.take(event(second / 4 + 2, rises: true, sequence: UInt32.max - 1).span, of: 0, &values)
    #expect(events.garbage == 1)
  }
}
