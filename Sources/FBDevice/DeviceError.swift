// Stage: the edges. Input: what was tried, on what, and the kernel's answer. Output: one line a user can act on.
import CLinux
import SystemFiles

/// What could not be done with a device, and what to do about it.
///
/// ``message`` is one line of the form `cannot OPERATION PATH: REASON; REMEDY`.
public struct DeviceError: Error {
  /// What was tried: "open", "map".
  public let operation: StaticString
  /// The file, the directory or the words that it was tried on.
  public let path: String
  /// The kernel's error number; 0 where the kernel did not refuse and ``reason`` says what is wrong.
  public let code: Int32
  /// What is wrong, where ``code`` is 0.
  public let reason: String
  /// What the user can do; possibly empty.
  public let remedy: StaticString

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

  /// One line without a line feed; what comes from outside is shown as `printable(_:)` has it.
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

/// Puts a line of text together from bytes, without tables of any kind.
struct TextBuilder {
  private(set) var bytes: [UInt8] = []

  init() {}

  /// "it is the character device 1:3, not a framebuffer"
  init(device major: Int, _ minor: Int, isNot expected: StaticString) {
    append("it is the character device ")
    append(major)
    append(":")
    append(minor)
    append(", not ")
    append(expected)
  }

  mutating func append(_ text: StaticString) {
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func append(_ number: Int) {
    var digits: [UInt8] = []
    var rest = number.magnitude
    repeat {
      digits.append(UInt8(48 + rest % 10))
      rest /= 10
    } while rest > 0
    if number < 0 { digits.append(45) }
    bytes.append(contentsOf: digits.reversed())
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }
}
