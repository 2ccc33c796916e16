// Stage: the edges. Input: an operation on a file, and the kernel's answer. Output: one line a user can act on.
import CLinux

/// A failed operation on a file.
public struct FileError: Error {
  /// The operation: "open", "read", "create", "write".
  public let operation: StaticString
  public let path: String
  /// The kernel's error number; 0 where the kernel did not refuse and ``reason`` has the fault.
  public let code: Int32
  /// The fault, where ``code`` is 0.
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

  /// The fault in words, without the path.
  public var words: String { code == 0 ? reason : unsafe String(cString: linux_error_text(code)) }
}
