import CLinux
import SystemFiles

/// An interface of a bus: pairs of sockets in the place of those of CAN, which this machine need not have.
final class TestBus {
  /// The other end of the last connection; −1 for none.
  private(set) var descriptor: Int32 = -1
  var isUp = true
  private(set) var opened = 0

  func open() throws(DeviceError) -> (descriptor: Int32, isConnected: Bool) {
    if !isUp { throw DeviceError("listen on", "can0", code: ENETDOWN, remedy: "") }
    var ends: (Int32, Int32) = (-1, -1)
    _ = unsafe withUnsafeMutableBytes(of: &ends) {
      unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, $0.assumingMemoryBound(to: Int32.self).baseAddress)
    }
    for end in [ends.0, ends.1] { _ = linux_set_nonblocking(end) }
    close(descriptor)
    descriptor = ends.1
    opened += 1
    return (ends.0, true)
  }

  /// The next frame that was sent; `nil` for none.
  func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, 256, 0) }
    return count > 0 ? Array(bytes[..<count]) : nil
  }

  func send(_ frame: [UInt8]) { _ = unsafe write(descriptor, frame, frame.count) }

  deinit { close(descriptor) }
}
