// Stage: sources. Input: the address of an output in the short form of the host. Output: its messages.
//
//   101:5:set/x1:5:value0:      QoS 1, not retained; then topics, members and words: how many, and each with its length
import PanelSignals

/// The destination of a control's values.
///
/// A message is the number, `21.5`, or one of the words that stand for 0, 1, 2 and so on. Where there is a member, it is
/// that member of a JSON object: `{"value": 21.5}`, `{"state": "ON"}`.
public struct MQTTOutput: Equatable, Sendable {
  /// Without `+` and `#`; 1...65535 bytes.
  public let topic: [UInt8]
  /// 0 or 1.
  public let qos: UInt8
  /// Whether the broker keeps the message for those who come later.
  public let isRetained: Bool
  /// The names around the value, from the outermost on.
  public let members: [[UInt8]]
  public let words: [[UInt8]]

  public init(
    topic: [UInt8], qos: UInt8 = 1, isRetained: Bool = false, members: [[UInt8]] = [], words: [[UInt8]] = []
  ) {
    (self.topic, self.qos, self.isRetained) = (topic, min(1, qos), isRetained)
    (self.members, self.words) = (members, words)
  }

  /// Reads the short form; `nil` where it is none.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count > 2, bytes[0] & 0xFE == 48, bytes[1] & 0xFE == 48 else { return nil }
    var place = 2
    guard let parts = Self.readParts(bytes, at: &place), let topic = parts.first, !topic.isEmpty,
      let members = Self.readParts(bytes, at: &place), let words = Self.readParts(bytes, at: &place),
      place == bytes.count
    else { return nil }
    self.init(topic: topic, qos: bytes[0] - 48, isRetained: bytes[1] == 49, members: members, words: words)
  }

  /// The short form.
  public var text: String {
    let flags: [UInt8] = [48 + qos, isRetained ? 49 : 48]
    return String(decoding: flags + Self.parts([topic]) + Self.parts(members) + Self.parts(words), as: UTF8.self)
  }

  private static func parts(_ parts: [[UInt8]]) -> [UInt8] {
    var bytes = decimalDigits(parts.count) + [58]
    for part in parts { bytes += decimalDigits(part.count) + [58] + part }
    return bytes
  }

  /// Their number, and each with its length before it.
  private static func readParts(_ bytes: [UInt8], at place: inout Int) -> [[UInt8]]? {
    guard let count = readCount(bytes, at: &place) else { return nil }
    var parts: [[UInt8]] = []
    for _ in 0..<count {
      guard let length = readCount(bytes, at: &place), length <= bytes.count - place else { return nil }
      parts.append(Array(bytes[place..<place + length]))
      place += length
    }
    return parts
  }

  /// The payload for a value; `nil` where there are words and none is that value's.
  public func payload(of value: Fixed64) -> [UInt8]? {
    var payload: [UInt8] = []
    for member in members { payload += [123, 34] + member + [34, 58] }
    if words.isEmpty {
      payload += Array(NumberFormat.shortest(value, most: 6).text(of: value).utf8)
    } else {
      let number = value.rounded
      if !words.indices.contains(number) || value != Fixed64(number) { return nil }
      payload += members.isEmpty ? words[number] : [34] + words[number] + [34]
    }
    for _ in members { payload.append(125) }
    return payload
  }
}
