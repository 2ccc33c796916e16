import CLinux
import Foundation

@testable import SystemFiles

/// A folder of its own for each test, gone with it.
final class Folder {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "lamina-files-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func write(_ text: String, _ name: String, mode: UInt32 = 0o644) -> String {
    try? Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    _ = unsafe chmod(file(name), mode)
    return file(name)
  }

  func makePipe(_ name: String) -> Bool { unsafe mkfifo(file(name), 0o600) == 0 }
  func makeFolder(_ name: String) -> Bool { unsafe mkdir(file(name), 0o700) == 0 }
  func makeLink(_ name: String, to target: String) -> Bool { unsafe symlink(target, file(name)) == 0 }

  func text(_ name: String) -> String? {
    (try? Data(contentsOf: URL(fileURLWithPath: file(name)))).map { String(decoding: $0, as: UTF8.self) }
  }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  func status(_ name: String) -> stat {
    var status = stat()
    _ = unsafe lstat(file(name), &status)
    return status
  }
}

/// What went wrong, in words; `nil` if nothing did.
func words(of body: () throws(FileError) -> Void) -> String? {
  do throws(FileError) {
    try body()
    return nil
  } catch { return "\(error.operation) \(error.path): \(error.words)" }
}
