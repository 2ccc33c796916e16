import FixedRaster
import LayerRuntime
import Testing

@testable import PanelInstruments
@testable import panel_ui

@Suite("Replay")
struct ReplayTests {
  @Test("P05 a replay's lines become moments; what a line does not name stays")
  func moments() throws {
    let text = """
      # a comment
      0 time=10:08:36 load=37.5 memory=42 temperature=-7.4

      250 touch=began finger=2 x=200 y=300  # behind a moment too
      1000\ttime=10:08:37\r
      """
    let moments = try Replay(Array(text.utf8), name: "r").moments
    #expect(moments.map(\.time) == [0, 250, 1000])
    let first = Readings(time: TimeOfDay(hour: 10, minute: 8, second: 36), load: 375, memory: 420, temperature: -74)
    #expect(moments[0].readings == first && moments[1].readings == first)
    #expect(moments[0].touch == nil && moments[2].touch == nil)
    #expect(moments[1].touch?.phase == .began && moments[1].touch?.finger == 2)
    #expect(moments[1].touch?.location == PixelPoint(x: 200, y: 300))
    #expect(moments[2].readings.time.second == 37 && moments[2].readings.load == 375)
    #expect(try Replay(Array("0".utf8), name: "r").moments[0].readings == Readings())
  }

  @Test(
    "P05 a bad line is one error with file, line and what was expected",
    arguments: [
      ("0 colour=1", "r:1: expected one of time, load, memory, temperature, touch, finger, x and y, found colour"),
      ("0 load=1\n1 load", "r:2: expected key=value, found load"),
      ("x load=1", "r:1: expected a number of milliseconds from 0 to 999999999 at the line's start, found x"),
      ("-5 load=1", "r:1: expected a number of milliseconds from 0 to 999999999 at the line's start, found -5"),
      ("5 load=1\n\n5 load=2", "r:3: expected a time after that of the moment before, found 5"),
      ("5 load=1\n4 load=2", "r:2: expected a time after that of the moment before, found 4"),
      ("0 load=101", "r:1: expected a percentage from 0 to 100, found load=101"),
      ("0 load=-1", "r:1: expected a percentage from 0 to 100, found load=-1"),
      ("0 memory=50%", "r:1: expected a percentage from 0 to 100, found memory=50%"),
      ("0 memory=1.25", "r:1: expected a percentage from 0 to 100, found memory=1.25"),
      ("0 load=", "r:1: expected a percentage from 0 to 100, found load="),
      ("0 temperature=1000", "r:1: expected temperature= and a number from -99 to 999, found temperature=1000"),
      ("0 time=24:00:00", "r:1: expected time= and a time from 00:00:00 to 23:59:59, found time=24:00:00"),
      ("0 time=9:00:00", "r:1: expected time= and a time from 00:00:00 to 23:59:59, found time=9:00:00"),
      ("0 time=09:60:00", "r:1: expected time= and a time from 00:00:00 to 23:59:59, found time=09:60:00"),
      ("0 time=09:00:60", "r:1: expected time= and a time from 00:00:00 to 23:59:59, found time=09:00:60"),
      ("0 touch=down x=1 y=1", "r:1: expected touch= and one of began, moved, ended and cancelled, found touch=down"),
      ("0 touch=began x=1", "r:1: expected x= and y= beside touch, found nothing"),
      ("0 x=1 y=1", "r:1: expected touch= beside finger, x and y, found nothing"),
      ("0 touch=began x=40000 y=1", "r:1: expected x= and a whole number of pixels to 32767, found x=40000"),
      ("0 touch=began x=1 y=-1", "r:1: expected y= and a whole number of pixels to 32767, found y=-1"),
      ("0 touch=began finger=a x=1 y=1", "r:1: expected finger= and a whole number, found finger=a"),
      ("# nothing\n", "r: it holds no moments; write lines such as 0 time=10:08:42 load=37"),
    ])
  func badLines(text: String, expected: String) {
    do throws(ProgramError) {
      _ = try Replay(Array(text.utf8), name: "r")
      Issue.record("\(text) was understood")
    } catch {
      #expect(error.message == expected)
      #expect(error.status == 1)
    }
  }

  @Test("P01 a replay is repeated until enough frames are drawn, and one that changes nothing is an error")
  func repetition() throws {
    #expect(try screen("0 time=00:00:00\n1 time=00:00:01\n2 time=00:00:02", frames: 100).frames == 100)
    #expect(try screen("0 time=00:00:00\n1 time=00:00:01\n2 time=00:00:01").frames == 2)
    #expect(throws: ProgramError.self) { try screen("0 time=00:00:00", frames: 2) }
  }

  @Test("P01 a replay's lines and moments are limited, and what it holds is shown without its control characters")
  func limits() throws {
    func message(_ text: String, _ name: String = "r") -> String? {
      do throws(ProgramError) {
        _ = try Replay(Array(text.utf8), name: name)
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
        == "a\\nb:1: expected one of time, load, memory, temperature, touch, finger, x and y, found \\x1B[2J")
    // Lines of nothing cost nothing.
    #expect(
      message(String(repeating: "\n", count: 1_000_000)) == "r: it holds no moments; "
        + "write lines such as 0 time=10:08:42 load=37")
  }
}
