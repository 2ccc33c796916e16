import CDRM
import CLinux
import FixedRaster
import SystemFiles
import TestSupport
import Testing

@testable import FBDevice

@Suite struct KMSTests {
  /// A kernel with a card, and the card.
  static func machine(_ card: MockCard = .one()) -> (kernel: MockKernel, card: MockCard) {
    let kernel = MockKernel()
    kernel.card = card
    kernel.directories["/dev/dri"] = ["card0", "renderD128", "by-path"]
    kernel.kinds["/dev/dri/card0"] = .characterDevice(major: 226, minor: 0)
    return (kernel, card)
  }

  static func open(
    _ text: String, _ kernel: MockKernel, _ card: MockCard, _ rotation: DisplayRotation = .none,
    refused: (DeviceError) -> Void = { _ in }
  ) throws(DeviceError) -> any Display {
    kernel.card = card
    return try DisplayChoice(text).open(kernel, rotation, refused)
  }

  private func refusal(_ text: String, _ kernel: MockKernel, _ card: MockCard) -> String {
    message { () throws(DeviceError) in _ = try Self.open(text, kernel, card) } ?? "none"
  }

  @Test("D04 the words behind kms name card, connector or monitor, mode and format; a path keeps its colons")
  func words() throws {
    func choice(_ text: String) throws -> KMSChoice {
      guard case .kms(let choice) = try DisplayChoice(text) else { throw CancellationError() }
      return choice
    }
    #expect(try choice("kms").card == nil && choice("kms").connector == nil && choice("kms").size == nil)
    let whole = try choice("kms:/dev/dri/by-path/pci-0000:00:02.0-card:HDMI-A-1:1280x720@50:rgb565")
    #expect(whole.card == "/dev/dri/by-path/pci-0000:00:02.0-card" && whole.connector == "HDMI-A-1")
    #expect(whole.size?.width == 1280 && whole.size?.height == 720 && whole.rate == 50 && whole.layout == .rgb565)
    #expect(try choice("kms:/dev/dri/card1").card == "/dev/dri/card1")
    #expect(try choice("kms:/dev/dri/card1:DSI-1").connector == "DSI-1")
    #expect(try choice("kms:DELL U2412M").connector == "DELL U2412M")
    #expect(try choice("kms:800x480").size?.width == 800 && choice("kms:800x480").rate == nil)
  }

  @Test("D04 the first card with a connected connector, and why each other one is refused")
  func refusals() throws {
    let (kernel, card) = Self.machine()
    #expect(try Self.open("auto", kernel, card).name == "HDMI-A-1 of /dev/dri/card0 (mock), 60 pictures a second")

    card.connectors[0].isConnected = false
    #expect(refusal("kms", kernel, card).contains("no display is connected: it has HDMI-A-1 (not connected)"))
    #expect(refusal("kms:DSI-1", kernel, card).contains("no connected DSI-1: it has HDMI-A-1 (not connected)"))
    card.connectors[0].isConnected = true
    card.connectors[0].modes = []
    #expect(refusal("kms", kernel, card).contains("HDMI-A-1 is connected and has no mode"))
    card.connectors[0].modes = [MockCard.mode(9000, 480, 60)]
    #expect(refusal("kms", kernel, card).contains("no mode of 1 to 8191 pixels"))
    card.connectors[0].modes = [MockCard.mode(800, 480, 60)]
    #expect(refusal("kms:1280x720", kernel, card).contains("has no such mode: it has 800x480@60"))
    #expect(refusal("kms:800x480@75", kernel, card).contains("has no such mode"))

    card.hasDumbBuffers = false
    #expect(refusal("kms", kernel, card).contains("no dumb buffers"))
    card.hasDumbBuffers = true
    card.crtcs = []
    #expect(refusal("kms", kernel, card).contains("no connectors"))
    kernel.openErrors["/dev/dri/card0"] = EACCES
    #expect(refusal("kms", kernel, card).contains("add the user to the group video"))
    kernel.kinds["/dev/dri/card0"] = .characterDevice(major: 1, minor: 3)
    #expect(refusal("kms:/dev/dri/card0", kernel, card).contains("character device 1:3, not a card"))
    #expect(refusal("kms:/dev/dri/card9", kernel, card).contains("No such file"))
    let errors = ["kms:/dev/dri/card0", "kms:/dev/dri/card9"].map { text in
      #expect(throws: DeviceError.self) { _ = try Self.open(text, kernel, card) }
    }
    #expect(errors[0]?.isLasting == true && errors[1]?.isLasting == false, "a card may come, and a file becomes none")
    kernel.directories["/dev/dri"] = []
    #expect(refusal("kms", kernel, card).contains("there is none"))
    #expect(kernel.opened.isEmpty, "a refused card is open still")
  }

