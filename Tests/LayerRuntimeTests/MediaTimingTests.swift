import FixedRaster
import TestSupport
import Testing

@testable import LayerRuntime

/// CAMediaTiming by counting, apart from the code: fractions of whole numbers, no rounding. Times are whole nanoseconds.
private struct ExactTiming {
  let timing: MediaTiming

  /// In 2^-16 of a nanosecond.
  func local(_ parent: Int128) -> Int128 {
    (parent - Int128(timing.space.beginTime)) * Int128(timing.space.speed.rawValue) + Int128(timing.space.timeOffset)
      << 16
  }

  /// In 2^-16 of a nanosecond; `nil` for ever.
  var active: Int128? {
    let duration = Int128(timing.duration)
    if duration <= 0 { return 0 }
    if timing.repeatDuration > 0 { return Int128(timing.repeatDuration) << 16 }
    if timing.repeatCount == .max { return nil }
    let count = timing.repeatCount <= 0 ? 65536 : Int128(timing.repeatCount.rawValue)
    return duration * (timing.autoreverses ? 2 : 1) * count
  }

  /// How many ways there and back have been gone after a local time, and what part of the last.
  func progress(after local: Int128) -> (progress: Double, cycle: Int128) {
    if timing.duration <= 0 { return (timing.autoreverses ? 0 : 1, 0) }
    let way = Int128(timing.duration) << 16
    var time = max(0, local)
    var ends = false
    if let active, time >= active { (time, ends) = (active, true) }
    var ways: Int128 = 0
    // One after another is slow: as many at once as leave one.
    if time > 4 * way { ways = (time / way / 2 - 1) * 2 }
    time -= ways * way
    while time > way || (time == way && !ends) { (time, ways) = (time - way, ways + 1) }
    let part = Double(time) / Double(way)
    if !timing.autoreverses { return (part, ways) }
    return (ways % 2 == 0 ? part : 1 - part, ways / 2)
  }
}

@Suite struct MediaTimingTests {
  private func timing(
    begin: Int64 = 0, offset: Int64 = 0, speed: Fixed = 1, duration: Int64 = 1_000_000_000, count: Fixed = 0,
    repeats: Int64 = 0, reverses: Bool = false, fill: FillMode = .removed
  ) -> MediaTiming {
    MediaTiming(
      space: TimeSpace(beginTime: begin, timeOffset: offset, speed: speed), duration: duration, repeatCount: count,
      repeatDuration: repeats, autoreverses: reverses, fillMode: fill)
  }

  private let second: Int64 = 1_000_000_000

  /// Every timing of the grid, handed on with what it is outside of.
  private func forEachTiming(_ body: (MediaTiming) -> Void) {
    for begin in [0, 3 * second, -second / 3] {
      for offset in [0, second / 4, -second] {
        for speed in [Fixed(1), 2, 0.5, Fixed(rawValue: 21845), -1, -0.75, 0] {
          for duration in [second, 400_000_001, second * 5 / 2 + 1, 0] {
            for (count, repeats) in [
              (0, 0), (1, 0), (3, 0), (2.5, 0), (Fixed(rawValue: 43691), 0), (.max, 0), (2, second * 7 / 4),
              (0, second / 8),
            ] as [(Fixed, Int64)] {
              for reverses in [false, true] {
                for fill in [FillMode.removed, .forwards, .backwards, .both] {
                  body(
                    timing(
                      begin: begin, offset: offset, speed: speed, duration: duration, count: count, repeats: repeats,
                      reverses: reverses, fill: fill))
                }
              }
            }
          }
        }
      }
    }
  }

  /// From before anything begins to after everything but the endless has ended, and about whole seconds.
  private var times: [Int64] {
    let steps = stride(from: -8 * second, through: 14 * second, by: 777_777_777)
    let whole = [0, second, 3 * second, 4 * second, 5 * second, -second / 3, second * 2 / 3]
    return Array(steps) + whole.flatMap { [$0 - 1, $0, $0 + 1] }
  }

