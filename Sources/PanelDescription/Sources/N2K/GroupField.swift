// Stage: description of sources. Messages of J1939 and NMEA 2000 that have names.
import PanelSources

/// A message of a parameter group, with the fields that have names.
package struct GroupMessage: Sendable {
  package enum Standard: Sendable { case j1939, nmea2000 }

  package let number: UInt32
  package let name: String
  let standard: Standard
  package let isFast: Bool
  package let fields: [GroupField]

  init(_ number: UInt32, _ name: String, _ standard: Standard, isFast: Bool = false, _ fields: [GroupField]) {
    (self.number, self.name, self.standard) = (number, name, standard)
    (self.isFast, self.fields) = (isFast, fields)
  }
}

/// A named field of a message.
package struct GroupField: Sendable {
  package enum Form: Sendable {
    case unsigned, signed
    /// A part of the trouble codes, by its number in an address's short form.
    case troubleCodes(Int)
  }

  package let name: String
  /// The lowest bit, and how many there are.
  package let start, count: Int
  package let form: Form
  /// Decimals.
  package let factor, offset: String
  /// Its name among the units of panel files; empty for none.
  package let unit: String
  /// The words of its numbers.
  package let words: [(number: Int64, text: String)]
  /// The field that has to be chosen by a word in brackets: its values mean different things.
  let choice: String?
  /// `nil` for those of the message's standard.
  let reserved: ReservedNumbers?
  package let summary: String

  init(
    _ name: String, _ start: Int, _ count: Int, _ form: Form, _ factor: String, _ offset: String, _ unit: String,
    words: [(Int64, String)] = [], choice: String? = nil, reserved: ReservedNumbers? = nil, _ summary: String
  ) {
    (self.name, self.start, self.count, self.form) = (name, start, count, form)
    (self.factor, self.offset, self.unit, self.summary) = (factor, offset, unit, summary)
    (self.words, self.choice, self.reserved) = (words, choice, reserved)
  }

  /// A whole number without a unit.
  init(
    _ name: String, _ start: Int, _ count: Int, words: [(Int64, String)] = [], reserved: ReservedNumbers? = nil,
    _ summary: String
  ) {
    self.init(name, start, count, .unsigned, "1", "0", "", words: words, reserved: reserved, summary)
  }

  /// The raw numbers without a value.
  func reservedNumbers(_ standard: GroupMessage.Standard) -> ReservedNumbers {
    if let reserved { return reserved }
    return Self.reservedNumbers(standard, count: count)
  }

  /// One bit is always a value, and of two bits NMEA 2000 reserves only the largest number.
  static func reservedNumbers(_ standard: GroupMessage.Standard, count: Int) -> ReservedNumbers {
    if count == 1 { return .none }
    if standard == .j1939 { return .j1939 }
    return count == 2 ? .largest : .nmea2000
  }
}
