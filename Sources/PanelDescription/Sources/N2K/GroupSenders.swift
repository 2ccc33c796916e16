// Stage: description of sources. The senders of messages, as a person writes them behind an address.
import PanelSources

/// `@35`, `>255` and `^3`: the source address, the destination and the priority of a message, each of them or none.
struct GroupSenders: Equatable {
  private(set) var source, destination, priority: UInt8?

  static var expected: String {
    "@SOURCE, then >DESTINATION, then ^PRIORITY behind an address: numbers up to 255, the priority up to 7"
  }

  var areAny: Bool { self == GroupSenders() }

  private init() {}

  /// Cuts the senders from the end of an address.
  /// - Returns: `nil` where they are wrong.
  init?(cutFrom address: inout Substring) {
    guard let start = address.firstIndex(where: { "@>^".contains($0) }) else { return }
    var rest = address[start...]
    address = address[..<start]
    guard let source = Self.take("@", 255, &rest), let destination = Self.take(">", 255, &rest),
      let priority = Self.take("^", 7, &rest), rest.isEmpty
    else { return nil }
    (self.source, self.destination, self.priority) = (source.number, destination.number, priority.number)
  }

  /// - Returns: `nil` where something else follows the sign.
  private static func take(_ sign: Character, _ limit: UInt8, _ rest: inout Substring) -> (
    number: UInt8?, isRight: Bool
  )? {
    if rest.first != sign { return (nil, true) }
    let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
    guard let number = UInt8(digits), number <= limit else { return nil }
    rest = rest[digits.endIndex...]
    return (number, true)
  }

  func group(_ number: UInt32, _ form: ParameterGroup.Form) -> ParameterGroup? {
    ParameterGroup(number, source: source, destination: destination, priority: priority, form: form)
  }
}
