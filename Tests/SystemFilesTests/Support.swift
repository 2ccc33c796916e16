import CLinux
import TestSupport

@testable import SystemFiles

extension TemporaryFolder {
  func makePipe(_ name: String) -> Bool { unsafe mkfifo(file(name), 0o600) == 0 }
  func makeFolder(_ name: String) -> Bool { unsafe mkdir(file(name), 0o700) == 0 }
  func makeLink(_ name: String, to target: String) -> Bool { unsafe symlink(target, file(name)) == 0 }

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
