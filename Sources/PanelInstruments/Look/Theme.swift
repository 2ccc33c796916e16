// Stage: instruments. The meanings of colours.
import FixedRaster
import LayerRuntime

/// The use of a colour. Instruments know roles alone; a ``Theme`` says which colours they are.
public enum Role: Int, CaseIterable, Sendable {
  /// Behind everything, and behind an instrument.
  case ground, surface
  /// Values, their surroundings, and the marks of scales.
  case ink, dim, mark
  case needle, accent
  case normal, advisory, caution, warning
  /// Values that are too old to be believed.
  case stale
}

/// A colour for every role.
public struct Theme: Equatable, Sendable {
  private var colors: InlineArray<12, UInt32>

  init(_ colors: InlineArray<12, UInt32>) { self.colors = colors }

  public subscript(role: Role) -> Color {
    get { Color(argb: 0xFF00_0000 | colors[role.rawValue]) }
    set {
      colors[role.rawValue] = UInt32(newValue.red) << 16 | UInt32(newValue.green) << 8 | UInt32(newValue.blue)
    }
  }

  public static func == (a: Theme, b: Theme) -> Bool {
    for role in a.colors.indices where a.colors[role] != b.colors[role] { return false }
    return true
  }

  /// Light on dark, for a room.
  public static var dark: Theme {
    Theme([
      0x0B0F14, 0x151B23, 0xEEF2F6, 0x9AA7B4, 0xC6D0DA, 0xFF5A36, 0x5DB7FF, 0x3ECF8E, 0x7C9CFF, 0xFFB224, 0xFF5252,
      0x7F8A96,
    ])
  }

  /// Dark on light, for the sun.
  public static var day: Theme {
    Theme([
      0xEEF1F4, 0xFFFFFF, 0x11161C, 0x4D5863, 0x2A333D, 0x11161C, 0x0B63A5, 0x187544, 0x0B63A5, 0xB87000, 0xC01818,
      0x5F6A74,
    ])
  }

  /// For eyes that are used to the dark.
  public static var night: Theme {
    Theme([
      0x000000, 0x0A0606, 0xD98A7A, 0xA96A5D, 0xB3705F, 0xFFB4A3, 0xB3705F, 0x7A9A6A, 0x667CC0, 0xE0A838, 0xFF2A2A,
      0x996F63,
    ])
  }
}

extension Color {
  /// This colour as far as a share of 0...256, with the rest of another, both opaque.
  func mixed(_ share: Int, with other: Color) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Int(a) * share + Int(b) * (256 - share) + 128) >> 8) }
    return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
