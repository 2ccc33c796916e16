import CLinux
import Foundation
import Testing

@testable import EventLoop

/// Not sendable, as layers are not.
private final class Counter {
  var values: [Int] = []
  var isOnOtherThread = false
  let thread = pthread_self()
  let atEnd: (Bool) -> Void

  init(_ atEnd: @escaping (Bool) -> Void = { _ in }) { self.atEnd = atEnd }
  deinit { atEnd(pthread_equal(pthread_self(), thread) != 0) }

  func add(_ value: Int) {
    if pthread_equal(pthread_self(), thread) == 0 { isOnOtherThread = true }
    values.append(value)
  }
}

@Suite struct LoopHandleTests {
  @Test("D27 other threads have work done with an object on its own thread, each thread's in its order")
  func work() throws {
    let loop = try EventLoop()
    let counter = Counter()
    let handle = loop.handle(to: counter)
    for thread in 0..<4 {
      Thread.detachNewThread { for number in 0..<100 { handle.post { $0.add(1000 * thread + number) } } }
    }
    loop.beforeWaiting = { if counter.values.count == 400 { loop.stop() } }
    loop.addTimer(at: EventLoop.now + 10_000_000_000) { _ in loop.stop() }
    _ = loop.run()
    #expect(counter.values.count == 400 && !counter.isOnOtherThread)
    for thread in 0..<4 {
      #expect(counter.values.filter { $0 / 1000 == thread } == (0..<100).map { 1000 * thread + $0 })
    }
  }

  @Test("D27 an object is let go of on the loop's thread, whichever thread holds the last handle")
  func lastHandle() throws {
    let loop = try EventLoop()
    var gone: [Bool] = []
    var handle: LoopHandle<Counter>? = loop.handle(to: Counter { gone.append($0) })
    #expect(loop.handles.count == 1 && gone.isEmpty)
    Thread.detachNewThread { [handle] in
      usleep(20_000)
      handle?.post { $0.add(1) }
    }
    handle = nil
    loop.beforeWaiting = { if !gone.isEmpty { loop.stop() } }
    loop.addTimer(at: EventLoop.now + 10_000_000_000) { _ in loop.stop() }
    _ = loop.run()
    #expect(gone == [true] && loop.handles.count == 0)
  }

  @Test("D27 a loop that goes lets go of the objects; what is posted later is not done")
  func lateWork() throws {
    var loop: EventLoop? = try EventLoop()
    var gone: [Bool] = []
    let handle = try #require(loop?.handle(to: Counter { gone.append($0) }))
    handle.post { _ in Issue.record("the loop never ran") }
    loop = nil
    #expect(gone == [true])
    handle.post { _ in Issue.record("the loop is gone") }
  }

  @Test("D27 what events changed is looked at once before the loop waits, and once before it ends")
  func beforeWaiting() throws {
    let loop = try EventLoop()
    var entries: [String] = []
    loop.beforeWaiting = { entries.append("wait") }
    for name in ["a", "b"] { loop.addTimer(at: EventLoop.now) { _ in entries.append(name) } }
    loop.addTimer(at: EventLoop.now + 20_000_000) { _ in
      entries.append("stop")
      loop.stop()
    }
    #expect(loop.run() == .stopped)
    #expect(entries == ["wait", "a", "b", "wait", "stop", "wait"])
    loop.beforeWaiting = {
      entries.append("stopped before waiting")
      loop.stop()
    }
    let wakeups = loop.wakeups
    #expect(loop.run() == .stopped)
    #expect(entries.last == "stopped before waiting" && loop.wakeups == wakeups)
  }
}
