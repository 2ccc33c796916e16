// Stage: sources. Input: bytes of a connection, values of controls, the time. Output: requests, values and answers.
//
//     idle ── a block is due, or a value waits ──▶ awaiting an answer ── it came ──▶ idle
//                                                   │        │
//                                                   │        └── damaged, and the line is silent ──▶ the same again
//                                                   └── the time is over: the unit is asked later ──▶ idle
//
// "MODBUS Application Protocol Specification V1.1b3" has the functions.
import PanelSignals

/// The client's side of Modbus, over connections that somebody else makes. One request is on its way at a time, for units of a
/// gateway share its line.
///
/// Times are nanoseconds of a clock that never goes back. After each call, the bytes of ``outgoing`` are to be sent, and
/// ``failure`` is to be looked at.
public struct ModbusSession {
  /// What is on its way.
  enum Request: Equatable { case none, block(Int), write(Int) }

  /// How a unit does.
  struct Unit {
    let number: UInt8
    /// Requests in a row without an answer.
    var timeouts: UInt8 = 0
    /// The same, and those that a gateway could not hand on.
    var failures: UInt8 = 0
    /// Whether its silence is to be told to a person.
    var isSilent = false
    /// When it is read again.
    var retryAt = Int64.min
  }

  /// Requests without an answer, of each unit, behind which the connection is of no use.
  static var timeoutLimit: UInt8 { 3 }
  /// The longest wait before a unit or a register that failed is asked again, in nanoseconds.
  static var longestWait: Int64 { 30_000_000_000 }
  /// How long blocks stay split: a device that was starting may have had no register at all.
  static var splitTime: Int64 { 600_000_000_000 }
  /// Bytes before an answer behind which only silence helps.
  static var skipLimit: Int { 300 }

  /// Values that were handed over.
  public internal(set) var values: Int64 = 0
  /// Frames that were damaged, or no answer to the request on its way.
  public internal(set) var garbage: Int64 = 0
  /// Why the connection is of no more use; `nil` while it is.
  public internal(set) var failure: ModbusFailure?

  let plan: ModbusPlan
  let outputs: [ModbusOutput?]
  var blocks: [ModbusBlock] = []
  var units: [Unit] = []
  /// The units that are read come first.
  private var readCount = 0
  /// Of each address.
  var troubles: [ModbusTrouble]
  var writes = ModbusWrites()
  var reader: ModbusReader
  /// The last request, and whether it was sent.
  var bytes: [UInt8] = []
  var isSent = true
  var isOpen = false
  /// Whether any unit has answered over this connection.
  public internal(set) var isHeard = false
  var request = Request.none
  /// The number of the request on its way.
  var number: UInt16 = 0
  /// When its answer must have come.
  var deadline = Int64.max
  /// How often it was sent because its answer was damaged.
  var repeats = 0
  /// Whether its answer was damaged, so that no other will come.
  var isDamaged = false
  /// Bytes that were skipped before its answer.
  var skipped = 0
  /// When the line was used last, and when it is free.
  var (usedAt, freeAt) = (Int64.min, Int64.min)
  /// When split blocks are put together again.
  var joinAt = Int64.max

  /// - Parameter outputs: `nil` for one that is none, in a damaged file.
  public init(_ plan: ModbusPlan, _ outputs: [ModbusOutput?] = []) {
    (self.plan, self.outputs, reader) = (plan, outputs, ModbusReader(plan.options.framing))
    troubles = Array(repeating: ModbusTrouble(), count: plan.fields.count)
    blocks.reserveCapacity(plan.fields.count)
    bytes.reserveCapacity(512)
    for index in plan.order { addUnit(plan.unit(plan.fields[Int(index)])) }
    readCount = units.count
    for output in outputs { if let output { addUnit(plan.unit(output.field)) } }
  }

  private mutating func addUnit(_ number: UInt8) {
    for unit in units where unit.number == number { return }
    units.append(Unit(number: number))
  }

  func unitPlace(_ number: UInt8) -> Int {
    var place = 0
    while place < units.count - 1 && units[place].number != number { place += 1 }
    return place
  }

  // MARK: The connection

  /// The bytes for the other side.
  public var outgoing: Span<UInt8> {
    @_lifetime(borrow self) get { bytes.span.extracting(isSent ? 0..<0 : 0..<bytes.count) }
  }

  /// All of the bytes were sent.
  public mutating func consume() { isSent = true }

  /// Whether the last request has no answer yet.
  public var isWaiting: Bool { request != .none }

  /// There is a connection.
  public mutating func connected(at time: Int64) {
    disconnected()
    isOpen = true
    (usedAt, freeAt, joinAt) = (time, later(time, plan.options.silence), .max)
    plan.fill(&blocks, due: time)
    for place in units.indices { units[place] = Unit(number: units[place].number) }
    advance(to: time)
  }

