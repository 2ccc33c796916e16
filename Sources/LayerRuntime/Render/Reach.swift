import FixedRaster

// Stage: render. The extent of a layer with all below it wherever it is moved: in a list that is scrolled most rows are
// out of sight before and after, and a commit that knows it need not look at them.

/// Device pixels, from where the origin of the superlayer lies; of clusters and of several siblings in the same way.
/// They hold the drawing, unclipped, wherever the layers above are moved, by whole pixels or by parts.
struct Reach: Equatable {
  private var pixels: PixelRect

  private init(_ pixels: PixelRect) { self.pixels = pixels }

  static var nothing: Reach { Reach(.empty) }
  /// Of layers that are not that simple: shadows, offscreen surfaces, layers in space.
  static var anywhere: Reach { Reach(PixelRect(minX: .min, minY: .min, maxX: .max, maxY: .max)) }

  /// Pixels end at ±2^22: a drawing that goes on to there may go on beyond.
  private static var end: Int32 { 1 << 22 }

  /// - Parameters:
  ///   - drawn: device pixels that something may draw to.
  ///   - origin: where the origin of the superlayer lies.
  init(_ drawn: PixelRect, from origin: PixelOrigin) {
    if drawn.isEmpty {
      self = .nothing
    } else if drawn.grown(by: 1).reaches(Self.end) {
      self = .anywhere
    } else {
      // At another part of a pixel each side may lie in the next one.
      self.init(drawn.moved(-origin.x, -origin.y).grown(by: 1))
    }
  }

  func union(_ other: Reach) -> Reach { Reach(pixels.union(other.pixels)) }

  /// Of layers below, from the origin of the layer that they lie in: from that of the layer above.
  ///
  /// - Parameter move: from the latter to the former.
  func moved(by move: PixelOrigin) -> Reach {
    if pixels.isEmpty { return self }
    if pixels.reaches(Self.end) { return .anywhere }
    // Whole pixels of a sum may be one more than the sum of whole pixels.
    let moved = pixels.moved(move.x, move.y)
    return Reach(PixelRect(minX: moved.minX, minY: moved.minY, maxX: moved.maxX + 1, maxY: moved.maxY + 1))
  }

  /// Whether some of it may be seen through `sight`, which begins at the same origin.
  func isSeen(in sight: PixelRect) -> Bool { pixels.intersects(sight) }
}

/// The whole pixel that an origin lies in.
struct PixelOrigin {
  let x, y: Int32

  /// `nil` farther away than pixels go.
  init?(_ x: Coefficient, _ y: Coefficient) {
    if Swift.max(x.rawValue.magnitude, y.rawValue.magnitude) >= 1 << 54 { return nil }
    self.x = Int32(truncatingIfNeeded: x.rawValue &>> 32)
    self.y = Int32(truncatingIfNeeded: y.rawValue &>> 32)
  }
}

extension PixelRect {
  fileprivate func reaches(_ end: Int32) -> Bool { minX <= -end || minY <= -end || maxX >= end || maxY >= end }
}
