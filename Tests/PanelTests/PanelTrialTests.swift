import FBDevice
import FixedRaster
import Foundation
import Testing

@testable import panel_ui

@Suite("Panels tried apart") struct PanelTrialTests {
  @Test("P08 what ends the program or never ends is told from what draws, and the program goes on")
  func outcomes() {
    #expect(PanelTrial.outcome(within: 5000) {} == .done)
    #expect(PanelTrial.outcome(within: 5000) { abort() } == .ended)
    #expect(PanelTrial.outcome(within: 5000) { _exit(0) } == .ended)
    #expect(PanelTrial.outcome(within: 5000) { _ = kill(getpid(), SIGTERM) } == .ended)
    // A trap, as of a number that overflows.
    #expect(PanelTrial.outcome(within: 5000) { _ = kill(getpid(), SIGILL) } == .ended)
    let start = EventLoop.now
    #expect(PanelTrial.outcome(within: 50) { while true { usleep(1000) } } == .late)
    #expect(EventLoop.now - start < 3_000_000_000)
  }

  @Test("P08 a panel is drawn in the copy: here nothing of the screen changes")
  func copies() throws {
    let first = try example("boat")
    let screen = try PanelScreen(first, display: try MemoryDisplay(width: 400, height: 240, layout: .xrgb8888))
    screen.advance(to: 0)
    try screen.drawFrame()
    let (before, panel) = (screen.picture, screen.panel)
    try PanelTrial.draw(try example("weather"), in: screen, at: 1_000_000_000)
    #expect(screen.panel === panel && screen.picture == before && screen.frames == 1)
  }
}
