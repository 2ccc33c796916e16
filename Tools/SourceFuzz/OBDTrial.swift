import PanelSignals

@testable import PanelSources

/// A car whose ECUs answer anything.
enum Car {
  static let addresses = [
    "01 0C U7:10 *1>2", "01 0D u0:8", "01 5C u0:8 *1-28", "01 0C U7:10 *1>2 @E9", "09 02 t", "03 00 t", "03 00 n",
    "01 A6 U7:20 ~64", "07 00 n @E8", "01 0D u0:8 @EA",
  ]

  static func make() -> [OBDAddress?] {
    let made = addresses.map { OBDAddress($0) }
    for index in made.indices where made[index] == nil { fail("no address: \(addresses[index])") }
    return made
  }

  /// Writes the message of an answer.
  static func answer(_ mode: UInt8, _ pid: UInt8, _ message: inout [UInt8]) {
    message.removeAll(keepingCapacity: true)
    message.append(mode | 0x40)
    switch mode {
    case 1 where pid & 31 == 0:
      message.append(pid)
      for _ in 0..<4 { message.append(255) }
    case 1:
      message.append(pid)
      for byte in [0x1A, 0xF8, 0, 0] as [UInt8] { message.append(byte) }
    case 9 where pid == 0:
      for byte in [0, 0x55, 0x60, 0, 0] as [UInt8] { message.append(byte) }
    case 9:
      message.append(pid)
      message.append(1)
      for index in 0..<17 { message.append(UInt8(65 + index)) }
    default: for byte in [4, 0x01, 0x33, 0xC3, 0x00, 0x41, 0x23, 0x01, 0x33] as [UInt8] { message.append(byte) }
    }
  }

  /// Calls with the data of each frame of a message: eight bytes.
  static func cut(_ message: [UInt8], _ send: (InlineArray<8, UInt8>) -> Void) {
    var frame = InlineArray<8, UInt8>(repeating: 0xAA)
    if message.count < 8 {
      frame[0] = UInt8(message.count)
      for index in message.indices { frame[1 + index] = message[index] }
      return send(frame)
    }
    frame[0] = 0x10 | UInt8(message.count >> 8 & 15)
    frame[1] = UInt8(message.count & 255)
    for index in 0..<6 { frame[2 + index] = message[index] }
    send(frame)
    var (place, number) = (6, UInt8(1))
    while place < message.count {
      frame = InlineArray<8, UInt8>(repeating: 0xAA)
      frame[0] = 0x20 | number & 15
      for index in 0..<min(7, message.count - place) { frame[1 + index] = message[place + index] }
      send(frame)
      (place, number) = (place + 7, number &+ 1)
    }
  }
}

/// A session of OBD-II on a bus.
struct OBDTrial: Trial {
  private var session = OBDSession(Car.make(), isExtended: false)
  private var listener = Told(limit: Car.addresses.count)
  private var time: Int64 = 1_000_000_000

  var told: Int64 { listener.count }
  var leftOut: Int64 { session.leftOut }

  /// Takes the frames for the bus.
  /// - Returns: the last request.
  private mutating func request() -> (mode: UInt8, pid: UInt8)? {
    var found: (mode: UInt8, pid: UInt8)?
    let count = session.outgoing.count
    if count % 16 != 0 || count > 256 { fail("frames of \(count) bytes") }
    for start in stride(from: 0, to: count, by: 16) where session.outgoing[start] == 0xDF {
      found = (session.outgoing[start + 9], session.outgoing[start + 8] == 2 ? session.outgoing[start + 10] : 0)
    }
    session.consume()
    return found
  }

  private static func frame(_ maker: inout Maker, _ ecu: UInt8) {
    let message = maker.message
    var bytes = maker.input
    maker.input = []
    Car.cut(message) { data in
      bytes.append(ecu)
      for byte in [7, 0, 0, 8, 0, 0, 0] as [UInt8] { bytes.append(byte) }
      for index in 0..<8 { bytes.append(data[index]) }
    }
    maker.input = bytes
  }

  private mutating func take(_ maker: borrowing Maker) {
    var start = 0
    while start < maker.input.count {
      let end = min(start + 16, maker.input.count)
      maker.give(start..<end) { session.take($0, at: time, &listener) }
      start = end
    }
  }

  mutating func execute(_ maker: inout Maker) {
    if maker.oneIn(256) || session.nextTime == .max { session.connected(at: time) }
    for _ in 0...maker.below(3) {
      if session.outgoing.isEmpty {
        time =
          maker.oneIn(4)
          ? time &+ Int64(maker.below(50_000_000)) : max(time, min(session.nextTime, time &+ 40_000_000_000))
        session.advance(to: time, &listener)
      }
      maker.input.removeAll(keepingCapacity: true)
      if let (mode, pid) = request() {
        for _ in 0...maker.below(2) {
          Car.answer(mode, pid, &maker.message)
          if maker.oneIn(8) {
            maker.message.removeAll(keepingCapacity: true)
            for byte in [0x7F, mode, [0x12, 0x21, 0x31, 0x78][maker.below(4)]] as [UInt8] { maker.message.append(byte) }
          }
          if maker.oneIn(3) { maker.damageMessage() }
          Self.frame(&maker, 0xE8 + UInt8(maker.below(4)))
        }
      }
      if maker.oneIn(4) { maker.damageInput() }
      time &+= Int64(maker.below(20_000_000))
      take(maker)
    }
    while session.requests.nextReport() != nil {}
  }

