// Stage: description of sources. Input: the address of a control on a CAN bus as a person wrote it. Output: the field that a
// device sends, or the wrong part.
import PanelSources

package enum CANOutputResult {
  case right(CANOutput)
  case wrong(found: String, expected: String)
}

extension CANAddresses {
  /// Compiles `MESSAGE.SIGNAL`, or `1A0#0:16le`, with `once` or `cyclic 100ms` behind it. Without a DBC file the message has
  /// 8 bytes, or those of `length 4`.
  package func compileOutput(_ address: String) -> CANOutputResult {
    if !sends {
      return .wrong(
        found: "a source that only listens", expected: "sends: true in the source: a panel on this bus sends")
    }
    var words = address.split(separator: " ", omittingEmptySubsequences: false)
    let name = String(words.removeFirst())
    var (interval, length): (Int?, Int?)
    while let word = words.first {
      words.removeFirst()
      switch word {
      case "once" where interval == nil: interval = 0
      case "cyclic" where interval == nil:
        guard let number = words.first.flatMap({ OBDAddresses.milliseconds($0) }) else {
          return .wrong(
            found: "cyclic " + (words.first ?? ""), expected: "a time of 10ms to 1h, as cyclic 100ms")
        }
        interval = number
        words.removeFirst()
      case "length" where length == nil:
        guard let number = words.first.flatMap({ Int($0) }), (1...8).contains(number) else {
          return .wrong(found: "length " + (words.first ?? ""), expected: "1 to 8 bytes, as length 4")
        }
        length = number
        words.removeFirst()
      default: return .wrong(found: "'\(word)'", expected: "once, cyclic TIME or length BYTES")
      }
    }
    switch compile(name) {
    case .right(let found): return output(name, found.fields, length, interval ?? 0)
    case .wrong(let found, let expected): return .wrong(found: found, expected: expected)
    }
  }

  private func output(_ name: String, _ fields: [CANField], _ length: Int?, _ interval: Int) -> CANOutputResult {
    let field = fields[0]
    let ids = fields.map(\.id.rawValue)
    let messages = (file?.messages ?? []).filter { ids.contains($0.id.rawValue) }
    if fields.count > 1 {
      let names = messages.prefix(4).map { $0.name + "." + name } + (messages.count > 4 ? ["…"] : [])
      return .wrong(
        found: "\(name), in \(fields.count) messages", expected: "one of " + names.joined(separator: ", "))
    }
    if let group = field.group, group.number == Self.switchControl {
      return switchCommand(name, field, group, hasWords: length != nil || interval != 0)
    }
    if field.group != nil {
      return .wrong(
        found: "\(name), a message of J1939 or NMEA 2000",
        expected: "SwitchBankControl[0].switch1, or a message by its id: the others are only read")
    }
    let message = messages.first
    if let message, let length, length != message.length {
      return .wrong(
        found: "length \(length)", expected: "\(message.length), as \(message.name) has it in the DBC file")
    }
    let bytes = message?.length ?? length ?? 8
    if bytes > 8 {
      return .wrong(found: "a message of \(bytes) bytes", expected: "8 at most: frames of CAN FD are only read")
    }
    if field.byteCount > bytes {
      return .wrong(found: "bits beyond the message's \(bytes) bytes", expected: "bits 0 to \(bytes * 8 - 1)")
    }
    guard let output = CANOutput(field, length: bytes, interval: interval) else {
      return .wrong(
        found: field.bits.kind == .float ? "a float with a factor to send" : "a factor of 2⁶³ and more",
        expected: field.bits.kind == .float ? "a float as it is" : "a smaller one")
    }
    return .right(output)
  }

  // MARK: Switches of NMEA 2000

  /// PGN 127502.
  private static var switchControl: UInt32 { 127502 }

  /// One switch of a bank, in a message that leaves the others as they are.
  /// - Parameter hasWords: whether something stands behind the address.
  private func switchCommand(
    _ name: String, _ field: CANField, _ group: ParameterGroup, hasWords: Bool
  ) -> CANOutputResult {
    guard let sender else {
      return .wrong(
        found: "a switch command without a sender", expected: "address: 0 to 251 in the source, as address: 42")
    }
    let bank = field.conditions.first
    guard field.bits.count == 2, field.conditions.count == 1, let bank, bank.bits.start == 0, bank.bits.count == 8
    else {
      return .wrong(found: name, expected: "a switch and the instance of its bank, as SwitchBankControl[0].switch3")
    }
    if hasWords || group.source != nil || group.destination != nil || group.priority != nil {
      return .wrong(found: "words behind a switch", expected: "none: it is sent once, to all, with the priority 3")
    }
    let number = 3 << 26 | group.number << 8 | UInt32(sender)
    guard let id = CANID(number, isExtended: true),
      let command = CANField(id: id, bits: field.bits, conditions: field.conditions),
      let output = CANOutput(command, length: 8, isSwitch: true)
    else { return .wrong(found: name, expected: "a switch from 1 to 28") }
    return .right(output)
  }
}
