// What the panel's tests have in common: replays as text, displays in memory, decoded pictures.
import FBDevice
import FixedRaster
import Foundation
import LayerRuntime
import PanelAssets
import PanelFile

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
  try player.playAll(screen, frames: frames)
  return screen
}

/// A decoded picture: 0x00RRGGBB, row by row.
struct Picture: Equatable {
  var width = 0
  var height = 0
  var pixels: [UInt32] = []

  /// The first place where two pictures differ, in words.
  func difference(from other: Picture) -> String? {
    if width != other.width || height != other.height {
      return "\(width)×\(height) against \(other.width)×\(other.height)"
    }
    var count = 0
    var first: Int?
    for index in pixels.indices where pixels[index] != other.pixels[index] {
      count += 1
      if first == nil { first = index }
    }
    guard let first else { return nil }
    let (new, old) = (String(pixels[first], radix: 16), String(other.pixels[first], radix: 16))
    return "\(count) pixels differ, the first at (\(first % width), \(first / width)): \(new) against \(old)"
  }
}

extension PanelScreen {
  /// Draws a frame at the panel's time.
  @discardableResult
  func drawFrame() throws(DeviceError) -> Bool { try drawFrame(at: time ?? 0) }

  /// What is in the display's memory.
  var picture: Picture {
    let data = (screen.display as? MemoryDisplay)?.snapshot() ?? []
    return Picture(png: data) ?? Picture()
  }
}

extension Picture {
  /// Decodes 8-bit RGB PNGs without filters.
  init?(png: [UInt8]) {
    guard png.count > 33, png[0..<8].elementsEqual([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    func word(_ at: Int) -> Int { png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    (width, height) = (word(16), word(20))
    guard png[24..<29].elementsEqual([8, 2, 0, 0, 0]) else { return nil }
    var stream: [UInt8] = []
    var at = 8
    while at + 12 <= png.count {
      let length = word(at)
      if png[at + 4..<at + 8].elementsEqual("IDAT".utf8) { stream += png[at + 8..<at + 8 + length] }
      at += 12 + length
    }
    guard let data = Inflate.unpack(stream), data.count == height * (1 + 3 * width) else { return nil }
    for y in 0..<height {
      let row = y * (1 + 3 * width)
      guard data[row] == 0 else { return nil }
      for x in 0..<width {
        let p = row + 1 + 3 * x
        pixels.append(UInt32(data[p]) << 16 | UInt32(data[p + 1]) << 8 | UInt32(data[p + 2]))
      }
    }
  }

  init?(contentsOf url: URL) {
    guard let data = try? Data(contentsOf: url) else { return nil }
    self.init(png: Array(data))
  }
}

/// Checked-in pictures.
let goldens = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("Golden")
