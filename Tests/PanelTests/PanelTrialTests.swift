import FBDevice
import Testing

@testable import panel_ui

@Suite("Panels tried apart") struct PanelTrialTests {
  private func outcome(_ script: String, within milliseconds: Int32 = 5000) -> PanelTrial.Outcome {
    PanelTrial.outcome(of: "/bin/sh", ["sh", "-c", script], within: milliseconds)
  }

  @Test("P08 what ends the program or never ends is told from what draws, and the program goes on")
  func outcomes() {
    #expect(outcome("exit 0") == .done)
    // A file that is refused: who is to show it says why.
    #expect(outcome("echo refused; exit 1") == .done)
    // Traps, as of a number that overflows; and the signal that the program itself waits for.
    for name in ["ILL", "TRAP", "SEGV", "ABRT", "TERM", "KILL"] { #expect(outcome("kill -\(name) $$") == .ended) }
    #expect(outcome("[ -z \"$HOME\" ] || kill -KILL $$") == .done)
    #expect(PanelTrial.outcome(of: "/no/such/program", ["x"], within: 5000) == .untried)
    let start = EventLoop.now
    #expect(outcome("exec sleep 60", within: 50) == .late)
    #expect(EventLoop.now - start < 3_000_000_000)
  }
}
