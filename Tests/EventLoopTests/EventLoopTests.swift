import CLinux
import Foundation
import SystemFiles
import TestSupport
import Testing

@testable import EventLoop

private final class Record {
  var entries: [String] = []
  var count = 0
}

@Suite struct EventLoopTests {
  @Test("D27 one epoll handles descriptors, the frame timer and posts, all on the thread that runs it")
  func everything() throws {
    let loop = try EventLoop()
    let pipes = [TestPipe(), TestPipe()]
    let record = Record()
    let thread = pthread_self()
    for (index, pipe) in pipes.enumerated() {
      try loop.watch(pipe.reading) { readiness in
        #expect(readiness == .readable && pthread_equal(pthread_self(), thread) != 0)
        record.entries.append("pipe \(index): \(pipe.takeAll().count)")
      }
    }
    loop.frameHandler = { _ in
      #expect(pthread_equal(pthread_self(), thread) != 0)
      record.entries.append("frame")
      pipes[1].put("xx")
    }
    pipes[0].put("xxx")
    loop.setFrameTimer(at: EventLoop.now + 50_000_000)
    let poster = loop.poster
    let box = StopBox(loop)
    Thread.detachNewThread {
      // Long after the frame, on a busy machine too.
      usleep(1_000_000)
      poster.post {
        box.arrived.append((Int(bitPattern: UInt(pthread_self())), 0))
        box.loop.stop()
      }
    }
    #expect(loop.run() == .stopped)
    #expect(box.arrived.map(\.0) == [Int(bitPattern: UInt(thread))])
    #expect(record.entries == ["pipe 0: 3", "frame", "pipe 1: 2"])
  }

  @Test("D27 with nothing to do there is no wake-up in 2 s, and no processor time is used")
  func noWakeups() throws {
    let loop = try EventLoop()
    let pipe = TestPipe()
    try loop.watch(pipe.reading) { _ in }
    loop.setFrameTimer(at: EventLoop.now + 1_000_000_000)
    let timer = loop.addTimer(at: EventLoop.now + 500_000_000, repeating: 1_000_000) { _ in }
    loop.cancelFrameTimer()
    loop.cancelTimer(timer)
    let poster = loop.poster
    let box = StopBox(loop)
    poster.post {}
    Thread.detachNewThread {
      usleep(2_000_000)
      poster.post { box.loop.stop() }
    }
    let start = EventLoop.now
    let processorStart = threadTime()
    #expect(loop.run() == .stopped)
    #expect(EventLoop.now - start >= 1_950_000_000)
    #expect(loop.wakeups == 2, "one for each post")
    #expect(threadTime() - processorStart < .milliseconds(20))
  }

  @Test("D27 the frame timer fires once, not before its time, at once for a time that has passed, and can be moved")
  func frameTimer() throws {
    let loop = try EventLoop()
    var fired: [Int64] = []
    loop.frameHandler = { time in
      fired.append(time)
      loop.stop()
    }
    let start = EventLoop.now
    loop.setFrameTimer(at: start + 5_000_000_000)
    loop.setFrameTimer(at: start + 30_000_000)
    _ = loop.run()
    #expect(fired.count == 1 && fired[0] >= start + 30_000_000 && fired[0] < start + 4_000_000_000)
    for past in [EventLoop.now - 1, 1, 0, -1, Int64.min] {
      loop.setFrameTimer(at: past)
      _ = loop.run()
    }
    #expect(fired.count == 6 && loop.wakeups == 6)
    loop.setFrameTimer(at: .max)
    loop.poster.post {}
    #expect(runOnce(loop) == 1 && fired.count == 6)
  }

  @Test("D27 a timer cancelled in the round in which it is due does not fire")
  func cancelledInTheSameRound() throws {
    let loop = try EventLoop()
    let pipe = TestPipe()
    var frames = 0
    loop.frameHandler = { _ in frames += 1 }
    try loop.watch(pipe.reading) { _ in
      _ = pipe.takeAll()
      loop.cancelFrameTimer()
    }
    // Readiness is told in the order in which it came: the pipe first.
    pipe.put("x")
    loop.setFrameTimer(at: EventLoop.now + 1_000_000)
    usleep(5_000)
    runOnce(loop)
    #expect(frames == 0)
  }

