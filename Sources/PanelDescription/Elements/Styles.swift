// Styles: keys that are written once, and taken by several instruments.
import PanelFile
import PanelInstruments

/// The styles of a panel, and the use of their keys.
final class Styles: ItemReading {
  let problems: Problems
  private var styles: [String: Pairs] = [:]
  /// The keys of styles that some instrument has, by the style's name.
  private var usedKeys: [String: Set<String>] = [:]

  init(_ problems: Problems) { self.problems = problems }

  func read(_ pairs: Pairs) {
    let names = Set(Vocabulary.instruments.flatMap { $0.keys.map(\.name) })
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = checkName(key, "a style") else { continue }
      guard let keys = value.map else {
        refuse(value, "the style '\(name)'", "a map of keys, as {size: small, color: dim}")
        continue
      }
      for pair in keys {
        let key = pair.key
        guard let word = key.text, !names.contains(word) || word == "style" else { continue }
        if word == "style" {
          problems.report(
            key.place, "a style in a style", expected: "its keys, or several at the instrument: style: [\(name), …]")
          continue
        }
        problems.report(
          key.place, "no instrument has a key '\(word)'",
          expected: nearest(word, in: names) == nil ? "a key of instruments" : nil, meant: nearest(word, in: names))
      }
      styles[name] = keys
    }
  }

  /// The keys of an element, with those that its styles add; its own keys count.
  func styled(_ item: Item) -> Pairs? {
    guard var pairs = item.map else { return nil }
    guard let style = pairs.first(where: { $0.key.text == "style" })?.value, !style.isReported else { return pairs }
    let kind = pairs.lazy.compactMap { $0.key.text.flatMap { Vocabulary.instrument($0) } }.first
    for name in style.list ?? [style] {
      guard let text = name.text, let keys = styles[text] else {
        problems.reportUnknown(name.place, "style", name.text ?? name.words, among: styles.keys.sorted())
        continue
      }
      // A style is for several kinds: each takes its own keys.
      let taken = keys.filter { pair in
        pair.key.text.map { kind?.spec($0) != nil || kind == nil && $0 == "size" } ?? false
      }
      usedKeys[text, default: []].formUnion(taken.compactMap(\.key.text))
      for pair in taken where !pairs.contains(where: { $0.key.text == pair.key.text }) { pairs.append(pair) }
    }
    return pairs
  }

  /// Keys of styles that change nothing, and styles that nothing takes.
  func warnOfUnused(_ pairs: Pairs) {
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = key.text, styles[name] != nil else { continue }
      guard let used = usedKeys[name] else {
        problems.warn(key.place, "the style '\(name)' is used nowhere — expected style: \(name) at an instrument")
        continue
      }
      for pair in value.map ?? [] {
        let key = pair.key
        guard let word = key.text, !used.contains(word) else { continue }
        problems.warn(
          key.place,
          "'\(word)' of the style '\(name)' changes nothing — expected an instrument with that key to take it")
      }
    }
  }
}
