import FixedRaster
import LayerRuntime
import PanelFile
import PanelSignals
import Testing

@testable import PanelInstruments

/// What shows a value that is too old never looks fresh, whatever it is.
@Suite("Old values") struct OldValueTests {
  private static let signals = "a: {from: in/a, range: 0..100, stale: 1s}"
  private static let second: Int64 = 1_000_000_000

  /// Draws the panel with a value of 77, and again when that is old.
  private func shown<Kind: Instrument>(
    _ element: String, _ kind: Kind.Type, _ look: (Kind) -> Color?
  ) throws -> (fresh: Color?, old: Color?, stale: Color) {
    let panel = try describedPanel(Self.signals, element)
    let instrument = try #require(panel.instruments.compactMap { $0 as? Kind }.first)
    panel.advance(to: 0)
    panel.signals.set(SignalIndex(0), to: 77, at: Self.second)
    panel.advance(to: Self.second)
    panel.root.layoutIfNeeded()
    let fresh = look(instrument)
    panel.advance(to: 9 * Self.second)
    panel.root.layoutIfNeeded()
    return (fresh, look(instrument), instrument.theme[.stale])
  }

  private func ink(of text: TextInstrument) -> Color? {
    (text.sublayers ?? []).flatMap { $0.sublayers ?? [] }.compactMap { $0 as? Caption }
      .first { $0.string?.isEmpty == false }?.foregroundColor
  }

  private func strike(of text: TextInstrument) -> Strike? {
    (text.sublayers ?? []).compactMap { $0 as? Strike }.first { !$0.isHidden && !$0.box.isEmpty }
  }

  @Test("P43 a text with an old value in it is dimmed and struck through, by braces and by an expression")
  func text() throws {
    for element in ["{text: \"{a:0} V\"}", "{text: '=if(a above 50, \"High\", \"Low\")'}"] {
      let (fresh, old, stale) = try shown(element, TextInstrument.self) { ink(of: $0) }
      #expect(fresh != stale && old != fresh, "\(element)")
      #expect(try shown(element, TextInstrument.self) { strike(of: $0) == nil ? nil : .white }.old != nil, "\(element)")
    }
    let (fresh, old, stale) = try shown("{text: Words}", TextInstrument.self) { ink(of: $0) }
    #expect(fresh != stale && old == fresh)
  }

  @Test("P43 a shape whose colour follows an old value is an outline")
  func shape() throws {
    let element = "{shape: box, fill: 'if(a above 50, red-60, gray-20)'}"
    let fill = try shown(element, ShapeInstrument.self) { $0.shape.fillColor }
    #expect(fill.fresh != nil && fill.old == nil)
    let stroke = try shown(element, ShapeInstrument.self) { $0.shape.strokeColor }
    #expect(stroke.fresh != stroke.stale && stroke.old == stroke.stale)
  }

  @Test("P44 bars of one group have one size, at any width: equal values have equal heights", arguments: 480...540)
  func bars(width: Int) throws {
    let signals = (1...12).map { "c\($0): {initial: 3.65, title: Cell \($0), range: 2.5..4.3}" }.joined(separator: "\n")
    let list = (1...12).map { "c\($0)" }.joined(separator: ", ")
    for element in ["{bars: [\(list)], title: Cells}", "{bars: [\(list)], upright: false}"] {
      let panel = try Panel(
        try PanelFile(bytes: compiledPanel(signals, element).bytes), size: Size(width: Fixed(width), height: 355))
      panel.root.layoutIfNeeded()
      let group = try #require(panel.instruments.compactMap { $0 as? BarsInstrument }.first)
      let sizes = group.members.map { $0.frame.size }
      #expect(sizes.count == 12 && sizes.allSatisfy { $0 == sizes[0] }, "\(element)")
      #expect(group.frame.size.width >= sizes[0].width)
    }
  }

  @Test("P51 a theme that was chosen holds when a language makes other panels")
  func theme() throws {
    let more = "themes: {day: {like: day}, night: {like: night, when: a above 5}}\ntexts: {de: {Hello: Hallo}}"
    let file = try PanelFile(bytes: compiledPanel(Self.signals, "{text: Hello}", more).bytes)
    let former = try Panel(file, size: Size(width: 320, height: 240))
    #expect(former.showTheme("night") && former.state.choose(language: "de") && former.state.chooseWording())
    let next = try Panel(former.state, size: Size(width: 320, height: 240))
    next.takeOver(former)
    next.advance(to: 0)
    #expect(next.themeName == "night")
    // Without a choice the conditions decide.
    #expect(next.showTheme(nil))
    let third = try Panel(next.state, size: Size(width: 320, height: 240))
    third.takeOver(next)
    third.advance(to: 0)
    #expect(third.themeName == "day")
  }
}
