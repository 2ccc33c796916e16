// Stage: paint. Colours by the names and in the ways that CGColor and UIColor have.

extension Color {
  public static var red: Color { Color(argb: 0xFFFF_0000) }
  public static var green: Color { Color(argb: 0xFF00_FF00) }
  public static var blue: Color { Color(argb: 0xFF00_00FF) }
  public static var cyan: Color { Color(argb: 0xFF00_FFFF) }
  public static var yellow: Color { Color(argb: 0xFFFF_FF00) }
  public static var magenta: Color { Color(argb: 0xFFFF_00FF) }
  public static var orange: Color { Color(argb: 0xFFFF_8000) }
  public static var purple: Color { Color(argb: 0xFF80_0080) }
  public static var brown: Color { Color(argb: 0xFF99_6633) }
  public static var gray: Color { Color(argb: 0xFF80_8080) }
  public static var lightGray: Color { Color(argb: 0xFFAA_AAAA) }
  public static var darkGray: Color { Color(argb: 0xFF55_5555) }

  /// From parts of 0…1, held to that.
  public init(srgbRed red: Fixed, green: Fixed, blue: Fixed, alpha: Fixed = 1) {
    self.init(red: Color.byte(red), green: Color.byte(green), blue: Color.byte(blue), alpha: Color.byte(alpha))
  }

  /// From black to white, 0…1, held to that.
  public init(gray: Fixed, alpha: Fixed = 1) { self.init(srgbRed: gray, green: gray, blue: gray, alpha: alpha) }

  /// Returns the colour with another alpha, clamped to 0…1.
  public func copy(alpha: Fixed) -> Color {
    var copy = self
    copy.alpha = Color.byte(alpha)
    return copy
  }

  /// The nearest of 255 steps.
  private static func byte(_ part: Fixed) -> UInt8 {
    UInt8(truncatingIfNeeded: (Swift.max(0, Swift.min(1, part)) * 255).rounded)
  }
}
