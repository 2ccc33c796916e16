// Stage: numbers. Arithmetic of numbers of two types. Each result is of the left operand's type, of the number's where
// the other operand is an Int. Arithmetic with a literal stays of one type: these operators are disfavoured.

extension Fixed {
  /// The product, saturated. The whole number may be any: 40000 times 0.5 is 20000.
  @_disfavoredOverload
  public static func * (a: Fixed, b: Int) -> Fixed {
    Fixed(rawValue: saturating32(saturatingProduct(Int64(a.rawValue), Int64(b))))
  }

  @_disfavoredOverload
  public static func * (a: Int, b: Fixed) -> Fixed { b * a }

  /// The quotient, rounded to nearest (halves away from zero); a division by zero gives ``max`` or ``min`` by the sign
  /// of the dividend, and zero for 0/0.
  @_disfavoredOverload
  public static func / (a: Fixed, b: Int) -> Fixed {
    Fixed(rawValue: saturating32(roundedQuotient(Int64(a.rawValue), Int64(b))))
  }

  @_disfavoredOverload
  public static func *= (a: inout Fixed, b: Int) { a = a * b }

  public static func /= (a: inout Fixed, b: Fixed) { a = a / b }

  @_disfavoredOverload
  public static func /= (a: inout Fixed, b: Int) { a = a / b }

  @_disfavoredOverload
  public static func + (a: Fixed, b: Coefficient) -> Fixed { (Coefficient(a) + b).fixed }

  @_disfavoredOverload
  public static func - (a: Fixed, b: Coefficient) -> Fixed { (Coefficient(a) - b).fixed }

  @_disfavoredOverload
  public static func * (a: Fixed, b: Coefficient) -> Fixed { (Coefficient(a) * b).fixed }

  @_disfavoredOverload
  public static func / (a: Fixed, b: Coefficient) -> Fixed { (Coefficient(a) / b).fixed }

  @_disfavoredOverload
  public static func += (a: inout Fixed, b: Coefficient) { a = a + b }

  @_disfavoredOverload
  public static func -= (a: inout Fixed, b: Coefficient) { a = a - b }

  @_disfavoredOverload
  public static func *= (a: inout Fixed, b: Coefficient) { a = a * b }

  @_disfavoredOverload
  public static func /= (a: inout Fixed, b: Coefficient) { a = a / b }
}

extension Coefficient {
  /// The product, saturated.
  @_disfavoredOverload
  public static func * (a: Coefficient, b: Int) -> Coefficient {
    Coefficient(rawValue: saturatingProduct(a.rawValue, Int64(b)))
  }

  @_disfavoredOverload
  public static func * (a: Int, b: Coefficient) -> Coefficient { b * a }

  /// The quotient, rounded to nearest (halves away from zero); a division by zero gives ``max`` or ``min`` by the sign
  /// of the dividend, and zero for 0/0.
  @_disfavoredOverload
  public static func / (a: Coefficient, b: Int) -> Coefficient {
    Coefficient(rawValue: roundedQuotient(a.rawValue, Int64(b)))
  }

  public static func *= (a: inout Coefficient, b: Coefficient) { a = a * b }

  public static func /= (a: inout Coefficient, b: Coefficient) { a = a / b }

  @_disfavoredOverload
  public static func + (a: Coefficient, b: Fixed) -> Coefficient { a + Coefficient(b) }

  @_disfavoredOverload
  public static func - (a: Coefficient, b: Fixed) -> Coefficient { a - Coefficient(b) }

  @_disfavoredOverload
  public static func * (a: Coefficient, b: Fixed) -> Coefficient { a * Coefficient(b) }

  @_disfavoredOverload
  public static func / (a: Coefficient, b: Fixed) -> Coefficient { a / Coefficient(b) }

  @_disfavoredOverload
  public static func += (a: inout Coefficient, b: Fixed) { a = a + b }

  @_disfavoredOverload
  public static func -= (a: inout Coefficient, b: Fixed) { a = a - b }

  @_disfavoredOverload
  public static func *= (a: inout Coefficient, b: Fixed) { a = a * b }

  @_disfavoredOverload
  public static func /= (a: inout Coefficient, b: Fixed) { a = a / b }
}

/// `a · b`, held to the range of 64 bits.
private func saturatingProduct(_ a: Int64, _ b: Int64) -> Int64 {
  let end: Int64 = (a < 0) == (b < 0) ? .max : .min
  // Numbers of m and n bits have a product of m + n bits or one less: of 64 at most, it fits a word without a sign.
  if a.magnitude.leadingZeroBitCount &+ b.magnitude.leadingZeroBitCount < 64 && a != 0 && b != 0 { return end }
  let product = a.magnitude &* b.magnitude
  if product > UInt64(bitPattern: .max) { return end }
  let value = Int64(bitPattern: product)
  return end < 0 ? 0 &- value : value
}

/// `a / b` to the nearest, halves away from zero, held to the range of 64 bits; the ends where b is zero, zero for 0/0.
private func roundedQuotient(_ a: Int64, _ b: Int64) -> Int64 {
  if b == 0 { return a == 0 ? 0 : (a < 0 ? .min : .max) }
  let isNegative = (a < 0) != (b < 0)
  // At most 2^63 + 2^62.
  let quotient = (a.magnitude &+ b.magnitude &>> 1) / b.magnitude
  if quotient > UInt64(bitPattern: .max) { return isNegative ? .min : .max }
  let value = Int64(bitPattern: quotient)
  return isNegative ? 0 &- value : value
}
