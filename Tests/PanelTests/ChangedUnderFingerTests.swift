import FBDevice
import FixedRaster
import LayerRuntime
import PanelDescription
import PanelFile
import PanelKit
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments
@testable import panel_ui

/// What a finger holds while something else changes: docs/touch.md has the rule.
@Suite("Changes under a finger")
struct ChangedUnderFingerTests {
  private static let text = """
    panel: 1
    size: 320x240
    sources: {in: {lines: stdin}}
    signals: {a: {from: in/a}, l: {initial: 0}}
    texts: {de: {Horn: Hupe}}
    language: l
    themes: {day: {when: a above 5}, night: {}}
    pages:
      main: {button: Horn, sends: in/horn, back: 0}
      slide: {slider: Fan, sends: in/fan, range: 0..100}
      other: {text: Other}
    """

  /// A display with the panel, a finger, and what was sent.
  private final class Rig {
    let screen: PanelScreen
    let screens: PanelScreens
    let receiver = ControlReceiver()
    var time: Int64 = 0

    init() throws {
      let file = try PanelFile(bytes: compilePanel(Array(ChangedUnderFingerTests.text.utf8), name: "changed").bytes)
      screen = try PanelScreen(file, display: try MemoryDisplay(width: 320, height: 240, layout: .xrgb8888))
      screens = PanelScreens(screen)
      screens.state.outputs.receiver = { [unowned self] _ in self.receiver }
      advance()
    }

    func advance() {
      time += 20_000_000
      screens.advance(to: time)
    }

    func touch(_ phase: TouchSample.Phase, _ x: Int, _ y: Int) {
      screen.screen.touch(
        TouchSample(finger: 1, phase: phase, position: PixelPoint(x: Fixed(x), y: Fixed(y)), time: time))
      advance()
    }

    func set(_ signal: Int, to value: Fixed64) {
      screens.state.signals.set(SignalIndex(signal), to: value, at: time)
      advance()
    }
  }

  @Test(
    "L91 P46 another language, page or file cancels a press, and what it has switched on goes off: a horn never stays on"
  )
  func horn() throws {
    let changes: [(String, (Rig) throws -> Void)] = [
      ("language", { $0.set(1, to: 1) }), ("page", { $0.screen.panel.showPage(2) }),
      (
        "file",
        { rig in
          _ = try rig.screens.replace(
            with: try PanelFile(bytes: compilePanel(Array(ChangedUnderFingerTests.text.utf8), name: "changed").bytes))
        }
      ), ("end", { $0.screen.panel.endPresses() }),
    ]
    for (name, change) in changes {
      let rig = try Rig()
      rig.touch(.began, 160, 120)
      #expect(rig.receiver.values == [1], "\(name)")
      try change(rig)
      rig.advance()
      #expect(rig.receiver.values == [1, 0], "\(name)")
      rig.touch(.ended, 160, 120)
      #expect(rig.receiver.values == [1, 0], "\(name): the finger that goes up is nobody's")
    }
  }

  @Test("L91 P46 P49 a question above the page cancels what other fingers hold")
  func question() throws {
    let bench = try ControlBench(
      "a: {initial: 1}", "{row: [{button: Horn, sends: in/horn, back: 0}, {keypad: Depth, sets: a, range: 0..9}]}")
    bench.touch(.began, 80, 120)
    bench.advance(20)
    bench.touch(.began, 240, 120, finger: 2)
    bench.touch(.ended, 240, 120, finger: 2)
    bench.advance(20)
    #expect(bench.panel.sheet?.isHidden == false && bench.receiver.values == [1, 0])
    bench.touch(.ended, 80, 120)
    bench.advance(20)
    #expect(bench.receiver.values == [1, 0])
  }

  @Test("L91 P48 a value that is held is not sent where its page or its language goes; another theme carries it on")
  func slider() throws {
    for (name, isKept) in [("theme", true), ("language", false), ("page", false)] {
      let rig = try Rig()
      rig.screen.panel.showPage(1)
      rig.advance()
      rig.touch(.began, 160, 140)
      rig.touch(.moved, 200, 140)
      switch name {
      case "theme": rig.set(0, to: 9)
      case "language": rig.set(1, to: 1)
      default: rig.screen.panel.showPage(2)
      }
      rig.touch(.moved, 220, 140)
      rig.touch(.ended, 220, 140)
      #expect(rig.receiver.values.count == (isKept ? 1 : 0), "\(name)")
    }
  }
}
