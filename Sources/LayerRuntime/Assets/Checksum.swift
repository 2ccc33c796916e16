// Stage: assets. CRC-32 as zlib, PNG and Ethernet have it (ISO-HDLC: polynomial 0x04C11DB7 reflected, begun with ones
// and inverted at the end), four bytes a step: Kounavis and Berry, "A Systematic Approach to Building High Performance
// Software-Based CRC Generators", 2005.

extension PackBytes {
  /// The CRC-32 of the bytes from `start` on.
  ///
  /// - Parameter start: a multiple of four.
  func checksum(from start: Int) -> UInt32 {
    let table = ChecksumTable()
    var remainder: UInt32 = 0xFFFF_FFFF
    var at = start
    while at &+ 4 <= count {
      remainder = table.step(remainder ^ word(at))
      at &+= 4
    }
    while at < count {
      remainder = table.step(remainder, byte: UInt32(truncatingIfNeeded: u8(at)))
      at &+= 1
    }
    return ~remainder
  }
}

/// Remainders of a byte, and of a byte followed by one, two and three zeros: 4 kB on the stack, made in 3,000 steps.
private struct ChecksumTable {
  private var rows = InlineArray<1024, UInt32>(repeating: 0)

  init() {
    for byte in 0..<256 {
      var remainder = UInt32(truncatingIfNeeded: byte)
      for _ in 0..<8 { remainder = remainder &>> 1 ^ (remainder & 1 == 0 ? 0 : 0xEDB8_8320) }
      rows[byte] = remainder
    }
    for i in 256..<1024 {
      let last = rows[i &- 256]
      rows[i] = last &>> 8 ^ rows[Int(last & 255)]
    }
  }

  @inline(__always)
  func step(_ word: UInt32) -> UInt32 {
    rows[768 &+ Int(word & 255)] ^ rows[512 &+ Int(word &>> 8 & 255)] ^ rows[256 &+ Int(word &>> 16 & 255)]
      ^ rows[Int(word &>> 24)]
  }

  @inline(__always)
  func step(_ remainder: UInt32, byte: UInt32) -> UInt32 {
    remainder &>> 8 ^ rows[Int((remainder ^ byte) & 255)]
  }
}
