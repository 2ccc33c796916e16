import PanelDescription
import PanelSignals

@testable import PanelSources

/// Keeps the values that a session of OBD-II tells.
struct OBDNotes: ValueListener {
  var readings: [(address: Int, reading: Reading)] = []
  var texts: [(address: Int, text: String)] = []

  mutating func receive(_ address: Int, _ reading: Reading) { readings.append((address, reading)) }
  mutating func receive(_ address: Int, text: Span<UInt8>) {
    var bytes: [UInt8] = []
    for index in text.indices { bytes.append(text[index]) }
    texts.append((address, String(decoding: bytes, as: UTF8.self)))
  }

  func last(_ address: Int) -> Reading? { readings.last { $0.address == address }?.reading }
  func text(_ address: Int) -> String? { texts.last { $0.address == address }?.text }
  func count(_ address: Int) -> Int { readings.count { $0.address == address } + texts.count { $0.address == address } }
}

/// The short forms of addresses as a person writes them.
func obdAddresses(_ addresses: [String]) -> [OBDAddress?] {
  addresses.map {
    guard case .right(let address, _, _) = OBDAddresses(nearest: { _, _ in nil }).compile($0) else { return nil }
    return OBDAddress(address.text)
  }
}

/// A frame as the kernel has it.
func busFrame(_ id: UInt32, _ data: [UInt8], isExtended: Bool = false) -> [UInt8] {
  let word = isExtended ? id | 1 << 31 : id
  return [
    UInt8(word & 255), UInt8(word >> 8 & 255), UInt8(word >> 16 & 255), UInt8(word >> 24), UInt8(data.count), 0, 0, 0,
  ]
    + data + Array(repeating: 0xAA, count: 8 - data.count)
}

/// An ECU, good or bad.
struct TestECU {
  /// What it does with a request.
  enum Manner {
    case answers
    /// `7F`, the mode, and these reasons first, one for each request; then it answers.
    case refuses([UInt8])
    /// So many nanoseconds later than others.
    case late(Int64)
    case twice
    case silent
    /// The reason comes first, the answer so many nanoseconds later; without them never.
    case pending(Int64?)
  }

  /// The last byte of its id.
  let id: UInt8
  /// Answers by mode and PID, from the PID on.
  var values: [Int: [UInt8]] = [:]
  var manners: [Int: Manner] = [:]

  init(_ id: UInt8, _ pids: [UInt8: [UInt8]]) {
    self.id = id
    for (pid, data) in pids { values[256 + Int(pid)] = [pid] + data }
    addMasks(pids.keys.map { Int($0) }, mode: 1)
  }

  mutating func addMasks(_ pids: [Int], mode: Int) {
    for first in stride(from: 0, to: 256, by: 32) where first == 0 || pids.contains(where: { $0 > first }) {
      var mask: UInt32 = pids.contains { $0 > first + 32 } ? 1 : 0
      for pid in pids where pid > first && pid <= first + 32 { mask |= 1 << UInt32(32 - (pid - first)) }
      values[mode * 256 + first] =
        [UInt8(first)] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: mask >> $0) }
    }
  }

  /// The messages of an answer, with their delays.
  mutating func answer(_ mode: UInt8, _ pid: UInt8?) -> [(message: [UInt8], delay: Int64)] {
    let key = Int(mode) * 256 + Int(pid ?? 0)
    guard let value = values[key] else { return [] }
    let (message, usual) = ([mode | 0x40] + value, Int64(8_000_000 + Int64(id & 7) * 3_000_000))
    switch manners[key] ?? .answers {
    case .answers: return [(message, usual)]
    case .refuses(let reasons):
      guard let reason = reasons.first else { return [(message, usual)] }
      manners[key] = .refuses(Array(reasons.dropFirst()))
      return [([0x7F, mode, reason], usual)]
    case .late(let time): return [(message, usual + time)]
    case .twice: return [(message, usual), (message, usual + 4_000_000)]
    case .silent: return []
    case .pending(let time):
      return [([0x7F, mode, 0x78], usual)] + (time.map { [(message, usual + $0)] } ?? [])
    }
  }
}

