// Stage: signals. A value becomes digits, without the heap.

/// How a number is written.
public struct NumberFormat: Equatable, Sendable, BitwiseCopyable {
  /// Digits behind the point, 0...9.
  public var decimals: Int
  /// Digits in front of it at least, with zeros where there are fewer, 1...10.
  public var minimumDigits: Int
  /// Whether a number above 0 has a plus.
  public var forcesSign: Bool
  /// What stands before the decimals.
  public var decimalSign: UInt8

  public init(decimals: Int = 0, minimumDigits: Int = 1, forcesSign: Bool = false, decimalSign: UInt8 = 46) {
    self.decimals = Swift.max(0, Swift.min(9, decimals))
    self.minimumDigits = Swift.max(1, Swift.min(10, minimumDigits))
    self.forcesSign = forcesSign
    self.decimalSign = decimalSign
  }

  /// The most bytes that a number takes.
  public static var capacity: Int { 24 }

  /// The value in units of the last digit, rounded to nearest, halves away from zero.
  public func lastDigits(of value: Fixed64) -> Int64 {
    let product = value.rawValue.magnitude.multipliedFullWidth(by: powerOfTen(decimals))
    let (low, carry) = product.low.addingReportingOverflow(0x8000_0000)
    let high = product.high &+ (carry ? 1 : 0)
    // |value| ≤ 2³¹ and 10⁹ < 2³⁰: below 2⁶¹.
    let magnitude = Int64(high << 32 | low >> 32)
    return value.rawValue < 0 ? -magnitude : magnitude
  }

  /// Writes a number.
  /// - Returns: the bytes, and how many of them.
  public func bytes(of value: Fixed64) -> (bytes: InlineArray<24, UInt8>, count: Int) {
    let number = lastDigits(of: value)
    var rest = number.magnitude
    var reversed = InlineArray<24, UInt8>(repeating: 0)
    var count = 0
    var digits = 0
    while rest > 0 || digits < decimals + minimumDigits {
      if digits == decimals && decimals > 0 {
        reversed[count] = decimalSign
        count += 1
      }
      reversed[count] = UInt8(48 + rest % 10)
      count += 1
      digits += 1
      rest /= 10
    }
    // What is rounded to nothing has no sign.
    if number < 0 {
      reversed[count] = 45
      count += 1
    } else if forcesSign && number > 0 {
      reversed[count] = 43
      count += 1
    }
    var bytes = InlineArray<24, UInt8>(repeating: 0)
    for index in 0..<count { bytes[index] = reversed[count - 1 - index] }
    return (bytes, count)
  }

  /// The number as text. Takes no memory for up to fifteen bytes.
  public func text(of value: Fixed64) -> String {
    let (bytes, count) = bytes(of: value)
    return unsafe String(unsafeUninitializedCapacity: count) { room in
      for index in 0..<count { unsafe room[index] = bytes[index] }
      return count
    }
  }
}
