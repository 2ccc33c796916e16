import CLinux
import EventLoop
import Foundation
import PanelSignals

@testable import PanelSources

/// A folder like /sys, with files that a test writes.
final class FakeSys {
  let root = NSTemporaryDirectory() + "lamina-sys-\(UUID().uuidString)"

  init() { try? FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// Writes a file in its place, as the kernel changes one.
  func write(_ text: String, _ path: String) {
    let url = URL(fileURLWithPath: root + "/" + path)
    try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    // No reader sees it empty meanwhile.
    let file = unsafe url.path.withCString { unsafe linux_open($0, O_WRONLY | O_CREAT, 0o644) }
    _ = unsafe pwrite(file, text, text.utf8.count, 0)
    _ = ftruncate(file, text.utf8.count)
    _ = CLinux.close(file)
  }

  func remove(_ path: String) { try? FileManager.default.removeItem(atPath: root + "/" + path) }

  func move(_ path: String, _ other: String) {
    try? FileManager.default.moveItem(atPath: root + "/" + path, toPath: root + "/" + other)
  }

  /// Makes `path` a link to a folder of the tree, as those of classes and buses are.
  func link(_ path: String, to folder: String) {
    let url = URL(fileURLWithPath: root + "/" + path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try? FileManager.default.createSymbolicLink(atPath: root + "/" + path, withDestinationPath: root + "/" + folder)
  }

  /// The value of an address in its short form; `nil` where it has failed.
  func read(_ address: String) -> Fixed64? {
    guard let sensor = DeviceAddress(address) else { return nil }
    var buffer = [UInt8](repeating: 0, count: DeviceFile.limit)
    return DeviceFile(sensor, root: root).read(&buffer)
  }
}

/// A store of signals that each have one source.
func makeSignals(_ count: Int) -> SignalStore {
  let definitions = [SignalDefinition](repeating: SignalDefinition(), count: count)
  guard let code = try? ExpressionCode([], constants: [], definitions) else { fatalError("no code at all is refused") }
  return SignalStore(definitions, code)
}