/// A session over frames, a car of some ECUs, and a clock of their own.
struct OBDBench {
  var session: OBDSession
  var notes = OBDNotes()
  var ecus: [TestECU]
  var time: Int64 = 1_000_000_000
  /// Frames on their way to the session.
  var coming: [(time: Int64, frame: [UInt8])] = []
  /// The rest of messages whose flow control has not come.
  var waiting: [UInt8: [[UInt8]]] = [:]
  /// Requests as `010C`, with their times.
  var asked: [(time: Int64, text: String)] = []
  var flowControls: [[UInt8]] = []
  let isExtended: Bool
  /// Whether the bus takes frames.
  var isTaking = true

  init(_ addresses: [String], _ ecus: [TestECU], isExtended: Bool = false) {
    (self.ecus, self.isExtended) = (ecus, isExtended)
    session = OBDSession(obdAddresses(addresses), isExtended: isExtended)
    session.connected(at: time)
  }

  func id(_ ecu: UInt8) -> UInt32 { isExtended ? 0x18_DAF100 | UInt32(ecu) : 0x700 | UInt32(ecu) }

  static func frames(_ message: [UInt8]) -> [[UInt8]] {
    if message.count < 8 {
      return [[UInt8(message.count)] + message + Array(repeating: 0x55, count: 7 - message.count)]
    }
    var frames = [[UInt8(0x10 | message.count >> 8), UInt8(message.count & 255)] + message[0..<6]]
    var (place, number) = (6, 1)
    while place < message.count {
      let part = message[place..<min(message.count, place + 7)]
      frames.append([UInt8(0x20 | number & 15)] + part + Array(repeating: 0xAA, count: 7 - part.count))
      (place, number) = (place + 7, number + 1)
    }
    return frames
  }

  private mutating func takeOutgoing() {
    while session.outgoing.count >= 16 {
      var all: [UInt8] = []
      for index in 0..<session.outgoing.count { all.append(session.outgoing[index]) }
      session.consume()
      if !isTaking { continue }
      for start in stride(from: 0, to: all.count, by: 16) { hear(Array(all[start..<start + 16])) }
    }
  }

  private mutating func hear(_ frame: [UInt8]) {
    let id = UInt32(frame[0]) | UInt32(frame[1]) << 8 | UInt32(frame[2]) << 16 | UInt32(frame[3] & 0x1F) << 24
    let data = Array(frame[8...])
    if id == (isExtended ? 0x18DB_33F1 : 0x7DF) {
      let pid = data[0] == 2 ? data[2] : nil
      asked.append((time, String(data[1], radix: 16) + (pid.map { "." + String($0, radix: 16) } ?? "")))
      for index in ecus.indices {
        for (message, delay) in ecus[index].answer(data[1], pid) {
          let frames = Self.frames(message)
          coming.append((time + delay, busFrame(self.id(ecus[index].id), frames[0], isExtended: isExtended)))
          if frames.count > 1 { waiting[ecus[index].id] = Array(frames[1...]) }
        }
      }
    } else {
      flowControls.append(data)
      let ecu = isExtended ? UInt8(id >> 8 & 255) : UInt8(id & 255) + 8
      for (number, rest) in (waiting.removeValue(forKey: ecu) ?? []).enumerated() {
        coming.append((time + Int64(number + 1) * 1_000_000, busFrame(self.id(ecu), rest, isExtended: isExtended)))
      }
    }
  }

  /// Goes on for some time.
  mutating func run(_ seconds: Double) {
    let end = time + Int64(seconds * 1e9)
    var steps = 0
    while true {
      steps += 1
      precondition(steps < 1_000_000)
      coming.sort { $0.time < $1.time }
      let next = min(coming.first?.time ?? .max, max(time, session.nextTime))
      if next > end { break }
      time = next
      if let first = coming.first, first.time == time {
        coming.removeFirst()
        session.take(first.frame.span, at: time, &notes)
      }
      session.advance(to: time, &notes)
      takeOutgoing()
    }
    time = end
  }

  func value(_ address: Int) -> String {
    guard let reading = notes.last(address) else { return "nothing" }
    switch reading.quality {
    case .fresh: return NumberFormat.shortest(reading.value, most: 4).text(of: reading.value)
    default: return "\(reading.quality)"
    }
  }
}
