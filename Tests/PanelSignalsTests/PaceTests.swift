// How often what is seen changes: flashes, and digits.
import PanelSignals
import TestSupport
import Testing

private let second: Int64 = 1_000_000_000

@Suite struct FlashTests {
  @Test("P51 what flashes faster and slower lights up together, within 1.4 to 2.8 Hz for warnings, slower for the rest")
  func together() {
    #expect(FlashClock.period(.warning) <= second * 10 / 14 && FlashClock.period(.warning) >= second * 10 / 28)
    for priority in [AlarmPriority.caution, .advisory] { #expect(FlashClock.period(priority) > second * 10 / 14) }
    for flash in 0..<Int64(20) {
      let start = flash * FlashClock.period(.caution)
      for priority in [AlarmPriority.warning, .caution, .advisory] {
        #expect(FlashClock.isOn(priority, at: start) && (start == 0 || !FlashClock.isOn(priority, at: start - 1)))
      }
    }
  }

  @Test("P51 P04 nothing is due where nothing flashes, and else the next edge of what does")
  func due() {
    var random = SplitMix(seed: 83)
    for _ in 0..<2000 {
      let time = Int64.random(in: 0...(1000 * second), using: &random)
      let (warning, caution) = (FlashClock.nextTime(.warning, after: time), FlashClock.nextTime(.caution, after: time))
      #expect(FlashClock.nextTime(warnings: false, others: false, after: time) == nil)
      #expect(FlashClock.nextTime(warnings: true, others: false, after: time) == warning)
      #expect(FlashClock.nextTime(warnings: false, others: true, after: time) == caution)
      #expect(FlashClock.nextTime(warnings: true, others: true, after: time) == min(warning, caution))
    }
  }

  @Test("P51 warnings flash twice a second, the rest once, on for six tenths, all by one clock")
  func flashing() {
    for (priority, period) in [(AlarmPriority.warning, second / 2), (.caution, second), (.advisory, second)] {
      var (on, time, edges) = (Int64(0), Int64(0), 0)
      while time < 10 * second {
        let next = FlashClock.nextTime(priority, after: time)
        #expect(next > time && FlashClock.isOn(priority, at: next) != FlashClock.isOn(priority, at: time))
        #expect(FlashClock.isOn(priority, at: next - 1) == FlashClock.isOn(priority, at: time))
        if FlashClock.isOn(priority, at: time) { on += next - time }
        time = next
        edges += 1
      }
      #expect(on == 6 * second && edges == Int(20 * second / period))
    }
  }
}

@Suite struct NumberPacerTests {
  private let whole = NumberFormat()

  private func take(_ value: Fixed64, _ time: Int64, _ pacer: inout NumberPacer) -> Bool {
    pacer.take(Reading(value), whole, at: time)
  }

  @Test("P33 digits change four times a second at most, and the last value is shown in the end")
  func rate() {
    var pacer = NumberPacer()
    #expect(take(1, 0, &pacer) && pacer.nextTime == nil)
    var changes = 0
    for step in 1...100 {
      if pacer.take(Reading(Fixed64(step * 10)), whole, at: Int64(step) * second / 100) { changes += 1 }
    }
    #expect(changes == 4 && pacer.value.value == 1000 && pacer.nextTime == nil)
    #expect(!take(2000, second + second / 100, &pacer) && pacer.nextTime == second + second / 4)
    #expect(take(2000, second + second / 4, &pacer) && pacer.value.value == 2000)
  }

  @Test("P33 a value between two digits stays with the one that is shown")
  func hysteresis() {
    var pacer = NumberPacer()
    _ = pacer.take(Reading(10), whole, at: 0)
    for step in 1...50 {
      let value = Fixed64(10) + Fixed64(step % 2 == 0 ? 45 : 60, over: 100)
      #expect(!take(value, Int64(step) * second, &pacer))
    }
    #expect(take(Fixed64(1076, over: 100), 60 * second, &pacer))
    #expect(pacer.value.value.rounded == 11)
    #expect(!take(Fixed64(1040, over: 100), 61 * second, &pacer))
  }

  @Test("P33 a value that rests for a second shows its nearest digits; one that trembles between two does not")
  func rest() {
    var pacer = NumberPacer()
    _ = take(Fixed64(4, over: 10), 0, &pacer)
    let start = 5 * second
    #expect(!take(Fixed64(74, over: 100), start, &pacer) && pacer.value.value < 1)
    #expect(pacer.nextTime == start + second)
    #expect(!take(Fixed64(71, over: 100), start + second / 2, &pacer))
    #expect(!take(Fixed64(74, over: 100), start + second - 1, &pacer))
    #expect(take(Fixed64(74, over: 100), start + second, &pacer) && pacer.value.value.rounded == 1)
    #expect(pacer.nextTime == nil)
    // Back within the digits: nothing is due.
    #expect(!take(Fixed64(46, over: 100), start + 2 * second, &pacer) && pacer.nextTime == start + 3 * second)
    #expect(!take(Fixed64(52, over: 100), start + 2 * second + 1, &pacer) && pacer.nextTime == nil)
  }

  @Test("P31 P33 a value that cannot be believed any more is shown as that at once")
  func quality() {
    var pacer = NumberPacer()
    _ = pacer.take(Reading(10), whole, at: 0)
    var changes: [Bool] = []
    for (time, reading) in [Reading(10, .old), .none, Reading(10)].enumerated() {
      changes.append(pacer.take(reading, whole, at: Int64(time)))
    }
    #expect(changes == [true, true, true] && pacer.value == Reading(10))
  }
}
