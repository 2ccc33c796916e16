// www.w3.org/TR/compositing-1/), on colours as stored.
//
// With s and d the premultiplied channels, sa and da the alphas, all in 0...255, and n / 255 rounded to nearest once:
//
//     Porter-Duff      (s · Fs + d · Fd) / 255                     Fs, Fd in {0, sa, da, 255 − sa, 255 − da, 255}
//     the others       (s · (255 − da) + d · (255 − sa) + B) / 255       B = sa · da · B(d/da, s/sa), alpha as source-over
//
// A coverage c blends the result in: (r · c + d · (255 − c)) / 255. Pixels outside the shape stay, also for modes that
// clear pixels outside the source.
//
// How far that is from the exact value, before coverage (tested): at most 1/2 of 1/255 for Porter-Duff and the
// separable modes but soft light, that is, correctly rounded; at most 0.51 for soft light and the non-separable modes.
// The coverage adds at most 1/2.

/// The combination of a colour, a paint or a group with the pixels under it.
public enum BlendMode: UInt8, Hashable, Sendable {
  // Porter-Duff. "Source" is the drawing, "destination" the pixels that were there.
  /// Neither.
  case clear
  /// The source alone.
  case copy
  /// The destination alone: nothing is drawn.
  case destination
  /// The source on top: the mode of drawing calls that name none.
  case sourceOver
  /// The source below.
  case destinationOver
  /// The source where the destination is.
  case sourceIn
  /// The destination where the source is.
  case destinationIn
  /// The source where the destination is not.
  case sourceOut
  /// The destination where the source is not.
  case destinationOut
  /// The source on top, only where the destination is.
  case sourceAtop
  /// The source below, and the destination only where the source is.
  case destinationAtop
  /// Each where the other is not.
  case xor
  /// The sum, at most white.
  case plusLighter

  // Separable: each channel by itself.
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, hardLight, softLight, difference, exclusion

  // Non-separable: the channels together.
  /// The source's hue, the destination's saturation and luminosity.
  case hue
  /// The source's saturation, the destination's hue and luminosity.
  case saturation
  /// The source's hue and saturation, the destination's luminosity.
  case color
  /// The source's luminosity, the destination's hue and saturation.
  case luminosity
}

/// One mode: two premultiplied pixels, 0xAARRGGBB, to one. A channel above its alpha gives some pixel, never a trap.
protocol PixelBlend {
  static func blend(_ source: UInt32, _ destination: UInt32) -> UInt32
}

/// `sum / 255`, rounded to nearest, for sums to 65025; more gives 255.
@inline(__always)
func rounded255(_ sum: UInt32) -> UInt32 {
  let n = sum &+ 128
  return Swift.min(255, (n &+ n &>> 8) &>> 8)
}

/// The part of a result in which only one of both is: at most 65025.
@inline(__always)
func apart(_ s: UInt32, _ sa: UInt32, _ d: UInt32, _ da: UInt32) -> UInt32 {
  s &* (255 &- da) &+ d &* (255 &- sa)
}

/// A pixel whose channels each come from `body`, which is given the source's and the destination's.
@inline(__always)
func channels(_ source: UInt32, _ destination: UInt32, alpha: UInt32, _ body: (UInt32, UInt32) -> UInt32) -> UInt32 {
  let red = body((source &>> 16) & 0xFF, (destination &>> 16) & 0xFF)
  let green = body((source &>> 8) & 0xFF, (destination &>> 8) & 0xFF)
  let blue = body(source & 0xFF, destination & 0xFF)
  return alpha &<< 24 | red &<< 16 | green &<< 8 | blue
}

/// Alpha as source-over has it.
@inline(__always)
func united(_ sa: UInt32, _ da: UInt32) -> UInt32 { sa &+ da &- scaled255(sa, by: da) }
