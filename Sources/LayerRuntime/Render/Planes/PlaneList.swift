// Stage: render. Input: the planes of a space, in the order of their layers. Output: the order in which they are drawn.

import FixedRaster

/// The planes of one layer while they are gathered.
struct PlaneList {
  private(set) var first = PlaneIndex.none
  private var last = PlaneIndex.none
  private var count: Int32 = 0
  /// Whether no order shows the planes as they lie: two pass through each other, or each of several lies partly behind the
  /// next one.
  private(set) var isCrossing = false

  /// Adds a plane behind those that are there.
  mutating func append(_ plane: RenderPlane, to store: inout PlaneStore) {
    let index = store.take(plane)
    if index.isNone { return }
    store[index].rank = count
    count += 1
    if last.isNone { first = index } else { store[last].next = index }
    last = index
  }

  /// Puts planes that lie in space in the order in which they are drawn, the farthest first; of those that lie in the same
  /// place the order stays.
  ///
  /// Those that cross stay as they are.
  mutating func sortByDepth(in store: inout PlaneStore) {
    if !countThoseBehind(in: &store) {
      isCrossing = true
      return
    }
    var (sorted, rest) = (PlaneList(), first)
    while !rest.isNone {
      guard let index = PlaneList.takeReady(from: &rest, in: &store) else {
        // Around in a circle: they are composed pixel by pixel, in whatever order.
        isCrossing = true
        sorted.appendAll(rest, in: &store)
        break
      }
      sorted.appendAll(index, in: &store)
      var other = rest
      while !other.isNone {
        if store[index].precedes(store[other]) { store[other].waitsFor -= 1 }
        other = store[other].next
      }
    }
    (first, last) = (sorted.first, sorted.last)
  }

  /// Counts for each plane those that are drawn before it. Returns false if two cross.
  private func countThoseBehind(in store: inout PlaneStore) -> Bool {
    var index = first
    while !index.isNone {
      var other = store[index].next
      while !other.isNone {
        switch store[index].order(to: store[other]) {
        case .apart: break
        case .behind: store[other].waitsFor += 1
        case .inFront: store[index].waitsFor += 1
        case .crossing: return false
        }
        other = store[other].next
      }
      index = store[index].next
    }
    return true
  }

  /// Takes the first of a list that waits for no other; `nil` if there is none.
  private static func takeReady(from list: inout PlaneIndex, in store: inout PlaneStore) -> PlaneIndex? {
    var (before, index) = (PlaneIndex.none, list)
    while !index.isNone {
      let next = store[index].next
      if store[index].waitsFor == 0 {
        if before.isNone { list = next } else { store[before].next = next }
        store[index].next = .none
        return index
      }
      (before, index) = (index, next)
    }
    return nil
  }

  /// Appends planes that are in the store, linked to each other.
  private mutating func appendAll(_ index: PlaneIndex, in store: inout PlaneStore) {
    if last.isNone { first = index } else { store[last].next = index }
    last = index
    while !store[last].next.isNone { last = store[last].next }
  }
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
  }

  /// Whether this plane is drawn before another one because of where they lie.
  func precedes(_ other: RenderPlane) -> Bool {
    rank < other.rank ? order(to: other) == .behind : other.order(to: self) == .inFront
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
      let (x, y) = (corner & 1 == 0 ? common.minX &- 1 : common.maxX, corner < 2 ? common.minY &- 1 : common.maxY)
      let gap = Int64(its.depth(x, y)) - Int64(own.depth(x, y))
      (nearest, farthest) = (Swift.max(nearest, gap), Swift.min(farthest, gap))
    }
    let tolerance = Int64(DepthPlane.tolerance.rawValue)
    if farthest >= -tolerance { return .behind }
    return nearest <= tolerance ? .inFront : .crossing
  }
}
