import CLinux
import EventLoop
import FBDevice
import TestSupport
import Testing

@testable import panel_ui

@Suite("Panels tried apart") struct PanelTrialTests {
  /// What becomes of a process while a loop goes on; `nil` where it is not started.
  private func run(_ script: String, by program: String = "/bin/sh", within milliseconds: Int64 = 5000) throws -> (
    outcome: PanelTrial.Outcome, words: String
  )? {
    let loop = try EventLoop()
    var result: (PanelTrial.Outcome, String)?
    let trial = PanelTrial(program, "sh\0-c\0" + script, within: milliseconds * 1_000_000, loop) {
      result = ($0, $1)
      loop.stop()
    }
    if trial != nil { _ = loop.run() }
    return withExtendedLifetime(trial) { result }
  }

  private func outcome(_ script: String, within milliseconds: Int64 = 5000) throws -> PanelTrial.Outcome? {
    try run(script, within: milliseconds)?.outcome
  }

  private func words(_ script: String) throws -> String {
    let result = try run(script)
    #expect(result?.outcome == .refused)
    return result?.words ?? ""
  }

  @Test("P08 a process that is killed or runs on is told apart from one that exits, and this one goes on")
  func outcomes() throws {
    #expect(try outcome("exit 0") == .drawn)
    // As for a file that is refused.
    #expect(try outcome("exit 1") == .refused)
    // Traps, as of a number that overflows, and a signal that the program itself blocks.
    for name in ["ILL", "TRAP", "SEGV", "ABRT", "TERM", "KILL"] { #expect(try outcome("kill -\(name) $$") == .killed) }
    #expect(try outcome("[ -z \"$HOME\" ] || kill -KILL $$") == .drawn)
    #expect(try run("", by: "/no/such/program") == nil)
    let start = EventLoop.now
    #expect(try outcome("exec sleep 60", within: 50) == .late)
    #expect(EventLoop.now - start < 3_000_000_000)
  }

  @Test("P08 why a process refuses a panel is the first line that it writes, without its name; what is long is cut")
  func reasons() throws {
    #expect(try words("echo 'panel-ui: p: it is damaged' >&2; echo more; exit 1") == "p: it is damaged")
    #expect(try words("echo other; exit 2") == "other")
    #expect(
      try words("exit 1") == "it is refused without a word" && words("echo; exit 1") == "it is refused without a word")
    // More than a pipe has room for, and in pieces.
    #expect(try words("printf %200000d 0; exit 1").utf8.count == 1024)
    #expect(try words("printf pan; sleep 0.05; echo 'el-ui: late'; exit 1") == "late")
  }

  @Test("P08 a trial that is given up ends its process, and calls nobody")
  func givenUp() throws {
    let loop = try EventLoop()
    let folder = TemporaryFolder()
    var isCalled = false
    let script = "echo $$ > \(folder.file("pid")); exec sleep 60"
    var trial = PanelTrial("/bin/sh", "sh\0-c\0" + script, within: 60_000_000_000, loop) { _, _ in isCalled = true }
    #expect(trial != nil)
    while folder.text("pid")?.hasSuffix("\n") != true { usleep(1000) }
    let number = try #require(pid_t(folder.text("pid")?.dropLast() ?? ""))
    #expect(kill(number, 0) == 0)
    trial = nil
    #expect(kill(number, 0) < 0)
    loop.addTimer(at: EventLoop.now + 10_000_000) { _ in loop.stop() }
    _ = loop.run()
    #expect(!isCalled)
  }
}
