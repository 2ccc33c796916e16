// Stage: path. The ends of an open stroke, and subpaths without length.

extension Stroker {
  /// Begins the outline at ``point``, with ``normal``: from the right side around the start to the left side.
  mutating func startCap<Sink: PolygonSink & ~Copyable>(into sink: inout Sink) {
    switch style.cap {
    case .butt:
      outline.begin(place(normal, at: point, toLeft: false), into: &sink)
    case .round:
      outline.begin(place(normal, at: point, toLeft: false), into: &sink)
      arc(from: -normal, to: normal, toLeft: true, into: &sink)
    case .square:
      outline.begin(corner(-normal, normal.turnedLeft), into: &sink)
      outline.append(corner(normal, normal.turnedLeft), toLeft: true, into: &sink)
    }
    append(normal, toLeft: true, into: &sink)
    append(normal, toLeft: false, into: &sink)
  }

  /// Ends the outline at ``point``: from the left side around the end to the right side.
  mutating func endCap<Sink: PolygonSink & ~Copyable>(into sink: inout Sink) {
    append(normal, toLeft: true, into: &sink)
    switch style.cap {
    case .butt: break
    case .round:
      arc(from: normal, to: -normal, toLeft: true, into: &sink)
    case .square:
      outline.append(corner(normal, normal.turnedRight), toLeft: true, into: &sink)
      outline.append(corner(-normal, normal.turnedRight), toLeft: true, into: &sink)
    }
    append(normal, toLeft: false, into: &sink)
  }

  /// Ends a dash. If it has no length it is a dot, or a square in the direction of `normal`.
  mutating func end<Sink: PolygonSink & ~Copyable>(along normal: UnitVector?, into sink: inout Sink) {
    guard !hasChord, let normal else {
      end(into: &sink)
      return
    }
    if style.cap == .butt { return }
    self.normal = normal
    startCap(into: &sink)
    endCap(into: &sink)
    outline.end(into: &sink)
  }

  /// A subpath without length: a round cap makes it a dot, a square cap a square along the path's axes, a butt cap
  /// nothing.
  mutating func dot<Sink: PolygonSink & ~Copyable>(into sink: inout Sink) {
    let right = UnitVector(x: 1 &<< 30, y: 0)
    let down = right.turnedRight
    switch style.cap {
    case .butt: break
    case .round:
      outline.begin(place(right, at: point, toLeft: true), into: &sink)
      arc(from: right, to: -right, toLeft: true, into: &sink)
      append(-right, toLeft: true, into: &sink)
      arc(from: -right, to: right, toLeft: true, into: &sink)
    case .square:
      outline.begin(corner(-right, -down), into: &sink)
      outline.append(corner(right, -down), toLeft: true, into: &sink)
      outline.append(corner(right, down), toLeft: true, into: &sink)
      outline.append(corner(-right, down), toLeft: true, into: &sink)
    }
    outline.end(into: &sink)
  }

  /// The corner of a square about the pen at ``point``.
  private func corner(_ u: UnitVector, _ v: UnitVector) -> SubpixelPoint {
    let offset = pen.offset(x: Int64(u.x) &+ Int64(v.x), y: Int64(u.y) &+ Int64(v.y), fractionBits: 30)
    return DevicePoint(x: point.x &+ offset.x, y: point.y &+ offset.y).subpixel
  }
}
