import FixedRaster

// Stage: render. Siblings that lie here and there, one far from the next in drawing order: bundles of such would all
// reach over the whole display. They are sorted by where they lie before they are tied, along a curve that goes through
// squares of squares (Morton 1966), and what a rectangle shows of them is sorted back.

extension RenderTree {
  /// Whether bundles of neighbours in a list would cover the place of all of them several times over.
  func areStrewn(_ first: Int32) -> Bool {
    var (all, bundle) = (PixelRect.empty, PixelRect.empty)
    var (sum, count, item) = (Int64(0), 0, first)
    while item >= 0 {
      let place = nodes[Int(item)].subtree
      (all, bundle, count) = (all.union(place), bundle.union(place), count + 1)
      if count == Self.bundleSize {
        sum += bundle.area
        (bundle, count) = (.empty, 0)
      }
      item = nodes[Int(item)].nextSibling
    }
    return sum > 4 * all.area
  }

  /// Sorts a node's children, which are linked in drawing order, by where they lie; their ranks say in what order they
  /// are drawn.
  mutating func sortByPlace(_ i: Int) {
    var item = nodes[i].firstChild
    while item >= 0 {
      shown[Int(item)].rank = nodes[Int(item)].subtree.mortonCode
      shown[Int(item)].nextSibling = nodes[Int(item)].nextSibling
      item = nodes[Int(item)].nextSibling
    }
    let first = sortedByRank(nodes[i].firstChild)
    item = nodes[i].firstChild
    var rank: UInt32 = 0
    while item >= 0 {
      shown[Int(item)].rank = rank
      rank += 1
      item = nodes[Int(item)].nextSibling
    }
    (nodes[i].firstChild, item) = (first, first)
    while item >= 0 {
      nodes[Int(item)].nextSibling = shown[Int(item)].nextSibling
      item = nodes[Int(item)].nextSibling
    }
    nodes[i].isStrewn = true
  }

  /// Sorts a list of ``shown`` by ranks; equal ones stay in their order. Answers the first. Lists are merged, of one,
  /// two, four and so on: that takes no memory.
  mutating func sortedByRank(_ list: Int32) -> Int32 {
    var (first, length) = (list, 1)
    while true {
      var (left, last, merges) = (first, Int32(-1), 0)
      first = -1
      while left >= 0 {
        merges += 1
        var right = left
        for _ in 0..<length where right >= 0 { right = shown[Int(right)].nextSibling }
        left = merge(left, right, length, &first, &last)
      }
      if last >= 0 { shown[Int(last)].nextSibling = -1 }
      if merges <= 1 { return first }
      length *= 2
    }
  }

  /// Appends what two lists hold to a third: the one that ends before `middle`, and the one of so many at the most that
  /// begins there. Answers what follows.
  private mutating func merge(
    _ start: Int32, _ middle: Int32, _ length: Int, _ first: inout Int32, _ last: inout Int32
  ) -> Int32 {
    var (left, right, rights) = (start, middle, length)
    while true {
      let hasRight = rights > 0 && right >= 0
      if left == middle && !hasRight { return right }
      let item: Int32
      if hasRight && (left == middle || shown[Int(right)].rank < shown[Int(left)].rank) {
        (item, right, rights) = (right, shown[Int(right)].nextSibling, rights - 1)
      } else {
        (item, left) = (left, shown[Int(left)].nextSibling)
      }
      if last < 0 { first = item } else { shown[Int(last)].nextSibling = item }
      last = item
    }
  }
}

extension PixelRect {
  /// The bits of the middle's coordinates by turns: rectangles with similar codes lie next to each other.
  fileprivate var mortonCode: UInt32 {
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
