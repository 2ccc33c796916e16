// Stage: sources. Whole numbers of 128 bits, without the functions of a C library that the small boards have not.

/// A number without sign.
struct WideNumber {
  var high, low: UInt64

  /// The number times 2^places, rounded down, and whether that cut anything off.
  /// - Returns: `nil` for 2¹²⁷ and more.
  @inline(__always)
  func shifted(by places: Int) -> (number: WideNumber, isCut: Bool)? {
    places >= 0 ? shiftedUp(by: places) : shiftedDown(by: 0 &- places)
  }

  @inline(__always)
  private func shiftedUp(by places: Int) -> (number: WideNumber, isCut: Bool)? {
    var (number, rest) = (self, UInt64(truncatingIfNeeded: places))
    if rest >= 64 {
      if high | low == 0 { return (self, false) }
      if high != 0 || rest >= 128 { return nil }
      number = WideNumber(high: low, low: 0)
      rest &-= 64
    }
    // rest is 0...63: a shift by 64, which wraps, is made of two.
    if number.high &>> (63 &- rest) != 0 { return nil }
    number.high = number.high &<< rest | (number.low &>> 1) &>> (63 &- rest)
    number.low = number.low &<< rest
    return (number, false)
  }

  @inline(never)
  private func shiftedDown(by places: Int) -> (number: WideNumber, isCut: Bool) {
    if places >= 128 { return (WideNumber(high: 0, low: 0), high | low != 0) }
    var (number, rest, isCut) = (self, UInt64(truncatingIfNeeded: places), false)
    if rest >= 64 {
      isCut = low != 0
      number = WideNumber(high: 0, low: high)
      rest &-= 64
    }
    if number.low & ((1 &<< rest) &- 1) != 0 { isCut = true }
    number.low = number.low &>> rest | (number.high &<< 1) &<< (63 &- rest)
    number.high = number.high &>> rest
    return (number, isCut)
  }

  @inline(__always)
  func isBelow(_ other: WideNumber) -> Bool { high == other.high ? low < other.low : high < other.high }

  /// The sum, which the caller holds below 2¹²⁸.
  @inline(__always)
  func adding(_ other: WideNumber) -> WideNumber {
    let (sum, carry) = low.addingReportingOverflow(other.low)
    return WideNumber(high: high &+ other.high &+ (carry ? 1 : 0), low: sum)
  }

  /// The difference to a number that is not above this one.
  @inline(__always)
  func subtracting(_ other: WideNumber) -> WideNumber {
    let (rest, borrow) = low.subtractingReportingOverflow(other.low)
    return WideNumber(high: high &- other.high &- (borrow ? 1 : 0), low: rest)
  }

  /// The quotient, rounded down.
  /// - Parameter divisor: 1..<2⁶³.
  /// - Returns: `nil` for 2⁶⁴ and more.
  @inline(__always)
  func divided(by divisor: UInt64) -> UInt64? {
    if high == 0 { return low / divisor }
    return high < divisor ? longQuotient(divisor) : nil
  }

  /// Divides by 64 bits in two digits of 32: "divlu" of Hacker's Delight, section 9-4, after Knuth's algorithm D.
  @inline(__always)
  private func longQuotient(_ divisor: UInt64) -> UInt64 {
    // The divisor's highest bit is set then; it was not before, so that the shift is 1...63.
    let places = UInt64(truncatingIfNeeded: divisor.leadingZeroBitCount)
    let scaled = divisor &<< places
    let rest = high &<< places | low &>> (64 &- places)
    let digits = low &<< places
    let first = Self.digit(rest, digits &>> 32, scaled)
    let second = Self.digit(first.rest, digits & 0xFFFF_FFFF, scaled)
    return first.quotient &<< 32 | second.quotient
  }

  /// The quotient of a rest below the divisor, with one more digit behind it; and the next rest.
  @inline(__always)
  private static func digit(_ rest: UInt64, _ next: UInt64, _ divisor: UInt64) -> (quotient: UInt64, rest: UInt64) {
    let (head, tail) = (divisor &>> 32, divisor & 0xFFFF_FFFF)
    // The quotient by the divisor's head is at most 2 too large.
    var quotient = rest / head
    var part = rest &- quotient &* head
    while quotient &>> 32 != 0 || quotient &* tail > part &<< 32 | next {
      quotient &-= 1
      part &+= head
      if part &>> 32 != 0 { break }
    }
    return (quotient, (rest &<< 32 | next) &- quotient &* divisor)
  }
}
