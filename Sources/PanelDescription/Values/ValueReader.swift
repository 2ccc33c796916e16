// Values by the type of their key.
import PanelFile
import PanelSignals

/// Reads values into the properties of records.
struct ValueReader: ItemReading {
  let problems: Problems
  let expressions: ExpressionCompiler
  let glyphs: GlyphUse
  let draft: PanelDraft

  /// Reads the keys that are values of the file.
  /// - Parameter unit: of the signal that they go with.
  func read(_ keys: Keys, _ specs: [KeySpec], into record: RecordDraft, _ unit: UnitOfMeasure?) {
    for spec in specs { if let item = keys[spec.name]?.value { read(item, spec, into: record, unit) } }
  }

  func read(_ item: Item, _ spec: KeySpec, into record: RecordDraft, _ unit: UnitOfMeasure?) {
    if item.isReported { return }
    switch (spec.type, spec.key) {
    case (.range(let lower, let upper), _): readRange(item, spec, lower, upper, record, unit)
    case (.automaticRange(let lower, let upper, let automatic), _):
      if item.text == "auto" {
        record[automatic] = .flag(true)
      } else if let text = item.text, text.lowercased().hasPrefix("auto") {
        refuse(item, spec.name, spec.type.expectation, meant: "auto")
      } else {
        readRange(item, spec, lower, upper, record, unit)
        // The device follows those of the first scale alone.
        if lower != .lower,
          [record[lower], record[upper]].contains(where: { if case .signal? = $0 { true } else { false } })
        {
          refuse(item, spec.name, "numbers as the ends, or auto")
        }
      }
    case (.text, let key?): readText(item, spec, key, record)
    case (.value(let measure), let key?):
      record.set(expressions.compileValue(item, .number(self.unit(measure, unit)), spec.name), key)
      if measure == .difference, case .number(let number) = record[key], number <= 0 {
        refuse(item, spec.name, "a number above 0")
      }
    case (.bounded(let measure, let limits), let key?):
      record.set(expressions.compileValue(item, .number(self.unit(measure, unit)), spec.name), key)
      let (least, most) = (limits.lowerBound, limits.upperBound)
      if case .number(let number) = record[key], number < Fixed64(least) || number > Fixed64(most) {
        refuse(
          item, spec.name,
          "\(measure == .angle ? "an angle" : "a number") from \(least) to \(most)\(measure == .angle ? " degrees" : "")"
        )
      }
    case (.signal, let key?), (.signalOfNames, let key?):
      setSignal(expressions.compileValue(item, .number(nil), spec.name), key, record)
    case (.signalOf(let dimension), let key?):
      setSignal(expressions.compileValue(item, dimension, spec.name, converts: key != .value), key, record)
    case (.condition, let key?):
      if let text = item.text, parseNumber(text) != nil {
        return refuse(item, spec.name, "a condition, as 'rpm above 100', true or false")
      }
      guard let value = expressions.compileValue(item, .condition, spec.name) else { return }
      if case .constant(let number) = value {
        record[key] = .flag(number != .zero)
      } else {
        record.set(value, key)
      }
    case (.color, let key?): readColor(item, spec, key, record)
    case (_, let key?): readScalar(item, spec, key, record, unit)
    default: return
    }
  }

  /// The unit of a number without one of its own.
  private func unit(_ measure: ValueType.Measure, _ ofSignal: UnitOfMeasure?) -> UnitOfMeasure? {
    switch measure {
    case .plain: nil
    case .angle: Units.named("deg")
    case .ofSignal: ofSignal
    case .difference: ofSignal.map { Units.ofDifferences($0) }
    }
  }

  /// The signal of a shown value: a constant is one too, without a source.
  func setSignal(_ value: CompiledValue?, _ key: PropertyKey, _ record: RecordDraft) {
    if case .constant(let number) = value {
      record[key] = .signal(expressions.addAnonymous(CompiledExpression(constant: number, .plain, column: 0)))
    } else {
      record.set(value, key)
    }
  }

