// Stage: path, before the stroker. Input: path elements. Output: the pieces of them that a dashed or a partial stroke
// shows.
//
// The path is walked chord by chord. How long a chord is, is measured in the path's own space; where a piece begins or
// ends within a curve, its cubic is cut there, so that caps stand on its tangent. Curves are divided for measuring as
// for drawing, but without regard to the clip: the pieces are the same for every tile.
//
// Nothing is kept. A closed subpath that begins with a dash is walked on, after its end, to the end of that dash, so
// that the last dash and the first are one; until then the first is passed over.

/// Hands the dashes of a path to a stroker, one subpath after the other.
struct Dasher {
  private var stroker: Stroker
  private let matrix: DeviceMatrix
  private let pattern: DashPattern
  /// Where a subpath begins in the pattern.
  private let initial: DashCursor
  /// Length of the pattern; 0 if it is solid.
  private let period: Int64
  /// The longest gap, and the one on the device, in 1/65536 pixel, that round caps on either side of it count as
  /// filling: of the line's edge they leave gap²/8R open, 1/32 pixel or, of a pen more than 256 pixels in radius,
  /// R/8192. -1 where the caps are not round.
  private let gap, coveredGap: Int64
  /// Dashes beyond need not be drawn.
  private let bounds: DeviceBounds

  /// The part of the path that shows, and how far it was walked: in points, with 24 fraction bits.
  private var first: Int64 = 0
  private var last: Int64 = 1 &<< 62
  private var position: Int64 = 0

  private var cursor: DashCursor
  private var mode = Mode.drawing
  /// Whether the place walked to shows.
  private var isOn = false
  /// Where in the curve the dash began.
  private var partStart: Int64 = 0

  private enum Mode {
    /// Lengths are added up; nothing is drawn.
    case measuring
    case drawing
    /// Within the first dash of a closed subpath, on the first way over it.
    case deferring
    /// Within the first dash, on the second way.
    case closing
    /// The second way is done.
    case closed
  }

  /// `nil` where the stroke covers nothing.
  init?(style: StrokeStyle, matrix: DeviceMatrix, clip: PixelRect) {
    // Dashes are left out as a whole, also of a plane in perspective.
    guard let stroker = Stroker(style: style, matrix: matrix, clip: .unbounded) else { return nil }
    self.stroker = stroker
    self.matrix = matrix
    pattern = style.dash
    period = pattern.isSolid ? 0 : pattern.period
    gap = pattern.longestGap
    let radius = stroker.pen.radius  // below 2^32
    let filledGap = Swift.max(Int64(squareRoot(UInt64(bitPattern: radius &<< 16))) / 2, radius / 32)
    coveredGap = style.cap == .round ? filledGap : -1
    initial = DashCursor(pattern)
    cursor = initial
    // A square cap reaches √2 half widths.
    bounds = DeviceBounds(clip, margin: stroker.pen.radius &+ stroker.pen.radius &>> 1 &+ 0x2_0000)
  }

  @_optimize(size)
  mutating func draw<Sink: PolygonSink & ~Copyable>(_ path: Span<PathElement>, into sink: inout Sink) {
    let (start, end) = (stroker.style.start, stroker.style.end)
    if start > 0 || end < 1 {
      if start >= end || end <= 0 || start >= 1 { return }
      mode = .measuring
      var subpaths = Subpaths()
      while let subpath = subpaths.next(path) { walk(subpath, path, into: &sink) }
      if start > 0 { first = Dasher.part(start, of: position) }
      if end < 1 { last = Dasher.part(end, of: position) }
      position = 0
    }
    var subpaths = Subpaths()
    while position < last, let subpath = subpaths.next(path) { draw(subpath, path, into: &sink) }
  }

  /// `fraction`, 0...1, of a length.
  private static func part(_ fraction: Fixed, of length: Int64) -> Int64 {
    let factor = Int64(fraction.rawValue)
    return (length &>> 16) &* factor &+ ((length & 0xFFFF) &* factor) &>> 16
  }
}

