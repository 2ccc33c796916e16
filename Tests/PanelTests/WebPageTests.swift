import FBDevice
import FixedRaster
import Foundation
import LayerRuntime
import PanelDescription
import PanelFile
import PanelSignals
import TestSupport
import Testing

@testable import PanelInstruments
@testable import WebPanel
@testable import panel_ui

/// The calls of a page, without a browser: scripts/web-golden has one.
@Suite("Web page")
struct WebPageTests {
  private static let second: Int64 = 1_000_000_000

  private static func bytes(_ text: String) throws -> [UInt8] {
    try compilePanel(Array(text.utf8), name: "web").bytes
  }

  private static func exampleBytes(_ name: String) throws -> [UInt8] {
    let root = goldens.deletingLastPathComponent().deletingLastPathComponent()
    let path = root.appendingPathComponent("Examples/panels/\(name).yaml")
    return try compilePanel(Array(try Data(contentsOf: path)), name: path.path).bytes
  }

  private static let described = """
    panel: 1
    size: 400x240
    language: lang
    sources: {in: {lines: stdin}}
    signals:
      speed: {from: in/speed, unit: kn, range: 0..20, stale: 2s, demo: 7}
      mode: {from: in/mode, type: text}
      lang: {initial: 0}
    texts: {de: {Speed: Fahrt}}
    pages:
      main: {column: [{pages: tabs}, {number: speed, title: Speed}]}
      other: {column: [{pages: tabs}, {text: Other}]}
    """

  private func page(_ text: String = described, width: Int = 400, height: Int = 240) throws -> WebPage {
    let page = WebPage()
    #expect(page.open(try Self.bytes(text), width: width, height: height, density: nil, at: 0) == .opened)
    return page
  }

  private func reading(_ page: WebPage, _ signal: Int = 0) -> Reading? {
    page.state?.signals.reading(SignalIndex(signal))
  }

  @Test("D43 the pixels are RGBA of full alpha, those of a board's display, and the rectangles hold all that changed")
  func pixels() throws {
    let file = try Self.exampleBytes("boat")
    let page = WebPage()
    #expect(page.open(file, width: 800, height: 480, density: nil, at: 0) == .opened)
    let board = try PanelScreen(
      PanelFile(bytes: file), display: MemoryDisplay(width: 800, height: 480, layout: .xrgb8888))
    var shown = [UInt32](repeating: 0, count: 800 * 480)
    var transparent = 0
    page.state?.showDemo()
    board.panel.state.showDemo()
    for step in 0..<20 as Range<Int64> {
      let time = step * 250_000_000
      page.advance(to: time)
      let count = page.draw(at: time)
      board.advance(to: time)
      try board.drawFrame()
      let memory = try #require(page.display?.memory)
      let rects = try #require(page.display?.damage)
      for rect in 0..<count {
        let (x, y) = unsafe (Int(rects.address[rect * 4]), Int(rects.address[rect * 4 + 1]))
        let (width, height) = unsafe (Int(rects.address[rect * 4 + 2]), Int(rects.address[rect * 4 + 3]))
        for row in y..<y + height {
          for column in x..<x + width {
            let at = unsafe memory.base + row * memory.bytesPerRow + column * 4
            let (red, green) = unsafe (at.load(as: UInt8.self), (at + 1).load(as: UInt8.self))
            let (blue, alpha) = unsafe ((at + 2).load(as: UInt8.self), (at + 3).load(as: UInt8.self))
            if alpha != 255 { transparent += 1 }
            shown[row * 800 + column] = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
          }
        }
      }
      #expect(board.picture.pixels.map { $0 & 0xFF_FFFF } == shown, "step \(step)")
    }
    #expect(transparent == 0)
  }

