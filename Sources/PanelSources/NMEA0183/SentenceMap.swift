// Stage: sources. Input: the tag of a sentence. Output: the addresses in it.

/// Finds the addresses of a sentence, in a table that is made once and then takes no memory.
struct SentenceMap {
  /// The names of sentences that are waited for, in order.
  private var names: [UInt64] = []
  /// The first entry of each.
  private var firsts: [Int32] = []
  private(set) var entries: [Entry] = []
  private(set) var conditions: [SentenceAddress.Condition] = []
  private(set) var letters: [UInt8] = []

  struct Entry {
    /// 0 for any.
    let talker: UInt16
    let field: UInt8
    let form: SentenceAddress.Form
    let transducerType: UInt8
    /// Its places among all conditions: 0..<0 for none, the same for the same conditions.
    let conditions: Range<Int>
    /// The places of its name's letters among all letters.
    let name: Range<Int>
    /// The next entry of the same sentence; −1 behind the last.
    var next: Int32 = -1
  }

  init(_ addresses: [SentenceAddress]) {
    for (index, address) in addresses.enumerated() {
      let letter = letters.count
      letters.append(contentsOf: address.transducerName)
      entries.append(
        Entry(
          talker: address.tag.talker, field: address.field, form: address.form,
          transducerType: address.transducerType, conditions: places(of: address.conditions),
          name: letter..<letters.count))
      add(index, to: address.tag.name)
    }
  }

  private mutating func places(of wanted: [SentenceAddress.Condition]) -> Range<Int> {
    if wanted.isEmpty { return 0..<0 }
    for entry in entries where entry.conditions.count == wanted.count {
      if wanted.indices.allSatisfy({ conditions[entry.conditions.lowerBound + $0] == wanted[$0] }) {
        return entry.conditions
      }
    }
    conditions.append(contentsOf: wanted)
    return conditions.count - wanted.count..<conditions.count
  }

  private mutating func add(_ index: Int, to name: UInt64) {
    let place = place(name)
    if place == names.count || names[place] != name {
      names.insert(name, at: place)
      firsts.insert(Int32(index), at: place)
      return
    }
    var last = Int(firsts[place])
    while entries[last].next >= 0 { last = Int(entries[last].next) }
    entries[last].next = Int32(index)
  }

  /// The place of a name, or of the first one behind it.
  private func place(_ name: UInt64) -> Int {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low &+ high) >> 1
      if names[middle] < name { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// The first address of a sentence, as its place in the list; −1 where nobody waits for the sentence.
  func first(_ name: UInt64) -> Int {
    let place = place(name)
    return place < names.count && names[place] == name ? Int(firsts[place]) : -1
  }
}
