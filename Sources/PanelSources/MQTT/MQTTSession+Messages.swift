// Stage: sources. The messages of a session: from topics and payloads to values.
import PanelSignals

extension MQTTSession {
  static var sampleLimit: Int { 48 }
  /// How much of a payload a pattern looks at, in bytes.
  private static var patternLimit: Int { 4096 }

  /// PUBLISH.
  mutating func takeMessage<Listener: MessageListener>(
    _ packet: PacketReader.Packet, _ body: Span<UInt8>, at time: Int64, _ listener: inout Listener
  ) {
    let hasNumber = packet.head & 2 != 0
    let topicEnd = 2 + Int(readNumber(body, at: 0))
    let start = topicEnd + (hasNumber ? 2 : 0)
    if topicEnd == 2 || start > body.count { return fail(.malformed) }
    let number = hasNumber ? readNumber(body, at: topicEnd) : 1
    if number == 0 { return fail(.malformed) }
    let (topic, payload) = (body.extracting(2..<topicEnd), body.extracting(start..<body.count))
    if packet.isCut || payload.count > Self.payloadLimit {
      tooLong &+= 1
      keep(topic)
    } else {
      let (former, wasAlive) = (garbage, isAlive)
      read(topic, trimmed(payload), isRetained: packet.head & 1 != 0, &listener)
      if garbage != former { keep(topic) }
      // Their values were not believed while the other side was away.
      if wasAlive == false && isAlive == true { subscribeAgain(at: time) }
    }
    if hasNumber && isOpen { send(writer.acknowledge(number), at: time) }
  }

  private mutating func keep(_ topic: Span<UInt8>) {
    sample.removeAll(keepingCapacity: true)
    for index in 0..<min(topic.count, Self.sampleLimit) { sample.append(topic[index]) }
  }

  /// - Parameter payload: without blanks at its ends.
  private mutating func read<Listener: MessageListener>(
    _ topic: Span<UInt8>, _ payload: Span<UInt8>, isRetained: Bool, _ listener: inout Listener
  ) {
    var step = 0
    var first = table.findFirst(topic, &step)
    listener.countMessage()
    if first < 0 {
      unwanted &+= 1
      if listener.counts { listener.skip(topic) }
      return
    }
    listener.beginMessage(isRetained: isRetained)
    repeat {
      var (address, hasMembers) = (first, false)
      repeat {
        if table[address].field == .member {
          hasMembers = true
        } else {
          readWhole(address, first, topic, payload, &listener)
        }
        address = table.next(address)
      } while address >= 0
      if hasMembers { readMembers(first, payload, &listener) }
      first = table.findFirst(topic, &step)
    } while first >= 0
  }

  /// A value that is no member.
  /// - Parameter first: the first address of the topic or filter.
  private mutating func readWhole<Listener: MessageListener>(
    _ address: Int, _ first: Int, _ topic: Span<UInt8>, _ payload: Span<UInt8>, _ listener: inout Listener
  ) {
    let number = Int(table[address].number)
    switch table[address].field {
    case .level:
      let filter = table.topics[first]
      let range = TopicTable.level(number, of: topic, filter.span)
      tell(address, topic.extracting(range), isQuoted: false, &listener)
    case .pattern:
      let text = payload.extracting(0..<min(payload.count, Self.patternLimit))
      if table[address].takesTexts, let word = table.patterns[number].findWord(in: text) {
        tell(address, text.extracting(word), isQuoted: false, &listener)
      } else if !table[address].takesTexts, let value = table.patterns[number].find(in: text) {
        tell(address, .number(value), &listener)
      } else if payload.isEmpty {
        tell(address, .none, &listener)
      } else {
        garbage &+= 1
      }
    default:
      var reader = LineReader(payload)
      if let word = reader.readText(), reader.isAtEnd {
        tell(address, payload.extracting(word), isQuoted: true, &listener)
      } else {
        tell(address, payload, isQuoted: false, &listener)
      }
    }
  }

