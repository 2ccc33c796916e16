import FixedRaster
import LayerRuntime
import PanelFile
import PanelReplay
import PanelSignals
import PanelSources
import Testing

@testable import PanelInstruments
@testable import panel_ui

@Suite("Replay")
struct ReplayTests {
  private func replay(_ text: String) throws -> Replay {
    try Replay(Array(text.utf8), name: "r", for: try example("machine-monitor"))
  }

  @Test("P01 a replay's lines become moments: values, a time, a finger")
  func moments() throws {
    let text = """
      # a comment
      0 time=10:08:36 load_1=0.375 chip=-7.4 up=error

      250 touch=began finger=2 x=200 y=300  # behind a moment too
      1000\ttime=10:08:37 total=null\r
      """
    let replay = try replay(text)
    let moments = replay.moments
    #expect(moments.map(\.time) == [0, 250, 1000])
    #expect(moments.map(\.timeOfDay) == [36516, nil, 36517])
    #expect(moments.map(\.values) == [0..<3, 3..<3, 3..<4])
    // In the order of the description.
    let told: [(UInt32, LineValue)] = [
      (0, .number(Fixed64(rawValue: 3 << 29))), (4, .number(Fixed64(rawValue: -31_782_757_990))), (6, .failed),
      (2, .none),
    ]
    #expect(replay.values.map { UInt32($0.signal.rawValue) } == told.map { $0.0 })
    #expect(replay.values.map { $0.value } == told.map { $0.1 })
    #expect(moments[0].touch == nil && moments[2].touch == nil)
    #expect(moments[1].touch?.phase == .began && moments[1].touch?.finger == 2)
    #expect(moments[1].touch?.location == PixelPoint(x: 200, y: 300))
  }

  @Test("P01 what a replay tells is shown, and stays until something else is told")
  func shown() throws {
    let shown = try screen("0 load_1=1.5 total=1000 available=250\n3000 load_1=2.5")
    let signals = shown.panel.signals
    #expect(signals.reading(SignalIndex(0)) == Reading(Fixed64(rawValue: 5 << 31)))
    #expect(signals.reading(SignalIndex(7)) == Reading(Fixed64(rawValue: 3 << 30)))
    // Older than it may be.
    let later = try screen("0 load_1=1.5\n6000 load_15=1")
    #expect(later.panel.signals.reading(SignalIndex(0)).quality == .old)
  }

  @Test(
    "P01 a bad line is one error with file, line and what was expected",
    arguments: [
      ("0 colour=1", "r:1: expected time, touch or the name of a signal that has a source, found colour"),
      ("0 used=1", "r:1: expected time, touch or the name of a signal that has a source, found used"),
      ("0 x=1 y=1", "r:1: expected time, touch or the name of a signal that has a source, found x"),
      ("0 up=1\n1 up", "r:2: expected key=value, found up"),
      ("x up=1", "r:1: expected a number of milliseconds from 0 to 999999999 at the line's start, found x"),
      ("-5 up=1", "r:1: expected a number of milliseconds from 0 to 999999999 at the line's start, found -5"),
      ("5 up=1\n\n5 up=2", "r:3: expected a time after that of the moment before, found 5"),
      ("5 up=1\n4 up=2", "r:2: expected a time after that of the moment before, found 4"),
      ("0 up=50%", "r:1: expected a number, null or error behind the sign, found up=50%"),
      (
        "0 time=24:00:00",
        "r:1: expected time= with hours, minutes and seconds, from 00:00:00 to 23:59:59, found time=24:00:00"
      ),
      (
        "0 time=9:00:00",
        "r:1: expected time= with hours, minutes and seconds, from 00:00:00 to 23:59:59, found time=9:00:00"
      ),
      (
        "0 time=09:60:00",
        "r:1: expected time= with hours, minutes and seconds, from 00:00:00 to 23:59:59, found time=09:60:00"
      ),
      (
        "0 time=09:00:60",
        "r:1: expected time= with hours, minutes and seconds, from 00:00:00 to 23:59:59, found time=09:00:60"
      ),
      ("0 touch=down x=1 y=1", "r:1: expected touch= and one of began, moved, ended and cancelled, found touch=down"),
      ("0 touch=began x=1", "r:1: expected x= and y= beside touch, found nothing"),
      ("0 touch=began x=40000 y=1", "r:1: expected x= and a whole number of pixels to 32767, found x=40000"),
      ("0 touch=began x=1 y=-1", "r:1: expected y= and a whole number of pixels to 32767, found y=-1"),
      ("0 touch=began finger=a x=1 y=1", "r:1: expected finger= and a whole number, found finger=a"),
      ("# nothing\n", "r: it holds no moments; write lines such as 0 time=10:08:42 speed=37"),
    ])
  func badLines(text: String, expected: String) throws {
    let file = try example("machine-monitor")
    do throws(ProgramError) {
      _ = try Replay(Array(text.utf8), name: "r", for: file)
      Issue.record("\(text) was understood")
    } catch {
      #expect(error.message == expected)
      #expect(error.status == 1)
    }
  }

  @Test("P01 a replay is repeated until enough frames are drawn, and one that changes nothing is an error")
  func repetition() throws {
    #expect(try screen("0 time=00:00:00\n1 time=00:00:01\n2 time=00:00:02", frames: 100).frames == 100)
    #expect(try screen("0 time=00:00:00\n100 time=00:00:01\n200 time=00:00:01").frames == 2)
    #expect(throws: ProgramError.self) { try screen("0 time=00:00:00", frames: 2) }
  }

  @Test("P01 a replay's lines and moments are limited, and what it holds is shown without its control characters")
  func limits() throws {
    let file = try example("machine-monitor")
    func message(_ text: String, _ name: String = "r") -> String? {
      do throws(ProgramError) {
        _ = try Replay(Array(text.utf8), name: name, for: file)
        return nil
      } catch { return error.message }
    }
    let line = "0 #" + String(repeating: "x", count: 997)
    #expect(message(line) == nil)
    #expect(message(line + "x")?.hasPrefix("r:1: expected a line of at most 1000 bytes, found 0 #xxx") == true)
    #expect(message(String(repeating: "x", count: 5_000_000)).map { $0.utf8.count < 500 } == true)
    let moments = (0..<100_000).map { "\($0)" }.joined(separator: "\n")
    #expect(message(moments) == nil)
    #expect(message(moments + "\n100000") == "r:100001: expected at most 100000 moments, found 100000")
    #expect(
      message("0 \u{1B}[2J=1", "a\nb")
        == "a\\nb:1: expected time, touch or the name of a signal that has a source, found \\x1B[2J")
    // Lines of nothing cost nothing.
    #expect(
      message(String(repeating: "\n", count: 1_000_000)) == "r: it holds no moments; "
        + "write lines such as 0 time=10:08:42 speed=37")
  }
}
