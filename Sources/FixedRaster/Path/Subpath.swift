/// The steps of a path from one point on, up to `close`, a `move`, or the end.
struct Subpath {
  /// Without the `move`, with the `close`.
  var elements: Range<Int>
  var start: Point
  var isClosed: Bool
}

/// A path's subpaths, one after the other. A lone `move` is none; a subpath after a `close` begins where that one did;
/// a path that does not begin with `move` begins at the origin.
struct Subpaths {
  private var index = 0
  private var start = Point.zero

  mutating func next(_ path: Span<PathElement>) -> Subpath? {
    while index < path.count, case .move(let point) = path[index] {
      start = point
      index &+= 1
    }
    if index == path.count { return nil }
    let first = index
    while index < path.count {
      switch path[index] {
      case .close:
        index &+= 1
        return Subpath(elements: first..<index, start: start, isClosed: true)
      case .move: return Subpath(elements: first..<index, start: start, isClosed: false)
      default: index &+= 1
      }
    }
    return Subpath(elements: first..<index, start: start, isClosed: false)
  }
}
