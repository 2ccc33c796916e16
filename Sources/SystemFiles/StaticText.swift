// Stage: the edges. Names that the program knows, compared byte by byte: without strings, which would allocate.

extension StaticString {
  /// - Parameter index: in `0..<utf8CodeUnitCount`; the string must have a pointer, as all but single characters have.
  package func byte(_ index: Int) -> UInt8 { unsafe utf8Start[index] }

  package func isEqual(to bytes: Span<UInt8>) -> Bool {
    if bytes.count != utf8CodeUnitCount { return false }
    for index in bytes.indices where bytes[index] != byte(index) { return false }
    return true
  }

  package func isEqual(to bytes: some Collection<UInt8>) -> Bool {
    if bytes.count != utf8CodeUnitCount { return false }
    var index = 0
    for byte in bytes {
      if byte != self.byte(index) { return false }
      index += 1
    }
    return true
  }

  /// - Note: it allocates.
  package var text: String { withUTF8Buffer { unsafe String(decoding: $0, as: UTF8.self) } }
}
