import PanelSignals

/// Answers as it is told to, and keeps the requests.
final class TestReceiver: CommandReceiver {
  var answerHandler: (CommandRequest.Identity, CommandAnswer) -> Void = { _, _ in }
  var answer: CommandAnswer?
  private(set) var requests: [CommandRequest] = []
  private(set) var times: [Int64] = []

  init(_ answer: CommandAnswer?) { self.answer = answer }

  func receive(_ request: CommandRequest, at time: Int64) -> CommandAnswer? {
    requests.append(request)
    times.append(time)
    return answer
  }
}

/// A command by reference, as expectations take it.
final class TestCommand {
  private(set) var value: Command

  init(_ definition: CommandDefinition, number: Int32) { value = Command(definition, number: number) }

  var state: CommandState { value.state }
  var wanted: Fixed64 { value.wanted }
  var isPending: Bool { value.isPending }
  var nextTime: Int64? { value.nextTime }

  @discardableResult
  func send(_ wanted: Fixed64, at time: Int64) -> CommandRequest { value.send(wanted, at: time) }

  func send(_ wanted: Fixed64, to receiver: TestReceiver, at time: Int64) { value.send(wanted, to: receiver, at: time) }

  var retryTime: Int64? { value.retryTime }

  func sendAgain(to receiver: TestReceiver, at time: Int64) { value.sendAgain(to: receiver, at: time) }

  @discardableResult
  func take(_ answer: CommandAnswer, to identity: CommandRequest.Identity) -> Bool { value.take(answer, to: identity) }

  @discardableResult
  func advance(to time: Int64, _ reading: Reading) -> Bool { value.advance(to: time, reading) }
}

/// A command whose state is a signal, with two seconds for it.
func makeCommand(
  state: SignalIndex = SignalIndex(4), tolerance: Fixed64 = .zero, within: Int64 = 2_000_000_000,
  queues: Bool = false
) -> TestCommand {
  TestCommand(
    CommandDefinition(
      .address(7, source: 1), state: state, tolerance: tolerance, within: within, queues: queues), number: 3)
}

/// A command in each of its states: sent with a 1 at the time 0 but for the first.
enum Standing: CaseIterable {
  case idle, sent, accepted, confirmed, refused, unconfirmed

  /// The command, and the identity of its request.
  func make(state: SignalIndex = SignalIndex(4)) -> (TestCommand, CommandRequest.Identity) {
    let command = makeCommand(state: state)
    if self == .idle { return (command, CommandRequest.Identity(command: 3, sending: 0)) }
    let identity = command.send(1, at: 0).identity
    switch self {
    case .idle, .sent: break
    case .accepted: command.take(.accepted, to: identity)
    case .confirmed: command.advance(to: 1, Reading(1))
    case .refused: command.take(.refused(.exception(2)), to: identity)
    case .unconfirmed: command.advance(to: 2_000_000_000, Reading(0))
    }
    return (command, identity)
  }

  var state: CommandState {
    switch self {
    case .idle: .idle
    case .sent, .accepted: .sent
    case .confirmed: .confirmed
    case .refused: .refused(.exception(2))
    case .unconfirmed: .unconfirmed
    }
  }
}

enum Event: CaseIterable {
  case accepted, refused, wantedInTime, otherInTime, oldInTime, failedInTime, noneInTime, wantedLate, otherLate, oldLate

  func happen(to command: TestCommand, _ identity: CommandRequest.Identity) -> Bool {
    switch self {
    case .accepted: command.take(.accepted, to: identity)
    case .refused: command.take(.refused(.noConnection), to: identity)
    case .wantedInTime: command.advance(to: 2_000_000_000 - 1, Reading(1))
    case .otherInTime: command.advance(to: 2_000_000_000 - 1, Reading(2))
    case .oldInTime: command.advance(to: 2_000_000_000 - 1, Reading(1, .old))
    case .failedInTime: command.advance(to: 2_000_000_000 - 1, Reading(1, .failed))
    case .noneInTime: command.advance(to: 2_000_000_000 - 1, Reading(1, .none))
    case .wantedLate: command.advance(to: 2_000_000_000, Reading(1))
    case .otherLate: command.advance(to: 2_000_000_000, Reading(0))
    case .oldLate: command.advance(to: 2_000_000_000, Reading(1, .old))
    }
  }
}
