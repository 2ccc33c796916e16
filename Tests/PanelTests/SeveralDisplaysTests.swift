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
@testable import panel_ui

/// A panel on two displays, and what it shows of its values.
private struct TwoDisplays {
  let screens: PanelScreens
  let first, second: PanelScreen

  static let text = """
    panel: 1
    size: 400x200
    sources: {in: {lines: stdin}}
    texts: {de: {Depth: Tiefe}}
    language: language
    signals:
      depth: {from: in/depth, unit: m, title: Depth, stale: 1000s, follow: 0s}
      language: {from: in/language}
    alarms:
      shallow: {when: depth below 3}
    displays:
      helm: {pages: [list, deep]}
      mast: {display: fb:/dev/fb1, pages: [deep, other]}
    pages:
      deep: {number: depth}
      list: {alarms: all, rows: 2}
      other: {alarms: all, rows: 2}
    bar: {left: [{pages: tabs, width: 300px}]}
    """

  static func file(_ text: String = text) throws -> PanelFile {
    try PanelFile(bytes: compilePanel(Array(text.utf8), name: "displays").bytes)
  }

  init(_ file: PanelFile) throws {
    first = try PanelScreen(file, display: MemoryDisplay(width: 400, height: 200, layout: .xrgb8888))
    screens = PanelScreens(first)
    second = try screens.add(MemoryDisplay(width: 200, height: 300, layout: .xrgb8888), number: 1)
  }

  func tell(_ values: [Fixed64], at seconds: Int64) {
    let time = seconds * 1_000_000_000
    for (index, value) in values.enumerated() { first.panel.signals.set(SignalIndex(index), to: value, at: time) }
    screens.advance(to: time)
  }

  /// What a screen's number shows.
  static func digits(_ screen: PanelScreen) -> String? {
    screen.panel.instruments.lazy.compactMap { $0 as? NumberInstrument }.first?.digitsText
  }

  static func titles(_ screen: PanelScreen) -> [String] {
    screen.panel.instruments.lazy.compactMap { $0 as? PagesInstrument }.first?.titles ?? []
  }
}

@Suite("Several displays")
struct SeveralDisplaysTests {
  @Test("P20 each display shows pages of its own, in the order in which it names them, of the same values")
  func pages() throws {
    let displays = try TwoDisplays(TwoDisplays.file())
    let (first, second) = (displays.first, displays.second)
    #expect(first.panel.pageNames == ["list", "deep"] && second.panel.pageNames == ["deep", "other"])
    #expect(TwoDisplays.titles(first) == ["list", "deep"] && TwoDisplays.titles(second) == ["deep", "other"])
    displays.tell([7], at: 1)
    first.panel.showPage(1)
    displays.tell([7], at: 2)
    #expect(TwoDisplays.digits(first) == "7" && TwoDisplays.digits(second) == "7")
    displays.tell([8], at: 3)
    #expect(TwoDisplays.digits(first) == "8" && TwoDisplays.digits(second) == "8")
    #expect(try second.drawFrame(at: 3_000_000_000) && first.drawFrame(at: 3_000_000_000))
    // Nothing is drawn where nothing changes, and only what shows it where something does.
    first.panel.showPage(0)
    displays.tell([8], at: 4)
    // The line below the tabs goes over first.
    for time: Int64 in [4_000_000_000, 4_500_000_000] {
      _ = (try first.drawFrame(at: time), try second.drawFrame(at: time))
    }
    displays.tell([9], at: 5)
    #expect(try !first.drawFrame(at: 5_000_000_000) && second.drawFrame(at: 5_000_000_000))
  }

  @Test("P20 P47 what a finger says of an alarm on one display holds on all with the same advance")
  func alarms() throws {
    let displays = try TwoDisplays(TwoDisplays.file())
    let (first, second) = (displays.first, displays.second)
    var requests = 0
    second.panel.state.advanceHandler = { requests += 1 }
    second.panel.showPage(1)
    displays.tell([1], at: 1)
    displays.tell([1], at: 2)
    let list = try #require(second.panel.instruments.lazy.compactMap { $0 as? AlarmsInstrument }.first)
    // The flash of either is awaited.
    #expect(try #require(first.panel.nextTime) < 3_000_000_000)
    let place = list.convert(Point(x: 20, y: 10), to: nil)
    for phase in [Touch.Phase.began, .ended] {
      second.screen.touch(finger: 0, phase: phase, at: PixelPoint(x: place.x, y: place.y))
    }
    #expect(requests > 1)
    displays.tell([1], at: 3)
    #expect(first.panel.alarms.state(0) == .acknowledged)
    let other = try #require(first.panel.instruments.lazy.compactMap { $0 as? AlarmsInstrument }.first)
    #expect(!other.hasFlashing && !list.hasFlashing)
  }

