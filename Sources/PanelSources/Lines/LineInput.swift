// Stage: sources. Where lines come from: standard input, a Unix socket, UDP, a serial line.
import CLinux

/// The place that `lines:` of a panel names.
public enum LineInput: Sendable {
  case standardInput
  /// A stream socket that this program makes; others connect to it and write lines.
  case unix(path: String)
  /// Datagrams to a port of this machine, of one line or several. The address is 127.0.0.1 unless told otherwise.
  case udp(address: UInt32, port: UInt16)
  /// A serial line, 8 bits without parity.
  case serial(path: String, baud: Int)

  /// The most bytes of a socket's path: `sun_path` without its end.
  static var pathLimit: Int { 107 }

  /// Whether what is sent has somebody to go to.
  var takesLines: Bool {
    switch self {
    case .standardInput, .udp: false
    case .unix, .serial: true
    }
  }

  var isDatagrams: Bool { if case .udp = self { true } else { false } }

  /// Reads `stdin`, `unix PATH`, `udp PORT`, `udp ADDRESS:PORT` or `serial PATH [BAUD]`.
  /// - Returns: `nil` where it is none of these.
  public init?(_ text: String) {
    let words = Array(text.utf8).split(separator: 32).map { Array($0) }
    guard let kind = words.first else { return nil }
    if kind == Array("stdin".utf8), words.count == 1 {
      self = .standardInput
    } else if kind == Array("unix".utf8), words.count == 2, words[1].count <= Self.pathLimit {
      self = .unix(path: String(decoding: words[1], as: UTF8.self))
    } else if kind == Array("udp".utf8), words.count == 2, let endpoint = Endpoint(words[1], address: Endpoint.loopback)
    {
      self = .udp(address: endpoint.address, port: endpoint.port)
    } else if kind == Array("serial".utf8), words.count == 2 || words.count == 3 {
      let baud = words.count == 3 ? number(words[2], limit: 921_600) : 115_200
      guard let baud, linux_serial_speed(Int32(baud)) != 0 else { return nil }
      self = .serial(path: String(decoding: words[1], as: UTF8.self), baud: baud)
    } else {
      return nil
    }
  }
}
