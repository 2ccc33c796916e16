// Static switches: parts of a description that only some panels have, `only: boat is big`.

/// The values of switches, which the command line or the description says.
struct Switches: ItemReading {
  let problems: Problems
  private var values: [String: String]
  private let asked = AskedSwitches()

  init(_ problems: Problems, _ values: [String: String]) { (self.problems, self.values) = (problems, values) }

  /// Reports names of the command line that no condition asks, nor the description's own.
  func checkAsked(_ given: [String: String], _ own: Item?, at place: Place) {
    let names = asked.names.union((own?.map ?? []).compactMap(\.key.text))
    for name in given.keys.sorted() where !names.contains(name) {
      problems.report(
        place, "--set \(name): no condition asks it",
        expected: names.isEmpty ? "no switch: the description has none" : names.sorted().joined(separator: ", "),
        meant: nearest(name, in: names.sorted()))
    }
  }

  /// Takes the values of the key `set` that nothing else says.
  mutating func takeDefaults(_ item: Item?) {
    guard let item, let keys = map(item, "a map of names to values, as {boat: big}") else { return }
    for (name, entry) in keys where values[name] == nil {
      if let text = entry.value.text, !entry.value.isEmpty {
        values[name] = text
      } else {
        refuse(entry.value, name, "a word, as big")
      }
    }
  }

  /// The item without the parts whose condition does not hold.
  /// - Returns: `nil` where its own does not.
  func chosen(_ item: Item) -> Item? {
    if let pairs = item.map {
      var kept: [ItemPair] = []
      for pair in pairs {
        // A signal, a page or an area of this name is a map.
        if pair.key.text == "only", pair.value.map == nil {
          if !holds(pair.value) { return nil }
        } else if let value = chosen(pair.value) {
          kept.append(ItemPair(key: pair.key, value: value))
        }
      }
      return Item(content: .map(kept), place: item.place)
    }
    if let items = item.list { return Item(content: .list(items.compactMap(chosen)), place: item.place) }
    return item
  }

  /// Whether a condition holds: `boat is big`, `boat is not big`. One that is wrong was reported, and holds.
  private func holds(_ item: Item) -> Bool {
    let words = (item.text ?? "").split(separator: " ").map(String.init)
    let isNegated = words.count == 4 && words[2] == "not"
    guard words.count == 3 || isNegated, words[1] == "is", let wanted = words.last, let name = words.first else {
      refuse(item, "only", "a condition as 'boat is big' or 'boat is not big'")
      return true
    }
    asked.names.insert(name)
    guard let value = values[name] else {
      problems.report(
        item.place, "the switch '\(name)' has no value",
        expected: "--set \(name)=\(wanted), or set: {\(name): \(wanted)} at the top",
        meant: nearest(name, in: values.keys.sorted()))
      return true
    }
    asked.words[name, default: []].insert(wanted)
    let others = asked.words[name, default: []].union([value]).subtracting([wanted])
    if value != wanted, let meant = nearest(wanted, in: others.sorted()) {
      problems.warn(item.place, "'\(name)' is '\(value)' and never '\(wanted)' — did you mean '\(meant)'?")
    }
    return (value == wanted) != isNegated
  }
}

/// The names that conditions have asked.
private final class AskedSwitches {
  var names: Set<String> = []
  /// The words that they ask for, by the names.
  var words: [String: Set<String>] = [:]
}
