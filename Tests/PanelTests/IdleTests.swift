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

private let second: Int64 = 1_000_000_000

/// A panel that nobody touches, with a screen.
private final class Room {
  let screen: PanelScreen
  var panel: Panel { screen.panel }
  var state: PanelState { panel.state }
  private(set) var time: Int64 = 0

  init(_ idle: String) throws {
    let text = """
      panel: 1
      size: 320x240
      sources: {in: {lines: stdin}}
      signals:
        a: {from: in/a, stale: 1000s}
        v: {initial: 0}
        busy: {from: in/b, stale: 1000s}
      alarms: {hot: {when: a above 90, priority: caution, text: Hot}}
      idle: \(idle)
      pages:
        main: {button: Go, sets: v, to: 7}
        rest: {clock: "HH:mm:ss"}
      """
    let file = try PanelFile(bytes: compilePanel(Array(text.utf8), name: "idle").bytes)
    screen = try PanelScreen(file, display: try MemoryDisplay(width: 320, height: 240, layout: .xrgb8888))
    screen.screen.touchFilter = { [unowned self] finger, phase, _ in
      self.state.touch(finger: finger, phase, at: self.time)
    }
    go(to: 0)
  }

  func go(to seconds: Int64) {
    time = seconds * second
    state.advance(to: time)
    _ = try? screen.drawFrame()
  }

  func touch(_ phase: Touch.Phase, finger: Int = 1) {
    screen.screen.touch(finger: finger, phase: phase, at: PixelPoint(x: 160, y: 120))
  }

  var value: Fixed64 { state.signals.reading(SignalIndex(1)).value }
  var isBlack: Bool { screen.picture.pixels.allSatisfy { $0 & 0xFF_FFFF == 0 } }
}

@Suite("Asleep and awake")
struct IdleTests {
  @Test("P54 while a finger or a key is down somebody is there, however long; then the time begins anew")
  func heldDown() throws {
    let room = try Room("{after: 60s, dim: 30, off: 120s}")
    room.go(to: 50)
    room.touch(.began)
    room.go(to: 500)
    #expect(room.state.stage == .awake)
    #expect((room.state.nextTime ?? .max) == .max || room.state.nextTime! > 500 * second)
    room.touch(.ended)
    room.go(to: 559)
    #expect(room.state.stage == .awake)
    room.go(to: 561)
    #expect(room.state.stage == .idle)
    // A key wakes it, and does nothing until it is lifted; the steps of an encoder have no end.
    #expect(!room.state.press(30, .began, at: room.time) && !room.state.press(30, .repeated, at: room.time))
    room.go(to: 700)
    #expect(room.state.stage == .awake && !room.state.press(30, .ended, at: room.time))
    #expect(room.state.press(30, .began, at: room.time) && room.state.press(30, .ended, at: room.time))
    room.go(to: 770)
    #expect(room.state.stage == .idle && !room.state.press(0, .began, at: room.time))
    #expect(room.state.press(0, .began, at: room.time))
  }

  @Test("P54 after a time it is dimmed and then dark, and wakes by a touch that presses nothing until its finger is up")
  func stages() throws {
    let room = try Room("{after: 60s, dim: 30, off: 120s}")
    let bright = room.screen.picture
    room.go(to: 59)
    #expect(room.state.stage == .awake && room.screen.picture == bright && room.state.brightness == nil)
    #expect(room.state.nextTime == 60 * second)
    room.go(to: 60)
    #expect(room.state.stage == .idle && room.state.brightness == 30)
    let dimmed = room.screen.picture
    #expect(dimmed != bright && !room.isBlack && room.state.nextTime == 120 * second)
    room.go(to: 120)
    #expect(room.state.stage == .dark && room.isBlack && room.state.brightness == 0)
    // Nobody is woken.
    #expect(room.state.nextTime == nil)
    room.go(to: 500)
    room.touch(.began)
    #expect(room.state.stage == .awake)
    room.go(to: 501)
    #expect(room.screen.picture == bright)
    room.touch(.moved)
    room.touch(.ended)
    room.go(to: 502)
    #expect(room.value == 0)
    // The next one counts.
    room.touch(.began)
    room.touch(.ended)
    room.go(to: 503)
    #expect(room.value == 7 && room.state.stage == .awake)
    room.go(to: 561)
    #expect(room.state.stage == .awake)
    room.go(to: 562)
    #expect(room.state.stage == .idle)
  }

