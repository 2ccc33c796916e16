import FixedRaster
import LayerRuntime
import PanelSignals
import Testing

@testable import PanelInstruments

@Suite("A line of an alarm") struct AlarmLineTests {
  /// What a line looks like in a state, while what flashes is dark.
  private func look(_ priority: AlarmPriority, _ state: AlarmState) throws -> [Color?] {
    let style = try instrumentStyle()
    let line = AlarmLine(style.fonts.text)
    line.show(0, "Oil", priority, state, style.theme, isOn: false)
    #expect(line.isFlashing == (state == .unacknowledged))
    let parts = (line.sublayers ?? []).map { ($0 as? TextLayer)?.foregroundColor ?? $0.backgroundColor }
    return [line.backgroundColor, line.borderColor] + parts
  }

  @Test(
    "P52 a latched alarm looks as one whose cause is there and that was acknowledged, not as one that has returned",
    arguments: [AlarmPriority.warning, .caution, .advisory])
  func latched(priority: AlarmPriority) throws {
    let latched = try look(priority, .latched)
    #expect(latched.count == 4)
    #expect(try latched == look(priority, .acknowledged))
    #expect(try latched != look(priority, .returned))
  }
}
