import CLinux
import Foundation

/// A folder of its own for each test, which is removed with its last reference.
public final class TemporaryFolder {
  public let path: String

  public init() {
    path = NSTemporaryDirectory() + "lamina-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file in the folder, whether it is there or not.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file.
  /// - Returns: its path.
  public func write(_ bytes: [UInt8], _ name: String, mode: UInt32 = 0o644) -> String {
    try? Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    _ = unsafe chmod(file(name), mode)
    return file(name)
  }

  public func write(_ text: String, _ name: String, mode: UInt32 = 0o644) -> String {
    write(Array(text.utf8), name, mode: mode)
  }

  /// Returns a file's bytes; `nil` if it cannot be read.
  public func bytes(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: URL(fileURLWithPath: file(name)))).map { Array($0) }
  }

  public func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

  /// The names of all files, sorted.
  public var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
