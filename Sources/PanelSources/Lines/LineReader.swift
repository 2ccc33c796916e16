// Stage: sources. One line: pairs of names and values, or a JSON object.
import PanelSignals

/// Goes through the bytes of a line.
struct LineReader: ~Escapable {
  private let bytes: Span<UInt8>
  private var position = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }
  /// 0 at the end.
  var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  @_lifetime(self: copy self)
  mutating func skipBlanks() {
    while position < bytes.count, isBlank(bytes[position]) { position &+= 1 }
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 }

  // MARK: name=value

  /// Reads pairs up to the end of the line: what most sources send, again and again.
  /// - Returns: false where something is no pair; what stood before it was handed over.
  @_optimize(speed)
  @_lifetime(self: copy self)
  mutating func readPairs(
    _ values: inout Int64, _ names: AddressTable, _ told: (Span<UInt8>, Int, LineValue) -> Void
  ) -> Bool {
    let end = bytes.count
    var place = position
    while place < end {
      let start = place
      let guess = names.guess(bytes, at: start)
      place = guess.entry >= 0 ? guess.end : nameEnd(from: start)
      let name = bytes.extracting(start..<place)
      if guess.entry < 0 {
        while place < end, isBlank(bytes[place]) { place &+= 1 }
        if name.isEmpty || name.count > LineDecoder.nameLimit || place == end || bytes[place] != UInt8(ascii: "=") {
          return false
        }
      }
      place &+= 1
      position = place
      if let number = Fixed64.plain(bytes, at: &place), place == end || isBlank(bytes[place]) {
        told(name, guess.entry, .number(number))
      } else {
        if !isNextPair { skipBlanks() }
        guard let value = readWord(), !isDecimalComma else { return false }
        told(name, guess.entry, value)
        place = position
      }
      values &+= 1
      while place < end, isBlank(bytes[place]) || bytes[place] == UInt8(ascii: ",") { place &+= 1 }
    }
    return true
  }

  /// Where a name ends: at a blank or an equals sign.
  @_optimize(speed) @inline(__always)
  private func nameEnd(from start: Int) -> Int {
    let end = bytes.count
    var place = start
    while place < end {
      let byte = unsafe bytes[unchecked: place]
      // Letters are above all of these.
      if byte <= UInt8(ascii: "="), byte == UInt8(ascii: "=") || isBlank(byte) { break }
      place &+= 1
    }
    return place
  }

  /// Reads a value up to a blank or a comma; `nil` where it is none.
  @_optimize(speed)
  @_lifetime(self: copy self)
  private mutating func readWord() -> LineValue? {
    let start = position
    if let number = Fixed64.plain(bytes, at: &position), isAtEnd || isBlank(next) || next == UInt8(ascii: ",") {
      return .number(number)
    }
    position = start
    while position < bytes.count, !isBlank(bytes[position]), bytes[position] != UInt8(ascii: ",") { position &+= 1 }
    return LineValue(word: bytes.extracting(start..<position))
  }

  /// Whether a comma is one of decimals, as in `y=320,5`: half of a number is none.
  private var isDecimalComma: Bool {
    if isAtEnd || next != UInt8(ascii: ",") { return false }
    var place = position + 1
    if place >= bytes.count || !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) { return false }
    while place < bytes.count, !isBlank(bytes[place]), bytes[place] != UInt8(ascii: ",") {
      if bytes[place] == UInt8(ascii: "=") { return false }
      place &+= 1
    }
    return true
  }

  /// Whether blanks and another pair follow: `y= z=1` says nothing of y.
  private var isNextPair: Bool {
    var place = position
    while place < bytes.count, isBlank(bytes[place]) { place &+= 1 }
    if place == position { return false }
    while place < bytes.count, !isBlank(bytes[place]), bytes[place] != UInt8(ascii: ",") {
      if bytes[place] == UInt8(ascii: "=") { return true }
      place &+= 1
    }
    return false
  }

  // MARK: JSON (RFC 8259)

  /// How deep objects and lists may lie in each other.
  private static var depthLimit: Int { 16 }

  /// An object or a list that is being read.
  private struct Level {
    /// The length of the name of what is around its members.
    var nameCount = 0
    /// The index of the next element; −1 in an object.
    var element = -1
  }

  /// Reads an object and what is in it, up to the end of the line.
  /// - Parameter name: room for names.
  /// - Returns: false where it is no JSON object; what stood before that was handed over.
  @_lifetime(self: copy self)
  mutating func readObject(
    _ name: inout [UInt8], _ values: inout Int64, _ told: (Span<UInt8>, Int, LineValue) -> Void
  ) -> Bool {
    var levels = InlineArray<16, Level>(repeating: Level())
    var depth = 0
    var length = 0
    var expectsValue = true
    while true {
      skipBlanks()
      if expectsValue {
        expectsValue = false
        let byte = next
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
          if depth == Self.depthLimit { return false }
          position &+= 1
          levels[depth] = Level(nameCount: length, element: byte == UInt8(ascii: "{") ? -1 : 0)
          depth += 1
          skipBlanks()
          if next == (byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")) { continue }
        } else {
          guard let value = readValue() else { return false }
          if let value {
            told(name.span.extracting(0..<length), -1, value)
            values &+= 1
          }
          skipBlanks()
          switch next {
          case UInt8(ascii: ","): position &+= 1
          case UInt8(ascii: "}"), UInt8(ascii: "]"): continue
          default: return false
          }
        }
      } else {
        let isList = levels[depth - 1].element >= 0
        if next != (isList ? UInt8(ascii: "]") : UInt8(ascii: "}")) { return false }
        position &+= 1
        depth -= 1
        if depth == 0 {
          skipBlanks()
          return isAtEnd
        }
        skipBlanks()
        switch next {
        case UInt8(ascii: ","): position &+= 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): continue
        default: return false
        }
      }
      // The name of the next member or element.
      length = levels[depth - 1].nameCount
      if levels[depth - 1].element >= 0 {
        if !appendIndex(levels[depth - 1].element, to: &name, &length) { return false }
        levels[depth - 1].element += 1
      } else if !readName(into: &name, &length) {
        return false
      }
      expectsValue = true
    }
  }

  /// Reads `"name":`, appended to `name` behind a dot.
  @_lifetime(self: copy self)
  private mutating func readName(into name: inout [UInt8], _ length: inout Int) -> Bool {
    skipBlanks()
    if length > 0 && !append(UInt8(ascii: "."), to: &name, &length) { return false }
    guard let text = readText() else { return false }
    for index in text where !append(bytes[index], to: &name, &length) { return false }
    skipBlanks()
    if next != UInt8(ascii: ":") { return false }
    position &+= 1
    return true
  }

  private func append(_ byte: UInt8, to name: inout [UInt8], _ length: inout Int) -> Bool {
    if length >= name.count { return false }
    name[length] = byte
    length += 1
    return true
  }

  /// Appends `[index]`.
  private func appendIndex(_ index: Int, to name: inout [UInt8], _ length: inout Int) -> Bool {
    if !append(UInt8(ascii: "["), to: &name, &length) { return false }
    var divisor = 1
    while index / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      if !append(UInt8(ascii: "0") + UInt8(index / divisor % 10), to: &name, &length) { return false }
      divisor /= 10
    }
    return append(UInt8(ascii: "]"), to: &name, &length)
  }

  /// A text's bytes between its signs, with escapes as they stand: names with escapes are not found, and texts are no
  /// numbers. `nil` where there is no whole text.
  @_lifetime(self: copy self)
  private mutating func readText() -> Range<Int>? {
    if next != UInt8(ascii: "\"") { return nil }
    position &+= 1
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] < 32 { return nil }
      position &+= bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    if position >= bytes.count { return nil }
    position &+= 1
    return start..<position - 1
  }

  /// A number, a text, or a word. A text that is no number is nothing that can be told: `.some(nil)`.
  @_lifetime(self: copy self)
  private mutating func readValue() -> LineValue?? {
    if next == UInt8(ascii: "\"") {
      guard let text = readText() else { return nil }
      return .some(LineValue(word: bytes.extracting(text)))
    }
    let start = position
    while position < bytes.count, !isBlank(next), next != UInt8(ascii: ","), next != UInt8(ascii: "}"),
      next != UInt8(ascii: "]")
    { position &+= 1 }
    guard position > start, let value = LineValue(word: bytes.extracting(start..<position)) else { return nil }
    return .some(value)
  }
}

