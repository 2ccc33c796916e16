import FBDevice
import Testing

@testable import panel_ui

@Suite("Panels tried apart") struct PanelTrialTests {
  private func outcome(_ script: String, within milliseconds: Int32 = 5000) -> PanelTrial.Outcome {
    var words = ""
    return PanelTrial.outcome(of: "/bin/sh", ["sh", "-c", script], within: milliseconds, saying: &words)
  }

  private func words(_ script: String) -> String {
    var words = ""
    #expect(PanelTrial.outcome(of: "/bin/sh", ["sh", "-c", script], within: 5000, saying: &words) == .refused)
    return words
  }

  @Test("P08 a process that is killed or runs on is told apart from one that exits, and this one goes on")
  func outcomes() {
    #expect(outcome("exit 0") == .drawn)
    // As for a file that is refused.
    #expect(outcome("exit 1") == .refused)
    // Traps, as of a number that overflows, and a signal that the program itself blocks.
    for name in ["ILL", "TRAP", "SEGV", "ABRT", "TERM", "KILL"] { #expect(outcome("kill -\(name) $$") == .killed) }
    #expect(outcome("[ -z \"$HOME\" ] || kill -KILL $$") == .drawn)
    var words = ""
    #expect(PanelTrial.outcome(of: "/no/such/program", ["x"], within: 5000, saying: &words) == .notStarted)
    let start = EventLoop.now
    #expect(outcome("exec sleep 60", within: 50) == .late)
    #expect(EventLoop.now - start < 3_000_000_000)
  }

  @Test("P08 why a process refuses a panel is the first line that it writes, without its name; what is long is cut")
  func reasons() {
    #expect(words("echo 'panel-ui: p: it is damaged' >&2; echo more; exit 1") == "p: it is damaged")
    #expect(words("echo other; exit 2") == "other")
    #expect(
      words("exit 1") == "it is refused without a word" && words("echo; exit 1") == "it is refused without a word")
    #expect(words("printf %2000d 0; exit 1").utf8.count == 1024)
  }
}
