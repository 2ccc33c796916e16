// Stage: the edges. A text file that grows while a program runs, up to a limit.
import CLinux

/// A recording: lines are gathered, and written together.
package final class RecordingFile {
  /// Lines that are not written yet.
  package var text = TextBuilder()
  private let path: String
  /// The most bytes of the file.
  private let limit: Int
  private let descriptor: Int32
  private var written = 0
  /// Gets a sentence when the recording ends early; `nil` after that.
  private var notice: ((String) -> Void)?

  /// Makes the file, in the place of a former one.
  package init(_ path: String, limit: Int, notice: @escaping (String) -> Void) throws(DeviceError) {
    (self.path, self.limit, self.notice) = (path, limit, notice)
    descriptor = unsafe path.withCString {
      unsafe linux_open($0, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, 0o644)
    }
    if descriptor < 0 {
      throw DeviceError("create", path, code: linux_errno(), remedy: "choose a folder that this user may write to")
    }
  }

  deinit {
    flush()
    _ = close(descriptor)
  }

  /// Whether it takes lines.
  package var isOpen: Bool { notice != nil }

  /// Writes the lines. A disk that takes no more, or the limit, ends the recording, which is said.
  package func flush() {
    if text.bytes.isEmpty || notice == nil { return }
    var code: Int32 = 0
    if written + text.bytes.count > limit {
      code = EFBIG
    } else {
      let count = unsafe text.bytes.withUnsafeBytes { unsafe CLinux.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 { code = linux_errno() } else if count < text.bytes.count { code = ENOSPC }
      written += max(0, count)
    }
    text = TextBuilder()
    if code != 0 { end(code) }
  }

  /// Ends the recording, which is said.
  /// - Parameter code: the reason, an error number of the system.
  package func end(_ code: Int32) {
    notice?(DeviceError("write", path, code: code, remedy: "the recording ends here").message)
    notice = nil
  }
}
