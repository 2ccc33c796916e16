// Stage: render. How displays of few bits a pixel are stored.

/// When ordered dither is used for displays that have channels of fewer than 8 bits, such as RGB565 and 1-bit ones; others
/// are not dithered.
public enum Dithering: Sendable {
  /// While a ``GradientLayer`` is shown, the whole display; else each channel is rounded to the nearest.
  case automatic
  case always, never
}
