// Frames for the emulated board's bus: sends the lines of a candump log, one after the other, as fast as the bus takes them.
// input:  lines as `(0.0) vcan0 123#DEADBEEF`, all of one interface
// output: `sent COUNT`; exit status 1 where a line is none, or is not taken

import CLinux
import PanelSources

/// All of standard input.
func readInput() -> [UInt8] {
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = unsafe part.withUnsafeMutableBytes { unsafe read(0, $0.baseAddress, $0.count) }
    if count <= 0 { return bytes }
    bytes.append(contentsOf: part[0..<count])
  }
}

/// The bytes of a frame as the kernel has them.
func kernelFrame(_ frame: CANFrame) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: frame.isFD ? 72 : 16)
  // CAN_EFF_FLAG, CAN_RTR_FLAG, CAN_ERR_FLAG
  let flags: UInt32 =
    (frame.isExtended ? 1 << 31 : 0) | (frame.kind == .remote ? 1 << 30 : 0) | (frame.kind == .error ? 1 << 29 : 0)
  let word = frame.id | flags
  for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: word >> (8 * UInt32(index))) }
  bytes[4] = UInt8(frame.count)
  for index in 0..<frame.count { bytes[8 + index] = frame.data[index] }
  return bytes
}

/// - Returns: how many frames were sent; `nil` where one was not.
func sendAll() -> Int? {
  let input = readInput()
  var (descriptor, count): (Int32, Int) = (-1, 0)
  for line in input.split(separator: 10) {
    let bytes = Array(line)
    guard let entry = CandumpLine(bytes.span) else { return nil }
    if descriptor < 0 {
      let name = String(decoding: bytes[entry.interface], as: UTF8.self)
      descriptor = unsafe linux_socket_can(name, nil, 0)
    }
    let frame = kernelFrame(entry.frame)
    var sent = 0
    // A queue that is full has room again soon.
    repeat {
      sent = unsafe frame.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    } while sent < 0 && (linux_errno() == ENOBUFS || linux_errno() == EAGAIN)
    if sent != frame.count { return nil }
    count += 1
  }
  return count
}

let count = sendAll()
let text = Array((count.map { "sent " + String($0) } ?? "not sent").utf8) + [10]
_ = unsafe text.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
exit(count == nil ? 1 : 0)
