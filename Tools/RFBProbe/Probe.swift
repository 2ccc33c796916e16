import CLinux
import EventLoop
import FBDevice
import FixedRaster
import LayerRuntime
import RemoteFramebuffer
import SystemFiles

/// The page on a display in memory, served to viewers. Prints their acts, and does what lines of standard input say.
final class Probe {
  private let loop: EventLoop
  private let display: RemoteDisplay
  private let server: RemoteServer
  private var memory: MemoryDisplay
  private var page: ProbePage
  private let options: Options
  private var isMoving = true
  private var timer: EventLoop.Timer?
  private var frames = 0
  private var line: [UInt8] = []

  init(_ options: Options, _ address: RemoteAddress) throws(DeviceError) {
    self.options = options
    loop = try EventLoop()
    memory = try Self.memory(options, options.width, options.height)
    page = ProbePage(width: memory.memory.width, height: memory.memory.height)
    display = options.isBeside ? RemoteDisplay(memory) : RemoteDisplay(inPlaceOf: memory)
    server = try RemoteServer(
      display, on: address, loop: loop, name: "rfb-probe", password: options.password, isViewOnly: options.isViewOnly)
  }

  private static func memory(_ options: Options, _ width: Int, _ height: Int) throws(DeviceError) -> MemoryDisplay {
    try MemoryDisplay(width: width, height: height, layout: options.layout, rotation: options.rotation)
  }

  func run() throws(DeviceError) {
    display.redrawHandler = { [unowned(unsafe) self] in unsafe redraw() }
    server.viewersHandler = { [unowned(unsafe) self] in unsafe say("viewers \(server.viewerCount)") }
    server.touchHandler = { [unowned(unsafe) self] touch in
      let (x, y) = (touch.position.x.rounded, touch.position.y.rounded)
      unsafe say("touch \(touch.phase.rawValue) finger \(touch.finger & 0xFF_FFFF) at \(x) \(y)")
    }
    server.actHandler = { [unowned(unsafe) self] act in
      switch act {
      case .key(let code, let phase, _): unsafe say("key \(code) \(phase.rawValue)")
      case .turned(let steps, _): unsafe say("turned \(steps)")
      case .pointed: break
      }
    }
    try loop.endOnSignals()
    _ = linux_set_nonblocking(0)
    try loop.watch(0) { [unowned(unsafe) self] _ in unsafe readLines() }
    draw()
    setMoving(true)
    say("ready")
    _ = loop.run()
    server.close()
    display.close()
  }

  private func say(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
  }

  // MARK: Frames

  private func setMoving(_ isMoving: Bool) {
    self.isMoving = isMoving
    if let timer { loop.cancelTimer(timer) }
    timer = nil
    if !isMoving { return }
    let interval = Int64(1_000_000_000 / options.framesPerSecond)
    timer = loop.addTimer(at: EventLoop.now + interval, repeating: interval) { [unowned(unsafe) self] _ in
      unsafe page.move()
      unsafe draw()
    }
  }

  private func redraw() {
    page.compositor.invalidate()
    // As a program does: in a later frame.
    loop.addTimer(at: EventLoop.now + 20_000_000) { [unowned(unsafe) self] _ in unsafe draw() }
  }

  private func draw() {
    if !page.compositor.drawFrame(into: display.memory) { return }
    frames += 1
    let damage = page.compositor.damagedRects
    do throws(DeviceError) { try display.present(damage.span) } catch { say(error.message) }
  }

  // MARK: Lines

  private func readLines() {
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(0, $0.baseAddress, $0.count) }
    if count == 0 {
      loop.unwatch(0)
      return loop.stop()
    }
    if count < 0 { return }
    for byte in bytes[..<count] {
      if byte != 10 {
        line.append(byte)
        continue
      }
      let words = line.split(separator: 32).map { String(decoding: $0, as: UTF8.self) }
      line = []
      do throws(DeviceError) { try obey(words) } catch { say("error \(error.message)") }
    }
  }

  /// `stop`, `go`, `step`, `snapshot PATH`, `size W H`, `frames`, `memory`, `wakes`, `quit`: each answers with a line.
  private func obey(_ words: [String]) throws(DeviceError) {
    switch words.first ?? "" {
    case "stop": setMoving(false)
    case "go": setMoving(true)
    case "step":
      page.move()
      draw()
    case "snapshot": try memory.writeSnapshot(to: words[1])
    case "size": try resize(parseDigits(Array(words[1].utf8)) ?? 0, parseDigits(Array(words[2].utf8)) ?? 0)
    case "frames": return say("frames \(frames)")
    case "memory": return say("memory \(residentMemory())")
    case "wakes": return say("wakes \(loop.wakeups)")
    case "quit": loop.stop()
    default: return say("error no such command")
    }
    say("ok \(words[0])")
  }

  private func resize(_ width: Int, _ height: Int) throws(DeviceError) {
    memory = try Self.memory(options, width, height)
    page = ProbePage(width: memory.memory.width, height: memory.memory.height)
    if options.isBeside { try display.show(on: memory) } else { display.show(inPlaceOf: memory) }
    page.compositor.invalidate()
    draw()
  }
}

/// Anonymous memory of this process that is resident, in kB.
func residentMemory() -> Int {
  do throws(FileError) {
    let status = try BoundedFile.read("/proc/self/status", limit: 4096)
    let key = Array("RssAnon:".utf8)
    for line in status.split(separator: 10) where line.starts(with: key) {
      return parseDigits(line.filter { $0 >= 48 && $0 <= 57 }) ?? 0
    }
  } catch {}
  return 0
}
