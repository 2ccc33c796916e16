// Stage: assets. Input: a glyph of a loaded font. Output: path elements, read where they lie in the pack.
import FixedRaster

/// How an outline lies in the pack: the numbers of verbs and of points, the verbs at two bits each, low bits first,
/// padded to four bytes, then x and y of each point. A subpath begins with a move and is closed where the next begins.
struct OutlineRecord {
  let verbCount, pointCount: Int
  /// Bytes from the pack's start.
  let verbs, points: Int

  static var move: Int { 0 }
  static var line: Int { 1 }
  static var quadratic: Int { 2 }
  static var cubic: Int { 3 }
  /// How many points each verb takes.
  static func points(of verb: Int) -> Int { Swift.max(verb, 1) }

  /// - Parameter at: the record's first byte, with four bytes at least.
  init(_ bytes: PackBytes, at: Int) {
    (verbCount, pointCount) = (bytes.u16(at), bytes.u16(at &+ 2))
    verbs = at &+ 4
    points = verbs &+ Self.verbBytes(verbCount)
  }

  static func verbBytes(_ count: Int) -> Int { (count &+ 15) / 16 &* 4 }

  var byteCount: Int { 4 &+ Self.verbBytes(verbCount) &+ pointCount &* 4 }

  @inline(__always)
  func verb(_ index: Int, _ bytes: PackBytes) -> Int {
    bytes.u8(verbs &+ index &>> 2) &>> (index & 3 &* 2) & 3
  }
}

extension FontPack {
  /// Whether a glyph has anything to draw; a space has not.
  public func hasOutline(_ glyph: GlyphIndex) -> Bool {
    let offset = layout.outlineOffsets &+ place(glyph) &* 4
    return bytes.word(offset) != bytes.word(offset &+ 4)
  }

  /// Appends a glyph's outline in ems, y downwards, the origin at (0, 0): as `GlyphCache` needs it.
  public func appendOutline<Sink: PathSink & ~Copyable>(of glyph: GlyphIndex, to path: inout Sink) {
    appendOutline(of: glyph, at: Point(x: .zero, y: .zero), size: .one, to: &path)
  }

  /// Appends a glyph's outline at a size with its origin at a point, both in the units of the path. At most 512
  /// elements, as many as a `GlyphOutline` holds.
  public func appendOutline<Sink: PathSink & ~Copyable>(
    of glyph: GlyphIndex, at origin: Point, size: Fixed, to path: inout Sink
  ) {
    let offset = layout.outlineOffsets &+ place(glyph) &* 4
    let start = Int(bytes.word(offset))
    if start == Int(bytes.word(offset &+ 4)) { return }
    let record = OutlineRecord(bytes, at: layout.outlines &+ start)
    var at = record.points
    func next() -> Point {
      let (x, y) = (bytes.i16(at), bytes.i16(at &+ 2))
      at &+= 4
      return Point(x: origin.x + scaled(x, to: size), y: origin.y + scaled(-y, to: size))
    }
    for i in 0..<record.verbCount {
      switch record.verb(i, bytes) {
      case OutlineRecord.move:
        if i > 0 { path.closeSubpath() }
        path.move(to: next())
      case OutlineRecord.line: path.addLine(to: next())
      case OutlineRecord.quadratic:
        let control = next()
        path.addQuadCurve(to: next(), control: control)
      default:
        let (control1, control2) = (next(), next())
        path.addCurve(to: next(), control1: control1, control2: control2)
      }
    }
    path.closeSubpath()
  }
}
