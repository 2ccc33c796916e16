// Stage: sources. One line: pairs of names and values, or a JSON object.
import PanelSignals

/// Goes through the bytes of a line.
struct LineReader: ~Escapable {
  let bytes: Span<UInt8>
  var position = 0
  /// Where the last pair begins that was not understood.
  private(set) var wrongPair = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }
  /// 0 at the end.
  var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  @_lifetime(self: copy self)
  mutating func skipBlanks() {
    while position < bytes.count, isBlank(unsafe bytes[unchecked: position]) { position &+= 1 }
  }

  /// A line has no line feed in it, a JSON text of several lines has.
  @inline(__always)
  func isBlank(_ byte: UInt8) -> Bool { byte <= 32 && (byte == 32 || byte == 9 || byte == 13 || byte == 10) }

  // MARK: name=value

  /// The name that is expected at a place, with a number behind it: most sources send the same names again and again.
  /// `place` is behind the number then.
  @inline(never)
  private func expectedPair(at place: inout Int, _ names: AddressTable) -> (entry: Int, end: Int, number: Fixed64)? {
    let guess = names.guess(bytes, at: place)
    if guess.entry < 0 { return nil }
    var position = guess.end &+ 1
    guard let number = Fixed64.plain(bytes, at: &position) else { return nil }
    place = position
    return (guess.entry, guess.end, number)
  }

  /// Reads lines of one expected pair each.
  /// - Parameter place: where a line begins; the beginning of the first line that is anything else afterwards.
  /// - Returns: how many lines were read.
  @_optimize(speed)
  func readExpectedLines<Listener: LineListener>(
    at place: inout Int, _ names: AddressTable, _ listener: inout Listener
  ) -> Int {
    let limit = bytes.count
    var count = 0
    while place < limit {
      var end = place
      guard let pair = expectedPair(at: &end, names), end < limit, unsafe bytes[unchecked: end] == 10 else { break }
      _ = unsafe listener.receive(
        bytes.extracting(unchecked: place..<pair.end), pair.entry, .number(pair.number),
        bytes.extracting(unchecked: (pair.end &+ 1)..<end), isQuoted: false)
      place = end &+ 1
      count &+= 1
    }
    return count
  }

  /// Reads pairs up to the end of the line.
  /// - Returns: false where something is no pair, at which the line ends, or where a word means nothing to a signal. The other
  ///   pairs were handed over.
  @_lifetime(self: copy self)
  @_optimize(speed)
  mutating func readPairs<Listener: LineListener>(
    _ values: inout Int64, _ names: AddressTable, _ listener: inout Listener
  ) -> Bool {
    let end = bytes.count
    var place = position
    var isUnderstood = true
    while place < end {
      let start = place
      if let pair = expectedPair(at: &place, names), place == end || isBlank(unsafe bytes[unchecked: place]) {
        _ = unsafe listener.receive(
          bytes.extracting(unchecked: start..<pair.end), pair.entry, .number(pair.number),
          bytes.extracting(unchecked: (pair.end &+ 1)..<place), isQuoted: false)
      } else {
        position = start
        let isTaken = readPair(names, &listener)
        if isTaken != true { wrongPair = start }
        guard let isTaken else { return false }
        place = position
        if !isTaken {
          isUnderstood = false
          values &-= 1
        }
      }
      values &+= 1
      while place < end {
        let byte = unsafe bytes[unchecked: place]
        if !isBlank(byte) && byte != UInt8(ascii: ",") { break }
        place &+= 1
      }
    }
    return isUnderstood
  }

  /// Reads a pair that is not an expected name with a number.
  /// - Returns: whether its word means something; `nil` where it is no pair.
  @_lifetime(self: copy self)
  @_optimize(speed)
  private mutating func readPair<Listener: LineListener>(_ names: AddressTable, _ listener: inout Listener) -> Bool? {
    let start = position
    let guess = names.guess(bytes, at: start)
    position = guess.entry >= 0 ? guess.end : nameEnd(from: start)
    let name = bytes.extracting(start..<position)
    if guess.entry < 0 {
      skipBlanks()
      if name.isEmpty || name.count > LineDecoder.nameLimit || next != UInt8(ascii: "=") { return nil }
    }
    position &+= 1
    if !isNextPair { skipBlanks() }
    let isQuoted = next == UInt8(ascii: "\"")
    guard let word = isQuoted ? readText() : wordRange(), !isDecimalComma else { return nil }
    let text = bytes.extracting(word)
    return listener.receive(name, guess.entry, LineValue(word: text), text, isQuoted: isQuoted)
  }

  /// Where a name ends: at a blank or an equals sign.
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

  /// A value up to a blank or a comma.
  @_lifetime(self: copy self)
  private mutating func wordRange() -> Range<Int> {
    let start = position
    while position < bytes.count, !isBlank(bytes[position]), bytes[position] != UInt8(ascii: ",") { position &+= 1 }
    return start..<position
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
}
