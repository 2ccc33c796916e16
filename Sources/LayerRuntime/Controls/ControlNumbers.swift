// Stage: controls. Input: numbers. Output: lengths on whole points, colours between two, and digits.

import FixedRaster

extension Fixed {
  /// Half of it, cut towards 0 in its last binary place.
  var halved: Fixed { Fixed(rawValue: rawValue / 2) }

  /// The nearest whole number.
  var snapped: Fixed { Fixed(rounded) }

  func clamped(_ low: Fixed, _ high: Fixed) -> Fixed { Swift.max(low, Swift.min(high, self)) }

  /// The part of a length that a share is of a whole: `self * share / whole`, of a whole above 0.
  func scaled(_ share: Int64, of whole: Int64) -> Fixed {
    // |rawValue| ≤ 2^31 and a share of at most 2^32 stay below 2^63.
    let share = Swift.max(0, Swift.min(share, whole))
    return Fixed(rawValue: Int32(clamping: Int64(rawValue) * share / Swift.max(1, whole)))
  }

  /// The number in digits. Takes no memory for up to ten bytes, fifteen on 64-bit processors.
  ///
  /// - Parameter decimals: 0...4, and held to that.
  func text(decimals: Int) -> String {
    let decimals = Swift.max(0, Swift.min(decimals, 4))
    var unit: Int64 = 1
    for _ in 0..<decimals { unit *= 10 }
    // Below 2^31 · 10^4, and rounded to the nearest, halves away from 0.
    let scaled = (Int64(rawValue).magnitude * UInt64(unit) + 0x8000) >> 16
    var bytes = InlineArray<16, UInt8>(repeating: 0)
    var count = 0
    var rest = scaled
    // From the last digit to the first.
    repeat {
      if count == decimals && decimals > 0 {
        bytes[count] = UInt8(ascii: ".")
        count += 1
      }
      bytes[count] = UInt8(ascii: "0") + UInt8(rest % 10)
      (rest, count) = (rest / 10, count + 1)
    } while rest > 0 || decimals > 0 && count < decimals + 2
    let isNegative = rawValue < 0 && scaled > 0
    // U+2212 is as wide as a digit.
    let length = count + (isNegative ? 3 : 0)
    return unsafe String(unsafeUninitializedCapacity: length) { room in
      if isNegative { unsafe (room[0], room[1], room[2]) = (0xE2, 0x88, 0x92) }
      for place in 0..<count { unsafe room[length - 1 - place] = bytes[place] }
      return length
    }
  }
}

extension Color {
  /// This colour as far as a share of 0...256, and the rest of another, both opaque.
  func mixed(_ share: Int, with other: Color) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Int(a) * share + Int(b) * (256 - share) + 128) >> 8) }
    return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  /// How bright it looks, 0...255.
  var lightness: Int { (Int(red) * 77 + Int(green) * 150 + Int(blue) * 29) >> 8 }
}
