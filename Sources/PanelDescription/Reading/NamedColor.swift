// Colours by name, by number, and by role.
import Foundation

/// A colour as a description names it.
enum NamedColor: Equatable {
  /// The number of a role.
  case role(Int)
  /// 0xRRGGBB.
  case rgb(UInt32)

  /// Hues in degrees of OKLCH. (B. Ottosson, A perceptual color space for image processing, 2020.)
  static let hues: [String: Double?] = [
    "gray": nil, "grey": nil, "red": 27, "orange": 55, "amber": 75, "yellow": 103, "lime": 128, "green": 150,
    "teal": 182,
    "cyan": 205, "blue": 250, "violet": 295, "magenta": 328, "pink": 355, "brown": 50,
  ]
  static var names: [String] {
    Vocabulary.roles + ["black", "white"] + hues.keys.sorted().flatMap { [$0, "\($0)-60"] }
  }

  /// Reads a role, `black`, `white`, `gray-20`, `red` or `#ff8800`.
  init?(_ text: String) {
    if let role = Vocabulary.roles.firstIndex(of: text) {
      self = .role(role)
    } else if text == "black" || text == "white" {
      self = .rgb(text == "black" ? 0 : 0xFF_FFFF)
    } else if text.hasPrefix("#") {
      let digits = text.dropFirst()
      let isShort = digits.count == 3
      guard isShort || digits.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
        return nil
      }
      let spread = (value >> 8 & 15) * 0x11_0000 | (value >> 4 & 15) * 0x1100 | (value & 15) * 0x11
      self = .rgb(isShort ? spread : value)
    } else {
      let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      guard let hue = Self.hues[String(parts[0])] else { return nil }
      var lightness = 60
      if parts.count == 2 {
        guard let number = Int(parts[1]), (0...100).contains(number), "\(number)" == parts[1] else { return nil }
        lightness = number
      }
      self = .rgb(Self.color(hue, lightness: Double(lightness) / 100, isDull: parts[0] == "brown"))
    }
  }

  /// The most colourful colour of a hue and a lightness that a display can show, up to a chroma of 0.19.
  private static func color(_ hue: Double?, lightness: Double, isDull: Bool) -> UInt32 {
    guard let hue else { return encode(components(lightness, 0, 0)) }
    var chroma = isDull ? 0.08 : 0.19
    while chroma > 0 {
      let color = components(lightness, chroma, hue * .pi / 180)
      if color.allSatisfy({ $0 >= -0.0005 && $0 <= 1.0005 }) { return encode(color) }
      chroma -= 0.002
    }
    return encode(components(lightness, 0, 0))
  }

  /// OKLCH to linear sRGB.
  private static func components(_ lightness: Double, _ chroma: Double, _ hue: Double) -> [Double] {
    let (a, b) = (chroma * cos(hue), chroma * sin(hue))
    let l = pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3)
    let m = pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3)
    let s = pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3)
    return [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
    ]
  }

  private static func encode(_ linear: [Double]) -> UInt32 {
    linear.reduce(0) { $0 << 8 | UInt32((LinearColor.encode(min(1, max(0, $1))) * 255).rounded()) }
  }
}

/// A colour whose components are proportional to light, for contrast and colour blindness.
struct LinearColor {
  var red, green, blue: Double

  init(red: Double, green: Double, blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// - Parameter rgb: 0xRRGGBB of sRGB.
  init(_ rgb: UInt32) {
    func component(_ shift: UInt32) -> Double {
      let value = Double(rgb >> shift & 255) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    (red, green, blue) = (component(16), component(8), component(0))
  }

  static func encode(_ value: Double) -> Double {
    value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
  }

  /// Relative luminance. (WCAG 2.2.)
  var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  /// From 1 to 21. (WCAG 2.2, contrast ratio.)
  func contrast(_ other: LinearColor) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  enum Blindness: String, CaseIterable { case protanopia, deuteranopia, tritanopia }

  /// As somebody sees it who lacks one kind of cone. (Viénot, Brettel, Mollon, 1999, for the first two; for the third
  /// the matrix of Machado, Oliveira, Fernandes, 2009, severity 1.)
  func seen(with blindness: Blindness) -> LinearColor {
    let m: [Double] =
      switch blindness {
      case .protanopia: [0.11238, 0.88762, 0, 0.11238, 0.88762, 0, 0.00401, -0.00401, 1]
      case .deuteranopia: [0.29275, 0.70725, 0, 0.29275, 0.70725, 0, -0.02234, 0.02234, 1]
      case .tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900]
      }
    return LinearColor(
      red: m[0] * red + m[1] * green + m[2] * blue, green: m[3] * red + m[4] * green + m[5] * blue,
      blue: m[6] * red + m[7] * green + m[8] * blue)
  }

  /// L, a, b of OKLab, for differences that the eye sees.
  private var lab: [Double] {
    func root(_ value: Double) -> Double { cbrt(max(0, value)) }
    let l = root(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let m = root(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let s = root(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return [
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s, 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
    ]
  }

  func difference(_ other: LinearColor) -> Double {
    zip(lab, other.lab).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
  }
}
