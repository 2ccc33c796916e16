// Stage: instruments. A piece of a ring with an end that moves.
import FixedRaster
import LayerRuntime

/// A piece of a ring from an angle that stays to another that moves, on either side of it, and is rounded there.
///
/// Its arcs go in pieces of 30 degrees that begin at the first angle. With another end most of them stay: they are computed
/// once, and are not drawn again.
struct RoundedBand {
  private let dial: RoundScale
  private let outer, inner: Fixed
  private var from: Fixed = 0
  private var isForward = true
  /// The curves of whole pieces, from the first angle on. Those of the inner edge go back to it.
  private var outerPieces: [PathElement] = []
  private var innerPieces: [PathElement] = []
  /// The arc that a piece is taken from.
  private var arc = Path(capacity: 2)

  /// Takes all the memory that it needs.
  init(_ dial: RoundScale, outer: Fixed, inner: Fixed) {
    (self.dial, self.outer, self.inner) = (dial, outer, inner)
    outerPieces.reserveCapacity(Self.mostPieces)
    innerPieces.reserveCapacity(Self.mostPieces)
  }

  private static var mostPieces: Int { 12 }

  /// Adds the piece to a path.
  /// - Parameter radius: of the two corners; less where the piece is shorter than they are.
  mutating func add(to path: inout Path, from: Fixed, to end: Fixed, radius: Fixed) {
    if from == end || outer <= inner { return }
    let isForward = end > from
    if from != self.from || isForward != self.isForward {
      (self.from, self.isForward) = (from, isForward)
      outerPieces.removeAll(keepingCapacity: true)
      innerPieces.removeAll(keepingCapacity: true)
    }
    let length = radians(abs(end - from)) * inner
    let corner = Swift.min(Swift.min(radius, half(outer - inner)), length)
    // The angle that the corner takes, at either arc.
    func degrees(_ distance: Fixed) -> Fixed {
      Fixed(Int(corner.rawValue) * 57 + Int(corner.rawValue) / 3, over: Swift.max(1, Int(distance.rawValue)))
    }
    let (far, near) = (
      isForward ? end - degrees(outer) : end + degrees(outer), isForward ? end - degrees(inner) : end + degrees(inner)
    )
    let (farPieces, nearPieces) = (pieces(to: far), pieces(to: near))
    makePieces(Swift.max(farPieces, nearPieces))
    path.move(to: dial.point(from, outer))
    // An arc without a turn is a line to its start, which is rounded in its own way.
    if farPieces > 0 { dial.addArc(to: &path, outer, from, from) }
    for number in 0..<farPieces { path.append(outerPieces[number]) }
    dial.addArc(to: &path, outer, start(ofPiece: farPieces), far)
    path.addQuadCurve(to: dial.point(end, outer - corner), control: dial.point(end, outer))
    path.addLine(to: dial.point(end, inner + corner))
    path.addQuadCurve(to: dial.point(near, inner), control: dial.point(end, inner))
    dial.addArc(to: &path, inner, near, start(ofPiece: nearPieces))
    for number in (0..<nearPieces).reversed() { path.append(innerPieces[number]) }
    path.closeSubpath()
  }

  /// How many whole pieces lie before an angle.
  private func pieces(to angle: Fixed) -> Int {
    Swift.min(Self.mostPieces, Int((abs(angle - from) / 30).floor))
  }

  private func start(ofPiece number: Int) -> Fixed { from + Fixed(isForward ? 30 * number : -30 * number) }

  private mutating func makePieces(_ count: Int) {
    for number in outerPieces.count..<Swift.max(outerPieces.count, count) {
      let (first, second) = (start(ofPiece: number), start(ofPiece: number + 1))
      outerPieces.append(curve(outer, first, second))
      innerPieces.append(curve(inner, second, first))
    }
  }

  /// An arc of 30 degrees, which is one curve.
  private mutating func curve(_ distance: Fixed, _ from: Fixed, _ end: Fixed) -> PathElement {
    arc.removeAll(keepingCapacity: true)
    dial.addArc(to: &arc, distance, from, end)
    return arc.withElements { $0[$0.count - 1] }
  }
}