// MARK: - Subpaths

extension Dasher {
  @_optimize(size)
  private mutating func draw<Sink: PolygonSink & ~Copyable>(
    _ subpath: Subpath, _ path: Span<PathElement>, into sink: inout Sink
  ) {
    let base = position
    cursor = initial
    isOn = subpath.isClosed && cursor.isDash && isInPart
    mode = isOn ? .deferring : .drawing
    let isDeferred = isOn
    walk(subpath, path, into: &sink)
    if mode == .deferring {
      // One dash without an end.
      stroker.draw(subpath, of: path, matrix, into: &sink)
      isOn = false
      return
    }
    if isDeferred {
      let end = position
      (cursor, position, mode) = (initial, base, .closing)
      walk(subpath, path, into: &sink)
      position = end
    }
    if isOn { stroker.end(into: &sink) }
  }

  @_optimize(size)
  private mutating func walk<Sink: PolygonSink & ~Copyable>(
    _ subpath: Subpath, _ path: Span<PathElement>, into sink: inout Sink
  ) {
    var current = subpath.start
    for i in subpath.elements {
      switch path[i] {
      case .line(let point):
        line(from: current, to: point, into: &sink)
        current = point
      case .close: line(from: current, to: subpath.start, into: &sink)
      case .quadratic(_, let end), .cubic(_, _, let end), .conic(_, let end, _):
        curve(path[i], from: current, into: &sink)
        current = end
      case .move: break
      }
      if mode == .closed { return }
    }
  }
}

// MARK: - Lines and curves

extension Dasher {
  private var isDrawing: Bool { isOn && (mode == .drawing || mode == .closing) }
  private var isInPart: Bool { position >= first && position < last }

  private mutating func line<Sink: PolygonSink & ~Copyable>(
    from a: Point, to b: Point, into sink: inout Sink
  ) {
    let length = DashChord.length(
      Int64(b.x.rawValue) &- Int64(a.x.rawValue), Int64(b.y.rawValue) &- Int64(a.y.rawValue))
    let chord = DashChord(
      from: matrix.devicePoint(a), to: matrix.devicePoint(b), length: length, curve: nil)
    walk(chord, into: &sink)
    if isDrawing { stroker.line(to: chord.to, into: &sink) }
  }

  @_optimize(size)
  private mutating func curve<Sink: PolygonSink & ~Copyable>(
    _ element: PathElement, from start: Point, into sink: inout Sink
  ) {
    let plane = DeviceMatrix(.identity)
    guard let curve = DeviceCurve(element, from: matrix.devicePoint(start), matrix),
      let measure = DeviceCurve(element, from: plane.devicePoint(start), plane)
    else { return }
    var pieces = CurvePieces(curve, bounds: DeviceBounds(.unbounded))
    while let (cubic, part) = pieces.next() {
      let flat = measure.piece(part)
      let bits = cubic.pieceBits
      var index: Int64 = 0
      while index &>> bits == 0 {
        let piece = cubic.piece(index, bits: bits)
        walk(piece, flat.piece(index, bits: bits), isContinued: part.index | index > 0, into: &sink)
        if mode == .closed { return }
        index &+= 1
      }
    }
  }

  /// - Parameter measure: the same curve in the path's space, in 1/65536 point.
  @_optimize(size)
  private mutating func walk<Sink: PolygonSink & ~Copyable>(
    _ cubic: DeviceCubic, _ measure: DeviceCubic, isContinued: Bool, into sink: inout Sink
  ) {
    let steps = cubic.stepCount
    var (x, y) = cubic.differences(steps: steps)
    var (u, v) = measure.differences(steps: steps)
    var (from, start) = (cubic.p0, measure.p0)
    var curve = DashCurve(cubic: cubic, isContinued: isContinued, step: 0, steps: steps)
    partStart = 0
    while curve.step < steps {
      let isLast = curve.step &+ 1 == steps
      let to = isLast ? cubic.p3 : DevicePoint(x: x.step(), y: y.step())
      let end = isLast ? measure.p3 : DevicePoint(x: u.step(), y: v.step())
      let length = DashChord.length(end.x &- start.x, end.y &- start.y)
      walk(DashChord(from: from, to: to, length: length, curve: curve), into: &sink)
      if mode == .closed { return }
      (from, start) = (to, end)
      curve.step &+= 1
    }
    if isDrawing {
      let rest = partStart == 0 ? cubic : cubic.part(from: partStart, to: 1 &<< 22, bits: 22)
      stroker.curve(rest, isContinued: isContinued, into: &sink)
    }
  }
}

