// Stage: displays. Input: the kernel's words about devices (uevents). Output: whether displays may have come or gone.
//
// https://docs.kernel.org/core-api/kobject.html; the words are read from the kernel itself, for a board may have no udev.
import CLinux
import SystemFiles

/// Tells when cards, connectors and framebuffers come, go or change.
public final class DisplayEvents {
  /// Readable when ``read()`` has something to do.
  public let descriptor: Int32
  private let system: SystemCalls
  private var bytes = [UInt8](repeating: 0, count: 8192)

  /// - Returns: `nil` where the kernel, or the service that the program is, does not allow it.
  public convenience init?() { self.init(SystemCalls()) }

  init?(_ system: SystemCalls) {
    let descriptor = system.openDeviceEvents()
    if descriptor < 0 { return nil }
    (self.system, self.descriptor) = (system, descriptor)
  }

  deinit { system.close(descriptor) }

  /// Reads what the kernel has said.
  /// - Returns: whether it was about displays, or some of it was lost.
  public func read() -> Bool {
    var isOfDisplays = false
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe system.readDeviceEvent(descriptor, $0) }
      // More was said than there was room for.
      if count == -Int(ENOBUFS) {
        isOfDisplays = true
      } else if count == -Int(EINTR) {
        continue
      } else if count < 0 {
        return isOfDisplays
      }
      if count > 0, Self.isOfDisplays(bytes[..<min(count, bytes.count)]) { isOfDisplays = true }
    }
  }

  /// Whether one of the lines, which end with a 0, says that the device is a card or a framebuffer.
  static func isOfDisplays(_ word: ArraySlice<UInt8>) -> Bool {
    for line in word.split(separator: 0) {
      if StaticString("SUBSYSTEM=drm").isEqual(to: line) || StaticString("SUBSYSTEM=graphics").isEqual(to: line) {
        return true
      }
    }
    return false
  }

  /// Waits until displays may have come, or for a time.
  /// - Parameter milliseconds: 0 or more.
  public func wait(milliseconds: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&request, 1, milliseconds)
    _ = read()
  }
}
