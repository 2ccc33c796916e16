// Panels of many layers, and displays that are much smaller or larger than what a panel was described for.
import FBDevice
import FixedRaster
import Foundation
import PanelDescription
import PanelFile
import Testing

@testable import PanelInstruments
@testable import panel_ui

@Suite("Large panels and other displays") struct LargePanelTests {
  /// Rows of numbers that are all 8.
  private func numbers(rows: Int, columns: Int) throws -> PanelFile {
    let row = "      - {row: [" + Array(repeating: "{number: a}", count: columns).joined(separator: ", ") + "]}\n"
    let text = """
      panel: 1
      size: 1600x960
      signals:
        a: {initial: 8, range: 0..9}
      pages:
        main:
          column:

      """
    return try PanelFile(bytes: compilePanel(Array((text + String(repeating: row, count: rows)).utf8), name: "n").bytes)
  }

  @Test("P08 P11 a page of thousands of layers is drawn whole: the compositor has room for what the panel counts")
  func whole() throws {
    let file = try numbers(rows: 24, columns: 30)
    let screen = try PanelScreen(file, display: try MemoryDisplay(width: 1600, height: 960, layout: .xrgb8888))
    screen.advance(to: 0)
    try screen.drawFrame()
    #expect(screen.panel.layerCount > 4000 && screen.panel.instruments.count == 720)
    let picture = screen.picture
    var empty = 0
    for instrument in screen.panel.instruments {
      let frame = instrument.convert(instrument.bounds, to: nil)
      if picture.count(instrument.theme[.ink], in: frame) == 0 { empty += 1 }
    }
    #expect(empty == 0)
  }

  @Test("P08 a panel with more layers than there is room for is refused with both numbers, and the former one stays")
  func refused() throws {
    let display = try MemoryDisplay(width: 800, height: 480, layout: .xrgb8888)
    let screen = try PanelScreen(try example("weather"), display: display)
    screen.advance(to: 0)
    try screen.drawFrame()
    let (before, panel) = (screen.picture, screen.panel)
    let large = try numbers(rows: 24, columns: 30)
    do throws(ProgramError) {
      _ = try screen.replace(with: large)
      Issue.record("it was not refused")
    } catch {
      let pattern = /it has \d{4,} layers, and there is room for \d+: start the program again/
      #expect(error.message.wholeMatch(of: pattern) != nil, "\(error.message)")
    }
    #expect(screen.panel === panel && screen.picture == before)
    // As many as there were have room.
    _ = try screen.replace(with: try example("boat"))
    #expect(screen.panel !== panel)
  }

  @Test(
    "P01 P22 every example is drawn on displays from 160 x 120 to 1920 x 1080: what is shown lies on the display",
    arguments: ExamplePanelTests.names)
  func displays(name: String) throws {
    for (width, height) in [(160, 120), (320, 240), (480, 320), (1920, 1080)] {
      let file = try example(name)
      let screen = try PanelScreen(file, display: try MemoryDisplay(width: width, height: height, layout: .xrgb8888))
      screen.panel.state.showDemo()
      screen.advance(to: 0)
      screen.advance(to: 5_000_000_000)
      try screen.drawFrame()
      let picture = screen.picture
      #expect(Set(picture.pixels).count > 4, "\(width)x\(height)")
      let display = Rect(x: 0, y: 0, width: Fixed(width), height: Fixed(height))
      for instrument in screen.panel.instruments where !instrument.isHidden {
        let frame = instrument.convert(instrument.bounds, to: nil)
        // What scrolls goes on below.
        let scrolls = instrument.superlayer?.masksToBounds == true
        #expect(frame.isEmpty || frame.minX >= 0 && frame.minY >= 0, "\(width)x\(height)")
        #expect(frame.maxX <= display.maxX + 1 && (scrolls || frame.maxY <= display.maxY + 1), "\(width)x\(height)")
      }
    }
  }
}
