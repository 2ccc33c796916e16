// Stage: path. Input: the points of a stroke's two sides, as they are found. Output: polygons.

/// Makes polygons of the two sides of a stroke while walking along the path once.
///
/// The left side is emitted at once, the right side kept, for at most 64 points, and emitted backwards. Where it is
/// full, the polygon is closed across the stroke and the next one begins with the same edge in the other direction: the
/// two cancel, so the sum of the polygons is the whole outline.
struct StrokeOutline {
  private static var capacity: Int { 64 }
  private var right = InlineArray<64, SubpixelPoint>(repeating: SubpixelPoint(x: .zero, y: .zero))
  private var count = 0
  private var lastLeft = SubpixelPoint(x: .zero, y: .zero)

  mutating func begin<Sink: PolygonSink & ~Copyable>(_ point: SubpixelPoint, into sink: inout Sink) {
    count = 0
    lastLeft = point
    sink.move(to: point)
  }

  @inline(__always)
  mutating func append<Sink: PolygonSink & ~Copyable>(
    _ point: SubpixelPoint, toLeft: Bool, into sink: inout Sink
  ) {
    if toLeft {
      lastLeft = point
      sink.line(to: point)
      return
    }
    if count == StrokeOutline.capacity {
      let last = right[count - 1]
      end(into: &sink)
      sink.move(to: lastLeft)
      right[0] = last
      count = 1
    }
    right[count] = point
    count &+= 1
  }

  /// Emits the right side. The taker closes the polygon.
  mutating func end<Sink: PolygonSink & ~Copyable>(into sink: inout Sink) {
    var i = count
    while i > 0 {
      i &-= 1
      sink.line(to: right[i])
    }
    count = 0
  }
}
