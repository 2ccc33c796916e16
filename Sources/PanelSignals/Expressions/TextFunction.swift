// Stage: signals. Functions that make a text of texts or of a number: upper, lower, first, part, join, text.

/// A function of an expression whose result is a text, which has a room of its own.
public struct TextFunction: Equatable, Sendable {
  public enum Kind: Int, CaseIterable, Sendable {
    case upper, lower
    /// So many letters from the start.
    case first
    /// The part of a number, from 1, between separators.
    case part
    /// One text behind another.
    case join
    /// A number in digits.
    case digits
    /// The part of a number, counted from the last, which is 1.
    case lastPart
  }

  public var kind: Kind
  /// Of letters or of a part.
  public var count: Int
  /// The number of the text that separates parts.
  public var separator: Int
  /// How a number is written.
  public var format: NumberFormat

  public init(_ kind: Kind, count: Int = 0, separator: Int = -1, format: NumberFormat = NumberFormat()) {
    (self.kind, self.count, self.separator, self.format) = (kind, count, separator, format)
  }
}

extension TextFunction {
  /// Writes the result of one text.
  /// - Returns: how many bytes.
  func write(_ text: Span<UInt8>, _ separator: Span<UInt8>, to result: inout InlineArray<256, UInt8>) -> Int {
    switch kind {
    case .upper, .lower: return writeCase(text, isUpper: kind == .upper, to: &result)
    case .first:
      var (place, letters) = (0, 0)
      while place < text.count && letters < count {
        place += Swift.max(1, letterLength(text, at: place))
        letters += 1
      }
      return Self.copy(text, 0, place, to: &result)
    case .part, .lastPart:
      var number = count
      if kind == .lastPart {
        number = Self.partCount(text, separator) - count + 1
        if number < 1 { return 0 }
      }
      let (start, end) = Self.partRange(number, text, separator)
      return Self.copy(text, start, end, to: &result)
    case .join, .digits: return 0
    }
  }

  static func copy(
    _ text: Span<UInt8>, _ start: Int, _ end: Int, to result: inout InlineArray<256, UInt8>, from first: Int = 0
  ) -> Int {
    let count = Swift.max(0, Swift.min(end - start, result.count - first))
    for index in 0..<count { result[first + index] = text[start + index] }
    return first + count
  }

  /// Without a separator in it all of the text is its first part.
  private static func partRange(_ wanted: Int, _ text: Span<UInt8>, _ separator: Span<UInt8>) -> (start: Int, end: Int)
  {
    var (start, number) = (0, 1)
    while true {
      let end = find(separator, in: text, from: start)
      if number == wanted { return (start, end ?? text.count) }
      guard let end else { return (0, 0) }
      (start, number) = (end + separator.count, number + 1)
    }
  }

  private static func partCount(_ text: Span<UInt8>, _ separator: Span<UInt8>) -> Int {
    var (start, number) = (0, 1)
    while let end = find(separator, in: text, from: start) { (start, number) = (end + separator.count, number + 1) }
    return number
  }

  private static func find(_ word: Span<UInt8>, in text: Span<UInt8>, from start: Int) -> Int? {
    if word.isEmpty { return nil }
    var place = start
    while place + word.count <= text.count {
      var index = 0
      while index < word.count, text[place + index] == word[index] { index += 1 }
      if index == word.count { return place }
      place += 1
    }
    return nil
  }

  /// Of letters whose small and capital form have as many bytes: ASCII, Latin-1, Greek and Cyrillic. Others stay.
  private func writeCase(_ text: Span<UInt8>, isUpper: Bool, to result: inout InlineArray<256, UInt8>) -> Int {
    let count = Self.copy(text, 0, text.count, to: &result)
    var place = 0
    while place < count {
      let length = Swift.max(1, letterLength(text, at: place))
      if length == 1 {
        let letter = result[place] & 0xDF
        if letter >= 65 && letter <= 90 { result[place] = isUpper ? letter : letter | 32 }
      } else if length == 2 && place + 1 < count {
        let scalar = Int(result[place] & 31) << 6 | Int(result[place + 1] & 63)
        let changed = Self.otherCase(scalar, isUpper: isUpper)
        result[place] = UInt8(0xC0 | changed >> 6)
        result[place + 1] = UInt8(0x80 | changed & 63)
      }
      place += length
    }
    return count
  }

  private static func otherCase(_ scalar: Int, isUpper: Bool) -> Int {
    // Capitals from the first to the last, and how far their small letters are.
    let runs: InlineArray<5, (first: Int, last: Int, distance: Int)> = [
      (0xC0, 0xD6, 32), (0xD8, 0xDE, 32), (0x391, 0x3A9, 32), (0x410, 0x42F, 32), (0x400, 0x40F, 80),
    ]
    for index in runs.indices {
      let run = runs[index]
      if isUpper && scalar >= run.first + run.distance && scalar <= run.last + run.distance {
        return scalar - run.distance
      }
      if !isUpper && scalar >= run.first && scalar <= run.last { return scalar + run.distance }
    }
    return scalar
  }
}

extension SignalStore {
  /// The result of a text function.
  /// - Parameters:
  ///   - number: of the function.
  ///   - second: the other text of a join.
  func text(_ number: Int, _ first: Reading, _ second: Reading = Reading(.zero)) -> Reading {
    let quality = Quality.worst(first.quality, second.quality)
    let function = code.data.textFunctions[number]
    if quality > .old && function.kind != .join { return Reading(.zero, quality) }
    var result = InlineArray<256, UInt8>(repeating: 0)
    var count = 0
    if function.kind == .digits {
      let (bytes, length) = function.format.bytes(of: first.value)
      count = TextFunction.copy(bytes.span, 0, length, to: &result)
    } else if function.kind == .join {
      count = copy(first, to: &result, from: 0)
      count = copy(second, to: &result, from: count)
    } else {
      count = texts.withText(of: first.value) { text in
        texts.withText(of: Fixed64(function.separator)) { function.write(text, $0, to: &result) }
      }
    }
    return Reading(texts.store(result.span.extracting(0..<count), in: received.count + number), quality)
  }

  /// Copies a part of a joined text: a dash where it has no value, so that the words beside it stay.
  private func copy(_ part: Reading, to result: inout InlineArray<256, UInt8>, from first: Int) -> Int {
    if hasText(part) {
      return texts.withText(of: part.value) { TextFunction.copy($0, 0, $0.count, to: &result, from: first) }
    }
    let dash: InlineArray<3, UInt8> = [0xE2, 0x80, 0x93]
    return TextFunction.copy(dash.span, 0, 3, to: &result, from: first)
  }

  /// Whether there are words to show: of a joined text also those beside a part without a value.
  public func hasText(_ reading: Reading) -> Bool { reading.hasValue || texts.isJoined(reading.value) }
}
