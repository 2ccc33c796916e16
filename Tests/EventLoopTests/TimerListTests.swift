import Testing

@testable import EventLoop

/// Without a clock: what is due is what the test says.
@Suite struct TimerListTests {
  private final class Calls {
    var times: [String] = []
  }
  private let calls = Calls()

  private func handler(_ name: String) -> (Int64) -> Void {
    { [calls] time in calls.times.append("\(name) \(time)") }
  }

  /// Calls what is due at a time.
  private func fire(_ list: inout TimerList, _ now: Int64) {
    list.beginRound()
    while let due = list.takeDue(now) {
      switch due {
      case .frame: calls.times.append("frame \(now)")
      case .timer(let handler): handler(now)
      }
    }
  }

  @Test("D27 what is due is called by its time, then by when it was set; the next time is the earliest of the others")
  func order() {
    var list = TimerList()
    #expect(list.next == nil)
    _ = list.add(30, nil, handler("c"))
    _ = list.add(20, nil, handler("a"))
    list.setFrame(20)
    _ = list.add(20, nil, handler("b"))
    #expect(list.next == 20)
    fire(&list, 19)
    #expect(calls.times == [])
    fire(&list, 25)
    #expect(calls.times == ["a 25", "frame 25", "b 25"] && list.next == 30)
    fire(&list, 30)
    #expect(calls.times.last == "c 30" && list.next == nil)
  }

  @Test("D27 a repeating timer keeps to its times and leaves out those that were missed")
  func repeating() {
    var list = TimerList()
    let step = TimerList.leastInterval
    let timer = list.add(7, step, handler("a"))
    fire(&list, 7)
    #expect(list.next == 7 + step)
    fire(&list, 7 + 5 * step + 3)
    #expect(list.next == 7 + 6 * step)
    fire(&list, 7 + 6 * step)
    #expect(calls.times == ["a 7", "a \(10 + 5 * step)", "a \(7 + 6 * step)"])
    let hasMoved = list.move(timer, to: 1_000_000)
    #expect(hasMoved && list.next == 1_000_000)
    fire(&list, 1_000_000)
    #expect(list.next == 1_000_000 + step)
    let handler = list.remove(timer)
    #expect(handler != nil && list.next == nil && !list.holds(timer))
    let (second, hasMovedAgain) = (list.remove(timer), list.move(timer, to: 5))
    #expect(second == nil && !hasMovedAgain && list.next == nil)
  }

  @Test("D27 times and intervals of any size: none before 1, none after the last, none closer than 0.1 ms")
  func extremes() {
    var list = TimerList()
    for (time, interval) in [(Int64.min, Int64.min), (0, 0), (-5, 1)] {
      let timer = list.add(time, interval, handler("a"))
      #expect(list.next == 1)
      fire(&list, 50)
      #expect(list.next == 1 + TimerList.leastInterval)
      _ = list.remove(timer)
    }
    let last = list.add(.max, .max, handler("b"))
    fire(&list, .max)
    #expect(calls.times.last == "b \(Int64.max)" && list.next == .max)
    _ = list.remove(last)
    _ = list.add(5, .max, handler("c"))
    fire(&list, 6)
    #expect(list.next == .max)
  }

  @Test("D27 what is added or moved while others are called waits for the next round, however early it is")
  func rounds() {
    var list = TimerList()
    _ = list.add(10, nil, handler("a"))
    let moved = list.add(11, nil, handler("b"))
    list.beginRound()
    guard case .timer(let first) = list.takeDue(20) else {
      Issue.record("nothing is due")
      return
    }
    first(20)
    _ = list.add(1, nil, handler("c"))
    let hasMoved = list.move(moved, to: 2)
    let due = list.takeDue(20)
    #expect(hasMoved && due == nil && list.next == 1)
    fire(&list, 20)
    #expect(calls.times == ["a 20", "c 20", "b 20"])
  }
}
