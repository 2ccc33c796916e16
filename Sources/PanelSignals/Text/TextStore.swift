// Stage: signals. The texts that signals have now. Takes no memory after it was made.

/// The texts of text signals, each in a room of its own.
///
/// A text is a value as any other: one that the panel's file has is its number there. Another one is the number of its room
/// behind those, with a count of its changes as the fraction, so that another text is another value.
struct TextStore {
  let known: KnownTexts
  private var bytes: [UInt8]
  private var rooms: [Room] = []
  /// The text that is being cleaned.
  private var cleaned = [UInt8](repeating: 0, count: TextStore.capacity)

  /// The most bytes of a text.
  static var capacity: Int { 256 }

  private struct Room: BitwiseCopyable {
    let start: Int
    let capacity: Int
    var count = 0
    var changes: UInt32 = 0
  }

  /// - Parameter capacities: of the rooms, in bytes.
  init(_ known: KnownTexts, capacities: [Int]) {
    self.known = known
    var size = 0
    for capacity in capacities {
      let held = Swift.max(0, Swift.min(Self.capacity, capacity))
      rooms.append(Room(start: size, capacity: held))
      size += held
    }
    bytes = Array(repeating: 0, count: size)
  }

  /// Keeps a text: cut at a letter where it is longer than its room, with blanks in place of signs that nobody sees.
  /// - Returns: its value.
  mutating func store(_ text: Span<UInt8>, in room: Int) -> Fixed64 {
    let count = clean(text, limit: rooms[room].capacity)
    if let number = known.number(of: cleaned.span.extracting(0..<count)) { return Fixed64(number) }
    var isSame = count == rooms[room].count && rooms[room].changes > 0
    let start = rooms[room].start
    for index in 0..<count {
      isSame = isSame && bytes[start + index] == cleaned[index]
      bytes[start + index] = cleaned[index]
    }
    if !isSame {
      rooms[room].count = count
      rooms[room].changes &+= 1
    }
    return Fixed64(rawValue: Int64(known.count + room) << 32 | Int64(rooms[room].changes))
  }

  /// Calls `body` with the bytes of a value's text: none where there is no such text.
  func withText<Result>(of value: Fixed64, _ body: (Span<UInt8>) -> Result) -> Result {
    let number = value.floor
    if number < 0 || number >= known.count + rooms.count { return body(bytes.span.extracting(0..<0)) }
    if number < known.count { return body(known.text(number)) }
    let room = rooms[number - known.count]
    return body(bytes.span.extracting(room.start..<room.start + room.count))
  }

  /// Whether a text was put together, and is not one that is known.
  func isJoined(_ value: Fixed64) -> Bool {
    value != Fixed64(value.floor) && rooms.indices.contains(value.floor - known.count)
  }

  func areEqual(_ first: Fixed64, _ second: Fixed64) -> Bool {
    if first == second { return true }
    return withText(of: first) { first in withText(of: second) { PanelSignals.areEqual(first, $0) } }
  }

  /// Whole letters of UTF-8, as far as they have room. What is none becomes U+FFFD.
  private mutating func clean(_ text: Span<UInt8>, limit: Int) -> Int {
    var (place, count) = (0, 0)
    while place < text.count {
      let length = letterLength(text, at: place)
      let written = length == 0 ? 3 : length
      if count + written > limit { break }
      if length == 0 {
        (cleaned[count], cleaned[count + 1], cleaned[count + 2]) = (0xEF, 0xBF, 0xBD)
      } else {
        for index in 0..<length { cleaned[count + index] = text[place + index] }
        if length == 1 && (cleaned[count] < 32 || cleaned[count] == 127) { cleaned[count] = 32 }
      }
      count += written
      place += Swift.max(1, length)
    }
    return count
  }
}

/// How many bytes the letter at a place has: 1...4; 0 where the bytes are no letter of UTF-8 (RFC 3629).
func letterLength(_ text: Span<UInt8>, at place: Int) -> Int {
  let first = text[place]
  if first < 0x80 { return 1 }
  let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
  if first < 0xC2 || first > 0xF4 || place + length > text.count { return 0 }
  let second = text[place + 1]
  // Longer than it has to be, half of a pair, or beyond the last letter.
  if first == 0xE0 && second < 0xA0 || first == 0xED && second > 0x9F || first == 0xF0 && second < 0x90
    || first == 0xF4 && second > 0x8F
  {
    return 0
  }
  for index in 1..<length where text[place + index] & 0xC0 != 0x80 { return 0 }
  return length
}
