// Stage: remote framebuffer. Input: a key and a block. Output: the encrypted block. For two blocks of a viewer's login:
// bit by bit, so that the tables are small.
//
// Source: FIPS 46-3, https://csrc.nist.gov/pubs/fips/46-3/final

/// The Data Encryption Standard, one block at a time. Weak: nothing new should use it.
struct DESCipher {
  /// 48 bits each.
  private var keys = InlineArray<16, UInt64>(repeating: 0)

  /// - Parameter key: 64 bits; the lowest of each byte is ignored.
  init(key: UInt64) {
    var halves = Self.permute(key, 64, Self.keyChoice.span)
    for round in 0..<16 {
      let shift: UInt64 = round == 0 || round == 1 || round == 8 || round == 15 ? 1 : 2
      halves = Self.rotate(halves >> 28, shift) << 28 | Self.rotate(halves & 0xFFF_FFFF, shift)
      keys[round] = Self.permute(halves, 56, Self.roundChoice.span)
    }
  }

  func encrypt(_ block: UInt64) -> UInt64 {
    let start = Self.initial(block)
    var (left, right) = (start >> 32, start & 0xFFFF_FFFF)
    for round in 0..<16 { (left, right) = (right, left ^ Self.mix(right, keys[round])) }
    return Self.final(right << 32 | left)
  }

  // MARK: Bits. The standard counts them from 1, the highest first.

  private static func permute(_ value: UInt64, _ width: UInt64, _ choice: Span<UInt8>) -> UInt64 {
    var result: UInt64 = 0
    for index in choice.indices { result = result << 1 | value >> (width - UInt64(choice[index])) & 1 }
    return result
  }

  /// Of 28 bits.
  private static func rotate(_ half: UInt64, _ count: UInt64) -> UInt64 {
    (half << count | half >> (28 - count)) & 0xFFF_FFFF
  }

  /// The place of a bit after the initial permutation is a matter of arithmetic: even columns, then odd ones, upwards.
  private static func initial(_ block: UInt64) -> UInt64 {
    var result: UInt64 = 0
    for index in 0..<64 { result = result << 1 | block >> (64 - place(index)) & 1 }
    return result
  }

  private static func final(_ block: UInt64) -> UInt64 {
    var result: UInt64 = 0
    for index in 0..<64 { result |= (block >> UInt64(63 - index) & 1) << (64 - place(index)) }
    return result
  }

  private static func place(_ index: Int) -> UInt64 {
    let (row, column) = (index / 8, index % 8)
    return UInt64((row < 4 ? 58 + 2 * row : 57 + 2 * (row - 4)) - 8 * column)
  }

  private static func mix(_ half: UInt64, _ key: UInt64) -> UInt64 {
    var result: UInt64 = 0
    for box in 0..<8 {
      // Six bits: the four of a group, with a neighbour on each side, around.
      var six: UInt64 = 0
      for bit in 0..<6 { six = six << 1 | half >> UInt64((63 - (4 * box + bit - 1)) & 31) & 1 }
      six ^= key >> UInt64(42 - 6 * box) & 63
      let row = Int((six >> 5) << 1 | six & 1)
      result = result << 4 | boxes[4 * box + row] >> (60 - 4 * (six >> 1 & 15)) & 15
    }
    return permute(result, 32, mixing.span)
  }

  // MARK: Tables

  private static let keyChoice: InlineArray<56, UInt8> = [
    57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36,
    63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
  ]
  private static let roundChoice: InlineArray<48, UInt8> = [
    14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2,
    41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
  ]
  private static let mixing: InlineArray<32, UInt8> = [
    16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4,
    25,
  ]
  /// The rows of the eight substitution boxes, sixteen numbers of four bits each.
  private static let boxes: InlineArray<32, UInt64> = [
    0xE4D1_2FB8_3A6C_5907, 0x0F74_E2D1_A6CB_9538, 0x41E8_D62B_FC97_3A50, 0xFC82_4917_5B3E_A06D,
    0xF18E_6B34_972D_C05A, 0x3D47_F28E_C01A_69B5, 0x0E7B_A4D1_58C6_932F, 0xD8A1_3F42_B67C_05E9,
    0xA09E_63F5_1DC7_B428, 0xD709_346A_285E_CBF1, 0xD649_8F30_B12C_5AE7, 0x1AD0_6987_4FE3_B52C,
    0x7DE3_069A_1285_BC4F, 0xD8B5_6F03_472C_1AE9, 0xA690_CB7D_F13E_5284, 0x3F06_A1D8_945B_C72E,
    0x2C41_7AB6_853F_D0E9, 0xEB2C_47D1_50FA_3986, 0x421B_AD78_F9C5_630E, 0xB8C7_1E2D_6F09_A453,
    0xC1AF_9268_0D34_E75B, 0xAF42_7C95_61DE_0B38, 0x9EF5_28C3_704A_1DB6, 0x432C_95FA_BE17_608D,
    0x4B2E_F08D_3C97_5A61, 0xD0B7_491A_E35C_2F86, 0x14BD_C37E_AF68_0592, 0x6BD8_14A7_950F_E23C,
    0xD284_6FB1_A93E_50C7, 0x1FD8_A374_C56B_0E92, 0x7B41_9CE2_06AD_F358, 0x21E7_4A8D_FC90_356B,
  ]
}