// MARK: - Chords

extension Dasher {
  /// Begins and ends the dashes on a chord. A change just at its end is left to the chord after it.
  @_optimize(size)
  private mutating func walk<Sink: PolygonSink & ~Copyable>(
    _ chord: DashChord, into sink: inout Sink
  ) {
    let (start, end) = (position, position &+ chord.length)
    if mode == .measuring {
      position = end
      return
    }
    let isTooFine = period > 0 && isTooFine(chord)
    let isDashed = period > 0 && !isTooFine
    let visible = isDashed ? chord.visiblePart(bounds) : 0..<0
    while true {
      if ((isTooFine || cursor.isDash) && isInPart) != isOn {
        let place = chord.place(position &- start)
        if isOn { endDash(on: chord, at: place, into: &sink) } else { beginDash(at: place) }
        if mode == .closed { return }
      }
      if isDashed && !isOn { skipPeriods(on: chord, visible, from: start) }
      if position >= last { break }
      var length = Swift.min(last, end) &- position
      if position < first { length = Swift.min(length, first &- position) }
      if isDashed {
        length = Swift.min(length, cursor.rest)
        cursor.advance(length)
      }
      position &+= length
      if position == end { break }
      if isDashed && cursor.rest == 0 { cursor.turn(pattern) }
    }
    position = end
    if isTooFine { cursor.skip(chord.length, pattern) }
  }

  /// Whether a chord is taken as solid: however wide the pen and small the dashes, the work is bounded by the line's
  /// length.
  private func isTooFine(_ chord: DashChord) -> Bool {
    if chord.isTooFine(pattern, period: period, penRadius: stroker.pen.radius) { return true }
    return coveredGap >= 0 && chord.length > 0 && chord.deviceLength(gap) <= coveredGap
  }

  /// Goes on by whole periods as long as nothing of them shows: however long a line is, the work is that of its visible
  /// part.
  private mutating func skipPeriods(on chord: DashChord, _ visible: Range<Int64>, from start: Int64) {
    let done = position &- start
    var hidden: Int64 = 0
    if position < first {
      hidden = Swift.min(first &- position, chord.length &- done)
    } else if done < visible.lowerBound {
      hidden = visible.lowerBound &- done
    } else if done >= visible.upperBound {
      hidden = chord.length &- done
    }
    if hidden >= period { position &+= hidden &- hidden % period }
  }

  private mutating func beginDash(at place: DashPlace) {
    isOn = true
    partStart = place.parameter
    stroker.begin(at: place.point, isClosed: false)
  }

  private mutating func endDash<Sink: PolygonSink & ~Copyable>(
    on chord: DashChord, at place: DashPlace, into sink: inout Sink
  ) {
    isOn = false
    if mode == .deferring {
      mode = .drawing
      return
    }
    let (from, to) = (stroker.point, place.point)
    let part = chord.curve?.cubic.part(from: partStart, to: place.parameter, bits: 22)
    // A dash that began here and lies beside the bounds is left out.
    if stroker.hasChord || !(part ?? DeviceCubic(from, from, to, to)).misses(bounds) {
      if let part {
        stroker.curve(part, isContinued: chord.curve?.isContinued ?? false, into: &sink)
      } else {
        stroker.line(to: to, into: &sink)
      }
      stroker.end(along: chord.normal(at: place, stroker.pen), into: &sink)
    }
    if mode == .closing { mode = .closed }
  }
}
