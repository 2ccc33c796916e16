// Languages: the translations of texts.
import PanelFile

/// Reads languages, and warns of translations that nothing needs.
final class LanguageReader: ItemReading {
  let problems: Problems
  private let glyphs: GlyphUse
  private let draft: PanelDraft
  /// Texts that languages translate, and whether they have expressions.
  private var translated: [(text: String, isSentence: Bool, place: Place)] = []
  private var records: [(language: String, record: RecordDraft, place: Place)] = []

  init(_ problems: Problems, _ glyphs: GlyphUse, _ draft: PanelDraft) {
    (self.problems, self.glyphs, self.draft) = (problems, glyphs, draft)
  }

  func readLanguages(_ pairs: Pairs) {
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = checkName(key, "a language"), let texts = value.map else {
        refuse(value, "the language \(key.words)", "a map of texts to their translations, as {Engine: Motor}")
        continue
      }
      let record = RecordDraft(.language)
      record[.name] = .text(name)
      records.append((name, record, key.place))
      for pair in texts {
        let (original, text) = (pair.key, pair.value)
        guard let from = original.text, let to = text.text, !text.isEmpty else {
          refuse(text, "the translation of \(original.words)", "a text")
          continue
        }
        let isSentence = BracedText(from)?.parts.contains { $0.isExpression } ?? false
        translated.append((from, isSentence, original.place))
        if isSentence {
          let sentence = PanelDraft.Sentence(language: record, text: to, place: text.textPlace)
          draft.sentences[from, default: []].append(sentence)
          continue
        }
        glyphs.add(to, at: text.textPlace)
        let entry = RecordDraft(.entry)
        entry[.original] = .text(from)
        entry[.text] = .text(to)
        record.children.append(entry)
      }
      draft.add(record)
    }
  }

  /// Adds the words that controls have of themselves.
  func addControlWords() {
    let first = ControlWords.english.words + (draft.runsCommands ? ControlWords.englishOfCommands : [])
    for words in [first, ControlWords.englishOfValues] {
      let record = RecordDraft(.words)
      for word in words {
        let entry = RecordDraft(.entry)
        entry[.text] = .text(word)
        record.children.append(entry)
      }
      draft.add(record)
    }
  }

  /// Translates the names of weekdays and months, if a clock has them, and the words of controls, where the description does
  /// not.
  func translateBuiltInWords() {
    translate(CalendarWords.english.words) { CalendarWords.of($0)?.words }
    translate(ControlWords.english.words) { ControlWords.of($0)?.words }
    translate(ControlWords.englishOfCommands) { ControlWords.ofCommands($0) }
    translate(ControlWords.englishOfValues) { ControlWords.ofValues($0) }
    translate([AlarmWords.none]) { AlarmWords.none($0).map { [$0] } }
  }

  private func translate(_ english: [String], _ translation: (String) -> [String]?) {
    guard english.allSatisfy(allTexts.contains) else { return }
    for (name, record, _) in records {
      guard let words = translation(name) else { continue }
      let own = record.children.compactMap { if case .text(let text) = $0[.original] { text } else { nil } }
      for (from, to) in zip(english, words) where !own.contains(from) {
        let entry = RecordDraft(.entry)
        entry[.original] = .text(from)
        entry[.text] = .text(to)
        glyphs.add(to, at: Place(file: "", line: 1, column: 1))
        record.children.append(entry)
      }
    }
  }

  /// Warns of translations of texts that the panel does not have.
  /// - Parameter hasSourceWords: whether they may be words of a source, unless one of the panel is nearly the same.
  func warnOfTranslations(hasSourceWords: Bool) {
    let texts = allTexts
    for (text, isSentence, place) in translated {
      if isSentence ? draft.sentences[text] == nil : draft.hasText(text) || texts.contains(text) { continue }
      let meant = nearest(text, in: texts)
      if !isSentence && hasSourceWords && meant == nil { continue }
      problems.warn(
        place, "'\(text)' is translated, but no text of the panel" + (meant.map { ": did you mean '\($0)'?" } ?? ""))
    }
  }

  /// Warns of words that a language leaves in another one.
  func warnOfMissingTranslations() {
    var shown: [String] = []
    func visit(_ record: RecordDraft) {
      if record.kind == .language || record.kind == .words || record.kind == Vocabulary.instrument("clock")?.record {
        return
      }
      // Keys of one's own mean something else in other kinds.
      let isControl = record[.enabled] != nil
      for key in [PropertyKey.title, .text] + (isControl ? [.reason] : []) {
        guard case .text(let text) = record[key], Self.isTranslatable(text), !shown.contains(text) else { continue }
        shown.append(text)
      }
      for child in record.children { visit(child) }
    }
    visit(draft.root)
    for (name, record, place) in records where !record.children.isEmpty {
      let known = Set(record.children.compactMap { if case .text(let text) = $0[.original] { text } else { nil } })
      let missing = shown.filter { !known.contains($0) }
      guard !missing.isEmpty else { continue }
      let (some, more) = (missing.prefix(5).map { "'\($0)'" }.joined(separator: ", "), missing.count - 5)
      problems.warn(
        place,
        "the language '\(name)' has no translation of \(some)\(more > 0 ? " and \(more) more" : "") — expected one, or the "
          + "same words where they stay")
    }
  }

  /// Names and abbreviations as RPM or N2 are the same in all languages.
  private static func isTranslatable(_ text: String) -> Bool {
    text.count { $0.isLetter } > 2 && text.contains { $0.isLowercase }
      && BracedText(text)?.parts.contains { $0.isExpression } != true
  }

  /// Texts that are not in expressions.
  private var allTexts: Set<String> {
    var result: Set<String> = []
    func visit(_ record: RecordDraft) {
      if record.kind == .language { return }
      for property in record.properties.values { if case .text(let text) = property { result.insert(text) } }
      for child in record.children { visit(child) }
    }
    visit(draft.root)
    return result
  }
}
