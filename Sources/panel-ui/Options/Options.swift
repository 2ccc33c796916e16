// Stage: program. Input: the command line. Output: options, or a usage error.
import PanelKit
import SystemFiles

/// The options of the command line.
struct Options: Sendable {
  enum Action: Equatable, Sendable { case run, check, examine, showHelp, showVersion }

  var action = Action.run
  /// The value of `--display`.
  var displayName = "auto"
  var display = DisplayChoice.automatic
  /// How the picture, and with it touches, is rotated on the display.
  var rotation = DisplayRotation.none
  var dithering = Dithering.automatic
  var touch = TouchChoice.automatic
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
  /// The file that the alarms' changes are added to.
  var journal: String?
  /// The file of the commands that alarms may have run.
  var commands: String?
  /// Whether signals show the panel file's demonstration.
  var isDemo = false
  /// The file of moments that takes the place of clock and machine.
  var replay: String?
  var printsStatistics = false
  var redrawsFully = false
  var overlays: CompositorOverlays = []
  /// Whether frame costs, and by a touch the signals behind an instrument, are shown on top.
  var showsTime = false
  var showsValues = false

  init() {}

  /// - Parameter arguments: without the program's name.
  init(_ arguments: [String]) throws(ProgramError) {
    var rest = arguments[...]
    var seen: [Option] = []
    while let argument = rest.popFirst() {
      var (name, value) = Options.split(argument)
      if let kind = Option(name) {
        if seen.contains(kind) { throw .usage("the option " + printable(name) + " a second time" + Options.seeHelp) }
        seen.append(kind)
        if kind.takesValue {
          if value == nil { value = rest.popFirst() }
          guard let value, !value.utf8.isEmpty else {
            throw .usage("the option " + printable(name) + " needs " + kind.expectation + Options.seeHelp)
          }
          try take(kind, value)
        } else {
          if value != nil { throw .usage("the option " + printable(name) + " takes no value" + Options.seeHelp) }
          take(kind)
        }
      } else if argument.utf8.first == UInt8(ascii: "-") {
        throw .usage("unknown option " + printable(argument) + Options.seeHelp)
      } else if panel == nil, action == .run, StaticString("check").isEqual(to: argument.utf8) {
        action = .check
      } else if panel == nil, action == .run, StaticString("doctor").isEqual(to: argument.utf8) {
        action = .examine
      } else if panel == nil, !argument.utf8.isEmpty {
        panel = argument
      } else {
        let first = panel.map { ", which is " + printable($0) } ?? ""
        throw .usage(
          "unexpected argument " + printable(argument) + ": expected one panel file" + first + Options.seeHelp)
      }
    }
    if replay != nil, isDemo || journal != nil || commands != nil {
      throw .usage(
        (isDemo ? "--demo" : journal != nil ? "--journal" : "--commands")
          + " with --replay, which takes the place of all values: expected one of"
          + " the two" + Options.seeHelp)
    }
    if action == .check, panel == nil { throw .usage("check needs a panel file" + Options.seeHelp) }
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

  private mutating func take(_ option: Option) {
    switch option {
    case .stats: printsStatistics = true
    case .full: redrawsFully = true
    case .demo: isDemo = true
    // The first of the two wins, whatever else is asked for.
    case .help: if action != .showVersion { action = .showHelp }
    case .version: if action != .showHelp { action = .showVersion }
    default: break
    }
  }

  private mutating func take(_ option: Option, _ value: String) throws(ProgramError) {
    switch option {
    case .display:
      do throws(DeviceError) { display = try DisplayChoice(value) } catch { throw .usage(error.message) }
      displayName = value
    case .touch: touch = try Options.touch(value)
    case .rotate: rotation = try Options.rotation(value)
    case .dither: dithering = try Options.dithering(value)
    case .frames: frames = try Options.number("--frames ", value)
    case .layers: layerLimit = try Options.number("--layers ", value)
    case .snapshot: snapshot = value
    case .replay: replay = value
    case .on: on = value
    case .page: page = value
    case .theme: theme = value
    case .journal: journal = value
    case .commands: commands = value
    case .overlay: try takeOverlays(value)
    default: break
    }
  }

  private static func number(_ option: String, _ value: String) throws(ProgramError) -> Int {
    if let number = parseNumber(value.utf8), number > 0 { return number }
    throw .usage(option + printable(value) + ": expected a number from 1 to 999999999")
  }

  static func touch(_ value: String) throws(ProgramError) -> TouchChoice {
    if StaticString("auto").isEqual(to: value.utf8) { return .automatic }
    if StaticString("none").isEqual(to: value.utf8) { return .none }
    if value.utf8.contains(UInt8(ascii: "/")) { return .device(path: value) }
    throw .usage("--touch " + printable(value) + ": expected auto, none or a path such as /dev/input/event0")
  }

  private mutating func takeOverlays(_ value: String) throws(ProgramError) {
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

  private static func dithering(_ value: String) throws(ProgramError) -> Dithering {
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

/// The options' names.
private enum Option {
  case display, rotate, dither, touch, frames, snapshot, replay, stats, full, overlay, version, help, demo, page, theme,
    journal, layers, commands, on

  init?(_ name: String) {
    let names: InlineArray<19, StaticString> = [
      "--display", "--rotate", "--dither", "--touch", "--frames", "--snapshot", "--replay", "--stats", "--full",
      "--overlay", "--version", "--help", "--demo", "--page", "--theme",
      "--journal", "--layers", "--commands", "--on",
    ]
    let options: InlineArray<19, Option> = [
      .display, .rotate, .dither, .touch, .frames, .snapshot, .replay, .stats, .full, .overlay, .version, .help,
      .demo, .page, .theme, .journal, .layers, .commands, .on,
    ]
    for index in names.indices where names[index].isEqual(to: name.utf8) {
      self = options[index]
      return
    }
    return nil
  }

  var takesValue: Bool {
    switch self {
    case .stats, .full, .version, .help, .demo: false
    default: true
    }
  }

  /// The expected value behind it.
  var expectation: String {
    switch self {
    case .display: "auto, fb:PATH, fb:DRIVER or memory:WxH:FORMAT"
    case .rotate: "0, 90, 180 or 270"
    case .dither: "auto, on or off"
    case .touch: "auto, none or a path"
    case .frames: "a number of frames"
    case .layers: "a number of layers"
    case .snapshot: "the name of a PNG file"
    case .replay: "the name of a file of moments"
    case .overlay: "damage, outlines, overdraw, time or values"
    case .on: "the name of a display of the panel"
    case .page: "the name of a page"
    case .theme: "the name of a theme"
    case .journal, .commands: "the name of a file"
    default: ""
    }
  }
}

/// A whole number of one to nine digits.
func parseNumber(_ digits: some Collection<UInt8>) -> Int? {
  if digits.isEmpty || digits.count > 9 { return nil }
  var value = 0
  for digit in digits {
    if digit < 48 || digit > 57 { return nil }
    value = value * 10 + Int(digit - 48)
  }
  return value
}
