// Stage: panel file. Input: records. Output: which of them has a name, without looking at all of them.
import Packs
import PanelSignals
import SystemFiles

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
      let place = place(records[number])
      (next[number], heads[place]) = (heads[place], number)
    }
  }

  /// Which record has the name of another one: the first of several; `nil` for one without a name.
  public func first(as record: PanelRecord) -> Int? {
    guard let name = record.text(.name) else { return nil }
    var number = heads[place(record)]
    while number >= 0 {
      if haveSameBytes(records[number].text(.name), name) { return number }
      number = next[number]
    }
    return nil
  }

  private func place(_ record: PanelRecord) -> Int {
    let bytes = Array((record.text(.name) ?? "").utf8)
    return Int(hash32(bytes.span) % UInt32(heads.count))
  }
}
