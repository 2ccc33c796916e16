import CLinux
import SystemFiles
import Testing

@testable import FBDevice

/// Stands in for the kernel: files that a test describes, and a record of what was asked of them.
final class MockKernel: SystemCalls {
  /// A framebuffer's answers.
  struct Framebuffer {
    var variable = fb_var_screeninfo()
    var fixed = fb_fix_screeninfo()
    var controlError: Int32 = 0
  }

  var card: DRMCalls = .kernel
  override var drm: DRMCalls { card }

  var kinds: [String: FileKind] = [:]
  /// Paths that may be written to and not read.
  var writeOnly: Set<String> = []
  /// Error number that opening gives.
  var openErrors: [String: Int32] = ["/dev/tty7": ENOENT]
  /// Whether another program has locked what is to be locked.
  var isLocked = false
  var framebuffers: [String: Framebuffer] = [:]
  /// What a directory holds.
  var directories: [String: [String]] = [:]
  var directoryError: Int32 = ENOENT
  /// The files that are read as a whole.
  var files: [String: [UInt8]] = [:]
  /// Files that are really read, in the place of others.
  var standIns: [String: String] = [:]
  /// What symbolic links lead to.
  var links: [String: String] = [:]
  /// The loop's clock; `nil` for the real one.
  var time: Int64?
  /// How long the board has slept: its other clock is so far behind.
  var sleep: Int64 = 0
  /// Words of the kernel about devices, in their order, or why reading one fails; `nil` where they may not be heard.
  var deviceEvents: [Result<String, Int32>]? = []
  /// Of framebuffers that show either of two pictures.
  let pans = MockPans()
  var mapError: Int32 = 0
  /// Modes of the console as KDGETMODE and KDGKBMODE tell them; `nil` for what is no virtual terminal.
  var console: (display: Int32, keyboard: Int32)? = nil
  var setModeError: Int32 = 0
  var keyboardOffError: Int32 = 0

  private(set) var opened: [Int32: String] = [:]
  private(set) var closed: [String] = []
  private(set) var controls: [(request: Int32, value: Int)] = []
  /// Of `VT_SETMODE`: mode, and the signals that ask and return.
  private(set) var terminalModes: [[Int]] = []
  var refusesSwitches = false
  private(set) var mapped: [Int] = []
  private(set) var unmapped = 0
  /// Mappings whose memory was given back while their device was open.
  private(set) var vacated = 0
  var refusesToVacate = false
  /// A file that stands in for a device's memory; -1 for memory of the process's own.
  var mappedFile: Int32 = -1
  private var nextDescriptor: Int32 = 1_000_000

  override func fileKind(_ path: String) -> FileKind { kinds[path] ?? .missing(code: ENOENT) }

  override func open(_ path: String, flags: Int32, mode: UInt32) -> Int32 {
    if let error = openErrors[path] { return -error }
    if writeOnly.contains(path), flags & O_ACCMODE != O_WRONLY { return -EACCES }
    nextDescriptor += 1
    opened[nextDescriptor] = path
    return nextDescriptor
  }

  override func close(_ descriptor: Int32) { closed.append(opened.removeValue(forKey: descriptor) ?? "unknown") }

  override func lock(_ descriptor: Int32) -> Bool { !isLocked }

  override func control(_ descriptor: Int32, _ request: Int32, value: Int) -> Int32 {
    controls.append((request, value))
    if request == KDSETMODE, value == Int(KD_GRAPHICS), setModeError != 0 { return -setModeError }
    if request == KDSKBMODE, value == Int(K_OFF), keyboardOffError != 0 { return -keyboardOffError }
    return 0
  }

