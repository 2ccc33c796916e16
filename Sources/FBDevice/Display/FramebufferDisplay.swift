// Stage: displays. Linux's framebuffer devices, https://docs.kernel.org/fb/api.html
import CLinux
import FixedRaster
import SystemFiles

/// A framebuffer device, `/dev/fbN`: its memory is on the screen. Where the driver has memory for two pictures, one is drawn
/// while the other is shown.
public final class FramebufferDisplay: Display {
  public let path: String
  /// The driver's name: "simple", "virtio_gpudrmfb". At most 16 bytes.
  public let driver: String
  public var memory: DisplayMemory { memories[next] }
  public var alternates: Bool { isPanning }
  public var eventDescriptor: Int32? { pan?.descriptor }
  public let pixelsPerMillimetre: Fixed?
  /// Whether the kernel makes it of a card that is set by KMS: "vc4drmfb".
  var isMadeOfCard: Bool { driver.utf8.count >= 5 && StaticString("drmfb").isEqual(to: driver.utf8.suffix(5)) }
  public var name: String { path + " (" + driver + ")" }
  public var counts: PresentCounts { counter.counts }

  private let system: SystemCalls
  private var descriptor: Int32
  private let mapping: Mapping
  private var counter: DamageCounter
  private var isOn = true
  private var isForeground = true
  public private(set) var restarts = 0
  /// One, or two with ``pan``.
  private var memories: [DisplayMemory]
  /// The one that is drawn next.
  private var next = 0
  /// Stays until the end: who waits for its descriptor does not wait for another one's.
  private var pan: FramebufferPan?
  private var isPanning = false
  /// Whether the thread has an answer to give.
  private var isAsked = false
  private var pacing: FramePacing
  /// Whether the display may begin with another row than it was found with.
  private var hasPanned = false
  /// The mode as it was found.
  private var variable: fb_var_screeninfo

  /// Opens and maps the framebuffer at `path`, in the mode it has.
  /// - Parameters:
  ///   - path: the device, such as `/dev/fb0`.
  ///   - rotation: how the picture is rotated on it.
  /// - Throws: the device does not exist, may not be opened, is no framebuffer, or has a layout that cannot be drawn in;
  ///   the message then holds the layout.
  public convenience init(path: String, rotation: DisplayRotation = .none) throws(DeviceError) {
    try self.init(path: path, rotation: rotation, system: SystemCalls())
  }

  init(path: String, rotation: DisplayRotation = .none, system: SystemCalls) throws(DeviceError) {
    let descriptor = try Self.open(path, system)
    var variable = fb_var_screeninfo()
    var fixed = fb_fix_screeninfo()
    var result = unsafe system.control(descriptor, FBIOGET_VSCREENINFO, structure: &variable)
    if result >= 0 { result = unsafe system.control(descriptor, FBIOGET_FSCREENINFO, structure: &fixed) }
    let mode: FramebufferMode
    do throws(DeviceError) {
      if result < 0 {
        throw DeviceError("use", path, code: -result, remedy: "choose a framebuffer, such as /dev/fb0")
      }
      mode = try FramebufferMode(variable, fixed, path: path)
    } catch {
      system.close(descriptor)
      throw error
    }
    let mapped = system.map(descriptor, length: mode.mappedLength)
    guard let base = unsafe mapped.base else {
      system.close(descriptor)
      throw DeviceError("map", path, code: mapped.code, remedy: "choose a framebuffer whose driver can be mapped")
    }
    self.path = path
    self.system = system
    self.descriptor = descriptor
    mapping = Mapping(mapped, system: system)
    driver = Self.driverName(fixed)
    let mapping = self.mapping
    func memory(_ offset: Int) -> DisplayMemory {
      unsafe DisplayMemory(
        base: base + offset, width: mode.width, height: mode.height, bytesPerRow: mode.bytesPerRow,
        layout: mode.layout, rotation: rotation, owner: mapping)
    }
    let first = memory(mode.offset)
    counter = DamageCounter(first, offset: mode.offset)
    memories = [first]
    self.variable = variable
    pacing = FramePacing(interval: mode.interval)
    pixelsPerMillimetre = Self.pixelsPerMillimetre(variable)
    if mode.panBytes == 0 { return }
    memories.append(memory(mode.offset + mode.panBytes))
    next = variable.yoffset == 0 ? 1 : 0
    // What the kernel makes of a card is copied later than it is shown, by some drivers.
    if !isMadeOfCard { pan = FramebufferPan.start(system.open(path, flags: O_RDWR), variable, system) }
    isPanning = pan != nil
    if !isPanning { stay(at: 1 - next) }
  }

  // MARK: Two pictures

  /// Draws into the one that is shown, from now on.
  private func stay(at shown: Int) {
    pan?.finish()
    isPanning = false
    memories = [memories[shown]]
    next = 0
    restarts += 1
  }

  /// The driver has not come back: it shows what it was told last, if anything, and is told no more.
  private func giveUp() {
    hasPanned = false
    stay(at: 1 - next)
  }

  /// Has the thread come to rest, for who comes next pans too. Waits for a quarter of a second at most.
  private func settle() {
    if let pan, isPanning, isAsked {
      if pan.waitForAnswer(milliseconds: 250) { readAnswer() } else { giveUp() }
    }
    pacing.forget()
  }

  public func readEvents() throws(DeviceError) { readAnswer() }

