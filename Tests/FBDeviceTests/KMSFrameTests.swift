import CDRM
import CLinux
import FixedRaster
import SystemFiles
import TestSupport
import Testing

@testable import FBDevice

@Suite struct KMSFrameTests {
  @Test("D06 two buffers by turns: none is drawn into while it is shown, or before its event")
  func turns() throws {
    let (kernel, card) = KMSTests.machine()
    let display = try KMSTests.open("kms", kernel, card)
    #expect(display.alternates && display.earliestFrameTime(cost: 0) == nil)
    let first = unsafe display.memory.base
    try KMSTests.present(display, [display.memory.bounds])
    let second = unsafe display.memory.base
    #expect(unsafe first != second)
    for round in 0..<6 {
      let shown = try #require(card.shown[10])
      #expect(unsafe display.memory.base == (round % 2 == 0 ? second : first))
      try KMSTests.present(display, [PixelRect(minX: 1, minY: 1, maxX: 5, maxY: 5)])
      #expect(card.shown[10] != shown)
      #expect(!KMSTests.isReady(display), "a frame is on its way")
      try display.readEvents()
      #expect(KMSTests.isReady(display))
    }
    #expect(display.counts.frames == 7 && display.restarts == 0)
  }

  @Test("D06 a driver that copies has one buffer, and is told which parts changed, as they lie in its memory")
  func copies() throws {
    for (rotation, part) in [(DisplayRotation.none, [10, 20, 30, 50]), (.clockwise90, [750, 10, 780, 30])] {
      let (kernel, card) = KMSTests.machine()
      card.copies = true
      let display = try KMSTests.open("kms", kernel, card, rotation)
      #expect(!display.alternates)
      let base = unsafe display.memory.base
      try KMSTests.present(display, [display.memory.bounds])
      #expect(unsafe display.memory.base == base)
      try KMSTests.present(
        display,
        [PixelRect(minX: 10, minY: 20, maxX: 30, maxY: 50), PixelRect(minX: 900, minY: 900, maxX: 999, maxY: 999)])
      #expect(card.parts == [part])
      #expect(!KMSTests.isReady(display), "the driver may still read")
      try display.readEvents()
      #expect(KMSTests.isReady(display) && card.buffers.count == 1)
      // A driver of a display with its own memory, which scans the picture out all the same.
      card.driver = "i915"
      display.close()
      #expect(try KMSTests.open("kms", kernel, card).alternates)
    }
    // The older call, which returns once the parts are copied.
    let (kernel, card) = KMSTests.machine()
    (card.isAtomic, card.dirtyError) = (false, 0)
    let display = try KMSTests.open("kms", kernel, card)
    try KMSTests.present(display, [display.memory.bounds])
    #expect(!display.alternates && card.buffers.count == 1 && card.parts == [[0, 0, 800, 480]])
    try KMSTests.present(display, [PixelRect(minX: 10, minY: 20, maxX: 30, maxY: 50)])
    #expect(card.parts == [[10, 20, 30, 50]] && card.log.last == "dirty" && KMSTests.isReady(display))
  }

