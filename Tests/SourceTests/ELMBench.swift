import PanelSignals

@testable import PanelSources

/// A session with an ELM327, an adapter that a test writes, and a clock of their own.
struct ELMBench {
  var session: ELMSession
  var notes = OBDNotes()
  var time: Int64 = 1_000_000_000
  /// The commands that came, without their ends.
  var commands: [String] = []
  var coming: [(time: Int64, text: String)] = []
  /// The answers to commands, each with its delay in nanoseconds; `nil` for none.
  var adapter: (String) -> [(String, Int64)]
  /// How many letters come at a time; 0 for all.
  var piece = 0

  init(_ addresses: [String], _ adapter: @escaping (String) -> [(String, Int64)] = ELMBench.good) {
    session = ELMSession(obdAddresses(addresses))
    self.adapter = adapter
    session.connected(at: time)
  }

  /// An adapter of a car with ids of 11 bits.
  static func good(_ command: String) -> [(String, Int64)] { [(text(command), delay(command))] }

  static func delay(_ command: String) -> Int64 { command == "ATZ" ? 500_000_000 : 60_000_000 }

  static func text(_ command: String) -> String {
    switch command {
    case "ATZ": return "\r\rELM327 v1.5\r\r>"
    case _ where command.hasPrefix("AT"): return "OK\r\r>"
    case "0100": return "SEARCHING...\r7E8064100BE3FA813\r7E9064100FFFFFFFE\r\r>"
    case "0120", "01201": return "7E8064120901FF015\r\r>"
    case "0140": return "7E80641407AD08010\r\r>"
    case "010C", "010C2": return "7E804410C1AF8\r7E904410C0004\r\r>"
    case "010C1": return "7E804410C1AF8\r\r>"
    case "010D", "010D2": return "7E803410D32\r7E903410D33\r\r>"
    case "015C", "015C1": return "7E803415C8C\r\r>"
    case "0900": return "7E8064900F5600000\r\r>"
    case "0902": return "7E81014490201575030\r7E8215A5A5A39395A54\r7E82253333930303030\r\r>"
    case "03": return "7E806430201330234\r7E9024300\r\r>"
    default: return "NO DATA\r\r>"
    }
  }

  mutating func run(_ seconds: Double) {
    let end = time + Int64(seconds * 1e9)
    var steps = 0
    takeOutgoing()
    while true {
      steps += 1
      precondition(steps < 1_000_000)
      coming.sort { $0.time < $1.time }
      let next = min(coming.first?.time ?? .max, max(time, session.nextTime))
      if next > end { break }
      time = next
      if let first = coming.first, first.time == time {
        coming.removeFirst()
        let bytes = Array(first.text.utf8)
        for start in stride(from: 0, to: bytes.count, by: piece > 0 ? piece : max(1, bytes.count)) {
          let part = Array(bytes[start..<min(bytes.count, piece > 0 ? start + piece : bytes.count)])
          session.take(part.span, at: time, &notes)
        }
      }
      session.advance(to: time, &notes)
      takeOutgoing()
    }
    time = end
  }

  mutating func takeOutgoing() {
    let count = session.outgoing.count
    if count == 0 { return }
    var bytes: [UInt8] = []
    for index in 0..<count { bytes.append(session.outgoing[index]) }
    session.consume()
    if bytes.removeLast() != 13 { fatalError("a command without an end") }
    let command = String(decoding: bytes, as: UTF8.self)
    commands.append(command)
    for (text, delay) in adapter(command) { coming.append((time + delay, text)) }
  }

  func value(_ address: Int) -> String {
    guard let reading = notes.last(address) else { return "nothing" }
    if reading.quality != .fresh { return "\(reading.quality)" }
    return NumberFormat.shortest(reading.value, most: 4).text(of: reading.value)
  }
}
