// Stage: sources. The reasons why a connection to units of Modbus is of no more use.

/// Why a session has failed.
public enum ModbusFailure: Equatable, Sendable {
  /// Every unit has left three requests without an answer.
  case silent
  /// The bytes are not those of Modbus TCP.
  case malformed

  /// For a person, without a full stop.
  public var message: StaticString {
    switch self {
    case .silent: "no unit answers"
    case .malformed: "the bytes are not those of Modbus TCP"
    }
  }
}
