// Stage: description of sources. Input: the address of a message's field, as a person writes it. Output: the field that a
// device reads, or the wrong part.
import PanelSignals
import PanelSources

/// Compiles `WindData[apparent].windAngle@35`, `127488.speed`, `EEC1.EngineSpeed@0` and `130820#8:16`.
package struct GroupAddresses {
  /// The name among several that was probably meant.
  private let nearest: (String, [String]) -> String?

  package init(nearest: @escaping (String, [String]) -> String?) { self.nearest = nearest }

  package static let messages: [GroupMessage] = BoatMessages.all + EngineMessages.all

  /// The message of a name or a number; `EFL/P1` is also `EFLP1` and `EFL_P1`.
  static func message(_ name: some StringProtocol) -> GroupMessage? {
    if let number = UInt32(name) { return messages.first { $0.number == number } }
    let isLevels = name == "EFLP1" || name == "EFL_P1"
    return messages.first { $0.name == name || isLevels && $0.name == "EFL/P1" }
  }

  /// Whether an address begins with a message that has a name here.
  static func knows(_ address: String) -> Bool {
    let name = address.prefix { $0 != "." && $0 != "[" }
    return name.endIndex < address.endIndex && (message(name) != nil || isNumber(name))
  }

  private static func isNumber(_ text: Substring) -> Bool {
    (4...6).contains(text.count) && text.allSatisfy { $0.isASCII && $0.isNumber }
  }

  package func compile(_ address: String) -> CANAddressResult {
    var rest = address[...]
    guard let senders = GroupSenders(cutFrom: &rest) else {
      return .wrong(found: address, expected: GroupSenders.expected)
    }
    if rest.contains("#") { return compileRaw(rest, senders) }
    guard let point = rest.lastIndex(of: ".") else { return .wrong(found: address, expected: Self.expected) }
    let name = rest[rest.index(after: point)...]
    var head = rest[..<point]
    var choices: [Substring] = []
    if head.last == "]", let bracket = head.firstIndex(of: "[") {
      choices = head[head.index(after: bracket)...].dropLast().split(separator: ",", omittingEmptySubsequences: false)
      head = head[..<bracket]
    }
    guard let message = Self.message(head) else {
      let names = Self.messages.map(\.name)
      let other = Self.isNumber(head) ? "the place of the number, as \(head)#8:16" : Self.expected
      return .wrong(found: String(head), expected: nearest(String(head), names).map { "\($0)?" } ?? other)
    }
    guard let field = message.fields.first(where: { $0.name == name }) else {
      let names = message.fields.map(\.name)
      return .wrong(
        found: "the field '\(name)' of \(message.name)",
        expected: nearest(String(name), names).map { "\($0)?" } ?? names.joined(separator: ", "))
    }
    return compile(message, field, choices, senders)
  }

  private static var expected: String { "a message and a field, as EngineParametersRapid.speed or 127488.speed" }

  private func compile(
    _ message: GroupMessage, _ field: GroupField, _ choices: [Substring], _ senders: GroupSenders
  ) -> CANAddressResult {
    var conditions: [(field: GroupField, value: UInt64)] = []
    for choice in choices {
      switch Self.condition(choice, message) {
      case .right(let found, let value):
        if conditions.contains(where: { $0.field.name == found.name }) {
          return .wrong(found: "\(found.name) twice", expected: "one \(found.name) in brackets")
        }
        conditions.append((found, value))
      case .wrong(let expected): return .wrong(found: "[\(choice)] of \(message.name)", expected: expected)
      }
    }
    if let choice = field.choice, !conditions.contains(where: { $0.field.name == choice }) {
      let words = message.fields.first { $0.name == choice }?.words.map(\.text) ?? []
      return .wrong(
        found: "\(message.name).\(field.name) of any \(choice)",
        expected: words.map { "\(message.name)[\($0)].\(field.name)" }.joined(separator: " or "))
    }
    guard let group = senders.group(message.number, message.isFast ? .fastPackets : .frames) else {
      return .wrong(found: "senders of \(message.name)", expected: GroupSenders.expected)
    }
    guard let compiled = Self.field(message, field, group, conditions) else {
      return .wrong(found: field.name, expected: "a field within its message")
    }
    var isText = false
    if case .troubleCodes(5) = field.form { isText = true }
    let values = field.words.map { (value: Fixed64(rawValue: $0.number << 32), text: $0.text) }
    return .right(CANAddress(fields: [compiled], unit: field.unit, range: nil, values: values, isText: isText))
  }

  private static func field(
    _ message: GroupMessage, _ field: GroupField, _ group: ParameterGroup,
    _ conditions: [(field: GroupField, value: UInt64)]
  ) -> CANField? {
    if case .troubleCodes(let part) = field.form { return CANField(group: group, troubleCodes: part) }
    guard let factor = ExactDecimal(field.factor), let offset = ExactDecimal(field.offset),
      let scale = CANScale(factor: factor, offset: offset)
    else { return nil }
    let switches = conditions.compactMap { condition in
      CANBits(start: condition.field.start, count: condition.field.count, isBigEndian: false, kind: .unsigned).flatMap {
        CANCondition(bits: $0, ranges: [CANCondition.Values(first: condition.value, last: condition.value)])
      }
    }
    if switches.count != conditions.count { return nil }
    var kind = CANBits.Kind.unsigned
    if case .signed = field.form { kind = .signed }
    return CANField(
      group: group, start: field.start, count: field.count, kind: kind,
      reserved: field.reservedNumbers(message.standard), scale: scale, conditions: switches)
  }

  private enum Condition {
    case right(GroupField, UInt64)
    case wrong(expected: String)
  }

  /// Reads `1`, `apparent`, `source=sea` or `instance=1`.
  private static func condition(_ text: Substring, _ message: GroupMessage) -> Condition {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let word = parts[parts.count - 1]
    // A word alone is never one of a flag.
    var fields = message.fields.filter { $0.name == "instance" || !$0.words.isEmpty && $0.words[0].text != "off" }
    if parts.count == 2 { fields = message.fields.filter { $0.name == parts[0] } }
    for field in fields {
      if let found = field.words.first(where: { $0.text == word }) { return .right(field, UInt64(found.number)) }
      // A number alone is an instance.
      guard parts.count == 2 || field.name == "instance", let number = UInt64(word), case .unsigned = field.form else {
        continue
      }
      let limit: UInt64 = 1 << UInt64(field.count)
      return number < limit ? .right(field, number) : .wrong(expected: "a number below \(limit)")
    }
    let words = fields.flatMap { field in
      field.words.map(\.text) + (field.name == "instance" ? ["the number of an instance"] : [])
    }
    if words.isEmpty {
      let names = message.fields.map(\.name).joined(separator: ", ")
      return .wrong(expected: parts.count == 2 ? "one of the fields \(names), and its number" : "no brackets")
    }
    return .wrong(expected: words.joined(separator: ", "))
  }

  // MARK: Without names

  /// Reads `130820#8:16le*0.1`: bits of the messages of a number.
  private func compileRaw(_ text: Substring, _ senders: GroupSenders) -> CANAddressResult {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard Self.isNumber(parts[0]), let number = UInt32(parts[0]), senders.group(number, .frames) != nil else {
      return .wrong(found: String(parts[0]), expected: "a parameter group from 1024 to 262143, as 127488")
    }
    let message = Self.message(parts[0])
    switch CANRawAddress.place(parts[1], limit: ParameterGroup.transportLimit) {
    case .wrong(let found, let expected): return .wrong(found: found, expected: expected)
    case .right(let place):
      // Who needs more than a frame sends fast packets on a boat.
      let isLong = place.start + place.count > 64
      var form: ParameterGroup.Form = number < 0x1F000 ? .transport : isLong ? .fastPackets : .frames
      if let message { form = message.isFast ? .fastPackets : .frames }
      guard let group = senders.group(number, form),
        let field = CANField(
          group: group, start: place.start, count: place.count, isBigEndian: place.isBigEndian, kind: place.kind,
          scale: place.scale)
      else {
        let limit = form == .fastPackets ? ParameterGroup.fastLimit : ParameterGroup.transportLimit
        return .wrong(found: "bits from \(place.start) on", expected: "bits within \(limit) bytes")
      }
      return .right(CANAddress(fields: [field], unit: "", range: nil, values: []))
    }
  }
}
