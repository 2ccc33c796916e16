// Stage: sources. Values of controls, from their request to the answer of the unit. Takes no memory.
import PanelSignals

/// The values that wait for the line, the one on its way, and the answers that nobody has taken.
struct ModbusWrites {
  enum State { case free, waiting, onWay, answered }

  struct Write {
    var state = State.free
    var identity = CommandRequest.Identity(command: 0, sending: 0)
    var answer = CommandAnswer.accepted
    /// The place of its destination among the outputs.
    var output: Int32 = 0
    var unit: UInt8 = 0
    var registers: UInt64 = 0
    /// Counts up: the least is the oldest.
    var number: UInt32 = 0
  }

  private var writes = InlineArray<16, Write>(repeating: Write())
  private var number: UInt32 = 0

  subscript(_ place: Int) -> Write { writes[place] }

  /// Adds a value, in place of one of its command that is not on its way.
  /// - Returns: false where there is no room.
  mutating func add(_ identity: CommandRequest.Identity, output: Int, unit: UInt8, _ registers: UInt64) -> Bool {
    var place = -1
    for index in writes.indices {
      let isOwn = writes[index].identity.command == identity.command
      switch writes[index].state {
      case .free: if place < 0 { place = index }
      case .waiting, .answered: if isOwn { place = index }
      case .onWay: break
      }
      if isOwn && place == index { break }
    }
    if place < 0 { return false }
    number &+= 1
    writes[place] = Write(
      state: .waiting, identity: identity, output: Int32(truncatingIfNeeded: output), unit: unit, registers: registers,
      number: number)
    return true
  }

  /// The oldest one that waits; −1 for none.
  func next() -> Int {
    var place = -1
    for index in writes.indices where writes[index].state == .waiting {
      if place < 0 || Int32(bitPattern: writes[index].number &- writes[place].number) < 0 { place = index }
    }
    return place
  }

  mutating func send(_ place: Int) { writes[place].state = .onWay }

  mutating func answer(_ place: Int, _ answer: CommandAnswer) {
    writes[place].state = .answered
    writes[place].answer = answer
  }

  /// Refuses all that have no answer.
  /// - Parameter unit: `nil` for those of all units.
  mutating func refuse(unit: UInt8? = nil) {
    for index in writes.indices where writes[index].state == .waiting || writes[index].state == .onWay {
      if unit == nil || unit == writes[index].unit { answer(index, .refused(.noConnection)) }
    }
  }

  /// Takes an answer that nobody has taken yet; `nil` where there is none.
  mutating func nextAnswer() -> (identity: CommandRequest.Identity, answer: CommandAnswer)? {
    for index in writes.indices where writes[index].state == .answered {
      writes[index].state = .free
      return (writes[index].identity, writes[index].answer)
    }
    return nil
  }
}
