// Stage: numbers. The functions that the standard library and the C library have for floating point, by their names.

/// The absolute value; that of ``Fixed/min`` is ``Fixed/max``.
public func abs(_ value: Fixed) -> Fixed { value.magnitude }

/// The sine of an angle in radians; see ``sineCosine(_:)``, which gives both at once and more exactly.
public func sin(_ radians: Fixed) -> Fixed { sineCosine(radians).sine.fixed }

/// The cosine of an angle in radians; see ``sineCosine(_:)``.
public func cos(_ radians: Fixed) -> Fixed { sineCosine(radians).cosine.fixed }

/// The angle of the vector (`x`, `y`), in radians; see ``arctangent(y:x:)``.
public func atan2(_ y: Fixed, _ x: Fixed) -> Fixed { arctangent(y: y, x: x) }

/// The square root, rounded down to a step; zero for numbers below zero.
public func sqrt(_ value: Fixed) -> Fixed {
  if value.rawValue <= 0 { return .zero }
  return Fixed(rawValue: Int32(truncatingIfNeeded: squareRoot(UInt64(bitPattern: Int64(value.rawValue) &<< 16))))
}

extension Int {
  /// The whole number next to zero.
  public init(_ value: Fixed) { self = value.rawValue < 0 ? value.ceil : value.floor }
}

extension Fixed {
  /// The rest of this number after as many whole `other` are taken away as find room; it has this number's sign. Zero
  /// where `other` is zero.
  public func truncatingRemainder(dividingBy other: Fixed) -> Fixed {
    // −1/65536 is left out because .min divided by it does not fit.
    if other.rawValue == 0 || other.rawValue == -1 { return .zero }
    return Fixed(rawValue: rawValue % other.rawValue)
  }
}
