// Stage: render. Sorting where the elements lie, for a frame allocates nothing.

extension Array {
  /// Sorts a part of the elements by a heap. Equal ones do not stay in their order.
  mutating func sortInPlace(in part: Range<Int>, _ precedes: (Element, Element) -> Bool) {
    let (first, count) = (part.lowerBound, part.count)
    var start = count / 2
    while start > 0 {
      start -= 1
      sift(first, start, count, precedes)
    }
    var end = count
    while end > 1 {
      end -= 1
      swapAt(first, first + end)
      sift(first, 0, end, precedes)
    }
  }

  private mutating func sift(_ first: Int, _ root: Int, _ end: Int, _ precedes: (Element, Element) -> Bool) {
    var root = root
    while 2 * root + 1 < end {
      var child = 2 * root + 1
      if child + 1 < end && precedes(self[first + child], self[first + child + 1]) { child += 1 }
      if !precedes(self[first + root], self[first + child]) { return }
      swapAt(first + root, first + child)
      root = child
    }
  }
}
