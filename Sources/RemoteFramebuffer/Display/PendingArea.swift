// Stage: remote framebuffer. Input: rectangles that changed. Output: a few rectangles that hold them all.
import FixedRaster

/// The parts of the picture that a viewer has not seen yet: 16 rectangles at most, no memory of its own.
///
/// Rectangles that are cheaper to send as one are merged. Few overlap; no area is ever lost.
struct PendingArea {
  static var capacity: Int { 16 }
  /// The cost of one more rectangle, in pixels: a union that adds fewer is cheaper.
  private static var rectangleCost: Int64 { 256 }

  private(set) var count = 0
  private var rects = InlineArray<16, PixelRect>(repeating: .empty)

  /// - Parameter index: 0 ..< ``count``.
  subscript(index: Int) -> PixelRect { rects[index] }

  mutating func removeAll() { count = 0 }

  func intersects(_ rect: PixelRect) -> Bool {
    for index in 0..<count where rects[index].intersects(rect) { return true }
    return false
  }

  mutating func add(_ rect: PixelRect) {
    if rect.isEmpty { return }
    var rect = rect
    var index = 0
    while index < count {
      let other = rects[index]
      if other.contains(rect) { return }
      let union = rect.union(other)
      if union.area <= rect.area + other.area + Self.rectangleCost {
        // The grown one may swallow rectangles that were passed.
        rect = union
        remove(at: index)
        index = 0
      } else {
        index += 1
      }
    }
    if count < Self.capacity {
      rects[count] = rect
      count += 1
    } else {
      addWithCheapest(rect)
    }
  }

  /// Removes the part within an area and returns it. Two of its rectangles may have become one, which stays within the area.
  mutating func take(within area: PixelRect) -> PendingArea {
    var taken = PendingArea()
    let former = self
    count = 0
    for index in 0..<former.count {
      let rect = former[index]
      let common = rect.intersection(area)
      if common.isEmpty {
        keep(rect)
        continue
      }
      taken.add(common)
      // Above, below, left and right of it.
      keep(PixelRect(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: common.minY))
      keep(PixelRect(minX: rect.minX, minY: common.maxY, maxX: rect.maxX, maxY: rect.maxY))
      keep(PixelRect(minX: rect.minX, minY: common.minY, maxX: common.minX, maxY: common.maxY))
      keep(PixelRect(minX: common.maxX, minY: common.minY, maxX: rect.maxX, maxY: common.maxY))
    }
    return taken
  }

  /// Adds a rectangle that must not grow over those that were taken, while there is room.
  private mutating func keep(_ rect: PixelRect) {
    if rect.isEmpty { return }
    if count == Self.capacity { return addWithCheapest(rect) }
    rects[count] = rect
    count += 1
  }

  /// Joins everything to one rectangle.
  mutating func join() {
    var all = PixelRect.empty
    for index in 0..<count { all = all.union(rects[index]) }
    count = 0
    add(all)
  }

  /// Merges a rectangle with the one to which it adds the fewest pixels.
  private mutating func addWithCheapest(_ rect: PixelRect) {
    var (best, cost) = (0, Int64.max)
    for index in 0..<count {
      let added = rects[index].union(rect).area - rects[index].area
      if added < cost { (best, cost) = (index, added) }
    }
    let union = rects[best].union(rect)
    remove(at: best)
    add(union)
  }

  /// The last rectangle takes the place of the removed one.
  private mutating func remove(at index: Int) {
    count -= 1
    rects[index] = rects[count]
  }
}
