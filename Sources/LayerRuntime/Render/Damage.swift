import FixedRaster

// Stage: render. Input: rectangles of the display that changed. Output: a few disjoint rectangles that hold them all.

/// The part of a display that a frame must redraw: at most ``capacity`` disjoint rectangles, no memory of its own.
///
/// Rectangles that are cheaper to draw as one are merged; overlaps are cut off. No area is ever lost.
struct Damage {
  /// The most rectangles kept; beyond it the pair whose union costs least is merged.
  static var capacity: Int { 16 }
  /// The cost of one more rectangle (setting up tiles, looking layers up), in pixels: a union that adds fewer is
  /// cheaper.
  private static var rectangleCost: Int64 { 512 }

  private(set) var count = 0
  fileprivate var rects = InlineArray<16, PixelRect>(repeating: .empty)

  subscript(index: Int) -> PixelRect { rects[index] }

  var isEmpty: Bool { count == 0 }

  /// Pixels in all rectangles.
  var area: Int64 {
    var sum: Int64 = 0
    for i in 0..<count { sum &+= rects[i].area }
    return sum
  }

  func intersects(_ rect: PixelRect) -> Bool {
    for i in 0..<count where rects[i].intersects(rect) { return true }
    return false
  }

  mutating func removeAll() { count = 0 }

  /// Adds the pixels of `rect`.
  mutating func add(_ rect: PixelRect) {
    if rect.isEmpty { return }
    var rect = rect
    // Swallow every rectangle that is cheaper to draw together with the new one; a grown one may swallow more.
    var i = 0
    while i < count {
      let other = rects[i]
      if other.contains(rect) { return }
      let union = rect.union(other)
      if union.area <= rect.area &+ other.area &+ Self.rectangleCost {
        rect = union
        remove(at: i)
        i = 0
      } else {
        i += 1
      }
    }
    addApart(rect)
  }

  /// Adds the part of `rect` outside the rectangles there are, in up to four pieces around each it overlaps.
  private mutating func addApart(_ rect: PixelRect) {
    if rect.isEmpty { return }
    for i in 0..<count {
      let common = rect.intersection(rects[i])
      if common.isEmpty { continue }
      // Above, below, left and right of the common part.
      addApart(PixelRect(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: common.minY))
      addApart(PixelRect(minX: rect.minX, minY: common.maxY, maxX: rect.maxX, maxY: rect.maxY))
      addApart(PixelRect(minX: rect.minX, minY: common.minY, maxX: common.minX, maxY: common.maxY))
      addApart(PixelRect(minX: common.maxX, minY: common.minY, maxX: rect.maxX, maxY: common.maxY))
      return
    }
    if count == Self.capacity { makeRoom(for: rect) } else { append(rect) }
  }

  /// Merges the pair, among the full region and `rect`, whose union adds the fewest pixels; then all that it touches.
  private mutating func makeRoom(for rect: PixelRect) {
    var best = (first: 0, second: -1, cost: Int64.max)  // second −1: the new rectangle
    for i in 0..<count {
      let cost = rects[i].union(rect).area &- rects[i].area &- rect.area
      if cost < best.cost { best = (i, -1, cost) }
      for j in i + 1..<Swift.max(i + 1, count) {
        let cost = rects[i].union(rects[j]).area &- rects[i].area &- rects[j].area
        if cost < best.cost { best = (i, j, cost) }
      }
    }
    let first = rects[best.first]
    let partner = best.second < 0 ? rect : rects[best.second]
    if best.second >= 0 { remove(at: best.second) }
    remove(at: best.first)
    addJoined(first.union(partner))
    if best.second >= 0 { addJoined(rect) }
  }

  /// Adds `rect` joined with everything it overlaps; leaves fewer rectangles or as many.
  private mutating func addJoined(_ rect: PixelRect) {
    var rect = rect
    var i = 0
    while i < count {
      if rects[i].intersects(rect) {
        rect = rect.union(rects[i])
        remove(at: i)
        i = 0
      } else {
        i += 1
      }
    }
    append(rect)
  }

  private mutating func append(_ rect: PixelRect) {
    rects[count] = rect
    count += 1
  }

  /// The last rectangle takes the place of the removed one.
  private mutating func remove(at index: Int) {
    count -= 1
    rects[index] = rects[count]
  }
}

/// The parts of a display that a frame has drawn, in its pixels. They do not overlap.
public struct DamagedRects: Sendable {
  let damage: Damage

  init(_ damage: Damage) { self.damage = damage }

  /// None.
  public init() { damage = Damage() }

  /// 0...16.
  public var count: Int { damage.count }

  /// The rectangles for a `Display`: `let damage = compositor.damagedRects`, then `try display.present(damage.span)`.
  public var span: Span<PixelRect> {
    @_lifetime(borrow self)
    get {
      let span = damage.rects.span.extracting(0..<damage.count)
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }
}
