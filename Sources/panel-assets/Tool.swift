// The command line of panel-assets: arguments become calls, errors become a line and an exit status.
import Glibc
import Packs
import PanelAssets
import PanelDescription
import PanelFile
import SystemFiles

/// The program's output and exit status.
struct ToolResult {
  let status: Int32
  /// Lines for standard output, and for standard error.
  let output: [String]
  let errors: [String]
}

/// - Parameter arguments: without the program's name.
func runTool(_ arguments: [String]) -> ToolResult {
  if arguments.contains("--help") || arguments.contains("-h") {
    return ToolResult(status: 0, output: [helpText], errors: [])
  }
  do throws(AssetError) {
    return try run(arguments)
  } catch {
    var lines = ["panel-assets: \(error.message)"]
    if error.status == 2 { lines.append("panel-assets --help lists what there is") }
    return ToolResult(status: error.status, output: [], errors: lines)
  }
}

private func run(_ arguments: [String]) throws(AssetError) -> ToolResult {
  guard let command = arguments.first else {
    throw .usage("no command; expected panel, sources, font, image, check, format or schema")
  }
  var rest = Arguments(Array(arguments.dropFirst()))
  switch command {
  case "panel": return try makePanel(&rest)
  case "sources": return try listSources(&rest)
  case "font": return try makeFont(&rest)
  case "image": return try makeImage(&rest)
  case "check": return try checkPack(&rest)
  case "format": return try printDocument(formatDocument(), &rest)
  case "colors": return try printDocument(colorSwatches(), &rest)
  case "schema": return try printDocument(formatSchema(), &rest)
  default:
    throw .usage("no command '\(printable(command))'; expected panel, sources, font, image, check, format or schema")
  }
}

/// Prints the signals of a DBC file as a description has them.
private func listSources(_ arguments: inout Arguments) throws(AssetError) -> ToolResult {
  let path = try arguments.files("IN.dbc")[0]
  let file = DBCFile(try readFile(path, limit: DBCFile.sizeLimit))
  if !file.problems.isEmpty {
    let lines = file.problems.map { "\(printable(path)):\($0.line): \($0.found); expected \($0.expected)" }
    return ToolResult(status: 1, output: [], errors: lines)
  }
  return ToolResult(status: 0, output: [String(file.listing(named: path).dropLast())], errors: [])
}

/// Checks a description; writes a file where a name for one is given.
private func makePanel(_ arguments: inout Arguments) throws(AssetError) -> ToolResult {
  let switches = try readSwitches(&arguments)
  let sizes = try readSizes(try arguments.value(of: "--sizes"))
  let files = try arguments.files(1...2, "IN.yaml", "[OUT.panel]")
  if files.count == 2 { try checkApart(files) }
  let bytes = try readFile(files[0], limit: descriptionLimit)
  let panel: CompiledPanel
  do throws(DescriptionError) {
    panel = try compilePanel(bytes, name: files[0], sizes: sizes, switches: switches)
  } catch {
    return ToolResult(status: 1, output: [], errors: error.lines)
  }
  let name = printable(files.last ?? "")
  let frame: LargestFrame
  do throws(PackError) { frame = try LargestFrame(panel.bytes) } catch {
    return ToolResult(
      status: 1, output: [], errors: ["\(name): no device would show it (\(error.message)): please report this"])
  }
  if files.count == 2 { try writeFile(files[1], panel.bytes) }
  return ToolResult(
    status: 0, output: ["\(name): \(panel.summary)", "\(name): \(frame.summary)"], errors: panel.warnings)
}

/// `--set boat=big`, as often as there are switches.
private func readSwitches(_ arguments: inout Arguments) throws(AssetError) -> [String: String] {
  var switches: [String: String] = [:]
  for text in try arguments.values(of: "--set") {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw .usage("--set '\(printable(text))'; expected a name and its value, as boat=big")
    }
    if switches.updateValue(parts[1], forKey: parts[0]) != nil {
      throw .usage("--set \(printable(parts[0])) a second time")
    }
  }
  return switches
}

/// `480x320,1280x400`.
private func readSizes(_ text: String?) throws(AssetError) -> [(width: Int, height: Int)] {
  guard let text else { return [] }
  var sizes: [(width: Int, height: Int)] = []
  for size in text.split(separator: ",", omittingEmptySubsequences: false) {
    let numbers = size.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard numbers.count == 2, numbers.allSatisfy({ (16...16_384).contains($0) }) else {
      throw .usage("--sizes '\(printable(text))'; expected sizes of displays, as 480x320,1280x400")
    }
    sizes.append((numbers[0], numbers[1]))
  }
  return sizes
}

