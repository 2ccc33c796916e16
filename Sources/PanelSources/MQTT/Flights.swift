// Stage: sources. Values on their way to a broker with QoS 1, until it acknowledges them.
import PanelSignals

/// The messages without an acknowledgement. Takes no memory.
struct Flights {
  private enum State { case free, waiting, acknowledged, lost }

  private struct Flight {
    var state = State.free
    var identity = CommandRequest.Identity(command: 0, sending: 0)
    var number: UInt16 = 0
  }

  private var flights = InlineArray<16, Flight>(repeating: Flight())
  private var last: UInt16 = 0

  /// The number of another packet: no message on its way has it.
  mutating func nextNumber() -> UInt16 {
    repeat { last = last == .max ? 1 : last + 1 } while isUsed(last)
    return last
  }

  private func isUsed(_ number: UInt16) -> Bool {
    for index in flights.indices where flights[index].state == .waiting && flights[index].number == number {
      return true
    }
    return false
  }

  /// Whether a message of a command may be sent.
  func hasRoom(for identity: CommandRequest.Identity) -> Bool { place(for: identity) != nil }

  /// A message is on its way, in place of a former one of its command: that one needs no answer.
  mutating func add(_ identity: CommandRequest.Identity, number: UInt16) {
    guard let place = place(for: identity) else { return }
    flights[place] = Flight(state: .waiting, identity: identity, number: number)
  }

  private func place(for identity: CommandRequest.Identity) -> Int? {
    var free: Int?
    for index in flights.indices {
      if flights[index].state == .free {
        free = index
      } else if flights[index].identity.command == identity.command {
        return index
      }
    }
    return free
  }

  /// A number of no message is that of one which another message of its command replaced.
  mutating func acknowledge(_ number: UInt16) {
    for index in flights.indices where flights[index].state == .waiting && flights[index].number == number {
      flights[index].state = .acknowledged
    }
  }

  /// The connection has gone.
  mutating func lose() {
    for index in flights.indices where flights[index].state == .waiting { flights[index].state = .lost }
  }

  /// Takes an answer that nobody has taken yet; `nil` where there is none.
  mutating func nextAnswer() -> (identity: CommandRequest.Identity, answer: CommandAnswer)? {
    for index in flights.indices {
      let state = flights[index].state
      if state == .free || state == .waiting { continue }
      flights[index].state = .free
      return (flights[index].identity, state == .acknowledged ? .accepted : .refused(.noConnection))
    }
    return nil
  }
}
