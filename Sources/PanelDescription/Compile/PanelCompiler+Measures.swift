// Values of the wrong kind, though well written: units that an instrument cannot show, numbers that mean nothing.
import PanelFile
import PanelSignals

extension PanelCompiler {
  // MARK: Units

  /// A signal or an expression of the instrument's dimension: one in another unit is refused, one without a unit is
  /// taken as it is. Angles become degrees, which instruments draw.
  func compileValue(_ item: Item, _ dimension: UnitOfMeasure.Dimension, _ name: String) -> CompiledValue? {
    let degrees = dimension == .angle ? Units.named("deg") : nil
    guard let value = compileValue(item, .number(nil), name) else { return nil }
    guard case .signal(let number) = value, let own = signals[number].unit, !own.isPlain else { return value }
    if own.dimension != dimension {
      problems.report(
        item.place, "\(name) is \(item.words), which is in \(own.text)",
        expected: "a signal in \(Units.list(dimension))")
      return nil
    }
    return degrees == nil || own.text == degrees?.text ? value : compileValue(item, .number(degrees), name)
  }

  // MARK: Signals

  /// Numbers of a signal that must be above 0.
  func checkNumbers(_ entry: SignalEntry) {
    for (name, key) in [("wraps", PropertyKey.wraps), ("resolution", .resolution)] {
      guard case .number(let number) = entry.record[key], number <= 0, let item = entry.keys[name]?.value else {
        continue
      }
      refuse(item, name, "a number above 0")
    }
    if case .duration(let stale) = entry.record[.stale], stale <= 0, let item = entry.keys["stale"]?.value {
      refuse(item, "stale", "a time above 0, after which a value is old")
    }
  }

  /// A zone has to lie where values are, and cannot move with the value that it is for.
  func checkZone(_ zone: SignalEntry.Zone, _ entry: SignalEntry, _ item: Item) {
    for end in [zone.lower, zone.upper] {
      if case .signal(let number) = end, number == entry.number {
        return problems.report(
          item.place, "a zone of '\(entry.name)' that ends at '\(entry.name)'", expected: "another signal, or a number")
      }
    }
    guard case .number(let least) = entry.record[.lower], case .number(let greatest) = entry.record[.upper] else {
      return
    }
    var isOutside = false
    if case .constant(let lower) = zone.lower, lower > greatest { isOutside = true }
    if case .constant(let upper) = zone.upper, upper < least { isOutside = true }
    if isOutside {
      problems.warn(
        item.place,
        "the zone \(Vocabulary.states[zone.state]) of '\(entry.name)' lies outside its range: no scale shows it")
    }
  }

  // MARK: Scales

  /// Numbers of a scale that draw nothing.
  func checkScale(_ keys: Keys, _ record: RecordDraft, _ shown: SignalEntry?) {
    let lower = record[.lower] ?? shown?.record[.lower] ?? .number(0)
    let upper = record[.upper] ?? shown?.record[.upper] ?? .number(100)
    guard case .number(let least) = lower, case .number(let greatest) = upper else { return }
    if let item = keys["log"]?.value, case .flag(true) = record[.isLogarithmic], least <= 0 {
      problems.report(
        item.place, "a logarithmic scale that begins at 0 or below", expected: "a range above 0, as range: 1..1000")
    }
    if let item = keys["setpoint"]?.value, case .number(let setpoint) = record[.setpoint],
      setpoint < least || setpoint > greatest
    {
      problems.warn(item.place, "the setpoint lies outside the scale: it is not seen")
    }
  }
}