  /// There is no connection any more. Values without an answer are refused.
  public mutating func disconnected() {
    (isOpen, isHeard, failure, request, deadline) = (false, false, nil, .none, .max)
    reader.reset()
    consume()
    writes.refuse()
  }

  /// Forgets answers, and reads everything again.
  public mutating func goOn(at time: Int64) {
    writes.refuse()
    while writes.nextAnswer() != nil {}
    if case .write = request {
      end(at: time)
      // Its answer is nobody's.
      if plan.options.framing == .rtu { freeAt = later(time, plan.options.timeout) }
    }
    for place in troubles.indices { troubles[place] = ModbusTrouble() }
    for place in blocks.indices { blocks[place].due = time }
  }

  mutating func fail(_ reason: ModbusFailure) {
    if !isOpen || failure != nil { return }
    (failure, isOpen, isHeard, request, deadline) = (reason, false, false, .none, .max)
    consume()
    writes.refuse()
  }

  // MARK: Time

  /// When ``advance(to:)`` has something to do; `Int64.max` for never.
  public var nextTime: Int64 {
    if !isOpen { return .max }
    if isWaiting { return isDamaged ? Swift.min(deadline, later(usedAt, plan.options.settleTime)) : deadline }
    return Swift.max(freeAt, writes.next() >= 0 ? .min : nextBlock().due)
  }

  /// The block that is due first, and when; −1 where there is none.
  private func nextBlock() -> (place: Int, due: Int64) {
    var (best, due) = (-1, Int64.max)
    for place in blocks.indices {
      let time = Swift.max(blocks[place].due, units[unitPlace(blocks[place].unit)].retryAt)
      if time < due { (best, due) = (place, time) }
    }
    return (best, due)
  }

  /// Does what is due.
  public mutating func advance(to time: Int64) {
    if !isOpen || time < nextTime { return }
    if isWaiting {
      if time >= deadline { return timeOut(at: time) }
      if repeats == 2 { return timeOut(at: time) }
      let last = request
      repeats += 1
      send(last, at: time)
      return
    }
    if time >= joinAt {
      joinAt = .max
      plan.fill(&blocks, due: time)
    }
    repeats = 0
    let write = writes.next()
    if write >= 0 {
      writes.send(write)
      return send(.write(write), at: time)
    }
    let next = nextBlock()
    if next.place < 0 || next.due > time { return }
    let interval = blocks[next.place].interval
    // Readings that were missed are left out.
    blocks[next.place].due = Swift.max(time, later(blocks[next.place].due, interval))
    send(.block(next.place), at: time)
  }

  /// The unit on its way has not answered.
  private mutating func timeOut(at time: Int64) {
    var unit: UInt8 = 0
    switch request {
    case .none: return
    case .block(let place):
      unit = blocks[place].unit
      blocks[place].due = time
    case .write(let place): unit = writes[place].unit
    }
    end(at: time)
    writes.refuse(unit: unit)
    let place = unitPlace(unit)
    if units[place].timeouts < Self.timeoutLimit {
      units[place].timeouts += 1
      units[place].isSilent = units[place].timeouts == Self.timeoutLimit
    }
    postpone(place, at: time)
    for place in 0..<(readCount > 0 ? readCount : units.count) where units[place].timeouts < Self.timeoutLimit {
      return
    }
    // That says it all.
    for place in units.indices { units[place].isSilent = false }
    fail(.silent)
  }

  /// Has a unit asked later: after twice as long each time. Until then a late answer goes past.
  mutating func postpone(_ place: Int, at time: Int64) {
    units[place].failures = Swift.min(16, units[place].failures + 1)
    let wait = Swift.max(1_000_000, plan.options.timeout)
    units[place].retryAt = later(time, Self.wait(wait, units[place].failures))
  }

  /// - Returns: twice as long for each failure, up to ``longestWait``.
  static func wait(_ interval: Int64, _ failures: UInt8) -> Int64 {
    var wait = interval
    for _ in 0..<failures where wait < longestWait { wait &*= 2 }
    return Swift.min(wait, longestWait)
  }

  /// Forgets half a frame of a serial line, whose rest does not come. On TCP it comes, if late.
  mutating func resetLine() { if plan.options.framing != .tcp { reader.reset() } }

  /// Nothing is on its way any more.
  mutating func end(at time: Int64) {
    (request, deadline, isDamaged, skipped) = (.none, .max, false, 0)
    freeAt = later(Swift.max(time, usedAt), Swift.max(plan.options.silence, plan.options.delay))
    resetLine()
  }
}
