// Stage: sources. Input: an address of a sensor in its short form. Output: its files among those of the kernel.

import SystemFiles

/// The sensors of a kernel: addresses that name a device instead of a path.
///
/// `iio DEVICE CHANNEL SHARED DECIMALS`, `hwmon CHIP DECIMALS FILE`, `hwmon CHIP = LABEL` or `w1 ID`. DEVICE and CHIP are a name,
/// `NAME@PARENT`, the name of the folder, or `*` for any. The number is divided by 10 to the power of DECIMALS.
enum DeviceAddress {
  case iio(device: [UInt8], channel: [UInt8], shared: [UInt8], decimals: Int)
  case hwmon(device: [UInt8], file: [UInt8], decimals: Int)
  /// The sensor by the text of its label.
  case label(device: [UInt8], label: [UInt8])
  case oneWire(id: [UInt8])

  /// - Returns: `nil` for the path of a file.
  @inline(never)
  init?(_ address: String) {
    let bytes = Array(address.utf8)
    var place = 0
    let kind = Self.word(bytes, &place)
    let device = Self.word(bytes, &place)
    if device.isEmpty { return nil }
    if haveSameBytes(kind, Array("w1".utf8).span), place == bytes.count {
      self = .oneWire(id: device)
      return
    }
    let third = Self.word(bytes, &place)
    if haveSameBytes(kind, Array("hwmon".utf8).span) {
      if third.count == 1, third[0] == UInt8(ascii: "="), place + 1 < bytes.count {
        self = .label(device: device, label: Array(bytes[(place + 1)...]))
        return
      }
      let file = Self.word(bytes, &place)
      guard let decimals = Self.decimals(third), !file.isEmpty, place == bytes.count else { return nil }
      self = .hwmon(device: device, file: file, decimals: decimals)
    } else if haveSameBytes(kind, Array("iio".utf8).span) {
      let shared = Self.word(bytes, &place)
      guard let decimals = Self.decimals(Self.word(bytes, &place)), place == bytes.count, !third.isEmpty else {
        return nil
      }
      self = .iio(device: device, channel: third, shared: shared, decimals: decimals)
    } else {
      return nil
    }
  }

  private static func decimals(_ word: [UInt8]) -> Int? {
    word.count == 1 && word[0] >= 48 && word[0] <= 57 ? Int(word[0] - 48) : nil
  }

  /// The next word, up to a blank; empty for none, and for one that leaves its folder.
  @inline(never)
  private static func word(_ bytes: [UInt8], _ place: inout Int) -> [UInt8] {
    if place < bytes.count, bytes[place] == 32, place > 0 { place += 1 }
    let start = place
    while place < bytes.count, bytes[place] != 32 {
      if bytes[place] == 47 { return [] }
      place += 1
    }
    let word = Array(bytes[start..<place])
    return haveSameBytes(word, [46, 46].span) ? [] : word
  }
}
