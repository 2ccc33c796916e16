import CLinux
import EventLoop
import FBDevice
import FixedRaster
import RemoteFramebuffer
import SystemFiles

/// Sends damaged messages to sessions without sockets. A crash, an output beyond its room, a finger that ends before it began
/// or memory that grows ends the program.
final class SessionFuzz {
  private var state: UInt64
  private var displays: [MemoryDisplay] = []
  private let display: RemoteDisplay
  private let rules: [ViewerRules]
  private var session: ViewerSession
  private var opening: [UInt8] = []
  /// How often each thing happened: a zero at the end means that it was not tried.
  private var (updates, sizes, broken, refused, touches, keys, cut) = (0, 0, 0, 0, 0, 0, 0)
  private var isDown = false

  init(seed: UInt64) throws(DeviceError) {
    state = seed
    for (width, height, layout, rotation) in [
      (48, 40, PixelLayout.xrgb8888, DisplayRotation.none), (70, 33, .rgb565, .clockwise90), (17, 90, .mono, .none),
      (64, 64, .rgb888, .clockwise180),
    ] {
      displays.append(try MemoryDisplay(width: width, height: height, layout: layout, rotation: rotation))
    }
    display = RemoteDisplay(inPlaceOf: displays[0])
    rules = [
      ViewerRules(name: "fuzz", password: nil, isViewOnly: false),
      ViewerRules(name: "fuzz", password: try RemotePassword(Array("secret".utf8)), isViewOnly: true),
    ]
    session = ViewerSession(display, rules[0], finger: 0)
    rules[0].touchHandler = { [unowned(unsafe) self] in unsafe take($0) }
    rules[0].actHandler = { [unowned(unsafe) self] act in if case .key = act { unsafe keys += 1 } }
  }

  private func take(_ touch: TouchSample) {
    touches += 1
    if isDown == (touch.phase == .began) { fatalError("a finger begins twice, or ends before") }
    if touch.phase != .moved { isDown = touch.phase == .began }
    let bounds = display.memory.bounds
    if touch.position.x < 0 || touch.position.x >= Fixed(max(bounds.width, 90)) { fatalError("a finger is outside") }
  }

  // MARK: Numbers

  private func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private func number(_ range: Range<Int>) -> Int {
    range.lowerBound + Int(truncatingIfNeeded: next() % UInt64(range.count))
  }

  private func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

  /// Two bytes: mostly of a small picture.
  private func coordinate() -> [UInt8] { number(0..<8) == 0 ? [byte(), byte()] : [0, byte() & 63] }

  // MARK: Messages

  private func message() -> [UInt8] {
    switch number(0..<9) {
    case 0:
      let bits: [UInt8] = [8, 16, 32, 24]
      return [0, 0, 0, 0, bits[number(0..<4)], 24, byte() & 1, number(0..<10) == 0 ? 0 : 1]
        + [0, 7, 0, 7, 0, 3, byte() & 15, byte() & 15, byte() & 7, 0, 0, 0]
    case 1:
      let known: [[UInt8]] = [[0, 0, 0, 0], [0, 0, 0, 2], [0, 0, 0, 5], [0xFF, 0xFF, 0xFF, 0x21], [0, 0, 0, 16]]
      let count = number(0..<6)
      var bytes: [UInt8] = [2, 0, 0, UInt8(count)]
      for _ in 0..<count { bytes += known[number(0..<5)] }
      return bytes
    case 2, 3, 4: return [3, byte() & 1] + coordinate() + coordinate() + coordinate() + coordinate()
    case 5: return [4, byte() & 1, 0, 0, 0, 0, byte() & 1 == 0 ? 0xFF : 0, byte()]
    case 6, 7: return [5, byte() & 31] + coordinate() + coordinate()
    default:
      cut += 1
      let count = number(0..<40)
      return [6, 0, 0, 0, 0, 0, 0, UInt8(count)] + [UInt8](repeating: 65, count: count)
    }
  }

  /// Messages, of which three in four have a byte changed, left out or repeated.
  private func stream() -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<number(1..<4) { bytes += message() }
    switch number(0..<4) {
    case 0: bytes[number(0..<bytes.count)] = byte()
    case 1: bytes.remove(at: number(0..<bytes.count))
    case 2: bytes.insert(byte(), at: number(0..<bytes.count))
    default: break
    }
    return bytes
  }

  private func begin() {
    session.close()
    isDown = false
    let hasPassword = number(0..<16) == 0
    session = ViewerSession(
      display, rules[hasPassword ? 1 : 0], finger: 0, refusal: number(0..<32) == 0 ? "there is no room" : nil)
    if number(0..<8) == 0 { return }
    let versions = ["RFB 003.008\n", "RFB 003.007\n", "RFB 003.003\n", "RFB 004.001\n"]
    let version = number(0..<4)
    var bytes = Array(versions[version].utf8)
    if version != 2 { bytes.append(hasPassword ? 2 : 1) }
    if hasPassword { for _ in 0..<16 { bytes.append(byte()) } }
    bytes.append(1)
    if number(0..<16) == 0 { bytes[number(0..<bytes.count)] = byte() }
    session.receive(bytes.span)
  }

  // MARK: Running

  private func trial() {
    if session.ending != .open || number(0..<64) == 0 { begin() }
    session.receive(stream().span)
    switch number(0..<32) {
    case 0:
      display.show(inPlaceOf: displays[number(0..<4)])
      session.addAll()
      sizes += 1
    case 1...8:
      let (x, y) = (Int32(number(0..<60)), Int32(number(0..<60)))
      session.add(PixelRect(minX: x, minY: y, maxX: x + Int32(number(1..<60)), maxY: y + Int32(number(1..<60))))
    default: break
    }
    for _ in 0..<number(1..<4) {
      session.fillOutput()
      let count = session.output.count
      if count > ViewerOutput.capacity { fatalError("the output is beyond its room") }
      if session.isRunning && count > 0 { updates += 1 }
      // A slow viewer takes a part.
      session.output.remove(number(0..<4) == 0 ? count / 2 : count)
    }
    switch session.ending {
    case .open: break
    case .now: broken += 1
    case .afterOutput: refused += 1
    }
  }

  func run(_ count: Int) -> Bool {
    var memory = 0
    for index in 0..<count {
      trial()
      if index == count / 10 { memory = residentMemory() }
    }
    let grown = residentMemory() - memory
    let tried: [(String, Int)] = [
      ("updates", updates), ("sizes", sizes), ("broken", broken), ("refused", refused), ("touches", touches),
      ("keys", keys), ("texts", cut),
    ]
    var text = "executions " + String(count)
    for (name, number) in tried { text += " " + name + " " + String(number) }
    print(text + " grown " + String(grown) + " kB")
    return grown < 1024 && tried.allSatisfy { $0.1 > 0 }
  }
}
