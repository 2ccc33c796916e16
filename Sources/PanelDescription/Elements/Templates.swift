// Templates: elements that are written once, and used several times with other arguments.
import PanelFile
import PanelInstruments

/// The templates of a panel, and the bodies that their uses make.
final class Templates: ItemReading {
  let problems: Problems
  private var templates: [String: (key: Item, value: Item)] = [:]
  /// Templates whose names were refused: their uses are not reported again.
  private var refused: Set<String> = []
  private var used: Set<String> = []

  init(_ problems: Problems) { self.problems = problems }

  /// The names of templates, in order.
  var names: [String] { templates.keys.sorted() }

  func contains(_ name: String) -> Bool { templates[name] != nil }

  func isRefused(_ name: String) -> Bool { refused.contains(name) }

  func read(_ pairs: Pairs) {
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = key.text else { continue }
      if Vocabulary.instrument(name) != nil || Vocabulary.containers.contains(where: { $0.name == name })
        || name == "areas"
        || name == "repeat"
      {
        problems.report(
          key.place, "a template named '\(name)', which is an instrument's name", expected: "another name")
        refused.insert(name)
      } else if value.map == nil {
        refuse(value, "the template '\(name)'", "a map, as {takes: [level], tank: $level}")
      } else {
        let count = problems.errorCount
        checkParameters(name, value)
        if problems.errorCount == count { templates[name] = (key, value) } else { refused.insert(name) }
      }
    }
  }

  private func parameters(_ template: Item) -> [String] {
    guard let takes = template["takes"] else { return [] }
    return (takes.list ?? [takes]).compactMap(\.text)
  }

  /// The parameters that a template takes are those that it uses.
  private func checkParameters(_ name: String, _ template: Item) {
    let names = parameters(template)
    if let takes = template["takes"] {
      var seen: Set<String> = []
      for item in takes.list ?? [] {
        guard let text = item.text, !seen.insert(text).inserted else { continue }
        problems.report(item.place, "'\(text)' a second time in takes", expected: "each name once")
      }
      for item in takes.list ?? [takes]
      where item.text.map({ $0.isEmpty || $0.contains { !($0.isLetter || $0.isNumber || $0 == "_") } }) ?? true {
        refuse(item, "a name of takes", "letters, digits and _, without $")
      }
    }
    var used: Set<String> = []
    findParameters(template, names, name, &used)
    for item in template["takes"]?.list ?? [] where item.text.map({ !used.contains($0) }) ?? false {
      problems.warn(item.place, "the template '\(name)' takes \(item.words) and uses it nowhere")
    }
  }

  private func findParameters(_ item: Item, _ names: [String], _ template: String, _ used: inout Set<String>) {
    switch item.content {
    case .text(let text, _):
      for (name, column) in templateParameters(in: text) {
        if let match = names.filter({ name.hasPrefix($0) }).max(by: { $0.count < $1.count }), match == name {
          used.insert(match)
        } else {
          problems.report(
            item.textPlace.moved(by: column), "the template '\(template)' takes no '\(name)'",
            expected: names.isEmpty ? "takes: [\(name)]" : names.joined(separator: ", "),
            meant: nearest(name, in: names))
        }
      }
    case .list(let items): for item in items { findParameters(item, names, template, &used) }
    case .map(let pairs):
      for pair in pairs where pair.key.text != "takes" { findParameters(pair.value, names, template, &used) }
    case .reported: return
    }
  }

  /// Texts with parameters are not read.
  private static func withoutParameters(_ item: Item) -> Item {
    var result = item
    switch item.content {
    case .text(let text, _): if !templateParameters(in: text).isEmpty { result.content = .reported }
    case .list(let items): result.content = .list(items.map(withoutParameters))
    case .map(let pairs): result.content = .map(pairs.map { ItemPair(key: $0.key, value: withoutParameters($0.value)) })
    case .reported: break
    }
    return result
  }

  /// Reads the element of a template, with its arguments put in.
  /// - Parameters:
  ///   - keys: those of the use, among them the template's name.
  ///   - read: reads the element; messages in it name the use.
  /// - Returns: `nil` where the use is wrong, which was reported.
  func fillIn(_ name: String, _ keys: Keys, _ read: (Item) -> RecordDraft?) -> RecordDraft? {
    guard let use = keys[name], let template = templates[name]?.value else { return nil }
    used.insert(name)
    if problems.uses.count >= 32 {
      problems.report(use.key.place, "templates more than 32 deep in each other", expected: "fewer")
      return nil
    }
    if problems.uses.contains(where: { $0.template == name }) {
      let circle = (problems.uses.map(\.template).drop { $0 != name } + [name]).joined(separator: " uses ")
      problems.report(use.key.place, "a circle: \(circle)", expected: "templates that end")
      return nil
    }
    check(keys, Vocabulary.place, "a template", besides: [name])
    guard let values = arguments(name, template, use.value) else { return nil }
    problems.uses.append((name, use.key.place))
    defer { problems.uses.removeLast() }
    return read(replacing(Self.withoutTakes(template), values))
  }

  /// Goes through the templates that nothing uses, without texts that have parameters. Those that `read` uses count as
  /// used.
  func forEachUnused(_ read: (Item) -> Void) {
    for (name, template) in templates.sorted(by: { $0.value.key.place < $1.value.key.place })
    where !used.contains(name) {
      read(Self.withoutParameters(Self.withoutTakes(template.value)))
    }
  }

  /// Templates of a file that others include may be for other panels.
  func warnOfUnused(in file: String) {
    for (name, template) in templates where !used.contains(name) && template.key.place.file == file {
      problems.warn(template.key.place, "the template '\(name)' is used nowhere — expected {\(name): …} in a page")
    }
  }

  private static func withoutTakes(_ template: Item) -> Item {
    guard let pairs = template.map else { return template }
    return Item(content: .map(pairs.filter { $0.key.text != "takes" }), place: template.place)
  }

  private func arguments(_ name: String, _ template: Item, _ use: Item) -> [String: Item]? {
    let names = parameters(template)
    var values: [String: Item] = [:]
    let expected = names.isEmpty ? "nothing: it takes none" : names.joined(separator: ", ")
    switch use.content {
    case .list(let items):
      if items.count != names.count {
        problems.report(
          use.place, "\(items.count) \(items.count == 1 ? "value" : "values") for the template '\(name)'",
          expected: expected)
        return nil
      }
      for (name, item) in zip(names, items) { values[name] = item }
    case .map(let pairs):
      for pair in pairs {
        let (key, value) = (pair.key, pair.value)
        if let text = key.text, names.contains(text) {
          values[text] = value
        } else {
          problems.report(
            key.place, "the template '\(name)' takes no \(key.words)", expected: expected,
            meant: key.text.flatMap { nearest($0, in: names) })
        }
      }
    case .text: if let first = names.first, !use.isEmpty { values[first] = use }
    case .reported: return nil
    }
    let missing = names.filter { values[$0] == nil }
    if !missing.isEmpty {
      problems.report(
        use.place, "nothing for \(missing.map { "'\($0)'" }.joined(separator: ", ")) of the template '\(name)'",
        expected: expected)
      return nil
    }
    return values
  }

  /// Puts values where `$name` stands.
  private func replacing(_ item: Item, _ values: [String: Item]) -> Item {
    switch item.content {
    case .text(let text, let isQuoted):
      // A value alone stays as it is, with its place: a mistake in it is its writer's.
      if text.hasPrefix("$"), let value = values[String(text.dropFirst())] { return value }
      if !text.contains("$") { return item }
      guard let result = replacing(text, values) else {
        problems.report(
          item.place, "more than \(Self.wordLimit) bytes for the parameters of one text", expected: "fewer")
        return Item(content: .reported, place: item.place)
      }
      return Item(content: .text(result, isQuoted: isQuoted), place: item.place)
    case .list(let items): return Item(content: .list(items.map { replacing($0, values) }), place: item.place)
    case .map(let pairs):
      let replaced = pairs.map { ItemPair(key: $0.key, value: replacing($0.value, values)) }
      return Item(content: .map(replaced), place: item.place)
    case .reported: return item
    }
  }

  /// Templates in each other could double a text 32 times.
  private static let wordLimit = 10_000

  /// - Returns: `nil` where the result is too long.
  private func replacing(_ text: String, _ values: [String: Item]) -> String? {
    let scalars = Array(text.unicodeScalars)
    var (result, next, left) = (String.UnicodeScalarView(), 0, Self.wordLimit)
    for (name, column) in templateParameters(in: text) {
      guard let word = values[name]?.text else { continue }
      left -= word.utf8.count
      if left < 0 { return nil }
      result.append(contentsOf: scalars[next..<column])
      result.append(contentsOf: word.unicodeScalars)
      next = column + 1 + name.unicodeScalars.count
    }
    result.append(contentsOf: scalars[next...])
    return String(result)
  }
}

/// The names behind `$` in a text, and the column of each.
func templateParameters(in text: String) -> [(name: String, column: Int)] {
  var result: [(String, Int)] = []
  let scalars = Array(text.unicodeScalars)
  var index = 0
  while index < scalars.count {
    defer { index += 1 }
    guard scalars[index] == "$" else { continue }
    var name = ""
    var end = index + 1
    while end < scalars.count,
      scalars[end].properties.isAlphabetic || ("0"..."9").contains(scalars[end]) || scalars[end] == "_"
    {
      name.unicodeScalars.append(scalars[end])
      end += 1
    }
    if !name.isEmpty { result.append((name, index)) }
  }
  return result
}
