// Stage: description of sources. Messages of a DBC file that belong to J1939 are found by their parameter groups.
import PanelSources

extension DBCReader {
  /// Gives messages of J1939 their parameter groups, and reports messages that are too long.
  mutating func setGroups() {
    var numbers: [UInt32: Int] = [:]
    let places = file.messages.indices.filter { isJ1939($0) }
    for place in places { numbers[MessageHeader(id: file.messages[place].id.number).number, default: 0] += 1 }
    for place in places {
      let (header, length) = (MessageHeader(id: file.messages[place].id.number), file.messages[place].length)
      // Messages of one group are told apart by their senders. FE is nobody's address.
      let isOne = numbers[header.number] == 1 || header.source == 0xFE
      let form: ParameterGroup.Form =
        length <= 8 ? .frames : Self.isOfBoat(header.number) ? .fastPackets : .transport
      file.messages[place].group = ParameterGroup(header.number, source: isOne ? nil : header.source, form: form)
    }
    for message in file.messages {
      let limit = message.group?.limit ?? 64
      if message.length > limit {
        report(message.line, "a message of \(message.length) bytes", "\(limit) bytes at most")
      }
    }
  }

  /// Whether the attribute VFrameFormat says so, or where the file has none, the address FE of nobody.
  private func isJ1939(_ place: Int) -> Bool {
    let id = file.messages[place].id
    if !id.isExtended { return false }
    if let format = formats[place] ?? usualFormat { return format == "J1939PG" }
    return id.number & 0xFF == 0xFE
  }

  /// The numbers of NMEA 2000.
  private static func isOfBoat(_ number: UInt32) -> Bool { number >= 0x1F000 && number < 0x20000 }

  mutating func makeField(_ message: DBCMessage, _ index: Int, _ group: ParameterGroup) -> CANField? {
    let signal = message.signals[index]
    let isBoat = Self.isOfBoat(group.number)
    // J1939 has no reserved numbers with a sign.
    let reserved: ReservedNumbers =
      signal.kind == .float || signal.kind == .signed && !isBoat
      ? .none : GroupField.reservedNumbers(isBoat ? .nmea2000 : .j1939, count: signal.count)
    guard let scale = makeScale(signal), let conditions = conditions(message, index) else { return nil }
    let field = CANField(
      group: group, start: signal.start, count: signal.count, isBigEndian: signal.isBigEndian, kind: signal.kind,
      reserved: reserved, scale: scale, conditions: conditions)
    guard let field, field.byteCount <= message.length else {
      report(
        signal.line, "\(signal.name), which goes beyond its message's end",
        "bits within the \(message.length) bytes of \(message.name)")
      return nil
    }
    return field
  }
}
