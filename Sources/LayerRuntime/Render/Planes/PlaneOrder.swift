// Stage: render. Input: the planes of a space, in the order of their layers. Output: the order in which they are drawn.
//
// Planes whose depths lie one behind the other need no comparison: they are sorted into groups by their depths. In a
// group only those are compared that lie before each other on the display. They are found by their ends along x or y, in an
// array that is sorted by the first ends and is a tree whose nodes know the last end below them (an augmented tree, see
// Cormen et al., "Introduction to Algorithms", 14.3). So planes behind each other, or in rows beside each other, take far
// fewer steps than pairs. All pairs are compared where all planes are interleaved both in depth and on the display.

import FixedRaster

/// Sorts planes by depth, in memory that is taken once.
struct PlaneOrder {
  /// One plane while it is put in order.
  private struct Entry {
    var plane = PlaneIndex.none
    /// The place in the order of the layers.
    var rank: Int32 = 0
    /// Depths on its extent.
    var farthest: Int32 = 0, nearest: Int32 = 0
    /// Along the axis of the group.
    var start: Int32 = 0, end: Int32 = 0
    /// The last end in the part of the tree below.
    var reach: Int32 = 0
    /// Planes of the group that have yet to be linked before this one; −1 once it is linked.
    var waitsFor: Int32 = 0
  }

  private var entries: [Entry]
  /// The ends of the groups, by the places of their beginnings.
  private var groupEnds: [Int32]
  /// A heap of places: of entries that wait for no other, the first of the layers on top.
  private var ready: [Int32]
  private var readyCount = 0
  private var count = 0
  /// Pairs of planes that were compared, since the start.
  private(set) var compared = 0

  /// - Parameter capacity: planes.
  init(capacity: Int) {
    entries = Array(repeating: Entry(), count: capacity)
    groupEnds = Array(repeating: 0, count: capacity)
    ready = groupEnds
  }

  /// Links planes in the order in which they are drawn, the farthest first; of those that lie in the same place the order
  /// stays. Where two cross the list stays as it is.
  ///
  /// - Returns: the first and the last of the list, and whether no order shows the planes as they lie.
  mutating func sort(
    _ first: PlaneIndex, _ last: PlaneIndex, in planes: inout [RenderPlane]
  ) -> (first: PlaneIndex, last: PlaneIndex, isCrossing: Bool) {
    gather(first, planes)
    findGroups()
    var start = 0
    while start < count {
      let end = Int(groupEnds[start])
      if !countThoseBehind(start..<end, planes) { return (first, last, true) }
      start = end
    }
    var list = (first: PlaneIndex.none, last: PlaneIndex.none, isCrossing: false)
    start = 0
    while start < count {
      let end = Int(groupEnds[start])
      if !link(start..<end, &planes, &list.first, &list.last) { list.isCrossing = true }
      start = end
    }
    if !list.last.isNone { planes[list.last.offset].next = .none }
    return list
  }

  private mutating func gather(_ first: PlaneIndex, _ planes: [RenderPlane]) {
    (count, readyCount) = (0, 0)
    var index = first
    while !index.isNone {
      var entry = Entry(plane: index, rank: Int32(truncatingIfNeeded: count), farthest: .min, nearest: .max)
      if let depth = planes[index.offset].depth {
        let bounds = DepthPlane(depth).bounds(planes[index.offset].extent)
        (entry.farthest, entry.nearest) = (bounds.lowerBound, bounds.upperBound)
      }
      entries[count] = entry
      count += 1
      index = planes[index.offset].next
    }
  }

  /// Sorts planes by depth into groups: all of one lie behind all of the next.
  private mutating func findGroups() {
    entries.sortInPlace(in: 0..<count) { $0.farthest < $1.farthest || $0.farthest == $1.farthest && $0.rank < $1.rank }
    var (start, nearest) = (0, Int64.min)
    for place in 0..<count {
      if place > start && Int64(entries[place].farthest) > nearest + PlaneOrder.tolerance {
        groupEnds[start] = Int32(truncatingIfNeeded: place)
        (start, nearest) = (place, .min)
      }
      nearest = Swift.max(nearest, Int64(entries[place].nearest))
    }
    if count > 0 { groupEnds[start] = Int32(truncatingIfNeeded: count) }
  }