  @Test("L83 L85 the grid: phase, fill, progress, cycle and local time are the exact ones")
  func grid() {
    var (before, active, after, reversed) = (0, 0, 0, 0)
    var worst = 0.0
    forEachTiming { timing in
      let exact = ExactTiming(timing: timing)
      for time in times {
        let sample = timing.sample(at: time)
        let local = exact.local(Int128(time))
        #expect(abs(Int128(sample.localTime) << 16 - local) <= 32768)
        // Within the rounding of a nanosecond of the ends either phase is right.
        let isClose = abs(local) <= 32768 || exact.active.map { abs($0 - local) <= 65536 } ?? false
        let phase: MediaTiming.Phase =
          local < 0 ? .before : exact.active.map { local < $0 } ?? true ? .active : .after
        if !isClose { #expect(sample.phase == phase, "\(timing) at \(time)") }
        let fills: [FillMode] =
          sample.phase == .before ? [.backwards, .both] : sample.phase == .after ? [.forwards, .both] : []
        #expect(sample.hasEffect == (sample.phase == .active || fills.contains(timing.fillMode)))
        var (progress, cycle) = exact.progress(after: local)
        // A nanosecond around the place where one repeat follows another either is right.
        if cycle != sample.cycle {
          let near = [local - 65536, local + 65536].map { exact.progress(after: $0) }
          if let other = near.first(where: { $0.cycle == sample.cycle }) { (progress, cycle) = other }
        }
        #expect(sample.cycle == cycle, "\(timing) at \(time)")
        let error = abs(sample.progress.double - progress)
        #expect(error < 4e-9, "\(timing) at \(time): \(sample.progress) for \(progress)")
        worst = max(worst, error)
        switch sample.phase {
        case .before: before += 1
        case .active: active += 1
        case .after: after += 1
        }
        if timing.space.speed < 0 && sample.phase == .active { reversed += 1 }
      }
    }
    #expect(before > 10_000 && active > 10_000 && after > 10_000 && reversed > 5000)
  }

  @Test("L83 two levels: an animation in a layer whose time runs differently, speeds and offsets of both counted")
  func nested() {
    let outers = [
      TimeSpace(beginTime: second, timeOffset: 0, speed: 2),
      TimeSpace(beginTime: 0, timeOffset: second / 2, speed: -0.5),
      TimeSpace(beginTime: -second, timeOffset: second, speed: 0),
    ]
    var (compared, between) = (0, 0)
    for outer in outers {
      forEachTiming { timing in
        let exact = ExactTiming(timing: timing)
        for time in stride(from: -4 * second, through: 8 * second, by: 1_234_567_890) {
          let sample = timing.sample(at: outer.inside(time))
          // In 2^-32 of a nanosecond.
          let middle = Int128(time - outer.beginTime) * Int128(outer.speed.rawValue) + Int128(outer.timeOffset) << 16
          let space = timing.space
          let local =
            (middle - Int128(space.beginTime) << 16) * Int128(space.speed.rawValue) + Int128(space.timeOffset) << 32
          // Half a nanosecond outside, at the speed inside, and half inside.
          #expect(abs(Int128(sample.localTime) << 32 - local) <= (1 << 31) + (1 << 31) * 2)
          let (progress, cycle) = exact.progress(after: local >> 16)
          // Within a nanosecond of where one repeat follows another either is right.
          if sample.cycle != cycle {
            between += 1
          } else {
            #expect(abs(sample.progress.double - progress) < 8e-9, "\(timing) at \(time)")
            compared += 1
          }
        }
      }
    }
    #expect(compared > 50_000 && between < compared / 50)
  }

  @Test("L83 an animation runs from its begin time for its duration")
  func once() {
    let timing = timing(begin: 5 * second, duration: 2 * second)
    let samples = [5 * second - 1, 5 * second, 6 * second, 7 * second - 1, 7 * second].map(timing.sample)
    #expect(samples.map(\.phase) == [.before, .active, .active, .active, .after])
    #expect(samples.map(\.hasEffect) == [false, true, true, true, false])
    #expect(samples[1].progress == 0 && samples[2].progress == 0.5 && samples[4].progress == 1)
    #expect(samples[2].localTime == second && samples[4].cycle == 0)
    #expect(timing.endTime == 7 * second)
    #expect(
      timing.nextChange(after: 0) == .at(5 * second) && timing.nextChange(after: 5 * second - 1) == .at(5 * second))
    #expect(timing.nextChange(after: 5 * second) == .now && timing.nextChange(after: 7 * second - 1) == .now)
    #expect(timing.nextChange(after: 7 * second) == .never)
  }

