// Alarms: conditions that somebody has to know of.
import Foundation
import PanelFile
import PanelSignals

/// Reads alarms.
struct AlarmReader: ItemReading {
  let problems: Problems
  let values: ValueReader
  let expressions: ExpressionCompiler
  let signals: SignalTable
  let glyphs: GlyphUse
  let draft: PanelDraft

  init(_ values: ValueReader) {
    (problems, self.values, expressions) = (values.problems, values, values.expressions)
    (signals, glyphs, draft) = (expressions.signals, values.glyphs, values.draft)
  }

  func readAlarms(_ pairs: Pairs) {
    let warnings = Warnings(problems: problems)
    var counts = [0, 0, 0, 0]
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = checkName(key, "an alarm"),
        let keys = map(value, "an alarm, as {when: coolant above 105, priority: warning, text: Engine hot}")
      else { continue }
      let record = RecordDraft(.alarm)
      record[.name] = .text(name)
      draft.add(record)
      check(keys, Vocabulary.alarm, "an alarm")
      if keys["when"] == nil {
        problems.report(key.place, "the alarm '\(name)' does not say when", expected: "when: and a condition")
      }
      values.read(keys, Vocabulary.alarm, into: record, nil)
      if case .flag = record[.when] {
        problems.report(
          keys["when"]?.value.place ?? key.place, "a condition that never changes", expected: "one with a signal in it")
      }
      if let command = keys["runs"]?.value { _ = checkName(command, "a command") }
      if record[.priority] == nil { record[.priority] = .choice(2) }
      if case .choice(let priority) = record[.priority] { counts[priority] += 1 }
      if keys["text"] == nil {
        record[.text] = .text(name)
        glyphs.add(name, at: key.place)
      }
      readWatched(keys["when"]?.value, record)
      var seen: Set<String> = []
      let settling = settlingTime(keys["when"]?.value, &seen)
      if settling > 0 { record[.stale] = .duration(settling) }
      if let item = keys["until"]?.value { readUntil(item, keys, record) }
      warnings.warnOfFlapping(name, key, keys)
    }
    warnings.warnOfLoad(counts, pairs)
  }

  /// The signal that the condition compares: lists show its value.
  private func readWatched(_ item: Item?, _ record: RecordDraft) {
    guard let (_, parts) = comparison(item), case .name(let name, _) = parts[0],
      let number = signals.number(of: name), !signals[number].isText, signals[number].texts.isEmpty
    else { return }
    record[.value] = .signal(number)
  }

  /// The longest `stale` of the signals whose quality a condition asks for, itself or through signals that are computed.
  private func settlingTime(_ item: Item?, _ seen: inout Set<String>) -> Int64 {
    guard let text = item?.text,
      let tree = try? ExpressionParser.parse(text, isSignal: { self.signals.number(of: $0) != nil })
    else { return 0 }
    return settlingTime(tree, isAsked: false, &seen)
  }

  private func settlingTime(_ tree: Expression, isAsked: Bool, _ seen: inout Set<String>) -> Int64 {
    switch tree {
    case .name(let name, _):
      guard let number = signals.number(of: name) else { return 0 }
      let entry = signals[number]
      var time: Int64 = 0
      if isAsked, case .duration(let stale)? = entry.record[.stale] { time = stale }
      // A computed signal is as bad as those that it is computed of.
      guard seen.insert("\(name) \(isAsked)").inserted, let item = entry.keys["is"]?.value, let text = item.text,
        let tree = try? ExpressionParser.parse(text, isSignal: { self.signals.number(of: $0) != nil })
      else { return time }
      return Swift.max(time, settlingTime(tree, isAsked: isAsked, &seen))
    case .operation(_, let parts, _):
      return parts.map { settlingTime($0, isAsked: isAsked, &seen) }.max() ?? 0
    case .call(let name, let parts, _):
      let asks = isAsked || ["ok", "quality"].contains(name)
      return parts.map { settlingTime($0, isAsked: asks, &seen) }.max() ?? 0
    case .number, .text: return 0
    }
  }

  /// The operation and the two sides of a condition that is a comparison of numbers.
  private func comparison(_ item: Item?) -> (operation: Instruction.Operation, parts: [Expression])? {
    guard let text = item?.text,
      let tree = try? ExpressionParser.parse(text, isSignal: { self.signals.number(of: $0) != nil }),
      case .operation(let operation, let parts, _) = tree, [.above, .below, .atLeast, .atMost].contains(operation)
    else { return nil }
    return (operation, parts)
  }

  /// `101`, `coolant below 90`, `101 for 5s`, `for 5s`.
  private func readUntil(_ item: Item, _ keys: Keys, _ record: RecordDraft) {
    guard var text = item.text, !item.isEmpty else { return refuse(item, "until", "a number, or a condition") }
    if let words = text.range(of: "for ", options: .backwards),
      words.lowerBound == text.startIndex || text[..<words.lowerBound].hasSuffix(" ")
    {
      guard let delay = parseDuration(text[words.upperBound...].split(separator: " ").joined()) else {
        return refuse(item, "until", "a time behind 'for', as '101 for 5s'")
      }
      record[.offDelay] = .duration(delay)
      text = String(text[..<words.lowerBound])
      while text.hasSuffix(" ") { text.removeLast() }
      if text.isEmpty { return }
    }
    let rest = Item(content: .text(text, isQuoted: item.isQuoted), place: item.place)
    guard text.first?.isNumber == true || text.first == "-" || parseNumber(text) != nil else {
      return record.set(expressions.compileValue(rest, .condition, "until"), .until)
    }
    // A number stands for that value of the signal that `when` compares.
    guard let (operation, parts) = comparison(keys["when"]?.value)
    else {
      return refuse(item, "until", "a condition, because 'when' is no comparison with 'above' or 'below'")
    }
    guard case .name(let name, _) = parts[0] else {
      return refuse(item, "until", "a condition, because 'when' compares no signal itself")
    }
    let isAbove = operation == .above || operation == .atLeast
    guard let limit = expressions.compile(text, at: item.textPlace, .number(unitOf(name))),
      let value = expressions.compile("\(name) \(isAbove ? "below" : "above") \(text)", at: item.textPlace, .condition)
    else { return }
    if case .number(let bound, nil, _) = parts[1], let limit = limit.constant, isAbove ? limit > bound : limit < bound {
      problems.report(
        item.place, "until is '\(text)', which is on the alarm's side of its limit",
        expected: isAbove ? "a number below the limit" : "a number above the limit")
    }
    record[.until] = .signal(expressions.addAnonymous(value))
  }

  private func unitOf(_ name: String) -> UnitOfMeasure? { signals.number(of: name).flatMap { signals[$0].unit } }
}
