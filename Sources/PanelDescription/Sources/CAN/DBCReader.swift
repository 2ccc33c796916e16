// Stage: description of sources. Input: a DBC file's tokens. Output: its messages; sections without use here are skipped.
//
// The grammar is that of Vector's "DBC File Format Documentation", with the liberties that programs take.
import PanelSignals
import PanelSources

struct DBCReader {
  var file = DBCFile()
  /// The places of messages by their ids, and of signals by message and name.
  var messagePlaces: [CANID: Int] = [:]
  var signalPlaces: [SignalName: Int] = [:]
  private var messageNames: [String: Int] = [:]
  var tables: [String: [(number: ExactDecimal, text: String)]] = [:]
  /// Names of more than 32 letters, of a message or of one of its signals.
  var longNames: [(message: Int, signal: Int?, name: String)] = []
  /// The words of the attribute VFrameFormat, its default, and the values of messages by their places.
  var frameFormats = ["StandardCAN", "ExtendedCAN", "reserved", "J1939PG"]
  var usualFormat: String?
  var formats: [Int: String] = [:]
  private var lexer: DBCLexer
  private(set) var token: DBCToken

  struct SignalName: Hashable {
    let message: Int
    let name: String
  }

  /// The id that Vector's programs give the message of signals without one.
  private static var noMessage: UInt64 { 0xC000_0000 }

  init(_ bytes: [UInt8]) {
    lexer = DBCLexer(bytes)
    token = lexer.next()
  }

  /// Reads all sections up to the first line that is no DBC.
  mutating func read() {
    do throws(DBCProblem) {
      while token.kind != .end { try readSection() }
      if let line = lexer.openText {
        throw DBCProblem(line: line, found: "a text without its end", expected: "a second quotation mark")
      }
    } catch {
      file.problems.append(error)
    }
  }

  /// The keywords of sections that are skipped up to their semicolon.
  private static let skipped: Set<String> = [
    "BA_DEF_DEF_REL_", "BA_DEF_REL_", "BA_DEF_SGTYPE_", "BA_REL_", "BA_SGTYPE_",
    "BO_TX_BU_", "CAT_", "CAT_DEF_", "CM_", "ENVVAR_DATA_", "EV_", "EV_DATA_", "FILTER", "NS_DESC_", "SGTYPE_",
    "SGTYPE_VAL_", "SIGTYPE_VALTYPE_", "SIG_GROUP_", "SIG_TYPE_REF_", "SIG_TYPE_DEF_",
  ]
  private static let read: Set<String> = [
    "BA_", "BA_DEF_", "BA_DEF_DEF_", "BO_", "BS_", "BU_", "NS_", "SG_MUL_VAL_", "SIG_VALTYPE_", "VAL_", "VAL_TABLE_",
    "VERSION",
  ]

  static func isKeyword(_ word: String) -> Bool { skipped.contains(word) || read.contains(word) || word == "SG_" }

  private mutating func readSection() throws(DBCProblem) {
    guard case .word(let keyword) = token.kind else { throw wrong("a keyword, as BO_") }
    switch keyword {
    case "VERSION":
      advance()
      _ = try text("the version's text")
    case "NS_": try readSymbols()
    case "BS_": try readTiming()
    case "BU_":
      advance()
      try sign(":")
      while case .word(let name) = token.kind, !(token.isFirst && Self.isKeyword(name)) { advance() }
    case "BO_": try readMessage()
    case "BA_": try readAttribute()
    case "BA_DEF_": try readDefinition()
    case "BA_DEF_DEF_": try readDefault()
    case "VAL_": try readValues()
    case "VAL_TABLE_": try readTable()
    case "SIG_VALTYPE_": try readValueType()
    case "SG_MUL_VAL_": try readMultiplexing()
    case "SG_": throw wrong("a line BO_ of its message before it")
    default:
      if !Self.skipped.contains(keyword) { throw wrong("a keyword, as BO_") }
      try skipStatement(keyword)
    }
  }

  /// Skips the list of keywords: each has a line of its own.
  private mutating func readSymbols() throws(DBCProblem) {
    advance()
    try sign(":")
    while case .word(let name) = token.kind, name != "BS_", name != "BU_" {
      let before = (lexer, token)
      advance()
      if !token.isFirst && token.kind != .end {
        (lexer, token) = before
        return
      }
    }
  }

