// Stage: instruments. The colours and the digits of a value.
import FixedRaster
import LayerRuntime
import PanelSignals

extension ClosedRange<Fixed64> {
  /// Where a filling begins unless something else is said: at zero, or at the lower end of a scale without it. One of temperatures
  /// begins there too, as a thermometer's: zero is another place in another unit.
  func fillingStart(_ division: ScaleDivision) -> Fixed64 {
    contains(.zero) && division != .temperature ? .zero : lowerBound
  }
}

extension Instrument {
  /// Tells a colour, 0xRRGGBB, from a role, which is below 256.
  static var colorBit: Int { 0x100_0000 }

  /// The number of a colour. Its alpha goes first: with it the colour is no `Int` of 32 bits.
  static func tint(_ color: UInt32) -> Int { Int(color & 0xFF_FFFF) | colorBit }

  /// The colour of the value: by its state, or that of `role` in the normal state.
  final func color(_ role: Role) -> Color {
    quality == .old ? theme[.stale] : zoneState >= .caution ? theme[zoneState.role] : tinted(role)
  }

  /// The colour of a filling that shows the value: it is the largest part of an instrument, and not the brightest.
  final func fillColor(_ role: Role) -> Color {
    // One that the theme has dimmed already would not be seen on its track.
    let isDimmed = theme.isDimming && zoneState < .caution && (tint ?? 0) >= Self.colorBit
    return quality == .fresh && !isDimmed ? theme.filling(color(role)) : color(role)
  }

  /// The colour of ``tint``, or another of that kind, or that of a role.
  final func tinted(_ role: Role, _ other: Int? = nil) -> Color {
    (tint ?? other).map { theme.color(ofTint: $0) } ?? theme[role]
  }

  /// The value in digits; `nil` where there is none.
  final var digitsText: String? {
    let shown = slowValue ?? value
    return value.hasValue && shown.hasValue ? format.text(of: shown.value) : nil
  }

  /// The text of a value, or dashes where there is none.
  final func text(of reading: Reading) -> String {
    reading.hasValue ? format.text(of: reading.value) : noValueText
  }

  /// The value that takes the most characters.
  final var widestValue: Fixed64 {
    var (lower, upper) = (range.lowerBound, range.upperBound)
    if format.turn > .zero {
      // The ends of a turn may be one number, and shorter than those beside them.
      let digit = format.lastDigit(of: upper)
      (lower, upper) = (lower + digit, upper - digit)
    }
    return format.bytes(of: lower).count > format.bytes(of: upper).count ? lower : upper
  }
}