  @unsafe
  override func control(_ descriptor: Int32, _ request: Int32, structure: UnsafeMutableRawPointer) -> Int32 {
    if request == FBIOPAN_DISPLAY || request == Int32(linux_FBIO_WAITFORVSYNC()) {
      return unsafe pans.take(request, structure)
    }
    if let framebuffer = framebuffers[opened[descriptor] ?? ""] {
      if framebuffer.controlError != 0 { return -framebuffer.controlError }
      if request == FBIOGET_VSCREENINFO {
        unsafe structure.assumingMemoryBound(to: fb_var_screeninfo.self).pointee = framebuffer.variable
      } else {
        unsafe structure.assumingMemoryBound(to: fb_fix_screeninfo.self).pointee = framebuffer.fixed
      }
      return 0
    }
    guard let console else { return -ENOTTY }
    switch request {
    case KDGETMODE: unsafe structure.assumingMemoryBound(to: Int32.self).pointee = console.display
    case KDGKBMODE: unsafe structure.assumingMemoryBound(to: Int32.self).pointee = console.keyboard
    case VT_SETMODE:
      let mode = unsafe structure.assumingMemoryBound(to: vt_mode.self).pointee
      terminalModes.append([Int(mode.mode), Int(mode.relsig), Int(mode.acqsig)])
      return refusesSwitches ? -EPERM : 0
    default: unsafe structure.assumingMemoryBound(to: vt_stat.self).pointee.v_active = 7
    }
    return 0
  }

  override func map(_ descriptor: Int32, length: Int, offset: Int64) -> MappedMemory {
    mapped.append(length)
    if mapError != 0 { return unsafe MappedMemory(base: nil, length: 0, code: mapError) }
    return super.map(mappedFile, length: length)
  }

  override func vacate(_ memory: MappedMemory) {
    if !opened.isEmpty { vacated += 1 }
    if !refusesToVacate { super.vacate(memory) }
  }

  override func unmap(_ memory: MappedMemory) {
    unmapped += 1
    super.unmap(memory)
  }

  override func target(of path: String) -> String? { links[path] }

  override func openDeviceEvents() -> Int32 { deviceEvents == nil ? -EPERM : 1_000_000 }

  @unsafe
  override func readDeviceEvent(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    guard deviceEvents?.isEmpty == false, let event = deviceEvents?.removeFirst() else { return -Int(EAGAIN) }
    switch event {
    case .success(let word):
      unsafe bytes.copyBytes(from: word.utf8)
      return word.utf8.count
    case .failure(let code): return -Int(code)
    }
  }

  override var now: Int64 { time ?? super.now }
  override var monotonicNow: Int64 { now - sleep }

  override func names(in directory: String, into names: inout [String]) -> Int32 {
    guard let found = directories[directory] else { return directoryError }
    names += found
    return 0
  }

  override func contents(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    if let bytes = files[path], bytes.count <= limit { return bytes }
    return try super.contents(of: standIns[path] ?? "/nowhere", limit: limit)
  }

  /// Adds a framebuffer that can be used, 64 × 4, in 0xXXRRGGBB; `change` makes it another one.
  func addFramebuffer(
    _ path: String = "/dev/fb0", driver: String = "mockdrmfb", change: (inout Framebuffer) -> Void = { _ in }
  ) {
    var framebuffer = Framebuffer()
    framebuffer.variable.xres = 64
    framebuffer.variable.yres = 4
    framebuffer.setBits(32, red: (16, 8), green: (8, 8), blue: (0, 8), alpha: (0, 0))
    framebuffer.fixed.line_length = 256
    framebuffer.fixed.smem_len = 1024
    framebuffer.fixed.visual = UInt32(FB_VISUAL_TRUECOLOR)
    unsafe withUnsafeMutableBytes(of: &framebuffer.fixed.id) { id in unsafe id.copyBytes(from: driver.utf8.prefix(16)) }
    change(&framebuffer)
    framebuffers[path] = framebuffer
    kinds[path] = .characterDevice(major: 29, minor: 0)
  }
}

extension MockKernel.Framebuffer {
  typealias Field = (offset: UInt32, length: UInt32)

  mutating func setBits(_ bits: UInt32, red: Field, green: Field, blue: Field, alpha: Field) {
    variable.bits_per_pixel = bits
    variable.red = fb_bitfield(offset: red.offset, length: red.length, msb_right: 0)
    variable.green = fb_bitfield(offset: green.offset, length: green.length, msb_right: 0)
    variable.blue = fb_bitfield(offset: blue.offset, length: blue.length, msb_right: 0)
    variable.transp = fb_bitfield(offset: alpha.offset, length: alpha.length, msb_right: 0)
  }
}

/// A line of text: not empty, printable ASCII.
func isOneLine(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy { (32...126).contains($0) } }
