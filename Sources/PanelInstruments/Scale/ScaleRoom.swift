// Stage: instruments. The room of a scale, and its options.
import FixedRaster
import PanelSignals

/// The room for a scale, in points.
public struct ScaleRoom: Equatable, Sendable {
  /// How numerals lie to each other.
  public enum Direction: Sendable {
    /// Side by side, as under a lying bar.
    case across
    /// One above the other, as beside an upright bar.
    case upright
    /// On a circle: where they come nearest they lie aslant to each other.
    case round
  }

  public var direction: Direction
  /// From one end of the scale to the other, where the numerals stand.
  public var numeralLength: Fixed
  /// The same where the marks stand.
  public var markLength: Fixed
  /// How near two marks may be.
  public var markSpacing: Fixed
  /// Of a digit, and of a capital's height. 0 for a scale without numerals.
  public var digitWidth, capHeight: Fixed
  /// Whether numerals of a straight scale may come nearer to each other: better than a scale without them.
  var isTight = false

  public init(
    _ direction: Direction, numeralLength: Fixed, markLength: Fixed, digitWidth: Fixed, capHeight: Fixed,
    markSpacing: Fixed = 5
  ) {
    self.direction = direction
    (self.numeralLength, self.markLength) = (numeralLength, markLength)
    (self.digitWidth, self.capHeight, self.markSpacing) = (digitWidth, capHeight, markSpacing)
  }

  /// The least distance of two numerals of so many characters.
  func distance(characters: Int) -> Fixed {
    let width = digitWidth * Swift.min(characters, 24)
    switch direction {
    case .across: return width + capHeight * (isTight ? 0.9 : 1.5)
    case .upright: return capHeight * (isTight ? 2.2 : 3.5)
    case .round:
      // At twelve o'clock they lie side by side, at three one above the other, and in between corner to corner: the gap
      // is more than the difference of diagonal and width.
      return Swift.max(width + capHeight * 0.55, capHeight * 1.6)
    }
  }

  /// How many distances the length has, 0...1000.
  func count(of distance: Fixed, along length: Fixed) -> Int {
    distance <= 0 ? 1000 : Swift.max(0, Swift.min(1000, (length / distance).floor))
  }
}

/// The numbers that steps of a scale are multiples of.
public enum ScaleDivision: Int, CaseIterable, Sendable {
  /// 1, 2 and 5 times a power of ten.
  case decimal
  /// From ten degrees on 10, 15, 30, 45, 90.
  case degrees
  /// Seconds or minutes: from ten on 10, 15, 30, 60 and multiples of 60.
  case sixtieths
  /// Hours: 0.25, 0.5, 1, 2, 3, 6, 12, 24.
  case hours
  /// As decimal ones, of points on a scale whose zero is another one in another unit.
  case temperature

  /// Steps that are no round decimal numbers, and all that are above the first of them.
  var steps: [Fixed64] {
    switch self {
    case .decimal, .temperature: []
    case .degrees: [10, 15, 30, 45, 90, 180, 360, 720, 1440]
    case .sixtieths: [10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400]
    case .hours: [Fixed64(1, over: 4), Fixed64(1, over: 2), 1, 2, 3, 6, 12, 24, 48, 120, 240, 480, 1200, 2400, 4800]
    }
  }

  /// Whether marks may divide a step into so many parts.
  func divides(_ step: Fixed64, _ parts: Int) -> Bool {
    if self == .decimal || self == .temperature { return parts < 7 || parts == 10 }
    // Marks stand at whole numbers, and below 1 at halves and quarters.
    let part = Fixed64(rawValue: step.rawValue / Int64(parts))
    if part * Fixed64(parts) != step { return false }
    return part.floor == part.rounded && part == Fixed64(part.floor)
      ? [1, 2, 5, 10, 15, 30, 60].contains(part.floor) || part.floor % 60 == 0 || self == .hours
      : self == .hours && (part * 4) == Fixed64((part * 4).floor)
  }
}

/// A scale's exceptions from the rules.
public struct ScaleOptions: Equatable, Sendable {
  /// The least difference of the value that means anything; 0 for any.
  public var resolution = Fixed64.zero
  /// From one numeral to the next; 0 leaves that to the rules.
  public var step = Fixed64.zero
  /// Parts between two numerals, 1...10; 0 leaves that to the rules.
  public var parts = 0
  /// The divisor of numerals: 1000 writes 4000 as 4.
  public var factor: Fixed64 = 1
  public var isLogarithmic = false
  public var division = ScaleDivision.decimal
  /// Whether the range's two ends alone have numerals.
  public var numbersEnds = false
  /// In the place of all numerals.
  public var words = ScaleWords()
  /// Whose signs numerals have.
  public var numbers = NumberFormat()

  public init(numbers: NumberFormat = NumberFormat()) { self.numbers = numbers }
}
