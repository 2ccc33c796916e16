// Stage: sources. Input: the name of a member of a delta. Output: its place there.
import SystemFiles

/// The place of a member in a delta of Signal K, by the name that ``JSONReader`` gives it: `updates[0].values[1].path`.
struct DeltaMember {
  /// The number of its update; −1 outside of the updates.
  private(set) var update = -1
  /// The number of its value; −1 outside of the values.
  private(set) var value = -1
  /// The beginning of the rest of the name.
  private(set) var rest = 0

  init(_ name: Span<UInt8>) {
    update = Self.index("updates[", name, &rest)
    if update >= 0 { value = Self.index("values[", name, &rest) }
  }

  /// Reads a list's name, an index and `].`; −1 where something else stands at a place.
  private static func index(_ list: StaticString, _ name: Span<UInt8>, _ start: inout Int) -> Int {
    var place = start &+ list.utf8CodeUnitCount
    if place >= name.count || !list.isEqual(to: name.extracting(start..<place)) { return -1 }
    var index = 0
    // JSON's reader writes digits alone there. A line has room for fewer than a hundred thousand elements.
    while place < name.count, name[place] &- 48 <= 9 {
      index = index &* 10 &+ Int(name[place] &- 48)
      place &+= 1
    }
    if place &+ 1 >= name.count || name[place] != UInt8(ascii: "]") || name[place &+ 1] != UInt8(ascii: ".") {
      return -1
    }
    start = place &+ 2
    return index
  }
}
