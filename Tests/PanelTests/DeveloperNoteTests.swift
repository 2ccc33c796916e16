import FBDevice
import FixedRaster
import LayerRuntime
import PanelReplay
import Testing

@testable import PanelInstruments
@testable import panel_ui

@Suite("Developer's note")
struct DeveloperNoteTests {
  @Test("P09 a touch shows the signals behind what it meets, with value, quality and age, and presses nothing")
  func values() throws {
    let screen = try screen("0 time=10:00:00 load_1=0.5 load_15=0.25")
    var asked = 0
    let note = try #require(DeveloperNote(screen, try Options(["--overlay", "values"])) { asked += 1 })
    note.advance(to: 2_000_000_000)
    #expect(note.words.isHidden)
    let place = PixelPoint(x: 200, y: 200)
    screen.screen.touch(finger: 0, phase: .began, at: place)
    screen.screen.touch(finger: 0, phase: .ended, at: place)
    #expect(asked == 1)
    note.advance(to: 2_000_000_000)
    let text = try #require(note.words.string)
    #expect(!note.words.isHidden && text.contains("load_1 = 0.500 fresh, 2000 ms"), "\(text)")
    #expect(text.split(separator: "\n").count >= 2 && !text.contains("frame"))
    // The panel's font, which is there on a board too, has its letters.
    #expect(note.words.font === screen.panel.fonts.text && note.words.font !== FontPack.default)
    let box = note.words.font.glyph(for: "\u{10FFFF}")
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || note.words.font.glyph(for: $0) != box })
    // What is elsewhere is not there.
    #expect(!text.contains("chip"))
  }

  @Test("P09 nothing is on top of a panel that nobody asks of")
  func nothing() throws {
    let screen = try screen("0 time=10:00:00 load_1=0.5")
    #expect(DeveloperNote(screen, try Options([])) == nil)
  }

  @Test("P09 a replay on a display in memory shows the note too")
  func replay() throws {
    let text = "0 load_1=0.5\n500 touch=began finger=0 x=200 y=200\n600 touch=ended finger=0 x=200 y=200"
    let screen = try screen("0 time=10:00:00 load_1=0.25")
    let note = try #require(DeveloperNote(screen, try Options(["--overlay", "values"])))
    var player = ReplayPlayer(try Replay(Array(text.utf8), name: "test", for: screen.panel.file))
    try player.playAll(PanelScreens(screen), frames: nil, note: note)
    #expect(note.words.string?.contains("load_1 = 0.500 fresh, 600 ms") == true, "\(note.words.string ?? "")")
  }

  @Test("P09 the time of frames is shown with the next frame, and takes no touch from the panel")
  func time() throws {
    let screen = try screen("0 time=10:00:00 load_1=0.5")
    let note = try #require(
      DeveloperNote(screen, try Options(["--overlay", "time"])) { Issue.record("no frame was asked for") })
    note.frameWasDrawn(3_000_000)
    note.frameWasDrawn(1_000_000)
    note.advance(to: 0)
    #expect(note.words.string?.hasSuffix(" us, slowest 3000 us, 2 frames") == true)
    #expect(!note.words.isHidden && screen.screen.root.hitTest(Point(x: 200, y: 5)) !== note.words)
  }
}
