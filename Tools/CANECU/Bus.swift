// Input: an interface of CAN. Output: its frames.
import CLinux

/// A classic frame with an id of 11 bits.
struct Frame {
  var id: UInt32
  /// Bytes of data: 0...8.
  var count = 8
  var data = InlineArray<8, UInt8>(repeating: 0)
}

/// A socket of an interface.
struct Bus {
  private let descriptor: Int32

  init(_ interface: String) {
    // Data frames of all ids of 11 bits.
    let filters = [can_filter(can_id: 0, can_mask: 3 << 30)]
    descriptor = unsafe linux_socket_can(interface, filters, 1)
  }

  /// The next frame, which is waited for; `nil` where the interface is not there or goes.
  mutating func read() -> Frame? {
    if descriptor < 0 { return nil }
    var bytes = InlineArray<72, UInt8>(repeating: 0)
    while true {
      var span = bytes.mutableSpan
      let count = unsafe span.withUnsafeMutableBytes { unsafe CLinux.read(descriptor, $0.baseAddress, $0.count) }
      if count == 16 { break }
      if count < 0 && linux_errno() != EAGAIN { return nil }
      if count < 0 { usleep(500) }
    }
    var frame = Frame(id: UInt32(bytes[0]) | UInt32(bytes[1]) << 8, count: min(8, Int(bytes[4])))
    for index in 0..<frame.count { frame.data[index] = bytes[8 + index] }
    return frame
  }

  mutating func send(_ frame: Frame) {
    var bytes = InlineArray<16, UInt8>(repeating: 0)
    (bytes[0], bytes[1], bytes[4]) = (UInt8(frame.id & 255), UInt8(frame.id >> 8), UInt8(frame.count))
    for index in 0..<frame.count { bytes[8 + index] = frame.data[index] }
    let span = bytes.span
    _ = unsafe span.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
  }

  func close() { if descriptor >= 0 { _ = CLinux.close(descriptor) } }
}
