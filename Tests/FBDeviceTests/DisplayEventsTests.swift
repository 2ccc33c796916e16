import CLinux
import SystemFiles
import Testing

@testable import FBDevice

@Suite struct DisplayEventsTests {
  @Test(
    "D0A the kernel's words about cards and framebuffers are heard; those of others, cut ones and foreign ones are not")
  func words() throws {
    func isOfDisplays(_ lines: [String]) -> Bool {
      DisplayEvents.isOfDisplays(Array(lines.joined(separator: "\0").utf8)[...])
    }
    #expect(isOfDisplays(["change@/devices/virtual/drm/card0", "ACTION=change", "SUBSYSTEM=drm", "HOTPLUG=1", ""]))
    #expect(isOfDisplays(["add@/devices/platform/fb0", "SUBSYSTEM=graphics"]))
    #expect(!isOfDisplays(["add@/devices/usb1", "SUBSYSTEM=usb", "PRODUCT=drm"]))
    #expect(!isOfDisplays(["SUBSYSTEM=drm2"]) && !isOfDisplays(["SUBSYSTEM=dr"]) && !isOfDisplays([]))

    let kernel = MockKernel()
    kernel.deviceEvents = nil
    #expect(DisplayEvents(kernel) == nil)
    kernel.deviceEvents = []
    let events = try #require(DisplayEvents(kernel))
    #expect(!events.read())
    kernel.deviceEvents = [.success("x\0SUBSYSTEM=usb\0"), .success("x\0SUBSYSTEM=drm\0"), .success("")]
    #expect(events.read() && kernel.deviceEvents?.isEmpty == true)
    kernel.deviceEvents = [.success(""), .failure(EINTR), .success("x\0SUBSYSTEM=usb\0")]
    #expect(!events.read())
    // Words that were lost may have been about displays.
    kernel.deviceEvents = [.failure(ENOBUFS)]
    #expect(events.read())
  }
}

extension Int32: @retroactive Error {}
