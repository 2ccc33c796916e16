// Stage: sources. The places that a connection reads from.
import CLinux
import SystemFiles

/// The other side of a connection.
public enum ConnectionPlace: Equatable, Sendable {
  /// A server on the network.
  case tcp(Endpoint)
  /// Datagrams to a port of this machine.
  case udp(Endpoint)
  /// The socket of a server on this machine.
  case unix(path: String)
  case serial(path: String, baud: Int, frame: SerialFrame = SerialFrame())

  /// The bus of an interface, read by frames.
  /// - Parameter filters: the id of each filter in the upper half, its mask in the lower one.
  case can(interface: String, filters: [UInt64])

  /// Reads `tcp ADDRESS:PORT`, `udp PORT`, `udp ADDRESS:PORT`, `unix PATH` and `serial PATH [BAUD [8N1]]`.
  /// - Parameter baud: of a serial line that says none.
  /// - Returns: `nil` where it is none of these.
  public init?(_ text: String, baud usual: Int = 115_200) {
    let words = text.utf8.split(separator: 32).map { Array($0) }
    guard words.count >= 2 && words.count <= 4 else { return nil }
    let path = String(decoding: words[1], as: UTF8.self)
    switch (words[0], words.count) {
    case (Array("tcp".utf8), 2):
      guard let endpoint = Endpoint(words[1]) else { return nil }
      self = .tcp(endpoint)
    case (Array("udp".utf8), 2):
      guard let endpoint = Endpoint(words[1], address: Endpoint.loopback) else { return nil }
      self = .udp(endpoint)
    case (Array("unix".utf8), 2):
      if words[1].count > LineInput.pathLimit { return nil }
      self = .unix(path: path)
    case (Array("serial".utf8), _):
      let baud = words.count > 2 ? number(words[2], limit: 921_600) : usual
      let frame = words.count > 3 ? SerialFrame(words[3]) : SerialFrame()
      guard let baud, let frame, linux_serial_speed(Int32(baud)) != 0 else { return nil }
      self = .serial(path: path, baud: baud, frame: frame)
    default: return nil
    }
  }

  public static func == (a: ConnectionPlace, b: ConnectionPlace) -> Bool {
    switch (a, b) {
    case (.tcp(let a), .tcp(let b)), (.udp(let a), .udp(let b)): a == b
    case (.unix(let a), .unix(let b)): haveSameBytes(a, b)
    case (.serial(let a, let baud, let frame), .serial(let b, let otherBaud, let otherFrame)):
      haveSameBytes(a, b) && baud == otherBaud && frame == otherFrame
    case (.can(let a, let filters), .can(let b, let otherFilters)): haveSameBytes(a, b) && filters == otherFilters
    default: false
    }
  }

  /// The same place, whose filters let everything pass.
  var unfiltered: ConnectionPlace {
    if case .can(let interface, _) = self { return .can(interface: interface, filters: [0]) }
    return self
  }

  /// Whether what comes has bounds: each piece is a whole one.
  var isDatagrams: Bool {
    switch self {
    case .udp, .can: true
    case .tcp, .unix, .serial: false
    }
  }

  var isBus: Bool { if case .can = self { true } else { false } }

  /// Whether it is opened by this machine alone, and tried again at the same pace.
  var isLocal: Bool { if case .tcp = self { false } else { true } }

  /// For a person.
  public var name: String {
    switch self {
    case .tcp(let endpoint): "tcp " + endpoint.text
    case .udp(let endpoint): "UDP port " + String(Int(endpoint.port))
    case .unix(let path), .serial(let path, _, _), .can(let path, _): path
    }
  }
}

extension ConnectionPlace? {
  /// Whether two sources would take each other's values away. A server has room for several.
  func isTaken(by other: ConnectionPlace?) -> Bool {
    switch (self, other) {
    case (.tcp, _), (.unix, _), (nil, _): false
    case (.udp(let port), .udp(let another)):
      LineInput.udp(address: port.address, port: port.port)
        .isSame(as: .udp(address: another.address, port: another.port))
    case (.serial(let path, _, _), .serial(let another, _, _)):
      LineInput.serial(path: path, baud: 0).isSame(as: .serial(path: another, baud: 0))
    case (.can(let interface, _), .can(let another, _)): haveSameBytes(interface, another)
    default: false
    }
  }
}
