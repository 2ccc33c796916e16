// Stage: sources. The reasons why a session with a broker ends.

/// Why a session has failed. Its connection is of no more use.
public enum MQTTFailure: Equatable, Sendable {
  /// The broker refused the client, with a code of 1 to 5.
  case refused(UInt8)
  /// The broker did not answer CONNECT or SUBSCRIBE in time.
  case noAnswer
  /// The broker has been silent for the time of keep-alive, after PINGREQ too.
  case silent
  /// The bytes are no packets that a broker of MQTT 3.1.1 sends.
  case malformed
  /// A packet came that may not come now.
  case unexpected
  /// The broker does not take the bytes for it.
  case full

  /// For a person, without a full stop.
  public var message: StaticString {
    switch self {
    case .refused(1): "the broker does not speak MQTT 3.1.1"
    case .refused(2): "the broker does not take the client's name"
    case .refused(3): "the broker is not ready"
    case .refused(4): "the broker does not take the user or the password"
    case .refused: "the broker does not let this client or user in"
    case .noAnswer: "the broker did not answer within 10 s"
    case .silent: "the broker is silent"
    case .malformed: "the bytes are not those of MQTT 3.1.1"
    case .unexpected: "the broker sent a packet out of turn"
    case .full: "the broker reads too slowly"
    }
  }
}
