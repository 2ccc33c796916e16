// Stage: description. Input: the address of a sentence's field, as a person writes it. Output: its short form.
import PanelSources

/// An address that was looked up.
package enum SentenceAnswer {
  /// - Parameter unit: of the value, by its name among the units of panel files; `nil` for a text, and for a field by its
  ///   number.
  case right(SentenceAddress, unit: String?)
  case wrong(found: String, expected: String)
}

/// Makes addresses of what people write: `RMC.speed`, `GP:RMC.speed`, `GPRMC.speed`, `XYZ.3`, `XYZ.3.text`, `PGRMZ.1`,
/// `RPM.engine1`, `XDR.BARO`, `XDR.U:BATTERY`.
package struct SentenceCompiler {
  /// The name among others that was probably meant.
  let nearest: (String, [String]) -> String?

  package init(nearest: @escaping (String, [String]) -> String?) { self.nearest = nearest }

  package func compile(_ address: String) -> SentenceAnswer {
    guard let point = address.firstIndex(of: "."), let tag = Self.tag(address[..<point]) else {
      return .wrong(
        found: "the address '\(address)'",
        expected: nearest(address, Self.names) ?? "a sentence, a point and a field, as RMC.speed or XYZ.3")
    }
    let (sentence, field) = (String(tag.text.suffix(tag.talker == 0 ? 8 : 3)), address[address.index(after: point)...])
    if let first = field.utf8.first, first >= 48, first <= 57 { return numbered(tag, sentence, field) }
    switch sentence {
    case "XDR": return transducer(tag, field)
    case "RPM": return shaft(tag, field)
    default: return named(tag, sentence, field)
    }
  }

  /// `RMC`, `GPRMC`, `GP:RMC` or `PGRMZ`.
  private static func tag(_ text: Substring) -> SentenceTag? {
    var letters = Array(text.utf8)
    if let colon = letters.firstIndex(of: 58) {
      if colon != 2 || letters.count != 6 || letters[0] == UInt8(ascii: "P") { return nil }
      letters.remove(at: colon)
    }
    return SentenceTag(address: letters.span)
  }

  private static let names = SentenceTable.fields.map { $0.sentence + "." + $0.name }

  private func named(_ tag: SentenceTag, _ sentence: String, _ name: Substring) -> SentenceAnswer {
    let fields = SentenceTable.fields.filter { $0.sentence == sentence }
    if let field = fields.first(where: { $0.name == name }) {
      return .right(SentenceAddress(tag, field.number, field.form, field.conditions), unit: field.unit)
    }
    if fields.isEmpty {
      let number = "a number for the field of another sentence, as \(sentence).3"
      let meant = nearest(sentence, SentenceTable.sentences)
      return .wrong(found: "the sentence '\(sentence)'", expected: meant.map { "\($0), or \(number)" } ?? number)
    }
    return unknown(name, of: sentence, among: fields.map(\.name))
  }

  private func unknown(_ name: Substring, of sentence: String, among names: [String]) -> SentenceAnswer {
    let meant = nearest(String(name), names)
    return .wrong(
      found: "the field '\(name)' of \(sentence)",
      expected: meant ?? names.joined(separator: ", ") + " or a field's number")
  }

  // MARK: By number

  private static let forms: [(name: String, form: SentenceAddress.Form)] = [
    ("number", .number), ("signed", .signed), ("position", .position), ("time", .time), ("date", .date),
    ("text", .text), ("flag", .flag),
  ]

  /// `3` or `3.text`.
  private func numbered(_ tag: SentenceTag, _ sentence: String, _ text: Substring) -> SentenceAnswer {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = Int(parts[0]), number >= 1, number <= SentenceAddress.fieldLimit else {
      return .wrong(found: "the field '\(parts[0])'", expected: "a number from 1 to \(SentenceAddress.fieldLimit)")
    }
    let form = parts.count == 1 ? "number" : String(parts[1])
    guard let form = Self.forms.first(where: { $0.name == form })?.form else {
      let names = Self.forms.map(\.name)
      return .wrong(found: "the form '\(form)'", expected: nearest(form, names) ?? names.joined(separator: ", "))
    }
    // A field that says whether the sentence is valid is not failed by itself.
    let failures = SentenceField.failures(of: sentence)
    let isStatus = failures.contains { $0.field == number }
    return .right(SentenceAddress(tag, UInt8(number), form, isStatus ? [] : failures), unit: nil)
  }

  // MARK: Names with a part of their own

  /// `BARO`, or `P:BARO` with the transducer's type.
  private func transducer(_ tag: SentenceTag, _ text: Substring) -> SentenceAnswer {
    var (type, name) = (UInt8(ascii: "*"), Array(text.utf8))
    if name.count >= 2, name[1] == UInt8(ascii: ":") {
      type = name[0]
      name.removeFirst(2)
    }
    let isType = type == UInt8(ascii: "*") || (type >= 65 && type <= 90)
    let reserved = Array(",*$!\\".utf8)
    let isName =
      !name.isEmpty && name.count <= SentenceAddress.nameLimit && name.first != 32 && name.last != 32
      && name.allSatisfy { $0 >= 32 && $0 < 127 && !reserved.contains($0) }
    if !isType || !isName {
      return .wrong(
        found: "the transducer '\(text)'",
        expected: "its name as the device sends it, or its type and name, as XDR.BARO or XDR.P:BARO")
    }
    return .right(
      SentenceAddress(tag, 0, .transducer, transducerType: type, transducerName: name), unit: nil)
  }

  /// `engine1`, `shaft2`, `engine1_pitch`.
  private func shaft(_ tag: SentenceTag, _ text: Substring) -> SentenceAnswer {
    let sources: [(word: String, letter: Unicode.Scalar)] = [("engine", "E"), ("shaft", "S")]
    for (word, letter) in sources where text.hasPrefix(word) {
      let parts = text.dropFirst(word.count).split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
      let isPitch = parts.count == 2
      guard let number = UInt8(parts[0]), parts[0].utf8.first != 43, number <= 99, !isPitch || parts[1] == "pitch"
      else { break }
      let conditions = [SentenceField.condition(.picks, 1, letter), SentenceAddress.Condition(.counts, 2, number)]
      return .right(
        SentenceAddress(tag, isPitch ? 4 : 3, .number, conditions + SentenceField.failures(of: "RPM")),
        unit: isPitch ? "percent" : "rpm")
    }
    let names = ["engine0", "engine1", "shaft0", "shaft1", "engine1_pitch", "shaft1_pitch"]
    return .wrong(
      found: "the field '\(text)' of RPM",
      expected: nearest(String(text), names) ?? "engine or shaft and a number, as engine1 or shaft1_pitch")
  }
}
