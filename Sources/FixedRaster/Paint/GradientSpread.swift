/// The colours of a gradient before its start and after its end.
public enum GradientSpread: Hashable, Sendable {
  /// The colours of the ends go on.
  case pad
  /// The gradient starts again.
  case `repeat`
  /// The gradient runs back and forth.
  case reflect

  /// Where the colour lies in a ramp's table. `place` is in 1/2^31 of the ramp.
  @inline(__always)
  func index(_ place: Int64) -> Int {
    switch self {
    case .pad:
      if place < 0 { return GradientRamp.before }
      if place >= GradientSpread.one { return GradientRamp.after }
      return 1 &+ Int(truncatingIfNeeded: place &>> 21)
    case .repeat:
      return 1 &+ Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: place &<< 1) &>> 22)
    case .reflect:
      return 1 &+ Int(truncatingIfNeeded: GradientSpread.folded(UInt32(truncatingIfNeeded: place)) &>> 21)
    }
  }

  /// The length of the ramp.
  static var one: Int64 { 1 &<< 31 }

  /// A place on the way there (the upper bit clear) or back: its distance from the start, below 2^31.
  @inline(__always)
  static func folded(_ place: UInt32) -> UInt32 { place ^ UInt32(bitPattern: Int32(bitPattern: place) &>> 31) }
}
