// Stage: panel tests. Input: a display, and a picture of before. Output: whether they are the same, and pictures of what is not.
import FBDevice
import FixedRaster
import Foundation
import PanelAssets
import PanelDescription
import SystemFiles

/// Compares pictures, or writes them.
struct PictureComparison {
  /// Whether pictures are written in the place of the former ones, not compared.
  let writes: Bool
  /// The folder of the tests, in which all pictures lie, with its stroke; empty for the working folder.
  let base: String
  /// Where pictures of differences go; made when there is one.
  let folder: String

  /// - Returns: how the display differs from a picture; `nil` where it does not.
  /// - Throws: a picture cannot be read or written.
  func difference(_ display: MemoryDisplay, from path: String, _ place: Place) throws(TestFailure) -> String? {
    do throws(AssetError) {
      let shown = display.snapshot()
      if writes {
        try makeFolder(of: path)
        try writeFile(path, shown)
        return nil
      }
      guard FileManager.default.fileExists(atPath: path) else {
        return "there is no picture \(path): --bless writes it; look at it then"
      }
      let (before, now) = (
        try decodePNG(try readFile(path, limit: 64 << 20), name: path), try decodePNG(shown, name: "the picture")
      )
      let stem = folder + "/" + (String(path.dropFirst(base.count)) as NSString).deletingPathExtension
      // What an earlier run has left is not of this one.
      for end in [".shown.png", ".difference.png"] { try? FileManager.default.removeItem(atPath: stem + end) }
      if before == now { return nil }
      try makeFolder(of: stem)
      try writeFile(stem + ".shown.png", shown)
      guard before.width == now.width, before.height == now.height else {
        return
          "the picture has \(now.width) x \(now.height) pixels, \(path) has \(before.width) x \(before.height): see "
          + "\(stem).shown.png"
      }
      let (count, picture) = try Self.difference(before, now)
      try writeFile(stem + ".difference.png", picture)
      return
        "\(count == 1 ? "1 pixel differs" : "\(count) pixels differ") from \(path): see \(stem).difference.png, and .shown.png beside it"
    } catch { throw TestFailure(place, error.message) }
  }

  private func makeFolder(of path: String) throws(AssetError) {
    let folder = (path as NSString).deletingLastPathComponent
    if folder.isEmpty { return }
    do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
      throw AssetError(folder, "cannot be made", expected: "a folder that this user may write to")
    }
  }

  /// Pixels that are the same are pale and grey, others magenta.
  private static func difference(_ before: Picture, _ now: Picture) throws(AssetError) -> (count: Int, bytes: [UInt8]) {
    let display: MemoryDisplay
    do throws(DeviceError) {
      display = try MemoryDisplay(width: now.width, height: now.height, layout: .xrgb8888)
    } catch { throw AssetError("the picture of differences", error.message, expected: "memory for it") }
    var count = 0
    for y in 0..<now.height {
      for x in 0..<now.width {
        let at = (y * now.width + x) * 4
        let isSame = before.rgba[at..<at + 4] == now.rgba[at..<at + 4]
        if !isSame { count += 1 }
        let grey = 192 + (UInt32(now.rgba[at]) + 2 * UInt32(now.rgba[at + 1]) + UInt32(now.rgba[at + 2])) / 16
        let pixel: UInt32 = isSame ? grey << 16 | grey << 8 | grey : 0xE0_00C0
        unsafe display.memory.base.storeBytes(
          of: pixel, toByteOffset: y * display.memory.bytesPerRow + x * 4, as: UInt32.self)
      }
    }
    return (count, display.snapshot())
  }
}
