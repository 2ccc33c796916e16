// Stage: sources. Input: bytes from a pipe, a socket or a serial line. Output: values and their names. Nothing of it is
// trusted: memory is taken at the start alone, and unreadable text is counted.
import CLinux
import PanelSignals
import SystemFiles

/// Cuts bytes into lines, and lines into names and values.
///
/// A line is `name=value`, several of these with blanks or commas between, or a JSON object. `name` is the text before
/// the sign, without blanks. The members of objects within objects are named `outer.inner`, those of lists `list[0]`.
/// Numbers are decimal, with `e` or without; `true` and `on` are 1, `false` and `off` are 0.
public struct LineDecoder {
  /// The longest line of a panel's own format, in bytes, with its end; a longer one is left out whole and counted.
  public static var lineLimit: Int { 4096 }
  /// The longest name, in bytes, with those of the objects around it.
  public static var nameLimit: Int { 256 }

  /// Values that were handed over.
  public private(set) var values: Int64 = 0
  /// Lines, or ends of lines, that were not understood.
  public private(set) var garbage: Int64 = 0
  /// Lines that were longer than the limit.
  public private(set) var tooLong: Int64 = 0

  /// The last pair that was not understood, with the rest of its line, or the beginning of a line without an end.
  public private(set) var sample: [UInt8] = []
  private static var sampleLimit: Int { 48 }

  private var line: [UInt8]
  private let limit: Int
  /// How many bytes of an unfinished line there are.
  private var count = 0
  /// Whether the next bytes are the rest of a line that is left out.
  private var isSkipping = false
  private var name: [UInt8]

  /// - Parameter limit: the longest line that is read, in bytes.
  public init(limit: Int = LineDecoder.lineLimit) {
    self.limit = limit
    line = Array(unwritten: limit)
    name = Array(repeating: 0, count: Self.nameLimit)
    sample.reserveCapacity(Self.sampleLimit)
  }

  /// Forgets a line that has not ended: it may be half of one, and half a number is another number. The next byte
  /// begins a line.
  /// - Returns: whether there was one; ``sample`` is its beginning.
  @discardableResult
  public mutating func reset() -> Bool {
    let isCut = count > 0
    if isCut {
      var lent: [UInt8] = []
      swap(&lent, &line)
      keep(lent.span.extracting(0..<count))
      swap(&lent, &line)
    }
    (count, isSkipping) = (0, false)
    return isCut
  }

  /// Takes bytes as they come, in pieces of any length.
  /// - Parameters:
  ///   - names: those that are waited for.
  ///   - listener: hears every value.
  public mutating func take<Listener: LineListener>(
    _ bytes: Span<UInt8>, _ names: AddressTable, _ listener: inout Listener
  ) {
    let reader = LineReader(bytes)
    var start = 0
    while start < bytes.count {
      if count == 0 && !isSkipping {
        values &+= Int64(reader.readExpectedLines(at: &start, names, &listener))
      }
      guard let index = Self.lineEnd(bytes, from: start) else { break }
      if isSkipping {
        isSkipping = false
      } else if count == 0 && index - start < limit {
        // A whole line is read where it lies.
        decode(bytes.extracting(start..<index), names, &listener)
      } else {
        append(bytes.extracting(start..<index))
        finishLine(names, &listener)
      }
      start = index + 1
    }
    if start < bytes.count && !isSkipping { append(bytes.extracting(start..<bytes.count)) }
  }

  /// The next line feed; `nil` where there is none.
  private static func lineEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    unsafe bytes.withUnsafeBytes { memory in
      guard let base = memory.baseAddress, start < memory.count,
        let found = unsafe memchr(base + start, 10, memory.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }

  /// Takes the end of the text for the end of a line that has none, as at the end of a datagram.
  public mutating func end<Listener: LineListener>(_ names: AddressTable, _ listener: inout Listener) {
    if count > 0 && !isSkipping { finishLine(names, &listener) }
    (count, isSkipping) = (0, false)
  }

  private mutating func append(_ bytes: Span<UInt8>) {
    if count + bytes.count > limit {
      if !isSkipping { tooLong += 1 }
      (count, isSkipping) = (0, true)
      return
    }
    for index in bytes.indices { line[count &+ index] = bytes[index] }
    count += bytes.count
  }

  private mutating func finishLine<Listener: LineListener>(_ names: AddressTable, _ listener: inout Listener) {
    if isSkipping {
      isSkipping = false
      return
    }
    let length = count
    count = 0
    // The line is lent out, so that its bytes are not copied while the rest of this value changes.
    var lent: [UInt8] = []
    swap(&lent, &line)
    decode(lent.span.extracting(0..<length), names, &listener)
    swap(&lent, &line)
  }

  // MARK: A line

  @_optimize(speed)
  private mutating func decode<Listener: LineListener>(
    _ line: Span<UInt8>, _ names: AddressTable, _ listener: inout Listener
  ) {
    // The mark that some programs put before a text in UTF-8.
    let hasMark = line.count >= 3 && line[0] == 0xEF && line[1] == 0xBB && line[2] == 0xBF
    var reader = LineReader(hasMark ? line.extracting(3..<line.count) : line)
    reader.skipBlanks()
    if reader.isAtEnd { return }
    let isUnderstood: Bool
    if reader.next == UInt8(ascii: "{") {
      var lent: [UInt8] = []
      swap(&lent, &name)
      if let isWhole = listener.receive(object: reader.bytes, &lent) {
        isUnderstood = isWhole
      } else {
        isUnderstood = reader.readObject(&lent, &values, &listener)
      }
      swap(&lent, &name)
    } else {
      isUnderstood = reader.readPairs(&values, names, &listener)
    }
    if !isUnderstood {
      garbage += 1
      keep(reader.bytes.extracting(reader.wrongPair..<reader.bytes.count))
    }
  }

  private mutating func keep(_ line: Span<UInt8>) {
    sample.removeAll(keepingCapacity: true)
    for index in 0..<min(line.count, Self.sampleLimit) { sample.append(line[index]) }
  }
}
