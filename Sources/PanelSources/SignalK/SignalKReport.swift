// Stage: sources. The lines of a Signal K server: from deltas to values.
//
// The context may stand behind the updates, a source behind the values, and a value before its path: the reader looks ahead
// for each of them, over the own part of the line alone.
import PanelSignals
import SystemFiles

/// Reads greetings and deltas.
struct SignalKReport<Listener: ValueListener>: LineListener {
  let table: SignalKTable
  /// The vessel that counts; empty for the server's own.
  let context: [UInt8]
  var listener: Listener
  /// The context of the server's own vessel; empty before its greeting.
  var own: [UInt8] = []
  /// Room for the names of a reader that looks ahead.
  var ahead: [UInt8] = []

  init(table: SignalKTable, context: [UInt8], listener: Listener) {
    (self.table, self.context, self.listener) = (table, context, listener)
  }

  /// Pairs are none of Signal K's.
  mutating func receive(_ name: Span<UInt8>, _ entry: Int, _ value: LineValue, _ word: Span<UInt8>, isQuoted: Bool)
    -> Bool
  { true }

  mutating func receive(object line: Span<UInt8>, _ name: inout [UInt8]) -> Bool? {
    switch head(line, &name) {
    case .other: true
    case .damaged: false
    case .wanted: readValues(line, &name)
    }
  }

  // MARK: The head

  private enum Head {
    case wanted
    /// Of another vessel, or no delta.
    case other
    case damaged
  }

  /// Finds the context of a line. Without one it is of the own vessel.
  private mutating func head(_ line: Span<UInt8>, _ name: inout [UInt8]) -> Head {
    var reader = JSONReader(LineReader(line))
    var hasUpdates = false
    while let found = reader.next(&name) {
      let key = name.span.extracting(0..<found.nameCount)
      if found.isQuoted && StaticString("context").isEqual(to: key) {
        return counts(line.extracting(found.word)) ? .wanted : .other
      }
      if StaticString("context").isEqual(to: key) && !StaticString("null").isEqual(to: line.extracting(found.word))
        || key.count > 7 && StaticString("context").isEqual(to: key.extracting(0..<7))
          && (key[7] == UInt8(ascii: ".") || key[7] == UInt8(ascii: "["))
      {
        return .other
      }
      if found.isQuoted && StaticString("self").isEqual(to: key) { keepOwn(line.extracting(found.word)) }
      if DeltaMember(key).update >= 0 { hasUpdates = true }
    }
    if !reader.isWhole { return .damaged }
    return hasUpdates && context.isEmpty ? .wanted : .other
  }

  private mutating func keepOwn(_ name: Span<UInt8>) {
    own.removeAll(keepingCapacity: true)
    if name.count > SignalKDecoder.contextLimit { return }
    for index in name.indices { own.append(name[index]) }
  }

  /// Whether a delta's context is that of the vessel that counts.
  private func counts(_ found: Span<UInt8>) -> Bool {
    if !context.isEmpty { return haveSameBytes(context, found) }
    if StaticString("vessels.self").isEqual(to: found) || haveSameBytes(own, found) { return true }
    // Old servers greet with the name alone.
    let prefix = StaticString("vessels.")
    let start = prefix.utf8CodeUnitCount
    return !own.isEmpty && found.count > start && prefix.isEqual(to: found.extracting(0..<start))
      && haveSameBytes(own, found.extracting(start..<found.count))
  }

  // MARK: Values

  /// - Returns: whether all of it was understood; values before a fault are told.
  private mutating func readValues(_ line: Span<UInt8>, _ name: inout [UInt8]) -> Bool {
    var reader = JSONReader(LineReader(line))
    var (update, value, first) = (-1, -1, -1)
    var (source, path) = (0..<0, 0..<0)
    var isUnderstood = true
    while let found = reader.next(&name) {
      let member = DeltaMember(name.span.extracting(0..<found.nameCount))
      if member.update != update {
        (update, value) = (member.update, -1)
        // Without an address that has one of its own, no source is compared.
        if update >= 0 && table.hasSources { source = word("$source", -1, from: found, reader, update, name) ?? 0..<0 }
      }
      if member.value != value {
        (value, first) = (member.value, -1)
        if value >= 0, let range = word("path", value, from: found, reader, update, name) {
          path = range
          first = table.find(line.extracting(range))
          listener.countMessage()
          if first < 0 && !range.isEmpty && listener.counts { listener.skip(line.extracting(range)) }
        } else {
          path = 0..<1
        }
      }
      // A value without a path has members with paths in place of their names.
      if value < 0 || first < 0 && !path.isEmpty { continue }
      let rest = name.span.extracting(member.rest..<found.nameCount)
      guard let start = Self.valueStart(rest) else { continue }
      let isRoot = path.isEmpty
      let part = rest.extracting(start..<rest.count)
      let isTold = tell(
        isRoot ? table.find(part) : first, isRoot ? Span() : part, line.extracting(source), line.extracting(found.word),
        isQuoted: found.isQuoted)
      if !isTold { isUnderstood = false }
    }
    return reader.isWhole && isUnderstood
  }

