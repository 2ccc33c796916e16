// Stage: the edges. Input: an operation, its object, and the kernel's answer. Output: one line a user can act on.
import CLinux

/// A failed operation on a device, and the user's remedy.
///
/// ``message`` is one line of the form `cannot OPERATION PATH: REASON; REMEDY`.
public struct DeviceError: Error {
  /// The operation: "open", "map".
  public let operation: StaticString
  /// The file, the directory or the words that it was tried on.
  public let path: String
  /// The kernel's error number; 0 where the kernel did not refuse and ``reason`` has the fault.
  public let code: Int32
  /// The fault, where ``code`` is 0.
  public let reason: String
  /// The user's remedy; possibly empty.
  public let remedy: StaticString
  /// Whether it is of no use to wait: what was named is another thing, and no device that is still to come.
  public private(set) var isLasting = false

  public init(_ operation: StaticString, _ path: String, code: Int32, remedy: StaticString = "") {
    self.operation = operation
    self.path = path
    self.code = code
    self.reason = ""
    self.remedy = remedy
  }

  public init(_ operation: StaticString, _ path: String, reason: String, remedy: StaticString = "") {
    self.operation = operation
    self.path = path
    self.code = 0
    self.reason = reason
    self.remedy = remedy
  }

  public init(_ error: FileError, remedy: StaticString = "") {
    operation = error.operation
    path = error.path
    code = error.code
    reason = error.reason
    self.remedy = remedy
  }

  /// The same error, of which it is known that waiting is of no use.
  public var lasting: DeviceError {
    var error = self
    error.isLasting = true
    return error
  }

  /// One line without a line feed; text from outside is shown as `printable(_:)` has it.
  public var message: String {
    var text = TextBuilder()
    text.append("cannot ")
    text.append(operation)
    text.append(" ")
    text.append(printable(path))
    text.append(": ")
    if code != 0 { text.append(unsafe String(cString: linux_error_text(code))) } else { text.append(printable(reason)) }
    if remedy.utf8CodeUnitCount > 0 {
      text.append("; ")
      text.append(remedy)
    }
    return text.string
  }
}
