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
    /// Something that was reported already.
    case reported
  }

  var content: Content
  var place: Place

  /// The text of a scalar.
  var text: String? { if case .text(let text, _) = content { text } else { nil } }
  var list: [Item]? { if case .list(let items) = content { items } else { nil } }
  var map: [(key: Item, value: Item)]? { if case .map(let pairs) = content { pairs } else { nil } }
  var isQuoted: Bool { if case .text(_, let isQuoted) = content { isQuoted } else { false } }
  var isReported: Bool { if case .reported = content { true } else { false } }
  /// Whether nothing stands there.
  var isEmpty: Bool { if case .text(let text, false) = content { text.isEmpty || text == "~" } else { false } }

  /// Where the text itself begins: behind the quotation mark.
  var textPlace: Place { isQuoted ? place.moved(by: 1) : place }

  /// What it is, for a message.
  var words: String {
    switch content {
    case .text(let text, _): isEmpty ? "nothing" : "'\(text.count > 60 ? String(text.prefix(57)) + "…" : text)'"
    case .map: "a map"
    case .list(let items): items.isEmpty ? "an empty list" : "a list"
    case .reported: "something unreadable"
    }
  }

  /// What stands behind a key of a map.
  subscript(_ key: String) -> Item? { map?.first { $0.key.text == key }?.value }
}

/// Reads a description.
/// - Returns: `nil` where nothing of it can be read, which was reported.
func readDescription(_ bytes: [UInt8], file: String, _ problems: Problems) -> Item? {
  guard let text = decodeDescription(bytes, file: file, problems) else { return nil }
  let reader = DescriptionReader(file: file, text, problems)
  return reader.read()
}

/// Text that is UTF-8 and has nothing in it that an editor would not show.
private func decodeDescription(_ bytes: [UInt8], file: String, _ problems: Problems) -> String? {
  let start = Place(file: file, line: 1, column: 1)
  if bytes.count > descriptionLimit {
    problems.report(
      start, "a description of \(bytes.count) bytes",
      expected: "\(descriptionLimit) at most, and files that it includes")
    return nil
  }
  if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
    problems.report(start, "the file is UTF-32", expected: "UTF-8: save it with that encoding")
    return nil
  }
  if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
    problems.report(start, "the file is UTF-16", expected: "UTF-8: save it with that encoding")
    return nil
  }
  if bytes.isEmpty {
    problems.report(start, "the file is empty", expected: "panel: 1, and what the panel shows")
    return nil
  }
  let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  guard let text = String(validating: body, as: UTF8.self) else {
    // The first line that is wrong, by reading each alone.
    for (number, line) in body.split(separator: 10, omittingEmptySubsequences: false).enumerated()
    where String(validating: line, as: UTF8.self) == nil {
      var end = line.startIndex
      while String(validating: line[line.startIndex..<end], as: UTF8.self) != nil || end == line.startIndex { end += 1 }
      let column = String(decoding: line[line.startIndex..<(end - 1)], as: UTF8.self).unicodeScalars.count + 1
      problems.report(
        Place(file: file, line: number + 1, column: column), "bytes that are no UTF-8",
        expected: "UTF-8: the file was probably saved as Latin-1")
      return nil
    }
    return nil
  }
  var place = start
  for scalar in text.unicodeScalars {
    if scalar == "\n" {
      place = Place(file: file, line: place.line + 1, column: 1)
      continue
    }
    if scalar.value < 32 && scalar != "\t" && scalar != "\r" || scalar.value == 127 {
      problems.report(place, "the control character \(scalar.codePoint)", expected: "text")
      return nil
    }
    place.column += 1
  }
  return text
}

/// Reads YAML once more after each thing that stops libyaml: what is wrong is reported, taken out, and the rest read.
private final class DescriptionReader {
  private let file: String
  /// As written.
  private let lines: [[Character]]
  /// With what was reported replaced.
  private var patched: [[Character]]
  private let problems: Problems
  /// Aliases make large trees of small files.
  private var count = 0
  private static let countLimit = 100_000
  /// Bytes that are read again and again, behind each thing that is wrong.
  private var bytesLeft = 48 << 20
  private static let depthLimit = 64
  /// What replaces the text that was reported, letter by letter.
  private static let mark: Character = "\u{E001}"

