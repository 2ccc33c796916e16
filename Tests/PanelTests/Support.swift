// What the panel's tests have in common: replays as text, displays in memory, decoded pictures.
import FBDevice
import FixedRaster
import Foundation
import LayerRuntime
import PanelDescription
import PanelFile
import PanelReplay
import SystemFiles
import TestSupport

@testable import PanelInstruments
@testable import panel_ui

/// Panel files that are compiled from descriptions, each once.
private let compiled = Compiled()

private final class Compiled: @unchecked Sendable {
  private var files: [String: PanelFile] = [:]
  private let lock = NSLock()

  func file(_ name: String, _ text: () throws -> [UInt8]) throws -> PanelFile {
    lock.lock()
    defer { lock.unlock() }
    if let file = files[name] { return file }
    let file = try PanelFile(bytes: compilePanel(try text(), name: name).bytes)
    files[name] = file
    return file
  }
}

/// A panel of Examples/panels.
func example(_ name: String) throws -> PanelFile {
  let root = goldens.deletingLastPathComponent().deletingLastPathComponent()
  let path = root.appendingPathComponent("Examples/panels/\(name).yaml")
  return try compiled.file(path.path) { Array(try Data(contentsOf: path)) }
}

/// The sample panel, or another, in memory after a replay.
func screen(
  _ replay: String, of file: PanelFile? = nil, width: Int = 800, height: Int = 480, layout: PixelLayout = .xrgb8888,
  frames: Int? = nil, redrawsFully: Bool = false
) throws -> PanelScreen {
  let display = try MemoryDisplay(width: width, height: height, layout: layout)
  let file = try file ?? example("machine-monitor")
  let screen = try PanelScreen(file, display: display, redrawsFully: redrawsFully)
  var player = ReplayPlayer(try Replay(Array(replay.utf8), name: "test", for: file))
  try player.playAll(PanelScreens(screen), frames: frames)
  return screen
}

extension PanelScreen {
  /// Draws a frame at the panel's time.
  @discardableResult
  func drawFrame() throws(DeviceError) -> Bool { try drawFrame(at: panel.state.time) }

  /// Shows the panel, which has this display alone, as it is at a time.
  func advance(to time: Int64) { PanelScreens(self).advance(to: time) }

  /// Shows another panel, which has this display alone.
  /// - Returns: the former panel.
  func replace(with file: PanelFile) throws(ProgramError) -> Panel { try PanelScreens(self).replace(with: file)[0] }

  /// What is in the display's memory.
  var picture: TestPicture {
    let data = (screen.display as? MemoryDisplay)?.snapshot() ?? []
    return TestPicture(png: data) ?? TestPicture()
  }
}

/// Checked-in pictures.
let goldens = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Golden")
