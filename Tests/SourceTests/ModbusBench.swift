import PanelSignals

@testable import PanelDescription
@testable import PanelSources

/// Keeps what a session tells, by the places of addresses: `12.5`, `failed`, `none`, `"Pump"`.
struct ModbusNotes: ValueListener {
  var last: [Int: String] = [:]
  var count = 0

  mutating func receive(_ address: Int, _ reading: Reading) {
    count += 1
    last[address] =
      switch reading.quality {
      case .fresh: NumberFormat.shortest(reading.value, most: 6).text(of: reading.value)
      case .old: "old"
      case .failed: "failed"
      case .none: "none"
      }
  }

  mutating func receive(_ address: Int, text: Span<UInt8>) {
    count += 1
    last[address] = "\"" + String(decoding: text.indices.map { text[$0] }, as: UTF8.self) + "\""
  }
}

/// The field of an address as a person writes it; `nil` for a wrong one.
func modbusField(_ address: String) -> ModbusField? {
  guard case .right(let found) = ModbusAddresses(nearest: { _, _ in nil }).read(address) else { return nil }
  return ModbusField(found.text)
}

func modbusOutput(_ address: String) -> ModbusOutput? {
  guard case .right(let found) = ModbusAddresses(nearest: { _, _ in nil }).readOutput(address) else { return nil }
  return ModbusOutput(found.text)
}

/// A session, and units that answer it.
struct ModbusBench {
  var session: ModbusSession
  var notes = ModbusNotes()
  let framing: ModbusFraming
  /// Milliseconds.
  var now: Int64 = 0
  /// Those that are not there.
  var missing: Set<Int> = []
  /// Units that answer nothing.
  var mute: Set<UInt8> = []
  /// The exception that units answer with.
  var exceptions: [UInt8: UInt8] = [:]
  /// The most registers that a unit takes in one request.
  var limit = 125
  /// Requests without their framing, as `1 3 100 2`: unit, function, address, count or value.
  var requests: [String] = []
  /// Whole requests.
  var frames: [[UInt8]] = []
  private var values: [Int: UInt16] = [:]

  init(
    _ addresses: [String], outputs: [String] = [], framing: ModbusFraming = .tcp,
    _ set: (inout ModbusOptions) -> Void = { _ in }
  ) {
    self.framing = framing
    var options = ModbusOptions()
    options.framing = framing
    set(&options)
    session = ModbusSession(ModbusPlan(options, addresses.map { modbusField($0) }), outputs.map { modbusOutput($0) })
  }

  static func key(_ unit: UInt8, _ table: UInt8, _ address: Int) -> Int { Int(unit) << 24 | Int(table) << 16 | address }

  subscript(_ table: ModbusTable, _ address: Int, unit unit: UInt8 = 1) -> UInt16 {
    get { values[Self.key(unit, table.rawValue, address)] ?? UInt16(address) }
    set { values[Self.key(unit, table.rawValue, address)] = newValue }
  }

  var time: Int64 { now * 1_000_000 }

  mutating func connect() {
    session.connected(at: time)
  }

  /// The request that the session has written; `nil` for none.
  mutating func taken() -> [UInt8]? {
    if session.outgoing.count == 0 { return nil }
    let bytes = session.outgoing.indices.map { session.outgoing[$0] }
    session.consume()
    frames.append(bytes)
    return bytes
  }

  /// A request without its framing.
  func body(_ frame: [UInt8]) -> [UInt8] { framing == .tcp ? Array(frame[6...]) : Array(frame.dropLast(2)) }

  /// A frame of an answer to a request.
  func frame(_ body: [UInt8], to request: [UInt8]) -> [UInt8] {
    if framing == .tcp { return [request[0], request[1], 0, 0, 0, UInt8(body.count)] + body }
    let sum = modbusChecksum(body.span)
    return body + [UInt8(sum & 255), UInt8(sum >> 8)]
  }

  /// The answer of a unit; `nil` for none.
  mutating func answer(to frame: [UInt8]) -> [UInt8]? {
    let body = body(frame)
    let (unit, function) = (body[0], body[1])
    let (address, number) = (Int(body[2]) << 8 | Int(body[3]), Int(body[4]) << 8 | Int(body[5]))
    requests.append("\(unit) \(function) \(address) \(number)")
    if mute.contains(unit) { return nil }
    if let code = exceptions[unit] { return self.frame([unit, function | 0x80, code], to: frame) }
    let isWriting = function == 5 || function == 6
    let table: UInt8 = function == 5 || function == 15 ? 1 : function == 6 || function == 16 ? 3 : function
    let range = address..<address + (isWriting ? 1 : number)
    if function <= 4 && number > (function <= 2 ? 2000 : limit) {
      return self.frame([unit, function | 0x80, 3], to: frame)
    }
    if range.contains(where: { missing.contains(Self.key(unit, table, $0)) }) {
      return self.frame([unit, function | 0x80, 2], to: frame)
    }
    func value(_ address: Int) -> UInt16 { values[Self.key(unit, table, address)] ?? UInt16(address) }
    var result = [unit, function]
    switch function {
    case 1, 2:
      var data = [UInt8](repeating: 0, count: (number + 7) / 8)
      for (index, address) in range.enumerated() where value(address) & 1 != 0 {
        data[index / 8] |= 1 << UInt8(index % 8)
      }
      result += [UInt8(data.count)] + data
    case 3, 4:
      result.append(UInt8(2 * number))
      for address in range { result += [UInt8(value(address) >> 8), UInt8(value(address) & 255)] }
    case 5, 6:
      values[Self.key(unit, table, address)] = UInt16(number == 0xFF00 && function == 5 ? 1 : number)
      result += body[2..<6]
    default:
      for (index, address) in range.enumerated() {
        values[Self.key(unit, table, address)] =
          function == 15
          ? UInt16(body[7] >> UInt8(index) & 1) : UInt16(body[7 + 2 * index]) << 8 | UInt16(body[8 + 2 * index])
      }
      result += body[2..<6]
    }
    return self.frame(result, to: frame)
  }

  mutating func take(_ bytes: [UInt8]) { session.take(bytes.span, at: time, &notes) }

  /// Lets milliseconds pass, with units that answer at once.
  mutating func run(_ milliseconds: Int64) {
    let end = now + milliseconds
    while true {
      while let request = taken() { if let answer = answer(to: request) { take(answer) } }
      let next = session.nextTime
      if next > end * 1_000_000 { break }
      now = max(now, (next + 999_999) / 1_000_000)
      session.advance(to: time)
    }
    now = end
  }

  mutating func takenRequests() -> [String] {
    defer { requests = [] }
    return requests
  }

  /// The values of all addresses, in their order.
  var told: [String] { (0..<session.plan.addresses.count).map { notes.last[$0] ?? "-" } }
}
