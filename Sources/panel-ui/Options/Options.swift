// Stage: program. Input: the command line. Output: options, or a usage error.
import PanelKit
import SystemFiles

/// The options of the command line.
struct Options: Sendable {
  enum Action: Equatable, Sendable { case run, check, examine, calibrate, showHelp, showVersion }

  var action = Action.run
  var display = DisplayChoice.automatic
  var waitsForDisplay = false
  var remote = RemoteOptions()
  var backlight = BacklightChoice()
  /// How the picture, and with it touches, is rotated on the display.
  var rotation = DisplayRotation.none
  /// The size in pixels that the panel is designed for.
  var panelSize: (width: Int, height: Int)?
  var dithering = Dithering.automatic
  var touch = InputChoice.automatic
  var keys = InputChoice.automatic
  /// The touchscreens' calibration and filter.
  var touchSetup = TouchSetup()
  /// The recording that takes the place of the touchscreens.
  var touchReplay: String?
  /// The file of the board's options; `nil` for ``BoardFile/usualPath``.
  var boardFile: String?
  /// The run ends after so many drawn frames.
  var frames: Int?
  /// A panel of more layers is refused.
  var layerLimit: Int?
  /// Where the last frame is written as a PNG.
  var snapshot: String?
  /// The panel file; `nil` for the sample panel.
  var panel: String?
  /// The name of the description's display whose pages are shown, alone.
  var on: String?
  /// The page to begin with.
  var page: String?
  /// The theme that is shown whatever the panel's conditions say.
  var theme: String?
  /// The language and the system of units that are shown whatever the panel's signals say.
  var language: String?, system: String?
  /// The file that the alarms' changes are added to.
  var journal: String?
  /// The file of the commands that alarms and controls may have run.
  var commands: String?
  /// The file of kept variables.
  var state: String?
  /// Whether signals show the panel file's demonstration.
  var isDemo = false
  /// Whether controls send nothing.
  var isViewOnly = false
  /// The file of moments that takes the place of clock and machine.
  var replay: String?
  /// How long `doctor` hears the sources, in nanoseconds; `nil` for looking at their places alone.
  var listens: Int64?
  /// The file that the values of sources are written to, as a replay.
  var sourceRecording: String?
  var printsStatistics = false
  var redrawsFully = false
  var overlays: CompositorOverlays = []
  /// Whether frame costs, and by a touch the signals behind an instrument, are shown on top.
  var showsTime = false
  var showsValues = false

  init() {}

  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - readsBoard: whether options that the arguments do not have come from the board's file.
  init(_ arguments: [String], readsBoard: Bool = false) throws(ProgramError) {
    let table = Option.all
    var rest = arguments[...]
    var seen: [Int] = []
    while let argument = rest.popFirst() {
      let (name, value) = Options.split(argument)
      if let index = table.firstIndex(where: { $0.name.isEqual(to: name.utf8) }) {
        if seen.contains(index) { throw .usage("the option " + printable(name) + " a second time" + Options.seeHelp) }
        seen.append(index)
        try take(table[index], value, &rest)
      } else if argument.utf8.first == UInt8(ascii: "-") {
        throw .usage("unknown option " + printable(argument) + Options.seeHelp)
      } else {
        try takeWord(argument)
      }
    }
    if replay != nil, journal != nil || commands != nil {
      throw .usage(
        (journal != nil ? "--journal" : "--commands")
          + " with --replay, which takes the place of all values: expected one of"
          + " the two" + Options.seeHelp)
    }
    if listens != nil, action != .examine || panel == nil {
      throw .usage("--listen needs doctor and a panel file" + Options.seeHelp)
    }
    if sourceRecording != nil, isDemo || replay != nil {
      throw .usage(
        "--record-sources with " + (isDemo ? "--demo" : "--replay") + ", which asks no sources: expected one of the two"
          + Options.seeHelp)
    }
    if touchReplay != nil {
      if replay != nil || touchSetup.recording != nil {
        throw .usage(
          "--replay-touch with " + (replay != nil ? "--replay" : "--record-touch")
            + ": expected one of the two" + Options.seeHelp)
      }
    }
    touchSetup.notice = { Files.writeError("panel-ui: touch: " + $0 + "\n") }
    if readsBoard, action != .check, action != .showHelp, action != .showVersion { try takeBoard(table, seen) }
    try remote.check()
    if let touchReplay { touch = .recording(path: touchReplay) }
    if action == .check, panel == nil { throw .usage("check needs a panel file" + Options.seeHelp) }
  }

  /// - Parameters:
  ///   - value: behind the option's `=`, if there is one.
  ///   - rest: the arguments behind the option.
  private mutating func take(
    _ option: Option, _ value: String?, _ rest: inout ArraySlice<String>
  ) throws(ProgramError) {
    guard let expectation = option.expectation else {
      if value != nil { throw .usage("the option " + option.name.text + " takes no value" + Options.seeHelp) }
      return try option.set(&self, "")
    }
    guard let value = value ?? rest.popFirst(), !value.utf8.isEmpty else {
      throw .usage("the option " + option.name.text + " needs " + expectation.text + Options.seeHelp)
    }
    try option.set(&self, value)
  }

