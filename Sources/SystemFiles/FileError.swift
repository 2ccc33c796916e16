// Stage: the edges. Input: what was tried on a file, and the kernel's answer. Output: one line a user can act on.
import CLinux

/// What could not be done with a file.
public struct FileError: Error {
  /// What was tried: "open", "read", "create", "write".
  public let operation: StaticString
  public let path: String
  /// The kernel's error number; 0 where the kernel did not refuse and ``reason`` says what is wrong.
  public let code: Int32
  /// What is wrong, where ``code`` is 0.
  public let reason: String

  init(_ operation: StaticString, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
    reason = ""
  }

  init(_ operation: StaticString, _ path: String, reason: String) {
    self.operation = operation
    self.path = path
    code = 0
    self.reason = reason
  }

  /// What is wrong in words, without the path.
  public var words: String { code == 0 ? reason : unsafe String(cString: linux_error_text(code)) }
}
