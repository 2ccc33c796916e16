// Stage: sources. Opening the places of lines.
import CLinux
import EventLoop
import SystemFiles

extension LineInput {
  /// Opens the place: for a Unix socket the one that others connect to.
  /// - Returns: a descriptor that does not wait.
  /// - Throws: it cannot be opened.
  func open() throws(DeviceError) -> Int32 {
    switch self {
    case .standardInput: return 0
    case .unix(let path): return try Self.listen(at: path)
    case .udp(let address, let port):
      let descriptor = linux_socket_udp()
      if descriptor >= 0 && linux_bind_udp(descriptor, address, port) == 0 { return descriptor }
      throw Self.failure("listen on", "UDP port " + String(Int(port)), descriptor, "choose a port that is free")
    case .serial(let path, let baud): return try Self.openSerial(path, baud)
    }
  }

  /// Opens the named pipe that standard input is once more: at its end the descriptor stays, whoever writes later.
  /// - Returns: a descriptor, or below 0 where standard input is something else, or the pipe cannot be opened.
  static func openNamedPipe() -> Int32 {
    // Of a pipe without a name it is `pipe:[123]`.
    var first: CChar = 0
    var status = stat()
    let isNamed = unsafe readlink("/proc/self/fd/0", &first, 1) == 1 && first == 47
    if unsafe !isNamed || fstat(0, &status) != 0 || linux_is_pipe(&status) == 0 { return -1 }
    return unsafe linux_open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0)
  }

  /// The socket of a former run at the path is replaced.
  private static func listen(at path: String) throws(DeviceError) -> Int32 {
    var address = sockaddr_un(path)
    let descriptor = linux_socket_unix()
    var status = stat()
    if unsafe descriptor >= 0 && path.withCString({ unsafe linux_stat($0, &status) }) == 0 {
      if unsafe linux_is_socket(&status) == 0 {
        linux_set_errno(EEXIST)
        throw failure("listen at", path, descriptor, "it is no socket: choose another path, or take it away")
      }
      // A refusal means that nobody listens. A socket that answers, is full, or is of another kind belongs to somebody.
      if unsafe linux_connect_unix(descriptor, &address, Int32(path.utf8.count + 1)) == 0
        || linux_errno() != ECONNREFUSED
      {
        linux_set_errno(EADDRINUSE)
        throw failure("listen at", path, descriptor, "end the program that listens there")
      }
      _ = unsafe path.withCString { unsafe unlink($0) }
    }
    let isOpen =
      unsafe descriptor >= 0 && linux_bind_unix(descriptor, &address) == 0 && CLinux.listen(descriptor, 4) == 0
    if isOpen { return descriptor }
    var letter: CChar = 0
    if unsafe linux_errno() == EADDRINUSE && readlink(path, &letter, 1) >= 0 {
      throw failure("listen at", path, descriptor, "it is a symbolic link that leads nowhere: take it away")
    }
    throw failure("listen at", path, descriptor, "choose a path in a folder that this user may write to")
  }

  static func openSerial(
    _ path: String, _ baud: Int, _ frame: SerialFrame = SerialFrame()
  ) throws(DeviceError) -> Int32 {
    let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
    let descriptor = unsafe path.withCString { unsafe linux_open($0, flags, 0) }
    var settings = termios()
    if descriptor >= 0, unsafe tcgetattr(descriptor, &settings) == 0 {
      unsafe cfmakeraw(&settings)
      settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
      frame.set(&settings)
      let speed = speed_t(linux_serial_speed(Int32(baud)))
      if unsafe cfsetispeed(&settings, speed) == 0 && cfsetospeed(&settings, speed) == 0
        && tcsetattr(descriptor, TCSANOW, &settings) == 0
      {
        if !frame.isRS485 || linux_serial_rs485(descriptor) == 0 { return descriptor }
        throw failure(
          "set the direction of RS-485 of", path, descriptor,
          "the line's driver does not do it: leave rs485 out where the adapter does it by itself")
      }
    }
    throw failure("open", path, descriptor, "name a serial line, and add the user to the group dialout")
  }

  private static func failure(_ operation: StaticString, _ name: String, _ descriptor: Int32, _ remedy: StaticString)
    -> DeviceError
  {
    let code = linux_errno()
    if descriptor >= 0 { _ = close(descriptor) }
    return DeviceError(operation, name, code: code, remedy: remedy)
  }
}
