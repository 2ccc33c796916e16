// Stage: sources. The value of a word.
import PanelSignals

/// The value of an address in a line.
public enum LineValue: Equatable, Sendable {
  case number(Fixed64)
  /// The source says that it has no value: `null`, or a value that is empty.
  case none
  /// The source says that its value is wrong: `nan`, `error`.
  case failed
  /// A word that is no number.
  case text
}

extension LineValue {
  /// The reading for a signal.
  @inline(__always)
  public var reading: Reading {
    switch self {
    case .number(let number): Reading(number)
    case .failed: Reading(.zero, .failed)
    case .none, .text: .none
    }
  }

  /// The value of a word.
  public init(word: Span<UInt8>) {
    if let number = Fixed64(decimal: word) {
      // A number that does not fit is held to the ends of the range: it is not shown as a value.
      self = number > .min && number < .max ? .number(number) : .failed
      return
    }
    let words: InlineArray<14, StaticString> = [
      "true", "on", "yes", "false", "off", "no", "null", "", "nan", "error", "inf", "-inf", "infinity", "-infinity",
    ]
    for index in words.indices where words[index].isEqual(ignoringCase: word) {
      self = index < 3 ? .number(1) : index < 6 ? .number(0) : index < 8 ? .none : .failed
      return
    }
    self = .text
  }
}

extension StaticString {
  /// Whether the bytes are this, in small or capital letters.
  func isEqual(ignoringCase bytes: Span<UInt8>) -> Bool {
    if bytes.count != utf8CodeUnitCount { return false }
    for index in bytes.indices {
      let letter = bytes[index]
      let small = letter >= 65 && letter <= 90 ? letter + 32 : letter
      if unsafe small != utf8Start[index] { return false }
    }
    return true
  }
}
