// Conditions that are known when a panel is compiled.
import FBDevice
import LayerRuntime
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments
@testable import panel_ui

@Suite struct ConstantVisibilityTests {
  @Test(
    "P24 a condition without a signal hides an element or a group as one with a signal does",
    arguments: [
      ("false", false), ("not true", false), ("1 < 0", false), ("true and 2 < 1", false), ("true", true),
      ("0 < 1", true),
    ])
  func constants(condition: String, isShown: Bool) throws {
    for element in ["{number: a, visible: \(condition)}", "{row: [{number: a}], visible: \(condition)}"] {
      let text = """
        panel: 1
        size: 200x100
        sources: {in: {lines: stdin}}
        signals: {a: {from: in/a, range: 0..10}}
        pages:
          main: {row: [\(element), {gauge: a}]}
        """
      let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "visible").bytes)
      let screen = try PanelScreen(file, display: MemoryDisplay(width: 200, height: 100, layout: .xrgb8888))
      screen.advance(to: 0)
      let shown = screen.panel.instruments.map { !$0.isHidden }
      #expect(shown == [isShown, true], "\(element)")
    }
  }
}
