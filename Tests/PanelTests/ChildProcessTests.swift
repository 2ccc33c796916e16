import CLinux
import EventLoop
import Foundation
import SystemFiles
import TestSupport
import Testing

@testable import panel_ui

/// A shell as a process of a loop, and how it ended.
private final class ProcessStage {
  let loop: EventLoop
  let folder = TemporaryFolder()
  var process: ChildProcess?
  private(set) var ends: [ChildProcess.End] = []

  /// - Parameter script: finds its file `log` as `$1`, which gets its outputs too.
  init(_ script: String) throws {
    loop = try EventLoop()
    let output = unsafe linux_open(folder.file("log"), O_CREAT | O_WRONLY | O_APPEND, 0o600)
    defer { _ = close(output) }
    let words = ["sh", "-c", script, "sh", folder.file("log")].joined(separator: "\0")
    process = try ChildProcess("/bin/sh", Array(words.utf8) + [0], output: output, loop) { [unowned self] in
      #expect($0 === process)
      ends.append($1)
      process = nil
    }
  }

  /// The lines of the log, once it has so many.
  func log(_ count: Int) -> [String] {
    for _ in 0..<3000 {
      let lines = (folder.text("log") ?? "").split(separator: "\n").map(String.init)
      if lines.count >= count { return lines }
      usleep(10_000)
    }
    return []
  }

  /// Runs the loop until the process has ended, ten seconds at most. Returns how often the loop was woken up.
  @discardableResult
  func waitForEnd() -> Int64 {
    let (start, wakeups) = (EventLoop.now, loop.wakeups)
    loop.beforeWaiting = { [unowned self] in if !ends.isEmpty { loop.stop() } }
    let timer = loop.addTimer(at: start + 10_000_000_000) { [loop] _ in loop.stop() }
    _ = loop.run()
    loop.cancelTimer(timer)
    return loop.wakeups - wakeups
  }
}

/// The state of a process, as `R` or `Z`; `nil` where there is none.
private func state(of process: String) -> Character? {
  let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
  return text?.components(separatedBy: ") ").last?.first
}

/// A mask of signals of `/proc/…/status`.
private func signals(_ name: String, _ status: [String]) -> UInt64? {
  status.first { $0.hasPrefix(name + ":") }.flatMap {
    UInt64($0.dropFirst(name.count + 1).drop { $0 == "\t" }, radix: 16)
  }
}

@Suite("Processes of other programs") struct ChildProcessTests {
  @Test("P52 the end of a process is one event with its status or its signal, and the process is no zombie then")
  func ends() throws {
    for (script, end) in [
      ("exit 0", .exited(0)), ("exit 3", .exited(3)), ("exit 255", .exited(255)), ("kill -TERM $$", .signal(SIGTERM)),
      ("kill -KILL $$", .signal(SIGKILL)), ("kill -ABRT $$", .signal(SIGABRT)), ("sleep 0.3; exit 1", .exited(1)),
    ] as [(String, ChildProcess.End)] {
      let stage = try ProcessStage("echo $$; " + script)
      let number = try #require(stage.log(1).first)
      // Its end alone wakes the loop.
      #expect(stage.waitForEnd() == 1)
      #expect(stage.ends == [end] && state(of: number) == nil)
    }
  }

