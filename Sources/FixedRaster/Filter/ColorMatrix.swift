// Stage: filter. Colours of a picture changed pixel by pixel. Input and output: premultiplied pixels.
//
// With r, g, b the colours before they were multiplied by alpha and a the alpha, all in 0...255, each rounded to
// nearest:
//
//     r = min(255, R · 255 / a)          0 where a is 0
//     r' = w · r + x · g + y · b + z · a + 255 · bias      held to 0...255, and g', b', a' likewise
//     R' = r' · a' / 255

/// The new value of one channel: a weight for each channel of before, and an addend. All of channels 0…1.
public struct ColorWeights: Hashable, Sendable {
  public var red, green, blue, alpha, bias: Fixed

  public init(red: Fixed = 0, green: Fixed = 0, blue: Fixed = 0, alpha: Fixed = 0, bias: Fixed = 0) {
    (self.red, self.green, self.blue, self.alpha, self.bias) = (red, green, blue, alpha, bias)
  }
}

/// How each channel of a picture's pixels comes from all of them.
public struct ColorMatrix: Hashable, Sendable {
  public var red, green, blue, alpha: ColorWeights

  public init(red: ColorWeights, green: ColorWeights, blue: ColorWeights, alpha: ColorWeights) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Changes nothing.
  public static var identity: ColorMatrix {
    ColorMatrix(
      red: ColorWeights(red: 1), green: ColorWeights(green: 1), blue: ColorWeights(blue: 1),
      alpha: ColorWeights(alpha: 1))
  }

  /// Every colour's complement.
  public static var invert: ColorMatrix {
    var matrix = ColorMatrix.identity
    matrix.red = ColorWeights(red: -1, bias: 1)
    matrix.green = ColorWeights(green: -1, bias: 1)
    matrix.blue = ColorWeights(blue: -1, bias: 1)
    return matrix
  }

  /// The brown of old photographs; at 0 nothing, at 1 all of it.
  @export(interface)
  public static func sepia(intensity: Fixed) -> ColorMatrix {
    let brown = ColorMatrix(
      red: ColorWeights(red: 0.393, green: 0.769, blue: 0.189),
      green: ColorWeights(red: 0.349, green: 0.686, blue: 0.168),
      blue: ColorWeights(red: 0.272, green: 0.534, blue: 0.131), alpha: ColorWeights(alpha: 1))
    return identity.mixed(with: brown, intensity)
  }

  /// Mixes each colour with its grey (0 leaves the grey, 1 the colour, more exceeds it), adds `brightness` (−1…1), and
  /// then moves it `contrast` times as far from the middle grey.
  @export(interface)
  public static func controls(saturation: Fixed, brightness: Fixed, contrast: Fixed) -> ColorMatrix {
    let grey = ColorWeights(red: 0.2125, green: 0.7154, blue: 0.0721)
    let greys = ColorMatrix(red: grey, green: grey, blue: grey, alpha: ColorWeights(alpha: 1))
    var matrix = greys.mixed(with: .identity, saturation)
    let bias = (brightness - 0.5) * contrast + 0.5
    matrix.red = matrix.red.scaled(by: contrast, bias)
    matrix.green = matrix.green.scaled(by: contrast, bias)
    matrix.blue = matrix.blue.scaled(by: contrast, bias)
    return matrix
  }

  private func mixed(with other: ColorMatrix, _ amount: Fixed) -> ColorMatrix {
    ColorMatrix(
      red: red.mixed(with: other.red, amount), green: green.mixed(with: other.green, amount),
      blue: blue.mixed(with: other.blue, amount), alpha: alpha.mixed(with: other.alpha, amount))
  }
}

extension ColorWeights {
  @inline(never)
  fileprivate func mixed(with other: ColorWeights, _ amount: Fixed) -> ColorWeights {
    @inline(never) func mix(_ a: Fixed, _ b: Fixed) -> Fixed { a + (b - a) * amount }
    return ColorWeights(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha), bias: mix(bias, other.bias))
  }

  @inline(never)
  fileprivate func scaled(by factor: Fixed, _ bias: Fixed) -> ColorWeights {
    ColorWeights(red: red * factor, green: green * factor, blue: blue * factor, alpha: alpha * factor, bias: bias)
  }

  /// The channel of a colour, each channel 0...255.
  @inline(__always)
  fileprivate func apply(_ r: UInt32, _ g: UInt32, _ b: UInt32, _ a: UInt32) -> UInt32 {
    // Five products of at most 2^31 · 2^8.
    let sum =
      Int64(red.rawValue) &* Int64(r) &+ Int64(green.rawValue) &* Int64(g) &+ Int64(blue.rawValue) &* Int64(b)
      &+ Int64(alpha.rawValue) &* Int64(a) &+ Int64(bias.rawValue) &* 255
    let rounded = (sum &+ 0x8000) &>> 16
    return UInt32(truncatingIfNeeded: Swift.max(0, Swift.min(255, rounded)))
  }
}

extension Surface {
  /// Changes the colours of every pixel.
  @export(interface)
  public func apply(_ matrix: ColorMatrix) {
    var y = 0
    while y < height {
      let row = unsafe row(y)
      var x = 0
      while x < width {
        unsafe row[x] = matrix.apply(row[x])
        x &+= 1
      }
      y &+= 1
    }
  }
}

extension ColorMatrix {
  func apply(_ pixel: UInt32) -> UInt32 {
    let a = pixel &>> 24
    let (r, g, b) = (
      divided(pixel &>> 16 & 0xFF, by: a), divided(pixel &>> 8 & 0xFF, by: a), divided(pixel & 0xFF, by: a)
    )
    let opacity = alpha.apply(r, g, b, a)
    let red = scaled255(self.red.apply(r, g, b, a), by: opacity)
    let green = scaled255(self.green.apply(r, g, b, a), by: opacity)
    let blue = scaled255(self.blue.apply(r, g, b, a), by: opacity)
    return opacity &<< 24 | red &<< 16 | green &<< 8 | blue
  }
}

/// A premultiplied channel's colour.
@inline(__always)
private func divided(_ channel: UInt32, by alpha: UInt32) -> UInt32 {
  if alpha == 255 { return channel }
  return alpha == 0 ? 0 : Swift.min(255, (channel &* 255 &+ alpha / 2) / alpha)
}
