// Stage: sources. Input: the names under which a source tells values. Output: the signals that want them.
import PanelFile
import PanelSignals
import SystemFiles

/// Finds the signals of an address, in a table that is made once and then takes no memory.
///
/// Most sources tell the same names in the same order again and again. So the table remembers which address was asked for
/// behind each one, and looks at that first: where it is the right one, no hash is made.
public final class AddressTable {
  private var entries: [Entry] = []
  private var letters = Letters()
  /// The first entry of each address at the place of its hash or behind it; −1 where a place is free. A power of two.
  private var places: [Int32]
  /// The entry that was found last; −1 before that.
  private var last = -1

  private struct Entry {
    let hash: UInt32
    /// The address's bytes among all letters.
    let start, count: Int32
    let signal: SignalIndex
    let rank: Int32
    /// The next entry of the same address; −1 behind the last.
    var next: Int32 = -1
    /// The entry that followed this one when it was last seen.
    var follower: Int32 = 0
    /// Whether it may stand before an equals sign: it has no blank, and no such sign itself.
    let isName: Bool
    /// Whether its signal may be told texts.
    let takesTexts: Bool
  }

  /// - Parameter takesTexts: whether a signal may be told texts.
  public init(_ addresses: [SourceAddress], takesTexts: (SignalIndex) -> Bool = { _ in false }) {
    var size = 8
    while size < addresses.count * 2 { size *= 2 }
    places = Array(repeating: -1, count: size)
    entries.reserveCapacity(addresses.count)
    let firsts = addresses.map { add(Array($0.address.utf8), $0.signal, $0.rank, takesTexts($0.signal)) }
    // At first the order is taken for that of the panel. A guess is the first entry of its address: others hang on that.
    for index in entries.indices { entries[index].follower = Int32(firsts[(index + 1) % firsts.count]) }
  }

  public var count: Int { entries.count }

  /// Looks whether the address that followed the last one before stands at a place, with an equals sign behind it.
  /// - Returns: its first entry; −1 where something else stands there.
  @inline(__always)
  func guess(_ bytes: Span<UInt8>, at place: Int) -> (entry: Int, end: Int) {
    if last < 0 { return (-1, place) }
    let entry = Int(entries[last].follower)
    let end = place &+ Int(entries[entry].count)
    if end >= bytes.count || !entries[entry].isName { return (-1, place) }
    if unsafe bytes[unchecked: end] != UInt8(ascii: "=") { return (-1, place) }
    return letters.areEqual(entries[entry].start, bytes, place, end) ? (entry, end) : (-1, place)
  }

  /// The first entry of an address; −1 where no signal wants it.
  @inline(never)
  public func find(_ address: Span<UInt8>) -> Int {
    if last >= 0 {
      let guess = Int(entries[last].follower)
      if isEqual(guess, address) {
        last = guess
        return guess
      }
    }
    let entry = lookUp(hash32(address), address)
    if entry >= 0 {
      if last >= 0 { entries[last].follower = Int32(truncatingIfNeeded: entry) }
      last = entry
    }
    return entry
  }

  /// Whether the signal of an entry may be told texts.
  public func takesTexts(_ entry: Int) -> Bool { entries[entry].takesTexts }

  /// Whether an entry's address begins with these letters.
  func starts(_ entry: Int, with letters: Span<UInt8>) -> Bool {
    if Int(entries[entry].count) < letters.count { return false }
    return self.letters.areEqual(entries[entry].start, letters, 0, letters.count)
  }

  /// The signal of an entry.
  public func signal(_ entry: Int) -> SignalIndex { entries[entry].signal }

  /// The next entry of the same address; −1 behind the last.
  public func next(_ entry: Int) -> Int { Int(entries[entry].next) }

