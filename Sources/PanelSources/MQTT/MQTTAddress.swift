// Stage: sources. Input: addresses in the short form that the host writes. Output: their parts.
//
//   v7:battery            the whole payload of the topic `battery`
//   j7:batterycells[3].u  a member of its JSON
//   p4:temp* °C           the word of a pattern in its text
//   t13:solar/+/power1    the text of the first `+` of the topic

/// An address of a value: a topic, or a filter with `+`, and the value's place in a message.
public struct MQTTAddress: Equatable, Sendable {
  /// The place of a value in a message. The letter of the short form.
  public enum Field: UInt8, Sendable {
    /// The whole payload: a number, a word or a text, or a JSON text of one value.
    case payload = 118
    /// A member or an element of the payload's JSON, by the name that ``JSONReader`` gives it.
    case member = 106
    /// A word of the payload, found by a ``FieldPattern``.
    case pattern = 112
    /// The text in the place of a `+` of the topic.
    case level = 116
  }

  /// The longest topic of MQTT, in bytes.
  public static var topicLimit: Int { 65535 }

  /// In UTF-8; 1...``topicLimit`` bytes.
  public let topic: [UInt8]
  public let field: Field
  /// The member's name, the pattern, or the number of the `+`, from 1 on, in digits.
  public let detail: [UInt8]

  /// - Parameter topic: 1...``topicLimit`` bytes.
  public init(topic: [UInt8], _ field: Field = .payload, _ detail: [UInt8] = []) {
    (self.topic, self.field, self.detail) = (topic, field, detail)
  }

  /// Reads the short form; `nil` where it is none.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    var place = 1
    guard let letter = bytes.first, let field = Field(rawValue: letter),
      let count = readCount(bytes, at: &place), count > 0, count <= bytes.count - place
    else { return nil }
    self.field = field
    topic = Array(bytes[place..<place + count])
    detail = Array(bytes[(place + count)...])
    switch field {
    case .payload: if !detail.isEmpty { return nil }
    case .member: if detail.isEmpty { return nil }
    case .pattern: if detail.isEmpty || !FieldPattern(String(decoding: detail, as: UTF8.self)).isValid { return nil }
    case .level: if level == nil { return nil }
    }
  }

  /// The short form.
  public var text: String { String(decoding: shortForm, as: UTF8.self) }

  private var shortForm: [UInt8] { [field.rawValue] + decimalDigits(topic.count) + [58] + topic + detail }

  /// Whether a level of the topic is a `+`.
  public var isFilter: Bool { plusCount > 0 }

  /// The number of the `+` whose text is the value, from 1 on; `nil` for another field, or without such a `+`.
  public var level: Int? {
    var place = 0
    guard field == .level, let number = readCount(detail + [58], at: &place), place == detail.count + 1, number > 0,
      number <= plusCount
    else { return nil }
    return number
  }

  private var plusCount: Int {
    var count = 0
    for byte in topic where byte == UInt8(ascii: "+") { count += 1 }
    return count
  }
}

/// The sign that the other side is there: a payload, usually `online`, that its will takes away.
///
/// The short form is `6:onlinev14:bridge/status`: the payload and the address that has it.
public struct MQTTAlive: Equatable, Sendable {
  public let address: MQTTAddress
  public let payload: [UInt8]

  public init(_ address: MQTTAddress, _ payload: [UInt8]) { (self.address, self.payload) = (address, payload) }

  /// Reads the short form; `nil` where it is none.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    var place = 0
    guard let count = readCount(bytes, at: &place), count <= bytes.count - place,
      let address = MQTTAddress(String(decoding: bytes[(place + count)...], as: UTF8.self))
    else { return nil }
    self.init(address, Array(bytes[place..<place + count]))
  }

  /// The short form.
  public var text: String {
    String(decoding: decimalDigits(payload.count) + [58] + payload, as: UTF8.self) + address.text
  }
}

/// Reads a number of five digits at most and the colon behind it.
func readCount(_ bytes: [UInt8], at place: inout Int) -> Int? {
  let start = place
  var count = 0
  while place < bytes.count, place - start < 5, bytes[place] >= 48, bytes[place] <= 57 {
    count = count * 10 + Int(bytes[place] - 48)
    place += 1
  }
  if place == start || place >= bytes.count || bytes[place] != 58 || count > MQTTAddress.topicLimit { return nil }
  place += 1
  return count
}

/// - Parameter number: from 0 on.
func decimalDigits(_ number: Int) -> [UInt8] {
  var digits: [UInt8] = []
  var rest = number
  repeat {
    digits.append(48 + UInt8(rest % 10))
    rest /= 10
  } while rest > 0
  return digits.reversed()
}
