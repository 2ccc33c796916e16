// Stage: sources. Input: the names under which a source tells values. Output: the signals that want them.
import PanelSignals

/// A signal, and which of its sources tells it something.
struct SourceTarget: Sendable {
  let signal: SignalIndex
  /// 0 for the first of `from: [a, b]`.
  let rank: Int
}

/// Finds the signals of an address, in a table that is made once and then takes no memory.
public final class AddressTable {
  private let index: AddressIndex

  public init(_ addresses: [(address: String, signal: SignalIndex, rank: Int)]) { index = AddressIndex(addresses) }

  public var count: Int { index.entries.count }

  /// The first entry of an address; −1 where no signal wants it.
  public func find(_ hash: AddressHash, _ address: Span<UInt8>) -> Int { index.find(hash, address) }

  /// The signal of an entry.
  public func signal(_ entry: Int) -> SignalIndex { index.entries[entry].target.signal }

  /// What an entry stands for.
  func target(_ entry: Int) -> SourceTarget { index.entries[entry].target }

  /// The next entry of the same address; −1 behind the last.
  public func next(_ entry: Int) -> Int { index.entries[entry].next }
}

/// A hash table with open places.
private struct AddressIndex {
  struct Entry {
    let hash: UInt32
    let start, count: Int
    let target: SourceTarget
    /// The next entry of the same address; −1 behind the last.
    var next: Int
  }

  private(set) var entries: [Entry] = []
  private var letters: [UInt8] = []
  /// The first entry of each address at the place of its hash or behind it; −1 where a place is free. A power of two.
  private var places: [Int]

  init(_ addresses: [(address: String, signal: SignalIndex, rank: Int)]) {
    var size = 8
    while size < addresses.count * 2 { size *= 2 }
    places = Array(repeating: -1, count: size)
    for (address, signal, rank) in addresses {
      add(Array(address.utf8), SourceTarget(signal: signal, rank: rank))
    }
  }

  private mutating func add(_ address: [UInt8], _ target: SourceTarget) {
    var hash = AddressHash()
    for letter in address { hash.add(letter) }
    let number = entries.count
    entries.append(Entry(hash: hash.value, start: letters.count, count: address.count, target: target, next: -1))
    var last = find(hash, address.span)
    if last >= 0 {
      while entries[last].next >= 0 { last = entries[last].next }
      entries[last].next = number
    } else {
      var place = Int(truncatingIfNeeded: hash.value) & (places.count - 1)
      while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
      places[place] = number
    }
    letters.append(contentsOf: address)
  }

  @_optimize(speed)
  func find(_ hash: AddressHash, _ address: Span<UInt8>) -> Int {
    var place = Int(truncatingIfNeeded: hash.value) & (places.count &- 1)
    while true {
      let entry = places[place]
      if entry < 0 { return -1 }
      if entries[entry].hash == hash.value, isEqual(entries[entry], address) { return entry }
      place = (place &+ 1) & (places.count &- 1)
    }
  }

  private func isEqual(_ entry: Entry, _ address: Span<UInt8>) -> Bool {
    if entry.count != address.count { return false }
    for index in 0..<entry.count where letters[entry.start &+ index] != address[index] { return false }
    return true
  }
}

/// FNV-1a of an address's bytes, made while they are read. http://www.isthe.com/chongo/tech/comp/fnv/
public struct AddressHash: Sendable {
  public private(set) var value: UInt32 = 2_166_136_261

  public init() {}

  public mutating func add(_ byte: UInt8) { value = (value ^ UInt32(byte)) &* 16_777_619 }
}
