// Stage: sources. Input: a number. Output: its bits in the bytes of a frame.

extension CANBits {
  /// Writes the bits in the place that ``raw(in:)`` reads them from; others stay.
  /// - Parameter data: bits beyond its 8 bytes are left out.
  func write(_ raw: UInt64, to data: inout InlineArray<8, UInt8>) {
    let start = start
    // The lowest bit in little-endian order, the highest one in big-endian order, which goes down to bit 0 of each byte.
    var (place, index) = (start, isBigEndian ? Int(count) &- 1 : 0)
    for _ in 0..<Int(count) {
      let (byte, bit) = (place >> 3, UInt8(1) &<< UInt8(place & 7))
      if byte < 8 {
        let isSet = raw &>> UInt64(index) & 1 != 0
        data[byte] = isSet ? data[byte] | bit : data[byte] & ~bit
      }
      if isBigEndian {
        place = place & 7 == 0 ? place &+ 15 : place &- 1
        index &-= 1
      } else {
        (place, index) = (place &+ 1, index &+ 1)
      }
    }
  }
}
