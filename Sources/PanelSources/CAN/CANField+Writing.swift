// Stage: sources. Input: a compiled address of CAN. Output: its short text, which only the host writes.

#if !hasFeature(Embedded)
extension CANField {
  public var text: String {
    let switches = conditions.map { " ?" + $0.text }.joined()
    let place = troubleCodes.map { "d" + hexadecimal($0.rawValue) } ?? bits.text(offset: offset)
    return (group?.text ?? id.text) + " " + place + reserved.text + (scale == .one ? "" : " *" + scale.text)
      + switches
  }

  /// The text of an address of several fields.
  public static func text(_ fields: [CANField]) -> String { fields.map { $0.text }.joined(separator: ";") }
}

private func hexadecimal(_ number: some BinaryInteger) -> String { String(number, radix: 16, uppercase: true) }

extension CANID {
  /// Three or eight hexadecimal digits.
  package var text: String {
    let digits = hexadecimal(number)
    return String(repeating: "0", count: (isExtended ? 8 : 3) - digits.count) + digits
  }
}

extension ParameterGroup {
  fileprivate var text: String {
    var text = "P" + hexadecimal(number) + (form == .frames ? "" : isFast ? "+" : "=")
    if let source { text += "@" + hexadecimal(source) }
    if let destination { text += ">" + hexadecimal(destination) }
    if let priority { text += "^" + hexadecimal(priority) }
    return text
  }
}

extension ReservedNumbers {
  fileprivate var text: String {
    switch self {
    case .none: ""
    case .j1939: " !j"
    case .nmea2000: " !n"
    case .largest: " !l"
    }
  }
}

extension CANBits {
  var text: String { text(offset: 0) }

  /// - Parameter offset: the bytes before them.
  fileprivate func text(offset: Int) -> String {
    let letter = kind == .unsigned ? "u" : kind == .signed ? "s" : "f"
    let start = start + offset << 3
    return (isBigEndian ? letter.uppercased() : letter) + hexadecimal(start) + ":" + hexadecimal(count)
  }
}

extension CANScale {
  var text: String {
    var text = (isNegative ? "-" : "") + hexadecimal(numerator)
    let (high, low) = offset
    if high | low != 0 {
      let digits = hexadecimal(low)
      text += isOffsetNegative ? "-" : "+"
      text += high == 0 ? digits : hexadecimal(high) + String(repeating: "0", count: 16 - digits.count) + digits
    }
    if denominator != 1 { text += "/" + hexadecimal(denominator) }
    if shift != 0 { text += ">" + hexadecimal(shift) }
    return text
  }
}

extension CANCondition {
  fileprivate var text: String {
    let values = ranges.map {
      $0.first == $0.last ? hexadecimal($0.first) : hexadecimal($0.first) + "-" + hexadecimal($0.last)
    }
    return bits.text + "=" + values.joined(separator: ",")
  }
}
#endif