  /// Takes the options of the board's file, as far as the command line has none.
  /// - Parameter seen: those of the command line.
  private mutating func takeBoard(_ table: [Option], _ seen: [Int]) throws(ProgramError) {
    let path = boardFile ?? BoardFile.usualPath
    guard let file = try BoardFile.read(path, isNamed: boardFile != nil && action != .calibrate) else { return }
    var taken: [Int] = []
    for line in file.lines {
      let name = "--" + line.name
      let index = table.firstIndex { $0.isOfBoard && $0.name.isEqual(to: name.utf8) }
      guard let index, !taken.contains(index) else {
        throw BoardFile.fault(
          path, line.number,
          (index == nil ? "no option of a board: " : "a second time: ") + printable(line.name)
            + "; see --board in panel-ui --help")
      }
      taken.append(index)
      if seen.contains(index) { continue }
      do throws(ProgramError) { try table[index].set(&self, line.value) } catch {
        throw BoardFile.fault(path, line.number, error.message)
      }
    }
  }

  /// Takes a word that is no option: a command in front of the panel file, or the file.
  private mutating func takeWord(_ word: String) throws(ProgramError) {
    if panel == nil, action == .run, StaticString("check").isEqual(to: word.utf8) {
      action = .check
    } else if panel == nil, action == .run, StaticString("doctor").isEqual(to: word.utf8) {
      action = .examine
    } else if panel == nil, action == .run, StaticString("calibrate").isEqual(to: word.utf8) {
      action = .calibrate
    } else if panel == nil, !word.utf8.isEmpty {
      panel = word
    } else {
      let first = panel.map { ", which is " + printable($0) } ?? ""
      throw .usage("unexpected argument " + printable(word) + ": expected one panel file" + first + Options.seeHelp)
    }
  }

  private static var seeHelp: String { "; see panel-ui --help" }

  /// `--name=value` in its two parts; other text whole.
  private static func split(_ argument: String) -> (name: String, value: String?) {
    let bytes = argument.utf8
    guard bytes.starts(with: "--".utf8), let sign = bytes.firstIndex(of: UInt8(ascii: "=")) else {
      return (argument, nil)
    }
    let value = bytes[bytes.index(after: sign)...]
    return (String(decoding: bytes[..<sign], as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  // MARK: Values

  static func display(_ value: String) throws(ProgramError) -> DisplayChoice {
    do throws(DeviceError) { return try DisplayChoice(value) } catch { throw .usage(error.message) }
  }

  static func number(_ option: String, _ value: String) throws(ProgramError) -> Int {
    if let number = parseDigits(value.utf8), number > 0 { return number }
    throw .usage(option + printable(value) + ": expected a number from 1 to 999999999")
  }

  /// Whole seconds, in nanoseconds.
  static func seconds(_ option: String, _ value: String) throws(ProgramError) -> Int64 {
    let bytes = Array(value.utf8)
    let digits = bytes.last == UInt8(ascii: "s") ? bytes.dropLast() : bytes[...]
    if let number = parseDigits(digits), (1...3600).contains(number) { return Int64(number) * 1_000_000_000 }
    throw .usage(option + printable(value) + ": expected a time from 1s to 3600s")
  }

  /// - Parameter option: as it is said in an error.
  static func input(_ value: String, _ option: String = "--touch ") throws(ProgramError) -> InputChoice {
    if StaticString("auto").isEqual(to: value.utf8) { return .automatic }
    if StaticString("none").isEqual(to: value.utf8) { return .none }
    if value.utf8.contains(UInt8(ascii: "/")) { return .device(path: value) }
    throw .usage(option + printable(value) + ": expected auto, none or a path such as /dev/input/event0")
  }

  static func calibration(_ value: String) throws(ProgramError) -> TouchCalibration {
    do throws(DeviceError) { return try TouchCalibration(value) } catch { throw .usage(error.message) }
  }

  static func filter(_ value: String) throws(ProgramError) -> TouchFilter {
    do throws(DeviceError) { return try TouchFilter(value) } catch { throw .usage(error.message) }
  }

  mutating func takeOverlays(_ value: String) throws(ProgramError) {
    let names: InlineArray<5, StaticString> = ["damage", "outlines", "overdraw", "time", "values"]
    for part in Array(value.utf8).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      switch names.indices.first(where: { names[$0].isEqual(to: part) }) {
      case 0: overlays.insert(.damage)
      case 1: overlays.insert(.outlines)
      case 2: overlays.insert(.overdraw)
      case 3: showsTime = true
      case 4: showsValues = true
      default:
        throw .usage(
          "--overlay " + printable(value)
            + ": expected damage, outlines, overdraw, time or values, or several with commas between")
      }
    }
  }

  static func dithering(_ value: String) throws(ProgramError) -> Dithering {
    let names: InlineArray<3, StaticString> = ["auto", "on", "off"]
    let choices: InlineArray<3, Dithering> = [.automatic, .always, .never]
    for index in names.indices where names[index].isEqual(to: value.utf8) { return choices[index] }
    throw .usage("--dither " + printable(value) + ": expected auto, on or off")
  }

  static func rotation(_ value: String) throws(ProgramError) -> DisplayRotation {
    let names: InlineArray<4, StaticString> = ["0", "90", "180", "270"]
    let rotations: InlineArray<4, DisplayRotation> = [.none, .clockwise90, .clockwise180, .clockwise270]
    for index in names.indices where names[index].isEqual(to: value.utf8) { return rotations[index] }
    throw .usage("--rotate " + printable(value) + ": expected 0, 90, 180 or 270")
  }
}
