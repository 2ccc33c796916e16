import FBDevice
import FixedRaster
import Foundation
import PanelAssets
import PanelFile
import PanelSignals
import Testing

@testable import PanelInstruments
@testable import panel_ui

/// What a description says, seen at the instruments that a device makes of it.
@Suite("Described panels")
struct DescribedPanelTests {
  private func file(_ head: String, _ signals: String, _ elements: String) throws -> PanelFile {
    let text = """
      panel: 1
      size: 800x480
      \(head)
      sources:
        in: {lines: stdin}
      signals:
      \(signals.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
      pages:
        main:
          column:
      \(elements.split(separator: "\n").map { "      - " + $0 }.joined(separator: "\n"))
      """
    return try PanelFile(bytes: compilePanel(Array(text.utf8), name: "described").bytes)
  }

  private func shown(_ screen: PanelScreen, _ number: Int = 0) -> String {
    let instrument = screen.panel.instruments[number]
    return instrument.format.text(of: instrument.value.value)
  }

  @Test("P30 a small factor between units loses nothing: bytes as gigabytes, and the ends of a range with them")
  func exactUnits() throws {
    let file = try file(
      "", "disk: {from: in/disk, unit: B, show: GB 0.000, range: 0..2000000000}",
      "{gauge: disk}\n{number: disk, unit: MB}")
    let screen = try screen("0 disk=1234000000", of: file)
    #expect(shown(screen) == "1.234" && screen.panel.instruments[0].range == 0...2)
    #expect(screen.panel.instruments[1].value.value == 1234 && screen.panel.instruments[1].unit == "MB")
  }

  @Test(
    "P30 formats are written on the device as they were described",
    arguments: [
      ("unit: kPa, show: bar 0.0", "320", "3.2"), ("show: '+0.00'", "1.5", "+1.50"), ("show: '000'", "7", "007"),
      ("show: '0,000'", "1234567", "1,234,567"), ("show: 0.00~3", "12.345", "12.3"), ("show: 0.0e3", "4200", "4.2"),
      ("unit: min, show: 'h:mm'", "125", "2:05"), ("unit: s, show: 'm:ss'", "75", "1:15"),
      ("unit: h, show: 'h:mm:ss'", "1.5", "1:30:00"), ("unit: deg, show: lat.000", "54.2058", "54°12.348'N"),
    ])
  func formats(description: String, told: String, expected: String) throws {
    let file = try file("", "a: {from: in/a, range: 0..5000, \(description)}", "{number: a}")
    let screen = try screen("0 a=\(told)", of: file)
    #expect(shown(screen) == expected)
    // Times and positions say their unit themselves.
    #expect((screen.panel.instruments[0].unit ?? "").isEmpty || description.contains("bar"))
  }

  @Test("P25 the panel's decimal sign and its groups are those of values and of scales")
  func signs() throws {
    let file = try file(
      "numbers: {point: ',', group: ' '}", "a: {from: in/a, show: 0.0, range: 0..4000}\nb: {from: in/b, range: 0..1}",
      "{number: a}\n{gauge: a}\n{gauge: b}")
    let screen = try screen("0 a=3456.7", of: file)
    #expect(shown(screen) == "3 456,7")
    let gauges = screen.panel.instruments.compactMap { $0 as? GaugeInstrument }
    #expect(gauges[0].scale.numeral(of: 4000) == "4 000")
    #expect(gauges[1].scale.numeral(of: Fixed64(1, over: 2)) == "0,5")
  }

  @Test("P31 a number that 32.32 cannot hold has failed: no value at the end of the range is shown for it")
  func tooLarge() throws {
    let file = try file("", "a: {from: in/a}", "{number: a}")
    for told in ["2147483648", "5e9", "-99999999999"] {
      #expect(try screen("0 a=\(told)", of: file).panel.signals.reading(SignalIndex(0)).quality == .failed)
    }
    #expect(try screen("0 a=2147483647", of: file).panel.signals.reading(SignalIndex(0)).value == 2_147_483_647)
  }

  @Test("P25 a language is chosen by its signal while the panel runs, and values, page and histories stay")
  func languages() throws {
    let file = try file(
      "texts: {de: {Depth: Tiefe, Off: Aus}, fr: {Depth: Fond}}\nlanguage: language",
      "depth: {from: in/depth, unit: m, title: Depth}\nlanguage: {from: in/language}\n"
        + "pump: {from: in/pump, enum: {0: \"Off\", 1: \"On\"}}",
      "{number: depth}\n{enum: pump}")
    func titles(_ replay: String) throws -> [String] {
      let screen = try screen(replay, of: file)
      let states = try #require(screen.panel.instruments[1] as? EnumInstrument)
      #expect(screen.panel.instruments[0].value.value == 7)
      return [screen.panel.instruments[0].title ?? "", states.entries[0].text]
    }
    #expect(try titles("0 depth=7 pump=0") == ["Depth", "Off"])
    #expect(try titles("0 depth=7 pump=0\n100 language=1") == ["Tiefe", "Aus"])
    #expect(try titles("0 depth=7 pump=0\n100 language=1\n200 language=2") == ["Fond", "Off"])
    // One that there is not is the description's, and so is that of no value.
    #expect(try titles("0 depth=7 pump=0\n100 language=9") == ["Depth", "Off"])
    #expect(try titles("0 depth=7 pump=0 language=1\n100 language=0") == ["Depth", "Off"])
  }

  @Test("P24 the values of a code have colours of their own, which a theme does not change")
  func enumColors() throws {
    let file = try file(
      "", "pump: {from: in/pump, enum: {0: {text: \"Off\", color: dim}, 1: {text: \"On\", color: \"#12ab34\"}}}",
      "{enum: pump}")
    let screen = try screen("0 pump=1", of: file)
    let states = try #require(screen.panel.instruments[0] as? EnumInstrument)
    #expect(states.entries[0].role == .dim && states.entries[0].color == nil)
    #expect(states.entries[1].color.map { $0 & 0xFF_FFFF } == 0x12AB34)
    try screen.drawFrame()
    #expect(screen.picture.pixels.contains(0x12AB34))
  }

  @Test("P22 lengths in mm, px and percent: those in mm by the panel's diagonal, and scaled with it")
  func lengths() throws {
    let text = """
      panel: 1
      size: 800x480
      diagonal: 7in
      sources:
        in: {lines: stdin}
      signals:
        a: {from: in/a}
      pages:
        main:
          margin: 0
          gap: 0
          row: [{number: a, width: 20mm}, {number: a, width: 160px}, {number: a, width: 25percent}, {number: a}]
      """
    let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "lengths").bytes)
    func widths(_ width: Int, _ height: Int) throws -> [Int] {
      let screen = try PanelScreen(file, display: try MemoryDisplay(width: width, height: height, layout: .xrgb8888))
      return screen.panel.instruments.map { $0.frame.width.rounded }
    }
    // 933 points on 7 inches are 5.2474 on a millimetre.
    #expect(try widths(800, 480) == [105, 160, 200, 335])
    #expect(try widths(1600, 960) == [210, 320, 400, 670])
  }
}