  @Test("D43 a file that is damaged, or a size out of range, is refused with a sentence, and the panel stays")
  func refused() throws {
    let page = try page()
    page.give(0, Reading(12), at: 0)
    _ = page.frame(at: 0)
    let former = page.panel
    var damaged = try Self.bytes(Self.described)
    damaged[damaged.count / 2] ^= 0x40
    #expect(page.open(damaged, width: 400, height: 240, density: nil, at: 1) == .damaged)
    #expect(page.message.contains("the panel") && !page.message.contains("\n"), "\(page.message)")
    #expect(page.open([], width: 400, height: 240, density: nil, at: 1) == .damaged)
    for (width, height) in [(0, 240), (400, 15), (4097, 240), (-1, -1)] {
      #expect(
        page.open(try Self.bytes(Self.described), width: width, height: height, density: nil, at: 1) == .size)
      #expect(page.message.contains("16 to 4096"))
    }
    #expect(page.panel === former && reading(page) == Reading(12))
    #expect(page.open(try Self.bytes(Self.described), width: 400, height: 240, density: nil, at: 1) == .opened)
    #expect(page.message.isEmpty && page.panel !== former)
  }

  @Test("D43 P08 another file in place of a panel keeps values, page, theme, language and the time of day")
  func replaced() throws {
    let page = try page()
    page.give(0, Reading(12), at: 0)
    page.give(1, Array("anchored".utf8), .fresh, at: 0)
    page.state?.wallClockOffset = 77
    page.showTheme("night")
    #expect(page.state?.choose(language: "de") == true)
    _ = page.frame(at: 0)
    page.panel?.showPage(1)
    _ = page.frame(at: 40_000_000)
    #expect(page.state?.shownLanguage == "de")
    let changed = Self.described.replacing("title: Speed", with: "title: Course").replacing("0..20", with: "0..30")
    // In another size too.
    #expect(page.open(try Self.bytes(changed), width: 300, height: 200, density: nil, at: Self.second) == .opened)
    _ = page.frame(at: Self.second)
    #expect(page.panel?.page == 1 && page.panel?.themeName == "night" && page.state?.wallClockOffset == 77)
    #expect(page.state?.shownLanguage == "de" && page.display?.memory.width == 300)
    #expect(reading(page) == Reading(12))
    let text = try #require(reading(page, 1))
    #expect(page.state?.signals.text(of: text.value) == "anchored")
    // A page that the file has no more is none to show.
    let fewer = changed.replacing("  other:", with: "  third:")
    #expect(page.open(try Self.bytes(fewer), width: 300, height: 200, density: nil, at: Self.second) == .opened)
    #expect(page.panel?.page == 0)
  }

  @Test("D43 a value has the quality that the page says; a number in a text is the one that a replay tells")
  func values() throws {
    let page = try page()
    func given(_ give: () -> Void) -> Reading? {
      give()
      page.advance(to: page.state?.time ?? 0)
      return reading(page)
    }
    #expect(given { page.give(0, Reading(9), at: 0) } == Reading(9))
    #expect(given { page.give(0, Reading(9, .old), at: 0) }?.quality == .old)
    #expect(given { page.give(0, Reading(.zero, .failed), at: 0) }?.quality == .failed)
    #expect(given { page.give(0, Reading(.zero, .none), at: 0) }?.quality == Quality.none)
    let digits = Array("1.35".utf8)
    let decimal = Fixed64(decimal: digits.span) ?? 0
    #expect(given { page.give(0, Array("1.35".utf8), .fresh, at: 0) } == Reading(decimal))
    #expect(given { page.give(0, Array("fast".utf8), .fresh, at: 0) }?.quality == .failed)
    #expect(given { page.give(0, Array("9e99".utf8), .fresh, at: 0) }?.quality == .failed)
    // Nothing happens to a signal that there is not.
    for signal in [-1, 3, .max] { page.give(signal, Reading(1), at: 0) }
    #expect(page.takesValues(0) && !page.takesValues(3) && !page.takesValues(-1))
    // Two seconds later it is old by itself.
    page.give(0, Reading(9), at: 0)
    page.advance(to: 3 * Self.second)
    #expect(reading(page)?.quality == .old)
  }

  @Test("D43 a signal's demonstration stands still while the page gives values, and goes on")
  func demonstration() throws {
    let page = try page()
    page.state?.showDemo()
    page.advance(to: 0)
    #expect(reading(page) == Reading(7))
    page.state?.outputs.hold(SignalIndex(0), true)
    page.give(0, Reading(3), at: 0)
    page.advance(to: 100_000_000)
    #expect(reading(page) == Reading(3))
    page.state?.outputs.hold(SignalIndex(0), false)
    page.advance(to: 200_000_000)
    #expect(reading(page) == Reading(7))
  }

  @Test("D43 a frame is due at once after a value, then not before a 30th of a second, and never while nothing moves")
  func times() throws {
    let page = try page()
    #expect(page.nextTime == 0)
    #expect(page.frame(at: 0) > 0)
    #expect(page.frame(at: 1) == 0)
    var time: Int64 = 0
    while let next = page.nextTime, time < 10 * Self.second {
      time = next
      _ = page.frame(at: time)
    }
    #expect(page.nextTime == nil)
    page.give(0, Reading(5), at: time)
    let due = try #require(page.nextTime)
    #expect(due <= time + PanelScreens.frameInterval)
    #expect(page.frame(at: due) > 0)
    #expect((page.nextTime ?? .max) >= due + 30_000_000)
  }

  @Test("D43 the page's clock never goes back, whatever it says")
  func clock() {
    var clock = WebClock()
    #expect(clock.advance(to: 33.333333) == 33_333_333)
    #expect(clock.advance(to: 12) == 33_333_333)
    for wrong in [Double.nan, -1, -1e300] { #expect(clock.advance(to: wrong) == 33_333_333) }
    #expect(clock.advance(to: 40.25) == 40_250_000)
    // A value may have been heard before.
    #expect(clock.timeOfValue(12.5) == 12_500_000 && clock.now == 40_250_000)
    #expect(clock.timeOfValue(41) == 41_000_000 && clock.now == 41_000_000)
    for wrong in [Double.nan, -1] { #expect(clock.timeOfValue(wrong) == 41_000_000) }
    #expect(clock.advance(to: .infinity) == 9_000_000_000_000_000)
    #expect(WebClock.milliseconds(nil) == Double.infinity && WebClock.milliseconds(33_333_333) == 33.333333)
    #expect(WebClock.nanoseconds(.nan) == 0 && WebClock.nanoseconds(1e300) == 0)
    #expect(WebClock.nanoseconds(1_781_481_600_000) == 1_781_481_600_000_000_000)
  }

  @Test("D43 a finger taps a tab, an instrument is found at its pixel, and nothing is beyond the display")
  func fingers() throws {
    let page = try page()
    _ = page.frame(at: 0)
    let record = try #require(page.hit(Point(x: 200, y: 200)))
    var number: Int?
    page.panel?.forEachShown { shown, instrument in if instrument is NumberInstrument { number = shown.index } }
    #expect(record == number)
    let frame = unsafe page.hitFrame.address
    #expect(unsafe frame[0] <= 200 && frame[1] <= 200 && frame[2] > 100 && frame[3] > 20)
    #expect(page.hit(Point(x: 4000, y: 200)) == nil && page.hit(Point(x: -5, y: -5)) == nil)
    let tabs = try #require(page.panel?.instruments.first { $0 is PagesInstrument })
    let place = tabs.convert(Point(x: tabs.bounds.width * 3 / 4, y: tabs.bounds.midY), to: nil)
    let pixel = PixelPoint(x: place.x, y: place.y)
    #expect(page.touch(finger: 0, .began, at: pixel, time: Self.second))
    #expect(page.touch(finger: 0, .ended, at: pixel, time: Self.second + 50_000_000))
    _ = page.frame(at: Self.second + 60_000_000)
    #expect(page.panel?.page == 1)
  }

  @Test("D43 the density of a display is told by its size, if that can be true")
  func density() {
    func density(_ width: Int, _ height: Int, _ wide: Int, _ high: Int) -> Fixed? {
      WebDisplay.density(width: width, height: height, widthMicrometres: wide, heightMicrometres: high)
    }
    #expect(density(800, 480, 160_000, 96_000) == 5)
    #expect(density(800, 480, 0, 0) == nil && density(800, 480, -1, 96_000) == nil)
    #expect(density(800, 480, 160_000, 160_000) == nil)
    #expect(density(800, 480, 1000, 600) == nil && density(0, 480, 160_000, 96_000) == nil)
  }

  @Test("D43 bytes between page and module: as many as there are, and never more than were asked for")
  func bytes() {
    let bytes = WebBytes()
    #expect(bytes.prefix(5).isEmpty)
    #expect(bytes.resize(to: 0) && bytes.prefix(5).isEmpty)
    bytes.store("Öl °C")
    #expect(bytes.count == 7 && bytes.prefix(100) == Array("Öl °C".utf8) && bytes.prefix(-1).isEmpty)
    bytes.store("")
    #expect(bytes.prefix(7).isEmpty)
    #expect(bytes.resize(to: 1 << 20) && bytes.prefix(1 << 20).count == 1 << 20)
  }

  @Test("D43 P08 an instrument that has the focus of a panel that is gone does nothing, in any language")
  func focus() throws {
    let page = WebPage()
    let bytes = try Self.exampleBytes("boat")
    #expect(page.open(bytes, width: 800, height: 480, density: nil, at: 0) == .opened)
    page.state?.showDemo()
    page.panel?.showPage(2)
    var (time, focused): (Int64, [ObjectIdentifier]) = (0, [])
    for round in 0..<12 {
      for code in [106, 28, 108, 15] as [UInt16] {
        time += 40_000_000
        _ = page.press(code, .began, at: time)
        _ = page.press(code, .ended, at: time + 1)
        _ = page.frame(at: time + 2)
      }
      if let layer = page.screen?.screen.focus.focusedLayer { focused.append(ObjectIdentifier(layer)) }
      // Another panel in the place of the one that has the focus.
      #expect(page.state?.choose(language: round % 2 == 0 ? "de" : PanelState.ownName) == true)
      page.setNeedsAdvance()
      time += 40_000_000
      _ = page.frame(at: time)
      let pixel = PixelPoint(x: Fixed(100 + round * 50), y: Fixed(120 + round * 20))
      _ = page.touch(finger: 0, .began, at: pixel, time: time)
      _ = page.touch(finger: 0, .ended, at: pixel, time: time + 1)
      _ = page.frame(at: time + 2)
      if round % 4 == 3 {
        #expect(page.open(bytes, width: 800, height: 480, density: nil, at: time) == .opened)
        page.state?.showDemo()
        page.panel?.showPage(2)
      }
    }
    #expect(focused.count > 4)
  }
}