  /// Writes a value to all signals of an address.
  /// - Parameter guess: its first entry, if that is known; else −1.
  /// - Returns: whether there are any, and whether the value means something to one of them.
  @inline(__always)
  func write(
    _ address: Span<UInt8>, _ guess: Int, _ value: LineValue, _ word: Span<UInt8>, isQuoted: Bool,
    to signals: SignalStore, at time: Int64
  ) -> Outcome {
    var entry = guess
    if entry >= 0 { last = entry } else { entry = find(address) }
    if entry < 0 { return .unknown }
    var outcome = Outcome.refused
    repeat {
      let (signal, rank) = (entries[entry].signal, Int(entries[entry].rank))
      if entries[entry].takesTexts {
        let one = writeText(word, isQuoted: isQuoted, value, to: signals, signal, rank, at: time)
        if outcome != .written { outcome = one }
      } else if case .number(let number) = value {
        _ = signals.receive(signal, source: rank, number: Reading(number), at: time)
        outcome = .written
      } else if value != .text {
        signals.receive(signal, source: rank, unscaled: value.reading, at: time)
        outcome = .written
      }
      entry = Int(entries[entry].next)
    } while entry >= 0
    return outcome
  }

  /// What became of a value.
  enum Outcome { case unknown, refused, failed, written }

  /// Writes a word to a signal of texts, or to one of numbers with words for them. `null` is no text. A word that its signal
  /// does not have fails it: nobody knows what it is now.
  @inline(never)
  private func writeText(
    _ word: Span<UInt8>, isQuoted: Bool, _ value: LineValue, to signals: SignalStore, _ signal: SignalIndex,
    _ rank: Int, at time: Int64
  ) -> Outcome {
    if isQuoted {
      let text = JSONText(word)
      if signals.receive(signal, source: rank, text: text.span, at: time) { return .written }
    } else if value != .none {
      if signals.receive(signal, source: rank, text: word, at: time) { return .written }
    }
    if value == .text {
      signals.fail(signal, source: rank, at: time)
      return .failed
    }
    signals.receive(signal, source: rank, unscaled: value.reading, at: time)
    return .written
  }

  /// - Returns: the first entry of the address.
  private func add(_ address: [UInt8], _ signal: SignalIndex, _ rank: Int, _ takesTexts: Bool) -> Int {
    let (hash, number) = (hash32(address.span), entries.count)
    let first = lookUp(hash, address.span)
    entries.append(
      Entry(
        hash: hash, start: Int32(letters.bytes.count), count: Int32(address.count), signal: signal, rank: Int32(rank),
        isName: !address.isEmpty && address.count <= LineDecoder.nameLimit
          && !address.contains { $0 == 9 || $0 == 13 || $0 == 32 || $0 == UInt8(ascii: "=") },
        takesTexts: takesTexts))
    if first >= 0 {
      var last = first
      while entries[last].next >= 0 { last = Int(entries[last].next) }
      entries[last].next = Int32(number)
    } else {
      var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
      while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
      places[place] = Int32(number)
    }
    letters.bytes.append(contentsOf: address)
    return first >= 0 ? first : number
  }

  /// An open hash table: from the place of the hash up to one that is free.
  private func lookUp(_ hash: UInt32, _ address: Span<UInt8>) -> Int {
    var place = Int(truncatingIfNeeded: hash) & (places.count &- 1)
    while true {
      let entry = Int(places[place])
      if entry < 0 { return -1 }
      if entries[entry].hash == hash, isEqual(entry, address) {
        return entry
      }
      place = (place &+ 1) & (places.count &- 1)
    }
  }

  @inline(__always)
  private func isEqual(_ entry: Int, _ address: Span<UInt8>) -> Bool {
    Int(entries[entry].count) == address.count && letters.areEqual(entries[entry].start, address, 0, address.count)
  }

}

/// The bytes of all addresses.
private struct Letters {
  var bytes: [UInt8] = []

  /// Whether the letters from one on are those of a stretch of a text; both lie within their memory.
  @inline(__always)
  func areEqual(_ start: Int32, _ text: Span<UInt8>, _ first: Int, _ end: Int) -> Bool {
    let (letters, length) = (bytes.span, end &- first)
    // Eight letters at a time, and the last eight though some of them were compared before.
    if length < 8 {
      for index in 0..<length {
        if unsafe letters[unchecked: Int(start) &+ index] != text[unchecked: first &+ index] { return false }
      }
      return true
    }
    var index = 0
    while index < length {
      index = Swift.min(index, length &- 8)
      let ours = unsafe letters.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: Int(start) &+ index, as: UInt64.self)
      let theirs = unsafe text.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: first &+ index, as: UInt64.self)
      if ours != theirs { return false }
      index &+= 8
    }
    return true
  }
}