  @Test("P52 a program that cannot be run is an error with its path and the reason")
  func notStarted() throws {
    let (loop, folder) = (try EventLoop(), TemporaryFolder())
    for (path, code) in [(folder.file("none"), ENOENT), (folder.write("", "text"), EACCES), (folder.path, EACCES)] {
      do throws(DeviceError) {
        _ = try ChildProcess(path, Array("x\0".utf8), output: 2, loop) { _, _ in }
        Issue.record("started")
      } catch { #expect(error.code == code && error.path == path) }
    }
  }

  @Test("P52 a process that is asked to end gets SIGTERM, and SIGKILL a second later alone where it goes on")
  func terminated() throws {
    for (script, end, times) in [
      ("trap 'exit 7' TERM", .exited(7), 0..<900_000_000),
      ("trap '' TERM", .signal(SIGKILL), 1_000_000_000..<3_000_000_000),
    ] as [(String, ChildProcess.End, Range<Int64>)] {
      let stage = try ProcessStage(script + "\necho $$\nwhile :; do sleep 0.02; done")
      let number = try #require(stage.log(1).first)
      let start = EventLoop.now
      stage.process?.terminate()
      // Asking again starts no other second.
      stage.process?.terminate()
      stage.waitForEnd()
      #expect(stage.ends == [end] && times.contains(EventLoop.now - start) && state(of: number) == nil)
    }
  }

  @Test("P52 others of its group that go on are killed a second later, though the process has ended")
  func group() throws {
    let stage = try ProcessStage(
      "sh -c 'trap \"\" TERM; echo $$; while :; do sleep 0.02; done' &\necho $$\ntrap 'exit 2' TERM\nwait")
    let numbers = stage.log(2)
    let start = EventLoop.now
    stage.process?.terminate()
    stage.waitForEnd()
    #expect(stage.ends == [.exited(2)] && (1_000_000_000..<3_000_000_000).contains(EventLoop.now - start))
    // Who takes over the child may be slow to ask for its status.
    for _ in 0..<300 where numbers.contains(where: { state(of: $0).map { $0 != "Z" } ?? false }) { usleep(10_000) }
    #expect(numbers.count == 2 && numbers.allSatisfy { state(of: $0).map { $0 == "Z" } ?? true })
  }

  @Test("P52 without its last reference a process is killed with its group; its handler is not called")
  func released() throws {
    let stage = try ProcessStage("echo $$; sleep 60")
    let number = try #require(stage.log(1).first)
    #expect(state(of: number) != nil && state(of: number) != "Z")
    stage.process = nil
    #expect(state(of: number) == nil)
    stage.loop.addTimer(at: EventLoop.now + 10_000_000) { [loop = stage.loop] _ in loop.stop() }
    _ = stage.loop.run()
    #expect(stage.ends.isEmpty)
  }

  @Test("P52 without the loop the end is waited for, no longer than until a time, and no handler is called")
  func waits() throws {
    for (script, isEnded) in [("exec sleep 60", true), ("trap '' TERM\nwhile :; do sleep 0.02; done", false)] {
      let stage = try ProcessStage("echo $$\n" + script)
      let number = try #require(stage.log(1).first)
      stage.process?.terminate()
      let start = EventLoop.now
      stage.process?.wait(until: start + 300_000_000)
      #expect((EventLoop.now - start < 300_000_000) == isEnded && (state(of: number) == nil) == isEnded)
      stage.process = nil
      #expect(state(of: number) == nil && stage.ends.isEmpty)
    }
  }

  @Test("P52 P13 a started program ignores and blocks no signal, whatever this one does")
  func dispositions() throws {
    let ignored = [SIGPIPE, SIGXFSZ, SIGUSR1, SIGUSR2]
    ProcessStart.prepare()
    let loop = try EventLoop()
    try loop.endOnSignals()
    func mask(_ numbers: [Int32]) -> UInt64 { numbers.reduce(0) { $0 | 1 << UInt64($1 - 1) } }
    func lines(_ text: String?) -> [String] { (text ?? "").split(separator: "\n").map(String.init) }
    let own = lines(try? String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8))
    #expect(signals("SigIgn", own).map { $0 & mask(ignored) } == mask(ignored))
    #expect(signals("SigBlk", own).map { $0 & mask([SIGTERM]) } == mask([SIGTERM]))
    let stage = try ProcessStage("exec cat /proc/self/status")
    stage.waitForEnd()
    let status = lines(stage.folder.text("log"))
    #expect(signals("SigIgn", status).map { $0 & mask(ignored) } == 0 && signals("SigBlk", status) == 0)
    // Each of them ends it.
    for signal in ignored {
      let stage = try ProcessStage("kill -\(signal) $$; exit 0")
      stage.waitForEnd()
      #expect(stage.ends == [.signal(signal)])
    }
    withExtendedLifetime(loop) {}
  }
}
