// Stage: sources. The examination of a source without opening it: a panel may be listening there.
import CLinux
import EventLoop
import SystemFiles

extension LineInput {
  /// - Returns: why it could not be opened, as far as that is seen from outside; `nil` where nothing speaks against it.
  public func refusal() -> DeviceError? {
    switch self {
    case .standardInput: return nil
    case .unix(let path):
      let bytes = Array(path.utf8)
      let folder = bytes.lastIndex(of: 47).map { String(decoding: bytes[...$0], as: UTF8.self) } ?? "."
      var status = stat()
      let isThere = unsafe path.withCString { unsafe linux_stat($0, &status) } == 0
      // Something else than a socket is not replaced.
      let isTaken = unsafe isThere && linux_is_socket(&status) == 0
      return Self.refusal(
        "listen in", isTaken ? path : folder, W_OK | X_OK, "choose a path in a folder that this user may write to",
        isTaken ? EEXIST : 0)
    case .udp(let address, let port):
      let descriptor = linux_socket_udp()
      defer { _ = close(descriptor) }
      let code = linux_bind_udp(descriptor, address, port) == 0 ? 0 : linux_errno()
      // A panel that is shown has it.
      if code == 0 || code == EADDRINUSE { return nil }
      return DeviceError(
        "listen on", "UDP port " + String(Int(port)), code: code, remedy: "choose a port and an address of this machine"
      )
    case .serial(let path, _):
      return Self.refusal("open", path, R_OK, "name a serial line, and add the user to the group dialout")
    }
  }

  /// - Parameter code: of an error that is known already; 0 for none.
  private static func refusal(
    _ operation: StaticString, _ path: String, _ mode: Int32, _ remedy: StaticString, _ code: Int32 = 0
  ) -> DeviceError? {
    if unsafe code == 0 && path.withCString({ unsafe access($0, mode) }) == 0 { return nil }
    return DeviceError(operation, path, code: code == 0 ? linux_errno() : code, remedy: remedy)
  }
}
