// The parts of a description that every pass reads: maps and their keys, names, units.
import PanelFile
import PanelInstruments
import PanelSignals

/// The keys of a map, each with its value.
typealias Keys = [String: ItemPair]
typealias Pairs = [ItemPair]

/// A pass that reads items, and reports wrong ones.
protocol ItemReading {
  var problems: Problems { get }
}

extension ItemReading {
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
      if let usage = Vocabulary.usages[name] {
        problems.report(entry.key.place, "\(kind) has no key '\(name)'", expected: usage)
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
          ? nil : Self.list(names),
        meant: meant)
    }
  }

  /// Names of keys; those of all elements are left out of a long list.
  private static func list(_ names: [String]) -> String {
    let common = Set(Vocabulary.place.map(\.name))
    let own = names.count > 12 && common.isSubset(of: names) ? names.filter { !common.contains($0) } : names
    return own.joined(separator: ", ") + (own.count < names.count ? ", or a key of every element" : "")
  }

  func refuse(_ item: Item, _ name: String, _ expected: String, meant: String? = nil) {
    if item.isReported { return }
    problems.report(item.place, "\(name) is \(item.words)", expected: expected, meant: meant)
  }

  func checkPin(_ item: Item) {
    guard let text = item.text, (4...8).contains(text.count), text.allSatisfy({ "0123456789".contains($0) }) else {
      return refuse(item, "lock", "a PIN of 4 to 8 digits, in quotation marks")
    }
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
    if parseFormat(text) != nil {
      problems.report(
        item.place, "\(item.words), a format, in the place of a unit",
        expected: "a unit as kn, and the format in show or format")
      return nil
    }
    problems.report(
      item.place, "no unit \(item.words)", expected: meant == nil ? "a unit that docs/panel-format.md lists" : nil,
      meant: meant)
    return nil
  }
}