  private func readAnswer() {
    guard let pan, let answer = pan.takeAnswer() else { return }
    isAsked = false
    if !isPanning { return }
    // The last one that was handed over is not shown.
    if answer.code != 0 { return stay(at: next) }
    pacing.waits = answer.waits
    if pacing.shown(at: system.now) { counter.noteLateness(pacing.lateness) }
  }

  private static func pixelsPerMillimetre(_ variable: fb_var_screeninfo) -> Fixed? {
    pixelsPerMillimetre(
      width: Int(variable.xres), height: Int(variable.yres),
      widthMillimetres: Int(truncatingIfNeeded: variable.width),
      heightMillimetres: Int(truncatingIfNeeded: variable.height))
  }

  /// Drivers often report nothing, or a guess: believed are 1 to 20 pixels, as many across as down within a sixth. Some
  /// monitors tell their aspect instead of their size, as centimetres or as tenths of these (X.Org's EDID quirks).
  static func pixelsPerMillimetre(
    width: Int, height: Int, widthMillimetres: Int, heightMillimetres: Int
  ) -> Fixed? {
    let (wide, high) = (widthMillimetres, heightMillimetres)
    if !(10...10_000).contains(wide) || !(10...10_000).contains(high) { return nil }
    if (wide == 160 || wide == 16) && (high == 90 || high == 100 || high == 9 || high == 10) { return nil }
    let (across, down) = (Int64(width) * Int64(high), Int64(height) * Int64(wide))
    if Swift.abs(across - down) * 6 > Swift.max(across, down) { return nil }
    let density = Fixed(width, over: wide)
    return density >= 1 && density <= 20 ? density : nil
  }

  /// Not every driver can.
  public func setPower(_ isOn: Bool) -> Bool {
    if descriptor < 0 || !isForeground { return false }
    settle()
    let blank = isOn ? FB_BLANK_UNBLANK : FB_BLANK_POWERDOWN
    if system.control(descriptor, FBIOBLANK, value: Int(blank)) < 0 { return false }
    self.isOn = isOn
    return true
  }

  public func earliestFrameTime(cost: Int64) -> Int64? {
    if !isOn || !isForeground || descriptor < 0 { return .max }
    return !isPanning ? nil : pacing.earliestFrameTime(cost: cost, now: system.now)
  }

  public func setForeground(_ isForeground: Bool) {
    if isForeground == self.isForeground { return }
    // The other terminal is to be seen. It draws over the picture.
    if !isOn { _ = setPower(true) }
    if !isForeground { settle() }
    self.isForeground = isForeground
    if isForeground { restarts += 1 }
  }

  public func isThere() -> Bool {
    if descriptor < 0 { return false }
    var variable = fb_var_screeninfo()
    if unsafe system.control(descriptor, FBIOGET_VSCREENINFO, structure: &variable) < 0 { return false }
    let size = memories[0].unrotated
    return variable.xres == UInt32(size.width) && variable.yres == UInt32(size.height)
  }

  /// Has the drawn picture shown. Without a second one the pixels are on the screen already.
  public func present(_ damage: Span<PixelRect>) throws(DeviceError) {
    counter.add(damage)
    if descriptor < 0 { return }
    guard let pan, isPanning else { return }
    if isAsked { return giveUp() }
    pan.show(row: next == 0 ? 0 : variable.yres)
    (hasPanned, isAsked) = (true, true)
    pacing.presented(at: system.now)
    next = 1 - next
  }

  public func close() {
    if descriptor < 0 { return }
    if !isOn { _ = setPower(true) }
    settle()
    pan?.finish()
    // The console goes on where it was.
    if hasPanned, isForeground { _ = unsafe system.control(descriptor, FBIOPAN_DISPLAY, structure: &variable) }
    mapping.vacate()
    system.close(descriptor)
    descriptor = -1
  }

  deinit { close() }

  /// Opens `path` once it is known to be a framebuffer: opening another device may have effects of its own.
  private static func open(_ path: String, _ system: SystemCalls) throws(DeviceError) -> Int32 {
    let remedy: StaticString = "choose a framebuffer, such as /dev/fb0"
    switch system.fileKind(path) {
    case .missing(let code):
      throw DeviceError(
        "open", path, code: code,
        remedy: "check that the display's driver is loaded, or choose memory:800x480:xrgb8888")
    case .directory:
      throw DeviceError("open", path, reason: "it is a directory, not a framebuffer", remedy: remedy).lasting
    case .other: throw DeviceError("open", path, reason: "it is a file, not a framebuffer", remedy: remedy).lasting
    case .characterDevice(let major, let minor):
      if major != framebufferMajor {
        let text = TextBuilder(device: major, minor, isNot: "a framebuffer")
        throw DeviceError("open", path, reason: text.string, remedy: remedy).lasting
      }
    }
    let descriptor = system.open(path, flags: O_RDWR)
    if descriptor >= 0 { return descriptor }
    switch -descriptor {
    case EACCES, EPERM:
      throw DeviceError("open", path, code: -descriptor, remedy: "add the user to the group video")
    default:
      throw DeviceError("open", path, code: -descriptor, remedy: "check that the display's driver is loaded")
    }
  }

  /// The number that Linux gives all framebuffers: Documentation/admin-guide/devices.txt.
  private static let framebufferMajor = 29

  private static func driverName(_ fixed: fb_fix_screeninfo) -> String {
    var id = fixed.id
    return unsafe withUnsafeBytes(of: &id) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
