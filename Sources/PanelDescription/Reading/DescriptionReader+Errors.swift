// Faults that stop libyaml: said in the words of the description's writer, and taken out.
import Yams

extension DescriptionReader {
  /// - Returns: whether reading on is worth while: the fault is taken out.
  func report(_ error: YamlError) -> Bool {
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      // The fault may stand where the context begins: an open bracket, a block.
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
      // A missing colon is noticed behind its line, or behind the file.
      if problem.contains("could not find expected ':'"), let context { place = self.place(context.mark) }
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

  /// Words for libyaml's message at a place without a trap.
  private func explain(_ problem: String, _ place: Place, begun: Int) -> (found: String, expected: String) {
    let origin = begun < place.line ? ", begun in line \(begun)" : ""
    let line = lines.indices.contains(place.line - 1) ? lines[place.line - 1] : []
    if line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") {
      return ("a tab", "blanks, which YAML is indented by")
    }
    if problem.contains("cannot start any token") {
      let sign = line.indices.contains(place.column - 1) ? line[place.column - 1] : " "
      if sign == "\t" { return ("a tab", "blanks, which YAML is indented by") }
      return ("a value cannot begin with \(sign) in YAML", "'above' or 'below', or quotation marks around it")
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
  func reportDuplicate(_ names: [String], _ first: Place) -> Bool {
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
