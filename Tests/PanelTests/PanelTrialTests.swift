import FBDevice
import Testing

@testable import panel_ui

@Suite("Panels tried apart") struct PanelTrialTests {
  private func outcome(_ script: String, within milliseconds: Int32 = 5000) -> PanelTrial.Outcome {
    PanelTrial.outcome(of: "/bin/sh", ["sh", "-c", script], within: milliseconds)
  }

  @Test("P08 a process that is killed or runs on is told apart from one that exits, and this one goes on")
  func outcomes() {
    #expect(outcome("exit 0") == .exited)
    // As for a file that is refused.
    #expect(outcome("echo refused; exit 1") == .exited)
    // Traps, as of a number that overflows, and a signal that the program itself blocks.
    for name in ["ILL", "TRAP", "SEGV", "ABRT", "TERM", "KILL"] { #expect(outcome("kill -\(name) $$") == .killed) }
    #expect(outcome("[ -z \"$HOME\" ] || kill -KILL $$") == .exited)
    #expect(PanelTrial.outcome(of: "/no/such/program", ["x"], within: 5000) == .notStarted)
    let start = EventLoop.now
    #expect(outcome("exec sleep 60", within: 50) == .late)
    #expect(EventLoop.now - start < 3_000_000_000)
  }
}
