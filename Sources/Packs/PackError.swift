// Stage: assets. Input: a fault in a pack and its place. Output: one line a user can act on.
import CLinux
import SystemFiles

/// Why a pack is refused.
///
/// ``message`` is one line of the form `FILE: byte OFFSET: FOUND; expected …`.
public struct PackError: Error, Equatable, Sendable {
  /// The path, or the name that was given to bytes in memory.
  public let file: String
  /// Bytes from the start of the pack to the fault.
  public let offset: Int
  public let reason: Reason
  /// The value there: a number, a section's four letters, the error number of ``Reason/unreadable``.
  public let found: Int64
  /// The expected value there, where the reason has a number that depends on the pack.
  public let limit: Int64

  package init(_ file: String, _ offset: Int, _ reason: Reason, found: Int64 = 0, limit: Int64 = 0) {
    self.file = file
    self.offset = offset
    self.reason = reason
    self.found = found
    self.limit = limit
  }

  public static func == (a: PackError, b: PackError) -> Bool {
    haveSameBytes(a.file, b.file) && a.offset == b.offset && a.reason == b.reason && a.found == b.found
      && a.limit == b.limit
  }

  /// One line without a line feed; the file's name is shown as `printable(_:)` has it.
  public var message: String {
    var text = Array(printable(file).utf8)
    func append(_ number: Int64, asLetters: Bool) {
      if asLetters {
        for shift in [Int64(0), 8, 16, 24] {
          let letter = UInt8(truncatingIfNeeded: number >> shift)
          text.append(letter > 32 && letter < 127 ? letter : 63)
        }
        return
      }
      var digits: [UInt8] = []
      var rest = number.magnitude
      repeat {
        digits.append(UInt8(48 + rest % 10))
        rest /= 10
      } while rest > 0
      text.append(contentsOf: number < 0 ? [45] : [])
      text.append(contentsOf: digits.reversed())
    }
    if reason != .unreadable {
      text.append(contentsOf: ": byte ".utf8)
      append(Int64(offset), asLetters: false)
    }
    text.append(contentsOf: ": ".utf8)
    for byte in reason.template.bytes {
      switch byte {
      case 36: append(found, asLetters: reason.hasLetters)  // $
      case 35: append(limit, asLetters: reason.hasLetters)  // #
      case 64:  // @
        let code = Int32(truncatingIfNeeded: found)
        text.append(contentsOf: unsafe String(cString: linux_error_text(code)).utf8)
      default: text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension StaticString {
  fileprivate var bytes: [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount))
  }
}
