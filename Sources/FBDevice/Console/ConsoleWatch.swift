// Stage: console. Input: the kernel's word about virtual terminals. Output: whether the panel's is the one that is shown.
import CLinux
import SystemFiles

/// Tells when another virtual terminal is shown in the place of the panel's, as `chvt` asks for, and when the panel's is back.
public final class ConsoleWatch {
  /// Has an error (`EPOLLERR`) when another terminal is shown, until ``read()``. It is always readable, which says nothing.
  public let descriptor: Int32
  /// "tty1"
  private let name: [UInt8]

  /// - Parameter number: of the panel's terminal, from 1 on.
  /// - Returns: `nil` where the kernel does not tell.
  public convenience init?(_ number: Int) { self.init(number, path: "/sys/class/tty/tty0/active") }

  init?(_ number: Int, path: String) {
    if number < 1 { return nil }
    descriptor = SystemCalls().open(path, flags: O_RDONLY)
    name = Array(("tty" + String(number)).utf8)
    if descriptor < 0 { return nil }
    // What has not been read yet counts as changed.
    _ = read()
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Whether the panel's terminal is shown. Where that cannot be read, it is.
  public func read() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
    if count <= 0 { return true }
    return Array(bytes.prefix(count).prefix { $0 != 10 }) == name
  }
}
