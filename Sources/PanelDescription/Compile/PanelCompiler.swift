// The passes of a description, in the order in which they run.
import PanelFile
import PanelSignals

/// The result of all passes, before it is written.
struct PanelContents {
  let draft: PanelDraft
  /// The places of instruments.
  let places: [ObjectIdentifier: UsedPlace]
  /// Millimetres from the display to its reader.
  let distance: Double
  /// The counts of signals, instruments and glyphs.
  let summary: String
}

/// Runs the passes. Each owns its data; later ones ask earlier ones.
struct PanelCompiler: ItemReading {
  let problems: Problems
  private let file: String
  private let hasFonts: Bool
  private let sections: Sections
  private let values: ValueReader
  private let languages: LanguageReader

  private var draft: PanelDraft { values.draft }
  private var signals: SignalTable { values.expressions.signals }

  /// - Parameter switches: of the description and of the files that it includes.
  init(_ problems: Problems, file: String, hasFonts: Bool, _ switches: Switches) {
    (self.problems, self.file, self.hasFonts) = (problems, file, hasFonts)
    let draft = PanelDraft()
    let glyphs = GlyphUse(problems, hasFonts: hasFonts)
    let units = UnitChoices(problems, glyphs)
    let expressions = ExpressionCompiler(problems, SignalTable(), units, glyphs, draft)
    values = ValueReader(problems: problems, expressions: expressions, glyphs: glyphs, draft: draft)
    sections = Sections(problems, file: file, switches)
    languages = LanguageReader(problems, glyphs, draft)
  }

  /// - Returns: `nil` where the description is no panel, which was reported.
  func compile(_ root: Item) -> PanelContents? {
    guard let pairs = root.map else {
      problems.report(root.place, root.words, expected: "a panel: a map that begins with 'panel: 1'")
      return nil
    }
    let keys = keys(pairs)
    let head = HeadReader(values)
    check(keys, Vocabulary.panel, "a panel")
    head.checkVersion(keys, root)
    sections.gather(keys, file: file, path: [file])
    head.read(keys)
    let (sources, styles, templates) = readDeclarations(keys)
    let elements = readElements(keys, root, sources, styles, templates)
    Histories(problems: problems, draft: draft).finish(
      signals, windowBytes: values.expressions.tables.windowBytes, root.place)
    if problems.hasErrors { return nil }
    if draft.hasControls { languages.addControlWords() }
    languages.translateBuiltInWords()
    languages.warnOfMissingTranslations()
    languages.warnOfTranslations(hasSourceWords: signals.entries.contains { $0.isText && $0.keys["from"] != nil })
    let distance = head.distance(keys)
    let choices =
      keys["fonts"].map { FontReader(problems: problems, sections: sections).read($0.value) } ?? FontChoices()
    if problems.hasErrors { return nil }
    let glyphCount = hasFonts ? FontPacking(problems: problems, draft: draft, choices: choices).pack(values.glyphs) : 0
    let named = signals.entries.count { !$0.name.isEmpty }
    let summary =
      "\(named) signals, \(signals.entries.count - named) expressions, \(elements.elementCount) instruments, "
      + "\(glyphCount) glyphs"
    return PanelContents(draft: draft, places: elements.places, distance: distance, summary: summary)
  }

  /// Reads everything that pages name or depend on.
  private func readDeclarations(_ keys: Keys) -> (SourceReader, Styles, Templates) {
    let (sources, styles, templates) = (SourceReader(values, sections), Styles(problems), Templates(problems))
    ThemeReader(values).gatherRoles(sections["themes"])
    sources.readSources(sections["sources"])
    styles.read(sections["styles"])
    templates.read(sections["templates"])
    SignalReader(values, sources).read(sections["signals"], zones: sections["zones"])
    sources.checkAddresses()
    UnitSystemReader(values).readSystems(chosenBy: keys["system"]?.value)
    let wordings: [(String, PropertyKey, [String])] = [
      ("language", .language, sections["texts"].compactMap(\.key.text)),
      ("system", .system, values.expressions.units.systems.map(\.name)),
    ]
    let plain = Vocabulary.panel.filter { spec in spec.key != nil && !wordings.contains { $0.0 == spec.name } }
    values.read(keys, plain, into: draft.root, nil)
    for (name, key, names) in wordings {
      guard let item = keys[name]?.value else { continue }
      WordingReader(problems: problems, values: values).read(item, name, key, names: names)
    }
    ThemeReader(values).readThemes(sections["themes"])
    AlarmReader(values).readAlarms(sections["alarms"])
    languages.readLanguages(sections["texts"])
    return (sources, styles, templates)
  }

  /// Reads pages, displays and the idle state.
  private func readElements(
    _ keys: Keys, _ root: Item, _ sources: SourceReader, _ styles: Styles, _ templates: Templates
  ) -> ElementReader {
    let names = PageNames(problems: problems, names: sections["pages"].compactMap(\.key.text))
    let instruments = InstrumentReader(values, sources, Pictures(sections, draft), names)
    let elements = ElementReader(values, styles, templates, instruments)
    let (pages, displays) = (PageReader(elements), DisplayReader(values, names))
    pages.readPages(sections["pages"], root)
    pages.readStrips(keys)
    if let item = keys["displays"]?.value { displays.readDisplays(item) }
    if let item = keys["idle"]?.value { displays.readIdle(item) }
    if let item = keys["keys"]?.value { KeyReader(problems: problems, pages: names, draft: draft).read(item) }
    templates.warnOfUnused(in: file)
    elements.checkUnusedTemplates()
    styles.warnOfUnused(sections["styles"])
    pages.checkDepth()
    return elements
  }
}
