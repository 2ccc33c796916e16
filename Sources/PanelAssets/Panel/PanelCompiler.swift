// A description becomes a panel file: the whole way, and what its parts have in common.
import Foundation
import LayerRuntime
import PanelFile
import PanelSignals
import SystemFiles

/// A panel file, and what there is to say about it.
public struct CompiledPanel {
  public let bytes: [UInt8]
  /// One line.
  public let summary: String
  /// A line each: what is not as good as it could be.
  public let warnings: [String]
}

/// Why a description was refused: a line for each thing that is wrong.
public struct DescriptionError: Error {
  public let lines: [String]
}

/// Checks a description and compiles it.
/// - Parameter name: what messages call the file.
public func compilePanel(_ bytes: [UInt8], name: String) throws(DescriptionError) -> CompiledPanel {
  let problems = Problems()
  guard let text = String(validating: bytes, as: UTF8.self) else {
    problems.report(Place(file: name, line: 1, column: 1), "bytes that are not UTF-8", expected: "text in UTF-8")
    throw DescriptionError(lines: problems.lines)
  }
  let compiler = PanelCompiler(problems)
  if let root = readDescription(text, file: name, problems) { compiler.compile(root) }
  if problems.hasErrors { throw DescriptionError(lines: problems.lines) }
  let file = compiler.draft.write()
  do throws(PackError) { _ = try PanelFile(bytes: file, name: name) } catch {
    throw DescriptionError(lines: ["\(name): the device would refuse the file (\(error.message)): please report this"])
  }
  let summary = "\(compiler.signals.count) signals, \(compiler.elementCount) instruments, \(file.count) bytes"
  return CompiledPanel(bytes: file, summary: summary, warnings: problems.lines)
}

/// What a signal's name stands for.
struct SignalEntry {
  let index: Int
  let record: RecordDraft
  var unit: UnitOfMeasure?
  var shownUnit: UnitOfMeasure?
}

final class PanelCompiler {
  let problems: Problems
  var draft = PanelDraft()
  var signals: [String: SignalEntry] = [:]
  /// Signals that expressions of instruments make, which have no name.
  var anonymousCount = 0
  var sources: [String: (index: Int, kind: String)] = [:]
  var templates: [String: Item] = [:]
  var elementCount = 0
  /// How deep templates are in each other.
  var templateDepth = 0
  /// All characters that can be shown, and where each stands first; `nil` for those of numbers and units.
  private(set) var characters: [Unicode.Scalar: Place?] = [:]

  init(_ problems: Problems) {
    self.problems = problems
    use("0123456789+-–.,: ", at: nil)
  }

  /// Has the fonts hold the characters of a text.
  func use(_ text: String, at place: Place?) {
    for character in text.unicodeScalars where characters[character] == nil { characters[character] = .some(place) }
  }

  func compile(_ root: Item) {
    guard let keys = map(root, "a panel: a map that begins with panel: 1") else { return }
    check(keys, Vocabulary.panel, "a panel")
    guard let version = keys["panel"] else {
      problems.report(root.place, "no version", expected: "panel: 1 at the beginning")
      return
    }
    if version.value.text != "1" {
      problems.report(version.value.place, "version \(version.value.words)", expected: "1")
    }
    readSize(keys["size"]?.value)
    if let item = keys["sources"]?.value { readSources(item) }
    if let item = keys["templates"]?.value { readTemplates(item) }
    if let item = keys["signals"]?.value { readSignals(item) }
    if let item = keys["zones"]?.value { readZones(item) }
    read(keys, Vocabulary.panel.filter { $0.key != nil }, into: draft.root)
    if let item = keys["theme"]?.value { readChoice(item, ["dark", "day", "night"], .style, draft.root) }
    if let item = keys["pages"]?.value {
      readPages(item)
    } else {
      problems.report(root.place, "no pages", expected: "pages: with one page at least")
    }
    if !problems.hasErrors { packFonts() }
  }

  // MARK: Maps and their keys

  typealias Keys = [String: (key: Item, value: Item)]

  /// The keys of a map, each with its value; reports what is no map.
  func map(_ item: Item, _ expected: String) -> Keys? {
    guard case .map(let pairs) = item.content else {
      problems.report(item.place, item.words, expected: expected)
      return nil
    }
    var keys: Keys = [:]
    for (key, value) in pairs {
      guard let name = key.text else {
        problems.report(key.place, "\(key.words) as a key", expected: "a name")
        continue
      }
      keys[name] = (key, value)
    }
    return keys
  }

  /// Reports keys that the kind has not.
  func check(_ keys: Keys, _ specs: [KeySpec], _ kind: String, besides others: [String] = []) {
    let names = specs.map(\.name) + others
    for (name, entry) in keys where !names.contains(name) {
      problems.report(
        entry.key.place, "\(kind) has no key '\(name)'",
        expected: names.count > 30 ? "one of its keys" : names.joined(separator: ", "), meant: nearest(name, in: names))
    }
  }

  /// Reads the keys that are values of the file.
  func read(_ keys: Keys, _ specs: [KeySpec], into record: RecordDraft) {
    for spec in specs { if let item = keys[spec.name]?.value { read(item, spec, into: record) } }
  }