  @Test(
    "D06 a frame whose event never comes counts as lost after a quarter of a second; a busy display draws all again")
  func lostEvents() throws {
    let (kernel, card) = KMSTests.machine()
    let display = try KMSTests.open("kms", kernel, card)
    try KMSTests.show(display)
    card.tells = false
    kernel.time = 1_000_000_000
    try KMSTests.present(display, [display.memory.bounds])
    #expect(display.earliestFrameTime(cost: 0) == 1_250_000_000)
    kernel.time = 1_250_000_000
    #expect(display.earliestFrameTime(cost: 0) == nil)
    card.flipError = EBUSY
    let base = unsafe display.memory.base
    try KMSTests.present(display, [display.memory.bounds])
    #expect(
      unsafe display.restarts == 1 && display.memory.base == base && display.earliestFrameTime(cost: 0) == 1_500_000_000
    )
  }

  @Test(
    "D06 a driver that cannot change pictures has its shown buffer drawn into; one that refuses that too is an error")
  func noFlips() throws {
    for code in [EINVAL, ENOSYS] {
      let (kernel, card) = KMSTests.machine()
      let display = try KMSTests.open("kms", kernel, card)
      try KMSTests.show(display)
      card.flipError = code
      card.dirtyError = 0
      let shown = try #require(card.shown[10])
      try KMSTests.present(display, [display.memory.bounds])
      #expect(!display.alternates && display.restarts == 1 && Array(card.buffers.keys) == [shown])
      try KMSTests.present(display, [display.memory.bounds])
      #expect(card.log.last == "dirty")
      card.dirtyError = EIO
      let text = message { () throws(DeviceError) in try KMSTests.present(display, [display.memory.bounds]) }
      #expect(text?.contains("cannot show a frame on HDMI-A-1") == true)
    }
  }

  @Test("D06 D0A another program that takes the card over costs frames and no more; it is asked for back with each")
  func masterLost() throws {
    let (kernel, card) = KMSTests.machine()
    let display = try KMSTests.open("kms", kernel, card)
    try KMSTests.show(display)
    card.flipError = EACCES
    card.masterError = EACCES
    kernel.time = 1_000_000_000
    try KMSTests.present(display, [display.memory.bounds])
    #expect(display.restarts == 1 && display.earliestFrameTime(cost: 0) == 1_250_000_000)
    kernel.time = 2_000_000_000
    try KMSTests.present(display, [display.memory.bounds])
    #expect(display.restarts == 2)
    (card.flipError, card.masterError) = (0, 0)
    card.flipError = EACCES
    kernel.time = 3_000_000_000
    try KMSTests.present(display, [display.memory.bounds])
    #expect(card.log.last == "commit" && display.restarts == 3 && display.earliestFrameTime(cost: 0) == nil)
    card.flipError = 0
    try KMSTests.present(display, [display.memory.bounds])
    #expect(card.log.suffix(2) == ["mode", "dirty"], "the mode is set anew")
    card.readError = ENODEV
    let text = message { () throws(DeviceError) in try display.readEvents() }
    #expect(text?.contains("HDMI-A-1") == true)
  }

  @Test(
    "D06 frames wait for the picture after the shown one, as long as their cost allows; drivers that never wait too")
  func pacing() {
    let interval: Int64 = 20_000_000
    var pacing = FramePacing(interval: interval)
    #expect(pacing.earliestFrameTime(cost: 4_000_000, now: 0) == nil)
    pacing.presented(at: 100_000_000)
    #expect(pacing.earliestFrameTime(cost: 4_000_000, now: 101_000_000) == 350_000_000)
    var wasPending = pacing.shown(at: 115_000_000)
    #expect(wasPending && pacing.lateness == 0)
    // 135 ms is the next picture: 4 ms of drawing, 2 for what costs more, 1 for the driver.
    #expect(pacing.earliestFrameTime(cost: 4_000_000, now: 116_000_000) == 128_000_000)
    #expect(pacing.earliestFrameTime(cost: 1_000_000, now: 116_000_000) == 132_500_000)
    // A picture too late.
    pacing.presented(at: 134_500_000)
    pacing.shown(at: 155_000_000)
    #expect(pacing.lateness == 500_000)
    pacing.presented(at: 160_000_000)
    pacing.shown(at: 220_000_000)
    #expect(pacing.lateness == 40_000_000)
    // The event comes at once.
    pacing.presented(at: 300_000_000)
    pacing.shown(at: 300_100_000)
    #expect(pacing.earliestFrameTime(cost: 0, now: 300_200_000) == 319_100_000)
    wasPending = pacing.shown(at: 300_300_000)
    #expect(!wasPending, "an event of no frame")
    pacing.forget()
    #expect(pacing.earliestFrameTime(cost: 0, now: 300_200_000) == nil)
  }

  @Test("D06 how late frames were is counted, by the driver's times where it tells them")
  func lateness() throws {
    let (kernel, card) = KMSTests.machine()
    let display = try KMSTests.open("kms", kernel, card)
    try KMSTests.show(display)
    // The driver's clock is 5 s behind: the board slept.
    (kernel.time, kernel.sleep) = (10_000_000_000, 5_000_000_000)
    try KMSTests.present(display, [display.memory.bounds])
    kernel.time = 10_060_000_000
    card.eventTime = 0
    try display.readEvents()
    #expect(display.counts.lateFrames == 1 && display.counts.lateness / 1_000_000 == 43)
    card.eventTime = 5_075_000_000
    kernel.time = 10_070_000_000
    try KMSTests.present(display, [display.memory.bounds])
    kernel.time = 10_095_000_000
    try display.readEvents()
    #expect(display.counts.lateFrames == 1, "shown 5 ms after it was handed over, told of 20 ms later")
  }

  @Test("D08 another terminal gets the display as it was, and the panel takes it back with a whole frame")
  func foreground() throws {
    let (kernel, card) = KMSTests.machine()
    card.connectors.append(MockCard.connector(21, "HDMI-A-2", [MockCard.mode(640, 480, 60)]))
    let (first, second) = (try KMSTests.open("kms", kernel, card), try KMSTests.open("kms", kernel, card))
    try KMSTests.show(first)
    try KMSTests.show(second)
    _ = second.setPower(false)
    first.setForeground(false)
    #expect(card.log.last == "set 20 800x480@60" && card.shown[10] == 7 && first.earliestFrameTime(cost: 0) == .max)
    #expect(card.isMaster, "the other display of the card is not left yet")
    second.setForeground(false)
    second.setForeground(false)
    #expect(card.log.suffix(2) == ["power 1", "set off"] && !card.isMaster)
    first.setForeground(true)
    second.setForeground(true)
    #expect(card.isMaster && first.restarts == 1 && second.restarts == 1)
    #expect(first.earliestFrameTime(cost: 0) == nil && second.earliestFrameTime(cost: 0) == nil)
    try KMSTests.show(first)
    #expect(card.log.contains("mode") && card.shown[10] != 7)
    // The end in the background leaves the terminal alone.
    first.setForeground(false)
    let calls = card.log.count
    first.close()
    #expect(card.log.count == calls)

    kernel.addFramebuffer()
    let framebuffer = try FramebufferDisplay(path: "/dev/fb0", system: kernel)
    framebuffer.setForeground(false)
    #expect(framebuffer.earliestFrameTime(cost: 0) == .max && framebuffer.restarts == 0)
    framebuffer.setForeground(true)
    framebuffer.setForeground(true)
    #expect(framebuffer.earliestFrameTime(cost: 0) == nil && framebuffer.restarts == 1)
  }

  @Test("D09 off and on by the controller, or by the connector's DPMS; off, nothing is due; on, all is drawn anew")
  func power() throws {
    for isAtomic in [true, false] {
      let (kernel, card) = KMSTests.machine()
      card.isAtomic = isAtomic
      let display = try KMSTests.open("kms", kernel, card)
      #expect(!display.setPower(false), "before the first frame the display is not this program's")
      try KMSTests.show(display)
      #expect(display.setPower(false) && display.setPower(false))
      #expect(card.log.last == (isAtomic ? "power 0" : "power 3") && card.log.count { $0.hasPrefix("power") } == 1)
      #expect(display.earliestFrameTime(cost: 0) == .max)
      #expect(display.setPower(true) && display.restarts == 1)
      #expect(card.log.last == (isAtomic ? "power 1" : "power 0") && KMSTests.isReady(display))
      _ = display.setPower(false)
      display.close()
      #expect(card.log.suffix(2) == [isAtomic ? "power 1" : "power 0", "set 20 800x480@60"])
      #expect(!display.setPower(true))
    }
    let (kernel, card) = KMSTests.machine()
    (card.isAtomic, card.hasDPMS) = (false, false)
    let display = try KMSTests.open("kms", kernel, card)
    try KMSTests.show(display)
    #expect(!display.setPower(false) && KMSTests.isReady(display))
  }
}

