// Stage: instruments. The way a tape lies and counts.
import FixedRaster
import PanelSignals

/// How a tape lies, where its numerals are, and whether they begin again.
struct TapeForm: Equatable {
  var isUpright = true
  /// Whether an upright tape has its numerals to the right of its marks.
  var numeralsAtRight = false
  /// After how much numerals begin again; 0 for never.
  var wraps = Fixed64.zero
  /// Whether it is of headings, which have letters at the quarters.
  var hasLetters = false

  /// A size across the tape's movement, and along it.
  func across(_ size: Size) -> Fixed { isUpright ? size.width : size.height }
  func along(_ size: Size) -> Fixed { isUpright ? size.height : size.width }

  /// How long the marks of numerals are.
  func markLength(_ across: Fixed) -> Fixed {
    isUpright ? (across * 0.16).held(5, 14).whole : (across * 0.22).held(4, 10).whole
  }

  /// A value as the tape counts it.
  func counted(_ value: Fixed64) -> Fixed64 { wraps > .zero ? value.modulo(wraps) ?? value : value }
}
