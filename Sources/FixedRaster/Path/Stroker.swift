// Stage: path. Input: the chords of one subpath after the other, in device coordinates. Output: polygons whose union,
// filled non-zero, is the stroke.
//
// Every chord is a parallelogram, every corner a wedge on the outer side, all wound clockwise on the display.
// Neighbours share their edges exactly, so handing on only the outline of the whole is the same sum: the left side
// there, the right side back. On the inner side of a turn the edges are cut where they meet; where the chords are too
// short for that, the outline goes through the corner itself, which keeps every part's winding positive however tight
// the path is: parts may overlap, none is ever subtracted.

/// Turns chords into the outline of a stroke. See ``stroke(_:style:transform:clip:into:)``.
struct Stroker {
  let pen: Pen
  let style: StrokeStyle
  /// 1 + cos of the sharpest turn that is mitered, 2.30.
  let miterBound: Int64
  var outline = StrokeOutline()

  /// Where the last chord ended.
  var point = DevicePoint(x: 0, y: 0)
  /// The normal with which the last chord, or the tangent at its end, arrived.
  var normal = UnitVector(x: 0, y: 0)
  /// How long the straight piece is that ends here, in half widths, 16.16: half of it may be cut off an inner edge.
  var length: Int64 = 0

  /// How many points of arcs there is still room for in an element of the path. Six half turns, more than any curve
  /// takes with its ends, are below 7,300; but where a transform flattens the pen to next to nothing, rounding alone
  /// decides where a curve's chords point in its space, and each may turn about.
  var arcRoom = Stroker.arcCapacity
  static var arcCapacity: Int { 8192 }

  private var isClosed = false
  private(set) var hasChord = false

  // Pieces that are passed over: Stroker+Passing.swift.

  /// Where chords may be seen.
  let bounds: DeviceBounds
  /// The last piece of the path, if it was passed over.
  var passed: PassedPiece?
  /// Whether the piece before lies beside the bounds.
  var isBeside = false
  /// Whether the outline was ended within the subpath: the next chord begins another.
  var isCut = false
  private var first: FirstChord

  /// The data for a closed subpath's last corner.
  private struct FirstChord {
    var start, middle: DevicePoint
    /// At the start of the path, and of the chord itself.
    var tangent: UnitVector
    var chord: Pen.Chord
    /// Whether the two are so close that no point is needed between them.
    var isAligned: Bool
  }

  /// `nil` where the stroke covers nothing.
  ///
  /// - Parameter clip: pieces that lie wholly beside it may be left out.
  init?(style: StrokeStyle, matrix: DeviceMatrix, clip: PixelRect) {
    guard let pen = Pen(width: style.width, matrix: matrix) else { return nil }
    self.pen = pen
    self.style = style
    let limit = UInt64(bitPattern: Swift.max(0x1_0000, Swift.min(1000 &<< 16, Int64(style.miterLimit.rawValue))))
    // A miter is 1 / cos(turn/2) half widths long; 2cos² = 1 + cos(turn). 2^63 / limit² ≤ 2^31.
    miterBound = Int64(bitPattern: (1 &<< 63) / (limit &* limit))
    bounds = DeviceBounds(clip, margin: Stroker.reach(pen, style))
    let none = UnitVector(x: 0, y: 0)
    first = FirstChord(
      start: point, middle: point, tangent: none, chord: Pen.Chord(normal: none, length: 0), isAligned: true)
  }

  mutating func begin(at start: DevicePoint, isClosed: Bool) {
    point = start
    self.isClosed = isClosed
    hasChord = false
    (passed, isBeside, isCut) = (nil, false, false)
  }

  mutating func line<Sink: PolygonSink & ~Copyable>(to end: DevicePoint, into sink: inout Sink) {
    let isBeside = bounds.misses(point, end)
    if passes(to: end, isBeside: isBeside) { return pass(to: end, curve: nil, into: &sink) }
    drawPassed(into: &sink)
    if addLine(to: end, into: &sink) { self.isBeside = isBeside }
  }

  /// Answers whether it is long enough to be seen.
  @inline(never)
  mutating func addLine<Sink: PolygonSink & ~Copyable>(
    to end: DevicePoint, into sink: inout Sink
  ) -> Bool {
    guard let chord = pen.chord(from: point, to: end) else { return false }
    arcRoom = Stroker.arcCapacity
    enter(chord, to: end, tangent: chord.normal, join: style.join, into: &sink)
    point = end
    return true
  }

  mutating func curve<Sink: PolygonSink & ~Copyable>(_ curve: DeviceCurve, into sink: inout Sink) {
    var pieces = CurvePieces(curve, bounds: DeviceBounds(.unbounded))
    while let (cubic, part) = pieces.next() { self.curve(cubic, isContinued: part.index > 0, into: &sink) }
  }

