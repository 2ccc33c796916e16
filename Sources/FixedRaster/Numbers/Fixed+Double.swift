// Stage: numbers. Conversions from and to floating point, for programs of the host alone: boards have none.

#if !hasFeature(Embedded)
extension Fixed {
  /// The nearest number (halves away from zero), saturated; zero for NaN.
  public init(_ value: Double) { self.init(floatLiteral: value) }
}

extension Coefficient {
  /// The nearest number (halves away from zero), saturated; zero for NaN.
  public init(_ value: Double) { self.init(floatLiteral: value) }
}

extension Double {
  /// Exactly this number.
  public init(_ value: Fixed) { self = Double(value.rawValue) / 65536 }

  /// The nearest to this number: exactly it where 53 bits hold it.
  public init(_ value: Coefficient) { self = Double(value.rawValue) / 4_294_967_296 }
}
#endif
