// Stage: preview. Input: places in files. Output: the lines that stand there.
import PanelAssets
import PanelDescription

/// The lines of files, each file read once.
struct SourceLines {
  private var files: [String: [Substring]] = [:]
  /// As many characters of a line are shown.
  private static let limit = 400

  /// A problem with its line.
  mutating func message(_ problem: Problem, named name: (String) -> String) -> PanelReport.Message {
    PanelReport.Message(
      file: name(problem.file), line: problem.lineNumber, column: problem.column, message: name(problem.text),
      text: line(problem.lineNumber, of: problem.file))
  }

  /// The place of an element, with its line.
  mutating func message(_ element: UsedPlace, named name: (String) -> String) -> PanelReport.Message {
    let place = element.place
    return PanelReport.Message(
      file: name(place.file), line: place.line, column: place.column, message: name(element.use),
      text: line(place.line, of: place.file))
  }

  private mutating func line(_ number: Int, of file: String) -> String {
    let lines = files[file] ?? Self.read(file)
    files[file] = lines
    guard lines.indices.contains(number - 1) else { return "" }
    let line = lines[number - 1]
    return String((line.last == "\r" ? line.dropLast() : line).prefix(Self.limit))
  }

  private static func read(_ file: String) -> [Substring] {
    guard let bytes = try? readFile(file, limit: descriptionLimit) else { return [] }
    return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false)
  }
}
