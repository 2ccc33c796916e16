import FBDevice
import Testing

@testable import panel_ui

@Suite struct RemoteOptionsTests {
  @Test("D30 P16 rfb:PORT:WxH is a display of viewers alone; other words are of other displays, or refused")
  func display() throws {
    var options = RemoteOptions()
    #expect(try options.takeDisplay("fb:/dev/fb0") == nil && options.address == nil && !options.isAlone)
    guard case .memory(let width, let height, .xrgb8888) = try options.takeDisplay("rfb:5900:800x480") else {
      Issue.record("no memory")
      return
    }
    #expect(width == 800 && height == 480 && options.isAlone && options.address?.name == "127.0.0.1:5900")
    #expect(throws: ProgramError.self) { try Options(["--display", "rfb:5900:8x8", "--rfb", "5901"]) }
    #expect(throws: ProgramError.self) { try Options(["--rfb-password-file", "x"]) }
    #expect(throws: ProgramError.self) { try Options(["--rfb-control"]) }
    for words in ["rfb:", "rfb:5900", "rfb:0:800x480", "rfb:5900:", "rfb:5900:800", "rfb:x:8x8", "rfb::8x8"] {
      var options = RemoteOptions()
      #expect(throws: ProgramError.self, "\(words)") { try options.takeDisplay(words) }
    }
    var given = try Options(["--rfb", "/run/panel/rfb", "--rfb-control", "--rfb-password-file", "x"])
    #expect(given.remote.address?.name == "/run/panel/rfb" && given.remote.mayControl)
    #expect(given.remote.passwordFile == "x" && !given.remote.isAlone)
    given = try Options(["--wait-for-display", "--backlight", "5..90 eye"])
    #expect(given.waitsForDisplay && given.backlight.limits == 5...90 && given.backlight.isByEye)
    #expect(given.remote.address == nil && !given.remote.mayControl)
  }

  @Test("D30 a display without viewers' address is the display itself; in memory viewers see the memory")
  func wrapping() throws {
    let memory = try MemoryDisplay(width: 8, height: 8, layout: .xrgb8888)
    #expect(RemoteOptions().display(memory) === memory)
    var options = RemoteOptions()
    _ = try options.takeDisplay("rfb:5900:8x8")
    let display = options.display(memory)
    #expect(display !== memory && display.isInMemory)
  }
}
