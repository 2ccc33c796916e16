// Stage: instruments. Input: a range and the room for it. Output: where marks and numerals stand. The rules are those
// of MIL-HDBK-759B and ASME B40.100: steps of 1, 2 or 5 times a power of ten, at most nine marks between numerals,
// marks of three lengths, and none finer than the value's resolution.
import FixedRaster
import PanelSignals

/// A mark of a scale.
public struct ScaleMark: Equatable, Sendable {
  public enum Length: Int, Sendable { case minor, medium, major }

  public var value: Fixed64
  public var length: Length
  /// Whether its value is written beside it. Only major marks are.
  public var isNumbered: Bool
}

/// The division of a range: by its ends, by the room, and by options.
public struct ScaleLayout: Equatable, Sendable {
  public let range: ClosedRange<Fixed64>
  /// False where that was wanted of a range that is not above 0.
  public let isLogarithmic: Bool
  /// From one major mark to the next; 0 where there are none, and of a logarithmic scale.
  public let step: Fixed64
  /// Parts that marks divide a step into, 1...10.
  public let parts: Int
  /// Whether there is room for numerals, two at least.
  public let hasNumerals: Bool
  /// Every how many steps a numeral is written; more than 1 where a step was given that has no room for all.
  public let numeralEvery: Int
  /// Digits behind the point that numerals need once they are divided by the factor, 0...6.
  public let decimals: Int
  /// The divisor of numerals, above 0.
  public let factor: Fixed64
  private let numbers: NumberFormat

  /// The mark step is `mantissa · 10^exponent`; a mantissa of 0 means that it was given and is `step / parts`.
  private let mantissa: Int
  private let exponent: Int
  /// Every how many marks one is of medium length; 0 for none.
  private let mediumEvery: Int
  /// Of a logarithmic scale.
  private let decades: DecadeMarks
  private let lowerLogarithm, logarithmSpan: Fixed64
  /// The values that alone have numerals; empty where the steps have them.
  private let numbered: [Fixed64]
  private let words: ScaleWords

  /// - Parameters:
  ///   - range: from the first value to the last; an empty one has no marks.
  ///   - room: the room for marks and numerals.
  ///   - options: exceptions from the rules.
  public init(_ range: ClosedRange<Fixed64>, room: ScaleRoom, options: ScaleOptions = ScaleOptions()) {
    self.range = range
    factor = options.factor > .zero ? options.factor : 1
    numbers = options.numbers
    let span = range.upperBound - range.lowerBound
    words = options.words
    numbered =
      span <= .zero
      ? [] : words.isEmpty ? options.numbersEnds ? [range.lowerBound, range.upperBound] : [] : words.values(in: range)
    let hasPlaces = !numbered.isEmpty
    isLogarithmic = options.isLogarithmic && range.lowerBound > .zero && span > .zero
    lowerLogarithm = isLogarithmic ? binaryLogarithm(range.lowerBound) : .zero
    logarithmSpan = isLogarithmic ? binaryLogarithm(range.upperBound) - lowerLogarithm : .zero
    if isLogarithmic && logarithmSpan > .zero {
      let search = DecadeMarks(range, span: logarithmSpan, room: room, options: options, factor: factor)
      decades = search
      (step, parts, mantissa, exponent, mediumEvery) = (.zero, 1, 0, 0, 0)
      (hasNumerals, numeralEvery) = (hasPlaces || search.numerals > 0, 1)
      decimals = hasPlaces ? Self.decimals(ofEnds: range, factor) : search.decimals
    } else {
      decades = DecadeMarks()
      let search = StepSearch(range, room: room, options: options, factor: factor)
      (step, parts, mantissa, exponent) = (search.step, search.parts, search.markMantissa, search.markExponent)
      mediumEvery = search.mediumEvery
      hasNumerals = hasPlaces || search.hasNumerals
      decimals = hasPlaces ? Self.decimals(ofEnds: range, factor) : search.decimals
      numeralEvery = hasPlaces ? 1 : search.numeralEvery
    }
  }

  /// What numerals are divided by, as it is written beside them.
  var factorWords: String { "×" + NumberFormat(decimals: numeralDecimals(of: factor, 1)).text(of: factor) }

  private static func decimals(ofEnds range: ClosedRange<Fixed64>, _ factor: Fixed64) -> Int {
    Swift.max(
      numeralDecimals(of: range.lowerBound.magnitude, factor), numeralDecimals(of: range.upperBound.magnitude, factor))
  }