  /// The beginning of the member's name in `value`, `value.latitude` and `value[0]`; `nil` for another name.
  private static func valueStart(_ rest: Span<UInt8>) -> Int? {
    let word = StaticString("value")
    let count = word.utf8CodeUnitCount
    if rest.count < count || !word.isEqual(to: rest.extracting(0..<count)) { return nil }
    if rest.count == count || rest[count] == UInt8(ascii: "[") { return count }
    return rest[count] == UInt8(ascii: ".") ? count &+ 1 : nil
  }

  /// The text of a member beside a found one, or that one's own.
  /// - Parameters:
  ///   - value: the number of the value that it is a member of; −1 for a member of the update.
  ///   - found: what `reader` has just found.
  private mutating func word(
    _ key: StaticString, _ value: Int, from found: JSONReader.Value, _ reader: JSONReader, _ update: Int,
    _ name: [UInt8]
  ) -> Range<Int>? {
    var (current, reader) = (found, reader)
    for index in 0..<found.nameCount { ahead[index] = name[index] }
    while true {
      switch compare(key, value, update, current.nameCount) {
      case .same: return current.isQuoted ? current.word : nil
      case .outside: return nil
      case .another: break
      }
      guard let next = reader.next(&ahead) else { return nil }
      current = next
    }
  }

  private enum Place { case same, another, outside }

  /// Compares the member that a reader has found ahead with a wanted one.
  private func compare(_ key: StaticString, _ value: Int, _ update: Int, _ nameCount: Int) -> Place {
    let name = ahead.span.extracting(0..<nameCount)
    let member = DeltaMember(name)
    if member.update != update || value >= 0 && member.value != value { return .outside }
    return member.value == value && key.isEqual(to: name.extracting(member.rest..<nameCount)) ? .same : .another
  }

  /// - Parameters:
  ///   - first: the first address of the path; −1 for none.
  ///   - part: the member's name.
  /// - Returns: false for a word that JSON does not have.
  private mutating func tell(
    _ first: Int, _ part: Span<UInt8>, _ source: Span<UInt8>, _ word: Span<UInt8>, isQuoted: Bool
  ) -> Bool {
    var address = first
    while address >= 0 {
      let value = LineValue(word: word)
      if value == .text && !isQuoted { return false }
      if table.takes(address, from: source) {
        if table.isMember(address, part) {
          tell(address, value, word, isQuoted: isQuoted)
        } else if part.isEmpty && table.hasMember(address) && value == .none && !isQuoted {
          // Without the object there are none of its members, and a notification is over.
          listener.receive(address, table.isSeverity(address) ? Reading(.zero) : .none)
        }
      }
      address = table.next(address)
    }
    return true
  }

  private mutating func tell(_ address: Int, _ value: LineValue, _ word: Span<UInt8>, isQuoted: Bool) {
    if isQuoted && table.isSeverity(address) {
      let severity = Self.severity(word)
      listener.receive(address, severity < 0 ? Reading(.zero, .failed) : Reading(Fixed64(severity)))
    } else if table.isSeverity(address) {
      // A notification that is taken back is over.
      listener.receive(address, value == .none ? Reading(.zero) : Reading(.zero, .failed))
    } else if value != .text {
      listener.receive(address, value.reading)
    }
    if isQuoted {
      let text = JSONText(word)
      listener.receive(address, text: text.span)
    }
  }

  /// −1 for another word.
  private static func severity(_ word: Span<UInt8>) -> Int {
    let words: InlineArray<6, StaticString> = ["normal", "alert", "warn", "alarm", "emergency", "nominal"]
    for index in words.indices where words[index].isEqual(to: word) { return index < 5 ? index : 0 }
    return -1
  }
}
