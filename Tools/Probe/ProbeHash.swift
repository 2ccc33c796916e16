// One number for all that a subject read or drew, for what scripts/golden compares.
import FixedRaster

/// FNV-1a, low bytes first, as the golden runner's.
struct ProbeHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  private mutating func add(_ word: UInt32, bytes: Int) {
    for shift in 0..<bytes {
      value = (value ^ UInt64(word &>> UInt32(truncatingIfNeeded: shift &* 8) & 255)) &* 0x100_0000_01B3
    }
  }

  mutating func add(_ word: UInt32) { add(word, bytes: 4) }
  /// Its three channels.
  mutating func add(pixel: UInt32) { add(pixel, bytes: 3) }
  mutating func add(_ number: Fixed) { add(UInt32(bitPattern: number.rawValue)) }
  mutating func add(_ number: Int) { add(UInt32(truncatingIfNeeded: number)) }
}

/// A hash as golden files have it, with sixteen digits.
func hexadecimal(_ hash: UInt64) -> String {
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.utf8.count) + digits
}