  @Test("L83 whole repeats end at 1, or at 0 where they go back; parts of one end midway")
  func endsOfRepeats() {
    func end(_ timing: MediaTiming) -> MediaTiming.Sample { timing.sample(at: timing.endTime ?? 0) }
    for count in [Fixed(1), 2, 3, 1000] {
      let there = end(timing(count: count, fill: .forwards))
      #expect(there.progress == 1 && there.cycle == Int64(count.floor) - 1 && there.hasEffect && there.phase == .after)
      let back = end(timing(count: count, reverses: true, fill: .both))
      #expect(back.progress == 0 && back.cycle == Int64(count.floor) - 1)
    }
    #expect(end(timing(count: 2.25)).progress == 0.25 && end(timing(count: 2.25)).cycle == 2)
    #expect(end(timing(count: 0.5)).progress == 0.5 && end(timing(count: 0.5, reverses: true)).progress == 1)
    // Between two repeats the next one begins: only at the end does the last one show its end.
    let three = timing(count: 3)
    #expect(three.sample(at: second - 1).progress > 0.999 && three.sample(at: second - 1).cycle == 0)
    #expect(three.sample(at: second).progress == 0 && three.sample(at: second).cycle == 1)
    let back = timing(count: 3, reverses: true)
    #expect(back.sample(at: second).progress == 1 && back.sample(at: second).cycle == 0)
    #expect(back.sample(at: 2 * second).progress == 0 && back.sample(at: 2 * second).cycle == 1)
    // Three quarters of a repeat there and back: half of the way back.
    #expect(end(timing(count: 0.75, reverses: true)).progress == 0.5)
    #expect(
      end(timing(count: 1.25, reverses: true)).progress == 0.5 && end(timing(count: 1.25, reverses: true)).cycle == 1)
    // The repeat duration takes precedence over a repeat count, also one without an end.
    for count in [Fixed(0), 7, .max] {
      let cut = timing(count: count, repeats: second * 5 / 2)
      #expect(cut.endTime == second * 5 / 2 && end(cut).progress == 0.5 && end(cut).cycle == 2 && !cut.isForever)
    }
    #expect(end(timing(repeats: 2 * second)).progress == 1 && end(timing(repeats: 2 * second)).cycle == 1)
    // A repeat count or duration below 0 counts as none.
    #expect(timing(count: -3, repeats: -5).endTime == second && timing(count: -3).activeDuration == second)
  }

  @Test("L83 an animation repeats for ever, at the end of held time too")
  func forever() {
    let forever = timing(count: MediaTiming.forever, reverses: true)
    #expect(forever.isForever && forever.endTime == nil)
    for time in [0, 1000 * second, 1 << 61, 1 << 62 - 1] as [Int64] {
      #expect(forever.sample(at: time).phase == .active && forever.nextChange(after: time) == .now)
    }
    let sample = forever.sample(at: 1_000_000 * second + second / 4)
    #expect(sample.progress == 0.25 && sample.cycle == 500_000)
    #expect(forever.nextChange(after: -1) == .at(0))
    // Backwards it does end: at its beginning.
    #expect(timing(offset: 10 * second, speed: -1, count: .max).endTime == 10 * second + 1)
  }

  @Test("L83 a duration of zero is over at once, at 1")
  func zeroDuration() {
    for duration in [0, -5] as [Int64] {
      for (count, repeats) in [(0, 0), (3, 0), (.max, 0), (0, second)] as [(Fixed, Int64)] {
        let none = timing(begin: second, duration: duration, count: count, repeats: repeats, fill: .forwards)
        #expect(none.sample(at: second - 1).phase == .before && !none.sample(at: second - 1).hasEffect)
        let sample = none.sample(at: second)
        #expect(sample.phase == .after && sample.hasEffect && sample.progress == 1 && sample.cycle == 0)
        #expect(none.endTime == second && none.nextChange(after: 0) == .at(second))
        #expect(none.nextChange(after: second) == .never)
      }
    }
  }

  @Test("L83 a speed below 0 runs an animation from its end to its beginning")
  func backwards() {
    let timing = timing(begin: second, offset: 3 * second, speed: -2, duration: 2 * second, fill: .both)
    #expect(timing.sample(at: second).phase == .after && timing.sample(at: second).progress == 1)
    #expect(timing.sample(at: second * 3 / 2).phase == .after && timing.sample(at: second * 7 / 4).progress == 0.75)
    #expect(timing.sample(at: second * 2).progress == 0.5 && timing.sample(at: second * 5 / 2).phase == .active)
    #expect(timing.sample(at: second * 5 / 2).progress == 0 && timing.sample(at: 3 * second).phase == .before)
    #expect(timing.nextChange(after: 0) == .at(second * 3 / 2 + 1) && timing.nextChange(after: 2 * second) == .now)
    #expect(timing.endTime == second * 5 / 2 + 1 && timing.nextChange(after: 3 * second) == .never)
  }

  @Test("L83 an animation that is paused shows what it did, whenever it is asked, and goes on from there")
  func paused() {
    var timing = timing(begin: second, duration: 4 * second)
    let now = second * 3
    let running = timing.sample(at: now)
    let local = running.localTime
    timing.space = TimeSpace(beginTime: second, timeOffset: local, speed: 0)
    for time in [now, 100 * second, -second] {
      #expect(timing.sample(at: time) == running && timing.nextChange(after: time) == .never)
    }
    #expect(timing.endTime == nil)
    timing.space = TimeSpace(beginTime: 50 * second - local, timeOffset: 0, speed: 1)
    #expect(timing.sample(at: 50 * second) == running && timing.endTime == 52 * second)
  }

  @Test("L83 L85 next change and end are the first nanosecond at which they are so")
  func changes() {
    var random = SplitMix(seed: 83)
    var (begins, ends, backwards, never) = (0, 0, 0, 0)
    for _ in 0..<20_000 {
      let wide = Int64.random(in: 0...40, using: &random)
      let speed = Fixed(
        rawValue: Int32.random(in: .min ... .max, using: &random) >> Int32.random(in: 0...31, using: &random))
      let timing = timing(
        begin: .random(in: -1 << 40...1 << 40, using: &random),
        offset: .random(in: -1 << wide...1 << wide, using: &random),
        speed: speed, duration: .random(in: 0...1 << wide, using: &random),
        count: Fixed(rawValue: .random(in: 0...1 << 18, using: &random)))
      if let end = timing.endTime {
        let over: MediaTiming.Phase = speed > 0 ? .after : .before
        #expect(timing.sample(at: end).phase == over && timing.sample(at: end - 1).phase != over, "\(timing)")
        #expect(timing.nextChange(after: end) == .never)
        ends += 1
        if speed < 0 { backwards += 1 }
      } else {
        #expect(speed == 0)
        never += 1
      }
      let time = Int64.random(in: -1 << 42...1 << 42, using: &random)
      if case .at(let change) = timing.nextChange(after: time) {
        let (last, first) = (timing.sample(at: change - 1), timing.sample(at: change))
        #expect(change > time && last.phase == timing.sample(at: time).phase && first.phase != last.phase, "\(timing)")
        begins += 1
      }
    }
    #expect(begins > 2000 && ends > 10_000 && backwards > 3000 && never > 10)
  }

  @Test("L85 a sample depends on its time alone: in any order, however often it is asked for")
  func order() {
    let timing = timing(begin: second, speed: 1.5, duration: 700_000_000, count: 3.5, reverses: true)
    let times = (0..<500).map { Int64($0) * 16_666_667 }
    let forwards = times.map(timing.sample)
    #expect(times.reversed().map(timing.sample).reversed() == forwards)
    #expect(times.map { time in (0..<3).map { _ in timing.sample(at: time) }.last } == forwards)
    #expect(Set(forwards.map(\.cycle)) == [0, 1, 2, 3])
  }

  @Test("L85 progress has no jumps but where a repeat that does not go back begins again")
  func continuity() {
    for speed in [Fixed(1), -1, 0.3, 2.5] {
      for reverses in [false, true] {
        let timing = timing(offset: 4 * second, speed: speed, count: 3.25, reverses: reverses)
        var last = timing.sample(at: -30 * second)
        var jumps = 0
        for time in stride(from: -30 * second, through: 50 * second, by: 10_000_000) {
          let sample = timing.sample(at: time)
          // Ten milliseconds at the speed, and a step of rounding.
          let step = abs(sample.progress.double - last.progress.double)
          if step > 0.01 * abs(speed.double) + 1e-9 {
            jumps += 1
            #expect(!reverses && abs(sample.cycle - last.cycle) == 1 && step > 0.9)
          }
          last = sample
        }
        #expect(jumps == (reverses ? 0 : 3))
      }
    }
  }

  @Test("L83 the first time that reaches another is the first, out to the ends of what is held")
  func firstTimes() {
    let end = Int64(1) << 62 - 1
    var random = SplitMix(seed: 84)
    /// Anywhere, at any scale, or close by an end.
    func time(_ range: ClosedRange<Int64>) -> Int64 {
      let near = Int64.random(in: -3...70_000, using: &random)
      let time =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: end - near
        case 1: near - end
        default: Int64.random(in: -end...end, using: &random) >> Int64.random(in: 0...61, using: &random)
        }
      return max(range.lowerBound, min(range.upperBound, time))
    }
    var (found, none, all) = (0, 0, 0)
    for _ in 0..<300_000 {
      var raw = Int32.random(in: .min ... .max, using: &random) >> Int32.random(in: 0...31, using: &random)
      if Bool.random(using: &random) { raw = (raw < 0 ? -65536 : 65536) + raw % 3 }
      if raw == 0 { continue }
      let space = TimeSpace(
        beginTime: time(-end...end), timeOffset: time(-end...end), speed: Fixed(rawValue: raw))
      let sought = time(-1...(raw > 0 ? end : end - 1))
      func reaches(_ time: Int64) -> Bool { raw > 0 ? space.inside(time) >= sought : space.inside(time) <= sought }
      if let first = space.firstTime(reaching: sought) {
        #expect(abs(first) <= end && reaches(first), "\(space) \(sought): \(first)")
        #expect(first == -end || !reaches(first - 1), "\(space) \(sought): \(first)")
        if first == -end { all += 1 } else { found += 1 }
      } else {
        #expect(!reaches(end), "\(space) \(sought)")
        none += 1
      }
    }
    #expect(found > 10_000 && none > 10_000 && all > 10_000)
    #expect(TimeSpace(beginTime: 0, timeOffset: 0, speed: 0).firstTime(reaching: 0) == nil)
  }

  @Test("L83 times at the ends of what is held trap nowhere and end where they can")
  func limits() {
    let end = Int64(1) << 62 - 1
    let ends = [-end, -1, 0, 1, end]
    var reached = 0
    for begin in ends {
      for offset in ends {
        // A little below 1, distances a little beyond what is held would be needed.
        let raws: [Int32] = [.min, -65536, -65535, -1, 0, 1, 65535, 65536, .max]
        for speed in raws.map({ Fixed(rawValue: $0) }) {
          for duration in [1, second, end] {
            for (count, repeats) in [(0, 0), (.max, 0), (32767, 0), (0.25, 0), (0, end)] as [(Fixed, Int64)] {
              let timing = timing(
                begin: begin, offset: offset, speed: speed, duration: duration, count: count, repeats: repeats,
                reverses: true)
              for time in ends {
                let sample = timing.sample(at: time)
                #expect(sample.progress >= 0 && sample.progress <= 1 && sample.cycle >= 0)
                if case .at(let change) = timing.nextChange(after: time) {
                  #expect(abs(change) <= end && timing.sample(at: change).phase != sample.phase)
                }
              }
              guard let last = timing.endTime else { continue }
              let over: MediaTiming.Phase = speed > 0 ? .after : .before
              #expect(timing.sample(at: last).phase == over, "\(timing) at \(last)")
              #expect(last == -end || timing.sample(at: last - 1).phase != over, "\(timing)")
              reached += 1
            }
          }
        }
      }
    }
    #expect(reached > 500)
  }
}
