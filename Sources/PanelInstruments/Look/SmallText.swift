// Stage: instruments. Texts that may be too small for their reader.
import FixedRaster

/// The height of a text's capitals, in points.
package enum SmallText {
  /// Of a scale that has some.
  case numerals(Fixed)
  /// Of the digits of the value.
  case value(Fixed)
  /// Of the value's unit, where it is shown.
  case unit(Fixed)
}
