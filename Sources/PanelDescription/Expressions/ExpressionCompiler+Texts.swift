// Texts in expressions: comparisons, and functions that make texts of texts.
import PanelInstruments
import PanelSignals

extension ExpressionCompiler {
  /// `mode is "heat"`: whether texts are the same.
  /// - Returns: `nil` where no side is a text.
  func textComparison(_ operation: Instruction.Operation, _ trees: [Expression], _ column: Int) throws(ExpressionError)
    -> CompiledExpression?
  {
    guard isText(trees[0]) || isText(trees[1]) else { return nil }
    if operation != .equal && operation != .unequal {
      throw ExpressionError(
        column: column, found: "texts compared by their order", expected: "is, or is not")
    }
    let (left, right) = (try comparedPart(trees[0]), try comparedPart(trees[1]))
    // A text of the file is its number, wherever it came from.
    if left.constant != nil || right.constant != nil {
      return CompiledExpression(Instruction(operation), [left, right], .condition, column: column)
    }
    let same = CompiledExpression(Instruction(.sameText), [left, right], .condition, column: column)
    return operation == .equal ? same : CompiledExpression(Instruction(.not), [same], .condition, column: column)
  }

  private func comparedPart(_ tree: Expression) throws(ExpressionError) -> CompiledExpression {
    if case .text(let text, let column) = tree { return comparedText(text, column) }
    return try typed(tree, .text).converted(to: .text)
  }

  /// Whether a part is a text that is not the name of a signal's value.
  private func isText(_ tree: Expression) -> Bool {
    switch tree {
    case .name(let name, _):
      guard let number = signals.number(of: name) else { return false }
      resolver?.resolve(number)
      return signals[number].isText
    case .call(let name, let arguments, _):
      func isWord(_ tree: Expression) -> Bool { if case .text = tree { true } else { isText(tree) } }
      return Self.textFunctions.contains(name) || name == "if" && arguments.count == 3 && isWord(arguments[1])
        || name == "map" && arguments.count >= 4 && isWord(arguments[2])
    default: return false
    }
  }

  static let textFunctions: Set<String> = ["upper", "lower", "first", "part", "join", "text", "unit"]

  /// A function of texts.
  func textFunction(_ name: String, _ arguments: [Expression], _ column: Int) throws(ExpressionError)
    -> CompiledExpression
  {
    if name == "join" {
      var result = try typed(arguments[0], .text).converted(to: .text)
      for tree in arguments.dropFirst() {
        let next = try typed(tree, .text).converted(to: .text)
        let number = tables.addTextFunction(TextFunction(.join), result.steps + next.steps)
        result = CompiledExpression(Instruction(.joinedText, Int32(number)), ofTexts: [result, next], column)
      }
      return result
    }
    if name == "text" {
      var format: NumberFormat?
      if arguments.count > 1 {
        guard case .text(let pattern, _) = arguments[1], let parsed = parseFormat(pattern) else {
          throw ExpressionError(column: arguments[1].column, found: "no format", expected: NumberFormat.examples)
        }
        format = parsed
      }
      return try digits(arguments[0], format, [:])
    }
    if name == "unit" {
      let entry = signals[try signal(arguments[0], name)]
      let unit = systemChoice(of: entry, entry.unit)?.unit ?? entry.shownUnit ?? entry.unit
      return textConstant(unit.map { "\($0.symbol)" } ?? "", column)
    }
    let text = try typed(arguments[0], .text).converted(to: .text)
    let function: TextFunction
    switch name {
    case "first": function = TextFunction(.first, count: try count(arguments[1], 1...256))
    case "part":
      guard case .text(let separator, _) = arguments[1], !separator.isEmpty else {
        throw ExpressionError(
          column: arguments[1].column, found: "no separator", expected: "a text in quotation marks, as \"/\"")
      }
      var (kind, number) = (TextFunction.Kind.part, arguments[2])
      if case .number(let value, nil, let column) = number, value < .zero {
        (kind, number) = (.lastPart, .number(-value, unit: nil, column: column))
      }
      function = TextFunction(kind, count: try count(number, 1...64), separator: draft.addText(separator))
    default: function = TextFunction(name == "upper" ? .upper : .lower)
    }
    let number = tables.addTextFunction(function, text.steps)
    return CompiledExpression(Instruction(.textOf, Int32(number)), ofTexts: [text], column)
  }

