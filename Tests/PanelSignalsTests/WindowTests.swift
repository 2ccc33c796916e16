import PanelSignals
import TestSupport
import Testing

private let second: Int64 = 1_000_000_000
private let signal = SignalIndex(0)

/// A store whose signal 0 is heard, and whose signals 1 to 4 are mean, least, greatest and rate of one window of it.
private func store(_ duration: Int64, columns: Int, wraps: Fixed64 = .zero, stale: Int64 = 0) throws -> SignalStore {
  var definitions = Array(repeating: SignalDefinition(), count: 5)
  (definitions[0].wraps, definitions[0].stale) = (wraps, stale)
  for index in 1..<5 { definitions[index].expression = ExpressionRange(first: index - 1, count: 1) }
  var data = ExpressionData()
  data.windows = [WindowDefinition(signal, duration: duration, columns: columns)]
  let code: [Instruction] = [.average, .least, .greatest, .rate].map { Instruction($0, 0) }
  return SignalStore(definitions, try ExpressionCode(code, data, definitions))
}

private func result(_ store: SignalStore, _ number: Int) -> Reading { store.reading(SignalIndex(number)) }

/// What was told, moment by moment.
private struct Told {
  var time: Int64
  var reading: Reading
}

/// Mean, ends and rate from the list of all that was told, in whole numbers of 128 bits.
private func model(_ told: [Told], from start: Int64, to end: Int64) -> (
  average: Int64?, least: Fixed64?, greatest: Fixed64?, rate: Int64?
) {
  var (sum, time) = (Int128(0), Int128(0))
  var (least, greatest, first): (Fixed64?, Fixed64?, Told?) = (nil, nil, nil)
  var begins = end
  for (number, moment) in told.enumerated() where moment.reading.quality == .fresh {
    let over = number + 1 < told.count ? told[number + 1].time : end
    let isInside = over > start || moment.time >= start
    if !isInside || moment.time > end { continue }
    let begin = Swift.max(moment.time, start)
    if over > begin {
      sum += Int128(moment.reading.value.rawValue) * Int128(over - begin)
      time += Int128(over - begin)
    }
    least = Swift.min(least ?? .max, moment.reading.value)
    greatest = Swift.max(greatest ?? .min, moment.reading.value)
    if first == nil { (first, begins) = (moment, begin) }
  }
  func nearest(_ n: Int128, _ d: Int128) -> Int64 {
    let magnitude = (n.magnitude * 2 + d.magnitude) / (d.magnitude * 2)
    return Int64(clamping: n < 0 ? -Int128(magnitude) : Int128(magnitude))
  }
  var rate: Int64?
  if let first, let last = told.last, end > begins {
    rate = nearest(
      Int128((last.reading.value - first.reading.value).rawValue) * 1_000_000_000,
      Int128(max(1, last.time - first.time)))
  }
  return (time > 0 ? nearest(sum, time) : nil, least, greatest, rate)
}

