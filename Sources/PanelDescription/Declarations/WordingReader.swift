// The language and the system of units that are shown: by a name, by a signal of texts, or by a number.
import PanelFile
import PanelSignals

/// Reads `language` and `system`.
struct WordingReader: ItemReading {
  let problems: Problems
  let values: ValueReader

  /// - Parameters:
  ///   - key: of the panel's record.
  ///   - names: of the languages or systems, in their order.
  func read(_ item: Item, _ name: String, _ key: PropertyKey, names: [String]) {
    let expressions = values.expressions
    if let index = names.firstIndex(where: { $0 == item.text }), expressions.signals.number(of: names[index]) == nil {
      return values.setSignal(.constant(Fixed64(index + 1)), key, values.draft.root)
    }
    if let text = item.text, text.allSatisfy({ $0.isLetter || $0 == "-" || $0 == "_" }),
      expressions.signals.number(of: text) == nil
    {
      return problems.reportUnknown(item.place, "\(name) or signal", text, among: names + expressions.signals.names)
    }
    guard let compiled = expressions.compile(item, .any, name) else { return }
    guard case .text = compiled.type else {
      return values.setSignal(expressions.compileValue(item, .number(nil), name), key, values.draft.root)
    }
    // 0 for a text that is none of the names.
    var result = CompiledExpression(constant: .zero, .plain, column: 0)
    for (index, name) in names.enumerated().reversed() {
      let test = CompiledExpression(
        Instruction(.equal), [compiled, expressions.comparedText(name, 0)], .condition, column: 0)
      let number = CompiledExpression(constant: Fixed64(index + 1), .plain, column: 0)
      result = CompiledExpression(Instruction(.choose), [test, number, result], .plain, column: 0)
    }
    values.draft.root[key] = .signal(expressions.addAnonymous(result))
  }
}
