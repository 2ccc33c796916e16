// A YAML file becomes a tree whose scalars are still text, each with its place: the key decides what `on`, `12:30` or
// `010` mean.
import Foundation
import PanelAssets
import SystemFiles
import Yams

/// The content of a part of a description.
package enum ItemContent {
  /// - Parameter isQuoted: whether it stands between quotation marks, or is a block.
  case text(String, isQuoted: Bool)
  case map([ItemPair])
  case list([Item])
  /// Something that was reported already.
  case reported
}

/// A key of a map, and its value.
package struct ItemPair {
  package var key: Item
  package var value: Item
}

/// A part of a description.
package struct Item {
  var content: ItemContent
  package var place: Place

  /// The text of a scalar.
  package var text: String? { if case .text(let text, _) = content { text } else { nil } }
  package var list: [Item]? { if case .list(let items) = content { items } else { nil } }
  package var map: [ItemPair]? { if case .map(let pairs) = content { pairs } else { nil } }
  package var isQuoted: Bool { if case .text(_, let isQuoted) = content { isQuoted } else { false } }
  package var isReported: Bool { if case .reported = content { true } else { false } }
  /// Whether nothing stands there.
  var isEmpty: Bool { if case .text(let text, false) = content { text.isEmpty || text == "~" } else { false } }

  /// Where the text itself begins: behind the quotation mark.
  package var textPlace: Place { isQuoted ? place.moved(by: 1) : place }

  /// Its name in a message.
  package var words: String {
    switch content {
    case .text(let text, _): isEmpty ? "nothing" : "'\(text.count > 60 ? String(text.prefix(57)) + "…" : text)'"
    case .map(let pairs): pairs.isEmpty ? "an empty map" : "a map"
    case .list(let items): items.isEmpty ? "an empty list" : "a list"
    case .reported: "something unreadable"
    }
  }

  /// The value of a key of a map.
  package subscript(_ key: String) -> Item? { map?.first { $0.key.text == key }?.value }
}

/// Reads a description.
/// - Returns: `nil` where nothing of it can be read, which was reported.
package func readDescription(_ bytes: [UInt8], file: String, _ problems: Problems) -> Item? {
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
  if bytes.starts(with: Array("LPAK".utf8)) {
    problems.report(start, "a file that lamina check -o made", expected: "the description that it was made of")
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

/// Reads YAML once more after each thing that stops libyaml: the fault is reported, taken out, and the rest read.
final class DescriptionReader {
  let file: String
  /// As written.
  let lines: [[Character]]
  /// With reported parts replaced.
  var patched: [[Character]]
  let problems: Problems
  /// Aliases make large trees of small files.
  var count = 0
  private static let countLimit = 100_000
  /// Bytes that are read again and again, behind each thing that is wrong.
  var bytesLeft = 48 << 20
  private static let depthLimit = 64
  /// The replacement of reported text, letter by letter.
  static let mark: Character = "\u{E001}"

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

  func parser() throws -> Parser {
    let text = patched.map { String($0) }.joined(separator: "\n")
    bytesLeft -= text.utf8.count
    return try Parser(yaml: text, resolver: .basic)
  }

  func place(_ mark: Mark?) -> Place { Place(file: file, line: mark?.line ?? 1, column: mark?.column ?? 1) }

  private func isMarked(_ text: String) -> Bool { text.contains(Self.mark) }

  func item(_ node: Node, depth: Int) -> Item? {
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
      var pairs: [ItemPair] = []
      for (key, value) in mapping {
        guard let name = item(key, depth: depth + 1), let content = item(value, depth: depth + 1) else { continue }
        if name.isReported { continue }
        if name.text == "<<" && !name.isQuoted {
          problems.report(name.place, "a merge key '<<'", expected: "the keys themselves, a style or a template")
        } else if name.text == nil {
          problems.report(name.place, "\(name.words) as a key", expected: "a name")
        } else {
          pairs.append(ItemPair(key: name, value: content))
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
    // A letter and its mark are one, where there is one.
    return Item(
      content: .text(scalar.string.precomposedStringWithCanonicalMapping, isQuoted: isQuoted), place: place)
  }

  /// Text that looks like a value and is none: a comment, a tag, an anchor.
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
}