  private mutating func readTiming() throws(DBCProblem) {
    advance()
    try sign(":")
    while token.kind != .end {
      if case .word = token.kind { return }
      advance()
    }
  }

  private mutating func skipStatement(_ keyword: String) throws(DBCProblem) {
    advance()
    try skipRest(keyword)
  }

  /// Skips the rest of a statement, with its semicolon.
  mutating func skipRest(_ keyword: String) throws(DBCProblem) {
    while token.kind != .sign(";") {
      // A statement without its semicolon would swallow the next one.
      if case .word(let word) = token.kind, token.isFirst, word != "SG_", Self.isKeyword(word) {
        throw wrong("a semicolon at the end of " + keyword)
      }
      if token.kind == .end { throw wrong("a semicolon at the end of " + keyword) }
      advance()
    }
    advance()
  }

  // MARK: Messages

  private mutating func readMessage() throws(DBCProblem) {
    advance()
    let line = token.line
    let number = try whole("the id of a message")
    let name = try word("the name of a message")
    try sign(":")
    let length = try whole("the length of a message in bytes")
    _ = try word("the sender of a message")
    var place: Int?
    if number != Self.noMessage && name != "VECTOR__INDEPENDENT_SIG_MSG" {
      place = add(number, name, length, line)
    }
    while token.kind == .word("SG_") {
      let signal = try readSignal()
      if let place { add(signal, to: place) }
    }
  }

  /// - Returns: `nil` for a message that is a problem.
  private mutating func add(_ number: UInt64, _ name: String, _ length: UInt64, _ line: Int) -> Int? {
    guard let bits = UInt32(exactly: number),
      let id = CANID(bits & ~CANID.extendedFlag, isExtended: bits & CANID.extendedFlag != 0)
    else {
      report(line, "the id \(number)", "an id up to 2047, or 2147483648 more than an extended one of 29 bits")
      return nil
    }
    if let other = messagePlaces[id] {
      report(line, "the id of the message \(file.messages[other].name) again", "another id for \(name)")
      return nil
    }
    if let other = messageNames[name] {
      report(line, "the name \(name) again", "another name than in line \(file.messages[other].line)")
      return nil
    }
    let place = file.messages.count
    (messagePlaces[id], messageNames[name]) = (place, place)
    file.messages.append(DBCMessage(id: id, name: name, length: Int(clamping: length), line: line))
    return place
  }

  private mutating func add(_ signal: DBCSignal, to place: Int) {
    let name = SignalName(message: place, name: signal.name)
    if let other = signalPlaces[name] {
      let line = file.messages[place].signals[other].line
      report(signal.line, "the signal \(signal.name) again", "another name than in line \(line)")
      return
    }
    signalPlaces[name] = file.messages[place].signals.count
    file.messages[place].signals.append(signal)
  }

  // MARK: Tokens

  mutating func advance() { token = lexer.next() }

  mutating func report(_ line: Int, _ found: String, _ expected: String) {
    file.problems.append(DBCProblem(line: line, found: found, expected: expected))
  }

  func wrong(_ expected: String) -> DBCProblem {
    if let line = lexer.openText {
      return DBCProblem(line: line, found: "a text without its end", expected: "a second quotation mark")
    }
    return DBCProblem(line: token.line, found: token.quoted, expected: expected)
  }

  mutating func sign(_ sign: Unicode.Scalar) throws(DBCProblem) {
    if !skip(sign) { throw wrong("'" + String(Character(sign)) + "'") }
  }

  /// Skips a sign where it stands there.
  mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    if token.kind != .sign(sign) { return false }
    advance()
    return true
  }

  mutating func word(_ expected: String) throws(DBCProblem) -> String {
    guard case .word(let word) = token.kind else { throw wrong(expected) }
    advance()
    return word
  }

  mutating func text(_ expected: String) throws(DBCProblem) -> String {
    guard case .text(let text) = token.kind else { throw wrong(expected) }
    advance()
    return text
  }

  mutating func decimal(_ expected: String) throws(DBCProblem) -> ExactDecimal {
    guard case .number(let text) = token.kind, let number = ExactDecimal(text) else { throw wrong(expected) }
    advance()
    return number
  }

  /// A whole number from 0 on, below 2⁶⁴.
  mutating func whole(_ expected: String) throws(DBCProblem) -> UInt64 {
    guard case .number(let text) = token.kind, let number = UInt64(text) else { throw wrong(expected) }
    advance()
    return number
  }
}
