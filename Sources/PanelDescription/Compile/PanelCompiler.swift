// A description becomes a panel file: the whole way, and the common state of its parts.
import Packs
import PanelFile
import PanelSignals
import SystemFiles

/// A panel file, and the messages about it.
public struct CompiledPanel {
  public let bytes: [UInt8]
  /// One line.
  public let summary: String
  /// A line each: possible improvements.
  public let warnings: [String]
}

/// Why a description was refused: a line for each thing that is wrong.
public struct DescriptionError: Error {
  public let lines: [String]
}

/// Checks a description and compiles it.
/// - Parameters:
///   - name: the file's name in messages; files that it names are looked for beside it.
///   - hasFonts: whether fonts are packed. Without them the device writes with its own, and no glyph is checked.
public func compilePanel(_ bytes: [UInt8], name: String, hasFonts: Bool = true) throws(DescriptionError)
  -> CompiledPanel
{
  let problems = Problems()
  let compiler = PanelCompiler(problems, hasFonts: hasFonts)
  let start = Place(file: name, line: 1, column: 1)
  if let root = readDescription(bytes, file: name, problems) { compiler.compile(root, file: name) }
  if problems.hasErrors { throw DescriptionError(lines: problems.lines) }
  let file = compiler.draft.write()
  if file.count > PanelFile.byteLimit {
    problems.report(
      start, "a panel that makes a file of \(file.count) bytes", expected: "\(PanelFile.byteLimit) at most")
    throw DescriptionError(lines: problems.lines)
  }
  do throws(PackError) { compiler.warnOfLook(try PanelFile(bytes: file, name: name)) } catch {
    if error.reason == .recordCount {
      problems.report(
        start, "a panel that makes \(error.found) records", expected: "\(PanelFile.recordLimit) at most")
      throw DescriptionError(lines: problems.lines)
    }
    throw DescriptionError(lines: ["\(name): the device would refuse the file (\(error.message)): please report this"])
  }
  let named = compiler.signals.count { !$0.name.isEmpty }
  let summary =
    "\(named) signals, \(compiler.signals.count - named) expressions, \(compiler.elementCount) instruments, "
    + "\(compiler.glyphCount) glyphs, \(file.count) bytes"
  return CompiledPanel(bytes: file, summary: summary, warnings: problems.lines)
}

final class PanelCompiler {
  typealias Keys = [String: ItemPair]
  typealias Pairs = [ItemPair]

  let problems: Problems
  let hasFonts: Bool
  var draft = PanelDraft()
  /// Those with names first, in the order of the description.
  var signals: [SignalEntry] = []
  var signalNumbers: [String: Int] = [:]
  /// Signals that are being read, each because of the one before.
  var resolving: [Int] = []
  var anonymous: [[CompiledStep]: Int] = [:]
  var constantNumbers: [Fixed64: Int] = [:]
  var tables = ExpressionTables()
  /// Where the expression that is being compiled stands.
  var expressionPlace = Place(file: "", line: 1, column: 1)
  /// How many parts of it were looked at.
  var partCount = 0
  var sources: [String: (number: Int, kind: String)] = [:]
  var templates: [String: (key: Item, value: Item)] = [:]
  var styles: [String: Pairs] = [:]
  /// Templates whose names were refused: their uses are not reported again.
  var refusedTemplates: Set<String> = []
  var zoneItems: [String: Pairs] = [:]
  var units: [UnitOfMeasure.Dimension: UnitOfMeasure] = [:]
  /// Units to choose among, by the name of the system.
  var systems: [(name: String, place: Place, units: Pairs)] = []
  var pageNames: [String] = []
  /// Packs of images, by the name of their file.
  var imagePacks: [String: Int] = [:]
  /// Texts that languages translate.
  var translated: [(text: String, place: Place)] = []
  /// The places of instruments, for warnings of their looks.
  var places: [ObjectIdentifier: Place] = [:]
  /// Millimetres from the display to its reader.
  var distance = 700.0
  var elementCount = 0
  /// How many elements were read, those that are wrong and those of templates too.
  var readCount = 0
  /// Files that were included.
  var includeCount = 0
  /// The keys of styles that some instrument has, by the style's name.
  var usedStyleKeys: [String: Set<String>] = [:]
  var usedTemplates: Set<String> = []
  var glyphs = GlyphUse()
  var glyphCount = 0
  /// The sections of all files.
  var sections: [String: Pairs] = [:]
  var folder = ""
  lazy var icons = IconNames()

  init(_ problems: Problems, hasFonts: Bool) { (self.problems, self.hasFonts) = (problems, hasFonts) }

  func compile(_ root: Item, file: String) {
    folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    guard let pairs = root.map else {
      return problems.report(root.place, root.words, expected: "a panel: a map that begins with 'panel: 1'")
    }
    let keys = keys(pairs)
    check(keys, Vocabulary.panel, "a panel")
    if let version = keys["panel"]?.value {
      if version.text != "1" {
        problems.report(version.place, "version \(version.words)", expected: "1, the version that this program knows")
      }
    } else {
      problems.report(root.place, "no version", expected: "'panel: 1' at the beginning")
    }
    gather(keys, file: file, path: [file])
    readHead(keys)
    readSources(section("sources"))
    readStyles(section("styles"))
    readTemplates(section("templates"))
    declareSignals(section("signals"))
    gatherZones(section("zones"))
    resolveAll()
    for number in signals.indices { readZones(number) }
    readSystems(chosenBy: keys["system"]?.value)
    read(keys, Vocabulary.panel.filter { $0.key != nil }, into: draft.root, nil)
    readThemes(section("themes"))
    readAlarms(section("alarms"))
    readLanguages(section("texts"))
    readPages(section("pages"), root)
    readStrips(keys)
    if let displays = keys["displays"]?.value { readDisplays(displays) }
    if let idle = keys["idle"]?.value { readIdle(idle) }
    checkUnusedTemplates()
    warnOfStyles()
    checkDepth()
    finishHistories(root.place)
    if !problems.hasErrors {
      warnOfTranslations()
      readDistance(keys)
    }
    if !problems.hasErrors && hasFonts { packFonts() }
  }

