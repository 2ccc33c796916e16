import FBDevice
import Foundation
import PanelFile
import PanelReplay
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments
@testable import panel_ui

/// Where what the examples look like is written, for scripts/bless.
let drawnFolder = ProcessInfo.processInfo.environment["LAMINA_TEST_PICTURES"]

/// The panels of Examples/panels, with what they have for demonstration.
@Suite("Example panels")
struct ExamplePanelTests {
  static let names = [
    "battery-solar", "boat", "compressor", "controls", "engine", "greenhouse", "machine-monitor", "printer-3d",
    "process-skid",
    "race-car", "weather",
  ]

  @Test("P26 P50 every example is its golden picture, by day and by night", arguments: names)
  func golden(name: String) throws {
    let file = try example(name)
    let replay = try Replay(Array(PictureTests.text("demo.replay").utf8), name: "demo", for: file)
    for theme in ["day", "night"] {
      let screen = try PanelScreen(file, display: try MemoryDisplay(width: 800, height: 480, layout: .xrgb8888))
      #expect(screen.panel.showTheme(theme))
      screen.panel.state.showDemo()
      var player = ReplayPlayer(replay)
      try player.playAll(PanelScreens(screen), frames: nil)
      if let drawnFolder { try screen.screen.writeSnapshot(to: "\(drawnFolder)/example-\(name)-\(theme).png") }
      let url = goldens.appendingPathComponent("example-\(name)-\(theme).png")
      let golden = try #require(
        TestPicture(contentsOf: url), "\(url.path) is missing or no picture of ours: scripts/bless writes it")
      #expect(screen.picture.difference(from: golden) == nil, "\(name) \(theme)")
    }
  }

  @Test("P11 every example takes less than a fifth of what histories and windows of time may take", arguments: names)
  func past(name: String) throws {
    let file = try example(name)
    #expect(SignalStore.pastBytes(file.definitions, file.code.windows) < SignalStore.pastLimit / 5)
  }

  @Test("P22 a page with areas for the other shape fills a display of that shape, and shows one of the two")
  func portrait() throws {
    for (width, height, isPortrait) in [(800, 480, false), (480, 800, true)] {
      let screen = try PanelScreen(
        try example("weather"), display: try MemoryDisplay(width: width, height: height, layout: .xrgb8888))
      screen.panel.state.showDemo()
      screen.advance(to: 0)
      try screen.drawFrame()
      let shown = screen.panel.instruments.filter { !$0.isHidden && !$0.bounds.isEmpty }
      let trend = try #require(shown.compactMap { $0 as? TrendInstrument }.first)
      #expect(shown.compactMap { $0 as? TrendInstrument }.count == 1)
      #expect(trend.frame.width > (isPortrait ? 440 : 760))
      // The other areas are laid out and hidden.
      #expect(screen.panel.instruments.filter { $0 is TrendInstrument && $0.isHidden }.count == 1)
    }
  }
}

@Suite("Zones that signals bound")
struct ZoneEndTests {
  @Test("P24 P40 the end of a zone is a signal's value; without one nothing lies in the zone")
  func ends() throws {
    func zones(_ replay: String) throws -> [Zone] {
      let screen = try screen(replay, of: try example("race-car"))
      return try #require(screen.panel.instruments.first { $0 is BarInstrument && $0.zones.count == 3 }).zones
    }
    let none = try zones("0 rpm=5000")
    #expect(none.map(\.state) == [.normal, .caution, .warning])
    for value in [Fixed64(0), 8000, 9000] {
      #expect(!none[1].contains(value) && !none[2].contains(value) && none[0].contains(value) == (value == 0))
    }
    let told = try zones("0 rpm=5000 shift=8200")
    #expect(told[1].lower == 7000 && told[1].upper == 8200 && told[2].lower == 8200 && told[2].contains(9000))
    let moved = try zones("0 rpm=5000 shift=8200\n100 shift=7500")
    #expect(moved[1].upper == 7500 && moved[2].lower == 7500)
    let gone = try zones("0 rpm=5000 shift=8200\n100 shift=null")
    #expect(!gone[2].contains(9000))
  }
}
