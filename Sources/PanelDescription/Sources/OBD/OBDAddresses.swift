// Stage: description of sources. Input: an address of OBD-II as a person writes it. Output: its short form, or the wrong part.
import PanelSources

/// Reads `EngineSpeed`, `RPM`, `01 0C`, `01 A6#7:32be*0.1`, `VIN` and `codes`, with `@7E8` and `every 100ms` behind each.
package struct OBDAddresses {
  /// The message for a source that does not say so.
  package static var asksExpected: String { "asks: true: a panel on this bus sends" }

  /// The name among others that was probably meant.
  let nearest: (String, [String]) -> String?

  package init(nearest: @escaping (String, [String]) -> String?) { self.nearest = nearest }

  /// Values that are texts, or counts of codes.
  private static let others: [(name: String, mode: UInt8, pid: UInt8, value: OBDAddress.Value)] = [
    ("VIN", 9, 2, .text), ("CalibrationID", 9, 4, .text), ("ECUName", 9, 10, .text),
    ("codes", 3, 0, .text), ("code_count", 3, 0, .count),
    ("pending_codes", 7, 0, .text), ("pending_count", 7, 0, .count),
    ("permanent_codes", 10, 0, .text), ("permanent_count", 10, 0, .count),
  ]

  package enum Answer {
    case right(OBDAddress, unit: String?, words: [(number: Int64, text: String)])
    case wrong(found: String, expected: String)
  }

  package func compile(_ address: String) -> Answer {
    var text = address[...]
    var interval: Int?
    if let (rest, time) = Self.cut(text, " every ") {
      guard let number = Self.milliseconds(time) else {
        return .wrong(found: "every \(time)", expected: "a time of 10ms to 1h, as every 100ms")
      }
      (text, interval) = (rest, number)
    }
    var ecu = -1
    if let (rest, id) = Self.cut(text, "@") {
      guard let byte = Self.ecu(id) else {
        return .wrong(
          found: "@\(id)", expected: "the id of its answers, as @7E8, of 29 bits @18DAF110, of an old bus @10")
      }
      (text, ecu) = (rest, byte)
    }
    let name = String(text)
    func right(
      _ mode: UInt8, _ pid: UInt8, _ value: OBDAddress.Value, _ unit: String = "", _ words: [(Int64, String)] = []
    )
      -> Answer
    {
      let shown = ecu < 0 ? name : String(address.prefix { $0 != " " })
      guard
        let result = OBDAddress(
          mode: mode, pid: pid, value, ecu: ecu, interval: interval,
          name: Array((name.contains(" ") ? name : shown).utf8))
      else { return .wrong(found: "'\(name)'", expected: Self.expected) }
      return .right(result, unit: unit.isEmpty ? nil : unit, words: words.map { ($0.0, $0.1) })
    }
    if let other = Self.others.first(where: { $0.name == name }) { return right(other.mode, other.pid, other.value) }
    let words = name.split(separator: " ", omittingEmptySubsequences: false)
    if words.count == 2 { return byNumber(words[0], words[1], right) }
    guard let value = OBDTable.values.first(where: { $0.name == name || $0.shortName == name && !name.isEmpty }) else {
      let names = OBDTable.values.flatMap { [$0.name, $0.shortName] } + Self.others.map(\.name)
      return .wrong(
        found: "the value '\(name)'", expected: nearest(name, names.filter { !$0.isEmpty }) ?? Self.expected)
    }
    return of(value, right)
  }

  private static var expected: String { "a name, as EngineSpeed or RPM, or mode and PID, as 01 0C" }

  private typealias Maker = (UInt8, UInt8, OBDAddress.Value, String, [(Int64, String)]) -> Answer

  private func of(_ value: OBDValue, _ right: Maker) -> Answer {
    guard let bits = value.bits, let scale = value.scale else {
      return .wrong(found: value.name, expected: Self.expected)
    }
    return right(1, value.pid, .number(bits, scale), value.unit, value.words.map { ($0.number, $0.text) })
  }

  /// `01 0C`, or `01 0C#7:16be*0.25`.
  private func byNumber(_ mode: Substring, _ rest: Substring, _ right: Maker) -> Answer {
    guard mode == "01" else {
      return .wrong(found: "the mode '\(mode)'", expected: "01, as 01 0C; VIN and codes by name")
    }
    let digits = rest.prefix { $0 != "#" }
    guard digits.count == 2, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }), let pid = UInt8(digits, radix: 16)
    else {
      return .wrong(found: "the PID '\(digits)'", expected: "two digits, as 0C")
    }
    if rest.count > 2 {
      // The bits and the scale are those of an address of CAN.
      switch CANRawAddress.compile("000" + rest.dropFirst(2)) {
      case .right(let compiled):
        return right(1, pid, .number(compiled.fields[0].bits, compiled.fields[0].scale), "", [])
      case .wrong(let found, let expected):
        return .wrong(found: found.hasPrefix("000#") ? String(rest) : found, expected: expected)
      }
    }
    let known = OBDTable.values.filter { $0.pid == pid }
    if known.count == 1 { return of(known[0], right) }
    let names = known.map(\.name).joined(separator: ", ")
    return .wrong(
      found: "the PID \(digits), which has \(known.isEmpty ? "no name" : "several values")",
      expected: known.isEmpty ? "its bits, as 01 \(digits)#7:16be" : names)
  }

  /// The parts around a separator; `nil` without one.
  private static func cut(_ text: Substring, _ separator: String) -> (Substring, Substring)? {
    let parts = text.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }

  /// A time of ``OBDAddress/intervals``.
  static func milliseconds(_ text: Substring) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let factors = ["ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000]
    guard digits.count <= 7, let number = Int(digits), let factor = factors[String(text.dropFirst(digits.count))] else {
      return nil
    }
    return OBDAddress.intervals.contains(number * factor) ? number * factor : nil
  }

  private static func ecu(_ id: Substring) -> Int? {
    guard id.allSatisfy({ $0.isASCII && $0.isHexDigit }), let number = Int(id, radix: 16) else { return nil }
    switch id.count {
    case 2: return number
    case 3: return number >> 3 == 0x7E8 >> 3 ? number & 255 : nil
    case 8: return number >> 8 == 0x18_DAF1 ? number & 255 : nil
    default: return nil
    }
  }
}

extension OBDAddresses: AddressReader {
  func read(_ address: String) -> AddressReading {
    switch compile(address) {
    case .right(let found, let unit, let words):
      var isText = false
      if case .text = found.value { isText = true }
      return .right(CompiledAddress(text: found.text, unit: unit, isText: isText, words: words))
    case .wrong(let found, let expected): return .wrong(found: found, expected: expected)
    }
  }

  func readOutput(_ address: String) -> AddressReading {
    .wrong(found: "a car takes no values", expected: "a source of another kind")
  }
}

extension SourceCompiler {
  static let obd = SourceCompiler(kind: "obd") { source in
    if source.text("asks") != "true" {
      source.report(
        source.text("asks") == nil ? "obd" : "asks", "a source that may not ask has no values",
        expected: "asks: true: a panel on this bus sends")
    }
    return OBDAddresses(nearest: source.nearest)
  }
}
