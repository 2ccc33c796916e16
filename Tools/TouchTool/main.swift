// Fingers and keys for the emulated board: creates a touchscreen and an encoder with keys through uinput and plays the lines
// of standard input on them.
// input:  down ID X Y | move ID X Y | up ID | dropped ID X Y | throw ID X Y TO, which goes from Y to TO in 20 ms, where ID is
//         0...9, X, Y and TO are pixels of 800×480 | press CODE | lift CODE | turn STEPS | back STEPS | unplug | plug, of both |
//         mode
// output: `touch ready`, then a line for each line: `touch ok LINE` or `touch error LINE`; `mode` answers `mode KD_TEXT` or
//         `mode KD_GRAPHICS`, as the console is

import CGuest

/// The console's mode by its kernel name.
func consoleModeName() -> [UInt8] {
  let fd = unsafe open_device("/dev/tty0", O_RDONLY | O_CLOEXEC)
  guard fd >= 0 else { return Array("unknown".utf8) }
  defer { close(fd) }
  var mode: Int32 = -1
  guard unsafe console_mode(fd, &mode) == 0 else { return Array("unknown".utf8) }
  return Array((mode == KD_TEXT ? "KD_TEXT" : "KD_GRAPHICS").utf8)
}

/// Reads the next line of standard input, without its end; `nil` at the end of the input. Longer lines arrive in pieces.
func nextLine() -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: 128)
  let size = Int32(bytes.count)
  let found = unsafe bytes.withUnsafeMutableBytes { buffer in
    unsafe read_input_line(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), size) != 0
  }
  return found ? Array(bytes.prefix { $0 != 0 && $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }) : nil
}

/// Writes a line to standard output at once.
func answer(_ words: StaticString, _ line: [UInt8] = []) {
  let text = unsafe Array(UnsafeBufferPointer(start: words.utf8Start, count: words.utf8CodeUnitCount))
  let bytes = text + line + [UInt8(ascii: "\n")]
  _ = unsafe bytes.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
}

/// What a line asks for: a verb and up to four numbers; −1 for a word that is no number.
struct Request {
  var verb: [UInt8] = []
  var numbers: [Int32] = []

  init(_ line: [UInt8]) {
    for word in line.split(separator: UInt8(ascii: " ")) {
      if verb.isEmpty { verb = Array(word) } else { numbers.append(Self.number(word)) }
    }
  }

  func isCalled(_ name: StaticString, numbers count: Int) -> Bool {
    guard numbers.count == count, !numbers.contains(-1), verb.count == name.utf8CodeUnitCount else { return false }
    for index in 0..<verb.count where unsafe name.utf8Start[index] != verb[index] { return false }
    return true
  }

  /// 0...9999, or -1 for anything else.
  private static func number(_ word: ArraySlice<UInt8>) -> Int32 {
    guard word.count <= 4 else { return -1 }
    var value: Int32 = 0
    for digit in word {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return -1 }
      value = value * 10 + Int32(digit - UInt8(ascii: "0"))
    }
    return value
  }
}

/// Does what one line says. `down` has a bit for each finger that is down.
func play(_ request: Request, on device: borrowing TouchDevice, down: inout UInt16) -> Bool {
  guard let finger = request.numbers.first, (0...9).contains(finger) else { return false }
  if request.isCalled("up", numbers: 1) {
    down &= ~(1 << UInt16(finger))
    return device.up(finger: finger, isLast: down == 0)
  }
  if request.isCalled("throw", numbers: 4) {
    return device.fling(
      finger: finger, x: request.numbers[1], from: request.numbers[2], to: request.numbers[3], isLast: down == 0)
  }
  guard request.numbers.count == 3 else { return false }
  let (x, y) = (request.numbers[1], request.numbers[2])
  if request.isCalled("down", numbers: 3) {
    down |= 1 << UInt16(finger)
    return device.down(finger: finger, x: x, y: y)
  }
  if request.isCalled("move", numbers: 3) { return device.move(finger: finger, x: x, y: y) }
  if request.isCalled("dropped", numbers: 3) { return device.flood(finger: finger, x: x, y: y) }
  return false
}

/// Does what one line says with keys.
func play(_ request: Request, on device: borrowing KeyDevice) -> Bool {
  guard let number = request.numbers.first else { return false }
  if request.isCalled("press", numbers: 1) { return device.key(number, isDown: true) }
  if request.isCalled("lift", numbers: 1) { return device.key(number, isDown: false) }
  if request.isCalled("turn", numbers: 1) { return device.turn(by: number) }
  if request.isCalled("back", numbers: 1) { return device.turn(by: -number) }
  return false
}

/// Plays lines until the devices are to be unplugged, or to the end of the input.
/// - Returns: whether they are to be plugged in again.
func playUntilUnplugged() -> Bool? {
  guard let device = TouchDevice(width: 800, height: 480), let keys = KeyDevice() else { return nil }
  var down: UInt16 = 0
  answer("touch ready")
  while let line = nextLine() {
    let request = Request(line)
    if request.isCalled("mode", numbers: 0) {
      answer("mode ", consoleModeName())
    } else if request.isCalled("unplug", numbers: 0) {
      return true
    } else if play(request, on: device, down: &down) || play(request, on: keys) {
      answer("touch ok ", line)
    } else {
      answer("touch error ", line)
    }
  }
  return false
}

func run() -> Int32 {
  while true {
    guard let isUnplugged = playUntilUnplugged() else {
      answer("touch error no /dev/uinput")
      return 1
    }
    if !isUnplugged { return 0 }
    answer("touch gone")
    while let line = nextLine(), !Request(line).isCalled("plug", numbers: 0) {}
  }
}

exit(run())