  @Test("D27 timers are called in the order of their times, once or again and again, and nothing else wakes the loop")
  func timers() throws {
    let loop = try EventLoop()
    var called: [String] = []
    let start = EventLoop.now
    loop.frameHandler = { _ in called.append("frame") }
    loop.addTimer(at: start + 30_000_000) { _ in called.append("late") }
    loop.addTimer(at: start + 10_000_000) { time in
      #expect(time >= start + 10_000_000)
      called.append("early")
    }
    var times: [Int64] = []
    var repeating: EventLoop.Timer?
    repeating = loop.addTimer(at: start + 40_000_000, repeating: 5_000_000) { time in
      times.append(time)
      if times.count == 4, let repeating { loop.cancelTimer(repeating) }
    }
    loop.setFrameTimer(at: start + 20_000_000)
    loop.addTimer(at: start + 200_000_000) { _ in loop.stop() }
    #expect(loop.run() == .stopped)
    #expect(called == ["early", "frame", "late"])
    #expect(times.count == 4)
    for (index, time) in times.enumerated() { #expect(time >= start + 40_000_000 + Int64(index) * 5_000_000) }
    // Two of them may be due at once on a busy machine.
    #expect((3...8).contains(loop.wakeups))
  }

  @Test("D27 timers are moved and cancelled, also by their own handlers; one that is gone moves nowhere")
  func movedTimers() throws {
    let loop = try EventLoop()
    var called: [Int] = []
    let start = EventLoop.now
    let never = loop.addTimer(at: start + 1_000_000) { _ in called.append(-1) }
    let first = loop.addTimer(at: start + 900_000_000) { _ in called.append(1) }
    loop.addTimer(at: start + 2_000_000) { _ in
      called.append(2)
      loop.cancelTimer(first)
      // Both places are free: the next one has another handle.
      let second = loop.addTimer(at: 0) { _ in called.append(3) }
      #expect(second != first && second != never)
      #expect(!loop.setTimer(first, at: 0) && !loop.setTimer(never, at: .max))
      loop.addTimer(at: EventLoop.now + 5_000_000) { _ in loop.stop() }
    }
    loop.cancelTimer(never)
    loop.cancelTimer(never)
    #expect(loop.setTimer(first, at: start + 800_000_000))
    #expect(loop.run() == .stopped)
    #expect(called == [2, 3])
    #expect(EventLoop.now - start < 700_000_000)
  }

  @Test("D27 what a handler sets to a time that has passed waits until descriptors have had their turn")
  func greedyTimer() throws {
    let loop = try EventLoop()
    let pipe = TestPipe()
    var called = 0
    var timer: EventLoop.Timer?
    timer = loop.addTimer(at: 0, repeating: 1) { _ in
      called += 1
      if let timer { loop.setTimer(timer, at: 0) }
    }
    try loop.watch(pipe.reading) { _ in loop.stop() }
    pipe.put("x")
    #expect(loop.run() == .stopped)
    #expect(called < 3)
  }

  @Test("D27 a cancelled timer lets go of what its handler held, which may come back to the loop; so does a descriptor")
  func lettingGo() throws {
    final class Held {
      let gone: () -> Void
      init(_ gone: @escaping () -> Void) { self.gone = gone }
      deinit { gone() }
    }
    let loop = try EventLoop()
    let pipes = [TestPipe(), TestPipe()]
    var gone: [Int] = []
    let other = loop.addTimer(at: .max) { _ in }
    func held(_ number: Int) -> Held {
      Held {
        gone.append(number)
        loop.cancelTimer(other)
        loop.unwatch(pipes[1].reading)
      }
    }
    try loop.watch(pipes[1].reading) { _ in }
    try loop.watch(pipes[0].reading) { [object = held(1)] _ in _ = object }
    let cancelled = loop.addTimer(at: .max) { [object = held(2)] _ in _ = object }
    loop.addTimer(at: 0) { [object = held(3)] _ in _ = object }
    loop.unwatch(pipes[0].reading)
    loop.cancelTimer(cancelled)
    #expect(gone == [1, 2])
    runOnce(loop)
    #expect(gone == [1, 2, 3], "one that was called is gone")
  }

  @Test("D27 posts from many threads all arrive, each thread's in its order")
  func posts() throws {
    let loop = try EventLoop()
    let poster = loop.poster
    let box = StopBox(loop)
    let (threads, each) = (4, 500)
    for thread in 0..<threads {
      Thread.detachNewThread {
        for number in 0..<each {
          poster.post {
            box.arrived.append((thread, number))
            if box.arrived.count == threads * each { box.loop.stop() }
          }
        }
      }
    }
    #expect(loop.run() == .stopped)
    for thread in 0..<threads {
      #expect(box.arrived.filter { $0.0 == thread }.map(\.1) == Array(0..<each))
    }
  }

  @Test("D27 an unwatched descriptor's handler is not called, not even for what has happened, nor for its successor")
  func unwatch() throws {
    let loop = try EventLoop()
    let pipes = [TestPipe(), TestPipe(), TestPipe()]
    var called: [Int] = []
    for index in 0..<2 {
      try loop.watch(pipes[index].reading) { _ in
        called.append(index)
        for pipe in pipes[0..<2] { loop.unwatch(pipe.reading) }
        // Takes the place of one that is waiting to be handled.
        for pipe in pipes[0..<2] { try? loop.watch(pipe.reading) { _ in called.append(9) } }
        for pipe in pipes[0..<2] { _ = pipe.takeAll() }
      }
    }
    pipes[0].put("x")
    pipes[1].put("x")
    runOnce(loop)
    #expect(called == [0])
    loop.unwatch(pipes[2].reading)
    let text = message { () throws(DeviceError) in try loop.watch(pipes[0].reading) { _ in } }
    #expect(text?.contains("file descriptor \(pipes[0].reading): File exists") == true)
    let file = unsafe linux_open("/etc/passwd", O_RDONLY, 0)
    let refused = message { () throws(DeviceError) in try loop.watch(file) { _ in } }
    #expect(refused?.contains("Operation not permitted") == true)
    close(file)
  }

  @Test("D27 the end of the other side and readiness for writing are told")
  func hangupAndWriting() throws {
    let loop = try EventLoop()
    var ends: [Int32] = [0, 0]
    _ = unsafe pipe(&ends)
    var seen: [EventLoop.Readiness] = []
    try loop.watch(ends[1], for: .writable) { readiness in
      seen.append(readiness)
      loop.unwatch(ends[1])
    }
    runOnce(loop)
    close(ends[1])
    try loop.watch(ends[0]) { readiness in
      seen.append(readiness)
      loop.unwatch(ends[0])
    }
    runOnce(loop)
    close(ends[0])
    #expect(seen == [.writable, .hangup])
  }

  @Test("D08 D27 SIGINT, SIGTERM and SIGHUP end the loop in order; the mask is as before when the loop is gone")
  func signals() throws {
    var before = sigset_t()
    _ = unsafe pthread_sigmask(SIG_BLOCK, nil, &before)
    do {
      let loop = try EventLoop()
      try loop.endOnSignals()
      try loop.endOnSignals()
      for signal in [SIGINT, SIGTERM, SIGHUP] {
        raise(signal)
        #expect(loop.run() == .signal(signal))
      }
      // Asked once more, as timeout(1) does, with nobody to hear it: the process lives when the loop is gone.
      raise(SIGTERM)
    }
    var after = sigset_t()
    _ = unsafe pthread_sigmask(SIG_BLOCK, nil, &after)
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      #expect(unsafe sigismember(&before, signal) == sigismember(&after, signal))
    }
  }
}

/// Lets a closure on the loop's own thread reach the loop.
private final class StopBox: @unchecked Sendable {
  let loop: EventLoop
  var arrived: [(Int, Int)] = []
  init(_ loop: EventLoop) { self.loop = loop }
}

/// Handles what is there now and returns how often the kernel had to be asked.
@discardableResult
private func runOnce(_ loop: EventLoop) -> Int64 {
  let before = loop.wakeups
  let box = StopBox(loop)
  loop.poster.post { box.loop.stop() }
  _ = loop.run()
  return loop.wakeups - before
}
