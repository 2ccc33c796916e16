// Stage: commands. The two sides of a command: its definition and its request to a receiver, and the receiver's answers.

/// The destination of a command.
public enum CommandDestination: Equatable, Sendable, BitwiseCopyable {
  /// An address of a source, both by their numbers: the source's in the panel, the address's in the source.
  case address(Int32, source: Int32)
  /// A signal of the panel that no source sets.
  case variable(SignalIndex)
  /// A program of the device's list, by its number among those that the panel's controls run.
  /// - Parameter hasValue: whether the value is its last argument.
  case program(Int32, hasValue: Bool)
}

/// The parts of a command that stay as long as its panel. Durations are nanoseconds, values in the destination's own unit.
public struct CommandDefinition: Equatable, Sendable, BitwiseCopyable {
  public var destination: CommandDestination
  /// The signal that confirms: the state that comes back. ``SignalIndex/none`` for a command that nothing confirms.
  public var state: SignalIndex
  /// How far the state may be from the wanted value to confirm it; below 0 as 0.
  public var tolerance: Fixed64
  /// How long a confirmation may take; below 0 as 0, and `Int64.max` for any time.
  public var within: Int64
  /// Whether a value without a connection waits for one, as long as a confirmation may take.
  public var queues: Bool

  public init(
    _ destination: CommandDestination, state: SignalIndex = .none, tolerance: Fixed64 = .zero,
    within: Int64 = 2_000_000_000, queues: Bool = false
  ) {
    (self.destination, self.state, self.tolerance, self.within) = (destination, state, tolerance, within)
    self.queues = queues
  }
}

/// One value on its way to a destination.
public struct CommandRequest: Equatable, Sendable, BitwiseCopyable {
  /// Which sending of which command: an answer names it.
  public struct Identity: Hashable, Sendable, BitwiseCopyable {
    /// The number of the command, as its maker counts.
    public let command: Int32
    /// Counts the times that the command was sent, from 1 on, and begins again behind the greatest.
    public let sending: UInt32

    public init(command: Int32, sending: UInt32) { (self.command, self.sending) = (command, sending) }
  }

  public let identity: Identity
  public let destination: CommandDestination
  public let value: Fixed64

  public init(_ identity: Identity, _ destination: CommandDestination, _ value: Fixed64) {
    (self.identity, self.destination, self.value) = (identity, destination, value)
  }
}

/// Why a receiver does not take a value.
public enum CommandRefusal: Equatable, Sendable, BitwiseCopyable {
  /// There is no connection, or it broke before the value was taken. Nothing is sent later, but by a command that queues.
  case noConnection
  /// The other side answered with an error of this number, as an exception of Modbus.
  case exception(Int32)
  /// The destination is not there, cannot be written, or does not take this value.
  case invalid
  /// This run sends nothing: it only shows, or is a demonstration.
  case forbidden
  /// The program ended with this status, 1...255.
  case exited(Int32)
  /// A signal of this number ended the program.
  case killed(Int32)
  /// The program of the value before still runs.
  case busy
}

/// An answer to a request.
public enum CommandAnswer: Equatable, Sendable, BitwiseCopyable {
  /// The receiver has sent the value, or set it. Whether it has an effect is the state's to say.
  case accepted
  case refused(CommandRefusal)
}

/// A source that takes values, or another receiver of commands.
///
/// It answers each request once: by the return, or later by its handler. A request without a connection is refused by the
/// return. Of a request that another one of the same command follows, the answer may be left out.
public protocol CommandReceiver: AnyObject {
  /// Called with each answer that was not returned, never within ``receive(_:at:)``.
  var answerHandler: (CommandRequest.Identity, CommandAnswer) -> Void { get set }

  /// Takes a value.
  /// - Parameters:
  ///   - request: the value and its destination, which is of this receiver.
  ///   - time: nanoseconds of the clock that the command counts with.
  /// - Returns: the answer; `nil` where it comes later.
  func receive(_ request: CommandRequest, at time: Int64) -> CommandAnswer?
}