  private func readScalar(
    _ item: Item, _ spec: KeySpec, _ key: PropertyKey, _ record: RecordDraft, _ unit: UnitOfMeasure?
  ) {
    guard let text = item.text else { return refuse(item, spec.name, spec.type.expectation) }
    switch spec.type {
    case .number, .difference:
      guard let number = readScalarNumber(item, spec, unit) else { return }
      if case .difference = spec.type, number < .zero { return refuse(item, spec.name, "a number, 0 or above") }
      record[key] = .number(number)
    case .count(let range):
      guard let number = parseNumber(text), number == Fixed64(number.floor), range.contains(number.floor) else {
        return refuse(item, spec.name, spec.type.expectation)
      }
      record[key] = .choice(number.floor)
    case .duration, .interval, .longInterval, .past:
      if let duration = readDuration(item, text, spec) { record[key] = .duration(duration) }
    case .flag, .arrow, .extremes:
      guard let flag = Flag(text) else {
        return refuse(item, spec.name, spec.type.expectation, meant: Flag.meant(text))
      }
      record[key] = .flag(flag.value)
    case .length:
      guard let length = parseLength(text) else { return refuse(item, spec.name, spec.type.expectation) }
      record[key] = .length(length.0, length.1)
    case .choice(let words):
      guard let index = words.firstIndex(of: text), !text.isEmpty else {
        return refuse(item, spec.name, spec.type.expectation, meant: nearest(text, in: words.filter { !$0.isEmpty }))
      }
      record[key] = .choice(index)
    case .icon:
      if let glyph = glyphs.icon(item, spec.name) { record[key] = .text(glyph) }
    default: return
    }
  }

  private func readScalarNumber(_ item: Item, _ spec: KeySpec, _ unit: UnitOfMeasure?) -> Fixed64? {
    let unit = spec.type.isDifference ? unit.map { Units.ofDifferences($0) } : unit
    let count = problems.errorCount
    if let number = readNumber(item, unit) { return number }
    if problems.errorCount > count { return nil }
    let text = item.text ?? ""
    let isLarge = text.count > 9 && text.allSatisfy { $0.isNumber || "-.".contains($0) } && !text.hasPrefix("0")
    refuse(item, spec.name, isLarge ? "a number between -2147483648 and 2147483648" : spec.type.expectation)
    return nil
  }

  private func readDuration(_ item: Item, _ text: String, _ spec: KeySpec) -> Int64? {
    guard let duration = parseDuration(text) else {
      let isLong = isTooLong(text)
      refuse(
        item, spec.name, isLong ? "a time up to 35000d" : spec.type.expectation,
        meant: isLong ? nil : meantDuration(text, isLong: spec.type.isLong))
      return nil
    }
    if duration > 0 || spec.type.maybeZero { return duration }
    refuse(item, spec.name, "a time above 0")
    return nil
  }

  /// A plain number, or one with a unit that becomes the signal's.
  func readNumber(_ item: Item, _ unit: UnitOfMeasure?) -> Fixed64? {
    guard let text = item.text else { return nil }
    if let number = parseNumber(text) { return number }
    guard text.first?.isNumber == true || text.first == "-" else { return nil }
    return (try? ExpressionParser.parse(text) { _ in false }).flatMap {
      if case .number(_, let name?, _) = $0, Units.named(name) != nil {
        expressions.compile(text, at: item.textPlace, .number(unit))?.constant
      } else {
        nil
      }
    }
  }

