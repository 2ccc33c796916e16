// Stage: description of sources. A signal's line in a DBC file.
import PanelSignals
import PanelSources

extension DBCReader {
  /// Reads a line as `SG_ Speed m3M : 7|16@0- (0.1,-40) [0|250] "km/h" Node,Other`.
  mutating func readSignal() throws(DBCProblem) -> DBCSignal {
    let line = token.line
    advance()
    let name = try word("the name of a signal")
    let (isSwitch, switchValue) = try readMultiplexer()
    try sign(":")
    let start = try whole("the start bit of a signal")
    try sign("|")
    let count = try whole("the length of a signal in bits")
    try sign("@")
    let (isBigEndian, isSigned) = try readOrder()
    try sign("(")
    let factor = try decimal("a factor of 38 digits at most")
    try sign(",")
    let offset = try decimal("an offset of 38 digits at most")
    try sign(")")
    let range = try readRange()
    let unit = try text("the unit of a signal in quotation marks")
    skipReceivers()
    return DBCSignal(
      name: name, line: line, start: Int(clamping: start), count: Int(clamping: count), isBigEndian: isBigEndian,
      kind: isSigned ? .signed : .unsigned, factor: factor, offset: offset, range: range, unit: unit,
      isSwitch: isSwitch, switchValue: switchValue)
  }

  /// Reads `M`, `m3` or `m3M`.
  private mutating func readMultiplexer() throws(DBCProblem) -> (isSwitch: Bool, value: UInt64?) {
    guard case .word(var mark) = token.kind else { return (false, nil) }
    let isSwitch = mark.hasSuffix("M")
    if isSwitch { mark.removeLast() }
    if isSwitch && mark.isEmpty {
      advance()
      return (true, nil)
    }
    guard mark.hasPrefix("m"), let value = UInt64(mark.dropFirst()) else { throw wrong("M, m0, m0M or ':'") }
    advance()
    return (isSwitch, value)
  }

  /// Reads the order of bytes, 0 for big-endian and 1 for little-endian, and the sign, which is + or −.
  private mutating func readOrder() throws(DBCProblem) -> (isBigEndian: Bool, isSigned: Bool) {
    let order = try whole("the order of bytes, 0 or 1")
    if order > 1 { throw DBCProblem(line: token.line, found: "\(order)", expected: "the order of bytes, 0 or 1") }
    if skip("+") { return (order == 0, false) }
    if skip("-") { return (order == 0, true) }
    throw wrong("+ or - behind the order of bytes")
  }

  /// Reads `[0|250]`; two equal numbers are no range.
  private mutating func readRange() throws(DBCProblem) -> ClosedRange<Fixed64>? {
    try sign("[")
    let low = try rangeEnd()
    try sign("|")
    let high = try rangeEnd()
    try sign("]")
    return low < high ? low...high : nil
  }

  /// An end of a range, held to the numbers of 32.32.
  private mutating func rangeEnd() throws(DBCProblem) -> Fixed64 {
    guard case .number(let text) = token.kind, let number = Fixed64(decimal: Array(text.utf8).span) else {
      throw wrong("an end of the signal's range")
    }
    advance()
    return number
  }

  private mutating func skipReceivers() {
    while true {
      if case .word(let name) = token.kind, !(token.isFirst && Self.isKeyword(name)) {
        advance()
      } else if token.kind == .sign(",") {
        advance()
      } else {
        return
      }
    }
  }
}