  /// The members of a payload that is JSON. An empty payload, by which a broker forgets a message, has none of their values.
  private mutating func readMembers<Listener: MessageListener>(
    _ first: Int, _ payload: Span<UInt8>, _ listener: inout Listener
  ) {
    if payload.isEmpty {
      var address = first
      while address >= 0 {
        if table[address].field == .member { tell(address, payload, isQuoted: false, &listener) }
        address = table.next(address)
      }
      return
    }
    // The room for names is lent out, so that it is not copied while the rest of this value changes.
    var lent: [UInt8] = []
    swap(&lent, &name)
    var reader = JSONReader(LineReader(payload))
    while let found = reader.next(&lent) {
      var address = table.findMember(lent.span.extracting(0..<found.nameCount), from: first)
      while address >= 0 {
        tell(address, payload.extracting(found.word), isQuoted: found.isQuoted, &listener)
        address = table.findMember(lent.span.extracting(0..<found.nameCount), from: table.next(address))
      }
    }
    if !reader.isWhole { garbage &+= 1 }
    swap(&lent, &name)
  }

  // MARK: Values

  /// Hands a word over, as a text or as a number.
  /// - Parameter isQuoted: whether it stood in quotation marks, within which JSON's escapes count.
  @inline(never)
  private mutating func tell<Listener: MessageListener>(
    _ address: Int, _ word: Span<UInt8>, isQuoted: Bool, _ listener: inout Listener
  ) {
    let value = LineValue(message: word)
    if !table[address].takesTexts || address < addressCount && (isAlive == false || value == .none && !isQuoted) {
      return tell(address, value, &listener)
    }
    if isQuoted {
      let text = JSONText(word)
      tell(address, text: text.span, value, &listener)
    } else {
      tell(address, text: beginning(word, JSONText.limit), value, &listener)
    }
  }

  private mutating func tell<Listener: MessageListener>(
    _ address: Int, text: Span<UInt8>, _ value: LineValue, _ listener: inout Listener
  ) {
    if address == addressCount { return hear(alive: text, &listener) }
    values &+= 1
    listener.receive(address, text: text, otherwise: value == .text ? Reading(.zero, .failed) : value.reading)
  }

  @inline(never)
  private mutating func tell<Listener: MessageListener>(
    _ address: Int, _ value: LineValue, _ listener: inout Listener
  ) {
    if address == addressCount { return hear(alive: Span(), &listener) }
    if isAlive == false { return listener.receive(address, Reading(.zero, .failed)) }
    if value == .text {
      garbage &+= 1
      return
    }
    values &+= 1
    listener.receive(address, value.reading)
  }

  /// The sign of the other side: all signals fail as soon as it is another one than ``MQTTAlive/payload``.
  private mutating func hear<Listener: MessageListener>(alive sign: Span<UInt8>, _ listener: inout Listener) {
    let wasAlive = isAlive
    isAlive = options.alive.map { areEqual($0.payload.span, sign) }
    if isAlive != false || wasAlive == false { return }
    for address in 0..<addressCount { listener.receive(address, Reading(.zero, .failed)) }
  }
}

extension LineValue {
  /// The value of a word in a message, with the words of Home Assistant for values that are not there.
  fileprivate init(message word: Span<UInt8>) {
    self.init(word: word)
    if self != .text { return }
    let (failed, unknown) = (StaticString("unavailable"), StaticString("unknown"))
    if failed.isEqual(ignoringCase: word) { self = .failed }
    if unknown.isEqual(ignoringCase: word) { self = .none }
  }
}

private func areEqual(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Bool {
  if a.count != b.count { return false }
  for index in a.indices where a[index] != b[index] { return false }
  return true
}

/// Without blanks and line feeds at its ends.
@_lifetime(copy text)
private func trimmed(_ text: Span<UInt8>) -> Span<UInt8> {
  var (start, end) = (0, text.count)
  while start < end, WordReader.isBlank(text[start]) { start &+= 1 }
  while end > start, WordReader.isBlank(text[end &- 1]) { end &-= 1 }
  return text.extracting(start..<end)
}

/// The beginning of a text, without half a letter at its end.
@_lifetime(copy text)
private func beginning(_ text: Span<UInt8>, _ limit: Int) -> Span<UInt8> {
  if text.count <= limit { return text }
  var end = limit
  while end > limit - 4, text[end] & 0xC0 == 0x80 { end &-= 1 }
  return text.extracting(0..<end)
}
