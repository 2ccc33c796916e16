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
  /// Of the roles that a panel has of its own, whose numbers follow those of ``Role``; ink where there is none.
  private var ownColors = InlineArray<8, UInt32?>(repeating: nil)
  /// How bright colours are that are no roles, of 256.
  var brightness = 256

  /// How many roles of its own a panel may have.
  package static var ownRoleLimit: Int { 8 }

  init(_ colors: InlineArray<12, UInt32>, brightness: Int = 256) {
    (self.colors, self.brightness) = (colors, brightness)
  }

  /// The colour of an instrument's tint: of a role, or 2²⁴ and RRGGBB.
  func color(ofTint tint: Int) -> Color {
    tint < 256 ? color(ofRole: tint) : literal(UInt32(truncatingIfNeeded: tint & 0xFF_FFFF))
  }

  /// The colour of a number: of a role, or of one of the panel's own.
  func color(ofRole number: Int) -> Color {
    let own = number - colors.count
    if own < 0 { return self[Role(rawValue: number) ?? .ink] }
    return ownColors.indices.contains(own)
      ? ownColors[own].map { Color(argb: 0xFF00_0000 | $0) } ?? self[.ink] : self[.ink]
  }

  /// A colour that is no role, as bright as the theme wants it.
  func literal(_ rgb: UInt32) -> Color {
    let color = Color(argb: 0xFF00_0000 | rgb & 0xFF_FFFF)
    return brightness >= 256 ? color : color.mixed(brightness, with: .black)
  }

  mutating func set(_ color: Color, ofRole number: Int) {
    let own = number - colors.count
    if let role = Role(rawValue: number) {
      self[role] = color
    } else if ownColors.indices.contains(own) {
      ownColors[own] = UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
    }
  }

  public subscript(role: Role) -> Color {
    get { Color(argb: 0xFF00_0000 | colors[role.rawValue]) }
    set {
      colors[role.rawValue] = UInt32(newValue.red) << 16 | UInt32(newValue.green) << 8 | UInt32(newValue.blue)
    }
  }

  /// The colour of a filling: of a length or a level, which is a large area and no alarm.
  /// - Parameter color: the colour of what shows the value.
  func filling(_ color: Color) -> Color { color.mixed(isForNight ? 115 : 154, with: self[.surface]) }

  /// Whether colours that are no roles are less bright.
  var isDimming: Bool { brightness < 256 }

  /// The colour of words on a field: of ground and ink the one that is farther from it.
  func ink(on field: Color) -> Color {
    let (ink, ground) = (self[.ink], self[.ground])
    let ofInk = (ink.luminance - field.luminance).magnitude, ofGround = (ground.luminance - field.luminance).magnitude
    return ofInk >= ofGround ? ink : ground
  }

  /// Whether it is dark on light.
  var isLight: Bool { self[.surface].luminance > 128 }

  /// Whether it is for eyes that are used to the dark: its ink is not bright, nor its ground.
  private var isForNight: Bool { self[.ground].luminance < 64 && self[.ink].luminance < 190 }

  /// 0xRRGGBB of all roles, in their order.
  package var rgb: [UInt32] { Role.allCases.map { colors[$0.rawValue] } }

  public static func == (a: Theme, b: Theme) -> Bool {
    for role in a.colors.indices where a.colors[role] != b.colors[role] { return false }
    for role in a.ownColors.indices where a.ownColors[role] != b.ownColors[role] { return false }
    return a.brightness == b.brightness
  }

  /// Light on dark, for a room.
  public static var dark: Theme {
    Theme([
      0x0B0F14, 0x151B23, 0xEEF2F6, 0x9AA7B4, 0xC6D0DA, 0xEEF2F6, 0x5DB7FF, 0x3ECF8E, 0x74A0FF, 0xFFB224, 0xFF5252,
      0x7F8A96,
    ])
  }

  /// Dark on light, for the sun.
  public static var day: Theme {
    Theme([
      0xEEF1F4, 0xFFFFFF, 0x11161C, 0x4D5863, 0x2A333D, 0x11161C, 0x0B63A5, 0x187544, 0x0A5590, 0xA06000, 0xB40010,
      0x5F6A74,
    ])
  }

  /// For eyes that are used to the dark.
  public static var night: Theme {
    Theme(
      [
        0x000000, 0x0A0606, 0xD98A7A, 0xA96A5D, 0xB3705F, 0xD98A7A, 0xB3705F, 0x7A9A6A, 0x6A82BC, 0xD09030, 0xF03C2E,
        0x996F63,
      ], brightness: 154)
  }
}

extension Color {
  /// This colour as far as a share of 0...256, with the rest of another, both opaque.
  func mixed(_ share: Int, with other: Color) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Int(a) * share + Int(b) * (256 - share) + 128) >> 8) }
    return Color(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
