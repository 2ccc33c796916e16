// Stage: sources. Input: a line of a gateway. Output: a frame or a message of NMEA 2000.

/// Goes through a line in which bytes stand as hexadecimal digits.
struct MessageText: ~Escapable {
  private let line: Span<UInt8>
  private var place = 0

  @_lifetime(copy line)
  init(_ line: Span<UInt8>) { self.line = line }

  private var isAtEnd: Bool { place >= line.count }
  private var next: UInt8 { place < line.count ? line[place] : 0 }

  @_lifetime(self: copy self)
  private mutating func skipBlanks() {
    while next == 32 || next == 9 { place &+= 1 }
  }

  /// Skips a time of digits, colons and a point.
  /// - Returns: false where a blank does not follow it.
  @_lifetime(self: copy self)
  private mutating func skipTime() -> Bool {
    while next >= 48 && next <= 58 || next == UInt8(ascii: ".") { place &+= 1 }
    let isEnded = next == 32
    skipBlanks()
    return isEnded
  }

  /// A number of so many digits, with a blank or the line's end behind it.
  @_lifetime(self: copy self)
  private mutating func readNumber(digits: ClosedRange<Int>) -> UInt32? {
    var (number, count) = (UInt32(0), 0)
    while let digit = hexadecimalDigit(next) {
      if count == digits.upperBound { return nil }
      number = number &<< 4 | UInt32(digit)
      count &+= 1
      place &+= 1
    }
    if count < digits.lowerBound || !isAtEnd && next != 32 { return nil }
    skipBlanks()
    return number
  }

  /// Reads `00:01:54.330 R 15FD0A10 00 00 00 68 65 0F 00 FF`, with `T` for a frame that the gateway has sent, or without a time
  /// and a direction.
  /// - Parameter data: gets the bytes.
  /// - Returns: the id and the number of bytes; `nil` where it is anything else.
  @_lifetime(self: copy self)
  mutating func readFrame(_ data: inout [UInt8]) -> (id: UInt32, count: Int)? {
    skipBlanks()
    if line.count > 2 && line[2] == UInt8(ascii: ":") {
      if !skipTime() || next != UInt8(ascii: "R") && next != UInt8(ascii: "T") { return nil }
      place &+= 1
      if next != 32 { return nil }
      skipBlanks()
    }
    guard let id = readNumber(digits: 8...8), id < 1 << 29 else { return nil }
    var count = 0
    while !isAtEnd {
      guard count < 8, let byte = readNumber(digits: 2...2) else { return nil }
      data[count] = UInt8(truncatingIfNeeded: byte)
      count &+= 1
    }
    return (id, count)
  }

  /// Reads `A173321.107 23FF7 1F513 012F30`: a time, source, destination and priority, the parameter group, its bytes. The
  /// time may be missing.
  @_lifetime(self: copy self)
  mutating func readMessage(_ data: inout [UInt8]) -> (header: MessageHeader, count: Int)? {
    skipBlanks()
    if next == UInt8(ascii: "A"), line.count > 7, line[7] == UInt8(ascii: ".") {
      place &+= 1
      if !skipTime() { return nil }
    }
    guard let addresses = readNumber(digits: 5...5), let number = readNumber(digits: 5...6), number < 1 << 18,
      addresses & 0xF < 8
    else { return nil }
    var count = 0
    while !isAtEnd && next != 32 {
      guard count < ParameterGroup.transportLimit, place &+ 1 < line.count, let high = hexadecimalDigit(line[place]),
        let low = hexadecimalDigit(line[place &+ 1])
      else { return nil }
      data[count] = high &<< 4 | low
      count &+= 1
      place &+= 2
    }
    skipBlanks()
    if !isAtEnd { return nil }
    let header = MessageHeader(
      number, source: UInt8(truncatingIfNeeded: addresses >> 12),
      destination: UInt8(truncatingIfNeeded: addresses >> 4),
      priority: UInt8(truncatingIfNeeded: addresses & 7))
    return (header, count)
  }
}
