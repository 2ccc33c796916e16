// Ranges: the ends of a scale, of a zone.
import PanelFile
import PanelSignals

extension ValueReader {
  /// The ends of `a..b`, each a number or an expression.
  typealias Ends = (lower: CompiledValue?, upper: CompiledValue?)

  /// - Returns: `nil` where it is no range, which was reported.
  func range(_ item: Item, _ unit: UnitOfMeasure?, _ name: String) -> Ends? {
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
    let (first, last) = (scalars[..<dots], scalars[(dots + 2)...])
    let lower = end(first, of: item, unit, name, writtenUnit: writtenUnit(last))
    let upper = end(last, of: item, unit, name, writtenUnit: writtenUnit(first))
    if !lower.isGood || !upper.isGood { return nil }
    if lower.value == nil && upper.value == nil {
      refuse(item, name, expected)
      return nil
    }
    return areGood((lower.value, upper.value), item, text, name) ? (lower.value, upper.value) : nil
  }

  private func writtenUnit(_ part: ArraySlice<Unicode.Scalar>) -> String? {
    (try? ExpressionParser.parse(text(part)) { _ in false })?.writtenUnit
  }

  private func text(_ part: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: part)
    return text
  }

  /// An end of a range; none where nothing but spaces stands there.
  /// - Parameter writtenUnit: that of the other end, which holds for a number without one: `8..10bar`.
  private func end(
    _ part: ArraySlice<Unicode.Scalar>, of item: Item, _ unit: UnitOfMeasure?, _ name: String, writtenUnit: String?
  ) -> (value: CompiledValue?, isGood: Bool) {
    var text = text(part)
    if text.allSatisfy({ $0 == " " }) { return (nil, true) }
    if let writtenUnit, let other = Units.named(writtenUnit), unit.map({ $0.dimension == other.dimension }) ?? true,
      parseNumber(text) != nil
    {
      text += writtenUnit
    }
    let place = item.textPlace.moved(by: part.startIndex)
    let value = expressions.compileValue(
      Item(content: .text(text, isQuoted: false), place: place), .number(unit), name)
    return (value, value != nil)
  }

  /// Reports ends that are the same, in the wrong order, or too far apart.
  private func areGood(_ ends: Ends, _ item: Item, _ text: String, _ name: String) -> Bool {
    switch ends {
    case (.constant(let a)?, .constant(let b)?) where a >= b:
      problems.report(
        item.place, "\(name) is '\(text)', whose ends are \(a == b ? "the same" : "in the wrong order")",
        expected: "the least, '..' and the greatest",
        meant: a == b
          ? nil : "\(text[text.range(of: "..")!.upperBound...])..\(text[..<text.range(of: "..")!.lowerBound])")
      return false
    // A scale counts from its lower end, in numbers of the same kind.
    case (.constant(let a)?, .constant(let b)?) where b.rawValue.subtractingReportingOverflow(a.rawValue).overflow:
      problems.report(
        item.place, "\(name) is '\(text)', whose ends are farther apart than 2147483647",
        expected: "ends that are nearer to each other, or a greater unit")
      return false
    case (.signal(let a)?, .signal(let b)?) where a == b:
      problems.report(item.place, "\(name) is '\(text)', whose ends are the same", expected: "two ends")
      return false
    default: return true
    }
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
