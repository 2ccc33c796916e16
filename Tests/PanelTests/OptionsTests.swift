import FBDevice
import FixedRaster
import LayerRuntime
import TestSupport
import Testing

@testable import panel_ui

@Suite("Command line")
struct OptionsTests {
  /// What a command line is answered with; `nil` where it is understood.
  func error(_ arguments: [String]) -> ProgramError? {
    do throws(ProgramError) {
      _ = try Options(arguments)
      return nil
    } catch { return error }
  }

  @Test("P01 without options the first framebuffer, the clock and the machine are shown until a signal")
  func defaults() throws {
    let options = try Options([])
    #expect(options.action == .run)
    guard case .automatic = options.display else { Issue.record("display"); return }
    guard case .automatic = options.touch else { Issue.record("touch"); return }
    guard case .automatic = options.keys else { Issue.record("keys"); return }
    #expect(options.frames == nil && options.snapshot == nil && options.replay == nil)
    #expect(!options.printsStatistics && !options.redrawsFully && options.overlays.isEmpty)
    #expect(options.rotation == .none && options.dithering == .automatic)
  }

  @Test("P01 every option is understood, with its value behind a space or a sign")
  func allOptions() throws {
    for isSigned in [false, true] {
      var arguments = ["--stats", "--full"]
      let values = [
        ("--display", "memory:320x240:rgb565"), ("--rotate", "270"), ("--touch", "/dev/input/event3"),
        ("--keys", "/dev/input/event4"),
        ("--touch-calibration", "swap"), ("--touch-filter", "jitter=3"), ("--record-touch", "c"), ("--board", "d"),
        ("--frames", "17"), ("--layers", "400"),
        ("--snapshot", "a.png"), ("--replay", "b.txt"), ("--overlay", "damage,overdraw"),
      ]
      for (name, value) in values { arguments += isSigned ? [name + "=" + value] : [name, value] }
      let options = try Options(arguments)
      guard case .memory(320, 240, .rgb565) = options.display else { Issue.record("display"); return }
      guard case .device("/dev/input/event3") = options.touch else { Issue.record("touch"); return }
      guard case .device("/dev/input/event4") = options.keys else { Issue.record("keys"); return }
      #expect(options.rotation == .clockwise270)
      #expect(options.layerLimit == 400)
      #expect(options.touchSetup.calibration.swapsAxes && options.touchSetup.filter.jitter == 3)
      #expect(options.touchSetup.recording == "c" && options.boardFile == "d")
      #expect(options.frames == 17 && options.snapshot == "a.png" && options.replay == "b.txt")
      #expect(options.printsStatistics && options.redrawsFully && options.overlays == [.damage, .overdraw])
    }
    #expect(try Options(["--overlay", "outlines"]).overlays == .outlines)
    let notes = try Options(["--overlay", "time,values"])
    #expect(notes.showsTime && notes.showsValues && notes.overlays.isEmpty)
    for (text, rotation) in zip(["0", "90", "180", "270"], everyRotation) {
      #expect(try Options(["--rotate", text]).rotation == rotation)
    }
    for (text, dithering) in zip(["auto", "on", "off"], [Dithering.automatic, .always, .never]) {
      #expect(try Options(["--dither", text]).dithering == dithering)
    }
    guard case .none = try Options(["--touch", "none"]).touch else { Issue.record("none"); return }
    #expect(try Options(["--help", "--version"]).action == .showHelp)
    #expect(try Options(["--version", "--help"]).action == .showVersion)
  }

