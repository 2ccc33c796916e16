// Stage: sources. Input: the value of a field. Output: its number.
import PanelSignals

/// A whole or decimal number, or one in hexadecimal digits behind `0x`.
struct VEDirectNumber {
  /// 10¹⁸ at most.
  private var digits: UInt64 = 0
  /// Of ten.
  private var exponent = 0
  private var isNegative = false

  /// - Returns: `nil` where it is no number, or has more than 18 digits.
  init?(_ word: Span<UInt8>) {
    if word.count > 2, word[0] == 48, word[1] | 32 == UInt8(ascii: "x") {
      // 32 bits, as the registers of devices.
      if word.count > 10 { return nil }
      for index in 2..<word.count {
        let digit = Sentence.digit(word[index])
        if digit > 15 { return nil }
        digits = digits << 4 | UInt64(digit)
      }
      return
    }
    var (place, count, hasPoint) = (0, 0, false)
    if place < word.count, word[place] == UInt8(ascii: "-") || word[place] == UInt8(ascii: "+") {
      isNegative = word[place] == UInt8(ascii: "-")
      place &+= 1
    }
    while place < word.count {
      let byte = word[place]
      place &+= 1
      if byte == UInt8(ascii: ".") && !hasPoint {
        hasPoint = true
        continue
      }
      if byte &- 48 > 9 || count == 18 { return nil }
      digits = digits &* 10 &+ UInt64(byte &- 48)
      count &+= 1
      if hasPoint { exponent &-= 1 }
    }
    if count == 0 { return nil }
  }

  /// The reading for an address. Numbers beyond those of the panel have failed.
  func reading(_ form: VEDirectAddress.Form) -> Reading {
    var decimals = 0
    switch form {
    case .number(let count): decimals = count
    case .timeToGo: if isNegative { return .none }
    case .bit(let bit):
      if isNegative || exponent != 0 { return Reading(.zero, .failed) }
      return Reading(Fixed64(Int(digits >> UInt64(bit) & 1)))
    }
    let value = Fixed64(digits: digits, exponent: exponent &- decimals, isNegative: isNegative)
    return value > .min && value < .max ? Reading(value) : Reading(.zero, .failed)
  }
}