  /// A unit, a format, or both.
  func parseShown(_ text: String, at place: Place) -> (unit: UnitOfMeasure?, format: NumberFormat?) {
    var result: (unit: UnitOfMeasure?, format: NumberFormat?)
    var (text, offset) = (text, 0)
    // The one format of two words.
    if let range = text.range(of: "d h:mm") {
      result.format = parseFormat("d h:mm")
      text.replaceSubrange(range, with: "      ")
    }
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      defer { offset += word.unicodeScalars.count + 1 }
      if word.isEmpty { continue }
      let wordPlace = place.moved(by: offset)
      if let format = parseFormat(word) {
        result.format = format
      } else if let start = word.firstIndex(where: \.isNumber), start > word.startIndex,
        parseFormat(word[start...]) != nil,
        Units.named(String(word[..<start])) != nil, Units.named(String(word)) == nil
      {
        problems.report(
          wordPlace, "no unit '\(word)'", expected: "a space between unit and format",
          meant: word[..<start] + " " + word[start...])
      } else if word.first?.isNumber == true && !word.contains("/") || word.allSatisfy({ "0.,#+".contains($0) }) {
        problems.report(wordPlace, "no format '\(word)'", expected: NumberFormat.examples)
      } else {
        result.unit = unit(Item(content: .text(String(word), isQuoted: false), place: wordPlace))
      }
    }
    return result
  }

  private func readText(_ item: Item, _ spec: KeySpec, _ key: PropertyKey, _ record: RecordDraft) {
    guard let text = item.text, !item.isEmpty else { return refuse(item, spec.name, spec.type.expectation) }
    let isSignal = text.hasPrefix("$") && expressions.signals.number(of: String(text.dropFirst())) != nil
    if record.kind.isElement, !text.hasPrefix("="), text.contains(where: { $0 == "{" || $0 == "}" }) {
      return readBraces(text, item, key, record)
    }
    if !text.hasPrefix("="), let braces = BracedText(text), braces.parts.contains(where: { $0.isExpression }) {
      return refuse(item, spec.name, "a text without expressions in braces: only those of instruments follow signals")
    }
    guard text.hasPrefix("=") || isSignal else {
      record[key] = .text(text)
      return glyphs.add(text, at: item.textPlace)
    }
    if !record.kind.isElement {
      return refuse(item, spec.name, "a text: only those of instruments follow signals")
    }
    let compiling = {
      self.expressions.compile(String(text.dropFirst()), at: item.textPlace.moved(by: 1), .text)
    }
    guard let compiled = compiling() else { return }
    // The name of a unit is another one in a system of units.
    let isSame = expressions.units.readSystems.allSatisfy {
      expressions.inSystem($0, compiling)?.steps == compiled.steps
    }
    if let constant = compiled.constant, isSame {
      record[key] = .text(draft.text(constant.floor))
    } else if let signal = compiled.signal {
      record[key] = .signal(signal)
    } else {
      record[key] = .signal(addForSystems(compiled, compiling))
    }
  }

  /// A text with expressions in braces.
  private func readBraces(_ text: String, _ item: Item, _ key: PropertyKey, _ record: RecordDraft) {
    if let plain = BracedText(text)?.plain {
      record[key] = .text(plain)
      return glyphs.add(plain, at: item.textPlace)
    }
    guard let compiled = expressions.compileBraces(text, at: item.textPlace) else { return }
    let signal = addForSystems(compiled) { self.expressions.compileBraces(text, at: item.textPlace) }
    record[key] = .signal(signal)
    // Once: the text has one signal, however often it is shown.
    let sentences = draft.sentences.removeValue(forKey: text) ?? []
    for sentence in sentences + untranslated(text, item.textPlace, besides: sentences) {
      guard let compiled = expressions.compileBraces(sentence.text, at: sentence.place, in: sentence.language) else {
        continue
      }
      if expressionTexts(sentence.text) != expressionTexts(text) {
        problems.warn(sentence.place, "other values in braces than '\(text)' has")
      }
      let entry = RecordDraft(.entry)
      entry[.original] = .signal(signal)
      entry[.text] = .signal(
        addForSystems(compiled) {
          self.expressions.compileBraces(sentence.text, at: sentence.place, in: sentence.language)
        })
      if case .signal(signal) = entry[.text] { continue }
      sentence.language.children.append(entry)
    }
  }

  /// Adds the signal of a text, and those of the text in each system of units.
  /// - Parameter compiled: compiles it again.
  private func addForSystems(_ text: CompiledExpression, _ compiled: () -> CompiledExpression?) -> Int {
    let signal = expressions.addAnonymous(text)
    for system in expressions.units.readSystems {
      guard let other = expressions.inSystem(system, compiled) else { continue }
      let number = expressions.addAnonymous(other)
      let isThere = system.record.children.contains { if case .signal(signal) = $0[.original] { true } else { false } }
      if number == signal || isThere { continue }
      let entry = RecordDraft(.entry)
      entry[.original] = .signal(signal)
      entry[.text] = .signal(number)
      system.record.children.append(entry)
    }
    return signal
  }

  /// The text itself for the languages that do not translate it: words of an `enum` in it may be translated.
  private func untranslated(_ text: String, _ place: Place, besides sentences: [PanelDraft.Sentence])
    -> [PanelDraft.Sentence]
  {
    if !draft.readSentences.insert(text).inserted { return [] }
    let languages = draft.root.children.filter { $0.kind == .language && !$0.children.isEmpty }
    return languages.filter { language in !sentences.contains { $0.language === language } }
      .map { PanelDraft.Sentence(language: $0, text: text, place: place) }
  }

  /// What stands in a text's braces.
  private func expressionTexts(_ text: String) -> Set<String> {
    var result: Set<String> = []
    for case .expression(let source, _, _) in BracedText(text)?.parts ?? [] { result.insert(String(source)) }
    return result
  }

  /// A word with a lightness behind it is a colour and no difference: `blu-60`.
  /// - Returns: the nearest colour; `nil` for what may be an expression.
  private func unknownHue(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let lightness = Int(parts[1]), (0...100).contains(lightness),
      parts[0].allSatisfy(\.isLetter), !parts[0].isEmpty, expressions.signals.number(of: String(parts[0])) == nil
    else { return nil }
    return (nearest(String(parts[0]), in: NamedColor.hues.keys.sorted()) ?? "gray") + "-\(lightness)"
  }

  private func readColor(_ item: Item, _ spec: KeySpec, _ key: PropertyKey, _ record: RecordDraft) {
    guard let text = item.text, !item.isEmpty else { return refuse(item, spec.name, spec.type.expectation) }
    if let color = draft.color(named: text) {
      record[key] = PropertyDraft(color)
    } else if text.allSatisfy({ $0.isHexDigit || $0 == "x" || $0 == "#" }),
      text.contains(where: \.isNumber) || text.hasPrefix("#")
    {
      let digits = text.drop { $0 == "#" || $0 == "x" || $0 == "0" && text.hasPrefix("0x") }
      refuse(
        item, spec.name, "six hexadecimal digits behind #, in quotation marks",
        meant: digits.count == 6 ? "\"#\(digits)\"" : nil)
    } else if !record.kind.isElement {
      refuse(
        item, spec.name,
        "a role as caution, or a colour as red-60 or \"#ff8800\": only those of instruments follow signals",
        meant: nearest(text, in: NamedColor.names + draft.ownRoles))
    } else if text.hasPrefix("=") {
      refuse(item, spec.name, "the expression without '=', which texts alone begin with")
    } else if let hue = unknownHue(text) {
      refuse(item, spec.name, "a role, or a colour as red-60", meant: nearest(text, in: NamedColor.names) ?? hue)
    } else if let compiled = expressions.compile(item, .color, spec.name) {
      if let constant = compiled.constant {
        record[key] = PropertyDraft(constant < 256 ? .role(constant.floor) : .rgb(UInt32(constant.floor & 0xFF_FFFF)))
      } else {
        record[key] = .signal(expressions.addAnonymous(compiled))
      }
    }
  }
}

extension ValueType {
  fileprivate var isDifference: Bool { if case .difference = self { true } else { false } }

  /// Whether it is a time of minutes rather than milliseconds.
  fileprivate var isLong: Bool {
    switch self {
    case .longInterval, .past: true
    default: false
    }
  }

  /// Whether a duration of 0 means something.
  fileprivate var maybeZero: Bool { if case .duration = self { true } else { false } }
}
