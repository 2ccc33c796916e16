// Stage: remote framebuffer. Input: the user's word after `--rfb`. Output: the place of the server's socket.
import CLinux
import SystemFiles

/// Where viewers connect: on this machine alone. From elsewhere they come through ssh.
public enum RemoteAddress: Sendable {
  /// A TCP port of 127.0.0.1, 1...65535. Every user of this machine can connect to it.
  case port(UInt16)
  /// A Unix socket, which its owner alone can connect to (mode 0600). An absolute path of ``pathLimit`` bytes at most.
  case socket(path: String)

  /// The most bytes of a Unix socket's path: Linux has room for a zero behind them.
  public static var pathLimit: Int { 107 }

  /// Reads `PORT` or `/PATH`.
  /// - Throws: `text` is neither.
  public init(_ text: String) throws(DeviceError) {
    let bytes = Array(text.utf8)
    if bytes.first == UInt8(ascii: "/") {
      if bytes.count > Self.pathLimit {
        throw DeviceError(
          "serve viewers at", text, reason: "the path is too long for a Unix socket", remedy: "use 107 bytes at most")
      }
      // The kernel would take the path's beginning.
      if bytes.contains(0) {
        throw DeviceError("serve viewers at", text, reason: "the path has a zero byte", remedy: "leave it out")
      }
      self = .socket(path: text)
      return
    }
    guard let number = parseDigits(bytes), let port = UInt16(exactly: number), port > 0 else {
      throw DeviceError(
        "serve viewers at", text, reason: "it is neither a port nor a path",
        remedy: "write a port of this machine, 5900, or the path of a Unix socket, /run/panel-ui/rfb")
    }
    self = .port(port)
  }

  /// For messages: `127.0.0.1:5900`, or the path.
  public var name: String {
    switch self {
    case .socket(let path): return path
    case .port(let port):
      var text = TextBuilder()
      text.append("127.0.0.1:")
      text.append(Int(port))
      return text.string
    }
  }
}
