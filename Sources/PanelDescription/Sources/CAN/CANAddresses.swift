// Stage: description of sources. Input: an address of CAN as a person wrote it, and the DBC file of its source. Output: the
// fields that a device reads, or the wrong part.
import PanelSignals
import PanelSources

/// A right address of a CAN source.
package struct CANAddress {
  /// In the order of the DBC file's messages. The newest value of any of them is the value of the address.
  package let fields: [CANField]
  /// As the DBC file writes it; empty without one.
  package let unit: String
  /// The range of values in the DBC file.
  package let range: ClosedRange<Fixed64>?
  /// The value table of the DBC file: values of the signal and their texts.
  package let values: [(value: Fixed64, text: String)]
  /// Whether it is told as a text alone.
  package var isText = false

  /// The address as it stands in a panel's file; ``CANField/fields(_:)`` reads it.
  package var text: String { CANField.text(fields) }
}

package enum CANAddressResult {
  case right(CANAddress)
  case wrong(found: String, expected: String)
}

/// Compiles the addresses of one source.
package struct CANAddresses {
  let file: DBCFile?
  /// Whether the source sends values of controls.
  let sends: Bool
  /// The source address of switch commands.
  let sender: UInt8?
  private let nearest: (String, [String]) -> String?
  /// The messages that have names without a DBC file.
  private let groups: GroupAddresses
  private var messages: [String: DBCMessage] = [:]
  /// The messages of each signal's name, in the order of the file.
  private var owners: [String: [(message: DBCMessage, signal: DBCSignal)]] = [:]

  /// - Parameters:
  ///   - file: without problems; `nil` where the source names none.
  ///   - sends: whether the source sends values of controls.
  ///   - sender: the source address of switch commands: 0...251.
  ///   - nearest: the name among several that was probably meant.
  package init(
    _ file: DBCFile?, sends: Bool = false, sender: UInt8? = nil, nearest: @escaping (String, [String]) -> String?
  ) {
    (self.file, self.sends, self.sender, self.nearest) = (file, sends, sender, nearest)
    groups = GroupAddresses(nearest: nearest)
    for message in file?.messages ?? [] {
      messages[message.name] = message
      for signal in message.signals { owners[signal.name, default: []].append((message, signal)) }
    }
  }

  /// Compiles `SIGNAL`, `MESSAGE.SIGNAL`, with senders behind it as `EEC1.EngineSpeed@0`, or, with a DBC file or without,
  /// `1A0#0:16le` and the messages of J1939 and NMEA 2000. A message of the DBC file comes before another of its name.
  ///
  /// A signal that several messages have is read from all of them, where it means the same in each.
  package func compile(_ address: String) -> CANAddressResult {
    if let mark = address.firstIndex(of: "#") {
      let isGroup = address.contains("@") || [4, 5, 6].contains(address[..<mark].count)
      return isGroup ? groups.compile(address) : CANRawAddress.compile(address)
    }
    if messages[String(address.prefix { $0 != "." })] == nil
      && (GroupAddresses.knows(address) || file == nil && address.contains("."))
    {
      return groups.compile(address)
    }
    var rest = address[...]
    guard let senders = GroupSenders(cutFrom: &rest) else {
      return .wrong(found: address, expected: GroupSenders.expected)
    }
    let result = compile(named: String(rest))
    guard !senders.areAny, case .right(let found) = result else { return result }
    var fields: [CANField] = []
    for field in found.fields {
      guard let group = field.group.flatMap({ senders.group($0.number, $0.form) }), let new = field.of(group)
      else { return .wrong(found: address, expected: "no sender: \(rest) is not of J1939") }
      fields.append(new)
    }
    return .right(CANAddress(fields: fields, unit: found.unit, range: found.range, values: found.values))
  }

  private func compile(named address: String) -> CANAddressResult {
    if file == nil { return .wrong(found: address, expected: CANRawAddress.expected + ": the source has no dbc") }
    let parts = address.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 1: return compile(signal: address)
    case 2: return compile(message: parts[0], signal: parts[1])
    default: return .wrong(found: address, expected: "SIGNAL or MESSAGE.SIGNAL")
    }
  }

  private func compile(message name: String, signal: String) -> CANAddressResult {
    guard let message = messages[name] else {
      return .wrong(found: name, expected: probable(name, messages.keys.sorted()) ?? "a message of the DBC file")
    }
    guard let found = message.signals.first(where: { $0.name == signal }) else {
      let names = message.signals.map(\.name)
      return .wrong(found: signal, expected: probable(signal, names) ?? "a signal of \(name)")
    }
    return compile([(message, found)])
  }

  private func compile(signal name: String) -> CANAddressResult {
    guard let owners = owners[name] else {
      if let message = messages[name], let first = message.signals.first {
        return .wrong(found: "the message \(name)", expected: "a signal of it, as \(name).\(first.name)")
      }
      return .wrong(found: name, expected: probable(name, self.owners.keys.sorted()) ?? "a signal of the DBC file")
    }
    let first = owners[0].signal
    let isOne = owners.allSatisfy { $0.signal.unit == first.unit && Self.areEqual($0.signal.values, first.values) }
    if !isOne || owners.count > CANField.fieldLimit {
      let names = owners.prefix(4).map { $0.message.name + "." + name } + (owners.count > 4 ? ["…"] : [])
      let reason = isOne ? "in \(owners.count) messages" : "with other units or texts in other messages"
      return .wrong(found: "\(name), \(reason)", expected: "one of " + names.joined(separator: ", "))
    }
    return compile(owners)
  }

  private func compile(_ owners: [(message: DBCMessage, signal: DBCSignal)]) -> CANAddressResult {
    var fields: [CANField] = []
    for (message, signal) in owners {
      guard let field = signal.field else {
        return .wrong(found: "\(message.name).\(signal.name)", expected: "a signal without an error in the DBC file")
      }
      fields.append(field)
    }
    // The range of several signals has all of their values.
    let ranges = owners.compactMap { $0.signal.range }
    var range: ClosedRange<Fixed64>?
    if ranges.count == owners.count, let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max()
    {
      range = low...high
    }
    // The first message's values; a later one may have another scale.
    var values = owners[0].signal.valueTable
    for (_, signal) in owners.dropFirst() {
      values += signal.valueTable.filter { new in !values.contains { $0.value == new.value } }
    }
    return .right(CANAddress(fields: fields, unit: owners[0].signal.unit, range: range, values: values))
  }

  private static func areEqual(_ a: [(number: ExactDecimal, text: String)], _ b: [(number: ExactDecimal, text: String)])
    -> Bool
  {
    a.elementsEqual(b) { $0.number == $1.number && $0.text == $1.text }
  }

  private func probable(_ word: String, _ names: [String]) -> String? {
    nearest(word, names).map { "\($0)?" }
  }
}
