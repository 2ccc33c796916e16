@testable import FixedRaster

// The blend modes by the book, in floating point: Porter & Duff 1984 and Compositing and Blending Level 1, on
// premultiplied channels in 0...1.

struct ExactColor {
  var red, green, blue: Double

  func map(_ body: (Double) -> Double) -> ExactColor {
    ExactColor(red: body(red), green: body(green), blue: body(blue))
  }

  var luminosity: Double { 0.3 * red + 0.59 * green + 0.11 * blue }
  var largest: Double { max(red, green, blue) }
  var smallest: Double { min(red, green, blue) }

  func withSaturation(_ saturation: Double) -> ExactColor {
    let (low, range) = (smallest, largest - smallest)
    return range == 0 ? ExactColor(red: 0, green: 0, blue: 0) : map { ($0 - low) * saturation / range }
  }

  func withLuminosity(_ l: Double) -> ExactColor {
    let shift = l - luminosity
    var color = map { $0 + shift }
    let (own, low, high) = (color.luminosity, color.smallest, color.largest)
    if low < 0 { color = color.map { own + ($0 - own) * own / (own - low) } }
    if high > 1 { color = color.map { own + ($0 - own) * (1 - own) / (high - own) } }
    return color
  }
}

/// What is kept of source and destination.
func exactFactors(_ mode: BlendMode, _ sa: Double, _ da: Double) -> (Double, Double)? {
  switch mode {
  case .clear: (0, 0)
  case .copy: (1, 0)
  case .destination: (0, 1)
  case .sourceOver: (1, 1 - sa)
  case .destinationOver: (1 - da, 1)
  case .sourceIn: (da, 0)
  case .destinationIn: (0, sa)
  case .sourceOut: (1 - da, 0)
  case .destinationOut: (0, 1 - sa)
  case .sourceAtop: (da, 1 - sa)
  case .destinationAtop: (1 - da, sa)
  case .xor: (1 - da, 1 - sa)
  default: nil
  }
}

/// B of a separable mode, of backdrop and source not premultiplied.
func exactBlend(_ mode: BlendMode, _ b: Double, _ s: Double) -> Double? {
  switch mode {
  case .multiply: return b * s
  case .screen: return b + s - b * s
  case .overlay: return exactBlend(.hardLight, s, b)
  case .darken: return min(b, s)
  case .lighten: return max(b, s)
  case .colorDodge: return b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s))
  case .colorBurn: return b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s)
  case .hardLight: return s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
  case .softLight:
    if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
    let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
    return b + (2 * s - 1) * (d - b)
  case .difference: return abs(b - s)
  case .exclusion: return b + s - 2 * b * s
  default: return nil
  }
}

/// The alpha of the result.
func exactAlpha(_ mode: BlendMode, _ sa: Double, _ da: Double) -> Double {
  if let (fs, fd) = exactFactors(mode, sa, da) { return sa * fs + da * fd }
  return mode == .plusLighter ? min(1, sa + da) : sa + da - sa * da
}

/// One channel of the result of a mode that takes channels by themselves.
func exactChannel(_ mode: BlendMode, _ s: Double, _ sa: Double, _ d: Double, _ da: Double) -> Double? {
  if let (fs, fd) = exactFactors(mode, sa, da) { return s * fs + d * fd }
  if mode == .plusLighter { return min(1, s + d) }
  // An alpha of 0 leaves B without weight.
  guard let blend = exactBlend(mode, da == 0 ? 0 : d / da, sa == 0 ? 0 : s / sa) else { return nil }
  return s * (1 - da) + d * (1 - sa) + sa * da * blend
}

/// The result of a non-separable mode, premultiplied.
func exactColor(_ mode: BlendMode, _ s: ExactColor, _ sa: Double, _ d: ExactColor, _ da: Double) -> ExactColor {
  let zero = ExactColor(red: 0, green: 0, blue: 0)
  let (cs, cb) = (sa == 0 ? zero : s.map { $0 / sa }, da == 0 ? zero : d.map { $0 / da })
  let blend: ExactColor
  switch mode {
  case .hue: blend = cs.withSaturation(cb.largest - cb.smallest).withLuminosity(cb.luminosity)
  case .saturation: blend = cb.withSaturation(cs.largest - cs.smallest).withLuminosity(cb.luminosity)
  case .color: blend = cs.withLuminosity(cb.luminosity)
  default: blend = cb.withLuminosity(cs.luminosity)
  }
  func mix(_ s: Double, _ d: Double, _ b: Double) -> Double { s * (1 - da) + d * (1 - sa) + sa * da * b }
  return ExactColor(
    red: mix(s.red, d.red, blend.red), green: mix(s.green, d.green, blend.green), blue: mix(s.blue, d.blue, blend.blue))
}
