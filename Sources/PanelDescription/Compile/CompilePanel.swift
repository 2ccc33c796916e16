// A description becomes a panel file.
import Packs
import PanelFile
import SystemFiles

/// A panel file, and the messages about it.
public struct CompiledPanel {
  public let bytes: [UInt8]
  /// One line.
  public let summary: String
  /// A line each: possible improvements.
  public let warnings: [String]
  /// The warnings with their places.
  public let problems: [Problem]
  /// The description and the files that it depends on.
  public let files: [String]
  /// The places of elements, by the numbers of their records in the file; `nil` for other records.
  public let places: [UsedPlace?]
}

/// Why a description was refused: a line for each thing that is wrong.
public struct DescriptionError: Error {
  public let lines: [String]
  /// The mistakes with their places; none where the device would refuse the file.
  public let problems: [Problem]
  /// The description and the files that it depends on, as far as they were looked for.
  public let files: [String]

  package init(_ problems: Problems) {
    (lines, self.problems, files) = (problems.lines, Array(problems.sorted.prefix(Problems.limit)), problems.files)
  }

  /// The device would refuse the file.
  init(_ line: String, _ problems: Problems) { (lines, self.problems, files) = ([line], [], problems.files) }
}

/// Checks a description and compiles it.
/// - Parameters:
///   - name: the file's name in messages; files that it names are looked for beside it.
///   - hasFonts: whether fonts are packed. Without them the device writes with its own, and no glyph is checked.
///   - switches: the values of switches, by their names, which `only` asks.
///   - sizes: of other displays that it is laid out for, to warn of what has no room there, in pixels.
public func compilePanel(
  _ bytes: [UInt8], name: String, hasFonts: Bool = true, sizes: [(width: Int, height: Int)] = [],
  switches: [String: String] = [:]
) throws(DescriptionError) -> CompiledPanel {
  let problems = Problems()
  problems.note(file: name)
  let read = readDescription(bytes, file: name, problems)
  var values = Switches(problems, switches)
  values.takeDefaults(read?["set"])
  let root = read.flatMap { values.chosen($0) }
  let compiler = PanelCompiler(problems, file: name, hasFonts: hasFonts, values)
  let compiled = root.flatMap { compiler.compile($0) }
  if !problems.hasErrors { values.checkAsked(switches, read?["set"], at: Place(file: name, line: 1, column: 1)) }
  guard let panel = compiled, !problems.hasErrors else {
    throw DescriptionError(problems)
  }
  let file = panel.draft.write()
  let places = panel.draft.records.map { panel.places[ObjectIdentifier($0)] }
  let looks = LookWarnings(problems: problems, draft: panel.draft, places: places, distance: panel.distance)
  let loaded = try load(file, name, problems)
  looks.warnOfLook(loaded)
  for size in sizes { looks.warnOfLook(loaded, on: size) }
  return CompiledPanel(
    bytes: file, summary: "\(panel.summary), \(file.count) bytes", warnings: problems.lines,
    problems: problems.sorted, files: problems.files, places: places)
}

/// Loads a file as a device does, and refuses one that is too large for it.
private func load(_ file: [UInt8], _ name: String, _ problems: Problems) throws(DescriptionError) -> PanelFile {
  let start = Place(file: name, line: 1, column: 1)
  if file.count > PanelFile.byteLimit {
    problems.report(
      start, "a panel that makes a file of \(file.count) bytes", expected: "\(PanelFile.byteLimit) at most")
    throw DescriptionError(problems)
  }
  do throws(PackError) { return try PanelFile(bytes: file, name: name) } catch {
    if error.reason == .recordCount {
      problems.report(
        start, "a panel that makes \(error.found) records", expected: "\(PanelFile.recordLimit) at most")
      throw DescriptionError(problems)
    }
    throw DescriptionError("\(name): the device would refuse the file (\(error.message)): please report this", problems)
  }
}
