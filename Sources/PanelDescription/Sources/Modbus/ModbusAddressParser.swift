// Stage: description of sources. Input: an address of Modbus as a person wrote it. Output: its field, or the wrong part.
import PanelSources

/// Reads one address, word by word.
struct ModbusAddressParser {
  private let nearest: (String, [String]) -> String?
  private let isOutput: Bool
  private var words: [Substring]
  private var place = 0

  private var unit: UInt8?
  private var table = ModbusTable.holdingRegisters
  private var address = 0
  private var type: ModbusType?
  private var bits: ClosedRange<Int>?
  private var letters: Int?
  private var order: (words: Bool, bytes: Bool)?
  private var scale = ""
  private var isSunSpec = false
  private var isMultiple = false
  private var interval: UInt32?

  init(_ text: String, isOutput: Bool, nearest: @escaping (String, [String]) -> String?) {
    (words, self.isOutput, self.nearest) = (text.split(separator: " "), isOutput, nearest)
  }

  mutating func field() throws(ModbusFault) -> ModbusField {
    try readPlace()
    while let word = next() { try readOption(word) }
    return try made()
  }

  private mutating func next() -> Substring? {
    if place == words.count { return nil }
    place += 1
    return words[place - 1]
  }

  // MARK: The place

  private mutating func readPlace() throws(ModbusFault) {
    let expected = "a table and a number, as holding 0, or a number as 40001"
    guard var word = next() else { throw ModbusFault("an address without a register", expected) }
    if word == "unit" {
      guard let text = next(), let number = UInt8(text) else {
        throw ModbusFault("'unit' without a number", "a number from 0 to 255 behind it, as unit 3")
      }
      unit = number
      guard let other = next() else { throw ModbusFault("'unit \(number)' alone", expected + " behind it") }
      word = other
    }
    if let known = ModbusWords.tables.first(where: { $0.word == word }) {
      table = known.table
      guard let text = next(), let number = Self.number(text), number < 65536 else {
        throw ModbusFault(
          "'\(words[..<place].joined(separator: " "))'", "a number from 0 to 65535 behind it, as \(word) 12")
      }
      address = number
    } else if word.allSatisfy({ $0.isASCII && $0.isNumber }) {
      try readPrinted(word)
    } else {
      throw ModbusFault("'\(word)'", probable(word, ModbusWords.tables.map(\.word) + ["unit"]) ?? expected)
    }
  }

  /// A decimal number, or a hexadecimal one as 0x10.
  private static func number(_ text: Substring) -> Int? {
    text.hasPrefix("0x") || text.hasPrefix("0X")
      ? UInt32(text.dropFirst(2), radix: 16).map { Int($0) } : text.hasPrefix("+") ? nil : UInt32(text).map { Int($0) }
  }

  /// `40001` and `400001`: the digit of the table, and the number from 1 on.
  private mutating func readPrinted(_ word: Substring) throws(ModbusFault) {
    guard word.count == 5 || word.count == 6 else {
      let number = Self.number(word) ?? 0
      throw ModbusFault(
        "'\(word)' without a table",
        number < 9999
          ? "holding \(number), or input, coil or discrete; or five digits, as \(40001 + number) for holding \(number)"
          : "holding \(number), or five or six digits, as 40001 or 400001")
    }
    guard let known = ModbusWords.tables.first(where: { $0.digit == word.first }) else {
      throw ModbusFault(
        "'\(word)'", "0 for coils, 1 for discrete inputs, 3 for input or 4 for holding registers before it")
    }
    let (number, last) = (Int(word.dropFirst()) ?? 0, word.count == 5 ? 9999 : 65536)
    if number < 1 || number > last {
      let first = "\(known.digit)" + String(repeating: "0", count: word.count - 2) + "1"
      throw ModbusFault("'\(word)'", "\(first) to \(known.digit)\(last): these numbers begin with 1")
    }
    (table, address) = (known.table, number - 1)
  }

  // MARK: The options

  private mutating func readOption(_ word: Substring) throws(ModbusFault) {
    if let found = ModbusType.all.first(where: { $0.name == word }) {
      if type != nil || letters != nil { throw ModbusFault("'\(word)'", "one kind of number") }
      type = found
    } else if let found = ModbusWords.orders.first(where: { $0.word == word.lowercased() }) {
      try setOrder((found.words, found.bytes), word)
    } else if "*+-".contains(word.first ?? " ") {
      scale += word
    } else {
      switch word {
      case "text": try readText()
      case "bits", "bit": try readBits(word)
      case "swap": try readSwap()
      case "sunspec": isSunSpec = true
      case "multiple" where isOutput: isMultiple = true
      case "every" where !isOutput:
        guard let text = next(), let time = ModbusWords.milliseconds(text) else {
          throw ModbusFault("'every' without a time", "a time behind it, 10ms to a day, as every 5s")
        }
        interval = time
      default:
        let known =
          ModbusType.all.map(\.name) + ["text", "bits", "bit", "swap", "sunspec", isOutput ? "multiple" : "every"]
        let meant = word == "every" ? "the pace of a signal's from" : probable(word, known)
        throw ModbusFault(
          "'\(word)' behind the register", meant ?? "one of " + known.joined(separator: ", ") + ", or *0.1 and +5")
      }
    }
  }

