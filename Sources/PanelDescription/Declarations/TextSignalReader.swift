// Signals whose values are texts.
import PanelFile
import PanelSignals

/// Reads the keys of a text signal.
struct TextSignalReader: ItemReading {
  let problems: Problems
  let values: ValueReader

  /// Whether the signal says that it is one, or is computed as one.
  static func isText(_ entry: SignalEntry) -> Bool { entry.isText || entry.keys["type"]?.value.text == "text" }

  /// Keys that only numbers have.
  private static let ofNumbers = [
    "unit", "show", "range", "resolution", "follow", "wraps", "history", "enum",
  ]

  func read(_ entry: SignalEntry) {
    entry.isText = true
    let (keys, record) = (entry.keys, entry.record)
    for name in Self.ofNumbers {
      guard let pair = keys[name] else { continue }
      problems.report(pair.key.place, "\(name) of a text", expected: "type: number, or no \(name)")
    }
    if keys["is"] == nil { record[.textLength] = .choice(64) }
    values.read(keys, Vocabulary.signal.filter { ["title", "stale", "length"].contains($0.name) }, into: record, nil)
    if keys["is"] != nil { record[.textLength] = nil }
    if let item = keys["initial"]?.value { record[.initial] = text(item, "initial").map { .number($0) } }
    if let item = keys["demo"]?.value { readDemo(item, record) }
    if let item = keys["glyphs"]?.value {
      readGlyphs(item)
    } else if keys["from"] != nil {
      values.glyphs.addLetters(of: "latin")
    }
  }

  /// The number of a text in the file.
  private func text(_ item: Item, _ name: String) -> Fixed64? {
    guard let text = item.text, !item.isReported else {
      refuse(item, name, "a text")
      return nil
    }
    values.glyphs.add(text, at: item.textPlace)
    return Fixed64(values.draft.addText(text))
  }

  /// One text, or several that follow each other.
  private func readDemo(_ item: Item, _ record: RecordDraft) {
    let items = item.list ?? [item]
    if items.isEmpty { return refuse(item, "demo", "a text, or a list of texts") }
    record[.demo] = .choice(items.count == 1 ? 0 : 3)
    if items.count > 1 { record[.demoPeriod] = .duration(2_000_000_000) }
    for item in items {
      guard let number = text(item, "demo") else { continue }
      let entry = RecordDraft(.entry)
      entry[.value] = .number(number)
      record.children.append(entry)
    }
  }

  private func readGlyphs(_ item: Item) {
    for item in item.list ?? [item] {
      guard let name = item.text, !item.isEmpty else {
        refuse(item, "glyphs", GlyphUse.letterSets.joined(separator: ", ") + ", or letters in quotation marks")
        continue
      }
      if GlyphUse.letterSets.contains(name) {
        values.glyphs.addLetters(of: name)
      } else if item.isQuoted || name.unicodeScalars.count == 1 {
        values.glyphs.add(name, at: item.textPlace)
      } else {
        problems.reportUnknown(item.place, "set of letters", name, among: GlyphUse.letterSets)
      }
    }
  }
}
