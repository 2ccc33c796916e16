import TestSupport

/// Chance, and damage by it.
struct Dice {
  var random: SplitMix

  @inline(__always)
  mutating func below(_ limit: Int) -> Int {
    limit <= 1 ? 0 : Int(truncatingIfNeeded: random.next().multipliedFullWidth(by: UInt64(limit)).high)
  }

  @inline(__always)
  mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  mutating func damage(_ bytes: inout [UInt8]) {
    if bytes.isEmpty {
      bytes.append(UInt8(truncatingIfNeeded: random.next()))
      return
    }
    let place = below(bytes.count)
    switch below(13) {
    case 0: bytes[place] ^= 1 << UInt8(below(8))
    case 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
    case 2: bytes[place] = Self.extremes[below(Self.extremes.count)]
    case 3:
      // A length of two bytes.
      bytes[place] = Self.extremes[below(Self.extremes.count)]
      if place + 1 < bytes.count { bytes[place + 1] = Self.extremes[below(Self.extremes.count)] }
    case 4: bytes[place] = Self.signs[below(Self.signs.count)]
    case 5:
      if bytes.count < Maker.limit { bytes.insert(Self.signs[below(Self.signs.count)], at: place) }
    case 6:
      if bytes.count < Maker.limit { bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place) }
    case 7: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(8)))
    case 8: bytes.removeLast(bytes.count - place)
    case 9: repeatPiece(&bytes, place)
    case 10: swapPieces(&bytes, place)
    case 11: bytes[place] = bytes[place] &+ (oneIn(2) ? 1 : 255)
    default: repeatByte(&bytes, place)
    }
  }

  private static let extremes: [UInt8] = [0, 1, 2, 7, 8, 9, 10, 13, 16, 31, 32, 63, 64, 127, 128, 129, 192, 254, 255]
  private static let signs = Array("0123456789abcdefEx.,:;{}[]()\"\\$*!#=+-/@?^~<>|% \n\r\t".utf8)

  private mutating func repeatPiece(_ bytes: inout [UInt8], _ place: Int) {
    let count = min(1 + below(oneIn(8) ? 200 : 12), bytes.count - place)
    let times = 1 + below(oneIn(16) ? 40 : 2)
    let goal = below(bytes.count + 1)
    if bytes.count + times * count > Maker.limit { return }
    let end = bytes.count
    for _ in 0..<times { for index in 0..<count { bytes.append(bytes[place + index]) } }
    // At the end, or at another place where it takes the place of others.
    if oneIn(2) { return }
    for index in 0..<min(times * count, end - goal) { bytes[goal + index] = bytes[end + index] }
    bytes.removeLast(times * count)
  }

  private mutating func swapPieces(_ bytes: inout [UInt8], _ place: Int) {
    let other = below(bytes.count)
    let count = min(1 + below(16), bytes.count - max(place, other))
    for index in 0..<count { bytes.swapAt(place + index, other + index) }
  }

  private mutating func repeatByte(_ bytes: inout [UInt8], _ place: Int) {
    let count = oneIn(32) ? below(1200) : below(24)
    if bytes.count + count > Maker.limit { return }
    let byte = bytes[place]
    for _ in 0..<count { bytes.append(byte) }
    if oneIn(2) { return }
    // Before the rest, which moves behind it.
    var index = bytes.count - 1
    while index >= place + count {
      bytes[index] = bytes[index - count]
      index -= 1
    }
    for index in place..<min(place + count, bytes.count) { bytes[index] = byte }
  }
}
