// Stage: commands. Input: wanted values, answers of receivers, readings of the state, the time. Output: the life of a
// command, for a control to show. Takes no memory and reads no clock.
//
//                         ┌──────────── another value ────────────┐
//                         ▼                                       │
//     idle ── send ──▶  sent ── the state is the wanted value ──▶ confirmed
//                        │ │                                        ▲
//                        │ └── the time is over ──▶ unconfirmed ────┘ later
//                        ▼                              │
//                     refused ◀──── a late refusal ─────┘
//
// Confirmed and refused last until the next value is sent. A value that waits for a connection counts as sent.

/// The life of a command.
public enum CommandState: Equatable, Sendable, BitwiseCopyable {
  /// Nothing was sent.
  case idle
  /// The value is on its way, or was accepted where nothing confirms it.
  case sent
  /// The state is the wanted value, or was it once.
  case confirmed
  /// The receiver did not take the value.
  case refused(CommandRefusal)
  /// The state was not the wanted value in time. Where nothing confirms: there was no answer in time.
  case unconfirmed
}

/// A value that a control wants somewhere, from its sending to its confirmation.
///
/// The state confirms, not the receiver: a device may accept a value and do nothing. Times are nanoseconds of a clock that
/// never goes back.
public struct Command: Sendable, BitwiseCopyable {
  public let definition: CommandDefinition
  public private(set) var state = CommandState.idle
  /// The last value that was sent; 0 before.
  public private(set) var wanted = Fixed64.zero
  private var identity: CommandRequest.Identity
  /// The receiver has taken the value.
  private var isAccepted = false
  /// The state has to be another value first: the former command wanted another one and was still on its way, so that the
  /// state may be older than both.
  private var awaitsChange = false
  /// When the time for a confirmation is over; `Int64.max` for never.
  private var deadline = Int64.max
  /// When a queued value is handed over again; `Int64.max` where none is queued.
  private var retryAt = Int64.max

  /// - Parameters:
  ///   - definition: where its values go, and the signal that confirms them.
  ///   - number: of the command, for answers to name it.
  public init(_ definition: CommandDefinition, number: Int32 = 0) {
    self.definition = definition
    identity = CommandRequest.Identity(command: number, sending: 0)
  }

  /// Its number, which answers name.
  public var number: Int32 { identity.command }

  /// Whether the value is on its way: neither its confirmation nor its refusal has come, and the time is not over.
  public var isPending: Bool { state == .sent && (hasState || !isAccepted) }

  /// When ``advance(to:_:)`` has something to do though no reading changes; `nil` for never.
  public var nextTime: Int64? {
    let time = Swift.min(deadline, retryAt)
    return isPending && time < .max ? time : nil
  }

  /// When ``sendAgain(to:at:)`` is due; `nil` where no value is queued.
  public var retryTime: Int64? { retryAt < .max ? retryAt : nil }

  /// Nanoseconds between two attempts to send a queued value.
  public static var retryInterval: Int64 { 250_000_000 }

  private var hasState: Bool { definition.state != .none }

  // MARK: Sending

  /// Begins with a value, in place of one that is on its way.
  /// - Returns: the request for the receiver, whose answer goes to ``take(_:to:)``.
  public mutating func send(_ value: Fixed64, at time: Int64) -> CommandRequest {
    awaitsChange = isPending && (awaitsChange || value != wanted)
    identity = CommandRequest.Identity(command: identity.command, sending: identity.sending &+ 1)
    (state, wanted, isAccepted, retryAt) = (.sent, value, false, .max)
    deadline = later(time, definition.within)
    return CommandRequest(identity, definition.destination, value)
  }

  /// Sends a value, and takes the answer if there is one at once.
  public mutating func send(_ value: Fixed64, to receiver: any CommandReceiver, at time: Int64) {
    deliver(send(value, at: time), to: receiver, at: time)
  }

  /// Hands a queued value over again, if that is due. A queued value ends with the time for its confirmation.
  public mutating func sendAgain(to receiver: any CommandReceiver, at time: Int64) {
    if retryAt > time { return }
    retryAt = .max
    if state != .sent || time >= deadline { return }
    deliver(CommandRequest(identity, definition.destination, wanted), to: receiver, at: time)
  }

  /// Takes the answer if there is one at once. A refusal that comes later is never queued: part of the value may have been
  /// sent.
  private mutating func deliver(_ request: CommandRequest, to receiver: any CommandReceiver, at time: Int64) {
    guard let answer = receiver.receive(request, at: time) else { return }
    if definition.queues && answer == .refused(.noConnection) {
      retryAt = later(time, Self.retryInterval)
    } else {
      take(answer, to: request.identity)
    }
  }

  /// Ends the value that was sent last.
  public mutating func refuse(_ refusal: CommandRefusal) { (state, retryAt) = (.refused(refusal), .max) }

  /// Lets go of a value that waits for a connection: it is not confirmed.
  public mutating func giveUp() {
    if retryAt < .max { (state, retryAt) = (.unconfirmed, .max) }
  }

  // MARK: Its life

  /// Takes a receiver's answer. One to a former request, or after the confirmation, changes nothing.
  /// - Returns: whether the command has another ``state``, or is no longer on its way.
  @discardableResult
  public mutating func take(_ answer: CommandAnswer, to request: CommandRequest.Identity) -> Bool {
    if request != identity || state != .sent && state != .unconfirmed { return false }
    let (former, wasPending) = (state, isPending)
    switch answer {
    case .accepted:
      isAccepted = true
      // The answer alone was late.
      if !hasState { state = .sent }
    case .refused(let refusal): state = .refused(refusal)
    }
    return state != former || isPending != wasPending
  }

  /// Compares the state with the wanted value, and ends the time for that.
  ///
  /// A state that is old, failed or unknown confirms nothing. It confirms after the time too, and before the receiver has
  /// answered.
  /// - Parameters:
  ///   - time: no earlier than that of the sending.
  ///   - reading: of the definition's state; without one any.
  /// - Returns: whether the command has another ``state``.
  @discardableResult
  public mutating func advance(to time: Int64, _ reading: Reading) -> Bool {
    if state != .sent && state != .unconfirmed { return false }
    let former = state
    let isOver = deadline < .max && time >= deadline
    if hasState && reading.quality == .fresh {
      let isWanted = (reading.value - wanted).magnitude <= Swift.max(.zero, definition.tolerance)
      if !isWanted { awaitsChange = false }
      // At the end of the time the state is younger than the former command.
      if isWanted && (!awaitsChange || isOver) { state = .confirmed }
    }
    if isPending && isOver { state = .unconfirmed }
    if state != .sent { retryAt = .max }
    return state != former
  }
}