extension LineValue {
  /// What a signal hears.
  @inline(__always)
  var reading: Reading {
    switch self {
    case .number(let number): Reading(number)
    case .failed: Reading(.zero, .failed)
    case .none: .none
    }
  }

  /// `nil` where a word is no value.
  public init?(word: Span<UInt8>) {
    if let number = Fixed64(decimal: word) {
      // What does not fit is held to the ends of the range: it is not shown as a value.
      self = number > .min && number < .max ? .number(number) : .failed
      return
    }
    let words: InlineArray<14, StaticString> = [
      "true", "on", "yes", "false", "off", "no", "null", "", "nan", "error", "inf", "-inf", "infinity", "-infinity",
    ]
    for index in words.indices where words[index].isEqual(to: word) {
      self = index < 3 ? .number(1) : index < 6 ? .number(0) : index < 8 ? .none : .failed
      return
    }
    return nil
  }
}

extension StaticString {
  /// Whether the bytes are this, in small or capital letters.
  fileprivate func isEqual(to bytes: Span<UInt8>) -> Bool {
    if bytes.count != utf8CodeUnitCount { return false }
    for index in bytes.indices {
      let letter = bytes[index]
      let small = letter >= 65 && letter <= 90 ? letter + 32 : letter
      if unsafe small != utf8Start[index] { return false }
    }
    return true
  }
}
