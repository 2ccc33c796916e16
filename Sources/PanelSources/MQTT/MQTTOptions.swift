// Stage: sources. The settings of a session with a broker.

/// The settings of a session. Texts are in UTF-8; of a longer one than 65535 bytes the beginning counts.
public struct MQTTOptions: Sendable {
  /// The name that the broker knows the client by. An empty one has the broker make one up, for a clean session alone.
  public let client: [UInt8]
  public let user: [UInt8]?
  /// Counts with a user alone: MQTT 3.1.1 has no password without.
  public let password: [UInt8]?
  /// How long either side may be silent, in seconds; 0 for ever.
  public var keepAlive: UInt16 = 30
  /// Whether the broker forgets the client when the connection ends.
  public var isClean = true
  /// The best quality of service that is asked for: 0 or 1.
  public var qos: UInt8 = 1
  /// Whether all topics are heard, those without an address too.
  public var hearsAll = false
  /// A message that is published again and again, as Victron's brokers want it.
  public var kept: KeptMessage?
  /// The sign that the other side is there. Without it the signals of the session fail.
  public var alive: MQTTAlive?

  public init(client: [UInt8], user: [UInt8]? = nil, password: [UInt8]? = nil) {
    func held(_ text: [UInt8]) -> [UInt8] { Array(text.prefix(MQTTAddress.topicLimit)) }
    self.client = held(client)
    self.user = user.map(held)
    self.password = password.map(held)
  }

  var hasPassword: Bool { user != nil && password != nil }

  /// The length of CONNECT behind its fixed header.
  var connectLength: Int {
    var length = 10 + 2 + client.count
    if let user { length += 2 + user.count }
    if hasPassword, let password { length += 2 + password.count }
    return length
  }
}

/// A message that is published when all topics are subscribed to, and then again and again, with QoS 0.
public struct KeptMessage: Sendable {
  /// 1...65535 bytes.
  public let topic: [UInt8]
  public let payload: [UInt8]
  /// Nanoseconds; one second at least.
  public let interval: Int64

  public init(topic: [UInt8], payload: [UInt8] = [], interval: Int64 = 30_000_000_000) {
    (self.topic, self.payload, self.interval) = (topic, payload, max(1_000_000_000, interval))
  }
}
