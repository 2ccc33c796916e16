// Stage: description of sources. Signals of a DBC file become fields: bits, scale, and the switches of their message.
import PanelSources

extension DBCReader {
  /// Compiles all signals and reports those that cannot be read.
  mutating func finish() -> DBCFile {
    setGroups()
    for message in file.messages.indices {
      for signal in file.messages[message].signals.indices {
        file.messages[message].signals[signal].field = makeField(file.messages[message], signal)
      }
    }
    setLongNames()
    return file
  }

  /// Gives messages and signals their long names, where no other one has the name.
  private mutating func setLongNames() {
    for (message, signal, name) in longNames where !name.isEmpty && !name.contains(".") && !name.contains("#") {
      if let signal {
        if file.messages[message].signals.contains(where: { $0.name == name }) { continue }
        file.messages[message].signals[signal].name = name
      } else if !file.messages.contains(where: { $0.name == name }) {
        file.messages[message].name = name
      }
    }
  }

  private mutating func makeField(_ message: DBCMessage, _ index: Int) -> CANField? {
    let signal = message.signals[index]
    if signal.count < 1 || signal.count > 64 {
      report(signal.line, "a signal of \(signal.count) bits", "1 to 64 bits")
      return nil
    }
    if let group = message.group { return makeField(message, index, group) }
    if message.length > 64 { return nil }
    guard let bits = signal.bits, bits.byteCount <= message.length else {
      report(
        signal.line, "\(signal.name), which goes beyond its message's end",
        "bits within the \(message.length) bytes of \(message.name)")
      return nil
    }
    guard let scale = makeScale(signal), let conditions = conditions(message, index) else { return nil }
    return CANField(id: message.id, bits: bits, scale: scale, conditions: conditions)
  }

  mutating func makeScale(_ signal: DBCSignal) -> CANScale? {
    if signal.factor.digits == 0 {
      report(signal.line, "the factor 0", "another factor: all values would be the offset")
      return nil
    }
    guard let scale = CANScale(factor: signal.factor, offset: signal.offset) else {
      report(signal.line, "a scale with too many digits", CANScale.expected)
      return nil
    }
    return scale
  }

  /// The switches of a signal: its own, the one of that switch, and so on.
  mutating func conditions(_ message: DBCMessage, _ index: Int) -> [CANCondition]? {
    var (conditions, current): ([CANCondition], Int) = ([], index)
    while message.signals[current].switchValue != nil || message.signals[current].multiplexing != nil {
      let (signal, line) = (message.signals[current], message.signals[index].line)
      if conditions.count == CANField.conditionLimit {
        report(line, "switches that need each other, or too many", "\(CANField.conditionLimit) switches at most")
        return nil
      }
      guard let (place, ranges) = findSwitch(message, current) else { return nil }
      let other = message.signals[place]
      if other.kind == .float {
        report(line, "the float \(other.name) as a switch of \(signal.name)", "a switch that is a whole number")
        return nil
      }
      guard let bits = CANBits(start: other.start, count: other.count, isBigEndian: other.isBigEndian, kind: .unsigned)
      else {
        if message.group != nil { report(line, "the switch \(other.name)", "a switch in the first 64 bytes") }
        return nil
      }
      guard let condition = CANCondition(bits: bits, ranges: ranges) else {
        report(line, "\(ranges.count) ranges of \(other.name)", "\(CANField.rangeLimit) ranges at most")
        return nil
      }
      conditions.append(condition)
      current = place
    }
    return conditions
  }

  /// The switch of a multiplexed signal and the values with which the signal is there.
  private mutating func findSwitch(_ message: DBCMessage, _ index: Int) -> (place: Int, ranges: [CANCondition.Values])?
  {
    let signal = message.signals[index]
    if let (name, ranges, line) = signal.multiplexing {
      guard let place = message.signals.firstIndex(where: { $0.name == name }), message.signals[place].isSwitch else {
        report(line, name, "a switch of the message \(message.name), a signal with M")
        return nil
      }
      return (place, ranges.map { clipped($0, to: message.signals[place]) })
    }
    let switches = message.signals.indices.filter { message.signals[$0].isSwitch && $0 != index }
    guard switches.count == 1, let place = switches.first, let value = signal.switchValue else {
      report(
        signal.line, "\(signal.name) with \(switches.count) possible switches",
        switches.isEmpty ? "a signal with M in the message \(message.name)" : "a line SG_MUL_VAL_ that names its switch"
      )
      return nil
    }
    return (place, [clipped(CANCondition.Values(first: value, last: value), to: message.signals[place])])
  }

  /// The switch is compared without its sign, and switches have no values below 0: those with a sign never have the upper
  /// half.
  private func clipped(_ values: CANCondition.Values, to other: DBCSignal) -> CANCondition.Values {
    // A length that is none is reported with the switch itself.
    let bits = max(0, other.kind == .signed ? other.count - 1 : other.count)
    let limit = bits >= 64 ? UInt64.max : 1 << UInt64(bits) - 1
    // Without a value: the first is above the last.
    return values.first > limit
      ? CANCondition.Values(first: 1, last: 0)
      : CANCondition.Values(first: values.first, last: min(values.last, limit))
  }
}
