import FixedRaster

/// FNV-1a over bytes, 64 bits: what a golden case reports of its pixels. Pixels are fed channel by channel, so that the
/// hash does not depend on the byte order or the word length of the machine.
struct Hash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// Low byte first.
  mutating func add(_ word: UInt32) {
    add(byte: UInt8(truncatingIfNeeded: word))
    add(byte: UInt8(truncatingIfNeeded: word &>> 8))
    add(byte: UInt8(truncatingIfNeeded: word &>> 16))
    add(byte: UInt8(truncatingIfNeeded: word &>> 24))
  }

  mutating func add(_ number: Fixed) { add(UInt32(bitPattern: number.rawValue)) }

  mutating func add(_ number: Coefficient) {
    add(UInt32(truncatingIfNeeded: number.rawValue))
    add(UInt32(truncatingIfNeeded: number.rawValue &>> 32))
  }
}
