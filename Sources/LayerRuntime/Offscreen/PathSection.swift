// Stage: offscreen. Input: a path. Output: where it goes on alike along an axis, as a box does between its corners.

import FixedRaster

/// Looks for a stretch along an axis that only lines along the axis cross: there all pixels across it look alike.
struct PathSection {
  /// The stretch has it within.
  let middle: Fixed
  /// Whether the axis is x.
  let isAlongX: Bool
  private(set) var low = Fixed.min
  private(set) var high = Fixed.max

  /// Answers `nil` where something else crosses the axis' middle, as the sides of an ellipse do.
  init?(_ path: Span<PathElement>, isAlongX: Bool, around middle: Fixed) {
    (self.middle, self.isAlongX) = (middle, isAlongX)
    for i in path.indices { limit(path[i]) }
    if low == .min || high == .max || crosses(path) { return nil }
  }

  private func along(_ point: Point) -> Fixed { isAlongX ? point.x : point.y }
  private func isBeyond(_ point: Point) -> Bool { along(point) > middle }

  private mutating func limit(_ element: PathElement) {
    switch element {
    case .move(let end), .line(let end): limit(end)
    case .quadratic(let control, let end), .conic(let control, let end, _):
      limit(control)
      limit(end)
    case .cubic(let control1, let control2, let end):
      limit(control1)
      limit(control2)
      limit(end)
    case .close: break
    }
  }

  private mutating func limit(_ point: Point) {
    if isBeyond(point) { high = Swift.min(high, along(point)) } else { low = Swift.max(low, along(point)) }
  }

  /// Whether anything but a line along the axis crosses the stretch; a filled path is closed by a line.
  private func crosses(_ path: Span<PathElement>) -> Bool {
    var start = Point.zero
    var place = Point.zero
    for i in path.indices {
      let from = place
      switch path[i] {
      case .move(let point):
        if crosses(from, start) { return true }
        (start, place) = (point, point)
      case .line(let end):
        if crosses(from, end) { return true }
        place = end
      case .quadratic(let control, let end), .conic(let control, let end, _):
        if isBeyond(from) != isBeyond(control) || isBeyond(from) != isBeyond(end) { return true }
        place = end
      case .cubic(let control1, let control2, let end):
        let isOver = isBeyond(from)
        if isOver != isBeyond(control1) || isOver != isBeyond(control2) || isOver != isBeyond(end) { return true }
        place = end
      case .close:
        if crosses(from, start) { return true }
        place = start
      }
    }
    return crosses(place, start)
  }

  private func crosses(_ from: Point, _ to: Point) -> Bool {
    isBeyond(from) != isBeyond(to) && (isAlongX ? from.y != to.y : from.x != to.x)
  }
}

extension ShadowShape {
  /// Device columns that look alike in a path's coverage where the shadow falls, and rows; empty if there are none.
  func alike(_ path: Span<PathElement>, _ bounds: Rect) -> (columns: Range<Int32>, rows: Range<Int32>) {
    let fall = self.fall
    if homography != nil || !fall.keepsRectsUpright { return (0..<0, 0..<0) }
    func pixels(isAlongX: Bool) -> Range<Int32> {
      let middle = isAlongX ? bounds.midX : bounds.midY
      guard let stretch = PathSection(path, isAlongX: isAlongX, around: middle) else { return 0..<0 }
      let (low, high) = (stretch.low, stretch.high)
      let first = Point(x: isAlongX ? low : 0, y: isAlongX ? 0 : low).applying(fall)
      let last = Point(x: isAlongX ? high : 0, y: isAlongX ? 0 : high).applying(fall)
      // A quarter turn makes columns of rows.
      let (a, b) = isAlongX == (fall.b == 0) ? (first.x, last.x) : (first.y, last.y)
      // A pixel less at each end, for the corners' coverage is rounded.
      let (start, end) = (Swift.min(a, b).ceil + 1, Swift.max(a, b).floor - 1)
      return start < end ? Int32(truncatingIfNeeded: start)..<Int32(truncatingIfNeeded: end) : 0..<0
    }
    let (alongX, alongY) = (pixels(isAlongX: true), pixels(isAlongX: false))
    return fall.b == 0 ? (alongX, alongY) : (alongY, alongX)
  }
}
