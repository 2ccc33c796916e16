// The command line of panel-assets: arguments become calls, errors become a line and an exit status.
import AssetCommands
import PanelAssets
import PanelDescription
import SystemFiles

/// - Parameter arguments: without the program's name.
func runTool(_ arguments: [String]) -> CommandResult {
  if arguments.contains("--help") || arguments.contains("-h") {
    return CommandResult(status: 0, output: [helpText], errors: [])
  }
  do throws(AssetError) {
    return try run(arguments)
  } catch {
    var lines = ["panel-assets: \(error.message)"]
    if error.status == 2 { lines.append("panel-assets --help lists what there is") }
    return CommandResult(status: error.status, output: [], errors: lines)
  }
}

private func run(_ arguments: [String]) throws(AssetError) -> CommandResult {
  guard let command = arguments.first else {
    throw .usage("no command; expected panel, sources, font, image, check, format or schema")
  }
  var rest = Arguments(Array(arguments.dropFirst()))
  switch command {
  case "panel": return try runPanel(&rest)
  case "sources": return try listSources(try rest.files("IN.dbc")[0])
  case "font": return try runFont(&rest)
  case "image": return try runImage(&rest)
  case "check": return try checkPack(try rest.files("PACK")[0])
  case "format": return try printDocument(formatDocument(), &rest)
  case "colors": return try printDocument(colorSwatches(), &rest)
  case "schema": return try printDocument(formatSchema(), &rest)
  default:
    throw .usage("no command '\(printable(command))'; expected panel, sources, font, image, check, format or schema")
  }
}

private func runPanel(_ arguments: inout Arguments) throws(AssetError) -> CommandResult {
  let switches = try arguments.values(of: "--set")
  let sizes = try arguments.value(of: "--sizes")
  let files = try arguments.files(1...2, "IN.yaml", "[OUT.panel]")
  return try makePanel(files[0], output: files.count == 2 ? files[1] : nil, sizes: sizes, switches: switches)
}

private func runFont(_ arguments: inout Arguments) throws(AssetError) -> CommandResult {
  let characters = try arguments.value(of: "--characters")
  let files = try arguments.files("IN.ttf", "OUT")
  return try makeFont(files[0], output: files[1], characters: characters)
}

private func runImage(_ arguments: inout Arguments) throws(AssetError) -> CommandResult {
  let format = try arguments.value(of: "--format")
  let color = try arguments.value(of: "--color")
  let hasMipLevels = try arguments.flag("--mip-levels")
  let files = try arguments.files("IN.png", "OUT")
  return try makeImage(files[0], output: files[1], format: format, color: color, hasMipLevels: hasMipLevels)
}

/// Prints a document that the tables make.
private func printDocument(_ text: String, _ arguments: inout Arguments) throws(AssetError) -> CommandResult {
  let files = try arguments.files(0...1, "[OUT]")
  guard let path = files.first else {
    return CommandResult(status: 0, output: [String(text.dropLast())], errors: [])
  }
  try writeFile(path, Array(text.utf8))
  return CommandResult(status: 0, output: [], errors: [])
}

/// The rest of the command line.
private struct Arguments {
  private var words: [String]

  init(_ words: [String]) { self.words = words }

  /// The word after an option, both taken away; `nil` if the option is not there.
  mutating func value(of option: String) throws(AssetError) -> String? {
    guard let index = words.firstIndex(of: option) else { return nil }
    if index + 1 == words.count { throw .usage("\(option) needs a value") }
    let value = words[index + 1]
    words.removeSubrange(index...index + 1)
    if words.contains(option) { throw .usage("\(option) a second time") }
    return value
  }

  /// The words after an option that may stand several times.
  mutating func values(of option: String) throws(AssetError) -> [String] {
    var values: [String] = []
    while let index = words.firstIndex(of: option) {
      if index + 1 == words.count { throw .usage("\(option) needs a value") }
      values.append(words[index + 1])
      words.removeSubrange(index...index + 1)
    }
    return values
  }

  mutating func flag(_ option: String) throws(AssetError) -> Bool {
    guard let index = words.firstIndex(of: option) else { return false }
    words.remove(at: index)
    if words.contains(option) { throw .usage("\(option) a second time") }
    return true
  }

  /// The rest, which must be as many paths as there are names.
  func files(_ names: String...) throws(AssetError) -> [String] { try files(names.count...names.count, names) }

  func files(_ counts: ClosedRange<Int>, _ names: String...) throws(AssetError) -> [String] { try files(counts, names) }

  private func files(_ counts: ClosedRange<Int>, _ names: [String]) throws(AssetError) -> [String] {
    if let option = words.first(where: { $0.hasPrefix("-") && $0 != "-" }) {
      throw .usage("no option '\(printable(option))' here")
    }
    if !counts.contains(words.count) { throw .usage("\(words.count) files; expected " + names.joined(separator: " ")) }
    return words
  }
}

private let helpText = """
  Makes what a panel's device maps: panels, fonts and images, decoded here so that nothing has to be decoded there.

  usage: panel-assets panel IN.yaml [OUT.panel] [--sizes 480x320,1280x400] [--set NAME=WORD]...
         panel-assets sources IN.dbc                  prints a source with all signals of a DBC file, for a description
         panel-assets font IN.ttf|otf OUT [--characters LIST]
         panel-assets image IN.png OUT [--format FORMAT] [--color RRGGBB] [--mip-levels]
         panel-assets check FILE
         panel-assets format|schema|colors [OUT]

    --characters LIST   items with commas between: ascii, latin1 (the default), latin-extended, U+0020-007E, U+20AC,
                        or a character itself; what a set or range has and the font has not is left out
    --format FORMAT     auto (the default: xrgb8888 if opaque, else argb8888), argb8888, xrgb8888, rgb565,
                        rgb565a8, a8, palette8, palette4
    --color RRGGBB      what a8 shows through its alpha; 000000 if not said
    --mip-levels        halves of the image down to one pixel, for drawing it smaller than it is

  panel checks a panel's description, says everything that is wrong with it, and compiles it.
  format and schema write what can be in a description, for people and for editors; colors draws its colours.
  check loads a panel or a pack as the device does, and says what it is or why it is refused.
  OUT is replaced in one step. Exit status: 0 done, 1 failed, 2 not understood.
  """
