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
    let shapes = (line.sublayers ?? []).compactMap { $0 as? ShapeLayer }
    let texts = (line.sublayers ?? []).compactMap { ($0 as? TextLayer)?.foregroundColor }
    return [line.backgroundColor, line.borderColor] + shapes.flatMap { [$0.fillColor, $0.strokeColor] } + texts
  }

  @Test(
    "P52 a latched alarm looks as one whose cause is there and that was acknowledged, not as one that has returned",
    arguments: [AlarmPriority.warning, .caution, .advisory])
  func latched(priority: AlarmPriority) throws {
    let latched = try look(priority, .latched)
    #expect(latched.count == 9)
    #expect(try latched == look(priority, .acknowledged))
    #expect(try latched != look(priority, .returned))
  }

  @Test("P47 urgency and acknowledgement are told by shape: triangle, square, ring, filled or not")
  func shapes() throws {
    let style = try instrumentStyle()
    func shape(_ priority: AlarmPriority, _ state: AlarmState) -> (path: Path?, isFilled: Bool, isField: Bool) {
      let line = AlarmLine(style.fonts.text)
      line.frame = Rect(x: 0, y: 0, width: 400, height: 48)
      line.show(0, "Oil", priority, state, style.theme, isOn: true)
      line.layoutIfNeeded()
      let mark = line.sublayers?.compactMap { $0 as? ShapeLayer }.first
      return (mark?.path, mark?.fillColor != nil, line.backgroundColor != style.theme[.surface])
    }
    let all = [AlarmPriority.advisory, .caution, .warning].map { shape($0, .unacknowledged) }
    #expect(all[0].path != all[1].path && all[1].path != all[2].path && all.allSatisfy { $0.isFilled })
    #expect(all.map(\.isField) == [false, false, true])
    for priority in [AlarmPriority.advisory, .caution, .warning] {
      let known = shape(priority, .acknowledged)
      #expect(!known.isFilled && !known.isField && known.path == shape(priority, .unacknowledged).path)
    }
  }

  @Test("P47 values and ages of a list stand below each other, beside the ticks of its first line too")
  func columns() throws {
    let panel = try describedPanel(
      "a: {from: in/a, initial: 60}", "{alarms: all, rows: 3}",
      "alarms: {hot: {when: a above 50, until: 40, text: Hot}, warm: {when: a above 40, until: 30, text: Warm}}")
    panel.advance(to: 0)
    panel.root.layoutIfNeeded()
    let list = try #require(panel.instruments.first as? AlarmsInstrument)
    let lines = (list.sublayers ?? []).compactMap { $0 as? AlarmLine }.filter { $0.alarm >= 0 }
    #expect(lines.count == 2 && lines[0].frame.width < lines[1].frame.width)
    #expect(lines[0].columns == lines[1].columns && lines[0].columns == lines[0].frame.width)
  }

  @Test("P47 a line has the value that raised it and the present one, its age, and a list without alarms the last one")
  func details() throws {
    let panel = try describedPanel(
      "a: {from: in/a, unit: degC, initial: 20}",
      "{alarms: all, rows: 12, empty: All is well}",
      "alarms: {hot: {when: a above 50, until: 40, text: Engine hot}}")
    let list = try #require(panel.instruments.first as? AlarmsInstrument)
    func texts() -> [String] {
      panel.root.layoutIfNeeded()
      return (list.sublayers ?? []).filter { !$0.isHidden }.flatMap { layer in
        (layer.sublayers ?? []).filter { !$0.isHidden }.compactMap { ($0 as? Caption)?.string }
      }.filter { !$0.isEmpty }
    }
    panel.advance(to: 0)
    #expect(texts() == ["All is well"])
    let second: Int64 = 1_000_000_000
    panel.signals.set(SignalIndex(0), to: 60, at: second)
    panel.advance(to: second)
    panel.signals.set(SignalIndex(0), to: 72, at: 5 * second)
    panel.advance(to: 5 * second)
    #expect(texts() == ["Engine hot", "60 →", "72 °C", "4 s"], "\(texts())")
    panel.alarms.acknowledge(0, at: 6 * second)
    panel.signals.set(SignalIndex(0), to: 30, at: 6 * second)
    panel.advance(to: 6 * second)
    panel.advance(to: 7 * second)
    #expect(texts() == ["All is well", "Engine hot", "00:00"], "\(texts())")
    // A banner without room for the age wakes nobody because of it.
    let banner = try describedPanel(
      "a: {initial: 60}", "{alarms: newest}", "alarms: {hot: {when: a above 50, until: 40, text: Engine hot}}")
    banner.advance(to: 0)
    banner.alarms.acknowledge(0, at: second)
    banner.advance(to: second)
    #expect(banner.state.nextTime == nil)
    for seconds in [0, 50, 99, 100, 129, 130, 5969, 5970, 171_000, 300_000] {
      let next = seconds + secondsToNextAgeName(seconds)
      #expect(ageName(next) != ageName(seconds) || seconds == 99, "\(seconds)")
      #expect(ageName(next - 1) == ageName(seconds) || seconds < 100, "\(seconds)")
    }
  }
}
