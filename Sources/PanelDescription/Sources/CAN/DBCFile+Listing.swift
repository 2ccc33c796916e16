// Description of sources. Input: a DBC file. Output: the part of a panel's description that reads all of it.
import PanelSignals
import PanelSources

extension DBCFile {
  /// A source and a signal for each of the file's, to be pasted into a description.
  /// - Parameter name: the file's name, as the description is to have it.
  package func listing(named name: String) -> String {
    var text = "sources:\n  bus: {can: can0, dbc: \(Self.quoted(name))}\nsignals:\n"
    var taken: Set<String> = []
    for message in messages {
      text += "  # \(message.name): \(message.id.text), \(message.length) bytes\n"
      for signal in message.signals where signal.field != nil {
        var key = Self.key(signal.name)
        if !taken.insert(key).inserted {
          key = Self.key(message.name) + "_" + key
          var number = 2
          let first = key
          while !taken.insert(key).inserted {
            key = "\(first)_\(number)"
            number += 1
          }
        }
        text += "  \(key): {from: bus/\(message.name).\(signal.name)\(Self.range(signal.range))}\(Self.note(signal))\n"
      }
    }
    return text
  }

  /// `EngineSpeed` as `engine_speed`.
  private static func key(_ name: String) -> String {
    var (key, former) = ("", Character("_"))
    for letter in name {
      if letter.isUppercase && (former.isLowercase || former.isNumber) { key += "_" }
      key += letter.lowercased()
      former = letter
    }
    guard let first = key.first, first.isLetter else { return "value_" + key }
    return key
  }

  private static func range(_ range: ClosedRange<Fixed64>?) -> String {
    guard let range, range.lowerBound < range.upperBound else { return "" }
    func text(_ value: Fixed64) -> String { NumberFormat.shortest(value, most: 6).text(of: value) }
    return ", range: \(text(range.lowerBound))..\(text(range.upperBound))"
  }

  /// The unit and the words, which the signal has from the file.
  private static func note(_ signal: DBCSignal) -> String {
    var parts = signal.unit.isEmpty ? [] : [signal.unit]
    parts += signal.valueTable.prefix(8).map {
      NumberFormat.shortest($0.value, most: 6).text(of: $0.value) + " " + $0.text
    }
    // A comment ends with its line.
    return parts.isEmpty
      ? "" : "  # " + parts.joined(separator: ", ").split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy {
      $0 | 32 >= 97 && $0 | 32 <= 122 || $0 >= 45 && $0 <= 57 || $0 == UInt8(ascii: "_")
    }
    return isPlain ? name : "\"" + name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
  }
}
