// Stage: the edges. Text of messages, put together from bytes.

/// Puts a line of text together from bytes, without tables of any kind.
package struct TextBuilder {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// "it is the character device 1:3, not a framebuffer"
  package init(device major: Int, _ minor: Int, isNot expected: StaticString) {
    append("it is the character device ")
    append(major)
    append(":")
    append(minor)
    append(", not ")
    append(expected)
  }

  package mutating func append(_ text: StaticString) {
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func append(byte: UInt8) { bytes.append(byte) }

  package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  package mutating func append(_ number: Int) {
    var digits: [UInt8] = []
    var rest = number.magnitude
    repeat {
      digits.append(UInt8(48 + rest % 10))
      rest /= 10
    } while rest > 0
    if number < 0 { digits.append(45) }
    bytes.append(contentsOf: digits.reversed())
  }

  package var string: String { String(decoding: bytes, as: UTF8.self) }
}