@Suite struct WindowTests {
  @Test("P24 mean, least, greatest and rate over the last T are exact, whatever the pattern of frames, gaps included")
  func exact() throws {
    var random = SplitMix(seed: 31)
    var (means, gaps, pauses, rates) = (0, 0, 0, 0)
    for _ in 0..<60 {
      let columns = Int.random(in: 1...12, using: &random)
      let interval = Int64.random(in: 1...400_000_000, using: &random)
      let store = try store(interval * Int64(columns), columns: columns)
      var told: [Told] = []
      var time: Int64 = Int64.random(in: 0...(5 * second), using: &random)
      for _ in 0..<200 {
        let pause = Int.random(in: 0...20, using: &random) == 0
        time += Int64.random(in: 0...(pause ? interval * 30 : interval * 2), using: &random)
        // At the very border of a column too.
        if Int.random(in: 0...5, using: &random) == 0 { time = (time / interval + 1) * interval }
        if pause { pauses += 1 }
        switch Int.random(in: 0...9, using: &random) {
        case 0:
          store.fail(signal, at: time)
          told.append(Told(time: time, reading: Reading(.zero, .failed)))
          gaps += 1
        case 1, 2: break
        default:
          let value = Fixed64(rawValue: Int64.random(in: .min...(.max), using: &random) >> 12)
          store.set(signal, to: value, at: time)
          told.append(Told(time: time, reading: Reading(value)))
        }
        store.advance(to: time)
        guard let last = told.last else { continue }
        if last.reading.quality != .fresh {
          for number in 1..<5 { #expect(result(store, number) == Reading(.zero, .failed)) }
          continue
        }
        // The columns that a window has: at least its duration, and less than a column more.
        let start = Swift.max(0, time / interval - Int64(columns)) * interval
        #expect(time - start >= Swift.min(time, interval * Int64(columns)))
        let exact = model(told, from: start, to: time)
        let mean = result(store, 1)
        #expect(mean.value.rawValue == exact.average ?? last.reading.value.rawValue && mean.quality == .fresh)
        #expect(result(store, 2) == Reading(exact.least ?? .zero))
        #expect(result(store, 3) == Reading(exact.greatest ?? .zero))
        if let rate = exact.rate {
          #expect(result(store, 4) == Reading(Fixed64(rawValue: rate)))
          rates += 1
        } else {
          #expect(result(store, 4).quality == .none)
        }
        means += 1
      }
    }
    #expect(means > 5000 && gaps > 500 && pauses > 300 && rates > 4000)
  }

  @Test("P33 P24 over north the mean of a heading, its ends and its rate take the short way, however often it turns")
  func wraps() throws {
    let store = try store(10 * second, columns: 10, wraps: 360)
    for (time, value) in [(0, 350), (5, 10)] {
      store.set(signal, to: Fixed64(value), at: Int64(time) * second)
      store.advance(to: Int64(time) * second)
    }
    store.advance(to: 10 * second)
    #expect([1, 2, 3].map { result(store, $0) } == [Reading(0), Reading(350), Reading(10)])
    #expect(result(store, 4) == Reading(4))
    // Round and round, 30 degrees a second, for a day of turns: the rate stays, and the ends are where the arc has them.
    for clockwise in [true, false] {
      let turning = try self.turning(clockwise)
      #expect(result(turning, 4).value == (clockwise ? 30 : -30))
      // Six columns of a second: six seconds back from the newest.
      let newest = turning.reading(signal).value
      let (behind, front) = (result(turning, 2).value, result(turning, 3).value)
      #expect((clockwise ? front : behind) == newest)
      #expect((front - behind).modulo(360) == 150)
    }
  }

  private func turning(_ clockwise: Bool) throws -> SignalStore {
    let store = try store(5 * second, columns: 5, wraps: 360)
    for step in 0..<20_000 {
      store.set(signal, to: Fixed64((clockwise ? step : 40_000 * 12 - step) * 30 % 360), at: Int64(step) * second)
      store.advance(to: Int64(step) * second)
    }
    return store
  }

  @Test("P24 the rate of a straight line is exact, at whatever time it is asked, and falls when the line is flat")
  func straightLine() throws {
    let store = try store(10 * second, columns: 7)
    for step in 0..<100 {
      let time = Int64(step) * second
      // Sent a little late, as a source does.
      store.set(signal, to: Fixed64(step * 36), at: time + 3_000_000)
      for late in [3_000_000, 400_000_000, 990_000_000] {
        store.advance(to: time + Int64(late))
        if step > 0 { #expect(result(store, 4) == Reading(36), "\(step) \(late)") }
      }
    }
    // Sent again and again without a change, it is 0 once the window has gone by.
    for step in 100..<115 {
      store.set(signal, to: 99 * 36, at: Int64(step) * second)
      store.advance(to: Int64(step) * second)
      if step < 105 { #expect(result(store, 4).value < 36 && result(store, 4).value > 0) }
    }
    #expect(result(store, 4) == Reading(0))
  }

  @Test("P24 P04 a window is due at its next column while its result can still change, and then never")
  func due() throws {
    let store = try store(4 * second, columns: 4)
    store.advance(to: 0)
    #expect(store.nextTime == nil && result(store, 1).quality == .none)
    store.set(signal, to: 8, at: second / 2)
    store.advance(to: second / 2)
    #expect(store.nextTime == nil && result(store, 1) == Reading(8) && result(store, 4).quality == .none)
    store.set(signal, to: 9, at: second)
    store.advance(to: second)
    #expect(store.nextTime == 2 * second)
    var wakes = 0
    while let next = store.nextTime {
      #expect(next > (wakes == 0 ? second : 0))
      store.advance(to: next)
      wakes += 1
      #expect(wakes < 20)
    }
    #expect(result(store, 1) == Reading(9) && result(store, 2) == Reading(9) && result(store, 4) == Reading(0))
    #expect(wakes == 4)
  }

  @Test("P31 P24 a window is as bad as its signal is now, and without a fresh value in all its time it is none")
  func quality() throws {
    let store = try store(4 * second, columns: 4, stale: 2 * second)
    store.set(signal, to: 8, at: 0)
    store.advance(to: second)
    store.advance(to: 3 * second)
    #expect(result(store, 1) == Reading(8, .old) && result(store, 3) == Reading(8, .old))
    while let next = store.nextTime { store.advance(to: next) }
    for number in 1..<4 { #expect(result(store, number).quality == .none) }
    store.clear(signal, at: 20 * second)
    store.advance(to: 20 * second)
    for number in 1..<5 { #expect(result(store, number).quality == .none) }
  }

  @Test("P03 P24 windows of the greatest length and of the ends of numbers neither trap nor overflow")
  func ends() throws {
    for columns in [1, WindowDefinition.maximumColumns] {
      let store = try store(WindowDefinition.maximumDuration, columns: columns, wraps: .max)
      for (number, value) in [Fixed64.min, .max, .min, .max, .zero].enumerated() {
        store.set(signal, to: value, at: Int64(number) * WindowDefinition.maximumDuration)
        store.advance(to: Int64(number) * WindowDefinition.maximumDuration)
      }
    }
    let store = try store(WindowDefinition.maximumDuration, columns: 7)
    for value in [Fixed64.min, .max] {
      store.set(signal, to: value, at: 0)
      store.advance(to: 0)
      store.advance(to: WindowDefinition.maximumDuration)
      #expect(result(store, 1).value == value || value == .max)
    }
  }
}
