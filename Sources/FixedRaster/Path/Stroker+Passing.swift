// Stage: path. Parts of a stroke that are not seen, and need not be drawn.
//
// A tile gets all of a path, of which it shows little. A line or a curve that lies on one outer side of the tile, with
// as much around it as its corners may reach, adds nothing there: cut off from the rest across the stroke it would be a
// polygon that is closed and lies on that side as a whole, whose coverage is exactly zero. So the outline is ended
// behind the first such piece and begun again with the last one, for the corners with the pieces that are seen must be
// as they are; the pieces between are passed over, before their normals and lengths are found.

/// A piece of the path that was not drawn.
struct PassedPiece {
  let start: DevicePoint
  /// `nil` of a line.
  let curve: DeviceCubic?
}

extension Stroker {
  /// How far from the ends of a chord its part of the outline may lie, in 1/65536 pixel, with two pixels for rounding.
  static func reach(_ pen: Pen, _ style: StrokeStyle) -> Int64 {
    // In half widths, 16.16: that of a miter, or √2 of a square cap. The radius is below 2^32, the factor 2^26.
    let limit = Swift.min(1000 &<< 16, Int64(style.miterLimit.rawValue))
    let factor = style.join == .miter ? Swift.max(limit, 3 &<< 15) : 3 &<< 15
    return (pen.radius &* factor) &>> 16 &+ 2 &<< 16
  }

  /// Whether the piece from ``point`` to `end` need not be drawn, as far as is known before the next one.
  @inline(__always)
  func passes(to end: DevicePoint, isBeside: Bool) -> Bool {
    isBeside && self.isBeside && hasChord && pen.hasChord(from: point, to: end)
  }

  /// Passes over a piece.
  mutating func pass<Sink: PolygonSink & ~Copyable>(
    to end: DevicePoint, curve: DeviceCubic?, into sink: inout Sink
  ) {
    if passed == nil {
      outline.end(into: &sink)
      isCut = true
    }
    passed = PassedPiece(start: point, curve: curve)
    point = end
  }

  /// Draws the last passed-over piece, for the next one.
  @inline(__always)
  mutating func drawPassed<Sink: PolygonSink & ~Copyable>(into sink: inout Sink) {
    if let piece = passed { draw(piece, into: &sink) }
  }

  @inline(never)
  private mutating func draw<Sink: PolygonSink & ~Copyable>(
    _ piece: PassedPiece, into sink: inout Sink
  ) {
    passed = nil
    let end = point
    point = piece.start
    if let curve = piece.curve {
      _ = addCurve(curve, isContinued: false, into: &sink)
    } else {
      _ = addLine(to: end, into: &sink)
    }
  }

  /// Begins an outline with a chord that cannot be seen.
  mutating func begin<Sink: PolygonSink & ~Copyable>(again chord: Pen.Chord, into sink: inout Sink) {
    isCut = false
    (normal, length) = (chord.normal, chord.length)
    outline.begin(place(normal, at: point, toLeft: false), into: &sink)
    append(normal, toLeft: true, into: &sink)
    append(normal, toLeft: false, into: &sink)
  }
}
