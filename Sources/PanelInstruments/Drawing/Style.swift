// Stage: drawing. The panel's colours and the size of its letters.
import FixedRaster
import LayerRuntime

enum Palette {
  static var background: Color { Color(argb: 0xFF0B_0E12) }
  static var card: Color { Color(argb: 0xFF15_1A20) }
  static var cardEdge: Color { Color(argb: 0xFF26_2D36) }
  static var bezel: Color { Color(argb: 0xFF05_0709) }
  /// The document's compass: red 0.9, green 0.95, blue 0.93, alpha 0.9.
  static var face: Color { Color(red: 230, green: 242, blue: 237, alpha: 230) }
  /// The document's gray, half of white.
  static var rim: Color { Color(argb: 0xFF80_8080) }
  static var ink: Color { Color(argb: 0xFF16_1A1E) }
  static var mark: Color { Color(argb: 0xFF5B_666C) }
  static var red: Color { Color(argb: 0xFFD8_342B) }
  static var label: Color { Color(argb: 0xFF8B_98A5) }
  static var value: Color { Color(argb: 0xFFE6_EDF3) }
  static var track: Color { Color(argb: 0xFF26_2D36) }
  static var green: Color { Color(argb: 0xFF3F_B98F) }
  static var amber: Color { Color(argb: 0xFFE3_A33C) }
}

// What only runs while the panel is put together is kept from being inlined: it would be a tenth of a board's file.

/// Lengths of the design, made for a dial of 336 or a display of 800 × 480, turned into those of this display.
struct Scale {
  /// Points for one point of the design.
  let unit: Fixed

  @inline(never)
  func callAsFunction(_ length: Fixed) -> Fixed { length * unit }

  /// The height of capitals: never below 7 points, where they cannot be read.
  @inline(never)
  func text(_ capHeight: Fixed) -> Fixed { Swift.max(7, capHeight * unit) }
}

/// `numerator / denominator` of a whole turn in radians, rounded to nearest; `numerator` is within ±100,000 and
/// `denominator` above 0.
@inline(never)
func angle(_ numerator: Int, of denominator: Int) -> Fixed {
  // 2π · 2^32: with 100,000 below 2^52. A quarter turn must be the nearest number to it, for its sine to be exactly 1.
  let turn: Int64 = 26_986_075_409
  return Fixed(rawValue: Int32(clamping: (turn * Int64(numerator) / Int64(denominator) + 0x8000) >> 16))
}

/// Half of a length.
func half(_ length: Fixed) -> Fixed { Fixed(rawValue: length.rawValue / 2) }
