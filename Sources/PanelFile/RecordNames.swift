// Stage: panel file. Input: records. Output: which of them has a name, without looking at all of them.
import LayerRuntime

/// The names of records, in a table.
public struct RecordNames {
  private let records: [PanelRecord]
  /// The first record for each remainder of a hash, and behind each record the next one; −1 for none.
  private var heads, next: [Int]

  public init(_ records: [PanelRecord]) {
    self.records = records
    heads = Array(repeating: -1, count: records.count + 1)
    next = Array(repeating: -1, count: records.count)
    // The first of those that have the same name is found first.
    for number in records.indices.reversed() {
      let place = place(records[number].text(.name) ?? "")
      (next[number], heads[place]) = (heads[place], number)
    }
  }

  /// Which record has a name: the first of several.
  public func first(_ name: String) -> Int? {
    var number = heads[place(name)]
    while number >= 0 {
      if haveSameBytes(records[number].text(.name), name) { return number }
      number = next[number]
    }
    return nil
  }

  /// FNV-1a. http://www.isthe.com/chongo/tech/comp/fnv/
  private func place(_ name: String) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash % UInt32(heads.count))
  }
}