  private mutating func setOrder(_ order: (words: Bool, bytes: Bool), _ word: Substring) throws(ModbusFault) {
    if self.order != nil { throw ModbusFault("'\(word)'", "one order of bytes") }
    self.order = order
  }

  private mutating func readSwap() throws(ModbusFault) {
    if place < words.count, let found = ModbusWords.swaps.first(where: { $0.word == words[place] }) {
      place += 1
      return try setOrder((found.words, found.bytes), "swap " + found.word)
    }
    try setOrder((true, false), "swap")
  }

  private mutating func readText() throws(ModbusFault) {
    guard let text = next(), let count = Self.number(text), count >= 1, count <= 2 * ModbusField.registerLimit else {
      throw ModbusFault("'text' without a length", "how many letters, 1 to 250, as text 16")
    }
    if type != nil || letters != nil { throw ModbusFault("'text \(count)'", "one kind of value") }
    letters = count
  }

  private mutating func readBits(_ word: Substring) throws(ModbusFault) {
    let expected =
      word == "bit" ? "the number of a bit from 0 on, as bit 3" : "the first and the last bit, as bits 4..7"
    guard bits == nil, let text = next() else { throw ModbusFault("'\(word)'", expected) }
    if word == "bit" {
      guard let bit = Self.number(text), bit < 64 else { throw ModbusFault("'bit \(text)'", expected) }
      bits = bit...bit
    } else {
      let ends = text.split(separator: ".", omittingEmptySubsequences: false)
      guard ends.count == 3, ends[1].isEmpty, let first = Self.number(ends[0]), let last = Self.number(ends[2]),
        first <= last, last < 64
      else { throw ModbusFault("'bits \(text)'", expected) }
      bits = first...last
    }
  }

  // MARK: The field

  private func made() throws(ModbusFault) -> ModbusField {
    let name = words[..<Swift.min(place, words.count)].joined(separator: " ")
    if table.isBits && (type != nil || bits != nil || letters != nil || order != nil || isSunSpec) {
      throw ModbusFault("'\(name)'", "no kind of number behind a \(table.word): it is 0 or 1")
    }
    let registers = letters.map { ($0 + 1) / 2 } ?? (table.isBits ? 1 : type?.registers ?? 1)
    if address + registers > 65536 {
      throw ModbusFault("\(registers) registers from \(address) on", "registers up to 65535")
    }
    let width = table.isBits ? 1 : 16 * registers
    if let bits {
      if letters != nil || type?.isBCD == true || type?.kind == .float {
        throw ModbusFault("bits of '\(type?.name ?? "text")'", "bits of u16, s16 or wider whole numbers")
      }
      if bits.upperBound >= width {
        throw ModbusFault(
          "bit \(bits.upperBound) of \(width)", width == 16 ? "0 to 15, or u32 before bits" : "0 to \(width - 1)")
      }
    }
    guard let factor = scale.isEmpty ? .one : CANRawAddress.readScale(scale[...]) else {
      throw ModbusFault("'\(scale)'", "*FACTOR and +OFFSET or -OFFSET: " + CANScale.expected)
    }
    if letters != nil && !scale.isEmpty { throw ModbusFault("'\(scale)' behind a text", "a text alone") }
    let kind = type?.kind ?? .unsigned
    let (start, count) = bits.map { ($0.lowerBound, $0.count) } ?? (0, Swift.min(64, width))
    // The letters of a text are swapped in their registers.
    let swapsBytes = letters != nil ? order != nil : order?.bytes ?? false
    let field = ModbusField(
      table, unit: unit, UInt16(address), count: registers,
      letters != nil ? .text : type?.isBCD == true ? .bcd : .number,
      letters != nil ? nil : CANBits(start: start, count: count, isBigEndian: false, kind: kind), scale: factor,
      length: letters ?? 0, swapsWords: letters == nil && order?.words ?? false, swapsBytes: swapsBytes,
      isSunSpec: isSunSpec,
      writesMultiple: isMultiple, interval: interval ?? 0)
    guard let field else { throw ModbusFault("'\(name)'", "a register that is there") }
    return field
  }

  /// The word that was probably meant.
  private func probable(_ word: Substring, _ known: [String]) -> String? {
    if let other = ModbusWords.others[word.lowercased()] { return "\(other)?" }
    return nearest(String(word), known).map { "\($0)?" }
  }
}