  /// Whether letters of this height have room: for each numeral of a step that was given, and else for three of them.
  var fitsNumerals: Bool {
    if !hasNumerals || numeralEvery > 1 { return false }
    if !numbered.isEmpty { return true }
    var count = 0
    forEachMark { if $0.isNumbered { count += 1 } }
    return count > 2
  }

  /// How far along the scale a value lies, from 0 at its lower end to 1; values beyond lie beyond it.
  public func share(of value: Fixed64) -> Fixed64 {
    if isLogarithmic {
      if value <= .zero { return -1 }
      return ((binaryLogarithm(value) - lowerLogarithm) / logarithmSpan) ?? .zero
    }
    return ((value - range.lowerBound) / (range.upperBound - range.lowerBound)) ?? .zero
  }

  /// The value at a share of the scale's length, 0...1.
  public func value(ofShare share: Fixed64) -> Fixed64 {
    if !isLogarithmic { return range.lowerBound + (range.upperBound - range.lowerBound) * share }
    var (low, high) = (range.lowerBound, range.upperBound)
    for _ in 0..<40 {
      let middle = Fixed64(rawValue: low.rawValue + (high.rawValue - low.rawValue) / 2)
      if self.share(of: middle) < share { low = middle } else { high = middle }
    }
    return high
  }

  /// The nearest value of the range.
  public func held(_ value: Fixed64) -> Fixed64 { value.held(range.lowerBound, range.upperBound) }

  var hasWords: Bool { !words.isEmpty }

  /// How a value is written beside its mark.
  public func numeral(of value: Fixed64) -> String {
    if let word = words.text(of: value) { return word }
    let format = factor == 1 ? numbers.ofNumerals(decimals: decimals, step: step) : numbers.plain(decimals: decimals)
    return format.text(of: (value / factor) ?? value)
  }

  /// The difference of values that a step of so many parts of the scale's length makes, at the scale's finest place.
  /// - Parameter share: a part of the length.
  public func difference(ofShare share: Fixed64) -> Fixed64 {
    // Of a logarithmic scale the lower end is the finest: d(value) = value · ln(ratio) · share; ln 2 · 2³² = 2977044472.
    if isLogarithmic {
      return range.lowerBound * (logarithmSpan * Fixed64(rawValue: 2_977_044_472)) * share
    }
    return (range.upperBound - range.lowerBound) * share
  }

  // MARK: Marks

  /// Calls `body` for every mark, from the lowest up.
  public func forEachMark(_ body: (ScaleMark) -> Void) {
    if numbered.isEmpty { return forEachStep(body) }
    var next = 0
    forEachStep { mark in
      while next < numbered.count && numbered[next] < mark.value { body(numberedMark(&next)) }
      if next < numbered.count && numbered[next] == mark.value { return body(numberedMark(&next)) }
      body(ScaleMark(value: mark.value, length: mark.length, isNumbered: false))
    }
    while next < numbered.count { body(numberedMark(&next)) }
  }

  private func numberedMark(_ next: inout Int) -> ScaleMark {
    next += 1
    return ScaleMark(value: numbered[next - 1], length: .major, isNumbered: true)
  }

  private func forEachStep(_ body: (ScaleMark) -> Void) {
    if isLogarithmic {
      decades.forEach(in: range, body)
      return
    }
    if step <= .zero { return }
    let markStep = value(1)
    guard markStep > .zero, let begin = range.lowerBound / markStep, let end = range.upperBound / markStep else {
      return
    }
    // A mark that was rounded beyond the range's end stands at the end.
    let slack = Fixed64(rawValue: markStep.rawValue >> 6)
    // The room was counted: there are never more than some thousands.
    for number in begin.floor...Swift.min(end.floor + 1, begin.floor + 4000) {
      let exact = value(number)
      if exact < range.lowerBound - slack || exact > range.upperBound + slack { continue }
      let value = held(exact)
      let isMajor = number % parts == 0
      let isMedium = mediumEvery > 0 && number % mediumEvery == 0
      body(
        ScaleMark(
          value: value, length: isMajor ? .major : isMedium ? .medium : .minor,
          isNumbered: hasNumerals && isMajor && number / parts % numeralEvery == 0))
    }
  }

  /// The mark of a number, counted from zero: none has the rounding of others in it.
  private func value(_ number: Int) -> Fixed64 {
    if mantissa > 0 {
      return Fixed64(
        digits: UInt64(number.magnitude * UInt(mantissa)), exponent: exponent, isNegative: number < 0)
    }
    let whole = step * Fixed64(number / parts)
    return whole + Fixed64(rawValue: step.rawValue / Int64(parts) * Int64(number % parts))
  }
}
