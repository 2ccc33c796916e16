// Stage: description. A field of a sentence that has a name.
import PanelSources

/// A named field of a sentence, with its unit and the way it is read.
package struct SentenceField: Sendable {
  package let sentence: String
  /// Behind the point of an address.
  package let name: String
  package let number: UInt8
  package let form: SentenceAddress.Form
  /// Its name among the units of panel files; `nil` for a text.
  package let unit: String?
  package let conditions: [SentenceAddress.Condition]
  package let summary: String

  /// - Parameters:
  ///   - unit: empty for a text.
  ///   - letter: the letter of the unit in the next field. Some devices leave it out.
  ///   - picks: a field, and its letter where the sentence has this value.
  ///   - fails: a field of this value's own, with V where the value is failed.
  ///   - isStatus: whether the value is read though the sentence is not valid.
  init(
    _ sentence: String, _ name: String, _ number: UInt8, _ form: SentenceAddress.Form, _ unit: String,
    letter: Unicode.Scalar? = nil, picks: (field: UInt8, letter: Unicode.Scalar)? = nil, fails: UInt8? = nil,
    isStatus: Bool = false, _ summary: String
  ) {
    (self.sentence, self.name, self.number, self.form) = (sentence, name, number, form)
    (self.unit, self.summary) = (unit.isEmpty ? nil : unit, summary)
    var conditions: [SentenceAddress.Condition] = []
    if let letter { conditions.append(Self.condition(.unit, number + 1, letter)) }
    if let picks { conditions.append(Self.condition(.picks, picks.field, picks.letter)) }
    if let fails { conditions.append(Self.condition(.fails, fails, "V")) }
    self.conditions = isStatus ? conditions : conditions + Self.failures(of: sentence)
  }

  static func condition(
    _ test: SentenceAddress.Condition.Test, _ field: UInt8, _ letter: Unicode.Scalar
  ) -> SentenceAddress.Condition {
    SentenceAddress.Condition(test, field, UInt8(ascii: letter))
  }

  /// The fields that say whether the talker believes a sentence. Some sentences have none.
  static func failures(of sentence: String) -> [SentenceAddress.Condition] {
    func fails(_ field: UInt8, _ letter: Unicode.Scalar) -> SentenceAddress.Condition {
      condition(.fails, field, letter)
    }
    switch sentence {
    case "RMC": return [fails(2, "V"), fails(12, "N")]
    case "GLL": return [fails(6, "V"), fails(7, "N")]
    case "GGA": return [fails(6, "0")]
    // One letter for each system of satellites.
    case "GNS": return [fails(6, "N")]
    case "VTG": return [fails(9, "N")]
    case "MWV", "RPM": return [fails(5, "V")]
    case "ROT": return [fails(2, "V")]
    case "APB": return [fails(1, "V"), fails(2, "V"), fails(15, "N")]
    case "XTE": return [fails(1, "V"), fails(2, "V"), fails(6, "N")]
    case "RMB": return [fails(1, "V"), fails(14, "N")]
    case "BWC": return [fails(13, "N")]
    default: return []
    }
  }
}