  init(file: String, _ text: String, _ problems: Problems) {
    (self.file, self.problems) = (file, problems)
    lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.unicodeScalars.map { Character($0) } }
    patched = lines
  }

  func read() -> Item? {
    var attempts = 0
    while true {
      attempts += 1
      do {
        let parser = try parser()
        guard let node = try parser.nextRoot() else {
          problems.report(
            Place(file: file, line: 1, column: 1), "the file is empty", expected: "panel: 1, and what the panel shows")
          return nil
        }
        if let second = try parser.nextRoot() {
          problems.report(
            place(second.mark), "a second document behind '---'", expected: "one panel in a file")
        }
        return item(node, depth: 0)
      } catch let error as YamlError {
        let count = problems.errorCount
        if !report(error) { return nil }
        if attempts > 50 || bytesLeft < 0 {
          if problems.errorCount > count { problems.sayRestIsUnread() }
          return nil
        }
      } catch {
        problems.report(Place(file: file, line: 1, column: 1), "\(error)", expected: "YAML")
        return nil
      }
    }
  }

  private func parser() throws -> Parser {
    let text = patched.map { String($0) }.joined(separator: "\n")
    bytesLeft -= text.utf8.count
    return try Parser(yaml: text, resolver: .basic)
  }

  private func place(_ mark: Mark?) -> Place { Place(file: file, line: mark?.line ?? 1, column: mark?.column ?? 1) }

  private func isMarked(_ text: String) -> Bool { text.contains(Self.mark) }

  private func item(_ node: Node, depth: Int) -> Item? {
    count += 1
    let place = place(node.mark)
    if count >= Self.countLimit || depth > Self.depthLimit {
      if count == Self.countLimit {
        problems.report(place, "more than \(Self.countLimit) items, aliases counted each time", expected: "fewer")
      } else if depth > Self.depthLimit {
        problems.report(place, "\(depth) levels in each other", expected: "\(Self.depthLimit) at most")
      }
      return Item(content: .reported, place: place)
    }
    if let tag = tag(at: place) {
      problems.report(place, "the tag '\(tag)'", expected: "the value alone: its key says what it is")
    }
    switch node {
    case .scalar(let scalar): return scalarItem(scalar, place)
    case .sequence(let sequence):
      return Item(content: .list(joined(sequence.compactMap { item($0, depth: depth + 1) })), place: place)
    case .mapping(let mapping):
      var pairs: [(key: Item, value: Item)] = []
      for (key, value) in mapping {
        guard let name = item(key, depth: depth + 1), let content = item(value, depth: depth + 1) else { continue }
        if name.isReported { continue }
        if name.text == "<<" && !name.isQuoted {
          problems.report(name.place, "a merge key '<<'", expected: "the keys themselves, a style or a template")
        } else if name.text == nil {
          problems.report(name.place, "\(name.words) as a key", expected: "a name")
        } else {
          pairs.append((name, content))
        }
      }
      return Item(content: .map(joined(pairs)), place: place)
    case .alias: return nil
    }
  }

  /// The tag that stands before something, behind an anchor perhaps.
  private func tag(at place: Place) -> String? {
    guard lines.indices.contains(place.line - 1), lines[place.line - 1].indices.contains(place.column - 1) else {
      return nil
    }
    var rest = lines[place.line - 1][(place.column - 1)...]
    if rest.first == "&" { rest = rest.drop { $0 != " " }.drop { $0 == " " } }
    let word = rest.prefix { !" ,}]\t".contains($0) }
    // A tag before nothing is explained there: it was meant for something else.
    return rest.first == "!" && word.count < rest.count
      && !rest.dropFirst(word.count).allSatisfy { " ,}]".contains($0) }
      ? String(word) : nil
  }

  // MARK: Commas in expressions

  /// In `{ }` and `[ ]` a comma ends a value, so that `{is: max(a, b)}` has the key `b)` too. That is reported once, and
  /// read as it was meant.
  private func joined(_ pairs: [(key: Item, value: Item)]) -> [(key: Item, value: Item)] {
    var result: [(key: Item, value: Item)] = []
    var index = 0
    while index < pairs.count {
      var pair = pairs[index]
      index += 1
      var parts: [Item] = []
      while let open = openBrackets(pair.value, parts), open > 0, index < pairs.count, pairs[index].value.isEmpty,
        pairs[index].key.text != nil
      {
        parts.append(pairs[index].key)
        index += 1
      }
      if !parts.isEmpty { pair.value = join(pair.value, parts) }
      result.append(pair)
    }
    return result
  }

  private func joined(_ items: [Item]) -> [Item] {
    var result: [Item] = []
    var index = 0
    while index < items.count {
      let item = items[index]
      index += 1
      var parts: [Item] = []
      while let open = openBrackets(item, parts), open > 0, index < items.count, items[index].text != nil {
        parts.append(items[index])
        index += 1
      }
      result.append(parts.isEmpty ? item : join(item, parts))
    }
    return result
  }

  /// How many brackets are open behind a plain value and the parts that follow it; `nil` where it is none.
  private func openBrackets(_ item: Item, _ parts: [Item]) -> Int? {
    guard let text = item.text, !item.isQuoted, text.contains("(") else { return nil }
    return ([text] + parts.map { $0.text ?? "" }).joined().reduce(0) { $1 == "(" ? $0 + 1 : $1 == ")" ? $0 - 1 : $0 }
  }

  private func join(_ item: Item, _ parts: [Item]) -> Item {
    let text = ([item.text ?? ""] + parts.map { $0.text ?? "" }).joined(separator: ", ")
    problems.report(
      item.place, "the comma in '\(text)' ends the value: it stands in { } or [ ]",
      expected: "quotation marks around it",
      meant: "\"\(text)\"")
    return Item(content: .text(text, isQuoted: false), place: item.place)
  }

  private func scalarItem(_ scalar: Node.Scalar, _ place: Place) -> Item {
    let reported = Item(content: .reported, place: place)
    if isMarked(scalar.string) { return reported }
    if let control = scalar.string.unicodeScalars.first(where: {
      $0.value < 32 && $0 != "\n" && $0 != "\t" || $0.value == 127
    }) {
      problems.report(place, "the control character \(control.codePoint) in a text", expected: "text")
      return reported
    }
    let isQuoted = scalar.style != .any && scalar.style != .plain
    if !isQuoted, scalar.string.isEmpty, explainNothing(place) { return reported }
    return Item(content: .text(scalar.string, isQuoted: isQuoted), place: place)
  }

  /// What looks like a value and is none: a comment, a tag, an anchor.
  private func explainNothing(_ place: Place) -> Bool {
    guard lines.indices.contains(place.line - 1) else { return false }
    let line = lines[place.line - 1]
    let from = min(max(0, place.column - 1), line.count)
    let rest = line[from...].drop { $0 == " " || $0 == ":" }
    let word = String(rest.prefix { !" ,}]\t".contains($0) })
    let start = Place(file: file, line: place.line, column: rest.startIndex + 1)
    switch word.first {
    case "#" where word.dropFirst().first?.isHexDigit == true:
      problems.report(start, "'\(word)' is a comment in YAML", expected: "a colour in quotation marks, or a role")
    case "!":
      problems.report(
        start, "'\(word)' is a tag in YAML", expected: "'not \(word.dropFirst())' for a condition, or quotation marks")
    case "&":
      problems.report(start, "'\(word)' is an anchor in YAML", expected: "'and' in a condition, or quotation marks")
    default: return false
    }
    return true
  }

  // MARK: What stops libyaml

  /// - Returns: whether reading on is worth while: what was wrong is taken out.
  private func report(_ error: YamlError) -> Bool {
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      // What is wrong may stand where the context begins: an open bracket, a block.
      for candidate in [mark.line] + (context.map { [$0.mark.line] } ?? []) where explainLine(candidate - 1) {
        return true
      }
      // A comment swallowed the end of the line, or a line before has no colon.
      let index = mark.line - 1
      for above in stride(from: index - 1, through: max(0, index - 3), by: -1)
      where explainLine(above, onlyComments: true) {
        return true
      }
      var place = place(mark)
      if problem.contains("mapping values are not allowed"), let line = lineWithoutColon(before: index) {
        place = line
        problems.report(place, "a line without ':'", expected: "a key, ':' and a value")
        problems.sayRestIsUnread()
        return false
      }
      let (found, expected) = explain(problem, place, begun: context?.mark.line ?? mark.line)
      problems.report(place, found, expected: expected)
      problems.sayRestIsUnread()
      return false
    case .reader(let problem, let offset, _, _):
      problems.report(
        Place(file: file, line: 1, column: 1), "byte \(offset ?? 0): \(problem)", expected: "text in UTF-8")
      return false
    case .duplicatedKeysInMapping(let names, let context):
      return reportDuplicate(names, Place(file: file, line: context.mark.line, column: context.mark.column))
    default:
      problems.report(Place(file: file, line: 1, column: 1), "\(error)", expected: "YAML")
      return false
    }
  }

  /// Looks for the traps of YAML in a line that it stopped at; reports one and takes its text out.
  private func explainLine(_ index: Int, onlyComments: Bool = false) -> Bool {
    guard patched.indices.contains(index), let trap = YAMLTrap(line: patched[index], onlyComments: onlyComments) else {
      return false
    }
    problems.report(
      Place(file: file, line: index + 1, column: trap.range.lowerBound + 1), trap.found, expected: trap.expected)
    for column in trap.range { patched[index][column] = Self.mark }
    return true
  }

  /// The line above that is a word alone, at the same indentation.
  private func lineWithoutColon(before index: Int) -> Place? {
    guard index > 0, lines.indices.contains(index) else { return nil }
    func indentation(_ line: [Character]) -> Int { line.prefix { $0 == " " }.count }
    let above = lines[index - 1]
    let depth = indentation(above)
    guard depth == indentation(lines[index]), depth < above.count, !above.contains(":"), above[depth] != "-" else {
      return nil
    }
    return Place(file: file, line: index, column: depth + 1)
  }

  /// Words for what libyaml says of a place where no trap is.
  private func explain(_ problem: String, _ place: Place, begun: Int) -> (found: String, expected: String) {
    let origin = begun < place.line ? ", begun in line \(begun)" : ""
    let line = lines.indices.contains(place.line - 1) ? lines[place.line - 1] : []
    if line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") || problem.contains("cannot start any token") {
      return ("a tab", "blanks, which YAML is indented by")
    }
    if problem.contains("undefined alias") { return ("an alias of no anchor", "quotation marks, or a value") }
    if problem.contains("mapping values are not allowed"), place.column > 1024 {
      return ("a key of more than 1024 characters", "a short key, ':' and a value")
    }
    if problem.contains("mapping values are not allowed") {
      return (
        "': ' where no key can stand", "the same indentation as the keys around it, or quotation marks around the value"
      )
    }
    if problem.contains("expected ',' or '}'") {
      return ("a map in { }\(origin), that does not go on", "a comma or '}'")
    }
    if problem.contains("expected ',' or ']'") {
      return ("a list in [ ]\(origin), that does not go on", "a comma or ']'")
    }
    if problem.contains("nesting level") { return ("more levels in each other than YAML reads", "fewer") }
    if problem.contains("could not find expected ':'"), lines.indices.contains(begun - 1),
      lines[begun - 1].count > 1024
    {
      return ("a key of more than 1024 characters\(origin)", "a short key, ':' and a value")
    }
    if problem.contains("could not find expected ':'") { return ("a line without ':'", "a key, ':' and a value") }
    if problem.contains("did not find expected key") {
      return ("a line that is no key of this map", "a key at the same indentation as those above it")
    }
    if problem.contains("unexpected end of stream") {
      return ("the file ends within quotation marks\(origin)", "their end")
    }
    if problem.contains("did not find expected '-'") {
      return ("a line that is no item of this list", "'- ' at the same indentation as those above it")
    }
    return (problem, "YAML")
  }

  /// Finds the later of two keys: the place is that of one of them. It is taken out, and the rest is read.
  private func reportDuplicate(_ names: [String], _ first: Place) -> Bool {
    let name = names.first ?? ""
    let letters = Array(name)
    var triesLeft = 24
    for index in patched.indices where index + 1 >= first.line {
      let line = patched[index]
      if letters.isEmpty || line.count <= letters.count { continue }
      for column in 0..<(line.count - letters.count) {
        if index + 1 == first.line && column + 1 <= first.column { continue }
        guard line[column] == letters[0], Array(line[column..<(column + letters.count)]) == letters,
          column == 0 || " {,\"'".contains(line[column - 1]), isKeyEnd(line, column + letters.count)
        else { continue }
        let saved = patched[index]
        for letter in column..<(column + letters.count) { patched[index][letter] = Self.mark }
        triesLeft -= 1
        if triesLeft < 0 || bytesLeft < 0 {
          problems.report(first, "the key '\(name)' several times in one map", expected: "each key once")
          problems.sayRestIsUnread()
          return false
        }
        if isCured(of: name, at: first) {
          // Within brackets it is no key, but a part of an expression.
          let before = line[..<column].reduce(0) { $1 == "(" ? $0 + 1 : $1 == ")" ? $0 - 1 : $0 }
          if before > 0 {
            problems.report(
              Place(file: file, line: index + 1, column: column + 1),
              "the comma before '\(name)' ends the value: it stands in { } or [ ]",
              expected: "quotation marks around the whole expression")
            return true
          }
          problems.report(
            Place(file: file, line: index + 1, column: column + 1),
            "the key '\(name)' a second time in one map, after line \(first.line)", expected: "each key once")
          return true
        }
        patched[index] = saved
      }
    }
    problems.report(first, "the key '\(name)' twice in one map", expected: "each key once")
    problems.sayRestIsUnread()
    return false
  }

  private func isKeyEnd(_ line: [Character], _ column: Int) -> Bool {
    let rest = line[column...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
    return rest.first == ":" || rest.isEmpty
  }

  /// Whether the map that began with a key at a place has it once now.
  private func isCured(of name: String, at first: Place) -> Bool {
    do {
      _ = try parser().nextRoot()
    } catch YamlError.duplicatedKeysInMapping(let names, let context) {
      return names.first != name || context.mark.line != first.line || context.mark.column != first.column
    } catch {
      return true
    }
    return true
  }
}
