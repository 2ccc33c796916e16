// Stage: sources. Input: a line of candump's log. Output: a frame.

/// A line as `candump -L` writes it: `(1436509052.249713) can0 123#DEADBEEF`.
///
/// `123#R` is a remote frame, `123##1DEADBEEF` one of CAN FD behind its flags, and an id of eight digits an extended one.
public struct CandumpLine {
  public let frame: CANFrame
  /// The bytes of the interface's name.
  public let interface: Range<Int>

  /// The longest name of an interface in Linux.
  static var nameLimit: Int { 15 }

  /// - Parameter line: with its end or without.
  /// - Returns: `nil` where it is anything else.
  public init?(_ line: Span<UInt8>) {
    var reader = CandumpReader(line)
    guard let time = reader.readTime(), reader.skipBlanks() > 0, let interface = reader.readName(),
      reader.skipBlanks() > 0, let frame = reader.readFrame(at: time)
    else { return nil }
    // Behind it candump may say the direction.
    if reader.skipBlanks() > 0, !reader.isAtEnd {
      guard reader.skip(UInt8(ascii: "R")) || reader.skip(UInt8(ascii: "T")) else { return nil }
      _ = reader.skipBlanks()
    }
    if !reader.isAtEnd { return nil }
    (self.frame, self.interface) = (frame, interface)
  }
}

private struct CandumpReader: ~Escapable {
  private let line: Span<UInt8>
  private var place = 0

  @_lifetime(copy line)
  init(_ line: Span<UInt8>) { self.line = line }

  var isAtEnd: Bool { place == line.count }

  private var next: UInt8 { place < line.count ? line[place] : 0 }

  @_lifetime(self: copy self)
  mutating func skip(_ sign: UInt8) -> Bool {
    if isAtEnd || line[place] != sign { return false }
    place += 1
    return true
  }

  /// - Returns: how many there were.
  @_lifetime(self: copy self)
  mutating func skipBlanks() -> Int {
    let first = place
    while next == 32 || next == 9 || next == 10 || next == 13 { place += 1 }
    return place - first
  }

  /// Seconds in round brackets, with up to nine decimals; in nanoseconds.
  @_lifetime(self: copy self)
  mutating func readTime() -> Int64? {
    guard skip(UInt8(ascii: "(")) else { return nil }
    var (time, count) = (Int64(0), 0)
    // Nine digits and more are seconds since 1970: ten go to the year 2286.
    while next >= 48 && next <= 57 {
      if count == 10 { return nil }
      time = time * 10 + Int64(next - 48)
      count += 1
      place += 1
    }
    // Below 2⁶³ nanoseconds.
    if count == 0 || time > 9_000_000_000 { return nil }
    var decimals = 0
    if skip(UInt8(ascii: ".")) {
      while next >= 48 && next <= 57 {
        if decimals == 9 { return nil }
        time = time * 10 + Int64(next - 48)
        decimals += 1
        place += 1
      }
    }
    while decimals < 9 {
      time *= 10
      decimals += 1
    }
    return skip(UInt8(ascii: ")")) ? time : nil
  }

  @_lifetime(self: copy self)
  mutating func readName() -> Range<Int>? {
    let first = place
    while next > 32 && next < 127 { place += 1 }
    return place == first || place - first > CandumpLine.nameLimit ? nil : first..<place
  }

  @_lifetime(self: copy self)
  mutating func readFrame(at time: Int64) -> CANFrame? {
    let first = place
    var id: UInt32 = 0
    while let digit = hexadecimalDigit(next) {
      if place - first == 8 { return nil }
      id = id << 4 | UInt32(digit)
      place += 1
    }
    let isExtended = place - first == 8
    guard isExtended || place - first == 3, skip(UInt8(ascii: "#")) else { return nil }
    let isFD = skip(UInt8(ascii: "#"))
    // The flags of an FD frame say its bit rate and the state of its sender.
    if isFD {
      if hexadecimalDigit(next) == nil { return nil }
      place += 1
    }
    let errorFlag: UInt32 = 1 << 29
    let isError = isExtended && id & errorFlag != 0
    if isError { id &= ~errorFlag }
    if id > (isExtended ? 0x1FFF_FFFF : 0x7FF) { return nil }
    if !isFD && !isError && skip(UInt8(ascii: "R")) {
      if next >= 48 && next <= 56 { place += 1 }
      return skipRawLength(CANFrame(kind: .remote, id: id, isExtended: isExtended, time: time))
    }
    var frame = CANFrame(
      kind: isError ? .error : .data, id: id, isExtended: isExtended && !isError, isFD: isFD, time: time)
    while let high = hexadecimalDigit(next) {
      place += 1
      guard let low = hexadecimalDigit(next), frame.append(high << 4 | low) else { return nil }
      place += 1
      // Points may part the bytes.
      if next == UInt8(ascii: ".") {
        place += 1
        if hexadecimalDigit(next) == nil { return nil }
      }
    }
    return skipRawLength(frame)
  }

  /// Skips `_9`...`_F`, the length of a classic frame of eight bytes on the bus.
  @_lifetime(self: copy self)
  private mutating func skipRawLength(_ frame: CANFrame) -> CANFrame? {
    if frame.isFD || !skip(UInt8(ascii: "_")) { return frame }
    guard let digit = hexadecimalDigit(next), digit > 8 else { return nil }
    place += 1
    return frame
  }
}