  func section(_ name: String) -> Pairs { sections[name] ?? [] }

  /// Size, units and signs.
  private func readHead(_ keys: Keys) {
    if let item = keys["size"]?.value {
      if let size = item.text.flatMap({ parseSize($0) }) {
        draft.root[.designWidth] = .number(Fixed64(size.width))
        draft.root[.designHeight] = .number(Fixed64(size.height))
      } else {
        refuse(item, "size", "a size from 16x16 to 16384x16384, as 800x480")
      }
    }
    readDensity(keys)
    if let item = keys["numbers"]?.value, let numbers = map(item, "numbers, as {point: \",\", group: \" \"}") {
      check(numbers, Vocabulary.numbers, "numbers")
      read(numbers, Vocabulary.numbers, into: draft.root, nil)
      if let group = numbers["group"]?.value, let text = group.text, text == numbers["point"]?.value.text ?? "." {
        problems.report(group.place, "'\(text)' for both point and group", expected: "two signs")
      }
    }
    for pair in keys["units"]?.value.map ?? [] {
      let (key, value) = (pair.key, pair.value)
      guard let name = key.text else { continue }
      guard let dimension = Units.dimension(named: name) else {
        if let units = value.map {
          if checkName(key, "a system of units") != nil { systems.append((name, key.place, units)) }
          continue
        }
        problems.reportUnknown(key.place, "dimension", name, among: Units.dimensions.map(\.name))
        continue
      }
      guard let unit = unit(value) else { continue }
      if unit.dimension == dimension {
        units[dimension] = unit
      } else {
        problems.report(
          value.place, "'\(unit.text)' is no unit of \(name)",
          expected: Units.all.filter { $0.dimension == dimension }.map(\.text).joined(separator: ", "))
      }
    }
    if let item = keys["units"]?.value, item.map == nil {
      refuse(item, "units", "a map of dimensions to units, as {pressure: bar}")
    }
  }

  // MARK: Maps and their keys

  /// The keys of a map, each with its value; reports other items.
  func map(_ item: Item, _ expected: String) -> Keys? {
    if item.isReported { return nil }
    guard let pairs = item.map else {
      problems.report(item.place, item.words, expected: expected)
      return nil
    }
    return keys(pairs)
  }

  func keys(_ pairs: Pairs) -> Keys {
    var keys: Keys = [:]
    for pair in pairs { if let name = pair.key.text { keys[name] = pair } }
    return keys
  }

  /// Reports keys that the kind has not.
  func check(_ keys: Keys, _ specs: [KeySpec], _ kind: String, besides others: [String] = []) {
    let names = specs.map(\.name) + others
    for (name, entry) in keys where !names.contains(name) {
      if let former = Vocabulary.formerNames[name], names.contains(former) {
        problems.report(entry.key.place, "\(kind) has no key '\(name)': it is called '\(former)'")
        continue
      }
      if Vocabulary.instrument(name) != nil, !kind.hasSuffix("panel") {
        problems.report(
          entry.key.place, "another instrument, '\(name)', in the map of \(kind)", expected: "a list of both, or a row")
        continue
      }
      let meant = problems.isFull ? nil : nearest(name, in: names)
      if meant == nil, Vocabulary.formerNames[name] == "areas" {
        problems.report(entry.key.place, "\(kind) has no key '\(name)'", expected: "'areas', in a page")
        continue
      }
      problems.report(
        entry.key.place, "\(kind) has no key '\(name)'",
        expected: meant != nil
          ? nil : names.count > 16 ? "a key that docs/panel-format.md lists" : names.joined(separator: ", "),
        meant: meant)
    }
  }

  func refuse(_ item: Item, _ name: String, _ expected: String, meant: String? = nil) {
    if item.isReported { return }
    problems.report(item.place, "\(name) is \(item.words)", expected: expected, meant: meant)
  }

  // MARK: Names

  /// Whether a name can stand in an expression.
  func checkName(_ key: Item, _ kind: String) -> String? {
    guard let name = key.text else { return nil }
    func isLetter(_ byte: UInt8) -> Bool { byte | 32 >= 97 && byte | 32 <= 122 }
    let isGood =
      name.utf8.first.map(isLetter) ?? false
      && name.utf8.allSatisfy { isLetter($0) || $0 >= 48 && $0 <= 57 || $0 == 95 }
    if !isGood {
      let meant = name.replacing("-", with: "_").replacing(" ", with: "_")
      problems.report(
        key.place, "\(kind) named '\(name)'", expected: "letters, digits and _, beginning with a letter",
        meant: meant == name ? nil : meant)
      return nil
    }
    if kind == "a signal", ExpressionParser.words.contains(name) || name == "true" || name == "false" {
      problems.report(key.place, "a signal named '\(name)', which is a word of expressions", expected: "another name")
      return nil
    }
    return name
  }

  /// The unit of a name, which is reported where there is none.
  func unit(_ item: Item) -> UnitOfMeasure? {
    if item.isReported { return nil }
    guard let text = item.text, !item.isEmpty else {
      refuse(item, "unit", "a unit, as degC or percent")
      return nil
    }
    if let unit = Units.named(text) { return unit }
    let meant = Units.meant(text)
    problems.report(
      item.place, "no unit \(item.words)", expected: meant == nil ? "a unit that docs/panel-format.md lists" : nil,
      meant: meant)
    return nil
  }
}
