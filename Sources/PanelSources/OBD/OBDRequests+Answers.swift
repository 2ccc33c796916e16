// Stage: sources. Input: messages of ECUs. Output: values.
import PanelSignals

extension OBDRequests {
  /// Takes a message of an ECU, whether it was asked for or not: an answer names its PID, so that a late one is right too.
  /// - Parameters:
  ///   - ecu: the last byte of its id.
  ///   - message: mode and PID first.
  /// - Returns: whether the question has the answer that counts, and waits for no other.
  mutating func take<Listener: ValueListener>(
    _ ecu: UInt8, _ message: Span<UInt8>, at time: Int64, _ listener: inout Listener
  ) -> Bool {
    if message.count < 2 {
      garbage &+= 1
      return false
    }
    listener.countMessage()
    switch message[0] {
    case 0x41: takeNumbers(ecu, message, &listener)
    case 0x49: takeText(ecu, message, &listener)
    case 0x43, 0x47, 0x4A:
      let mode = message[0] & 0x3F
      if question?.mode == mode {
        silence = 0
        isAnswered = true
        codes.take(ecu, message)
      }
    case 0x7F: takeRefusal(ecu, message, at: time)
    default: garbage &+= 1
    }
    guard let question, question.request >= 0 else { return false }
    if question.mode == 9 { return isAnswered && message[0] == 0x49 && message.count != 7 }
    return question.mode == 1 && (isAnswered || isRefused && requests[question.request].ecu >= 0)
  }

  private mutating func takeNumbers<Listener: ValueListener>(
    _ ecu: UInt8, _ message: Span<UInt8>, _ listener: inout Listener
  ) {
    let (pid, data) = (message[1], message.extracting(2...))
    if pid & 31 == 0 {
      if data.count < 4 {
        garbage &+= 1
      } else {
        takeMask(1, pid, ecu, word(data))
      }
    }
    guard let place = place(1, pid) else { return }
    let counts = answered(place, ecu)
    for index in addresses.indices {
      let address = addresses[index]
      guard address.mode == 1, address.pid == pid,
        address.ecu < 0 ? counts : address.ecu == Int(ecu), let bits = address.bits
      else { continue }
      if bits.byteCount > data.count {
        garbage &+= 1
        continue
      }
      values &+= 1
      listener.receive(index, address.scale.reading(raw: bits.raw(in: data), of: bits))
    }
  }

  /// - Returns: whether the answer of an ECU counts where an address names none.
  private mutating func answered(_ place: Int, _ ecu: UInt8) -> Bool {
    silence = 0
    if requests[place].ecu < 0 { requests[place].ecu = Int(ecu) }
    let counts = requests[place].ecu == Int(ecu)
    if counts, question?.request == place { isAnswered = true }
    if counts { requests[place].misses = 0 }
    return counts
  }

  private mutating func takeText<Listener: ValueListener>(
    _ ecu: UInt8, _ message: Span<UInt8>, _ listener: inout Listener
  ) {
    if message.count < 6 {
      garbage &+= 1
      return
    }
    if message[1] == 0 { return takeMask(9, 0, ecu, word(message.extracting((message.count &- 4)...))) }
    guard let place = place(9, message[1]) else { return }
    // Old buses have messages of four letters, with their numbers.
    if message.count == 7 {
      if question?.request == place, answered(place, ecu) || requests[place].ecu == Int(ecu) {
        text.add(message.extracting(3...), at: (Int(message[2]) &- 1) &* 4)
      }
      return
    }
    let counts = answered(place, ecu)
    guard text.take(message.extracting(3...)) else {
      garbage &+= 1
      return
    }
    for index in addresses.indices {
      let address = addresses[index]
      guard address.mode == 9, address.pid == message[1],
        address.ecu < 0 ? counts : address.ecu == Int(ecu)
      else { continue }
      values &+= 1
      listener.receive(index, text: text.letters)
    }
    text.count = 0
  }

  /// The text of an old bus, whose parts have come.
  mutating func tellText<Listener: ValueListener>(of place: Int, _ listener: inout Listener) {
    let isWhole = text.trim()
    if !isWhole { garbage &+= 1 }
    for index in addresses.indices where isWhole {
      let address = addresses[index]
      guard address.mode == 9, address.pid == requests[place].pid,
        address.ecu < 0 || address.ecu == requests[place].ecu
      else { continue }
      values &+= 1
      listener.receive(index, text: text.letters)
    }
    text.count = 0
  }

  mutating func tellCodes<Listener: ValueListener>(_ mode: UInt8, _ listener: inout Listener) {
    for index in addresses.indices where isAnswered {
      let address = addresses[index]
      guard address.mode == mode, codes.has(address.ecu) else { continue }
      values &+= 1
      if address.isCount {
        listener.receive(index, Reading(Fixed64(codes.count(of: address.ecu))))
      } else {
        codes.write(address.ecu)
        listener.receive(index, text: codes.letters)
      }
    }
    codes.end()
  }

  /// `7F`, the mode, and the reason: https://en.wikipedia.org/wiki/Unified_Diagnostic_Services has a list.
  private mutating func takeRefusal(_ ecu: UInt8, _ message: Span<UInt8>, at time: Int64) {
    silence = 0
    if message.count < 3 {
      garbage &+= 1
      return
    }
    guard let question, question.mode == message[1] else { return }
    if message[2] == 0x78 {
      if pendingUntil == .min { pendingUntil = time &+ Self.pendingTime }
      return
    }
    if question.request < 0 { return }
    // Others need not have it.
    let counting = requests[question.request].ecu
    if counting >= 0 && counting != Int(ecu) { return }
    if message[2] == 0x21 { isBusy = true } else { isRefused = true }
  }

  private func word(_ data: Span<UInt8>) -> UInt32 {
    UInt32(data[0]) << 24 | UInt32(data[1]) << 16 | UInt32(data[2]) << 8 | UInt32(data[3])
  }
}