  private static var tolerance: Int64 { Int64(DepthPlane.tolerance.rawValue) }

  // MARK: One group

  /// Counts for each plane of a group those that are drawn before it. Returns false if two cross.
  private mutating func countThoseBehind(_ group: Range<Int>, _ planes: [RenderPlane]) -> Bool {
    if group.count == 1 { return true }
    sortAlongAxis(group, planes)
    for place in group {
      var next = place + 1
      while next < group.upperBound && entries[next].start < entries[place].end {
        switch order(place, next, planes) {
        case .apart: break
        case .behind: entries[next].waitsFor += 1
        case .inFront: entries[place].waitsFor += 1
        case .crossing: return false
        }
        next += 1
      }
    }
    return true
  }

  /// Sorts a group by the first ends of its planes, along the axis on which they lie over each other less.
  private mutating func sortAlongAxis(_ group: Range<Int>, _ planes: [RenderPlane]) {
    var (all, widths, heights) = (PixelRect.empty, 0, 0)
    for place in group {
      let extent = planes[entries[place].plane.offset].extent
      all = all.union(extent)
      (widths, heights) = (widths + extent.width / 64, heights + extent.height / 64)
    }
    let alongX = widths / Swift.max(1, all.width / 64) <= heights / Swift.max(1, all.height / 64)
    for place in group {
      let extent = planes[entries[place].plane.offset].extent
      (entries[place].start, entries[place].end) = alongX ? (extent.minX, extent.maxX) : (extent.minY, extent.maxY)
    }
    entries.sortInPlace(in: group) { $0.start < $1.start || $0.start == $1.start && $0.rank < $1.rank }
    _ = makeTree(group)
  }

  /// Makes a tree of a part of a group, its middle being the root. Returns the last end.
  private mutating func makeTree(_ part: Range<Int>) -> Int32 {
    if part.isEmpty { return .min }
    let middle = part.lowerBound + part.count / 2
    let below = Swift.max(makeTree(part.lowerBound..<middle), makeTree(middle + 1..<part.upperBound))
    entries[middle].reach = Swift.max(entries[middle].end, below)
    return entries[middle].reach
  }

  /// Links the planes of a group behind a list. Returns false where some lie behind each other in a circle: those come last,
  /// in the order of their layers.
  private mutating func link(
    _ group: Range<Int>, _ planes: inout [RenderPlane], _ first: inout PlaneIndex, _ last: inout PlaneIndex
  ) -> Bool {
    for place in group where entries[place].waitsFor == 0 { push(place) }
    var (left, isInOrder) = (group.count, true)
    while left > 0 {
      guard let place = pop() else {
        isInOrder = false
        for place in group where entries[place].waitsFor > 0 {
          entries[place].waitsFor = 0
          push(place)
        }
        continue
      }
      let index = entries[place].plane
      if last.isNone { first = index } else { planes[last.offset].next = index }
      last = index
      left -= 1
      entries[place].waitsFor = -1
      if isInOrder && group.count > 1 { release(place, group, planes) }
    }
    return isInOrder
  }

  /// Has the planes in a part of the tree wait no more for one that was linked.
  private mutating func release(_ linked: Int, _ part: Range<Int>, _ planes: [RenderPlane]) {
    if part.isEmpty { return }
    let middle = part.lowerBound + part.count / 2
    if entries[middle].reach <= entries[linked].start { return }
    release(linked, part.lowerBound..<middle, planes)
    if entries[middle].start >= entries[linked].end { return }
    if entries[middle].waitsFor > 0 && entries[middle].end > entries[linked].start
      && order(linked, middle, planes) == .behind
    {
      entries[middle].waitsFor -= 1
      if entries[middle].waitsFor == 0 { push(middle) }
    }
    release(linked, middle + 1..<part.upperBound, planes)
  }

  // MARK: Two planes

