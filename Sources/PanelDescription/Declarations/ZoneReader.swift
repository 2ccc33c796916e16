// Zones: the meanings of a signal's ranges.
import PanelFile
import PanelInstruments
import PanelSignals

/// Reads the zones of signals, each when an expression or the panel needs it.
final class ZoneReader: ItemReading {
  let problems: Problems
  private let values: ValueReader
  private let signals: SignalTable
  /// Zones that wait, by the name of their signal.
  private var waiting: [String: Pairs] = [:]

  init(_ values: ValueReader) {
    (problems, self.values, signals) = (values.problems, values, values.expressions.signals)
  }

  func gatherZones(_ pairs: Pairs) {
    for pair in pairs {
      let (key, value) = (pair.key, pair.value)
      guard let name = key.text else { continue }
      if signals.number(of: name) == nil {
        problems.reportUnknown(key.place, "signal", name, among: signals.names.sorted())
      } else if let zones = value.map {
        waiting[name] = zones
      } else {
        refuse(value, "the zones of '\(name)'", "zones, as {normal: 700..3200, warning: 3600..}")
      }
    }
  }

  /// The texts of the ranges of zones that wait: signals may stand in them.
  func waitingRanges(_ name: String) -> [String] {
    (waiting[name] ?? []).flatMap { $0.value.list ?? [$0.value] }.compactMap(\.text)
  }

  /// Reads the zones of a signal, once.
  func readZones(_ number: Int) {
    let entry = signals[number]
    guard let pairs = waiting.removeValue(forKey: entry.name) else { return }
    read(pairs, entry)
  }

  /// Reads zones of an instrument, in place of those of its signal.
  func read(_ item: Item, of shown: SignalEntry, into record: RecordDraft) {
    let own = SignalEntry(
      name: shown.name, place: item.place, number: shown.number, record: RecordDraft(.signal), keys: [:])
    own.unit = shown.unit
    for key in [PropertyKey.lower, .upper] { own.record[key] = shown.record[key] }
    read(item.map ?? [], own)
    record.children += own.record.children
  }

  private func read(_ pairs: Pairs, _ entry: SignalEntry) {
    for pair in pairs {
      guard let name = pair.key.text else { continue }
      guard let state = Vocabulary.states.firstIndex(of: name) else {
        reportNoState(pair.key, name)
        continue
      }
      for item in pair.value.list ?? [pair.value] { readZone(item, state, entry) }
    }
    checkOverlap(entry, pairs)
    openOutermost(entry)
    checkEnds(entry, pairs)
  }

  private func reportNoState(_ key: Item, _ name: String) {
    if let former = Vocabulary.formerNames[name], Vocabulary.states.contains(former) {
      return problems.report(key.place, "no zone '\(name)': it is called '\(former)'")
    }
    problems.reportUnknown(key.place, "zone", name, among: Vocabulary.states)
  }

  private func readZone(_ item: Item, _ state: Int, _ entry: SignalEntry) {
    let record = RecordDraft(.zone)
    record[.state] = .choice(state)
    guard let ends = values.range(item, entry.unit, "the zone '\(Vocabulary.states[state])'") else { return }
    record.set(ends.lower, .lower)
    record.set(ends.upper, .upper)
    let zone = SignalEntry.Zone(state: state, lower: ends.lower, upper: ends.upper, record: record)
    checkZone(zone, entry, item)
    entry.zones.append(zone)
    entry.record.children.append(record)
  }

  /// A zone has to lie where values are, and cannot move with the value that it is for.
  private func checkZone(_ zone: SignalEntry.Zone, _ entry: SignalEntry, _ item: Item) {
    for end in [zone.lower, zone.upper] {
      if case .signal(let number) = end, number == entry.number {
        return problems.report(
          item.place, "a zone of '\(entry.name)' that ends at '\(entry.name)'", expected: "another signal, or a number")
      }
    }
    guard let range = entry.constantRange else { return }
    var isOutside = false
    if case .constant(let lower) = zone.lower, lower > range.upperBound { isOutside = true }
    if case .constant(let upper) = zone.upper, upper < range.lowerBound { isOutside = true }
    if isOutside {
      problems.warn(
        item.place,
        "the zone \(Vocabulary.states[zone.state]) of '\(entry.name)' lies outside its range: no scale shows it")
    }
  }