  mutating func proof() -> UInt64 {
    var maker = Maker(seed: 0)
    time &+= 60_000_000_000
    session.connected(at: time)
    listener.begin()
    for _ in 0..<22 {
      time = max(time, session.nextTime)
      session.advance(to: time, &listener)
      guard let (mode, pid) = request() else { continue }
      Car.answer(mode, pid, &maker.message)
      maker.input.removeAll(keepingCapacity: true)
      Self.frame(&maker, 0xE8)
      take(maker)
    }
    if !session.isAnswering { fail("right answers are none") }
    return listener.sum
  }
}

/// A session with an ELM327.
struct ELMTrial: Trial {
  private var session = ELMSession(Car.make())
  private var listener = Told(limit: Car.addresses.count)
  private var time: Int64 = 1_000_000_000
  private var command: [UInt8] = []

  private static let words = [
    "OK", "?", "NO DATA", "SEARCHING...", "BUSINIT: OK", "UNABLE TO CONNECT", "ELM327 v1.5", "LV RESET", "STOPPED",
    "CAN ERROR",
    "7E804410C1AF8", "18DAF110 03 41 0D 32", "48 6B 10 41 0D 32 FF",
  ].map { bytes($0) }

  init() { command.reserveCapacity(64) }

  var told: Int64 { listener.count }
  var leftOut: Int64 { session.leftOut &+ session.complaints }

  /// Writes the right answer to the command that waits.
  private mutating func answer(_ maker: inout Maker, _ ecu: UInt8, isRight: Bool = false) {
    command.removeAll(keepingCapacity: true)
    for index in 0..<session.outgoing.count { command.append(session.outgoing[index]) }
    session.consume()
    if command.count > 16 || command.last != 13 { fail("a command of \(command.count) letters") }
    func digit(_ place: Int) -> UInt8 { place < command.count ? hexadecimalDigit(command[place]) ?? 0 : 0 }
    if command[0] == UInt8(ascii: "A") {
      if command[2] == UInt8(ascii: "Z") {
        append(Self.words[6], &maker.input)
      } else {
        append(Self.words[0], &maker.input)
      }
      return
    }
    Car.answer(digit(0) << 4 | digit(1), command.count > 4 ? digit(2) << 4 | digit(3) : 0, &maker.message)
    if !isRight && maker.oneIn(8) {
      maker.message.removeAll(keepingCapacity: true)
      for byte in [0x7F, 1, [0x12, 0x21, 0x31, 0x78][maker.below(4)]] as [UInt8] { maker.message.append(byte) }
    }
    if !isRight && maker.oneIn(6) { maker.damageMessage() }
    let message = maker.message
    var letters = maker.input
    maker.input = []
    Car.cut(message) { data in
      letters.append(UInt8(ascii: "7"))
      letters.append(hexadecimal(ecu >> 4))
      letters.append(hexadecimal(ecu & 15))
      for index in 0..<8 {
        letters.append(hexadecimal(data[index] >> 4))
        letters.append(hexadecimal(data[index] & 15))
      }
      letters.append(13)
    }
    maker.input = letters
  }

  private func append(_ word: [UInt8], _ input: inout [UInt8]) {
    input.append(contentsOf: word)
    input.append(13)
  }

  mutating func execute(_ maker: inout Maker) {
    if session.hasFailed || session.state == .closed || maker.oneIn(512) { session.connected(at: time) }
    for _ in 0...maker.below(3) {
      if session.outgoing.isEmpty {
        time =
          maker.oneIn(4)
          ? time &+ Int64(maker.below(50_000_000)) : max(time, min(session.nextTime, time &+ 40_000_000_000))
        session.advance(to: time, &listener)
      }
      maker.input.removeAll(keepingCapacity: true)
      if !session.outgoing.isEmpty { answer(&maker, 0xE8 + UInt8(maker.below(3))) }
      if maker.oneIn(12) { append(Self.words[maker.below(Self.words.count)], &maker.input) }
      if !maker.oneIn(32) { maker.input.append(UInt8(ascii: ">")) }
      if maker.oneIn(6) { maker.damageInput() }
      time &+= Int64(maker.below(20_000_000))
      maker.cut { session.take($0, at: time, &listener) }
    }
    while session.requests.nextReport() != nil {}
    if session.complaint.count > 32 || session.line.count > 128 { fail("a line that is too long") }
  }

  mutating func proof() -> UInt64 {
    var maker = Maker(seed: 7)
    time &+= 60_000_000_000
    session.connected(at: time)
    listener.begin()
    for _ in 0..<30 {
      if session.outgoing.isEmpty {
        time = max(time, session.nextTime)
        session.advance(to: time, &listener)
      }
      if session.outgoing.isEmpty { continue }
      maker.input.removeAll(keepingCapacity: true)
      answer(&maker, 0xE8, isRight: true)
      maker.input.append(UInt8(ascii: ">"))
      session.take(maker.input.span, at: time, &listener)
    }
    return listener.sum
  }
}