  @Test("P20 P25 P08 another language, and another file, is shown on all displays, with their pages")
  func replaced() throws {
    let displays = try TwoDisplays(TwoDisplays.file())
    let (first, second) = (displays.first, displays.second)
    displays.tell([7, 1], at: 1)
    let number = second.panel.instruments.lazy.compactMap { $0 as? NumberInstrument }.first
    #expect(number?.title == "Tiefe")
    second.panel.showPage(1)
    // Another file has the mast show the list first; one that has one display leaves the other one without pages.
    let next = TwoDisplays.text.replacingOccurrences(of: "[deep, other]", with: "[list, other, deep]")
    _ = try displays.screens.replace(with: TwoDisplays.file(next))
    #expect(second.panel.pageNames == ["list", "other", "deep"] && second.panel.page == 1)
    second.panel.showPage(2)
    displays.tell([7, 0], at: 2)
    #expect(second.panel.signals === first.panel.signals && TwoDisplays.digits(second) == "7")
    let single = TwoDisplays.text.replacingOccurrences(
      of: "  mast: {display: fb:/dev/fb1, pages: [deep, other]}\n", with: "")
    _ = try displays.screens.replace(with: TwoDisplays.file(single))
    #expect(first.panel.pageNames == ["list", "deep"] && second.panel.pageNames.isEmpty)
    displays.tell([6, 0], at: 3)
    #expect(try second.drawFrame(at: 3_000_000_000))
    // A file that is refused changes nothing on any of them.
    let many = Array(repeating: "{number: depth}", count: 400).joined(separator: ", ")
    let large = TwoDisplays.text.replacingOccurrences(
      of: "other: {alarms: all, rows: 2}", with: "other: {row: [\(many)]}")
    let (before, otherBefore) = (first.panel, second.panel)
    #expect(throws: ProgramError.self) { _ = try displays.screens.replace(with: TwoDisplays.file(large)) }
    #expect(first.panel === before && second.panel === otherBefore)
  }

  @Test(
    "P20 --on chooses a display by its name; the first one is what the description says, unless the command line does")
  func options() throws {
    let file = try TwoDisplays.file(
      TwoDisplays.text.replacingOccurrences(
        of: "helm: {", with: "helm: {display: fb:simple, touch: /dev/input/event3, rotate: 90, "))
    var options = try Options(["p.panel"])
    #expect(try options.takeDisplay(of: file) == 0 && options.rotation == .clockwise90)
    guard case .framebufferDriver(let name) = options.display, name == "simple" else {
      throw Failure("\(options.display)")
    }
    guard case .device(let path) = options.touch, path == "/dev/input/event3" else { throw Failure("\(options.touch)") }
    options = try Options(["p.panel", "--display", "memory:8x8:rgb565", "--touch", "none", "--rotate", "180"])
    #expect(try options.takeDisplay(of: file) == 0 && options.rotation == .clockwise180)
    guard case .memory = options.display, case .none = options.touch else { throw Failure("\(options.display)") }
    options = try Options(["p.panel", "--on", "mast"])
    #expect(try options.takeDisplay(of: file) == 1 && options.rotation == .none)
    guard case .automatic = options.display else { throw Failure("\(options.display)") }
    for (name, words) in [("mest", "--on mest: expected one of helm, mast"), ("", "needs the name of a display")] {
      #expect {
        var options = try Options(["p.panel", "--on", name])
        _ = try options.takeDisplay(of: file)
      } throws: {
        ($0 as? ProgramError)?.message.contains(words) == true
      }
    }
    #expect {
      var options = try Options(["p.panel", "--on", "mast"])
      _ = try options.takeDisplay(of: try example("weather"))
    } throws: {
      ($0 as? ProgramError)?.message.contains("--on mast: the panel names no displays") == true
    }
  }

  private struct Failure: Error {
    init(_ words: String) { self.words = words }
    let words: String
  }
}