  /// A number as a text, in the unit in which it is shown elsewhere; the words of a text or an enum as they are.
  private func digits(
    _ tree: Expression, _ format: NumberFormat?, _ translations: [String: String]
  ) throws(ExpressionError) -> CompiledExpression {
    var (unit, ownFormat): (UnitOfMeasure?, NumberFormat?)
    if case .name(let name, _) = tree, let number = signals.number(of: name) {
      resolver?.resolve(number)
      let entry = signals[number]
      if !entry.texts.isEmpty && !entry.isText && format == nil { return wordOrCode(entry, translations, tree.column) }
      if entry.isText { return try typed(tree, .text).converted(to: .text) }
      (unit, ownFormat) = (entry.shownUnit, shownFormat(of: entry))
    } else if isText(tree) {
      return try typed(tree, .text).converted(to: .text)
    }
    var value = try typed(tree, .number(nil))
    if unit == nil, let origin = origin(of: value) {
      if value.type.isFirm {
        (unit, ownFormat) = (origin.shownUnit, shownFormat(of: origin))
      } else if let shown = origin.shownUnit, let given = origin.unit, shown.text != given.text {
        problems.warn(
          place,
          "a number in a text that is in \(given.text), where '\(origin.name)' is shown in \(shown.text) — expected the unit "
            + "\(given.text) in the text, or a signal of its own for it, with unit and show")
      }
    }
    unit = unit ?? value.type.unit.map { units.shown($0) }
    let entry: SignalEntry? =
      if case .name(let name, _) = tree { signals.number(of: name).map { signals[$0] } } else { nil }
    if value.type.isFirm, let (other, format) = systemChoice(of: entry, value.type.unit) {
      (unit, ownFormat) = (other, format)
    }
    if !units.systems.isEmpty, !tellsUnits, let unit, !unit.isPlain {
      problems.warn(
        place,
        "a number in a text stays in \(unit.text), whatever the system of units — expected its unit by unit(), as "
          + "{fuel} {unit(fuel)}")
    }
    value = try value.converted(to: .number(value.type.isFirm ? unit : nil))
    let function = TextFunction(.digits, format: format ?? ownFormat ?? NumberFormat(decimals: isName(tree) ? 0 : 1))
    return CompiledExpression(
      Instruction(.textOf, Int32(tables.addTextFunction(function, value.steps))), ofTexts: [value], tree.column)
  }

  /// How a signal's number is written elsewhere; `nil` where nothing says so.
  func shownFormat(of entry: SignalEntry) -> NumberFormat? {
    entry.format ?? units.format(entry.shownUnit)
      ?? entry.constantRange.map { range in
        let (first, last) = (shown(range.lowerBound, of: entry), shown(range.upperBound, of: entry))
        return NumberFormat(decimals: PanelBuilder.decimals(Swift.min(first, last)...Swift.max(first, last), .zero))
      }
  }

  func shown(_ value: Fixed64, of entry: SignalEntry) -> Fixed64 {
    converted(value, from: entry.unit, to: entry.shownUnit)
  }

  func converted(_ value: Fixed64, from unit: UnitOfMeasure?, to other: UnitOfMeasure?) -> Fixed64 {
    guard let unit, let other, unit.text != other.text, let from = Units.number(unit), let to = Units.number(other)
    else { return value }
    return UnitOfMeasure.conversion(code: Int(UnitOfMeasure.conversionCode(from: from, to: to)))?.convert(value)
      ?? value
  }

