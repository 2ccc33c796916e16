// Stage: description of sources. Lines of a DBC file that say more of a signal: value tables, floats, switches.
import PanelSources

extension DBCReader {
  /// Reads `BA_ "SystemSignalLongSymbol" SG_ 291 Short "LongName";`, and the same of a message: Vector's programs cut names
  /// to 32 letters everywhere else. Other attributes are skipped.
  mutating func readAttribute() throws(DBCProblem) {
    advance()
    if token.kind == .text("SystemSignalLongSymbol") {
      advance()
      if token.kind == .word("SG_") {
        advance()
        let place = try signalPlace()
        let name = try text("the long name of a signal")
        if let place { longNames.append((place.message, place.signal, name)) }
      }
    } else if token.kind == .text("SystemMessageLongSymbol") {
      advance()
      if token.kind == .word("BO_") {
        advance()
        let message = try messagePlace()
        let name = try text("the long name of a message")
        if let message { longNames.append((message, nil, name)) }
      }
    }
    if token.kind == .text("VFrameFormat") {
      advance()
      if token.kind == .word("BO_") {
        advance()
        if let message = try messagePlace() { formats[message] = formatWord() }
      }
    }
    try skipRest("BA_")
  }

  /// A value of VFrameFormat, by its word or its number.
  private func formatWord() -> String? {
    switch token.kind {
    case .text(let word): return word
    case .number(let text):
      guard let number = Int(text), frameFormats.indices.contains(number) else { return nil }
      return frameFormats[number]
    default: return nil
    }
  }

  /// Reads `BA_DEF_ BO_ "VFrameFormat" ENUM "StandardCAN","ExtendedCAN","reserved","J1939PG";`. Others are skipped.
  mutating func readDefinition() throws(DBCProblem) {
    advance()
    if token.kind == .word("BO_") {
      advance()
      if token.kind == .text("VFrameFormat") {
        advance()
        if token.kind == .word("ENUM") { readFormats() }
      }
    }
    try skipRest("BA_DEF_")
  }

  private mutating func readFormats() {
    advance()
    frameFormats = []
    while case .text(let word) = token.kind {
      frameFormats.append(word)
      advance()
      if !skip(",") { break }
    }
  }

  /// Reads `BA_DEF_DEF_ "VFrameFormat" "J1939PG";`. Others are skipped.
  mutating func readDefault() throws(DBCProblem) {
    advance()
    if token.kind == .text("VFrameFormat") {
      advance()
      usualFormat = formatWord()
    }
    try skipRest("BA_DEF_DEF_")
  }

  /// Reads `VAL_ 291 Gear 0 "Neutral" 1 "First" ;`, or with the name of a table. Environment variables have no id.
  mutating func readValues() throws(DBCProblem) {
    advance()
    if case .word = token.kind {
      advance()
      _ = try readPairs()
      return
    }
    let place = try signalPlace()
    let values: [(number: ExactDecimal, text: String)]
    if case .word(let name) = token.kind {
      guard let table = tables[name] else { throw wrong("a number, or the name of a table") }
      advance()
      try sign(";")
      values = table
    } else {
      values = try readPairs()
    }
    if let place { file.messages[place.message].signals[place.signal].values = values }
  }

  /// Reads `VAL_TABLE_ Gears 0 "Neutral" 1 "First" ;`.
  mutating func readTable() throws(DBCProblem) {
    advance()
    let name = try word("the name of a table")
    tables[name] = try readPairs()
  }

  /// Numbers and their texts, up to the semicolon.
  private mutating func readPairs() throws(DBCProblem) -> [(number: ExactDecimal, text: String)] {
    var pairs: [(number: ExactDecimal, text: String)] = []
    while !skip(";") {
      guard case .number(let text) = token.kind, let number = ExactDecimal(text), number.whole != nil else {
        throw wrong("a whole number below 2^64, or ';'")
      }
      advance()
      pairs.append((number, try self.text("the text of a value")))
    }
    return pairs
  }

  /// Reads `SIG_VALTYPE_ 291 Speed : 1;`: 0 is a whole number, 1 and 2 are floats of 32 and 64 bits.
  mutating func readValueType() throws(DBCProblem) {
    advance()
    let line = token.line
    let place = try signalPlace()
    _ = skip(":")
    let type = try whole("the type of a signal, 0, 1 or 2")
    try sign(";")
    guard let place, type != 0 else { return }
    let signal = file.messages[place.message].signals[place.signal]
    if type > 2 {
      report(line, "the type \(type)", "0, 1 or 2")
    } else if signal.count != (type == 1 ? 32 : 64) {
      let bits = type == 1 ? 32 : 64
      report(line, "a float of \(signal.count) bits for \(signal.name)", "\(bits) bits")
    } else {
      file.messages[place.message].signals[place.signal].kind = .float
    }
  }

  /// Reads `SG_MUL_VAL_ 291 Signal Switch 0-0, 3-5;`.
  mutating func readMultiplexing() throws(DBCProblem) {
    advance()
    let line = token.line
    let place = try signalPlace()
    let name = try word("the name of a switch")
    var ranges: [CANCondition.Values] = []
    repeat {
      let first = try whole("a range of the switch's values, as 3-5")
      let last = try rangeLast()
      if last < first { report(line, "the range \(first)-\(last)", "an end that is not before its beginning") }
      ranges.append(CANCondition.Values(first: first, last: last))
    } while skip(",")
    try sign(";")
    guard let place else { return }
    let signal = file.messages[place.message].signals[place.signal]
    if let former = signal.multiplexing {
      if former.switch != name {
        report(line, "a second switch for \(signal.name)", "only \(former.switch), as in line \(former.line)")
        return
      }
      ranges = former.ranges + ranges
    }
    file.messages[place.message].signals[place.signal].multiplexing = (name, ranges, line)
  }

  /// The second number of a range: `3-5` is read as 3 and −5.
  private mutating func rangeLast() throws(DBCProblem) -> UInt64 {
    let expected = "the last value of the range"
    if skip("-") { return try whole(expected) }
    guard case .number(let text) = token.kind, text.hasPrefix("-"), let last = UInt64(text.dropFirst()) else {
      throw wrong(expected)
    }
    advance()
    return last
  }

  /// The id of a message and the name of its signal; `nil` where the file has no such message or signal before, which is
  /// reported, or where both have no use here.
  private mutating func signalPlace() throws(DBCProblem) -> (message: Int, signal: Int)? {
    let line = token.line
    let message = try messagePlace()
    let name = try word("the name of a signal")
    guard let message else { return nil }
    guard let signal = signalPlaces[SignalName(message: message, name: name)] else {
      report(line, name, "a signal of the message \(file.messages[message].name)")
      return nil
    }
    return (message, signal)
  }

  /// The place of the message of an id.
  private mutating func messagePlace() throws(DBCProblem) -> Int? {
    let line = token.line
    let number = try whole("the id of a message")
    guard let bits = UInt32(exactly: number),
      let id = CANID(bits & ~CANID.extendedFlag, isExtended: bits & CANID.extendedFlag != 0),
      let message = messagePlaces[id]
    else {
      // A message that is a problem has been reported.
      if number != 0xC000_0000, file.problems.isEmpty {
        report(line, "the id \(number)", "the id of a message before this line")
      }
      return nil
    }
    return message
  }
}