@Suite struct CardReportTests {
  @Test("P12 D04 what cards have is told without setting anything, also while another program shows on one")
  func report() throws {
    let (kernel, card) = KMSTests.machine()
    card.connectors.append(MockCard.connector(21, "HDMI-A-2", []))
    card.connectors.append(MockCard.connector(22, "DSI-1", [MockCard.mode(800, 480, 60)]))
    card.connectors[2].isConnected = false
    card.edid = [UInt8](repeating: 0, count: 128)
    card.edid.replaceSubrange(72..<90, with: [0, 0, 0, 0xFC, 0] + Array("DELL U2412M\n ".utf8))
    card.masterError = EBUSY
    kernel.directories["/proc"] = ["812"]
    kernel.directories["/proc/812/fd"] = ["3"]
    kernel.links["/proc/812/fd/3"] = "/dev/dri/card0"
    kernel.files["/proc/812/comm"] = Array("panel-ui\n".utf8)
    let reports = CardReport.all(kernel)
    #expect(reports.map(\.name) == ["/dev/dri/card0 (mock)"] && reports[0].holders == "panel-ui (812)")
    #expect(
      reports[0].connectors == [
        "HDMI-A-1: connected, DELL U2412M, 800x480@50, 800x480@60", "HDMI-A-2: connected, DELL U2412M, without a mode",
        "DSI-1: not connected",
      ])
    #expect(card.log.isEmpty && kernel.opened.isEmpty)
    kernel.openErrors["/dev/dri/card0"] = EACCES
    #expect(CardReport.all(kernel).isEmpty)
  }
}
