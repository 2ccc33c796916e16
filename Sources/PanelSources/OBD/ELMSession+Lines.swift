// Stage: sources. Input: letters of an ELM327, in pieces of any length. Output: its prompts, and messages of ECUs.
import PanelSignals

extension ELMSession {
  /// Takes letters as they come, in pieces of any length.
  public mutating func take<Listener: ValueListener>(
    _ bytes: Span<UInt8>, at time: Int64, _ listener: inout Listener
  ) {
    if state == .closed || state == .failed { return }
    for index in bytes.indices {
      switch bytes[index] {
      case 13, 10: endLine(at: time, &listener)
      case UInt8(ascii: ">"):
        endLine(at: time, &listener)
        takePrompt(at: time, &listener)
      // The data sheet: bytes of 0 may come by mistake.
      case 0, 32, 9: break
      default:
        if line.count < Self.lineLimit { line.append(bytes[index]) } else { isLineTooLong = true }
      }
    }
  }

  @inline(never)
  private mutating func takePrompt<Listener: ValueListener>(at time: Int64, _ listener: inout Listener) {
    switch state {
    case .closed, .failed, .idle: break
    case .resetting: set(0, at: time)
    case .setting(let place): set(hasRestarted && place > 0 ? 0 : place + 1, at: time)
    case .probing: hasRestarted ? set(0, at: time) : enterIdle()
    case .asking:
      if isUnknown { takesNumber = false }
      requests.finish(at: time, &listener)
      if hasRestarted { set(0, at: time) } else { enterIdle() }
    }
  }

  @inline(never)
  private mutating func endLine<Listener: ValueListener>(at time: Int64, _ listener: inout Listener) {
    if line.isEmpty { return }
    if isLineTooLong { garbage &+= 1 } else { takeLine(at: time, &listener) }
    line.removeAll(keepingCapacity: true)
    isLineTooLong = false
  }

  private mutating func takeLine<Listener: ValueListener>(at time: Int64, _ listener: inout Listener) {
    // What comes back of the command itself.
    if line.count == command.count &- 1 && haveSameLetters(0) { return }
    var first = 0
    let isSearching = begins(with: "SEARCHING", at: 0)
    if isSearching || begins(with: "BUSINIT", at: 0) {
      if state == .asking { promptBy = Swift.max(promptBy, time &+ Self.searchTime) }
      first = isSearching ? 9 : 7
      while first < line.count, line[first] == UInt8(ascii: ".") || line[first] == UInt8(ascii: ":") { first &+= 1 }
      if first == line.count || begins(with: "OK", at: first) { return }
    }
    if begins(with: "ELM327", at: first) {
      hasRestarted = true
      // Its prompt may have been lost between two commands.
      if state == .idle { set(0, at: time) }
    } else if line[first] == UInt8(ascii: "?") {
      isUnknown = true
    } else if takeFrame(from: first, at: time, &listener) {
      return
    } else if state == .asking && !begins(with: "NODATA", at: first) {
      // A low voltage has taken the settings away.
      if begins(with: "LVRESET", at: first) { hasRestarted = true }
      if hasLetter(from: first) { complain(from: first) } else { garbage &+= 1 }
    }
  }

  private func begins(with word: StaticString, at place: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    if line.count &- place < count { return false }
    for index in 0..<count where unsafe line[place &+ index] != word.utf8Start[index] { return false }
    return true
  }

  private func haveSameLetters(_ first: Int) -> Bool {
    for index in line.indices where line[index] != command[index] { return false }
    return true
  }

  /// Whether there is a letter that is no digit of a hexadecimal number.
  private func hasLetter(from first: Int) -> Bool {
    for index in first..<line.count where line[index] >= 71 && line[index] <= 90 { return true }
    return false
  }

  private mutating func complain(from first: Int) {
    complaints &+= 1
    complaint.removeAll(keepingCapacity: true)
    for index in first..<Swift.min(line.count, first &+ 32) { complaint.append(line[index]) }
  }

  // MARK: Frames

  /// Takes a line of hexadecimal digits: of 11 bits the id has three, so that their number is odd; of 29 bits it has eight;
  /// an old bus has three bytes in front and a sum at the end. Some clones leave the id out.
  /// - Returns: false where it is something else.
  private mutating func takeFrame<Listener: ValueListener>(
    from first: Int, at time: Int64, _ listener: inout Listener
  ) -> Bool {
    let count = line.count &- first
    if count < 4 || count > 32 { return false }
    var bytes = InlineArray<17, UInt8>(repeating: 0)
    // An odd number gets a zero in front.
    let shift = count & 1
    for index in 0..<count {
      guard let digit = hexadecimalDigit(line[first &+ index]) else { return false }
      let place = (index &+ shift) >> 1
      bytes[place] = bytes[place] << 4 | digit
    }
    let end = (count &+ shift) >> 1
    let data = bytes.span.extracting(0..<end)
    if shift == 1 {
      if data[0] != 7 || data[1] < 0xE8 || data[1] > 0xEF || end < 3 { return false }
      return takeBusFrame(data[1], data.extracting(2...), at: time, &listener)
    }
    if end > 4 && data[0] == 0x18 && data[1] == 0xDA && data[2] == 0xF1 {
      return takeBusFrame(data[3], data.extracting(4...), at: time, &listener)
    }
    if let question = requests.question, data[0] == question.mode | 0x40,
      OBDRequest.hasNoMask(question.mode) || data[1] == question.pid
    {
      takeMessage(0, data, at: time, &listener)
      return true
    }
    if end < 6 || end > 12 || data[3] != 0x7F && data[3] & 0xF0 != 0x40 { return false }
    takeMessage(data[2], data.extracting(3..<end &- 1), at: time, &listener)
    return true
  }

  private mutating func takeBusFrame<Listener: ValueListener>(
    _ ecu: UInt8, _ data: Span<UInt8>, at time: Int64, _ listener: inout Listener
  ) -> Bool {
    guard data.count <= 8, let (place, outcome) = receivers.take(ecu, data, at: time) else { return false }
    // The adapter sends flow controls itself.
    if case .message = outcome {
      var lent: [UInt8] = []
      let length = receivers.swapBuffer(place, &lent)
      takeMessage(ecu, lent.span.extracting(0..<length), at: time, &listener)
      _ = receivers.swapBuffer(place, &lent)
    }
    return true
  }

  /// An answer is complete with its prompt.
  @inline(never)
  private mutating func takeMessage<Listener: ValueListener>(
    _ ecu: UInt8, _ message: Span<UInt8>, at time: Int64, _ listener: inout Listener
  ) { _ = requests.take(ecu, message, at: time, &listener) }
}
