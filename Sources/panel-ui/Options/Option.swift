// Stage: program. The table of the command line's options.
import PanelKit
import SystemFiles

/// An option of the command line.
struct Option {
  let name: StaticString
  /// The expected value, for messages; `nil` where the option takes none.
  let expectation: StaticString?
  /// Whether the board's file may have it.
  let isOfBoard: Bool
  /// Sets the option to a value; of an option without one the value is empty.
  let set: (inout Options, String) throws(ProgramError) -> Void

  private init(
    _ name: StaticString, _ expectation: StaticString, isOfBoard: Bool = false,
    _ set: @escaping (inout Options, String) throws(ProgramError) -> Void
  ) {
    (self.name, self.expectation, self.isOfBoard, self.set) = (name, expectation, isOfBoard, set)
  }

  private init(_ name: StaticString, _ set: @escaping (inout Options) -> Void) {
    (self.name, expectation, isOfBoard) = (name, nil, false)
    self.set = { options, _ in set(&options) }
  }

  /// In the order of the help.
  static var all: [Option] {
    [
      Option("--demo") { $0.isDemo = true },
      Option("--view-only") { $0.isViewOnly = true },
      Option("--page", "the name of a page") { $0.page = $1 },
      Option("--on", "the name of a display of the panel") { $0.on = $1 },
      Option("--theme", "the name of a theme") { $0.theme = $1 },
      Option("--language", "the name of a language") { $0.language = $1 },
      Option("--system", "the name of a system of units") { $0.system = $1 },
      Option("--journal", "the name of a file") { $0.journal = $1 },
      Option("--commands", "the name of a file") { $0.commands = $1 },
      Option("--state", "the name of a file") { $0.state = $1 },
      Option("--board", "the name of a file") { $0.boardFile = $1 },
      Option("--wait-for-display") { $0.waitsForDisplay = true },
      Option("--display", "auto, kms:..., fb:PATH, fb:DRIVER, rfb:PORT:WxH or memory:WxH:FORMAT", isOfBoard: true) {
        options, value throws(ProgramError) in
        if let memory = try options.remote.takeDisplay(value) {
          options.display = memory
        } else {
          options.display = try Options.display(value)
        }
      },
      Option("--rfb", "a port or the path of a socket", isOfBoard: true) { options, value throws(ProgramError) in
        options.remote.beside = try RemoteOptions.address(value)
      },
      Option("--rfb-password-file", "the name of a file", isOfBoard: true) { $0.remote.passwordFile = $1 },
      Option("--rfb-control") { $0.remote.mayControl = true },
      Option("--backlight", "none, a name, limits or eye", isOfBoard: true) { options, value throws(ProgramError) in
        options.backlight = try BacklightChoice(value)
      },
      Option("--rotate", "0, 90, 180 or 270", isOfBoard: true) { options, value throws(ProgramError) in
        options.rotation = try Options.rotation(value)
      },
      Option("--dither", "auto, on or off", isOfBoard: true) { options, value throws(ProgramError) in
        options.dithering = try Options.dithering(value)
      },
      Option("--touch", "auto, none or a path", isOfBoard: true) { options, value throws(ProgramError) in
        options.touch = try Options.input(value)
      },
      Option("--keys", "auto, none or a path", isOfBoard: true) { options, value throws(ProgramError) in
        options.keys = try Options.input(value, "--keys ")
      },
      Option("--touch-calibration", "swap, invert-x, invert-y, ranges or a matrix", isOfBoard: true) {
        options, value throws(ProgramError) in
        options.touchSetup.calibration = try Options.calibration(value)
      },
      Option("--touch-filter", "median=N, jitter=N or pressure=N", isOfBoard: true) {
        options, value throws(ProgramError) in
        options.touchSetup.filter = try Options.filter(value)
      },
      Option("--record-touch", "the name of a file") { $0.touchSetup.recording = $1 },
      Option("--replay-touch", "the name of a recording of evemu's format") { $0.touchReplay = $1 },
      Option("--frames", "a number of frames") { options, value throws(ProgramError) in
        options.frames = try Options.number("--frames ", value)
      },
      Option("--layers", "a number of layers") { options, value throws(ProgramError) in
        options.layerLimit = try Options.number("--layers ", value)
      },
      Option("--snapshot", "the name of a PNG file") { $0.snapshot = $1 },
      Option("--listen", "a time from 1s to 3600s") { options, value throws(ProgramError) in
        options.listens = try Options.seconds("--listen ", value)
      },
      Option("--record-sources", "the name of a file") { $0.sourceRecording = $1 },
      Option("--replay", "the name of a file of moments") { $0.replay = $1 },
      Option("--stats") { $0.printsStatistics = true },
      Option("--full") { $0.redrawsFully = true },
      Option("--overlay", "damage, outlines, overdraw, time or values") { options, value throws(ProgramError) in
        try options.takeOverlays(value)
      },
      // The first of the two wins, whatever else is asked for.
      Option("--version") { if $0.action != .showHelp { $0.action = .showVersion } },
      Option("--help") { if $0.action != .showVersion { $0.action = .showHelp } },
    ]
  }
}
