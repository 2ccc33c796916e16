// Stage: instruments. The marks of a logarithmic scale.
import FixedRaster
import PanelSignals

/// Marks at whole multiples of powers of ten.
struct DecadeMarks: Equatable, Sendable {
  /// Which multiples stand in each decade: none, 1 alone, 1, 2 and 5, or all of them.
  private(set) var numerals = 0
  private(set) var marks = 0
  /// Every how many decades there is a numeral.
  private(set) var decadeStep = 1
  private(set) var decimals = 0
  /// Powers of ten of the first decade and the last.
  private var first = 0, last = -1
  private var resolution = Fixed64.zero

  init() {}

  /// - Parameter span: of the range's logarithms to the base of two, above 0.
  init(_ range: ClosedRange<Fixed64>, span: Fixed64, room: ScaleRoom, options: ScaleOptions, factor: Fixed64) {
    resolution = options.resolution
    (first, last) = (Self.power(below: range.lowerBound), Self.power(below: range.upperBound))
    let smallest = (Fixed64(digits: 1, exponent: first) / factor) ?? 1
    decimals = numeralDecimals(of: smallest, 1)
    let distance = room.distance(
      characters: WidestNumeral(range, factor, NumberFormat()).characters(decimals, step: .zero))
    // log2 of 10, of 2 and of 10/9: how far a decade's marks are from each other where they are nearest.
    let (decade, double, ninth) = (
      Fixed64(rawValue: 14_267_572_527), Fixed64(rawValue: 4_294_967_296), Fixed64(rawValue: 652_844_756)
    )
    func length(_ logarithm: Fixed64, _ whole: Fixed) -> Fixed { Fixed(Fixed64(whole) * ((logarithm / span) ?? .zero)) }
    marks =
      length(ninth, room.markLength) >= room.markSpacing
      ? 9 : length(double, room.markLength) >= room.markSpacing ? 3 : 1
    if room.capHeight <= 0 { return }
    if length(ninth, room.numeralLength) >= distance {
      numerals = 9
    } else if length(double, room.numeralLength) >= distance {
      numerals = 3
    } else {
      let one = length(decade, room.numeralLength)
      while one * decadeStep < distance && decadeStep < 20 { decadeStep += 1 }
      numerals = 1
    }
  }

  /// The greatest power of ten that is not above a value above 0.
  private static func power(below value: Fixed64) -> Int {
    var power = -9
    while power < 9, Fixed64(digits: 1, exponent: power + 1) <= value { power += 1 }
    return power
  }

  /// Calls `body` for every mark within a range, from the lowest up.
  func forEach(in range: ClosedRange<Fixed64>, _ body: (ScaleMark) -> Void) {
    if first > last { return }
    for power in first...last {
      let one = Fixed64(digits: 1, exponent: power)
      for multiple in 1...9 {
        let value = Fixed64(digits: UInt64(multiple), exponent: power)
        if value < range.lowerBound || value > range.upperBound || !has(multiple, marks) { continue }
        // Marks between whole powers are finer than these.
        if multiple > 1 && one < resolution { continue }
        let isNumbered = has(multiple, numerals) && (numerals > 1 || (power - first) % decadeStep == 0)
        let isMajor = multiple == 1 || (isNumbered && numerals == 3)
        body(
          ScaleMark(
            value: value, length: isMajor ? .major : multiple == 5 || isNumbered ? .medium : .minor,
            isNumbered: isNumbered))
      }
    }
  }

  private func has(_ multiple: Int, _ which: Int) -> Bool {
    switch which {
    case 9: true
    case 3: multiple == 1 || multiple == 2 || multiple == 5
    case 1: multiple == 1
    default: false
    }
  }
}
