// Stage: remote framebuffer. Opening the server's socket.
import CLinux
import SystemFiles

/// A file, whatever its path.
struct SocketFile: Equatable {
  let device, number: UInt64
}

extension RemoteAddress {
  /// - Returns: a listening descriptor that does not wait.
  /// - Throws: it cannot be opened.
  func listen() throws(DeviceError) -> Int32 {
    switch self {
    case .port(let port):
      let descriptor = linux_socket_tcp()
      if descriptor >= 0 && linux_bind_tcp(descriptor, 0x7F00_0001, port) == 0 && CLinux.listen(descriptor, 4) == 0 {
        return descriptor
      }
      throw failure(descriptor, "choose a port that is free, above 1023")
    case .socket(let path):
      var address = sockaddr_un()
      let bytes = Array(path.utf8)
      address.sun_family = sa_family_t(AF_UNIX)
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
        for index in bytes.indices where index < room.count - 1 { unsafe room[index] = bytes[index] }
      }
      let descriptor = linux_socket_unix()
      try replaceFormer(descriptor, path, &address)
      // Nobody else connects between its making and a change of its mode.
      let mask = umask(0o177)
      let isBound = unsafe descriptor >= 0 && linux_bind_unix(descriptor, &address) == 0
      let code = linux_errno()
      _ = umask(mask)
      linux_set_errno(code)
      if isBound && CLinux.listen(descriptor, 4) == 0 { return descriptor }
      throw failure(descriptor, "choose a path in a folder that this user may write to")
    }
  }

  /// Takes the socket of a server away that has ended without doing so.
  private func replaceFormer(_ descriptor: Int32, _ path: String, _ address: inout sockaddr_un) throws(DeviceError) {
    var status = stat()
    if unsafe descriptor < 0 || path.withCString({ unsafe linux_stat($0, &status) }) != 0 { return }
    if unsafe linux_is_socket(&status) == 0 {
      linux_set_errno(EEXIST)
      throw failure(descriptor, "it is no socket: choose another path, or take it away")
    }
    // A refusal means that nobody listens.
    if unsafe linux_connect_unix(descriptor, &address, Int32(path.utf8.count + 1)) == 0
      || linux_errno() != ECONNREFUSED
    {
      linux_set_errno(EADDRINUSE)
      throw failure(descriptor, "end the program that listens there")
    }
    _ = unsafe path.withCString { unsafe unlink($0) }
  }

  /// The file at the address's path; `nil` for a port.
  var socketFile: SocketFile? {
    guard case .socket(let path) = self else { return nil }
    var status = stat()
    if unsafe path.withCString({ unsafe linux_stat($0, &status) }) != 0 { return nil }
    return SocketFile(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  /// Takes a socket's file away, unless another one is at its path by now.
  func remove(_ file: SocketFile?) {
    guard case .socket(let path) = self, let file, socketFile == file else { return }
    _ = unsafe path.withCString { unsafe unlink($0) }
  }

  /// Closes the descriptor.
  private func failure(_ descriptor: Int32, _ remedy: StaticString) -> DeviceError {
    let code = linux_errno()
    if descriptor >= 0 { _ = close(descriptor) }
    return DeviceError("serve viewers at", name, code: code, remedy: remedy)
  }
}