  /// How one plane of a group lies to another one. Of those in the same place the one of the later layer is in front.
  private mutating func order(_ own: Int, _ other: Int, _ planes: [RenderPlane]) -> RenderPlane.Order {
    compared &+= 1
    if entries[own].rank > entries[other].rank { return orderByRank(other, own, planes).reversed }
    return orderByRank(own, other, planes)
  }

  /// - Parameter later: of a layer that comes later.
  private func orderByRank(_ own: Int, _ later: Int, _ planes: [RenderPlane]) -> RenderPlane.Order {
    let (plane, other) = (entries[own].plane.offset, entries[later].plane.offset)
    if !planes[plane].extent.intersects(planes[other].extent) { return .apart }
    // Depths one behind the other, all over both, need not be found where the planes meet.
    if Int64(entries[own].nearest) <= Int64(entries[later].farthest) + PlaneOrder.tolerance { return .behind }
    if Int64(entries[own].farthest) > Int64(entries[later].nearest) + PlaneOrder.tolerance { return .inFront }
    return planes[plane].order(to: planes[other])
  }

  // MARK: Planes that are ready

  private mutating func push(_ place: Int) {
    var i = readyCount
    readyCount += 1
    let entry = Int32(truncatingIfNeeded: place)
    while i > 0 && entries[Int(ready[(i - 1) / 2])].rank > entries[place].rank {
      ready[i] = ready[(i - 1) / 2]
      i = (i - 1) / 2
    }
    ready[i] = entry
  }

  private mutating func pop() -> Int? {
    if readyCount == 0 { return nil }
    let top = Int(ready[0])
    readyCount -= 1
    let last = ready[readyCount]
    var i = 0
    while 2 * i + 1 < readyCount {
      var child = 2 * i + 1
      if child + 1 < readyCount && rank(child + 1) < rank(child) { child += 1 }
      if entries[Int(last)].rank <= rank(child) { break }
      ready[i] = ready[child]
      i = child
    }
    ready[i] = last
    return top
  }

  private func rank(_ i: Int) -> Int32 { entries[Int(ready[i])].rank }
}

extension RenderPlane {
  /// How two planes lie where both may be seen.
  enum Order {
    /// They are nowhere seen in the same place.
    case apart
    /// Nowhere before the other, or as near.
    case behind
    case inFront
    case crossing

    /// How the other one lies to this.
    fileprivate var reversed: Order {
      switch self {
      case .behind: .inFront
      case .inFront: .behind
      case .apart, .crossing: self
      }
    }
  }

  /// How this plane lies to one of a layer that comes later.
  func order(to other: RenderPlane) -> Order {
    let common = extent.intersection(other.extent)
    guard !common.isEmpty, let own = depth.map({ DepthPlane($0) }), let its = other.depth.map({ DepthPlane($0) }) else {
      return .apart
    }
    // Both are linear: a bound of the corners is one of the points between.
    var (nearest, farthest) = (Int64.min, Int64.max)
    for corner in 0..<4 {
      let (x, y) = common.corner(corner)
      let gap = Int64(its.depth(x, y)) - Int64(own.depth(x, y))
      (nearest, farthest) = (Swift.max(nearest, gap), Swift.min(farthest, gap))
    }
    let tolerance = Int64(DepthPlane.tolerance.rawValue)
    if farthest >= -tolerance { return .behind }
    return nearest <= tolerance ? .inFront : .crossing
  }
}

extension DepthPlane {
  /// The depths of a plane's points on some pixels.
  fileprivate func bounds(_ extent: PixelRect) -> ClosedRange<Int32> {
    var (nearest, farthest) = (Int32.min, Int32.max)
    for corner in 0..<4 {
      let (x, y) = extent.corner(corner)
      let depth = depth(x, y)
      (nearest, farthest) = (Swift.max(nearest, depth), Swift.min(farthest, depth))
    }
    return farthest...nearest
  }
}

extension PixelRect {
  /// One of the four pixels between which the centres of all of these lie.
  fileprivate func corner(_ number: Int) -> (x: Int32, y: Int32) {
    (x: number & 1 == 0 ? minX &- 1 : maxX, y: number < 2 ? minY &- 1 : maxY)
  }
}