  private func read(_ item: Item, _ spec: KeySpec, into record: RecordDraft) {
    if case .special = spec.type { return }
    guard let text = item.text else { return refuse(item, spec) }
    switch (spec.type, spec.key) {
    case (.range(let lower, let upper), _):
      guard let range = parseRange(text) else { return refuse(item, spec) }
      if let value = range.lower { record[lower] = .number(value) }
      if let value = range.upper { record[upper] = .number(value) }
    case (.text, let key?):
      record[key] = .text(text)
      use(text, at: item.place)
    case (.number, let key?):
      guard let number = parseNumber(text) else { return refuse(item, spec) }
      record[key] = .number(number)
    case (.duration, let key?):
      guard let duration = parseDuration(text) else { return refuse(item, spec) }
      record[key] = .duration(duration)
    case (.flag, let key?):
      guard let flag = ["true": true, "false": false, "yes": true, "no": false][text] else { return refuse(item, spec) }
      record[key] = .flag(flag)
    case (.length, let key?):
      guard let length = parseLength(text) else { return refuse(item, spec) }
      record[key] = .length(length.0, length.1)
    case (.choice(let words), let key?): readChoice(item, words, key, record)
    case (.value, let key?), (.signal, let key?): readValue(item, key, record)
    default: break
    }
  }

  private func refuse(_ item: Item, _ spec: KeySpec) {
    problems.report(item.place, "\(spec.name) is \(item.words)", expected: spec.type.expectation)
  }

  private func readChoice(_ item: Item, _ words: [String], _ key: PropertyKey, _ record: RecordDraft) {
    guard let text = item.text, let index = words.firstIndex(of: text) else {
      return problems.report(
        item.place, item.words, expected: words.joined(separator: ", "),
        meant: item.text.flatMap { nearest($0, in: words) })
    }
    record[key] = .choice(index)
  }

  // MARK: Values

  /// A number becomes one, a signal itself, and an expression a signal without a name.
  func readValue(_ item: Item, _ key: PropertyKey, _ record: RecordDraft) {
    guard let text = item.text, !text.isEmpty else {
      return problems.report(item.place, item.words, expected: "a number, a signal or an expression")
    }
    if let number = parseNumber(text) {
      record[key] = .number(number)
    } else if let signal = signals[text] {
      record[key] = .signal(signal.index)
    } else if let expression = compileExpression(item) {
      let hidden = RecordDraft(.signal)
      hidden[.expression] = .expression(expression)
      draft.root.children.append(hidden)
      record[key] = .signal(signals.count + anonymousCount)
      anonymousCount += 1
    }
  }

  /// Compiles the text of an expression.
  /// - Returns: its number; `nil` where it is wrong, which was reported.
  func compileExpression(_ item: Item) -> Int? {
    guard let text = item.text, !item.isEmpty else {
      problems.report(item.place, item.words, expected: "an expression of signals, as rpm / 4000 * 100")
      return nil
    }
    let place = item.isQuoted ? item.place.moved(by: 1) : item.place
    do throws(ExpressionError) {
      let tree = try ExpressionParser.parse(text)
      let first = draft.instructions.count
      let depth = try emit(tree)
      if depth > ExpressionCode.stackDepth {
        throw ExpressionError(column: 0, found: "an expression that is too deep", expected: "one that is in parts")
      }
      draft.expressions.append(ExpressionRange(first: first, count: draft.instructions.count - first))
      return draft.expressions.count - 1
    } catch {
      problems.report(place.moved(by: error.column), error.found, expected: error.expected, meant: error.meant)
      return nil
    }
  }

  /// - Returns: how many values lie on the stack at once.
  private func emit(_ tree: Expression) throws(ExpressionError) -> Int {
    switch tree {
    case .number(let number, _):
      draft.instructions.append(Instruction(.constant, Int32(constant(number))))
      return 1
    case .name(let name, let column):
      draft.instructions.append(Instruction(.signal, Int32(try signal(name, column))))
      return 1
    case .query(let operation, let name, let column):
      draft.instructions.append(Instruction(operation, Int32(try signal(name, column))))
      return 1
    case .bit(let value, let bit, _):
      let depth = try emit(value)
      draft.instructions.append(Instruction(.bit, Int32(bit)))
      return depth
    case .operation(let operation, let parts, _):
      var depth = 0
      for (index, part) in parts.enumerated() { depth = max(depth, index + (try emit(part))) }
      draft.instructions.append(Instruction(operation))
      return depth
    }
  }

  private func signal(_ name: String, _ column: Int) throws(ExpressionError) -> Int {
    if let signal = signals[name] { return signal.index }
    throw ExpressionError(
      column: column, found: "no signal '\(name)'", expected: "one of the signals, or a number",
      meant: nearest(name, in: signals.keys))
  }

  private func constant(_ number: Fixed64) -> Int {
    if let index = draft.constants.firstIndex(of: number) { return index }
    draft.constants.append(number)
    return draft.constants.count - 1
  }

  private func readSize(_ item: Item?) {
    guard let item else { return }
    guard let size = item.text.flatMap({ parseSize($0) }) else {
      return problems.report(
        item.place, "size is \(item.words)", expected: "a size from 16x16 to 16384x16384, as 800x480")
    }
    draft.root[.designWidth] = .number(Fixed64(size.width))
    draft.root[.designHeight] = .number(Fixed64(size.height))
  }
}