  /// Whether a picture's middle, with the button's word, is another one's, moved.
  private func isMoved(_ picture: TestPicture, from still: TestPicture, x: Int, y: Int) -> Bool {
    for row in 60..<180 {
      for column in 100..<220 where picture.pixels[(row + y) * 320 + column + x] != still.pixels[row * 320 + column] {
        return false
      }
    }
    return true
  }

  @Test(
    "P54 where nobody is there the picture moves by two points, round its place, and is back once somebody is there")
  func shift() throws {
    let room = try Room("{after: 60s, shift: 10s, off: 300s}")
    let still = room.screen.picture
    room.go(to: 69)
    #expect(room.state.stage == .idle && room.screen.picture == still && room.state.nextTime == 70 * second)
    let places = [[0, 0], [2, 0], [2, 2], [0, 2], [-2, 2], [-2, 0], [-2, -2], [0, -2]]
    var moves: Set<[Int]> = []
    for step in 0..<16 {
      room.go(to: Int64(60 + step * 10))
      let picture = room.screen.picture
      let move = places.first { isMoved(picture, from: still, x: $0[0], y: $0[1]) }
      moves.insert(try #require(move))
      #expect(room.state.nextTime == Int64(min(60 + (step + 1) * 10, 300)) * second)
    }
    #expect(moves.count == 8)
    // Touches go where things are seen; the one that wakes brings all back.
    room.touch(.began)
    room.touch(.ended)
    room.go(to: 211)
    #expect(room.screen.picture == still && room.value == 0)
    // No wake-up in the dark.
    room.go(to: 600)
    #expect(room.state.stage == .dark && room.state.nextTime == nil)
  }

  @Test(
    "P54 a second finger while the first one wakes presses nothing by the first; a lost finger is not swallowed twice")
  func fingers() throws {
    let room = try Room("{off: 10s}")
    room.go(to: 10)
    room.touch(.began)
    room.go(to: 11)
    // Another finger comes down on the panel that is awake.
    room.touch(.began, finger: 2)
    room.touch(.ended, finger: 2)
    room.go(to: 12)
    #expect(room.value == 7)
    // The first one was lost, and comes down again.
    room.state.signals.set(SignalIndex(1), to: 0, at: 12 * second)
    room.go(to: 13)
    room.touch(.began)
    room.touch(.ended)
    room.go(to: 14)
    #expect(room.value == 7)
  }

  @Test("P54 another page is shown when nobody is there, and the former one for who comes back")
  func page() throws {
    let room = try Room("{after: 5s, page: rest}")
    #expect(room.panel.page == 0)
    room.go(to: 5)
    #expect(room.panel.page == 1 && room.state.brightness == nil)
    room.touch(.began)
    room.touch(.ended)
    room.go(to: 6)
    #expect(room.panel.page == 0 && room.value == 0)
    // Who has chosen the page of nobody stays there.
    room.panel.showPage(1)
    room.go(to: 11)
    room.touch(.began)
    room.touch(.ended)
    room.go(to: 12)
    #expect(room.panel.page == 1)
  }

  @Test("P54 P52 a condition keeps it awake, and an alarm of the priority wakes it until it is acknowledged")
  func reasons() throws {
    let room = try Room("{off: 10s, unless: busy > 0}")
    room.state.signals.set(SignalIndex(2), to: 1, at: 0)
    room.go(to: 9)
    room.go(to: 50)
    #expect(room.state.stage == .awake)
    room.state.signals.set(SignalIndex(2), to: 0, at: 50 * second)
    room.go(to: 51)
    room.go(to: 59)
    #expect(room.state.stage == .awake)
    room.go(to: 62)
    #expect(room.state.stage == .dark)
    room.state.signals.set(SignalIndex(0), to: 95, at: 62 * second)
    room.go(to: 63)
    #expect(room.state.stage == .awake && !room.isBlack)
    room.go(to: 100)
    #expect(room.state.stage == .awake)
    room.state.alarms.acknowledge(0, at: 100 * second)
    room.go(to: 101)
    room.go(to: 112)
    #expect(room.state.stage == .dark)
    // Only a warning wakes this one.
    let calm = try Room("{off: 10s, wakes: warning}")
    calm.go(to: 10)
    calm.state.signals.set(SignalIndex(0), to: 95, at: 10 * second)
    calm.go(to: 11)
    #expect(calm.state.stage == .dark)
  }

  @Test(
    "P54 D09 the light is set in its own units, never to nothing while something is shown, and given back at the end")
  func backlight() throws {
    let folder = TemporaryFolder()
    func brightness() -> String { folder.text("light/brightness") ?? "" }
    let display = try MemoryDisplay(width: 8, height: 8, layout: .xrgb8888)
    func light(_ path: String? = nil, _ words: String = "") -> Backlight? {
      (try? BacklightChoice(words)).flatMap { Backlight($0, of: display, in: path ?? folder.path) }
    }
    #expect(light(folder.file("none")) == nil && light() == nil)
    try FileManager.default.createDirectory(atPath: folder.file("light"), withIntermediateDirectories: true)
    _ = folder.write("255\n", "light/max_brightness")
    _ = folder.write("200\n", "light/brightness")
    do {
      let light = try #require(light())
      light.show(nil)
      #expect(brightness() == "200\n")
      light.show(30)
      #expect(brightness() == "76")
      light.show(1)
      #expect(brightness() == "2")
      light.show(0)
      #expect(brightness() == "0")
      withExtendedLifetime(light) {}
    }
    #expect(brightness() == "200")
    // One that cannot be read is none.
    _ = folder.write("none", "light/max_brightness")
    #expect(light() == nil)
  }

  @Test("D09 the light that is named, its limits, and brightness as the eye sees it; other words are refused")
  func backlightChoice() throws {
    func values(_ words: String) throws -> [Int] {
      let choice = try BacklightChoice(words)
      return [0, 1, 50, 100, 120].map { choice.value($0, most: 200) }
    }
    #expect(try values("") == [0, 2, 100, 200, 200])
    #expect(try values("rpi_backlight 5..100") == [0, 11, 105, 200, 200])
    #expect(try values("10..60 raw") == [0, 21, 70, 120, 120])
    #expect(try values("eye") == [0, 1, 50, 200, 200])
    #expect(try BacklightChoice("eye rpi_backlight").name == "rpi_backlight")
    #expect(try BacklightChoice("/sys/class/backlight/10-0045").name == "10-0045")
    #expect(try BacklightChoice("none").isNone && !BacklightChoice("").isNone)
    let wrong = [
      "one two", "a/b", "light 100..5", "5..200", "5..", "..5", "5..100%", "5...100", "5..9 10..20", "eye raw",
      "none none",
      "none eye", ".", "..", "a\nb",
    ]
    for words in wrong {
      #expect(throws: ProgramError.self, "\(words)") { try BacklightChoice(words) }
    }
    let folder = TemporaryFolder()
    let display = try MemoryDisplay(width: 8, height: 8, layout: .xrgb8888)
    for name in ["a", "b"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
      _ = folder.write("200\n", name + "/max_brightness")
      _ = folder.write("100\n", name + "/brightness")
    }
    #expect(Backlight(try BacklightChoice(""), of: display, in: folder.path)?.name == "a")
    #expect(Backlight(try BacklightChoice("b"), of: display, in: folder.path)?.name == "b")
    #expect(Backlight(try BacklightChoice("c"), of: display, in: folder.path) == nil)
  }
}
