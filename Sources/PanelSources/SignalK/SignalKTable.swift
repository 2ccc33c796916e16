// Stage: sources. Input: a path of Signal K. Output: the addresses of its values.
import PanelFile
import PanelSignals
import SystemFiles

/// The addresses of a Signal K server, found by their paths. Made once, and takes no memory then.
struct SignalKTable {
  private let paths: AddressTable
  private var entries: [Entry] = []
  private var letters: [UInt8] = []
  /// Whether an address has a source of its own.
  private(set) var hasSources = false

  private struct Entry {
    let isSeverity: Bool
    /// Among all letters.
    let source, member: Range<Int>
  }

  init(_ addresses: [SignalKAddress]) {
    paths = AddressTable(addresses.map { (String(decoding: $0.path, as: UTF8.self), SignalIndex.none, 0) })
    for address in addresses {
      let start = letters.count
      letters.append(contentsOf: address.source)
      let middle = letters.count
      letters.append(contentsOf: address.member)
      entries.append(
        Entry(isSeverity: address.form == .severity, source: start..<middle, member: middle..<letters.count))
      if middle > start { hasSources = true }
    }
  }

  /// The first address of a path; −1 where nobody waits for it.
  func find(_ path: Span<UInt8>) -> Int { path.isEmpty ? -1 : paths.find(path) }

  /// The next address of the same path; −1 behind the last.
  func next(_ address: Int) -> Int { paths.next(address) }

  func isSeverity(_ address: Int) -> Bool { entries[address].isSeverity }

  /// Whether an address is that of a part of the value.
  func hasMember(_ address: Int) -> Bool { !entries[address].member.isEmpty }

  func isMember(_ address: Int, _ name: Span<UInt8>) -> Bool { areEqual(entries[address].member, name) }

  /// Whether an address takes the values of a source.
  func takes(_ address: Int, from source: Span<UInt8>) -> Bool {
    entries[address].source.isEmpty || areEqual(entries[address].source, source)
  }

  private func areEqual(_ range: Range<Int>, _ text: Span<UInt8>) -> Bool {
    if range.count != text.count { return false }
    for index in text.indices where letters[range.lowerBound &+ index] != text[index] { return false }
    return true
  }
}