  @Test("P01 each option of the table has a name of its own, and stands in the help")
  func table() {
    let names = Option.all.map { $0.name.text }
    #expect(Set(names).count == 36 && names.count == 36)
    for name in names { #expect(helpText.contains(name), "\(name)") }
  }

  @Test(
    "P01 a bad option is one line that names it and says what to write, with exit status 2",
    arguments: [
      (["--colour"], "unknown option --colour"),
      (["-x"], "unknown option -x"),
      (["--stats=yes"], "the option --stats takes no value"),
      (
        ["--display"],
        "the option --display needs auto, kms:..., fb:PATH, fb:DRIVER, rfb:PORT:WxH or memory:WxH:FORMAT"
      ),
      (["--display="], "the option --display needs"),
      (["--display", "window"], "window"),
      (["--display", "memory:800x480:xrgb9999"], "memory:800x480:xrgb9999"),
      (["--display", "fb:"], "fb:"),
      (["--dither"], "the option --dither needs auto, on or off"),
      (["--dither", "yes"], "--dither yes: expected auto, on or off"),
      (["--rotate"], "the option --rotate needs 0, 90, 180 or 270"),
      (["--rotate", "45"], "--rotate 45: expected 0, 90, 180 or 270"),
      (["--rotate", "-90"], "--rotate -90: expected 0, 90, 180 or 270"),
      (["--rotate=360"], "--rotate 360: expected 0, 90, 180 or 270"),
      (["--rotate", "left"], "--rotate left: expected 0, 90, 180 or 270"),
      (["--touch"], "the option --touch needs auto, none or a path"),
      (["--touch", "yes"], "--touch yes: expected auto, none or a path"),
      (
        ["--touch-calibration", "turn"], "cannot understand the calibration turn: unexpected turn; write swap, invert-x"
      ),
      (["--touch-calibration", "1 0 0 0 1"], "cannot understand the matrix 1 0 0 0 1: it has not six numbers"),
      (
        ["--touch-filter", "median=4"], "cannot understand the filter median=4: unexpected median=4; write median=1, 3"
      ),
      (["--replay-touch", "a", "--replay", "b"], "--replay-touch with --replay: expected one of the two"),
      (["--frames"], "the option --frames needs a number of frames"),
      (["--frames", "0"], "--frames 0: expected a number from 1"),
      (["--frames", "-1"], "--frames -1: expected a number from 1"),
      (["--frames", "ten"], "--frames ten: expected a number from 1"),
      (["--frames", "1234567890"], "--frames 1234567890: expected a number from 1"),
      (["--snapshot"], "the option --snapshot needs the name of a PNG file"),
      (["--replay"], "the option --replay needs the name of a file of moments"),
      (["--overlay"], "the option --overlay needs damage, outlines, overdraw, time or values"),
      (["--overlay", "flash"], "--overlay flash: expected damage, outlines, overdraw, time or values"),
      (["--overlay", "damage,"], "--overlay damage,: expected damage, outlines, overdraw, time or values"),
      (["my.panel", "other.panel"], "unexpected argument other.panel: expected one panel file, which is my.panel"),
      (["--page"], "the option --page needs the name of a page"),
      (["--theme="], "the option --theme needs the name of a theme"),
      (["--layers", "0"], "--layers 0: expected a number from 1 to 999999999"),
      (["--layers"], "the option --layers needs a number of layers"),
      (["--demo=yes"], "the option --demo takes no value"),
      (["--frames", "1", "--frames=2"], "the option --frames a second time"),
      (["--demo", "--stats", "--demo"], "the option --demo a second time"),
      ([""], "unexpected argument"),
    ])
  func badOptions(arguments: [String], expected: String) {
    guard let error = error(arguments) else {
      Issue.record("\(arguments) was understood")
      return
    }
    #expect(error.status == 2)
    #expect(error.message.contains(expected), "\(error.message)")
    #expect(!error.message.contains("\n"))
  }

  @Test("P01 an argument is shown on one line without its control characters, and cut where it is long")
  func hostileArguments() {
    let long = String(repeating: "z", count: 100_000)
    for name in ["--display", "--rotate", "--touch", "--frames", "--overlay", "--\u{1B}c", "\u{202E}x"] {
      for value in ["\u{1B}]0;title\u{7}\nsecond line", long, "\u{9B}31m"] {
        guard let message = error([name, value])?.message else {
          Issue.record("\(name) was understood")
          continue
        }
        #expect(message.utf8.count < 1000)
        #expect(message.unicodeScalars.allSatisfy { $0.value >= 32 && !(0x7F...0x9F).contains($0.value) })
        #expect(!message.unicodeScalars.contains("\u{202E}"))
      }
    }
  }
}
