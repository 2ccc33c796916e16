// Stage: assets. CRC-32 as zlib, PNG and Ethernet have it (ISO-HDLC: polynomial 0x04C11DB7 reflected, begun with ones
// and inverted at the end), four bytes a step: Kounavis and Berry, "A Systematic Approach to Building High Performance
// Software-Based CRC Generators", 2005.

extension PackBytes {
  /// The CRC-32 of the bytes from `start` on.
  ///
  /// - Parameter start: a multiple of four.
  func checksum(from start: Int) -> UInt32 {
    // 4 kB on the stack. Through a span: an array's own subscript would copy all of it at each assignment.
    var memory = InlineArray<1024, UInt32>(repeating: 0)
    var filling = memory.mutableSpan
    fillChecksumTable(&filling)
    let table = memory.span
    var remainder: UInt32 = 0xFFFF_FFFF
    var at = start
    while at &+ 4 <= count {
      let mixed = remainder ^ word(at)
      remainder = table[768 &+ Int(mixed & 255)] ^ table[512 &+ Int(mixed &>> 8 & 255)]
      remainder ^= table[256 &+ Int(mixed &>> 16 & 255)] ^ table[Int(mixed &>> 24)]
      at &+= 4
    }
    while at < count {
      remainder = remainder &>> 8 ^ table[Int((remainder ^ UInt32(truncatingIfNeeded: u8(at))) & 255)]
      at &+= 1
    }
    return ~remainder
  }
}

/// Remainders of a byte, then of a byte followed by one, two and three zeros, 256 each.
private func fillChecksumTable(_ table: inout MutableSpan<UInt32>) {
  for byte in 0..<256 {
    var remainder = UInt32(truncatingIfNeeded: byte)
    for _ in 0..<8 { remainder = remainder &>> 1 ^ (remainder & 1 == 0 ? 0 : 0xEDB8_8320) }
    table[byte] = remainder
  }
  for i in 256..<1024 {
    let last = table[i &- 256]
    table[i] = last &>> 8 ^ table[Int(last & 255)]
  }
}