  @Test("D04 another program that shows on the card is named; its framebuffer is not taken instead")
  func otherMaster() throws {
    for code in [EBUSY, EACCES] {
      let (kernel, card) = Self.machine()
      card.masterError = code
      kernel.directories["/proc"] = ["self", "812", "1"]
      kernel.directories["/proc/812/fd"] = ["0", "3"]
      kernel.directories["/proc/1/fd"] = ["0"]
      kernel.links["/proc/812/fd/3"] = "/dev/dri/card0"
      kernel.files["/proc/812/comm"] = Array("Xorg\n".utf8)
      kernel.addFramebuffer("/dev/fb0", driver: "mockdrmfb")
      let text = refusal("kms", kernel, card)
      #expect(text.contains("another program shows on it: one of Xorg (812)"), "\(text)")
      var refusals: [String] = []
      #expect(try Self.open("auto", kernel, card, refused: { refusals.append($0.message) }).name == "memory")
      #expect(refusals.first?.contains("another program") == true)
      // A framebuffer of a driver that has no card is another display.
      kernel.addFramebuffer("/dev/fb1", driver: "fb_ili9486")
      #expect(try Self.open("auto", kernel, card).name == "/dev/fb1 (fb_ili9486)")
    }
  }

  @Test("D04 the preferred mode, or the wanted size at its best rate; never an interlaced one before another")
  func modes() throws {
    let (kernel, card) = Self.machine()
    card.connectors[0].modes = [
      MockCard.mode(1920, 1080, 60, isInterlaced: true), MockCard.mode(1280, 720, 50), MockCard.mode(1280, 720, 75),
      MockCard.mode(1280, 720, 60), MockCard.mode(800, 480, 60, isPreferred: true), MockCard.mode(1920, 1080, 30),
    ]
    func size(_ text: String) throws -> String {
      let display = try Self.open(text, kernel, card)
      defer { display.close() }
      return "\(display.memory.width)x\(display.memory.height) " + (display.name.split(separator: ",").last ?? "")
    }
    #expect(try size("kms") == "800x480  60 pictures a second")
    #expect(try size("kms:1280x720") == "1280x720  60 pictures a second")
    #expect(try size("kms:1280x720@75") == "1280x720  75 pictures a second")
    #expect(try size("kms:1920x1080") == "1920x1080  30 pictures a second")
    #expect(try size("kms:1920x1080@60") == "1920x1080  60 pictures a second")
    // A display without a preferred mode: the panel's size, if it is known, else the first.
    card.connectors[0].modes[4].info.type = 0
    #expect(try size("kms") == "1920x1080  60 pictures a second")
    let display = try KMSDisplay(KMSChoice(), .none, (1280, 720), kernel) { _ in }
    #expect(display.memory.width == 1280)
    display.close()
    for (text, rotation) in [("auto", DisplayRotation.none), ("kms", .clockwise90)] {
      let seen = rotation.swapsAxes ? (width: 720, height: 1280) : (width: 1280, height: 720)
      let chosen = try DisplayChoice(text).open(kernel, rotation, panelSize: seen) { _ in }
      #expect((chosen.memory.width, chosen.memory.height) == seen)
      chosen.close()
    }
    card.connectors[0].modes[4].info.type = UInt32(DRM_MODE_TYPE_PREFERRED)
    let preferred = try DisplayChoice("kms").open(kernel, panelSize: (1280, 720)) { _ in }
    #expect(preferred.memory.width == 800)
  }

  @Test("D04 D0A a connector by its name or by its monitor's; two displays of one card have a controller each")
  func connectors() throws {
    let (kernel, card) = Self.machine()
    card.connectors.append(MockCard.connector(21, "HDMI-A-2", [MockCard.mode(640, 480, 60)]))
    let first = try Self.open("kms", kernel, card)
    let second = try Self.open("kms", kernel, card)
    #expect(first.name.hasPrefix("HDMI-A-1") && second.name.hasPrefix("HDMI-A-2"))
    #expect(first.eventDescriptor == second.eventDescriptor, "one descriptor of a program sets modes")
    #expect(refusal("kms", kernel, card).contains("HDMI-A-1 (in use), HDMI-A-2 (in use)"))
    try Self.present(first, [first.memory.bounds])
    try Self.present(second, [second.memory.bounds])
    #expect(Set(card.shown.keys) == [10, 11])
    try Self.present(first, [first.memory.bounds])
    try Self.present(second, [second.memory.bounds])
    // The events of both are read once.
    try first.readEvents()
    #expect(Self.isReady(first) && Self.isReady(second))
    first.close()
    #expect(second.eventDescriptor != nil && kernel.opened.count == 1)
    second.close()
    #expect(kernel.opened.isEmpty && card.buffers.isEmpty)

    card.edid = [UInt8](repeating: 0, count: 128)
    card.edid.replaceSubrange(72..<90, with: [0, 0, 0, 0xFC, 0] + Array("DELL U2412M\n ".utf8))
    let named = try Self.open("kms:DELL U2412M", kernel, card)
    #expect(named.name.hasPrefix("HDMI-A-1"))
    #expect(KMSChoice.name(inEDID: []) == "" && KMSChoice.name(inEDID: card.edid) == "DELL U2412M")
  }

