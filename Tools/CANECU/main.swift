// A control unit (ECU) for the emulated board's bus: answers requests of OBD-II.
// input:  a line as `vcan0 7E8 2000`: the interface, the id of its answers, and revolutions a minute
// output: each frame that it has read as candump has it, without a time: `7DF#02010C0000000000`

import CLinux

answer()

/// Answers until the program is ended. An interface that is not there, or goes, is opened again.
func answer() {
  let (interface, id, speed) = readLine()
  var ecu = ECU(id: id, speed: speed)
  while true {
    var bus = Bus(interface)
    while let frame = bus.read() {
      if !ecu.isFor(frame) { continue }
      note(frame)
      for answer in ecu.answers(to: frame) { bus.send(answer) }
    }
    bus.close()
    usleep(100_000)
  }
}

/// The words of standard input; the program ends where they are none.
func readLine() -> (interface: String, id: UInt32, speed: UInt32) {
  var bytes = [UInt8](repeating: 0, count: 256)
  let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(0, $0.baseAddress, $0.count) }
  let words = bytes[0..<max(0, count)].split { $0 == 32 || $0 == 10 }
  guard words.count == 3, let id = UInt32(String(decoding: words[1], as: UTF8.self), radix: 16),
    let speed = UInt32(String(decoding: words[2], as: UTF8.self)), id >= 0x7E8, id <= 0x7EF, speed < 16384
  else { exit(1) }
  return (String(decoding: words[0], as: UTF8.self), id, speed)
}

/// Writes a frame to standard output.
func note(_ frame: Frame) {
  var text = String(frame.id, radix: 16, uppercase: true) + "#"
  for index in 0..<frame.count {
    text += frame.data[index] < 16 ? "0" : ""
    text += String(frame.data[index], radix: 16, uppercase: true)
  }
  let line = Array(text.utf8) + [10]
  _ = unsafe line.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
}
