// Stage: sources. The parameter groups that the addresses of a panel read, found by their numbers.

/// The parameter groups in use, in ascending order of their numbers.
struct GroupTable {
  private var groups: [ParameterGroup] = []
  private var numbers: [UInt32] = []
  private(set) var hasFastPackets = false
  /// Whether a message may come by the transport protocol.
  private(set) var hasLongMessages = false

  init(_ addresses: [[CANField]]) {
    for fields in addresses {
      for field in fields {
        guard let group = field.group else { continue }
        if group.isFast { hasFastPackets = true }
        if field.isLong { hasLongMessages = true }
        if place(of: group) < groups.count { continue }
        // Behind others of the number.
        var place = CANDecoder.place(of: group.number, in: numbers.span)
        while has(group.number, at: place) { place += 1 }
        groups.insert(group, at: place)
        numbers.insert(group.number, at: place)
      }
    }
  }

  var count: Int { groups.count }

  /// The place of a group with its addresses; ``count`` where it is none.
  func place(of group: ParameterGroup) -> Int {
    var place = 0
    while place < groups.count {
      let other = groups[place]
      if other.number == group.number && other.key == group.key && other.form == group.form { break }
      place += 1
    }
    return place
  }

  /// The place of the first group with a number; −1 without one.
  func first(_ number: UInt32) -> Int {
    let place = CANDecoder.place(of: number, in: numbers.span)
    return has(number, at: place) ? place : -1
  }

  @inline(__always)
  func has(_ number: UInt32, at place: Int) -> Bool {
    place >= 0 && place < numbers.count && numbers[place] == number
  }

  /// Whether a message has the addresses and the priority of a group.
  @inline(__always)
  func fits(_ header: MessageHeader, at place: Int) -> Bool {
    let (value, mask) = groups[place].key
    return header.key & mask == value
  }

  /// Whether there is a group for a message.
  func wants(_ header: MessageHeader) -> Bool {
    var place = first(header.number)
    while has(header.number, at: place) {
      if fits(header, at: place) { return true }
      place &+= 1
    }
    return false
  }

  /// Whether messages of a number come in fast packets.
  func isFast(_ number: UInt32) -> Bool {
    var place = first(number)
    while has(number, at: place) {
      if groups[place].isFast { return true }
      place &+= 1
    }
    return false
  }

  /// Filters for the frames of all groups, each once.
  var filters: [CANDecoder.Filter] {
    var filters: [CANDecoder.Filter] = []
    for group in groups {
      let filter = group.filter
      if !filters.contains(where: { $0.id == filter.id && $0.mask == filter.mask }) { filters.append(filter) }
    }
    if hasLongMessages {
      for number in [ParameterGroup.management, ParameterGroup.transfer] {
        filters.append(CANDecoder.Filter(extended: number << 8, mask: 0x03FF_0000))
      }
    }
    return filters
  }
}