/// Prints a document that the tables make.
private func printDocument(_ text: String, _ arguments: inout Arguments) throws(AssetError) -> ToolResult {
  let files = try arguments.files(0...1, "[OUT]")
  guard let path = files.first else {
    return ToolResult(status: 0, output: [String(text.dropLast())], errors: [])
  }
  try writeFile(path, Array(text.utf8))
  return ToolResult(status: 0, output: [], errors: [])
}

private func makeFont(_ arguments: inout Arguments) throws(AssetError) -> ToolResult {
  let list = try CharacterList(try arguments.value(of: "--characters") ?? "latin1")
  let files = try arguments.files("IN.ttf", "OUT")
  try checkApart(files)
  let font = try compileFont(path: files[0], characters: list)
  try writeFile(files[1], font.bytes)
  return ToolResult(
    status: 0, output: ["\(printable(files[1])): \(font.summary)"],
    errors: font.notes.map { "\(printable(files[0])): \($0)" })
}

private func makeImage(_ arguments: inout Arguments) throws(AssetError) -> ToolResult {
  var options = ImageOptions()
  if let name = try arguments.value(of: "--format") {
    guard let format = ImageChoice(rawValue: name) else {
      throw .usage(
        "--format '\(printable(name))'; expected " + ImageChoice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    options.format = format
  }
  if let text = try arguments.value(of: "--color") {
    guard text.utf8.count == 6, !text.hasPrefix("+"), let color = UInt32(text, radix: 16) else {
      throw .usage("--color '\(printable(text))'; expected six hexadecimal digits, RRGGBB")
    }
    options.color = 0xFF00_0000 | color
  }
  options.hasMipLevels = try arguments.flag("--mip-levels")
  let files = try arguments.files("IN.png", "OUT")
  try checkApart(files)
  let picture = try decodePNG(try readFile(files[0]), name: files[0])
  let image = try compileImage(picture, options, name: files[0])
  try writeFile(files[1], image.bytes)
  return ToolResult(status: 0, output: ["\(printable(files[1])): \(image.summary)"], errors: [])
}

/// The source of a pack must not be lost to it.
private func checkApart(_ files: [String]) throws(AssetError) {
  if isSameFile(files[0], files[1]) {
    throw .usage("OUT '\(printable(files[1]))' is the file that is read; expected another name")
  }
}

/// Whether both names lead to one file.
private func isSameFile(_ a: String, _ b: String) -> Bool {
  var (first, second) = (stat(), stat())
  let areThere = unsafe stat(a, &first) == 0 && stat(b, &second) == 0
  return areThere && first.st_dev == second.st_dev && first.st_ino == second.st_ino
}

/// Loads a pack as a device does.
private func checkPack(_ arguments: inout Arguments) throws(AssetError) -> ToolResult {
  let path = try arguments.files("PACK")[0]
  try refuseDescription(path)
  do throws(PackError) {
    let font = try FontPack(path: path)
    let name = printable("\(font.familyName) \(font.styleName)")
    return ToolResult(status: 0, output: ["\(printable(path)): a font, \(name), \(font.glyphCount) glyphs"], errors: [])
  } catch {
    if error.reason != .kind { return ToolResult(status: 1, output: [], errors: [error.message]) }
  }
  do throws(PackError) {
    let image = try ImagePack(path: path).image
    let size = "\(image.width) × \(image.height)"
    return ToolResult(status: 0, output: ["\(printable(path)): an image, \(size), \(image.format)"], errors: [])
  } catch {
    if error.reason != .kind { return ToolResult(status: 1, output: [], errors: [error.message]) }
  }
  do throws(PackError) {
    let panel = try PanelFile(path: path)
    for record in panel.root.children(.font) {
      if let pack = record[.font]?.pack { _ = try panel.font(pack) }
    }
    let pages = panel.root.count(.page)
    // Expressions are signals without a name.
    let signals = panel.root.children(.signal).count { $0.text(.name) != nil }
    let expressions = panel.definitions.count - signals
    let words =
      "a panel, \(signals) signals, \(expressions) expressions, \(panel.recordCount) records, \(pages) pages"
    return ToolResult(status: 0, output: ["\(printable(path)): \(words)"], errors: [])
  } catch {
    return ToolResult(status: 1, output: [], errors: [error.message])
  }
}

/// A device does not load a description, but the file that is made of it.
private func refuseDescription(_ path: String) throws(AssetError) {
  guard let bytes = try? readFile(path, limit: descriptionLimit) else { return }
  let isText = bytes.starts(with: Array("panel:".utf8)) || bytes.first == UInt8(ascii: "#")
  if !isText && !path.hasSuffix(".yaml") && !path.hasSuffix(".yml") { return }
  let dot = path.lastIndex(of: ".") ?? path.endIndex
  let isPanel = path[dot...] == ".panel"
  throw AssetError(
    path, "a description, which is not what a device loads",
    expected:
      "panel-assets panel \(isPanel ? "DESCRIPTION.yaml" : printable(path)) \(printable(String(path[..<dot]))).panel")
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