  /// Two meanings of one value are a mistake, but ends may touch.
  private func checkOverlap(_ entry: SignalEntry, _ pairs: Pairs) {
    for (index, zone) in entry.zones.enumerated() {
      for other in entry.zones[..<index] where other.state != zone.state {
        guard let a = Self.bounds(zone), let b = Self.bounds(other), max(a.0, b.0) < min(a.1, b.1) else { continue }
        let place = pairs.first { $0.key.text == Vocabulary.states[zone.state] }?.key.place ?? entry.place
        problems.warn(
          place,
          "the zones \(Vocabulary.states[other.state]) and \(Vocabulary.states[zone.state]) of '\(entry.name)' overlap: the more urgent counts"
            + Self.advice(zone.state > other.state ? (b, a) : (a, b), min(zone.state, other.state))
        )
      }
    }
  }

  /// An outermost zone that ends where the range does goes on beyond it: no value there is calmer.
  private func openOutermost(_ entry: SignalEntry) {
    guard let range = entry.constantRange else { return }
    for index in entry.zones.indices {
      let zone = entry.zones[index]
      guard let (lower, upper) = Self.bounds(zone) else { continue }
      let others = entry.zones.indices.filter { $0 != index }.map { Self.bounds(entry.zones[$0]) ?? (.min, .max) }
      if lower == range.lowerBound && others.allSatisfy({ $0.0 >= lower }) {
        (entry.zones[index].lower, zone.record[.lower]) = (nil, nil)
      }
      if upper == range.upperBound && others.allSatisfy({ $0.1 <= upper }) {
        (entry.zones[index].upper, zone.record[.upper]) = (nil, nil)
      }
    }
  }

  /// Asks whether values beyond an outermost caution or warning are meant to be calm, where the range goes on.
  private func checkEnds(_ entry: SignalEntry, _ pairs: Pairs) {
    guard let range = entry.constantRange else { return }
    let all = entry.zones.map { Self.bounds($0) ?? (.min, .max) }
    for (index, zone) in entry.zones.enumerated() where zone.state >= ZoneState.caution.rawValue {
      let (lower, upper) = all[index]
      let others = all.indices.filter { $0 != index }
      let place = pairs.first { $0.key.text == Vocabulary.states[zone.state] }?.value.place ?? entry.place
      let name = Vocabulary.states[zone.state]
      // How urgent the neighbours are: a zone beyond a more urgent one leads back to the calm.
      let below = others.filter { all[$0].0 < lower }.max { all[$0].1 < all[$1].1 }.map { entry.zones[$0].state } ?? 0
      let above = others.filter { all[$0].1 > upper }.min { all[$0].0 < all[$1].0 }.map { entry.zones[$0].state } ?? 0
      let isWithin = lower > range.lowerBound && upper < range.upperBound
      let isUppermost = !others.contains { all[$0].1 > upper }, isLowermost = !others.contains { all[$0].0 < lower }
      let (side, end, meant): (String, Fixed64, String)
      if isWithin && isUppermost && below < zone.state {
        (side, end, meant) = ("above", upper, "\(Self.text(lower))..")
      } else if isWithin && isLowermost && !others.isEmpty && above < zone.state {
        (side, end, meant) = ("below", lower, "..\(Self.text(upper))")
      } else {
        continue
      }
      problems.warn(
        place,
        "\(side) \(Self.text(end)) '\(entry.name)' is in no zone, though \(name) ends there — expected \(name): \(meant) if all "
          + "\(side) is meant, or a zone for it")
    }
  }

  /// A zone's ends; `nil` where a signal says one.
  private static func bounds(_ zone: SignalEntry.Zone) -> (Fixed64, Fixed64)? {
    var (lower, upper) = (Fixed64.min, Fixed64.max)
    if case .signal = zone.lower { return nil }
    if case .signal = zone.upper { return nil }
    if case .constant(let value) = zone.lower { lower = value }
    if case .constant(let value) = zone.upper { upper = value }
    return (lower, upper)
  }

  private static func text(_ number: Fixed64) -> String {
    if number == .min || number == .max { return "" }
    return NumberFormat(decimals: number == Fixed64(number.floor) ? 0 : 3).text(of: number)
  }

  /// The range to write for the less urgent of two zones: the part that the other leaves of it.
  private static func advice(_ zones: (mild: (Fixed64, Fixed64), urgent: (Fixed64, Fixed64)), _ state: Int) -> String {
    func words(_ lower: Fixed64, _ upper: Fixed64) -> String? {
      if lower >= upper { return nil }
      return "\(text(lower))..\(text(upper))"
    }
    let left = [
      words(zones.mild.0, min(zones.mild.1, zones.urgent.0)), words(max(zones.mild.0, zones.urgent.1), zones.mild.1),
    ].compactMap { $0 }
    let range = left.count > 1 ? "[\(left.joined(separator: ", "))]" : left.first
    return range.map { " — expected \(Vocabulary.states[state]): \($0)" } ?? ""
  }
}
