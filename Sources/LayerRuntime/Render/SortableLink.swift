import FixedRaster

// Stage: render. Linked lists that lie in an array, sorted where they lie.

/// An element of a linked list whose links are indices into an array.
protocol SortableLink {
  var nextSibling: NodeIndex { get set }
  var sortKey: UInt32 { get }
}

extension Array where Element: SortableLink {
  /// Sorts a list by its keys; equal ones stay in their order. Returns the first. Lists are merged, of one, two, four and
  /// so on: that takes no memory.
  mutating func sortList(_ list: NodeIndex) -> NodeIndex {
    var (first, length) = (list, 1)
    while true {
      var (left, last, merges) = (first, NodeIndex.none, 0)
      first = .none
      while !left.isNone {
        merges += 1
        var right = left
        for _ in 0..<length where !right.isNone { right = self[right.offset].nextSibling }
        left = merge(left, right, length, &first, &last)
      }
      if !last.isNone { self[last.offset].nextSibling = .none }
      if merges <= 1 { return first }
      length *= 2
    }
  }

  /// Appends two lists to a third: the one that ends before `middle`, and the one of so many at the most that begins
  /// there. Returns the rest.
  private mutating func merge(
    _ start: NodeIndex, _ middle: NodeIndex, _ length: Int, _ first: inout NodeIndex, _ last: inout NodeIndex
  ) -> NodeIndex {
    var (left, right, rights) = (start, middle, length)
    while true {
      let hasRight = rights > 0 && !right.isNone
      if left == middle && !hasRight { return right }
      let item: NodeIndex
      if hasRight && (left == middle || self[right.offset].sortKey < self[left.offset].sortKey) {
        (item, right, rights) = (right, self[right.offset].nextSibling, rights - 1)
      } else {
        (item, left) = (left, self[left.offset].nextSibling)
      }
      if last.isNone { first = item } else { self[last.offset].nextSibling = item }
      last = item
    }
  }
}

extension PixelRect {
  /// The bits of the middle's coordinates by turns: rectangles with similar codes lie next to each other.
  var mortonCode: UInt32 {
    func spread(_ coordinate: Int32) -> UInt32 {
      var bits = UInt32(truncatingIfNeeded: Swift.max(0, Swift.min(65535, coordinate + 32768)))
      bits = (bits | bits << 8) & 0x00FF_00FF
      bits = (bits | bits << 4) & 0x0F0F_0F0F
      bits = (bits | bits << 2) & 0x3333_3333
      return (bits | bits << 1) & 0x5555_5555
    }
    return spread(minX / 2 + maxX / 2) | spread(minY / 2 + maxY / 2) << 1
  }
}
