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
      guard rest.contains("..") else { return refuse(item, "demo", "noise and a range, as 'noise 4..9'") }
      guard let ends = readEnds(rest, item, entry) else { return }
      record[.demo] = .choice(2)
      addValues(ends, record)
    case "walk":
      let parts = rest.split(separator: " ")
      guard parts.count == 2, parts[0].contains(".."), let period = parseDuration(parts[1]), period > 0 else {
        return refuse(item, "demo", "walk, a range and a time, as 'walk 4..9 30s'")
      }
      guard let ends = readEnds(parts[0], item, entry) else { return }
      record[.demo] = .choice(4)
      record[.demoPeriod] = .duration(period)
      addValues(ends, record)
    case "steps": readSteps(item, rest, entry)
    default:
      refuse(
        item, "demo", expected,
        meant: words.first.flatMap { nearest(String($0), in: ["sweep", "noise", "walk", "steps"]) }.map {
          "\($0) \(rest)"
        })
    }
  }

  /// The ends of `4..9`, `40..90degC`.
  private func readEnds(_ text: some StringProtocol, _ item: Item, _ entry: SignalEntry) -> [Fixed64]? {
    let part = Item(content: .text(String(text), isQuoted: false), place: item.place)
    guard let ends = values.range(part, entry.unit, "demo") else { return nil }
    guard case .constant(let lower)? = ends.lower, case .constant(let upper)? = ends.upper else {
      refuse(item, "demo", "a range of two numbers, as '4..9'")
      return nil
    }
    return [lower, upper]
  }

  /// A number, with a unit or in the signal's.
  private func readNumber(_ text: Substring, _ item: Item, _ entry: SignalEntry) -> Fixed64? {
    values.readNumber(
      Item(content: .text(text.split(separator: " ").joined(), isQuoted: false), place: item.place), entry.unit)
  }

  private func readSteps(_ item: Item, _ text: String, _ entry: SignalEntry) {
    let record = entry.record
    guard let open = text.firstIndex(of: "["), text.hasSuffix("]") else {
      return refuse(item, "demo", "steps, a time and a list, as 'steps 2s [1, 2, 3]', in quotation marks within { }")
    }
    let time = text[..<open].split(separator: " ").first
    let numbers = text[text.index(after: open)...].dropLast().split(separator: ",")
      .map { readNumber($0, item, entry) }
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
    let entries = entry.record.children.filter { $0.kind == .entry && $0[.text] == nil }
    // A demonstration may show a failure.
    func isFailure(_ value: Fixed64) -> Bool {
      entries.contains {
        if case .number(let least) = $0[.lower], case .number(let most) = $0[.upper] {
          least <= value && value <= most
        } else {
          false
        }
      }
    }
    for child in entries {
      guard case .number(let value) = child[.value], value < lower || value > upper, !isFailure(value) else { continue }
      return problems.warn(
        item.place,
        "demo of '\(entry.name)' goes beyond its range — expected values of \(entry.keys["range"]?.value.text ?? "")")
    }
  }
}
