// Stage: instruments. Input: the angle that a filled arc ends at. Output: its path, of arcs that are computed once.
import FixedRaster
import LayerRuntime

/// A piece of a ring that begins at one angle and is rounded at its other end, which moves.
///
/// Its arcs are in pieces of 30 degrees from where it begins: with another end most of them stay, so that they are neither
/// computed nor drawn again.
struct RoundedBand {
  private var scale = RoundScale(0...100)
  private var (from, outer, inner, radius) = (Fixed.zero, Fixed.zero, Fixed.zero, Fixed.zero)
  /// Behind a first element whole pieces of both arcs, the inner ones from their far end to their near one. Each is a line to
  /// its start and a curve.
  private var (outerPieces, innerPieces) = (Path(capacity: 25), Path(capacity: 25))
  private var isForward = true
  private var path = Path(capacity: 64)

  /// Gives it another place.
  /// - Parameter radius: of the two corners; less where the piece is shorter than they are.
  mutating func place(on scale: RoundScale, from: Fixed, outer: Fixed, inner: Fixed, radius: Fixed) {
    (self.scale, self.from, self.outer, self.inner, self.radius) = (scale, from, outer, inner, radius)
    turn(isForward: true)
  }

  /// Computes the pieces of a whole circle in one direction.
  private mutating func turn(isForward: Bool) {
    self.isForward = isForward
    outerPieces.removeAll(keepingCapacity: true)
    innerPieces.removeAll(keepingCapacity: true)
    outerPieces.move(to: scale.center)
    innerPieces.move(to: scale.center)
    for number in 0..<12 {
      let (near, far) = (pieceStart(number), pieceStart(number + 1))
      scale.addArc(to: &outerPieces, outer, near, far)
      scale.addArc(to: &innerPieces, inner, far, near)
    }
  }

  private func pieceStart(_ number: Int) -> Fixed { from + Fixed(isForward ? 30 : -30) * Fixed(number) }

  /// The path up to an angle on either side of where it begins, in memory that it had before.
  mutating func path(to end: Fixed) -> Path {
    path.removeAll(keepingCapacity: true)
    if from == end || outer <= inner || inner <= 0 { return path }
    if (end > from) != isForward { turn(isForward: end > from) }
    let length = radians(abs(end - from)) * inner
    let corner = Swift.min(Swift.min(radius, half(outer - inner)), length)
    // The angle that the corner takes, at either arc.
    func degrees(_ distance: Fixed) -> Fixed {
      Fixed(Int(corner.rawValue) * 57 + Int(corner.rawValue) / 3, over: Swift.max(1, Int(distance.rawValue)))
    }
    let (far, near) = (
      isForward ? end - degrees(outer) : end + degrees(outer), isForward ? end - degrees(inner) : end + degrees(inner)
    )
    func wholePieces(_ end: Fixed) -> Int { Swift.min(12, Int((abs(end - from) / 30).floor)) }
    let (farPieces, nearPieces) = (wholePieces(far), wholePieces(near))
    path.move(to: scale.point(from, outer))
    outerPieces.withElements { for i in 0..<(2 * farPieces) { path.append($0[i + 1]) } }
    scale.addArc(to: &path, outer, pieceStart(farPieces), far)
    path.addQuadCurve(to: scale.point(end, outer - corner), control: scale.point(end, outer))
    path.addLine(to: scale.point(end, inner + corner))
    path.addQuadCurve(to: scale.point(near, inner), control: scale.point(end, inner))
    scale.addArc(to: &path, inner, near, pieceStart(nearPieces))
    innerPieces.withElements { pieces in
      for number in (0..<nearPieces).reversed() {
        path.append(pieces[2 * number + 1])
        path.append(pieces[2 * number + 2])
      }
    }
    path.closeSubpath()
    return path
  }
}
