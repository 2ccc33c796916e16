// Ranges: the ends of a scale, of a zone.
import PanelFile
import PanelSignals

extension ValueReader {
  /// The ends of `a..b`, each a number or an expression.
  /// - Returns: `nil` where it is no range, which was reported.
  func range(_ item: Item, _ unit: UnitOfMeasure?, _ name: String) -> (lower: CompiledValue?, upper: CompiledValue?)? {
    let expected = ValueType.range(.lower, .upper).expectation
    guard let text = item.text else {
      refuse(item, name, expected)
      return nil
    }
    let scalars = Array(text.unicodeScalars)
    guard let dots = scalars.indices.dropLast().first(where: { scalars[$0] == "." && scalars[$0 + 1] == "." }) else {
      let meant = text.split(separator: "-").count == 2 && !text.contains(" ") ? text.replacing("-", with: "..") : nil
      refuse(item, name, expected, meant: text.hasPrefix("-") ? nil : meant)
      return nil
    }
    if dots + 2 < scalars.count, scalars[dots + 2] == "." {
      refuse(item, name, "two dots between its ends", meant: text.replacing("...", with: ".."))
      return nil
    }
    func end(_ part: ArraySlice<Unicode.Scalar>) -> (value: CompiledValue?, isGood: Bool) {
      var text = ""
      text.unicodeScalars.append(contentsOf: part)
      if text.allSatisfy({ $0 == " " }) { return (nil, true) }
      let place = item.textPlace.moved(by: part.startIndex)
      let value = expressions.compileValue(
        Item(content: .text(text, isQuoted: false), place: place), .number(unit), name)
      return (value, value != nil)
    }
    let (lower, upper) = (end(scalars[..<dots]), end(scalars[(dots + 2)...]))
    if !lower.isGood || !upper.isGood { return nil }
    if lower.value == nil && upper.value == nil {
      refuse(item, name, expected)
      return nil
    }
    if case .constant(let a) = lower.value, case .constant(let b) = upper.value, a >= b {
      problems.report(
        item.place, "\(name) is '\(text)', whose ends are \(a == b ? "the same" : "in the wrong order")",
        expected: "the least, '..' and the greatest",
        meant: a == b
          ? nil : "\(text[text.range(of: "..")!.upperBound...])..\(text[..<text.range(of: "..")!.lowerBound])")
      return nil
    }
    // A scale counts from its lower end, in numbers of the same kind.
    if case .constant(let a) = lower.value, case .constant(let b) = upper.value,
      b.rawValue.subtractingReportingOverflow(a.rawValue).overflow
    {
      problems.report(
        item.place, "\(name) is '\(text)', whose ends are farther apart than 2147483647",
        expected: "ends that are nearer to each other, or a greater unit")
      return nil
    }
    if case .signal(let a) = lower.value, case .signal(let b) = upper.value, a == b {
      problems.report(item.place, "\(name) is '\(text)', whose ends are the same", expected: "two ends")
      return nil
    }
    return (lower.value, upper.value)
  }

  func readRange(
    _ item: Item, _ spec: KeySpec, _ lower: PropertyKey, _ upper: PropertyKey, _ record: RecordDraft,
    _ unit: UnitOfMeasure?
  ) {
    guard let ends = range(item, unit, spec.name) else { return }
    record.set(ends.lower, lower)
    record.set(ends.upper, upper)
  }
}
