// Stage: sources. The opening of places.
import CLinux
import SystemFiles

extension ConnectionPlace {
  /// Opens the place, and does not wait.
  /// - Returns: a descriptor, and whether it is connected yet: else it is when it can be written to.
  /// - Throws: it cannot be opened.
  func open() throws(DeviceError) -> (descriptor: Int32, isConnected: Bool) {
    switch self {
    case .tcp(let endpoint):
      let descriptor = linux_socket_tcp()
      if descriptor >= 0 && linux_connect_tcp(descriptor, endpoint.address, endpoint.port) == 0 {
        return (descriptor, true)
      }
      if descriptor >= 0 && linux_errno() == EINPROGRESS { return (descriptor, false) }
      throw failure(descriptor, linux_errno())
    case .udp(let endpoint):
      let descriptor = linux_socket_udp()
      if descriptor >= 0 && linux_bind_udp(descriptor, endpoint.address, endpoint.port) == 0 {
        return (descriptor, true)
      }
      throw failure(descriptor, linux_errno())
    case .unix(let path):
      var address = sockaddr_un(path)
      let descriptor = linux_socket_unix()
      if descriptor >= 0, unsafe linux_connect_unix(descriptor, &address, Int32(path.utf8.count + 1)) == 0 {
        return (descriptor, true)
      }
      throw failure(descriptor, linux_errno())
    case .can(let interface, let filters):
      let list = filters.map {
        can_filter(can_id: UInt32(truncatingIfNeeded: $0 >> 32), can_mask: UInt32(truncatingIfNeeded: $0))
      }
      let descriptor = unsafe linux_socket_can(interface, list, UInt32(list.count))
      if descriptor >= 0 { return (descriptor, true) }
      throw failure(descriptor, linux_errno())
    case .serial(let path, let baud, let frame): return (try LineInput.openSerial(path, baud, frame), true)
    }
  }

  /// Closes the descriptor.
  func failure(_ descriptor: Int32, _ code: Int32) -> DeviceError {
    if descriptor >= 0 { _ = close(descriptor) }
    switch self {
    case .tcp, .unix:
      return DeviceError("connect to", name, code: code, remedy: "its values come when it can be reached")
    case .udp:
      return DeviceError(
        "listen on", name, code: code, remedy: "choose a port that is free, and an address of this machine")
    case .can:
      return DeviceError("listen on", name, code: code, remedy: "its values come when the interface is there and up")
    case .serial: return DeviceError("open", name, code: code, remedy: "name a serial line that is there")
    }
  }
}

extension sockaddr_un {
  /// The address of a Unix socket.
  /// - Parameter path: of ``LineInput/pathLimit`` bytes at most.
  init(_ path: String) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    unsafe withUnsafeMutableBytes(of: &sun_path) { room in
      for index in bytes.indices where index < room.count - 1 { unsafe room[index] = bytes[index] }
    }
  }
}
