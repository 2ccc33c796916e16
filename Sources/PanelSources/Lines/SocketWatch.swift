// Stage: sources. Notices when the file of a socket is taken away: nobody could connect to it any more.
import CLinux
import EventLoop
import SystemFiles

/// Watches the file of a socket that this program listens at.
final class SocketWatch {
  private let path: String
  private let loop: EventLoop
  private let descriptor: Int32
  private let inode: UInt64
  private var buffer = [UInt8](repeating: 0, count: 256)

  /// - Parameter gone: called when the path is not that of the socket any more; once, or several times.
  /// - Returns: `nil` where it cannot be watched, which the socket does without.
  init?(_ path: String, loop: EventLoop, gone: @escaping () -> Void) {
    (self.path, self.loop) = (path, loop)
    inode = Self.inode(path)
    descriptor = inotify_init1(linux_IN_FLAGS())
    let watch =
      descriptor < 0 ? -1 : unsafe path.withCString { unsafe inotify_add_watch(descriptor, $0, linux_IN_GONE()) }
    if watch < 0 { return nil }
    do throws(DeviceError) {
      try loop.watch(descriptor) { [unowned(unsafe) self] _ in if unsafe isGone() { gone() } }
    } catch { return nil }
  }

  deinit {
    loop.unwatch(descriptor)
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// Takes the socket's file away, if it is this one still.
  func removeFile() {
    if inode != 0 && Self.inode(path) == inode { _ = unsafe path.withCString { unsafe unlink($0) } }
  }

  private func isGone() -> Bool {
    while unsafe buffer.withUnsafeMutableBytes({ unsafe read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
    return Self.inode(path) != inode
  }

  /// 0 where there is no such file.
  private static func inode(_ path: String) -> UInt64 {
    var status = stat()
    return unsafe path.withCString({ unsafe linux_stat($0, &status) }) == 0 ? UInt64(status.st_ino) : 0
  }
}
