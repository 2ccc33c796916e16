import Foundation
import PanelAssets

/// The desktop's browser.
enum Browser {
  /// Opens an address, and says so on standard error where that fails; does nothing on a machine without a desktop.
  static func open(_ address: String) {
    let environment = ProcessInfo.processInfo.environment
    guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["xdg-open", address]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    process.terminationHandler = { if $0.terminationStatus != 0 { complain(address) } }
    do { try process.run() } catch { complain(address) }
  }

  private static func complain(_ address: String) {
    _ = writeLines(["lamina: xdg-open opens no browser; expected one: open \(address) in it"], to: 2)
  }
}
