// A YAML file becomes a tree whose scalars are still text, each with its place: what `on`, `12:30` or `010` mean is for
// the key to say that they are a value of.
import SystemFiles
import Yams

/// A part of a description.
struct Item {
  enum Content {
    /// - Parameter isQuoted: whether it stands between quotation marks, or is a block.
    case text(String, isQuoted: Bool)
    case map([(key: Item, value: Item)])
    case list([Item])
  }

  var content: Content
  var place: Place

  /// The text of a scalar.
  var text: String? { if case .text(let text, _) = content { text } else { nil } }
  var isQuoted: Bool { if case .text(_, let isQuoted) = content { isQuoted } else { false } }
  /// Whether nothing stands there.
  var isEmpty: Bool { if case .text(let text, false) = content { text.isEmpty || text == "~" } else { false } }

  /// What it is, for a message.
  var words: String {
    switch content {
    case .text(let text, _): isEmpty ? "nothing" : "'\(text.count > 60 ? String(text.prefix(57)) + "…" : text)'"
    case .map: "a map"
    case .list: "a list"
    }
  }
}

/// Reads a description.
/// - Returns: `nil` where it is no YAML, which was reported.
func readDescription(_ text: String, file: String, _ problems: Problems) -> Item? {
  let reader = DescriptionReader(
    file: file, lines: text.split(separator: "\n", omittingEmptySubsequences: false), problems)
  return reader.read(text)
}

private final class DescriptionReader {
  private let file: String
  private let lines: [Substring]
  private let problems: Problems
  /// Aliases make large trees of small files.
  private var count = 0
  private static let countLimit = 100_000

  init(file: String, lines: [Substring], _ problems: Problems) {
    (self.file, self.lines, self.problems) = (file, lines, problems)
  }

  func read(_ text: String) -> Item? {
    do {
      let parser = try Parser(yaml: text)
      guard let node = try parser.singleRoot() else {
        problems.report(Place(file: file, line: 1, column: 1), "the file is empty", expected: "a panel")
        return nil
      }
      return item(node)
    } catch let error as YamlError {
      report(error)
    } catch {
      problems.report(Place(file: file, line: 1, column: 1), "\(error)", expected: "YAML")
    }
    return nil
  }

  private func place(_ mark: Mark?) -> Place { Place(file: file, line: mark?.line ?? 1, column: mark?.column ?? 1) }

  private func item(_ node: Node) -> Item? {
    count += 1
    let place = place(node.mark)
    if count >= Self.countLimit {
      if count == Self.countLimit {
        problems.report(place, "more than \(Self.countLimit) items, aliases counted each time", expected: "fewer")
      }
      return nil
    }
    switch node {
    case .scalar(let scalar):
      let isQuoted = scalar.style != .any && scalar.style != .plain
      if !isQuoted, scalar.string.isEmpty, explainsNothing(place) { return nil }
      return Item(content: .text(scalar.string, isQuoted: isQuoted), place: place)
    case .sequence(let sequence):
      return Item(content: .list(sequence.compactMap { item($0) }), place: place)
    case .mapping(let mapping):
      var pairs: [(key: Item, value: Item)] = []
      for (key, value) in mapping {
        guard let name = item(key), let content = item(value) else { continue }
        if name.text == "<<" {
          problems.report(name.place, "a merge key '<<'", expected: "the keys themselves, or a template")
        } else {
          pairs.append((name, content))
        }
      }
      return Item(content: .map(pairs), place: place)
    case .alias: return nil
    }
  }

  /// What looks like a value and is none: the rest of the line is a comment, or a tag.
  /// - Returns: whether that was reported.
  private func explainsNothing(_ place: Place) -> Bool {
    let rest = text(from: place).drop { $0 == " " }
    if rest.first == "#", rest.dropFirst().first?.isHexDigit == true {
      problems.report(
        place, "'\(rest.prefix(9))' is a comment in YAML", expected: "a colour in quotation marks, or a role")
      return true
    }
    if rest.first == "!" {
      problems.report(place, "a value begins with !, which begins a tag", expected: "not, as 'not ready'")
      return true
    }
    return false
  }

  /// What stands at a place, up to the end of its line.
  private func text(from place: Place) -> Substring {
    guard lines.indices.contains(place.line - 1) else { return "" }
    return lines[place.line - 1].dropFirst(place.column - 1)
  }

  private func report(_ error: YamlError) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      let place = place(mark)
      let (found, expected) = explain(problem, place)
      problems.report(place, found, expected: expected)
    case .reader(let problem, let offset, _, _):
      problems.report(
        Place(file: file, line: 1, column: 1), "byte \(offset ?? 0): \(problem)", expected: "text in UTF-8")
    case .duplicatedKeysInMapping(let names, let context):
      problems.report(
        place(context.mark), "the key \(names.map { "'\($0)'" }.joined(separator: ", ")) twice in one map",
        expected: "each key once")
    default: problems.report(Place(file: file, line: 1, column: 1), "\(error)", expected: "YAML")
    }
  }

  /// The signs that YAML keeps for itself are those that people write in values: what to write instead.
  private func explain(_ problem: String, _ place: Place) -> (found: String, expected: String) {
    let line = lines.indices.contains(place.line - 1) ? lines[place.line - 1] : ""
    let value = line.firstIndex(of: ":").map { line[line.index(after: $0)...].drop { $0 == " " } } ?? ""
    let signs = "%@`*"
    let sign = text(from: place).first.flatMap { signs.contains($0) ? $0 : nil } ?? value.first
    switch sign {
    case "%": return ("a value begins with %", "the word percent, or quotation marks")
    case ">", "|":
      return (
        "a value begins with \(value.prefix(1)), which begins a block of text", "above or below, as 'coolant above 105'"
      )
    case "!": return ("a value begins with !, which begins a tag", "not, as 'not ready'")
    case "*": return ("a value begins with *, which names an alias", "a value or a name before it")
    case "@", "`":
      return ("a value begins with \(value.prefix(1)), which YAML keeps for itself", "quotation marks around it")
    default: break
    }
    if line.contains("\t") { return ("a tab", "blanks, which YAML is indented by") }
    if value.contains("?") && value.contains(" : ") { return ("a choice with ? and :", "if(a, b, c)") }
    if value.first != "{" && value.first != "[" && value.dropFirst().contains(": ") {
      return ("a second ': ' in a line", "quotation marks around the value")
    }
    let known: [(String, String, String)] = [
      ("another document", "a second document", "one panel in a file"),
      ("',' or '}'", "a map in braces that does not end", "',' or '}'"),
      ("',' or ']'", "a list in brackets that does not end", "',' or ']'"),
      ("end of stream", "a text in quotation marks that does not end", "a quotation mark"),
      ("expected key", "something beside the keys of a map", "as many blanks before it as before the others"),
      (
        "mapping values are not allowed", "a ':' where no key can be", "quotation marks around the value, or a new line"
      ),
    ]
    for (words, found, expected) in known where problem.contains(words) { return (found, expected) }
    return (problem, "YAML")
  }
}
