// Values without a source: those that a demonstration shows.
import PanelFile
import PanelSignals

/// Reads the key `demo` of a signal.
struct DemoReader: ItemReading {
  let problems: Problems
  let values: ValueReader

  /// `84`, `sweep 8s`, `noise 4..9`, `steps 2s [1, 2, 3]`.
  func readDemo(_ item: Item, _ entry: SignalEntry) {
    let record = entry.record
    let expected = "a number, sweep 8s, noise 4..9, walk 4..9 30s or steps 2s [1, 2, 3]"
    if item.isReported { return }
    guard let text = item.text else { return refuse(item, "demo", expected) }
    if let number = values.readNumber(item, entry.unit) {
      record[.demo] = .choice(0)
      return addValues([number], record)
    }
    let words = text.split(separator: " ", maxSplits: 1)
    let rest = words.count == 2 ? String(words[1]) : ""
    switch words.first {
    case "sweep":
      guard let period = parseDuration(rest), period > 0 else {
        return refuse(item, "demo", "sweep and a time, as 'sweep 8s'")
      }
      record[.demo] = .choice(1)
      record[.demoPeriod] = .duration(period)
    case "noise":
      guard let range = parseRange(rest), let lower = range.lower, let upper = range.upper else {
        return refuse(item, "demo", "noise and a range, as 'noise 4..9'")
      }
      record[.demo] = .choice(2)
      addValues([lower, upper], record)
    case "walk":
      let parts = rest.split(separator: " ")
      guard parts.count == 2, let range = parseRange(String(parts[0])), let lower = range.lower,
        let upper = range.upper,
        lower < upper, let period = parseDuration(parts[1]), period > 0
      else {
        return refuse(item, "demo", "walk, a range and a time, as 'walk 4..9 30s'")
      }
      record[.demo] = .choice(4)
      record[.demoPeriod] = .duration(period)
      addValues([lower, upper], record)
    case "steps": readSteps(item, rest, record)
    default:
      refuse(
        item, "demo", expected,
        meant: words.first.flatMap { nearest(String($0), in: ["sweep", "noise", "walk", "steps"]) }.map {
          "\($0) \(rest)"
        })
    }
  }

  private func readSteps(_ item: Item, _ text: String, _ record: RecordDraft) {
    guard let open = text.firstIndex(of: "["), text.hasSuffix("]") else {
      return refuse(item, "demo", "steps, a time and a list, as 'steps 2s [1, 2, 3]', in quotation marks within { }")
    }
    let time = text[..<open].split(separator: " ").first
    let numbers = text[text.index(after: open)...].dropLast().split(separator: ",")
      .map { parseNumber($0.split(separator: " ").joined()) }
    guard !numbers.isEmpty, numbers.allSatisfy({ $0 != nil }),
      time == nil || time.flatMap({ parseDuration($0) }) ?? 0 > 0
    else {
      return refuse(item, "demo", "steps, a time and a list, as 'steps 2s [1, 2, 3]'")
    }
    record[.demo] = .choice(3)
    record[.demoPeriod] = .duration(time.flatMap { parseDuration($0) } ?? 2_000_000_000)
    addValues(numbers.compactMap { $0 }, record)
  }

  private func addValues(_ numbers: [Fixed64], _ record: RecordDraft) {
    for number in numbers {
      let entry = RecordDraft(.entry)
      entry[.value] = .number(number)
      record.children.append(entry)
    }
  }

  /// A value for demonstration that no scale of the signal shows.
  func checkDemo(_ item: Item, _ entry: SignalEntry) {
    guard case .choice = entry.record[.demo], entry.keys["range"] != nil else { return }
    var (lower, upper) = (Fixed64.min, Fixed64.max)
    if case .number(let end) = entry.record[.lower] { lower = end }
    if case .number(let end) = entry.record[.upper] { upper = end }
    for child in entry.record.children where child.kind == .entry && child[.text] == nil {
      guard case .number(let value) = child[.value], value < lower || value > upper else { continue }
      return problems.warn(
        item.place,
        "demo of '\(entry.name)' goes beyond its range — expected values of \(entry.keys["range"]?.value.text ?? "")")
    }
  }
}