  /// - Parameter isContinued: whether the curve goes on the one before it: no corner of the path lies between.
  mutating func curve<Sink: PolygonSink & ~Copyable>(
    _ curve: DeviceCubic, isContinued: Bool, into sink: inout Sink
  ) {
    let isBeside = curve.misses(bounds)
    if pen.isWieldy && passes(to: curve.p3, isBeside: isBeside) {
      return pass(to: curve.p3, curve: curve, into: &sink)
    }
    drawPassed(into: &sink)
    if addCurve(curve, isContinued: isContinued, into: &sink) { self.isBeside = isBeside }
  }

  /// Answers whether it is long enough to be seen.
  @inline(never)
  mutating func addCurve<Sink: PolygonSink & ~Copyable>(
    _ curve: DeviceCubic, isContinued: Bool, into sink: inout Sink
  ) -> Bool {
    // No curve is simplified outside the clip, as fills are: the chord's length and direction would decide how the
    // corners at its ends look, and those may reach back into the clip.
    var steps = CurveSteps(curve, bounds: DeviceBounds(.unbounded))
    if !isContinued { arcRoom = Stroker.arcCapacity }
    var isFirst = true
    while let next = steps.next() {
      guard let chord = pen.chord(from: point, to: next) else { continue }
      if isFirst {
        let tangent = startTangent(of: curve) ?? chord.normal
        enter(chord, to: next, tangent: tangent, join: isContinued ? .round : style.join, into: &sink)
        isFirst = false
      } else {
        turn(to: chord.normal, room: Swift.min(length, chord.length), join: .round, into: &sink)
        (normal, length) = (chord.normal, chord.length)
      }
      point = next
    }
    if isFirst { return false }
    point = curve.p3
    if let tangent = endTangent(of: curve) { leave(with: tangent, into: &sink) }
    return true
  }

  /// Draws the missing end of a subpath that had at least one element other than `move`.
  mutating func end<Sink: PolygonSink & ~Copyable>(into sink: inout Sink) {
    drawPassed(into: &sink)
    arcRoom = Stroker.arcCapacity
    if !hasChord {
      dot(into: &sink)
      return
    }
    if isClosed {
      point = first.start
      turn(
        to: first.tangent, room: Swift.min(length, first.isAligned ? first.chord.length : 0), join: style.join,
        into: &sink)
      if !first.isAligned {
        normal = first.tangent
        turn(to: first.chord.normal, room: 0, join: .round, into: &sink)
      }
      point = first.middle
      append(first.chord.normal, toLeft: true, into: &sink)
      append(first.chord.normal, toLeft: false, into: &sink)
    } else {
      endCap(into: &sink)
    }
    outline.end(into: &sink)
  }

  /// The first chord of a line or a curve: the corner before it, or the beginning of the outline.
  private mutating func enter<Sink: PolygonSink & ~Copyable>(
    _ chord: Pen.Chord, to end: DevicePoint, tangent: UnitVector, join: LineJoin, into sink: inout Sink
  ) {
    if isCut { return begin(again: chord, into: &sink) }
    let isAligned = isSlight(from: tangent, to: chord.normal, room: chord.length)
    if hasChord {
      let room = Swift.min(length, isAligned ? chord.length : 0)
      turn(to: tangent, room: room, join: join, into: &sink)
    } else if isClosed {
      // In the middle of the first chord, where the outline will arrive again with the very same two points.
      let middle = DevicePoint(x: (point.x &+ end.x) &>> 1, y: (point.y &+ end.y) &>> 1)
      first = FirstChord(start: point, middle: middle, tangent: tangent, chord: chord, isAligned: isAligned)
      outline.begin(place(chord.normal, at: middle, toLeft: false), into: &sink)
      outline.append(place(chord.normal, at: middle, toLeft: true), toLeft: true, into: &sink)
    } else {
      normal = tangent
      startCap(into: &sink)
    }
    if !isAligned && (hasChord || !isClosed) {
      normal = tangent
      turn(to: chord.normal, room: 0, join: .round, into: &sink)
    }
    hasChord = true
    (normal, length) = (chord.normal, chord.length)
  }

  /// From the last chord of a curve to the tangent at its end.
  private mutating func leave<Sink: PolygonSink & ~Copyable>(
    with tangent: UnitVector, into sink: inout Sink
  ) {
    if !isSlight(from: normal, to: tangent, room: length) {
      turn(to: tangent, room: 0, join: .round, into: &sink)
      length = 0
    }
    normal = tangent
  }

  /// The normal of a curve's start, by the first control point that is far enough away to give a direction.
  private func startTangent(of curve: DeviceCubic) -> UnitVector? {
    (pen.chord(from: curve.p0, to: curve.p1) ?? pen.chord(from: curve.p0, to: curve.p2))?.normal
  }

  private func endTangent(of curve: DeviceCubic) -> UnitVector? {
    (pen.chord(from: curve.p2, to: curve.p3) ?? pen.chord(from: curve.p1, to: curve.p3))?.normal
  }
}