  /// The word of a code, as every instrument shows it: the number itself where the enum has none.
  private func wordOrCode(
    _ entry: SignalEntry, _ translations: [String: String], _ column: Int
  ) -> CompiledExpression {
    let value = code(ofSignal: entry.number, column)
    let known = choice(
      value, entry.texts.map { (constant($0.value, column), constant(1, column)) }, otherwise: constant(0, column),
      .condition, column)
    let function = tables.addTextFunction(TextFunction(.digits, format: NumberFormat()), value.steps)
    let code = CompiledExpression(Instruction(.textOf, Int32(function)), ofTexts: [value], column)
    return CompiledExpression(
      Instruction(.choose), [known, textsOfSignal(entry, translations, column), code], .text, column: column)
  }

  private func constant(_ number: Fixed64, _ column: Int) -> CompiledExpression {
    CompiledExpression(constant: number, .plain, column: column)
  }

  /// The unit of a signal's or an expression's numbers in the system that is compiled for; `nil` where that has none.
  private func systemChoice(of entry: SignalEntry?, _ own: UnitOfMeasure?) -> (
    unit: UnitOfMeasure, format: NumberFormat?
  )? {
    // Times of day, dates and positions are no matter of units.
    guard tellsUnits, let system, let own, !own.isPlain, entry?.format?.unitName == nil else { return nil }
    return entry.flatMap { system.signals[$0.number] } ?? system.dimensions[own.dimension]
  }

  private func isName(_ tree: Expression) -> Bool { if case .name = tree { true } else { false } }

  /// A text with expressions in braces: `{wind} of {gust:0.0} kn`; two braces are one that is shown.
  /// - Parameter language: whose words an enum has there; `nil` for those of the description.
  /// - Returns: `nil` where it has none, or where one is wrong, which was reported.
  func compileBraces(_ text: String, at place: Place, in language: RecordDraft? = nil) -> CompiledExpression? {
    var translations: [String: String] = [:]
    for entry in language?.children ?? [] {
      if case .text(let original) = entry[.original], case .text(let text) = entry[.text] {
        translations[original] = text
      }
    }
    guard let parts = BracedText(text)?.parts else {
      problems.report(
        place, "a brace without another in '\(text)'", expected: "an expression in braces, or {{ for a brace")
      return nil
    }
    let sources = parts.compactMap { if case .expression(let source, _, _) = $0 { String(source) } else { nil } }
    return telling(unitsIn: sources) { join(parts, at: place, translations) }
  }

  private func join(
    _ parts: [BracedText.Part], at place: Place, _ translations: [String: String]
  ) -> CompiledExpression? {
    var result: CompiledExpression?
    for part in parts {
      let next: CompiledExpression?
      switch part {
      case .words(let words): next = textConstant(words, 0)
      case .expression(let source, let pattern, let column):
        let format = pattern.flatMap { parseFormat($0) }
        if let pattern, format == nil {
          problems.report(place.moved(by: column), "no format '\(pattern)'", expected: NumberFormat.examples)
          return nil
        }
        next = compile(source, at: place.moved(by: column)) { tree throws(ExpressionError) in
          try self.digits(tree, format, translations)
        }
      }
      guard let next else { return nil }
      if (result?.steps.count ?? 0) + next.steps.count >= ExpressionCode.maximumLength {
        problems.report(
          place, "a text of more than \(ExpressionCode.maximumLength) steps", expected: "fewer expressions in it")
        return nil
      }
      guard let former = result else {
        result = next
        continue
      }
      let number = tables.addTextFunction(TextFunction(.join), former.steps + next.steps)
      result = CompiledExpression(Instruction(.joinedText, Int32(number)), ofTexts: [former, next], 0)
    }
    return result
  }

  private func count(_ tree: Expression, _ range: ClosedRange<Int>) throws(ExpressionError) -> Int {
    guard case .number(let number, nil, _) = tree, number == Fixed64(number.floor), range.contains(number.floor) else {
      throw ExpressionError(
        column: tree.column, found: "no count", expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number.floor
  }
}