  @Test("D04 16 bits where the driver prefers or has only these, or where they are asked for")
  func formats() throws {
    let (kernel, card) = Self.machine()
    func layout(_ text: String) throws -> PixelLayout {
      let display = try Self.open(text, kernel, card)
      defer { display.close() }
      return display.memory.layout
    }
    #expect(try layout("kms") == .xrgb8888 && layout("kms:rgb565") == .rgb565)
    card.preferredDepth = 16
    #expect(try layout("kms") == .rgb565 && layout("kms:xrgb8888") == .xrgb8888)
    card.formats = [linux_DRM_FORMAT_XRGB8888()]
    #expect(try layout("kms") == .xrgb8888)
    (card.formats, card.preferredDepth) = ([linux_DRM_FORMAT_RGB565()], 24)
    #expect(try layout("kms") == .rgb565)
  }

  @Test("D04 the kernel's orientation of a built-in panel rotates the picture, and the user's rotation comes on top")
  func orientation() throws {
    let words: [(String?, DisplayRotation, DisplayRotation)] = [
      (nil, .none, .none), ("Normal", .none, .none), ("Upside Down", .none, .clockwise180),
      ("Left Side Up", .none, .clockwise270), ("Right Side Up", .none, .clockwise90),
      ("Right Side Up", .clockwise90, .clockwise180), ("Left Side Up", .clockwise90, .none),
      (nil, .clockwise90, .clockwise90),
    ]
    for (word, given, expected) in words {
      let (kernel, card) = Self.machine()
      card.orientation = word
      let display = try Self.open("kms", kernel, card, given)
      #expect(display.memory.rotation == expected, "\(word ?? "none")")
      #expect(display.memory.width == (expected.swapsAxes ? 480 : 800))
    }
  }

  @Test("D04 atomic where there is it, else the older calls; a refused request of the one is tried by the other")
  func ways() throws {
    let (kernel, card) = Self.machine()
    var display = try Self.open("kms", kernel, card)
    try Self.present(display, [display.memory.bounds])
    try Self.show(display)
    #expect(card.log == ["test", "mode", "dirty", "commit"])
    display.close()
    #expect(card.log.last == "set 20 800x480@60" && card.shown[10] == 7, "the console is shown again")

    let older = MockCard.one()
    older.isAtomic = false
    display = try Self.open("kms", kernel, older)
    try Self.present(display, [display.memory.bounds])
    try Self.show(display)
    #expect(older.log == ["set 20 800x480@60", "dirty", "flip"])

    let odd = MockCard.one()
    odd.testError = EINVAL
    display = try Self.open("kms", kernel, odd)
    try Self.present(display, [display.memory.bounds])
    #expect(odd.log == ["test", "set 20 800x480@60", "dirty"])

    let poor = MockCard.one()
    poor.testError = ENOSPC
    let openBefore = kernel.opened.count
    #expect(refusal("kms", kernel, poor).contains("cannot set a mode of /dev/dri/card0, HDMI-A-1"))
    #expect(poor.buffers.isEmpty && kernel.opened.count == openBefore)
    poor.testError = 0
    poor.modeError = EINVAL
    display = try Self.open("kms", kernel, poor)
    let text = message { () throws(DeviceError) in try Self.present(display, [display.memory.bounds]) }
    #expect(text?.contains("cannot set the mode of HDMI-A-1") == true)
  }

  @Test("D04 the former controller's state comes back at the end: what it showed, or nothing; and all memory")
  func end() throws {
    let (kernel, card) = Self.machine()
    var display: (any Display)? = try Self.open("kms", kernel, card)
    #expect(card.log == ["test"] && card.isMaster)
    display?.close()
    #expect(card.log == ["test"], "a mode that was never set is not taken back")
    #expect(card.buffers.isEmpty && card.destroyed == 2 && kernel.opened.isEmpty && kernel.unmapped == 0)
    display = nil
    #expect(kernel.unmapped == 2)

    card.crtcs[0].mode = nil
    card.crtcs[0].framebuffer = 0
    display = try Self.open("kms", kernel, card)
    try Self.present(display!, [display!.memory.bounds])
    // Without a call, as where the program lets go of it.
    display = nil
    #expect(card.log.last == "set off" && card.shown[10] == 0)

    // Memory for the first picture, and none for the second.
    (card.bufferLimit, card.bufferError) = (1, ENOMEM)
    #expect(refusal("kms", kernel, card).contains("Cannot allocate memory"))
    #expect(card.buffers.isEmpty && kernel.opened.isEmpty)
    (card.bufferLimit, card.bufferError) = (.max, 0)
    kernel.mapError = EPERM
    #expect(refusal("kms", kernel, card).contains("cannot map /dev/dri/card0"))
    #expect(card.buffers.isEmpty && kernel.opened.isEmpty)
  }

  // MARK: Frames

  static func present(_ display: any Display, _ damage: [PixelRect]) throws(DeviceError) {
    try display.present(damage.span)
  }

  /// Presents a whole frame, and has the display tell that it is shown.
  static func show(_ display: any Display) throws(DeviceError) {
    try present(display, [display.memory.bounds])
    try display.readEvents()
  }

  /// Whether no frame is on its way.
  static func isReady(_ display: any Display) -> Bool {
    (display.earliestFrameTime(cost: 0) ?? 0) < SystemCalls().now + 100_000_000
  }
}
