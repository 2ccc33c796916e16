// Stage: numbers. Decimal digits of a number, in integers and without a string, which may need memory.

extension Fixed {
  /// Calls `body` with the characters, in ASCII, of the shortest decimal fraction that is nearer to this number than to
  /// any other: `-0.5`, `72`, `0.33333`. At most 12 of them; as a literal they are this number again.
  public func forEachDecimalDigit(_ body: (UInt8) -> Void) {
    writeDecimal(Int64(rawValue).magnitude, isNegative: rawValue < 0, fractionBits: 16, body)
  }
}

extension Coefficient {
  /// Calls `body` with the characters, in ASCII, of the shortest decimal fraction that is nearer to this number than to
  /// any other. At most 22 of them.
  public func forEachDecimalDigit(_ body: (UInt8) -> Void) {
    writeDecimal(rawValue.magnitude, isNegative: rawValue < 0, fractionBits: 32, body)
  }
}

// On boards LayerRuntime has them: a description may take memory, and this module is proved not to.
#if !hasFeature(Embedded)
extension Fixed: CustomStringConvertible {
  /// The shortest decimal fraction that is nearer to this number than to any other; see
  /// ``forEachDecimalDigit(_:)``.
  public var description: String {
    var text = ""
    forEachDecimalDigit { text.unicodeScalars.append(Unicode.Scalar($0)) }
    return text
  }
}

extension Coefficient: CustomStringConvertible {
  /// The shortest decimal fraction that is nearer to this number than to any other; see
  /// ``forEachDecimalDigit(_:)``.
  public var description: String {
    var text = ""
    forEachDecimalDigit { text.unicodeScalars.append(Unicode.Scalar($0)) }
    return text
  }
}
#endif

/// Steele and White's fixed-point printing ("How to Print Floating-Point Numbers Accurately", 1990, FPP): digits are
/// added until the rest is less than half a step.
///
/// - Parameter fractionBits: at most 32.
private func writeDecimal(_ magnitude: UInt64, isNegative: Bool, fractionBits: UInt64, _ body: (UInt8) -> Void) {
  if isNegative { body(UInt8(ascii: "-")) }
  writeWhole(magnitude &>> fractionBits, body)
  // In half steps. Below 2^33, times ten below 2^37.
  let one: UInt64 = 2 &<< fractionBits
  var rest = (magnitude &<< 1) & (one &- 1)
  if rest == 0 { return }
  body(UInt8(ascii: "."))
  var half: UInt64 = 1
  while true {
    rest &*= 10
    half &*= 10
    let digit = rest &>> (fractionBits &+ 1)
    rest &= one &- 1
    let (isLow, isHigh) = (rest < half, rest &+ half > one)
    if !isLow && !isHigh {
      writeDigit(digit, body)
      continue
    }
    let roundsUp = isHigh && (!isLow || rest &<< 1 >= one)
    return writeDigit(roundsUp ? digit &+ 1 : digit, body)
  }
}

private func writeWhole(_ value: UInt64, _ body: (UInt8) -> Void) {
  if value >= 10 { writeWhole(value / 10, body) }
  writeDigit(value % 10, body)
}

private func writeDigit(_ digit: UInt64, _ body: (UInt8) -> Void) {
  body(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
}
