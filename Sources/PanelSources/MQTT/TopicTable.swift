// Stage: sources. Input: the topic of a message. Output: the addresses that want its values.
import PanelFile
import PanelSignals

/// Finds the addresses of a topic, in a table that is made once and then takes no memory.
///
/// Addresses are numbered as in the list that it is made of. Those of the same topic, or filter, hang on the first of them.
struct TopicTable {
  /// An address without its topic.
  struct Entry {
    let field: MQTTAddress.Field
    /// Whether its signal may be told texts.
    let takesTexts: Bool
    /// The member's name among all letters.
    let start, count: Int32
    /// The pattern's place in the list of patterns, or the number of the `+`, from 1 on.
    let number: Int32
    /// The next address of the same topic or filter; −1 behind the last.
    let next: Int32
  }

  private var entries: [Entry] = []
  /// The first address of each topic or filter, in the order of the list.
  let firsts: [Int]
  /// Those of ``firsts`` that have a `+`.
  private let filters: [Int]
  let topics: [[UInt8]]
  private let table: AddressTable
  private var letters: [UInt8] = []
  private(set) var patterns: [FieldPattern] = []

  /// - Parameter takesTexts: whether the signal of an address, by its number, may be told texts.
  init(_ addresses: [MQTTAddress], takesTexts: (Int) -> Bool) {
    var named: [SourceAddress] = []
    for (index, address) in addresses.enumerated() {
      named.append((String(decoding: address.topic, as: UTF8.self), SignalIndex(index), 0))
    }
    let table = AddressTable(named)
    self.table = table
    topics = addresses.map { $0.topic }
    firsts = addresses.indices.filter { index in
      let topic = addresses[index].topic
      return table.find(topic.span) == index
    }
    filters = firsts.filter { addresses[$0].isFilter }
    for (index, address) in addresses.enumerated() { add(address, takesTexts: takesTexts(index)) }
  }

  private mutating func add(_ address: MQTTAddress, takesTexts: Bool) {
    var number = address.level ?? 0
    if address.field == .pattern {
      number = patterns.count
      patterns.append(FieldPattern(String(decoding: address.detail, as: UTF8.self)))
    }
    entries.append(
      Entry(
        field: address.field, takesTexts: takesTexts, start: Int32(letters.count), count: Int32(address.detail.count),
        number: Int32(number), next: Int32(table.next(entries.count))))
    if address.field == .member { letters.append(contentsOf: address.detail) }
  }

  subscript(address: Int) -> Entry { entries[address] }

  /// The next address of the same topic or filter; −1 behind the last.
  func next(_ address: Int) -> Int { Int(entries[address].next) }

  /// Goes through the topic's own addresses, and those of each filter that it fits.
  /// - Parameter step: 0 at first.
  /// - Returns: the first address; −1 at the end.
  func findFirst(_ topic: Span<UInt8>, _ step: inout Int) -> Int {
    if step == 0 {
      step = 1
      let first = table.find(topic)
      // A topic has no +; one that is written like a filter is found among those.
      if first >= 0, !filters.contains(first) { return first }
    }
    while step <= filters.count {
      let first = filters[step &- 1]
      step &+= 1
      let filter = topics[first]
      if Self.fits(topic, filter.span) { return first }
    }
    return -1
  }

  /// The next address, from one on, of a member's name; −1 where there is none.
  @inline(__always)
  func findMember(_ name: Span<UInt8>, from address: Int) -> Int {
    var address = address
    while address >= 0 {
      let entry = entries[address]
      if Int(entry.count) == name.count && entry.field == .member {
        // From the end: the last letters differ most often.
        var index = name.count
        while index > 0, letters[Int(entry.start) &+ index &- 1] == name[index &- 1] { index &-= 1 }
        if index == 0 { return address }
      }
      address = Int(entry.next)
    }
    return -1
  }

  /// Whether a topic fits a filter (MQTT 3.1.1, section 4.7). A topic that begins with `$` fits no `+` there.
  static func fits(_ topic: Span<UInt8>, _ filter: Span<UInt8>) -> Bool {
    if !topic.isEmpty && !filter.isEmpty && topic[0] == UInt8(ascii: "$") && filter[0] != topic[0] { return false }
    var place = 0
    for index in filter.indices {
      if filter[index] == UInt8(ascii: "+") {
        place = levelEnd(topic, from: place)
      } else {
        if place >= topic.count || topic[place] != filter[index] { return false }
        place &+= 1
      }
    }
    return place == topic.count
  }

  /// The text of a topic in the place of a filter's `+`.
  /// - Parameter number: of the `+`, from 1 on.
  static func level(_ number: Int, of topic: Span<UInt8>, _ filter: Span<UInt8>) -> Range<Int> {
    var (place, count) = (0, 0)
    for index in filter.indices where place <= topic.count {
      if filter[index] == UInt8(ascii: "+") {
        let end = levelEnd(topic, from: place)
        count &+= 1
        if count == number { return place..<end }
        place = end
      } else {
        place &+= 1
      }
    }
    return 0..<0
  }

  private static func levelEnd(_ topic: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < topic.count, topic[end] != UInt8(ascii: "/") { end &+= 1 }
    return end
  }
}
