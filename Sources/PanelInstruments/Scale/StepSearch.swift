// Stage: instruments. The steps of an even scale.
import FixedRaster
import PanelSignals

/// Finds the finest division of a range that there is room for.
struct StepSearch {
  private(set) var step = Fixed64.zero
  private(set) var parts = 1
  private(set) var markMantissa = 0, markExponent = 0
  private(set) var mediumEvery = 0
  private(set) var hasNumerals = false
  /// Every how many steps a numeral is written: 1 unless a step was given that has no room for all.
  private(set) var numeralEvery = 1
  private(set) var decimals = 0

  /// Numerals beyond this are no help.
  private static var mostNumerals: Int { 13 }

  init(_ range: ClosedRange<Fixed64>, room: ScaleRoom, options: ScaleOptions, factor: Fixed64) {
    let span = range.upperBound - range.lowerBound
    if span <= .zero { return }
    let widest = WidestNumeral(range, factor, options.numbers)
    if options.step > .zero, let count = span / options.step, count.floor < 1000 {
      step = options.step
      decimals = numeralDecimals(of: step, factor)
      let distance = room.distance(characters: widest.characters(decimals, step: step))
      let most = room.count(of: distance, along: room.numeralLength)
      for every in [1, 2, 5, 10, 20, 50, 100] where count.floor / every <= most && count.floor >= every && most > 0 {
        (hasNumerals, numeralEvery) = (true, every)
        break
      }
      findGivenParts(span, room, options)
      return
    }
    // The first of 10⁻⁸, 2 · 10⁻⁸, 5 · 10⁻⁸ … 5 · 10⁹ that has room, but not one that the range holds fewer than two of. Angles
    // and times have steps of their own from some number on.
    var mantissa = 0, exponent = 0
    let own = options.division.steps
    /// - Returns: whether the search is over.
    func take(_ candidate: Fixed64, _ digit: Int, _ power: Int) -> Bool {
      if candidate <= .zero || candidate < options.resolution { return false }
      guard let count = span / candidate, count.floor < 4000 else { return false }
      let isTooLong = Self.majors(range, candidate) < 2
      if isTooLong && step > .zero { return true }
      (step, mantissa, exponent) = (candidate, digit, power)
      decimals = numeralDecimals(of: candidate, factor)
      if isTooLong { return true }
      if count.floor >= Self.mostNumerals { return false }
      let distance = room.distance(characters: widest.characters(decimals, step: candidate))
      // So many distances from the first numeral to the last have to fit.
      let length = Fixed(Fixed64(room.numeralLength) * ((candidate / span) ?? .zero))
      hasNumerals = room.capHeight > 0 && length >= distance
      return hasNumerals
    }
    var isFound = false
    search: for power in -8...9 {
      for digit in [1, 2, 5] {
        let candidate = Fixed64(digits: UInt64(digit), exponent: power)
        if let first = own.first, candidate >= first { break search }
        isFound = take(candidate, digit, power)
        if isFound { break search }
      }
    }
    if !isFound { for candidate in own where take(candidate, 0, 0) { break } }
    if mantissa > 0 {
      findParts(mantissa, exponent, span, room, options)
    } else if step > .zero {
      findGivenParts(span, room, options)
    }
  }

  /// How many multiples of a step a range holds.
  private static func majors(_ range: ClosedRange<Fixed64>, _ step: Fixed64) -> Int {
    guard let begin = range.lowerBound / step, let end = range.upperBound / step else { return 0 }
    // A multiple that is the end itself counts, rounded or not.
    let slack = Fixed64(rawValue: 1 << 12)
    return (end + slack).floor + (-(begin - slack)).floor + 1
  }

  /// Parts of a step whose marks are 1, 2 or 5 times a power of ten apart.
  private mutating func findParts(
    _ mantissa: Int, _ exponent: Int, _ span: Fixed64, _ room: ScaleRoom, _ options: ScaleOptions
  ) {
    (markMantissa, markExponent) = (mantissa, exponent)
    let choices: InlineArray<3, (parts: Int, medium: Int)>
    switch mantissa {
    case 1: choices = [(10, 5), (5, 0), (2, 1)]
    case 2: choices = [(10, 5), (4, 2), (2, 1)]
    default: choices = [(10, 2), (5, 0), (1, 0)]
    }
    for index in choices.indices {
      let (candidate, medium) = choices[index]
      if options.parts > 0 && candidate != options.parts { continue }
      if !fits(candidate, span, room, options) { continue }
      (parts, mediumEvery) = (candidate, medium)
      if candidate > 1 {
        // A digit more is exact: 10 divided by each of them, times the mantissa, is a whole number.
        markMantissa = mantissa * 10 / candidate
        markExponent = exponent - 1
      }
      return
    }
    if options.parts > 1 { findGivenParts(span, room, options) }
  }

  /// The most parts of a step that somebody gave.
  private mutating func findGivenParts(_ span: Fixed64, _ room: ScaleRoom, _ options: ScaleOptions) {
    markMantissa = 0
    let most = options.parts > 0 ? Swift.min(10, options.parts) : 10
    for candidate in stride(from: most, to: 1, by: -1) {
      if options.parts == 0 && !options.division.divides(step, candidate) { continue }
      if fits(candidate, span, room, options) {
        parts = candidate
        mediumEvery = candidate % 2 == 0 ? candidate / 2 : 0
        return
      }
      if options.parts > 0 { return }
    }
  }

  private func fits(_ parts: Int, _ span: Fixed64, _ room: ScaleRoom, _ options: ScaleOptions) -> Bool {
    let part = Fixed64(rawValue: step.rawValue / Int64(parts))
    // Half a millionth is how far a part may be off that was rounded.
    if part <= .zero || part + Fixed64(rawValue: step.rawValue >> 20) < options.resolution { return false }
    guard let share = part / span else { return false }
    return Fixed(Fixed64(room.markLength) * share) >= room.markSpacing
  }
}

/// How many characters the numerals of a range take.
struct WidestNumeral {
  private let lower, upper: Fixed64
  private let numbers: NumberFormat

  init(_ range: ClosedRange<Fixed64>, _ factor: Fixed64, _ numbers: NumberFormat) {
    self.numbers = factor == 1 && numbers.isDuration ? numbers : NumberFormat()
    lower = (range.lowerBound / factor) ?? range.lowerBound
    upper = (range.upperBound / factor) ?? range.upperBound
  }

  func characters(_ decimals: Int, step: Fixed64) -> Int {
    let format = numbers.ofNumerals(decimals: decimals, step: step)
    return Swift.max(format.bytes(of: lower).count, format.bytes(of: upper).count)
  }
}

/// Digits behind the point that numerals need, up to six.
package func numeralDecimals(of step: Fixed64, _ factor: Fixed64) -> Int {
  let shown = (step / factor) ?? step
  for decimals in 0..<6 {
    let back = Fixed64(
      digits: UInt64(NumberFormat(decimals: decimals).lastDigits(of: shown).magnitude), exponent: -decimals)
    if (back - shown).magnitude <= Fixed64(rawValue: shown.rawValue >> 8) { return decimals }
  }
  return 6
}
